"""``lowbit canonical`` and ``lowbit isomorphic``. Bulk and single answers: test_bulk.py."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from command_line import lowbit
from lowbit import Grid, Transform, canonical, read_puzzle, shuffle

if TYPE_CHECKING:
    from pathlib import Path

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = "12" + "." * 79
CLASH = "11" + "." * 79
PAIR = Grid.from_masks([0b11, *Grid(EASY).allowed[1:]]).to_pencilmarks()
TURNED = shuffle(PAIR, seed=1).to_pencilmarks()
OTHER = shuffle(EASY, seed=1).to_line()


def form(puzzle: str) -> str:
    return canonical(puzzle).to_line()


@pytest.mark.parametrize("threads", ["1", "4"])
def test_every_puzzle_of_a_stream_has_its_form_in_its_place(threads: str) -> None:
    text = f"{EASY} # easy\n\n{SEVERAL}\n# a comment\n{CLASH}\n{OTHER}\n" * 500
    done = lowbit("canonical", "--threads", threads, stdin=text)
    expected = (
        f"{form(EASY)}  # easy\n\n{form(SEVERAL)}\n# a comment\n{form(CLASH)}\n{form(EASY)}\n"
    )
    assert (done.returncode, done.stdout) == (0, expected * 500)
    assert "2000 puzzles: 2000 canonical" in done.stderr


@pytest.mark.parametrize("n", [1, 80])
def test_what_has_no_form_keeps_its_place(n: int) -> None:
    """Few are answered one by one, many by kernels and one by one."""
    done = lowbit("canonical", "-v", stdin=f"{EASY}\n{PAIR}\n{EASY[:80]}?\n{TURNED}\n" * n)
    lines = done.stdout.splitlines()
    assert (done.returncode, len(lines)) == (1, 4 * n)
    assert {*lines[::4]} == {form(EASY)}
    assert {*lines[1::4], *lines[3::4]} == {canonical(PAIR).to_pencilmarks()}
    assert "line 3" in done.stderr


def test_forms_of_candidates_are_written_whole() -> None:
    written = canonical(PAIR).to_pencilmarks()
    for asked in (("--bare",), ("--with-transform",), ("--to", "csv"), ("--to", "json")):
        done = lowbit("canonical", *asked, "-q", stdin=f"{PAIR}\n")
        assert done.returncode == 0
        assert written in done.stdout
    there = lowbit("isomorphic", PAIR, TURNED).stdout
    assert Transform.parse(there)(PAIR) == Grid(TURNED)


def test_the_transform_leads_to_the_form() -> None:
    done = lowbit("canonical", "--with-transform", "-q", EASY, CLASH)
    assert done.returncode == 0
    for puzzle, line in zip((EASY, CLASH), done.stdout.splitlines(), strict=True):
        grid, _, transform = line.partition("  # ")
        assert grid == form(puzzle) == Transform.parse(transform)(puzzle).to_line()


def test_a_transform_needs_the_line_format() -> None:
    done = lowbit("canonical", "--with-transform", "--to", "json", EASY)
    assert done.returncode == 2
    assert "--with-transform" in done.stderr


def test_other_formats() -> None:
    assert json.loads(lowbit("canonical", "--to", "json", "-q", EASY).stdout)["canonical"] == form(
        EASY
    )
    assert form(EASY) in lowbit("canonical", "--to", "csv", "-q", EASY).stdout
    assert lowbit("canonical", "--to", "board", "-q", EASY).stdout == f"{canonical(EASY)}\n"


def test_other_boards_have_forms_and_symmetries() -> None:
    puzzles = ["1..2" + "." * 12, "." * 12 + "4..3"]
    done = lowbit("canonical", "-q", "--geometry", "4x4", *puzzles)
    assert done.returncode == 0
    assert len(set(done.stdout.split())) == 1
    told = lowbit("canonical", "-q", "--with-transform", "--geometry", "4x4", puzzles[0]).stdout
    form, _, text = told.strip().partition("  # ")
    assert Transform.parse(text, "4x4")(Grid(puzzles[0], "4x4")).to_line() == form
    isomorphic = lowbit("isomorphic", "--geometry", "4x4", *puzzles)
    found = Transform.parse(isomorphic.stdout, "4x4")
    assert found(Grid(puzzles[0], "4x4")).to_line() == puzzles[1]
    assert lowbit("isomorphic", "--geometry", "4x4", puzzles[0], "12" + "." * 14).returncode == 1


@pytest.mark.parametrize("threads", ["1", "2"])
def test_files_on_another_board(threads: str) -> None:
    puzzles = [Grid([0] * n + [1, 2] + [0] * (14 - n), "4x4") for n in range(15)]
    text = "".join(f"{puzzle.to_line()}\n" for puzzle in puzzles * 80)
    done = lowbit("canonical", "--geometry", "4x4", "--threads", threads, stdin=text)
    assert done.stdout.split() == [canonical(puzzle).to_line() for puzzle in puzzles] * 80


def test_isomorphic_puzzles_have_a_symmetry(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"# first\n{EASY}\n{SEVERAL}\n")
    for first in (EASY, file):
        done = lowbit("isomorphic", first, OTHER)
        assert (done.returncode, done.stderr) == (0, "")
        assert Transform.parse(done.stdout)(EASY) == Grid(OTHER)


def test_other_puzzles_have_none() -> None:
    done = lowbit("isomorphic", EASY, SEVERAL)
    assert (done.returncode, done.stdout, done.stderr) == (1, "not isomorphic\n", "")


@pytest.mark.parametrize("name", ["nothing.txt", EASY + "1"])
def test_what_is_no_puzzle_is_an_error(name: str) -> None:
    done = lowbit("isomorphic", EASY, name)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("lowbit: error: ")


def test_an_empty_file_holds_no_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "empty.txt"
    file.write_text("# nothing\n")
    assert lowbit("isomorphic", EASY, file).returncode == 1
    bad = lowbit("isomorphic", "-", EASY, stdin=f"{EASY}1\n")
    assert bad.returncode == 1


def test_bare_lines_are_classes_whatever_stood_beside_the_puzzles() -> None:
    text = f"# two of a kind\n{EASY}  # one\n\n{OTHER},two\n?\n"
    expected = f"{form(EASY)}\n"
    few = lowbit("canonical", "--bare", stdin=text)
    assert few.stdout == expected * 2
    assert few.returncode == 1
    many = lowbit("canonical", "--bare", stdin=text * 400)
    assert many.stdout == expected * 800
    assert many.returncode == 1
    constrained = ".Shape~4x4.Thermo~R1C1~R1C2"
    assert lowbit("canonical", "--bare", constrained).stdout.startswith('{"board": "4x4"')
    assert lowbit("canonical", "--bare", "--to", "board", EASY).returncode == 2


def test_puzzles_with_constraints_have_forms_and_symmetries() -> None:
    first, second = (f".Shape~4x4.Thermo~{cells}" for cells in ("R1C1~R1C2", "R4C4~R3C4"))
    done = lowbit("canonical", "-q", "--with-transform", first, second)
    forms, transforms = zip(*(line.split("  # ") for line in done.stdout.splitlines()), strict=True)
    assert read_puzzle(forms[0]) == canonical(read_puzzle(first))
    assert forms[0] == forms[1] == lowbit("canonical", "-q", second).stdout.strip()
    there = Transform.parse(transforms[1], "4x4")
    assert there(read_puzzle(second)) == read_puzzle(forms[1])
    found = Transform.parse(lowbit("isomorphic", first, second).stdout, "4x4")
    assert found(read_puzzle(first)) == read_puzzle(second)
    assert lowbit("isomorphic", first, f"{second}.AntiKnight").returncode == 1
