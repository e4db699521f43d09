"""What ``lowbit render`` writes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from command_line import EXAMPLES, bash, lowbit

from lowbit import render, solve
from lowbit.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
BLANK = "." * 81


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
    done = lowbit("render", "--geometry", "2x2+diagonals", "1...............")
    assert 'class="diagonal"' in done.stdout


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
    assert "there are several puzzles: name their pictures with {}" in done.stderr
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
        (["--weights", "pyramid", "--geometry", "2x2"], "pyramid's weights are those of a 9x9"),
        (["--theme", "pink"], "'pink' is not one of"),
        (["--width", "1"], "1 is not in the range"),
        (["-o", "x.jpg"], "x.jpg ends in none of .svg, .png, .pdf"),
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
    script = "from lowbit.cli import render; import sys; print(*sys.modules)"
    loaded = set(bash(f"{sys.executable} -c '{script}'").stdout.split())
    assert "lowbit.pictures" in loaded
    assert not {"fpdf", "pypdfium2", "PIL", "numpy", "numba"} & loaded
