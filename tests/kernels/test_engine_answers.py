"""The lane engine finds what the reference finds, and how it is run changes nothing."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lowbit.batch.candidates import puzzles_from_grid, puzzles_from_masks
from lowbit.grid import Grid
from lowbit.kernels.classic import engine
from lowbit.kernels.classic.engine import list_solutions, search
from lowbit.kernels.classic.layout import MAX_DEPTH
from lowbit.kernels.classic.loop import BUSY, feed, new_lanes
from lowbit.kernels.classic.search import LaneLimits, advance, new_answers
from lowbit.reference.search import Search
from lowbit.status import Status
from random_puzzles import KINDS, grids_of, random_masks
from support import slow_except

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from conftest import Data
    from lowbit.kernels.classic.search import Answers, Puzzles

    Masks = NDArray[np.uint16]

EMPTY = np.full((1, 81), 511, np.uint16)
LIMITS = (1, 2, 5, 1000)


def answers_to(masks: Masks, limit: int = 2, **options: Any) -> Answers:
    puzzles = with_invalid_rows(masks)
    answers = new_answers(len(masks))
    search(puzzles, answers, limit=limit, **options)
    return answers


def with_invalid_rows(masks: Masks) -> Puzzles:
    """Return puzzles; what has a bit beyond the digits is none."""
    return puzzles_from_masks(masks, masks.max(axis=1) < 512)


def mixed_masks(n_of_each: int, seed: int = 0) -> Masks:
    """Return puzzles of all kinds and invalid rows, in a random order."""
    invalid = np.full((n_of_each, 81), 512, np.uint16)
    kinds = [random_masks(kind, n_of_each, seed) for kind in KINDS]
    rng = np.random.default_rng(seed)
    return rng.permutation(np.concatenate([*kinds, invalid]), axis=0)


def expected_status(n_solutions: int, limit: int) -> Status:
    if n_solutions > 1:
        return Status.SEVERAL
    if n_solutions == 0:
        return Status.NONE
    return Status.SOLVABLE if limit == 1 else Status.UNIQUE


def listed(puzzle: Grid, limit: int | None = None) -> list[Grid]:
    blocks = list_solutions(puzzles_from_grid(puzzle), new_answers(1))
    return [Grid(row) for row in islice(chain.from_iterable(blocks), limit)]


@pytest.mark.parametrize("limit", slow_except(LIMITS, [1, 5]))
@pytest.mark.parametrize("kind", KINDS)
def test_statuses_and_counts_are_those_of_the_reference(kind: str, limit: int) -> None:
    masks = random_masks(kind, 30 if limit < 1000 else 8, seed=limit)
    answers = answers_to(masks, limit)
    for row, puzzle in enumerate(grids_of(masks)):
        found = list(islice(Search(puzzle), limit))
        assert answers.n_solutions[row] == len(found)
        assert answers.status[row] == expected_status(len(found), limit)
        digits = answers.solutions[81 * row : 81 * row + 81]
        assert Grid(digits).is_solution_of(puzzle) if found else not digits.any()


def test_the_kinds_have_none_one_and_several_solutions() -> None:
    counts = np.bincount(answers_to(mixed_masks(50)).status)
    assert len(counts) == Status.SEVERAL + 1
    assert (counts >= 20).all()


@pytest.mark.parametrize("kind", KINDS)
def test_all_solutions_are_listed_once(kind: str) -> None:
    n_listed = 0
    for puzzle in grids_of(random_masks(kind, 20, seed=3)):
        expected = list(islice(Search(puzzle), 60))
        if len(expected) == 60:
            continue
        found = listed(puzzle)
        assert len(found) == len(set(found))
        assert set(found) == set(expected)
        n_listed += 1
    assert n_listed


def test_listing_is_lazy_and_always_in_the_same_order() -> None:
    empty = Grid("." * 81)
    first = listed(empty, 1000)
    assert len(set(first)) == 1000
    assert listed(empty, 300) == first[:300]
    one, other = (list_solutions(puzzles_from_grid(empty), new_answers(1)) for _ in range(2))
    pairs = list(islice(zip(one, other, strict=True), 5))
    assert all((left == right).all() for left, right in pairs)


def test_a_listing_that_is_left_gives_its_lanes_back() -> None:
    def leave_early() -> int:
        blocks = list_solutions(puzzles_from_grid(Grid("." * 81)), new_answers(1))
        next(iter(blocks))
        blocks.close()  # type: ignore[attr-defined] # a generator
        return sum(map(len, engine.IDLE.values()))

    assert leave_early() == leave_early()
    assert answers_to(EMPTY).status[0] == Status.SEVERAL


@pytest.mark.slow
@pytest.mark.parametrize("limit", LIMITS)
def test_lanes_and_threads_change_nothing(limit: int) -> None:
    masks = mixed_masks(40, seed=limit)
    expected = bytes_of(answers_to(masks, limit))
    for lanes in (8, 16, 32, 64):
        for threads in (1, 2, 3):
            assert bytes_of(answers_to(masks, limit, lanes=lanes, threads=threads)) == expected


@pytest.mark.parametrize(("portion", "sweeps"), [(1, 1), (7, 13), (64, 2), (10**6, 10**6)])
def test_portions_change_nothing(
    monkeypatch: pytest.MonkeyPatch, portion: int, sweeps: int
) -> None:
    masks = mixed_masks(20)
    expected = bytes_of(answers_to(masks, 5))
    monkeypatch.setattr(engine, "PORTION", portion)
    monkeypatch.setattr(engine, "SWEEPS_AT_ONCE", sweeps)
    for threads in (1, 3):
        assert bytes_of(answers_to(masks, 5, threads=threads)) == expected


def test_order_and_company_change_nothing() -> None:
    masks = mixed_masks(40)
    expected = by_row(answers_to(masks, 5))
    order = np.random.default_rng(0).permutation(len(masks))
    assert by_row(answers_to(masks[order], 5)) == [expected[row] for row in order]
    for n in (1, 2, 31, 33, 100):
        parts = [answers_to(masks[i : i + n], 5) for i in range(0, len(masks), n)]
        assert list(chain.from_iterable(map(by_row, parts))) == expected


def test_an_empty_batch() -> None:
    assert answers_to(np.zeros((0, 81), np.uint16)).status.size == 0


@pytest.mark.parametrize("limit", [1, 2, 50])
def test_a_node_limit_is_honoured_and_never_an_answer(limit: int) -> None:
    masks = mixed_masks(15, seed=9)
    free = by_row(answers_to(masks, limit))
    nodes = answers_to(masks, limit).nodes
    reached = 0
    for max_nodes in (0, 1, 2, 3, 5, 10, 20, 50, 1000):
        bounded = answers_to(masks, limit, max_nodes=max_nodes)
        assert (bounded.nodes <= max_nodes).all()
        for row, answer in enumerate(by_row(bounded)):
            if nodes[row] <= max_nodes:
                assert answer == free[row]
            else:
                assert bounded.status[row] == Status.LIMIT_REACHED
                assert bounded.nodes[row] == max_nodes
                reached += 1
    assert reached > 60


def test_a_time_limit_ends_a_search_and_is_never_an_answer() -> None:
    quick = np.concatenate([random_masks(kind, 50) for kind in ("solved", "clashing")])
    expected = answers_to(quick, 10**7)
    masks = np.concatenate([quick, np.repeat(EMPTY, 400, axis=0), quick])
    for threads in (1, 2):
        for time_limit in (0.0, 0.02, 0.1):
            bounded = answers_to(masks, 10**7, time_limit=time_limit, threads=threads)
            ended = bounded.status == Status.LIMIT_REACHED
            assert ended[100:].all(), "nothing comes to its turn behind the empty grids"
            known = ~ended[:100]
            assert (expected.status == bounded.status[:100])[known].all()
            assert (expected.n_solutions == bounded.n_solutions[:100])[known].all()


@pytest.mark.parametrize("budget", [{"max_nodes": 300}, {"time_limit": 0.01}])
def test_a_listing_that_ran_out_says_so(budget: dict[str, Any]) -> None:
    answers = new_answers(1)
    found = sum(map(len, list_solutions(puzzles_from_masks(EMPTY), answers, **budget)))
    assert answers.status[0] == Status.LIMIT_REACHED
    assert answers.n_solutions[0] == found


def test_guesses_never_lie_deeper_than_there_is_room() -> None:
    few_givens = random_masks("givens", 60)
    few_givens = few_givens[np.argsort((few_givens < 511).sum(axis=1))][:24]
    nearly_all = np.where(np.random.default_rng(0).random((7, 81)) < 0.5, 511, 510)
    masks = np.concatenate([EMPTY, nearly_all.astype(np.uint16), few_givens])
    lanes, answers = new_lanes(32), new_answers(len(masks))
    feed(lanes, 0, len(masks), last=True)
    deepest = 0
    for _ in range(5000):
        limits, unlisted = LaneLimits(1 << 40, 1 << 40), np.zeros((0, 81), np.uint8)
        assert advance(lanes, puzzles_from_masks(masks), answers, limits, unlisted, 1) == BUSY
        deepest = max(deepest, lanes.depth.max())
    assert 20 < deepest <= MAX_DEPTH


def test_cells_that_are_all_single_are_not_taken_for_a_solution() -> None:
    masks = random_masks("solved", 400)
    is_solved = np.array([puzzle.is_solved for puzzle in grids_of(masks)])
    assert 100 < is_solved.sum() < 300
    answers = answers_to(masks, 1000)
    assert (answers.status == np.where(is_solved, Status.UNIQUE, Status.NONE)).all()


def test_a_lane_that_holds_a_clash_after_a_guess_is_not_solved() -> None:
    # Two digits for each of a few cells: what a guess leaves is full at once, rightly or not.
    solved = random_masks("solved", 600)[1::2]
    rng = np.random.default_rng(5)
    masks = np.where(rng.random(solved.shape) < 0.3, solved | np.roll(solved, 1, axis=1), solved)
    answers = answers_to(masks, 1000)
    for row, puzzle in enumerate(grids_of(masks)):
        assert answers.n_solutions[row] == sum(1 for _ in Search(puzzle))


def test_progress_is_reported_and_may_end_it() -> None:
    class EnoughError(Exception):
        pass

    reported: list[tuple[int, int]] = []

    def listen(begun: int, total: int) -> None:
        reported.append((begun, total))
        if len(reported) == 3:
            raise EnoughError

    masks = np.repeat(EMPTY, 5000, axis=0)
    for threads in (1, 2):
        reported.clear()
        with pytest.raises(EnoughError):
            answers_to(masks, 10**7, threads=threads, progress=listen)
        assert [total for _, total in reported] == [5000] * 3
        assert all(0 < begun <= 5000 for begun, _ in reported)
    assert answers_to(EMPTY).status[0] == Status.SEVERAL


def test_an_error_in_any_thread_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise MemoryError

    monkeypatch.setattr(engine, "bind", lambda *_: fail)
    for threads in (1, 3):
        with pytest.raises(MemoryError):
            answers_to(np.repeat(EMPTY, 300, axis=0), threads=threads)


@pytest.mark.parametrize("name", ["sudoku17.txt", "hardest_se11plus.txt", "top1465.txt"])
def test_lists_of_unique_puzzles(data: Data, name: str) -> None:
    lines = data(name).read_text(encoding="utf-8").splitlines()
    puzzles = [Grid(line[:81]) for line in lines if line and not line.startswith("#")][::100]
    masks = np.array([puzzle.allowed for puzzle in puzzles], np.uint16)
    answers = answers_to(masks)
    assert (answers.status == Status.UNIQUE).all()
    for puzzle, digits in zip(puzzles, answers.solutions.reshape(-1, 81), strict=True):
        assert Grid(digits).is_solution_of(puzzle)


def bytes_of(answers: Answers) -> list[bytes]:
    return [array.tobytes() for array in answers]


def by_row(answers: Answers) -> list[tuple[Any, ...]]:
    digits = map(bytes, answers.solutions.reshape(-1, 81))
    columns = (answers.status, answers.n_solutions, answers.nodes, answers.guesses)
    return list(zip(*(column.tolist() for column in columns), digits, strict=True))
