"""What ``lowbit render`` and ``lowbit book`` write."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from command_line import EXAMPLES, bash, lowbit
from lowbit import Puzzle, read_puzzle, render, solve
from lowbit.cli.main import main
from lowbit.constraints import Diagonal
from lowbit.formats import read

if TYPE_CHECKING:
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
BLANK = "." * 81
VARIANT = ".Shape~4x4.~R3C2_4.~R4C4_2.Thermo~R2C1~R2C2~R2C3"


def test_render_writes_svg_to_standard_output() -> None:
    done = lowbit("render", PUZZLE)
    assert (done.stdout, done.stderr, done.returncode) == (render(PUZZLE) + "\n", "", 0)


def test_render_shows_what_it_is_asked_for(tmp_path: Path) -> None:
    weights = tmp_path / "weights.txt"
    weights.write_text(" ".join(map(str, range(81))))
    done = lowbit(
        "render", "--solution", "--candidates", "--highlight", "r1c2, row 5", "--weights", weights,
        "--score", "--theme", "dark", "--width", "500", PUZZLE,
    )  # fmt: skip
    assert done.stdout == (
        render(
            solve(PUZZLE), givens=PUZZLE, candidates=True, highlight="r1c2, row 5",
            weights=range(81), score=True, theme="dark", width=500,
        )
        + "\n"
    )  # fmt: skip


def test_render_draws_any_board() -> None:
    done = lowbit("render", "--geometry", "4x4+diagonals", "1...............")
    assert 'class="diagonal"' in done.stdout


def test_render_draws_constraints(tmp_path: Path) -> None:
    file = tmp_path / "variants.txt"
    file.write_text(f"{VARIANT}\n{VARIANT}.Bogus~1\n.Shape~4x4.Cage~99~R1C1\n")
    done = lowbit("render", "--solution", file, "-o", tmp_path / "p{}.svg")
    assert "Bogus is a constraint that lowbit does not know" in done.stderr
    assert "3 puzzles: 1 shown, 1 invalid, 1 left out" in done.stderr
    puzzle = read_puzzle(VARIANT)
    solved = puzzle.with_grid(solve(puzzle))
    assert (tmp_path / "p1.svg").read_text() == render(solved, givens=puzzle.grid) + "\n"


@pytest.mark.parametrize(
    ("name", "magic"), [("a.svg", b"<svg "), ("a.png", b"\x89PNG"), ("a.PDF", b"%PDF-")]
)
def test_the_ending_of_the_name_says_which_format(name: str, magic: bytes, tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    done = lowbit("render", PUZZLE, "-o", tmp_path / name)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    assert (tmp_path / name).read_bytes().startswith(magic)
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_several_puzzles_are_files_of_their_own(tmp_path: Path) -> None:
    done = lowbit("render", EXAMPLES / "pyramid1.txt", PUZZLE, "-o", tmp_path / "p{}.svg")
    assert done.returncode == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["p1.svg", "p2.svg"]
    assert (tmp_path / "p2.svg").read_text() == render(PUZZLE) + "\n"


def test_or_the_pages_of_one_pdf(tmp_path: Path) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    lowbit("render", EXAMPLES / "fifty.txt", "-o", tmp_path / "fifty.pdf")
    with pdfium.PdfDocument(tmp_path / "fifty.pdf") as document:
        assert len(document) == 50


@pytest.mark.parametrize("output", [(), ("-o", "x.svg"), ("-o", "x.png")])
def test_but_not_one_picture(output: tuple[str, ...], tmp_path: Path) -> None:
    given = [word.replace("x", str(tmp_path / "x")) for word in output]
    done = lowbit("render", EXAMPLES / "fifty.txt", *given)
    assert "several pictures need a name with {}" in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_drawn_is_reported_and_left_out(tmp_path: Path) -> None:
    name = tmp_path / "{}.svg"
    done = lowbit("render", "--solution", EXAMPLES / "mixed.txt", "-o", name)
    assert "line 4: the puzzle has more than one solution" in done.stderr
    assert "line 9, column 40: 'x' is not a digit or blank" in done.stderr
    assert "8 puzzles: 2 shown, 2 invalid, 4 left out (" in done.stderr
    assert done.returncode == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["1.svg", "2.svg"]


def test_where_nothing_can_be_drawn_nothing_is_written(tmp_path: Path) -> None:
    done = lowbit("render", "--solution", BLANK, "-o", tmp_path / "x.pdf")
    assert (list(tmp_path.iterdir()), done.returncode) == ([], 1)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--highlight", "row 10"], "this board has no 'row 10'"),
        (["--score"], "a score needs weights"),
        (["--weights", "mountain"], "there is no file mountain"),
        (["--weights", "pyramid", "--geometry", "samurai"], "weights are those of a rectangle"),
        (["--theme", "pink"], "'pink' is not one of"),
        (["--width", "1"], "1 is not in the range"),
        (["-o", "x.jpg"], "x.jpg must end in one of .svg, .png, .pdf"),
    ],
)
def test_wrong_usage(words: list[str], says: str) -> None:
    done = lowbit("render", PUZZLE, *words)
    assert says in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)


def test_a_limit_holds_for_solving() -> None:
    done = lowbit("render", "--solution", "--max-nodes", "1", BLANK)
    assert "the node limit ended the search" in done.stderr
    assert (done.stdout, done.returncode) == ("", 1)


def test_a_book_is_named_as_a_pdf() -> None:
    done = lowbit("book", PUZZLE, "-o", "book.txt")
    assert "book.txt must end in .pdf" in done.stderr
    assert done.returncode == 2


def test_a_book_has_every_puzzle(tmp_path: Path) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    file = tmp_path / "book.pdf"
    done = lowbit(
        "book", EXAMPLES / "fifty.txt", "-o", file, "--title", "All fifty", "--per-page", "9"
    )
    assert "50 puzzles: 50 unique (" in done.stderr
    assert (done.stdout, done.returncode) == ("", 0)
    with pdfium.PdfDocument(file) as document:
        pages = [page.get_textpage().get_text_bounded() for page in document]
        title = document.get_metadata_value("Title")
    assert title == "All fifty"
    assert len(pages) == 9
    assert [page.startswith("All fifty") for page in pages] == [True] * 6 + [False] * 3
    digits = "".join(
        "".join(map(str, filter(None, r.grid))) for r in read(EXAMPLES / "fifty.txt") if r.grid
    )
    assert sum(c.isdigit() for page in pages for c in page) > len(digits) + 50 * 81


def test_a_book_keeps_puzzles_without_one_solution(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    done = lowbit("book", EXAMPLES / "mixed.txt", "-o", tmp_path / "book.pdf")
    assert "line 4: several solutions; printed without a solution" in done.stderr
    assert "line 5: no solution; printed without a solution" in done.stderr
    assert "line 9, column 40: 'x' is not a digit or blank" in done.stderr
    assert "8 puzzles: 2 unique, 2 several, 2 none, 2 invalid (" in done.stderr
    assert done.returncode == 1
    assert (tmp_path / "book.pdf").exists()


def test_a_book_takes_puzzles_with_constraints(tmp_path: Path) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    titled = Puzzle("12..34......" + "." * 4, [Diagonal()], geometry="4x4", title="Crossed")
    lines = f".Shape~4x4.Cage~3~R1C1~R1C2  # Caged\n{titled.to_json()}\n"
    done = lowbit("book", "-", "-o", tmp_path / "book.pdf", stdin=lines)
    assert "line 1: several solutions; printed without a solution" in done.stderr
    with pdfium.PdfDocument(tmp_path / "book.pdf") as document:
        page = document[0].get_textpage().get_text_bounded()
    assert "1 Caged" in page.replace("\r\n", " ")
    assert "2 Crossed" in page.replace("\r\n", " ")


def test_without_solutions_nothing_is_solved(tmp_path: Path) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    words = ("--no-solutions", "--paper", "letter", "--max-nodes", "1")
    done = lowbit("book", BLANK, BLANK, "-o", tmp_path / "book.pdf", *words)
    assert "2 puzzles: 2 shown (" in done.stderr
    assert done.returncode == 0
    with pdfium.PdfDocument(tmp_path / "book.pdf") as document:
        assert [page.get_size() for page in document] == [(612, 792)]


def test_letters_that_the_book_cannot_have_are_reported(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(f"{PUZZLE}  # 难\n", encoding="utf-8")
    done = lowbit("book", puzzles, "-o", tmp_path / "book.pdf", "--title", "数独")
    assert "the title: Helvetica lacks '数独'; name a font with --font" in done.stderr
    assert "puzzles.txt: line 1: Helvetica lacks '难'" in done.stderr
    assert done.returncode == 1


@pytest.mark.slow
def test_the_same_puzzles_make_the_same_book(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    for name in ("one.pdf", "two.pdf"):
        lowbit("book", EXAMPLES / "fifty.txt", "-o", tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_a_book_needs_a_name_and_a_puzzle(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    done = lowbit("book", PUZZLE)
    assert "name its file with -o" in done.stderr
    assert done.returncode == 2
    done = lowbit("book", "-", "-o", tmp_path / "book.pdf", stdin="# nothing\n")
    assert done.returncode == 1
    assert list(tmp_path.iterdir()) == []


def test_a_book_goes_to_standard_output_too() -> None:
    pytest.importorskip("fpdf")
    assert bash(f"lowbit book {PUZZLE} -o - | head -c 5").stdout == "%PDF-"


@pytest.mark.parametrize("module", ["fpdf", "pypdfium2"])
def test_a_missing_package_is_named(
    module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    ending = {"fpdf": "pdf", "pypdfium2": "png"}[module]
    assert main(["render", PUZZLE, "-o", str(tmp_path / f"x.{ending}")]) == 1
    assert "pip install 'lowbit[pictures]'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_commands_load_no_package_before_they_need_it() -> None:
    script = "from lowbit.cli.commands import book, render; import sys; print(*sys.modules)"
    loaded = set(bash(f"{sys.executable} -c '{script}'").stdout.split())
    assert "lowbit.pictures.book" in loaded
    assert not {"fpdf", "pypdfium2", "PIL", "numpy", "numba"} & loaded
