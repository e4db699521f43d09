"""No writer leaves anything out without a word: each constraint, in each format, by each door."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

import lowbit
from command_line import lowbit as run
from lowbit import Geometry, Grid, Masks, Puzzle, formats, read_puzzle, write_puzzle
from lowbit.constraints import REGISTRY, Cage, Holds
from lowbit.errors import FormatError
from lowbit.formats import FORMATS
from lowbit.techniques.wording.constraints import in_words

if TYPE_CHECKING:
    from pathlib import Path

    from lowbit.constraints import Constraint
    from lowbit.formats import Record

EXPRESSIVE = ("line", "json", "csv")
"""The formats of files that have a place for constraints."""


def record_of(constraint: Constraint) -> Record:
    (record,) = formats.read([Puzzle("." * 81, [constraint]).to_json()])
    return record


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", REGISTRY)
def test_files_keep_a_constraint_or_refuse_it(form: str, name: str) -> None:
    record = record_of(REGISTRY[name].sample)
    for write in (
        formats.write,
        lambda puzzles, stream, to: lowbit.write(stream, puzzles, format=to),
    ):
        stream = io.StringIO()
        if form in EXPRESSIVE:
            write([record.accepted()], stream, form)
            again = formats.read(io.StringIO(stream.getvalue()))
            found = [each.variant for each in again if not each.is_passthrough]
            assert found == [record.variant]
        else:
            with pytest.raises(FormatError, match=f"no place for {name}"):
                write([record.accepted()], stream, form)
            with pytest.raises(FormatError, match="has constraints, which are not taken here"):
                write([record], stream, form)


@pytest.fixture(scope="module")
def every_constraint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a puzzle of each constraint, some of its cells restricted."""
    path = tmp_path_factory.mktemp("writers") / "every.txt"
    grid = Grid(Masks([0b11, *[0x1FF] * 80]))
    puzzles = (Puzzle(grid, [kind.sample]).to_json() for kind in REGISTRY.values())
    path.write_text("".join(f"{puzzle}\n" for puzzle in puzzles), "utf-8")
    return path


@pytest.mark.parametrize(
    ("command", "part"),
    [
        ("show", slice(None)),
        # These write as show does, whatever the constraint.
        ("solve --max-nodes 1", slice(0, None, 4)),
        ("minimize --max-nodes 1", slice(1, None, 4)),
        ("shuffle --seed 1", slice(2, None, 4)),
        pytest.param("canonical", slice(None), marks=pytest.mark.slow),
    ],
)
def test_boards_have_all_that_cells_do_not_show_below_them(
    every_constraint: Path, command: str, part: slice, tmp_path: Path
) -> None:
    words, some = command.split(), tmp_path / "some.txt"
    puzzles = every_constraint.read_text("utf-8").splitlines(keepends=True)[part]
    some.write_text("".join(puzzles), "utf-8")
    drawn = run(*words, "-q", "--to", "board", some).stdout.split("\n\n")
    lines = run(*words, "-q", "--to", "line", some).stdout.splitlines()
    assert len(drawn) == len(lines) == len(puzzles)
    for board, text in zip(drawn, lines, strict=True):
        (record,) = formats.read([text])
        assert record.variant
        shown = board.splitlines()
        for constraint in record.variant.constraints:
            assert in_words(constraint, record.variant.geometry) in shown
        assert any(line.startswith("candidates of ") for line in shown)


def test_a_jigsaw_has_the_values_that_constraints_give() -> None:
    given = Puzzle("." * 16, [Holds(0, (1,)), Holds(5, (3, 3))], geometry="4x4")
    assert write_puzzle(given, "jigsaw") == "1....3..........AABBAABBCCDDCCDD"
    contradicting = Puzzle("2" + "." * 15, [Holds(0, (1,))], geometry="4x4")
    for puzzle in (contradicting, Puzzle("." * 16, [Holds(0, (1, 2))], geometry="4x4")):
        with pytest.raises(FormatError, match="cannot express that r1c1 holds one of some values"):
            write_puzzle(puzzle, "jigsaw")


@pytest.mark.parametrize(
    ("board", "alphabet"),
    [("4x4", "4321"), ("4x4", "ABCD"), ("9x9", "A-I"), ("16x16", "A-P"), ("25x25", "A-Y")],
)
@pytest.mark.parametrize(
    "form", ["iss", "fpuzzles", "sudokupad", "pencilmark", "penpa", "sgt", "jigsaw"]
)
def test_digits_are_written_by_their_values_whatever_they_are_called(
    form: str, board: str, alphabet: str
) -> None:
    geometry = Geometry.parse(board, alphabet)
    if form == "iss" and geometry.size > 16:
        pytest.skip("no board of Interactive Sudoku Solver is as large")
    masks = [
        1 << cell % geometry.size if cell < geometry.size else geometry.full_mask
        for cell in range(geometry.n_cells)
    ]
    again = read_puzzle(write_puzzle(Puzzle(Grid(Masks(masks), geometry)), form))
    assert list(again.grid.allowed) == masks


def test_regions_that_look_like_a_solution_are_refused() -> None:
    regions = "ABCDCDABBADCDCBA"
    with pytest.raises(FormatError, match="regions that look like the puzzle's solution"):
        write_puzzle(Puzzle("." * 16, geometry=f"jigsaw:{regions}"), "jigsaw")
    text = write_puzzle(Puzzle("1" + "." * 15, geometry=f"jigsaw:{regions}"), "jigsaw")
    assert read_puzzle(text).grid.n_clues == 1


def test_a_puzzle_that_a_format_cannot_say_ends_a_run_that_makes_some() -> None:
    skeleton = Puzzle("." * 16, [Cage((0, 1), 5)], geometry="4x4").to_json()
    done = run("generate", "1", "--skeleton", skeleton, "--to", "jigsaw")
    assert done.returncode != 0
    assert "the text of a jigsaw cannot express Cage at r1c1 r1c2" in done.stderr
