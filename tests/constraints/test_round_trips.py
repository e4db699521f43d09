"""Puzzles on small boards, written in each format and read again: as many solutions as before."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from makers import MAKERS

from lowbit import (
    CLASSIC,
    Geometry,
    Grid,
    Masks,
    Puzzle,
    count_solutions,
    read_puzzle,
    write_puzzle,
)
from lowbit.constraints import (
    Arrow,
    Between,
    Cage,
    Constraint,
    Contains,
    Entropic,
    Equal,
    EqualityCage,
    GlobalEntropy,
    GlobalModulus,
    Holds,
    LookAndSay,
    Lunchbox,
    Maximum,
    Minimum,
    NumberedRoom,
    Or,
    RellikCage,
    Sandwich,
    Skyscraper,
    Sum,
    SumLine,
    Whisper,
    XSum,
)
from lowbit.dataset.skeletons import text_of
from lowbit.errors import FormatError
from lowbit.formats.variants import PUZZLE_FORMATS
from lowbit.formats.variants.iss.grammar import items_of
from support import seeded

if TYPE_CHECKING:
    from random import Random

WRITABLE = list(PUZZLE_FORMATS)

BOARDS = ("4x4", "4x4~0-3", "4x4:none", "jigsaw:AAABABBBCCCDCDDD")

KINDS = sorted(set(MAKERS) - {"DisjointGroups", "Entropic", "GlobalEntropy", "Windows"})
"""Those four do not fit all boards here."""

OPEN = "." * 16
CONTRADICTIONS = [
    Puzzle("1" + "." * 15, [Holds(0, (2,))], geometry="4x4"),
    Puzzle(OPEN, [Holds(0, ())], geometry="4x4"),
    Puzzle(Masks([0, 15, 12, 10] + [15] * 12), geometry="4x4"),
    Puzzle(OPEN, [Minimum((0,)), Minimum((1,))], geometry="4x4"),
    Puzzle(OPEN, [Maximum((0, 1)), Maximum((1,))], geometry="4x4"),
    Puzzle(OPEN, [Cage((0, 1), 0)], geometry="4x4"),
    Puzzle(OPEN, [Cage((0, 1), -3)], geometry="4x4"),
    Puzzle(OPEN, [Arrow((0, 0), (1, 2))], geometry="4x4"),
    Puzzle(OPEN, [Contains((0, 1, 4), (), exact=True)], geometry="4x4"),
    Puzzle("." * 81, [Cage((0, 1), 1000)]),
    Puzzle("1" + "." * 80, [Cage((0,), 2)]),
    Puzzle("." * 81, [Cage((0,), 12)]),
    Puzzle("." * 81, [Cage((0, 1), 0)]),
]
OTHERS = [
    Puzzle(OPEN, [Minimum((0,)), Minimum((5,))], geometry="4x4"),
    Puzzle(OPEN, [Whisper((0, 4, 8), 0)], geometry="4x4"),
    Puzzle("1" + "." * 15, [Equal((0, 5, 0))], geometry="4x4"),
    Puzzle(OPEN, [LookAndSay((0, 1), "31")], geometry="4x4"),
    Puzzle(OPEN, [Or(())], geometry="4x4"),
]


def solutions_there_and_back(puzzle: Puzzle, form: str) -> tuple[int, int] | None:
    """Return how many solutions a puzzle has before and after; None if the format refuses it."""
    try:
        text = write_puzzle(puzzle, form)
    except FormatError:
        return None
    again = read_puzzle(text)
    return count_solutions(puzzle, limit=2_000), count_solutions(again, limit=2_000)


@pytest.mark.parametrize("form", WRITABLE)
@pytest.mark.parametrize("puzzle", [*CONTRADICTIONS, *OTHERS], ids=repr)
def test_what_is_written_means_the_same(puzzle: Puzzle, form: str) -> None:
    counts = solutions_there_and_back(puzzle, form)
    if counts is not None:
        assert counts[0] == counts[1]


@pytest.mark.parametrize("puzzle", [*CONTRADICTIONS[:-4], OTHERS[1]], ids=repr)
def test_interactive_sudoku_solver_says_contradictions(puzzle: Puzzle) -> None:
    assert solutions_there_and_back(puzzle, "iss") is not None


@pytest.mark.parametrize(
    ("constraint", "board"),
    [
        (Arrow((0, 5, 1), (2, 3)), "4x4"),
        (Arrow((0, 1, 2, 3), (4,)), "9x9"),
        (Between((0, 1)), "4x4"),
        (Entropic((0, 1, 2)), "6x6"),
        (EqualityCage((0, 1, 4)), "4x4"),
        (GlobalEntropy(), "6x6"),
        (GlobalModulus(2), "4x4"),
        (GlobalModulus(), "6x6"),
        (LookAndSay((0, 1, 4), "1121"), "4x4"),
        (Lunchbox((0, 5, 10), 100), "4x4"),
        (NumberedRoom((0, 1, 2, 3), 0), "4x4"),
        (RellikCage((0, 5), 0), "4x4"),
        (Sandwich((0, 1, 2, 3), -1), "4x4"),
        (Sandwich((0, 1, 4, 5), 2), "4x4"),
        (Sandwich((0, 1, 4, 5), 5), "4x4"),
        (Skyscraper((0, 1, 2, 3), 5), "4x4"),
        (Sum((0, 1), 150, (101, 1)), "4x4"),
        (SumLine((0, 1, 2, 3), 31), "4x4"),
        (XSum((0, 1, 2, 3), 0), "4x4"),
    ],
    ids=repr,
)
def test_items_that_interactive_sudoku_solver_would_refuse(
    constraint: Constraint, board: str
) -> None:
    """It has an item of the kind, but not for such a board or number: its own words say so."""
    puzzle = Puzzle(Grid("." * Geometry.parse(board).n_cells, board), [constraint])
    with suppress(FormatError):
        items = {item.name for item in items_of(write_puzzle(puzzle, "iss"))}
        assert items <= {"Shape", "", "Sum", "Pair", "NFA", "Or", "And", "AllDifferent"}
    if board == "4x4":
        counts = solutions_there_and_back(puzzle, "iss")
        assert counts is None or counts[0] == counts[1]


def test_f_puzzles_says_minima_that_do_not_border_each_other() -> None:
    assert solutions_there_and_back(OTHERS[0], "fpuzzles") == (30, 30)


def some_puzzle(rng: Random) -> Puzzle:
    """Return a puzzle of a few constraints and restricted cells, often without a solution."""
    board = Geometry.parse(rng.choice(BOARDS))
    names = rng.choices(KINDS, k=rng.randint(0, 3))
    constraints: list[Constraint] = [MAKERS[name](rng, board) for name in names]
    masks = [board.full_mask] * board.n_cells
    for cell in rng.sample(range(board.n_cells), 2):
        masks[cell] = rng.choice((0, 1, 5, 6, 8, 15, 15, 15))
    return Puzzle(Grid(Masks(masks), board), constraints)


@pytest.mark.parametrize("seed", range(3))
def test_random_puzzles_mean_the_same(seed: int) -> None:
    rng = seeded(f"round trip {seed}")
    for _ in range(20):
        puzzle = some_puzzle(rng)
        for form in WRITABLE:
            counts = solutions_there_and_back(puzzle, form)
            assert counts is None or counts[0] == counts[1], (puzzle, form)


def test_a_puzzle_that_items_cannot_say_is_json() -> None:
    rng = random.Random(1)  # noqa: S311 - the same every time
    puzzles = [Puzzle("." * 81, [make(rng, CLASSIC)]) for make in MAKERS.values()]
    texts = [text_of(puzzle) for puzzle in puzzles]
    assert [read_puzzle(text) for text in texts] == puzzles
    assert 0 < sum(text.startswith("{") for text in texts) < len(texts)
