"""Lanes that share the trees of few puzzles find what a lane finds alone, in as many nodes."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pytest

from lowbit.batch.candidates import puzzles_from_masks
from lowbit.kernels.classic import engine
from lowbit.kernels.classic.desk import FEW, FREE, Desk, search_few, search_one
from lowbit.kernels.classic.engine import SearchJob, run, search
from lowbit.kernels.classic.loop import SWEEPS
from lowbit.kernels.classic.search import UNLIMITED, Answers, LaneLimits, new_answers
from lowbit.kernels.core.simd import native_lanes
from lowbit.status import Status
from random_puzzles import KINDS, random_masks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Masks = NDArray[np.uint16]

SIZES = (1, 3, native_lanes(), native_lanes() + 9)
HARD = (
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
    "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2",
    "98.7..6..7.5....9..43.....78..2....6..7.1..2......48..3..9...6.....5.3.......1..9",
)


def masks_of(line: str) -> Masks:
    return np.array([1 << int(c) - 1 if c != "." else 511 for c in line], np.uint16)


HARD_MASKS = np.array([masks_of(line) for line in HARD])


def alone(masks: Masks, limit: int = 2) -> Answers:
    """Return the answers of lanes of which none helps another."""
    puzzles = puzzles_from_masks(masks, masks.max(axis=1) < 512)
    answers = new_answers(len(masks))
    limits = LaneLimits(limit, UNLIMITED)
    run(SearchJob(puzzles, answers, limits, None, native_lanes()), threads=1)
    return answers


def expect_the_same(masks: Masks) -> None:
    """Compare with lanes of a desk, and with others, which are new."""
    expected = alone(masks)
    for progress in None, lambda *_: None:
        answers = new_answers(len(masks))
        engine.IDLE.clear()
        puzzles = puzzles_from_masks(masks, masks.max(axis=1) < 512)
        search(puzzles, answers, limit=2, progress=progress)
        expect_equal(answers, expected)


def expect_equal(answers: Answers, expected: Answers) -> None:
    for name in Answers._fields:
        assert np.array_equal(getattr(answers, name), getattr(expected, name)), name


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_puzzle_has_the_same_answers(kind: str, size: int) -> None:
    masks = random_masks(kind, 2 * max(SIZES), seed=size)
    for first in range(0, len(masks) - size, max(size, len(masks) // 4)):
        expect_the_same(masks[first : first + size])


@pytest.mark.parametrize("size", SIZES)
def test_long_searches_among_others_have_the_same_answers(size: int) -> None:
    others = random_masks("givens", size)
    for hard in HARD_MASKS:
        expect_the_same(np.concatenate([hard[np.newaxis], others[1:]]))
    invalid = np.full((1, 81), 512, np.uint16)
    expect_the_same(np.concatenate([others, invalid, HARD_MASKS]))


def test_lanes_take_part_in_each_others_searches() -> None:
    one, sweeps = Desk(), []
    for shares in False, True:
        limits = LaneLimits(2, UNLIMITED, shares=shares)
        for hard in HARD_MASKS:
            *_, found = one.count_one(hard.tolist(), limits, math.inf)
            sweeps.append(int(one.lanes.control[SWEEPS]))
            assert found.status == Status.UNIQUE
    assert sum(sweeps[3:]) * 3 < sum(sweeps[:3])


@pytest.mark.parametrize("limit", [1, 2, 7, 1000, None])
@pytest.mark.parametrize("kind", KINDS)
def test_one_puzzle_has_as_many_solutions(kind: str, limit: int | None) -> None:
    masks = random_masks(kind, 12, seed=3)
    expected = alone(masks, limit or 20_000)
    for row, of_puzzle in enumerate(masks):
        if expected.n_solutions[row] == 20_000:
            continue
        found = search_one(of_puzzle.tolist(), limit=limit)
        assert found.n_solutions == expected.n_solutions[row]
        assert found.status == expected.status[row]
        if found.status == Status.UNIQUE:
            assert found.digits == expected.solutions[81 * row : 81 * row + 81].tobytes()
            assert found.nodes == expected.nodes[row]


def test_a_desk_forgets_the_puzzles_before() -> None:
    one = Desk()
    limits = LaneLimits(2, UNLIMITED, shares=True, again=True)
    for n in (40, 3, 1, 17):
        for masks in random_masks("givens", n, seed=n), HARD_MASKS:
            answers = new_answers(len(masks))
            assert one.search(puzzles_from_masks(masks), answers, limits, math.inf)
            expect_equal(answers, alone(masks))


def test_time_that_is_over_leaves_no_lane_at_work() -> None:
    empty = [511] * 81
    found = search_one(empty, time_limit=0.01)
    assert found.status == Status.LIMIT_REACHED
    assert found.n_solutions > 1000
    assert search_one(masks_of(HARD[0]).tolist(), limit=2).status == Status.UNIQUE


def test_an_interruption_changes_no_later_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    search_one([511] * 81, limit=2)
    n_free = len(FREE)

    def press_ctrl_c(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Desk, "_bind", lambda *_: press_ctrl_c)
        patched.setattr(FREE[-1], "bound", {})
        with pytest.raises(KeyboardInterrupt):
            search_one([511] * 81, limit=3)
    assert len(FREE) == n_free
    assert search_one(masks_of(HARD[1]).tolist(), limit=2).status == Status.UNIQUE


def test_threads_have_desks_of_their_own() -> None:
    puzzles = [masks.tolist() for masks in [*random_masks("givens", 40, seed=8), *HARD_MASKS]]
    expected = [search_one(allowed, limit=50) for allowed in puzzles]
    FREE.clear()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda allowed: search_one(allowed, limit=50), 8 * puzzles))
    assert found == 8 * expected
    assert len(FREE) <= 8


def test_more_than_few_are_left_to_threads() -> None:
    masks = random_masks("givens", FEW + 1)
    limits = LaneLimits(2, UNLIMITED, shares=True, again=True)
    assert not search_few(puzzles_from_masks(masks), new_answers(len(masks)), limits, None)
    endless = np.full((native_lanes() + 1, 81), 511, np.uint16)
    forever = LaneLimits(UNLIMITED, UNLIMITED)
    assert not search_few(puzzles_from_masks(endless), new_answers(len(endless)), forever, None)
    expect_the_same(masks)
