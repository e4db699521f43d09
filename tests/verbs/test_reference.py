"""The reference search: its order, its budget, and what Ctrl-C leaves of it."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lowbit.errors import InputError, LimitReachedError
from lowbit.geometry import CLASSIC, Geometry
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.reference.budget import Budget
from lowbit.reference.search import Search, SearchState, bits_of
from support import count, random_solution, seeded, unique_puzzle

if TYPE_CHECKING:
    from types import FrameType


GUESSED = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"


def test_a_search_is_lazy() -> None:
    search = Search(Grid("." * 81))
    assert search.nodes == 0
    next(search)
    visited = search.nodes
    next(search)
    assert 0 < visited < search.nodes < 2 * 81


def test_a_search_is_its_own_iterator_and_stays_exhausted() -> None:
    search = Search(Grid(GUESSED))
    assert iter(search) is search
    assert len(list(search)) == 1
    assert list(search) == []


def test_the_same_puzzle_gives_the_same_solutions_and_nodes() -> None:
    first, second = Search(Grid(SEVERAL)), Search(Grid(SEVERAL))
    assert list(first) == list(second)
    assert first.nodes == second.nodes


def test_singles_need_no_guess() -> None:
    search = Search(unique_puzzle(random_solution(Geometry.parse("4x4"), seeded(1)), seeded(1)))
    assert len(list(search)) == 1
    assert search.nodes == 1


@pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param("11", id="two equal digits"),
        pytest.param(".123456789", id="a cell without a candidate"),
        pytest.param("...9...........9..123", id="a digit without a place"),
    ],
)
def test_a_clash_needs_no_guess(puzzle: str) -> None:
    grid = Grid(puzzle.ljust(81, "."))
    search = Search(grid)
    assert grid.clashes
    assert list(search) == []
    assert search.nodes == 1


@given(st.integers(0, 300))
def test_a_node_limit_is_never_an_answer(max_nodes: int) -> None:
    free = Search(Grid(GUESSED))
    solved = list(free)
    bounded = Search(Grid(GUESSED), Limits(max_nodes))
    if max_nodes >= free.nodes:
        assert list(bounded) == solved
        assert bounded.nodes == free.nodes
        return
    found: list[Grid] = []
    for _ in range(2):  # and asking again does not turn it into one
        with pytest.raises(LimitReachedError) as caught:
            found.extend(bounded)
        assert caught.value.nodes == bounded.nodes == max_nodes
    assert found in ([], solved)


def test_a_time_limit_is_never_an_answer() -> None:
    search = Search(Grid("." * 81), Limits(time_limit=0.02))
    with pytest.raises(LimitReachedError, match="the time limit ended the search after"):
        list(search)
    with pytest.raises(LimitReachedError):
        next(search)


def test_a_budget_counts_and_ends() -> None:
    budget = Budget(Limits(2))
    budget.charge()
    budget.charge()
    with pytest.raises(LimitReachedError, match="the node limit ended the search after 2 nodes"):
        budget.charge()
    assert budget.nodes == 2


def test_the_time_of_a_budget_counts_from_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("lowbit.reference.budget.monotonic", lambda: now)
    monkeypatch.setattr("lowbit.limits.monotonic", lambda: now)
    budget = Budget(Limits(time_limit=2.5))
    now = 102.4
    budget.charge()
    now = 102.5
    with pytest.raises(LimitReachedError, match="the time limit ended the search after 1 node"):
        budget.charge()


def test_a_budget_without_limits_never_ends() -> None:
    budget = Budget()
    for _ in range(1000):
        budget.charge()
    assert budget.nodes == 1000


@pytest.mark.parametrize(
    ("name", "limit", "reported"),
    [
        ("max_nodes", -1, "must be 0 or more, or None, not -1"),
        ("max_nodes", 2.5, "must be a whole number, not 2.5"),
        ("time_limit", -1, "must be a number of seconds, 0 or more, or None, not -1"),
        ("time_limit", float("nan"), "must be a number of seconds, 0 or more, or None, not nan"),
        ("time_limit", "1 s", "must be a number of seconds, 0 or more, or None, not '1 s'"),
    ],
)
def test_a_limit_that_makes_no_sense(name: str, limit: float, reported: str) -> None:
    with pytest.raises(InputError, match=f"{name} {reported}"):
        Limits.of(**{name: limit})  # type: ignore[arg-type]


def test_ctrl_c_ends_a_search() -> None:
    def press_ctrl_c(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    previous = signal.signal(signal.SIGALRM, press_ctrl_c)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            count(Grid("." * 81), 10**9)
    finally:
        signal.signal(signal.SIGALRM, previous)


class InterruptAtLine:
    """Raises KeyboardInterrupt at the n-th line that runs in Position's methods."""

    def __init__(self, n: int) -> None:
        self.lines_left = n
        self.code = {f.__code__ for f in vars(SearchState).values() if hasattr(f, "__code__")}

    def __call__(self, frame: FrameType, event: str, _arg: object) -> InterruptAtLine | None:
        if frame.f_code not in self.code:
            return None
        self.lines_left -= event == "line"
        if self.lines_left < 0:
            raise KeyboardInterrupt
        return self

    def __enter__(self) -> None:
        self.previous = sys.gettrace()
        sys.settrace(self)

    def __exit__(self, *_: object) -> None:
        sys.settrace(self.previous)


@settings(max_examples=8)
@given(st.lists(st.integers(0, 30_000), max_size=4))
def test_a_search_goes_on_after_ctrl_c(interrupts: list[int]) -> None:
    search = Search(Grid(SEVERAL))
    found: list[Grid] = []
    for n in interrupts:
        with suppress(KeyboardInterrupt), InterruptAtLine(n):
            found.extend(islice(search, 10))
    found.extend(search)
    assert found == list(Search(Grid(SEVERAL)))


@given(st.sets(st.integers(0, 24)))
def test_bits_of_a_mask(bits: set[int]) -> None:
    assert list(bits_of(sum(1 << bit for bit in bits))) == [1 << bit for bit in sorted(bits)]


def test_givens_of_a_classic_board_are_placed_by_the_root() -> None:
    position = SearchState(Grid(GUESSED, CLASSIC))
    position.visit(0, ())
    assert len(position.trail) >= Grid(GUESSED).n_clues
