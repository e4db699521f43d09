"""Minimising, alone and in batch, beside a loop over the givens that is slow and plain."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lowbit
from lowbit import Geometry, Grid, Status
from lowbit.errors import (
    InputError,
    LimitReachedError,
    MultipleSolutionsError,
    NoSolutionError,
)
from lowbit.reference.search import Search
from lowbit.rng import SplitMix64
from lowbit.verbs.minimize import answers, stripping
from lowbit.verbs.solve import many as solving
from lowbit.verbs.solve import rounds
from random_puzzles import bits, grids_of, random_masks, random_solutions
from support import (
    BOARDS,
    MAKERS,
    QUICK_BOARDS,
    count,
    random_solution,
    seeded,
    slow_except,
    unique_puzzle,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from conftest import Data
    from lowbit.limits import Limits

EMPTY = "." * 81
CLASHING = "11" + "." * 79
EASY = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
"""It can do without the givens of two cells, 27 and 29, but not without both."""
WITHOUT_ONE = {27: (29,), 29: (27,)}

MIRRORED = [min(cell, 80 - cell) for cell in range(81)]


def plainly_minimized(
    grid: Grid, groups: Iterable[Iterable[int]], stays: Iterable[int] = (), at_least: int = 0
) -> Grid:
    """Take each group of givens away in order, if there is one solution without it."""
    for group in groups:
        fewer = grid
        for cell in group:
            if grid[cell] and cell not in stays:
                fewer = without(fewer, cell)
        if fewer.n_clues >= at_least and count(fewer, 2) == 1:
            grid = fewer
    return grid


def order(seed: int | None, item: int, n: int) -> list[int]:
    places = list(range(n))
    if seed is not None:
        SplitMix64(seed, item).shuffle(places)
    return places


def full_grids(n: int) -> NDArray[np.uint8]:
    return random_solutions(n, np.random.default_rng(5))


@pytest.mark.parametrize("seed", slow_except([None, 0, 2**64 - 1], [0]))
@pytest.mark.parametrize("board", slow_except(BOARDS, QUICK_BOARDS))
def test_one_puzzle_is_minimised_as_by_the_plain_loop(board: str, seed: int | None) -> None:
    geometry = Geometry.parse(board)
    solution = random_solution(geometry, seeded(board))
    found = lowbit.minimize(solution, seed=seed)
    assert found == plainly_minimized(solution, [[c] for c in order(seed, 0, len(solution))])
    assert lowbit.is_minimal(found)
    assert lowbit.solve(found) == solution


@pytest.mark.parametrize("kind", MAKERS)
def test_redundant_givens_and_true_candidates_of_one_puzzle(kind: str) -> None:
    rng = seeded("needs", kind)
    for board in ("4x4", "6x6", "9x9"):
        geometry = Geometry.parse(board)
        for _ in range(3):
            grid = MAKERS[kind](random_solution(geometry, rng), rng)
            solutions = list(lowbit.solutions(grid, limit=500))
            if len(solutions) < 500:
                union = [0] * len(grid)
                for solution in solutions:
                    union = [a | b for a, b in zip(union, solution.allowed, strict=True)]
                assert lowbit.true_candidates(grid).allowed == tuple(union)
            if len(solutions) == 1:
                expected = [
                    c for c in range(len(grid)) if grid[c] and count(without(grid, c), 2) == 1
                ]
                assert lowbit.redundant_givens(grid) == tuple(expected)
                assert lowbit.is_minimal(grid) == (not expected)


def test_a_puzzle_whose_first_cell_alone_can_go_is_not_minimal() -> None:
    puzzle = Grid("1..43..221......", "4x4")
    assert lowbit.redundant_givens(puzzle) == (0,)
    assert not lowbit.is_minimal(puzzle)


def test_what_has_not_one_solution_has_no_needs() -> None:
    for verb in (lowbit.minimize, lowbit.is_minimal, lowbit.redundant_givens):
        with pytest.raises(MultipleSolutionsError):
            verb(EMPTY)
        with pytest.raises(NoSolutionError):
            verb(CLASHING)
    assert set(lowbit.true_candidates(CLASHING).allowed) == {0}
    assert set(lowbit.true_candidates(EMPTY).allowed) == {511}


@pytest.mark.parametrize(
    ("verb", "puzzle"),
    [
        ("minimize", EASY),
        ("is_minimal", EASY),
        ("redundant_givens", EASY),
        ("true_candidates", EMPTY),
    ],
)
def test_limits_of_one_puzzle(verb: str, puzzle: str) -> None:
    function = getattr(lowbit, verb)
    for n in (0, 1, 5):
        with pytest.raises(LimitReachedError):
            function(puzzle, max_nodes=n)
    with pytest.raises(LimitReachedError):
        function(puzzle, time_limit=0)
    for limit in ({"max_nodes": -1}, {"time_limit": -1}, {"time_limit": float("nan")}):
        with pytest.raises(InputError):
            function(puzzle, **limit)


def test_no_search_is_made_for_a_candidate_that_a_solution_has_shown() -> None:
    solved = next(Search(Grid(EASY)))
    assert lowbit.true_candidates(solved, max_nodes=1) == solved


@pytest.mark.parametrize(
    ("verb", "puzzle"),
    [("is_minimal", EASY), ("redundant_givens", EASY), ("true_candidates", EMPTY)],
)
def test_the_searches_of_a_batch_share_its_time(
    verb: str, puzzle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = []

    def noting(batch: Any, limits: Limits, *rest: Any) -> Any:
        ends.append(limits.deadline)
        return searched(batch, limits, *rest)

    searched = solving.searched
    monkeypatch.setattr(solving, "searched", noting)
    getattr(lowbit, f"{verb}_many")([puzzle], time_limit=1000)
    assert len(ends) > 1
    assert len({*ends}) == 1
    assert ends[0] < inf


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_is_in_64_bits(seed: int) -> None:
    for verb in (lowbit.minimize, lambda puzzle, seed: lowbit.minimize_many([puzzle], seed=seed)):
        with pytest.raises(InputError, match="seed"):
            verb(EASY, seed=seed)


@pytest.mark.parametrize("seed", [None, 3])
def test_full_grids_are_minimised_as_by_the_plain_loop(seed: int | None) -> None:
    solutions = full_grids(5)
    batch = lowbit.minimize_many(solutions, seed=seed)
    assert (batch.status == Status.UNIQUE).all()
    for item, (solution, minimal) in enumerate(zip(solutions, batch.puzzles, strict=True)):
        cells = [[cell] for cell in order(seed, item, 81)]
        assert Grid(minimal) == plainly_minimized(Grid(solution), cells)
        assert Grid(minimal) == lowbit.minimize(solution, seed=seed, row=item)


@pytest.mark.parametrize(
    "kind", slow_except(["givens", "spoilt", "restricted", "solved"], ["solved"])
)
def test_puzzles_of_all_kinds_are_minimised_as_by_the_plain_loop(kind: str) -> None:
    masks = random_masks(kind, 16)
    puzzles = lowbit.Masks(masks)
    batch = lowbit.minimize_many(puzzles, seed=8)
    solved = lowbit.solve_many(puzzles)
    assert np.array_equal(batch.status, solved.status)
    assert not batch.puzzles[solved.status != Status.UNIQUE].any()
    redundant, minimal = (
        lowbit.redundant_givens_many(puzzles).array,
        lowbit.is_minimal_many(puzzles).array,
    )
    for item in np.flatnonzero(solved.status == Status.UNIQUE).tolist():
        grid = grids_of(masks[item : item + 1])[0]
        twin = plainly_minimized(grid, [[cell] for cell in order(8, item, 81)])
        assert batch.puzzles[item].tobytes() == twin.givens
        assert tuple(np.flatnonzero(redundant[item])) == lowbit.redundant_givens(grid)
        assert minimal[item] == (not redundant[item].any())
    assert not redundant[solved.status != Status.UNIQUE].any()
    assert not minimal[solved.status != Status.UNIQUE].any()


@pytest.mark.parametrize(
    "kind",
    slow_except(["givens", "spoilt", "restricted", "clashing"], ["givens", "spoilt", "clashing"]),
)
@pytest.mark.parametrize("few", slow_except([1, 8], [8]))
def test_true_candidates_of_a_batch(kind: str, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "FEW_CELLS", few)
    monkeypatch.setattr(rounds, "LANES_TO_FILL", 1)
    monkeypatch.setattr(answers, "PORTION", 7)
    masks = random_masks(kind, 14, seed=1)
    found = lowbit.true_candidates_many(lowbit.Masks(masks)).array
    for grid, row in zip(grids_of(masks), found, strict=True):
        assert tuple(row) == lowbit.true_candidates(grid).allowed


@pytest.mark.parametrize(
    "asked",
    [
        {"groups": MIRRORED},
        {"groups": [cell // 9 for cell in range(81)], "stays": [c % 5 == 0 for c in range(81)]},
        {"stays": [True] * 81},
        {"groups": [7] * 81},
        {"at_least": 31},
        {"groups": MIRRORED, "at_least": 40},
    ],
)
def test_groups_stay_or_go_together(asked: dict[str, Any]) -> None:
    solutions = full_grids(5)
    stripped = stripping.strip_puzzles(bits(solutions), solutions, seed=4, **asked)
    numbers = asked.get("groups", range(81))
    stays = {cell for cell, does in enumerate(asked.get("stays", ())) if does}
    at_least = asked.get("at_least", 0)
    used = sorted({number for cell, number in enumerate(numbers) if cell not in stays})
    for item, (solution, minimal) in enumerate(zip(solutions, stripped.puzzles, strict=True)):
        groups = [
            [cell for cell in range(81) if numbers[cell] == used[unit]]
            for unit in order(4, item, len(used))
        ]
        twin = plainly_minimized(Grid(solution), groups, stays, at_least)
        assert Grid(minimal) == twin


@pytest.mark.parametrize("step", slow_except([1, 7, 81], [7]))
def test_how_many_go_at_once_changes_nothing(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    solutions = full_grids(8)
    before = lowbit.minimize_many(solutions, seed=1)
    monkeypatch.setattr(stripping, "STEPS", np.full(82, step))
    assert np.array_equal(lowbit.minimize_many(solutions, seed=1).puzzles, before.puzzles)


def test_threads_and_neighbours_change_nothing() -> None:
    solutions = full_grids(700)
    one = lowbit.minimize_many(solutions, seed=2, threads=1)
    four = lowbit.minimize_many(solutions, seed=2, threads=4)
    first = lowbit.minimize_many(solutions[:5], seed=2)
    for field in ("status", "puzzles", "nodes"):
        assert np.array_equal(getattr(one, field), getattr(four, field))
        assert np.array_equal(getattr(one, field)[:5], getattr(first, field))
    assert not np.array_equal(
        one.puzzles, lowbit.minimize_many(solutions, seed=3, threads=1).puzzles
    )


@settings(max_examples=20)
@given(st.integers(0, 2**64 - 1), st.integers(0, 10**6))
def test_what_is_minimal_needs_each_given(seed: int, which: int) -> None:
    solution = random_solutions(1, np.random.default_rng(which))
    batch = lowbit.minimize_many(solution, seed=seed)
    assert lowbit.is_minimal_many(batch.puzzles).array.all()
    givens = np.flatnonzero(batch.puzzles[0])
    fewer = np.repeat(batch.puzzles, givens.size, axis=0)
    fewer[np.arange(givens.size), givens] = 0
    assert (lowbit.solve_many(fewer).status == Status.SEVERAL).all()
    assert np.array_equal(lowbit.solve_many(batch.puzzles).solutions, solution)


def test_every_row_keeps_its_place_and_status() -> None:
    batch = lowbit.minimize_many([EASY, "?", EMPTY, CLASHING, EASY])
    statuses = (Status.UNIQUE, Status.INVALID, Status.SEVERAL, Status.NONE, Status.UNIQUE)
    assert batch.status.tolist() == list(statuses)
    assert np.array_equal(batch.puzzles[0], batch.puzzles[4])
    assert np.flatnonzero(lowbit.redundant_givens_many(["?", EASY]).array[1]).tolist() == [27, 29]
    assert lowbit.true_candidates_many(["?", CLASHING]).array.tolist() == [[0] * 81] * 2
    assert len(lowbit.minimize_many([]).status) == 0
    assert lowbit.redundant_givens_many([]).array.shape == (0, 81)
    assert lowbit.true_candidates_many([]).array.shape == (0, 81)


def test_limits_of_a_batch() -> None:
    solutions = full_grids(100)
    none = lowbit.minimize_many(solutions, max_nodes=1)
    assert set(none.status) == {Status.LIMIT_REACHED}
    assert not none.puzzles.any()
    enough = lowbit.minimize_many(solutions, seed=1)
    most = int(np.median(enough.nodes))
    some = lowbit.minimize_many(solutions, seed=1, max_nodes=most)
    done = some.status == Status.UNIQUE
    assert 0 < done.sum() < 100
    assert np.array_equal(done, enough.nodes <= most)  # what solves it counts, too
    assert np.array_equal(some.nodes, np.minimum(enough.nodes, most))
    assert np.array_equal(some.puzzles[done], enough.puzzles[done])
    late = lowbit.minimize_many(np.repeat(solutions, 20, axis=0), time_limit=0)
    assert Status.LIMIT_REACHED in late.status
    assert np.array_equal(late.puzzles.any(axis=1), late.status == Status.UNIQUE)
    for verb in (lowbit.is_minimal_many, lowbit.redundant_givens_many, lowbit.true_candidates_many):
        assert verb([EMPTY, EASY], max_nodes=0).summary() == {"limit-reached": 2}


@pytest.mark.parametrize(
    "limit", [{"threads": 0}, {"max_nodes": -1}, {"time_limit": -1.0}, {"time_limit": float("nan")}]
)
def test_limits_that_are_none(limit: dict[str, Any]) -> None:
    for verb in (lowbit.minimize_many, lowbit.is_minimal_many, lowbit.true_candidates_many):
        with pytest.raises(InputError):
            verb([EASY], **limit)


@pytest.mark.usefixtures("reporting")
def test_a_long_batch_tells_its_progress_and_can_be_stopped() -> None:
    solutions = np.repeat(full_grids(100), 1000, axis=0)
    reported: list[tuple[int, int]] = []

    def listen(done: int, total: int) -> None:
        reported.append((done, total))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lowbit.minimize_many(solutions, progress=listen)
    assert reported[0][1] == len(solutions)
    assert reported[0][0] < len(solutions)


def test_arrays_that_do_not_fit_are_turned_away() -> None:
    solutions = full_grids(2)
    for masks, asked in (
        (bits(solutions)[:1], {}),
        (bits(solutions), {"groups": [1, 2]}),
        (bits(solutions), {"stays": [True]}),
    ):
        with pytest.raises(InputError):
            stripping.strip_puzzles(masks, solutions, **asked)


def test_puzzles_of_17_givens_are_minimal(data: Data) -> None:
    lines = data("sudoku17.txt").read_text().split()
    assert lowbit.is_minimal_many(lines[:5000]).array.all()
    assert not lowbit.redundant_givens_many(lines[:500]).array.any()
    assert np.array_equal(
        np.count_nonzero(lowbit.minimize_many(lines[:500], seed=1).puzzles, axis=1), [17] * 500
    )


@pytest.mark.parametrize("n", slow_except([8, 25], [8]))
def test_givens_that_real_puzzles_do_not_need(data: Data, n: int) -> None:
    lines = data("top1465.txt").read_text().split()[:n]
    redundant = lowbit.redundant_givens_many(lines).array
    assert np.array_equal(lowbit.is_minimal_many(lines).array, ~redundant.any(axis=1))
    for line, row in zip(lines, redundant, strict=True):
        assert tuple(np.flatnonzero(row)) == lowbit.redundant_givens(line)


def test_an_unneeded_given_of_a_minimal_puzzle() -> None:
    rng = seeded("one more")
    puzzle = unique_puzzle(random_solution(Geometry.parse("9x9"), rng), rng)
    solution = lowbit.solve(puzzle)
    blank = puzzle.givens.index(0)
    masks = [*puzzle.allowed]
    masks[blank] = solution.allowed[blank]
    assert blank in lowbit.redundant_givens(Grid.from_masks(masks))
