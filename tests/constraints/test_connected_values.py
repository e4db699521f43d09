"""Connected values: what both engines count, and what they see without a guess."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

import pytest

from lowbit import Geometry, Grid, Masks, Puzzle, count_solutions_many, read_puzzle, write_puzzle
from lowbit.constraints import ConnectedValues
from lowbit.errors import FormatError, LimitReachedError
from lowbit.grid import digits_of
from lowbit.kernels.variants.engine import Engine
from lowbit.reference.search import DeadEndError
from lowbit.reference.variants import VariantSearch, operations_of, propagate
from support import seeded

if TYPE_CHECKING:
    from random import Random

BOARDS = "3x4:free", "2x4:free+VA:2x2", "4x4"
N_TRIED = 30
MOST_FULL = 400
MASKS = {"1": 1, "2": 2, ".": 3}


def tried(rng: Random) -> Puzzle:
    """Return a puzzle of one or two regions, with few candidates."""
    board = Geometry.parse(rng.choice(BOARDS))
    masks = [rng.choice((1, 2, 3, 3, 5, 6, 15)) for _ in range(board.n_cells)]
    while prod(mask.bit_count() for mask in masks) > MOST_FULL:
        masks[rng.randrange(len(masks))] = rng.choice((1, 2, 4))
    some = tuple(rng.sample(range(board.n_cells), 6))
    cells = rng.choice(((), board.cells_of_group("VA") or (), some))
    kinds = [
        ConnectedValues(tuple(rng.sample((1, 2, 3), rng.randint(1, 2))), at, size)
        for at, size in ((cells, None), ((), rng.choice((None, 2, 4, 5))))
    ]
    return Puzzle(Grid(Masks(masks), board), kinds[: rng.randint(1, 2)])


def test_both_engines_count_what_holds() -> None:
    puzzles = [tried(seeded("connected", at)) for at in range(N_TRIED)]
    found = [one.answer for one in count_solutions_many(puzzles)]
    expected = [
        sum(
            puzzle.is_solved_by(Grid(full, puzzle.geometry))
            for full in product(*map(digits_of, puzzle.grid.allowed))
        )
        for puzzle in puzzles
    ]
    assert found == expected == [sum(1 for _ in VariantSearch(puzzle)) for puzzle in puzzles]
    assert {*map(bool, expected)} == {True, False}


# A board of three rows and four columns, with 1 in the region and 2 outside it, and a dot for
# either; what follows, with x for a contradiction; how many cells the region has.
FOLLOWING = {
    "what nothing leads to is outside": (
        "1 . 2 . / 2 2 2 . / . . . .",
        "1 . 2 2/2 2 2 2/2 2 2 2",
        None,
    ),
    "what others are reached through is inside": (
        "1 . . . / 2 2 2 . / 2 2 2 1",
        "1 1 1 1/2 2 2 1/2 2 2 1",
        None,
    ),
    "two that are cut off contradict each other": ("1 2 . . / 2 2 . . / . . . 1", "x", None),
    "some cell is inside": ("2 2 2 2 / 2 . 2 2 / 2 2 2 2", "2 2 2 2/2 1 2 2/2 2 2 2", None),
    "none left": ("2 2 2 2 / 2 2 2 2 / 2 2 2 2", "x", None),
    "what is too far is outside": ("1 . . . / . . . . / . . . .", "1 . . 2/. . 2 2/. 2 2 2", 3),
    "known cells shorten the way": ("1 . 1 . / . . . . / . . . .", "1 1 1 2/2 2 2 2/2 2 2 2", 3),
    "it is large enough already": ("1 1 . . / . . . . / . . . .", "1 1 2 2/2 2 2 2/2 2 2 2", 2),
    "it is too large": ("1 1 1 . / . . . . / . . . .", "x", 2),
    "too small parts are outside": ("2 . 2 . / . 2 2 . / 2 2 . .", "2 2 2 ./2 2 2 1/2 2 . 1", 3),
    "all that is left is needed": ("2 . 2 2 / 2 2 2 . / 2 2 . .", "2 2 2 2/2 2 2 1/2 2 1 1", 3),
    "too much hangs on a cell": ("1 . . . / . 2 2 2 / . . 2 2", "1 1 1 ./1 2 2 2/1 . 2 2", 6),
    "too few are left": ("1 . 2 . / 2 2 . . / . . . .", "x", 3),
}


@pytest.mark.parametrize("name", FOLLOWING)
def test_both_engines_see(name: str) -> None:
    drawn, expected, size = FOLLOWING[name]
    board = Geometry.parse("3x4~1-4:free")
    masks = [MASKS[sign] for sign in drawn.replace("/", "").split()]
    puzzle = Puzzle(Grid(Masks(masks), board), [ConnectedValues((1,), size=size)])
    if expected == "x":
        with pytest.raises(DeadEndError):
            propagate(operations_of(puzzle), list(masks))
        assert is_refuted(puzzle, masks)
        return
    wanted = [MASKS[sign] for sign in expected.replace("/", " ").split()]
    left = list(masks)
    propagate(operations_of(puzzle), left)
    assert left == wanted
    for cell, mask in enumerate(wanted):
        for digit in digits_of(masks[cell]):
            bit = 1 << digit - 1
            tried = [*masks[:cell], bit, *masks[cell + 1 :]]
            assert is_refuted(puzzle, tried) == (not bit & mask)


def is_refuted(puzzle: Puzzle, masks: list[int]) -> bool:
    """Say whether the kernel sees without a guess that there is no solution."""
    try:
        return not list(Engine(puzzle.geometry, puzzle.constraints).search(masks, max_nodes=1))
    except LimitReachedError:
        return False


def test_texts_say_it_of_the_board_and_of_groups() -> None:
    text = ".Shape~4x4.Var~A~~2x2.ConnectedValues~~1_2~8.ConnectedValues~VA~3"
    puzzle = read_puzzle(text)
    group = (16, 17, 18, 19)
    assert puzzle.constraints == (ConnectedValues((1, 2), size=8), ConnectedValues((3,), group))
    assert read_puzzle(write_puzzle(puzzle, "iss")) == puzzle
    listed = puzzle.with_constraints([ConnectedValues((1,), tuple(range(16)))])
    assert write_puzzle(listed, "iss").endswith(".ConnectedValues~~1")
    with pytest.raises(FormatError, match="cannot express ConnectedValues at r1c1 r1c2"):
        write_puzzle(puzzle.with_constraints([ConnectedValues((1,), (0, 1))]), "iss")
    with pytest.raises(FormatError, match="'VB' is no group of variables"):
        read_puzzle(text.replace("~VA~3", "~VB~3"))
