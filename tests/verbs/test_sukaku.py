"""Puzzles given by their candidates: made, minimised, and compared with brute force."""

from __future__ import annotations

from itertools import product
from typing import Any

import pyarrow as pa
import pytest

import lowbit
from lowbit import (
    Grid,
    LimitReachedError,
    Puzzle,
    generate_sukaku,
    minimal_candidates,
    minimal_candidates_many,
)
from lowbit.constraints import Thermometer
from lowbit.verbs.generate import sukaku
from lowbit.verbs.minimize import letting_back

ALL_GRIDS = [grid.givens for grid in lowbit.solutions("." * 16, geometry="4x4")]


def n_solutions(masks: tuple[int, ...]) -> int:
    """Count the solutions of a 4x4 puzzle, among all grids that there are."""
    return sum(
        all(mask >> digit - 1 & 1 for mask, digit in zip(masks, grid, strict=True))
        for grid in ALL_GRIDS
    )


def with_one_more(masks: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the puzzle with each candidate that it leaves out, one by one."""
    return [
        (*masks[:cell], masks[cell] | 1 << digit, *masks[cell + 1 :])
        for cell, digit in product(range(len(masks)), range(4))
        if not masks[cell] >> digit & 1
    ]


def is_minimal(masks: tuple[int, ...]) -> bool:
    """Whether there is one solution, and several as soon as any candidate comes back."""
    more = with_one_more(masks)
    return n_solutions(masks) == 1 and all(n_solutions(each) > 1 for each in more)


def test_made_puzzles_need_all_that_they_leave_out() -> None:
    made = [grid.allowed for grid in generate_sukaku(20, geometry="4x4", seed=3)]
    assert len(set(made)) == 20
    assert all(map(is_minimal, made))


def test_a_seed_gives_the_same_puzzles_however_many_are_made_side_by_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = list(generate_sukaku(5, geometry="6x6", seed=1))
    monkeypatch.setattr(sukaku, "SIDE_BY_SIDE", 2)
    monkeypatch.setattr(letting_back, "AT_ONCE", 1)
    assert list(generate_sukaku(3, geometry="6x6", seed=1)) == made[:3]
    assert list(generate_sukaku(3, geometry="6x6", seed=1, time_limit=1e9)) == made[:3]
    assert next(generate_sukaku(seed=2, geometry="6x6")) not in made


def test_a_puzzle_of_the_classic_board_is_minimal() -> None:
    (made,) = generate_sukaku(seed=4)
    assert (made.geometry.size, lowbit.count_solutions(made)) == (9, 1)
    cell = next(cell for cell, mask in enumerate(made.allowed) if mask != 511)
    bit = 511 & ~made.allowed[cell] & -(511 & ~made.allowed[cell])
    more = list(made.allowed)
    more[cell] |= bit
    assert lowbit.count_solutions(Grid.from_masks(more), limit=2) == 2


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_minimal_candidates_keep_the_solution_and_need_each_other(seed: int | None) -> None:
    full = Grid(list(ALL_GRIDS[17]), "4x4")
    for puzzle in (full, next(generate_sukaku(geometry="4x4", seed=9))):
        found = minimal_candidates(puzzle, seed=seed)
        assert is_minimal(found.allowed)
        assert all(old & ~new == 0 for old, new in zip(puzzle.allowed, found.allowed, strict=True))
        assert minimal_candidates(found, seed=7) == found


@pytest.mark.parametrize("seed", [None, 3])
def test_batches_let_candidates_back_as_one_puzzle_does(seed: int | None) -> None:
    full = Grid(list(ALL_GRIDS[17]), "4x4")
    caged = Puzzle(full, [Thermometer((0, 1))])
    some = [
        full,
        "?",
        "." * 16,
        full,
        "11" + "." * 14,
        next(generate_sukaku(geometry="4x4", seed=9)),
    ]
    several: list[list[Any]] = [some, [full, caged, "?", "." * 16]]
    for puzzles in several:
        batch = minimal_candidates_many(puzzles, geometry="4x4", seed=seed)
        for row, puzzle in enumerate(puzzles):
            if not isinstance(puzzle, str):
                found = minimal_candidates(puzzle, seed=seed, row=row)
                assert batch[row].puzzle == found
        rest = minimal_candidates_many(puzzles, geometry="4x4", seed=seed, max_nodes=1)
        assert rest.summary().get("limit-reached")
    assert [row.status.word for row in batch][2:] == ["invalid", "several"]


def test_batches_of_the_classic_board_let_candidates_back() -> None:
    (made,) = generate_sukaku(seed=4)
    masks = list(made.allowed)
    cell = next(cell for cell, mask in enumerate(masks) if mask.bit_count() > 4)
    known = lowbit.solve(made).allowed
    masks[cell] = known[cell]
    batch = minimal_candidates_many([made, "." * 81, Grid.from_masks(masks)])
    assert batch[0].puzzle == made
    assert batch.to_strings()[1] == ""
    assert batch[2].puzzle == minimal_candidates(Grid.from_masks(masks))
    assert (batch.nodes > 0).all()


def test_rows_of_a_seed_are_other_orders() -> None:
    full = Grid(list(ALL_GRIDS[17]), "4x4")
    assert len({minimal_candidates(full, seed=1, row=row) for row in range(4)}) > 1


def test_constraints_take_part_and_stay() -> None:
    puzzle = Puzzle(Grid(list(ALL_GRIDS[0]), "4x4"), [Thermometer((0, 1, 2, 3))])
    found = minimal_candidates(puzzle)
    assert found.constraints == puzzle.constraints
    assert found.grid.allowed[:4] == (15, 15, 15, 15)
    assert lowbit.is_unique(found)
    for more in with_one_more(found.grid.allowed):
        masks = Grid.from_masks(more, "4x4")
        assert not lowbit.is_unique(Puzzle(masks, puzzle.constraints))


def test_puzzles_without_one_solution_and_limits_are_named() -> None:
    with pytest.raises(lowbit.MultipleSolutionsError):
        minimal_candidates("." * 16, geometry="4x4")
    with pytest.raises(lowbit.NoSolutionError):
        minimal_candidates("11" + "." * 14, geometry="4x4")
    with pytest.raises(LimitReachedError):
        minimal_candidates("." * 80 + "1", max_nodes=1)
    with pytest.raises(LimitReachedError):
        list(generate_sukaku(seed=1, time_limit=0))
    with pytest.raises(lowbit.InputError):
        generate_sukaku(-1)
    assert list(generate_sukaku(0)) == []


@pytest.mark.parametrize("board", ["9x9", "4x4"])
def test_givens_are_removed_from_restricted_puzzles_and_their_candidates_stay(board: str) -> None:
    full = lowbit.random_grids(1, geometry=board, seed=6)[0]
    masks = list(full.allowed)
    masks[0] |= 0b111
    puzzles = [Grid.from_masks(masks, board), full, Grid([0] * len(full), board)]
    batch = lowbit.minimize_many(puzzles, geometry=board)
    assert [row.puzzle for row in batch[:2]] == [lowbit.minimize(one) for one in puzzles[:2]]
    assert batch.to_strings()[0] == lowbit.minimize(puzzles[0]).to_pencilmarks()
    assert batch[1:].to_strings() == [lowbit.minimize(full).to_line(), ""]
    texts = [puzzles[0].to_pencilmarks(), full.to_line()]
    answered = lowbit.tables.minimize(pa.array(texts), geometry=board).to_pydict()
    assert answered["minimal"] == batch.to_strings()[:2]
