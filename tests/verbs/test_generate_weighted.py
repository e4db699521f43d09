"""Minimal puzzles with weights: what is drawn, what it weighs, and what ends it."""

from __future__ import annotations

import math
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import lowbit
from lowbit import EffortSpentError, Grid, InputError, generate_weighted, random_grids
from lowbit.kernels.classic.making.subsets import DrawnSubsets
from lowbit.rng import SplitMix64
from lowbit.verbs.generate import subsets
from lowbit.verbs.generate.weighted import weights_of
from support import count, without

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEED = 8
FOUND = 3


@pytest.fixture(scope="module")
def found() -> lowbit.WeightedPuzzles:
    return generate_weighted(FOUND, seed=SEED)


def test_each_puzzle_is_minimal_and_has_its_grid_and_its_weight(
    found: lowbit.WeightedPuzzles,
) -> None:
    grids = random_grids(int(found.grids[-1]) + 1, seed=SEED).array
    assert len(found) == FOUND
    for puzzle, weight, number in zip(found, found.weights, found.grids, strict=True):
        assert count(puzzle, 2) == 1
        assert all(
            count(without(puzzle, cell), 2) == 2 for cell, digit in enumerate(puzzle) if digit
        )
        assert lowbit.solve(puzzle) == Grid(grids[number].tolist())
        assert weight == math.comb(81, puzzle.n_clues)


def test_the_first_are_the_same_for_any_number_and_threads(found: lowbit.WeightedPuzzles) -> None:
    one = generate_weighted(1, seed=SEED, threads=3)
    assert one.to_strings() == found.to_strings()[:1]
    assert one.next_grid == one.grids[0] + 1
    rest = generate_weighted(FOUND - 1, seed=SEED, first_grid=one.next_grid)
    assert rest.to_strings() == found[1:].to_strings()
    assert (rest.grids.tolist(), rest.weights.tolist()) == (
        found.grids[1:].tolist(),
        found.weights[1:].tolist(),
    )


def test_results_are_sequences_and_survive_pickle(found: lowbit.WeightedPuzzles) -> None:
    copy = pickle.loads(pickle.dumps(found))  # noqa: S301 - our own bytes
    assert list(copy) == list(found)
    assert copy.weights.tolist() == found.weights.tolist()
    assert found[-1] == list(found)[-1]
    assert np.shares_memory(found[1:].weights, found.weights)
    assert repr(found) == "<WeightedPuzzles: 3 on 9x9>"
    none = generate_weighted(0, first_grid=5)
    assert (repr(none), none.next_grid) == ("<WeightedPuzzles: 0 on 9x9>", 5)
    assert [found[rows].next_grid for rows in (slice(1), slice(0))] == [
        found.grids[0] + 1,
        found.next_grid,
    ]


@pytest.mark.parametrize("clues", [24, 27, (25, 26)])
def test_puzzles_have_the_givens_that_were_asked_for(clues: int | tuple[int, int]) -> None:
    fewest, most = clues if isinstance(clues, tuple) else (clues, clues)
    puzzles = generate_weighted(2, clues=clues, seed=SEED)
    assert all(fewest <= puzzle.n_clues <= most for puzzle in puzzles)
    assert lowbit.is_minimal_many(puzzles).array.all()


def shuffled(cells: list[int], number: int) -> list[int]:
    stream, cells = SplitMix64(1, number), [*cells]
    for last in range(len(cells) - 1, 0, -1):
        other = stream.below(last + 1)
        cells[last], cells[other] = cells[other], cells[last]
    return cells


def orders_around(minimal: NDArray[np.uint8], subset: list[int], n: int) -> NDArray[np.uint8]:
    """Return orders of a subset that begin with the cells of a minimal puzzle, or nearly."""
    orders = np.zeros((n, 81), np.uint8)
    for row in range(n):
        cells = shuffled(np.flatnonzero(minimal).tolist(), row)
        rest = shuffled([cell for cell in subset if minimal[cell] == 0], row)
        late, early = row % 3, row % 5
        order = [*cells[late:], *rest[:early], *cells[:late], *rest[early:]]
        orders[row, : len(subset)] = order
    return orders


def ends(puzzle: NDArray[np.uint8], order: list[int]) -> NDArray[np.uint8]:
    """Take cells away from a puzzle, the last of the order first, while it has one solution."""
    left = np.tile(puzzle, (len(order), 1))
    for n_gone, cell in enumerate(reversed(order), start=1):
        left[n_gone:, cell] = 0
    is_unique = lowbit.is_unique_many(left).array
    end: NDArray[np.uint8] = left[int(is_unique.sum()) - 1]
    return end


@pytest.mark.parametrize(("fewest", "most"), [(17, 32), (25, 32), (17, 24)])
def test_an_order_is_found_just_if_it_ends_at_a_minimal_puzzle(fewest: int, most: int) -> None:
    size, n = 32, 15
    solutions = random_grids(2, seed=SEED).array
    minimals = lowbit.minimize_many(solutions, seed=1).puzzles
    subset_rows, order_rows = [], []
    for solution, minimal in zip(solutions, minimals, strict=True):
        givens = np.flatnonzero(minimal).tolist()
        others = shuffled(np.flatnonzero(minimal == 0).tolist(), 9)
        subset = sorted([*givens, *others[: size - len(givens)]])
        subset_rows.append((np.where(np.isin(range(81), subset), solution, 0), subset))
        order_rows.append(orders_around(minimal, subset, n))
    puzzles = np.array([puzzle for puzzle, _ in subset_rows], np.uint8)
    cells = np.zeros((2, 81), np.uint8)
    cells[:, :size] = [subset for _, subset in subset_rows]
    needed = subsets._needed(DrawnSubsets(puzzles, cells, np.arange(2)), size, 1)  # noqa: SLF001
    for row, (puzzle, subset) in enumerate(subset_rows):
        fewer = np.where(np.eye(81, dtype=bool)[subset], 0, puzzle)
        assert (needed[row, subset] == ~lowbit.is_unique_many(fewer).array).all()
        assert not needed[row, puzzle == 0].any()
    orders = np.concatenate(order_rows)
    of = np.repeat([0, 1], n)
    expected = {}
    for row in range(2 * n):
        end = ends(puzzles[of[row]], orders[row, :size].tolist())
        if fewest <= np.count_nonzero(end) <= most and lowbit.is_minimal_many([end]).array[0]:
            expected[row] = end.tolist()
    tried = DrawnSubsets(puzzles[of], orders, of)
    plan = subsets.SubsetPlan(fewest, most, size, 1, n)
    rows = subsets._are_minimal(tried, needed, plan, 1)  # noqa: SLF001 - the heart of it
    assert {row: tried.puzzles[row].tolist() for row in rows.tolist()} == expected
    assert len(expected) < 2 * n
    assert expected or most == 24


def test_a_grid_with_several_puzzles_gives_any_of_them_and_it_counts_for_all() -> None:
    grids = np.repeat(np.arange(600), [2, 1, 3] * 200)
    puzzles = np.zeros((len(grids), 81), np.uint8)
    puzzles[:, 0] = np.concatenate([[1, 2, 1, 1, 2, 3]] * 200)
    chosen = subsets._one_of_each(puzzles, grids, SEED)  # noqa: SLF001 - rare otherwise
    block = subsets.MinimalSubsets(*chosen, 600)
    assert block.grids.tolist() == list(range(600))
    assert block.found.tolist() == [2, 1, 3] * 200
    drawn = block.puzzles[:, 0].reshape(200, 3)
    assert [len(set(column.tolist())) for column in drawn.T] == [2, 1, 3]
    for column, n in ((0, 2), (2, 3)):
        counts = np.bincount(drawn[:, column])[1:]
        assert np.abs(counts - 200 / n).max() < 4 * (200 / n) ** 0.5
    assert (weights_of(block) == 81 * block.found).all()


def test_what_was_found_when_the_effort_is_spent_is_kept(found: lowbit.WeightedPuzzles) -> None:
    tries = subsets.plan_for((17, 32)).n_tries
    first, second = found.grids[:2].tolist()
    assert second - first > first + 1  # or another seed would do
    with pytest.raises(EffortSpentError, match="1 of 9 were found") as caught:
        generate_weighted(9, seed=SEED, max_tries=tries * (first + 1))
    assert isinstance(caught.value.found, lowbit.WeightedPuzzles)
    assert caught.value.found.next_grid == 2 * (first + 1)
    assert caught.value.tries == tries * 2 * (first + 1)
    assert caught.value.found.to_strings() == found.to_strings()[:1]
    with pytest.raises(EffortSpentError, match="the time limit of 0 s") as late:
        generate_weighted(10**6, clues=20, first_grid=7, time_limit=0)
    assert isinstance(late.value.found, lowbit.WeightedPuzzles)
    assert (late.value.found.next_grid, late.value.tries) == (7, 0)


def test_grids_are_looked_at_as_long_as_they_count_and_give_the_same_in_any_blocks(
    found: lowbit.WeightedPuzzles,
) -> None:
    first, plan = found.grids[0], subsets.plan_for((17, 32))
    none = subsets.searched(plan, SEED, 0, int(first))
    some = subsets.searched(plan, SEED, int(first), 1)
    assert (len(none.grids), none.next_grid) == (0, first)
    assert (some.grids.tolist(), some.next_grid) == ([first], first + 1)
    assert lowbit.Grids(some.puzzles).to_strings() == found.to_strings()[:1]
    for max_tries, n_grids in ((1, 1), (plan.n_tries, 1), (plan.n_tries + 1, 2)):
        with pytest.raises(EffortSpentError) as caught:
            generate_weighted(9, seed=SEED, max_tries=max_tries)
        assert caught.value.tries == plan.n_tries * n_grids
        assert isinstance(caught.value.found, lowbit.WeightedPuzzles)
        assert caught.value.found.next_grid == n_grids <= first


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"n": -1}, "n must be 0 or more"),
        ({"n": 2**62}, "does not fit into memory"),
        ({"clues": 16}, "17 are the fewest"),
        ({"clues": (30, 20)}, "clues must be from 0 to 81, not 30 to 20"),
        ({"clues": 73}, "no minimal puzzle has 73 givens"),
        ({"first_grid": -1}, "first_grid must be 0 or more"),
        ({"first_grid": 2**63}, "first_grid must be at most"),
        ({"seed": -1}, "seed"),
        ({"threads": 0}, "threads must be 1 or more"),
        ({"max_tries": 0}, "max_tries must be 1 or more"),
        ({"time_limit": -1}, "time_limit must be a number of seconds"),
    ],
)
def test_what_makes_no_sense_is_refused(wish: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        generate_weighted(**wish)


def test_progress_is_told_and_ends_the_work() -> None:
    told: list[tuple[int, int]] = []
    generate_weighted(2, seed=SEED, progress=lambda n, wanted: told.append((n, wanted)))
    assert told[-1] == (2, 2)

    def stop(_n: int, _wanted: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        generate_weighted(10**6, seed=SEED, progress=stop)


def test_a_weighted_mean_is_that_of_the_items_repeated() -> None:
    values, weights = [3.0, 5.0, 4.0, 9.0], [1, 4, 2, 3]
    mean, error = lowbit.weighted_mean(values, weights)
    repeated = np.repeat(values, weights)
    assert mean == pytest.approx(repeated.mean())
    parts = [weight * (value - mean) / 10 for value, weight in zip(values, weights, strict=True)]
    assert error == pytest.approx(math.sqrt(sum(part**2 for part in parts) * 4 / 3))
    assert lowbit.weighted_mean(values, [1e21 * weight for weight in weights]).mean == (
        pytest.approx(mean)
    )


def test_the_error_of_a_weighted_mean_is_its_spread() -> None:
    stream = np.random.default_rng(1)
    weights, values = stream.exponential(size=(2, 400, 200))
    found = [lowbit.weighted_mean(*pair) for pair in zip(values, weights, strict=True)]
    spread = np.std([one.mean for one in found])
    assert np.mean([one.error for one in found]) == pytest.approx(spread, rel=0.1)


def test_one_item_has_an_infinite_error_and_what_is_no_sample_is_refused() -> None:
    assert lowbit.weighted_mean([True], [2.0]) == (1.0, math.inf)
    assert lowbit.weighted_mean([1, 3], [1e308, 1e308]) == (2.0, 1.0)  # their sum is infinite
    for values, weights in (([], []), ([1], [1, 2]), ([[1]], [[1]]), ([1], [0]), ([1], [math.nan])):
        with pytest.raises(InputError):
            lowbit.weighted_mean(values, weights)
    with pytest.raises(InputError):
        lowbit.weighted_mean(["a"], [1])
