"""Every minimal puzzle within a puzzle, beside all sets of its givens."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

import lowbit
from command_line import lowbit as run
from lowbit import Grid, LimitReachedError, MinimalPuzzles, MultipleSolutionsError, Puzzle
from lowbit.constraints import Cage, Thermometer
from lowbit.verbs.puzzles import grid_of

MEDIUM = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
WITHIN = {
    "6....2.4...29..78.18....9....9...4715.6..4....7...........2...5...7.....2..3.....",
    "6....2.4...29..78.18....9..8.....4715.6..4....7...........2...5...7.....2..3.....",
}
FULL = "1234341221434321"

PUZZLES = (
    Grid("123434122143....", "4x4"),
    Grid("123434122.434...", "4x4:none"),
    Grid.from_masks([1, 2, 4, 12, 4, 12, 1, 2, 2, 1, 12, 4, 15, 15, 2, 1], "4x4"),
    Puzzle("1..434..214...2.", [Cage((0, 1), 3), Thermometer((0, 1, 2, 3))], geometry="4x4"),
)


def subsets(puzzle: Grid | Puzzle) -> set[tuple[int, ...]]:
    """Return the masks of all minimal puzzles within a puzzle, found by looking at every one."""
    grid = puzzle if isinstance(puzzle, Grid) else puzzle.grid
    given = [cell for cell, mask in enumerate(grid.allowed) if mask & (mask - 1) == 0]
    full = grid.geometry.full_mask
    unique = set()
    for gone in chain.from_iterable(combinations(given, k) for k in range(len(given) + 1)):
        masks = tuple(full if cell in gone else mask for cell, mask in enumerate(grid.allowed))
        found = Grid.from_masks(masks, grid.geometry)
        if lowbit.is_unique(found if isinstance(puzzle, Grid) else puzzle.with_grid(found)):
            unique.add(masks)
    return {
        masks
        for masks in unique
        if not any(
            (*masks[:cell], full, *masks[cell + 1 :]) in unique
            for cell in given
            if masks[cell] != full
        )
    }


@pytest.mark.parametrize("puzzle", PUZZLES, ids=["4x4", "no boxes", "restricted", "constraints"])
def test_each_minimal_puzzle_is_found_once(puzzle: Grid | Puzzle) -> None:
    found = list(MinimalPuzzles(puzzle))
    masks = [(one if isinstance(one, Grid) else one.grid).allowed for one in found]
    assert len(set(masks)) == len(masks) > 0
    assert set(masks) == subsets(puzzle)
    assert all(type(one) is type(puzzle) for one in found)


def lines(puzzle: str) -> set[str]:
    """Return the minimal puzzles within a classic one as lines."""
    return {grid_of(found).to_line() for found in MinimalPuzzles(puzzle)}


def test_the_classic_board_has_the_lanes() -> None:
    assert lines(MEDIUM) == WITHIN
    assert lines(min(WITHIN)) == {min(WITHIN)}
    more = MEDIUM[:80] + lowbit.solve(MEDIUM).to_line()[80]
    assert lines(more) >= WITHIN
    assert lowbit.is_minimal_many(sorted(lines(more))).array.all()


def test_the_first_within_a_full_grid_is_found_soon() -> None:
    found = MinimalPuzzles(lowbit.solve(MEDIUM), max_nodes=400_000)
    assert lowbit.is_minimal(next(found))


def test_limits_end_it_and_others_are_refused() -> None:
    with pytest.raises(LimitReachedError):
        list(MinimalPuzzles(FULL, geometry="4x4", max_nodes=30))
    with pytest.raises(LimitReachedError):
        list(MinimalPuzzles(lowbit.solve(MEDIUM), time_limit=0.05))
    with pytest.raises(MultipleSolutionsError):
        MinimalPuzzles("." * 16, geometry="4x4")


def test_the_command_writes_all_or_some() -> None:
    done = run("minimize", "--all", f"{MEDIUM}", "." * 81, "1" * 81)
    lines = done.stdout.splitlines()
    assert set(lines[:2]) == WITHIN
    assert lines[2].endswith("# several")
    assert lines[3].endswith("# none")
    assert done.returncode == 1
    one = run("minimize", "--all", "--limit", "1", "--to", "csv", MEDIUM)
    assert one.stdout.splitlines()[1].startswith(f"{MEDIUM},minimal,")
    assert len(one.stdout.splitlines()) == 2
    assert run("minimize", "--limit", "1", MEDIUM).returncode == 2
    assert run("minimize", "--all", "--seed", "1", MEDIUM).returncode == 2
    ended = run("minimize", "--all", "--max-nodes", "40", "--geometry", "4x4", FULL)
    assert ended.stdout.splitlines()[-1] == f"{FULL}  # limit-reached"
