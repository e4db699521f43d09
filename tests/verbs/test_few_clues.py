"""The puzzles of a grid with a few clues, beside all of its minimal puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import lowbit
from lowbit import (
    FewCluePuzzles,
    Grid,
    InputError,
    LimitReachedError,
    MinimalPuzzles,
    MultipleSolutionsError,
    Puzzle,
    PuzzleLike,
)
from lowbit.constraints import Cage, Even
from lowbit.kernels.fewest.nodes import CLUES, DEAD
from lowbit.verbs.fewest.few_clues import as_cells
from lowbit.verbs.puzzles import grid_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FULL = "1234341221434321"

GRIDS: dict[str, tuple[PuzzleLike, str | None, int]] = {
    "houses": (FULL, "4x4", 5),
    "diagonals": ("1234341243212143", "4x4+diagonals", 4),
    "even": (Puzzle(FULL, [Even((1, 3))], geometry="4x4"), None, 4),
    "cages": (Puzzle(FULL, [Cage((0, 1), 3), Cage((10, 11, 15), 8)], geometry="4x4"), None, 4),
}


def lines(found: object) -> list[str]:
    return [grid_of(one).to_line() for one in found]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", GRIDS)
def test_they_are_the_minimal_puzzles_with_as_few(name: str) -> None:
    grid, board, clues = GRIDS[name]
    every = [*map(grid_of, MinimalPuzzles(grid, geometry=board))]
    found = lines(FewCluePuzzles(grid, clues, geometry=board))
    assert sorted(found) == sorted(one.to_line() for one in every if one.n_clues <= clues)
    assert found
    fewest = min(one.n_clues for one in every)
    assert lines(FewCluePuzzles(grid, fewest - 1, geometry=board)) == []


def test_threads_and_interruptions_change_nothing() -> None:
    whole = lines(FewCluePuzzles(FULL, 5, geometry="4x4", threads=1))
    told: list[tuple[int, int]] = []
    search = FewCluePuzzles(
        FULL, 5, geometry="4x4", threads=2, progress=lambda *counts: told.append(counts)
    )
    begun = search.next_block()
    rest = lines(FewCluePuzzles(FULL, 5, geometry="4x4", first_part=search.part))
    assert len(begun) + len(rest) == len(whole)
    assert rest == whole[len(begun) :] == lines(search)
    assert told[-1] == (search.n_parts, search.n_parts)


def test_boards_with_more_rules_need_fewer_clues_than_are_tried() -> None:
    grid = lowbit.random_grids(1, seed=2, geometry="windoku")[0]
    assert list(FewCluePuzzles(grid, 10)) == []


def test_17_clue_puzzles_are_found_in_their_grids(data: Callable[[str], Path]) -> None:
    """In the part of the search that holds each: the parts have nothing in common."""
    puzzle = Grid(data("sudoku17.txt").read_text().splitlines()[1713])
    search = FewCluePuzzles(puzzle, 17, threads=1)
    clues = np.array([allowed in {1 << n for n in range(9)} for allowed in puzzle.allowed])
    nodes = search._parts  # noqa: SLF001 - to find the part that holds the puzzle
    taken, dead = (as_cells(nodes[:, at : at + 2], 81) for at in (CLUES, DEAD))
    (part,) = np.flatnonzero(~(taken & ~clues).any(axis=1) & ~(dead & clues).any(axis=1))
    search.part = int(part)
    assert clues.tolist() in search.next_block().tolist()


def test_searches_that_cannot_be_are_refused() -> None:
    with pytest.raises(InputError, match="128 cells at most, not 256"):
        FewCluePuzzles(lowbit.random_grids(1, seed=1, geometry="16x16")[0])
    with pytest.raises(InputError, match="clues must be 0 or more, not -1"):
        FewCluePuzzles(FULL, -1, geometry="4x4")
    with pytest.raises(MultipleSolutionsError):
        FewCluePuzzles("." * 81)
    assert lines(FewCluePuzzles(FULL, 10**30, geometry="4x4", first_part=10**30)) == []


def test_a_time_limit_ends_the_search() -> None:
    with pytest.raises(LimitReachedError):
        list(FewCluePuzzles(lowbit.random_grids(1, seed=1)[0], 17, time_limit=0.3))
