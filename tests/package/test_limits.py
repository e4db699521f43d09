"""Limits: a clock that starts once, and what is left for the parts of a question."""

from __future__ import annotations

from math import inf

import pytest

from lowbit.errors import InputError
from lowbit.limits import NO_LIMITS, Limits


def at(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Set the clock."""
    monkeypatch.setattr("lowbit.limits.monotonic", lambda: seconds)


def test_the_parts_of_a_question_share_its_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, 100)
    limits = Limits.of(time_limit=5)
    at(monkeypatch, 103)
    assert limits.begun() == limits
    assert (limits.seconds_left, limits.is_late) == (2, False)
    at(monkeypatch, 105)
    assert (limits.seconds_left, limits.is_late, limits.are_reached(0)) == (0, True, True)


def test_each_item_may_have_time_of_its_own_but_no_more_than_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at(monkeypatch, 0)
    limits = Limits(time_limit=2, deadline=5)
    assert (limits.seconds_left, limits.begun().deadline) == (2, 2)
    at(monkeypatch, 4)
    assert (limits.seconds_left, limits.begun().deadline) == (1, 5)


def test_nodes_that_are_left() -> None:
    limits = Limits(10)
    assert limits.after(4).max_nodes == 6
    assert limits.after(40).max_nodes == 0
    assert (limits.within(3).max_nodes, limits.within(30).max_nodes) == (3, 10)
    assert (limits.are_reached(9), limits.are_reached(10)) == (False, True)
    assert NO_LIMITS.after(4) == NO_LIMITS
    assert NO_LIMITS.seconds_left is None
    assert NO_LIMITS.deadline == inf


@pytest.mark.parametrize("seconds", [None, inf, 1e400, 10**400])
def test_without_a_time_limit_there_is_no_deadline(seconds: float | None) -> None:
    limits = Limits.of(time_limit=seconds)
    assert (limits.deadline, limits.seconds_left) == (inf, None)


@pytest.mark.parametrize(
    "named",
    [
        {"max_nodes": -1},
        {"time_limit": -1},
        {"time_limit": float("nan")},
        {"time_limit": "1"},
        {"threads": 0},
    ],
)
def test_limits_that_make_no_sense(named: dict[str, object]) -> None:
    (name,) = named
    with pytest.raises(InputError, match=f"^{name} must be"):
        Limits.of(**named)  # type: ignore[arg-type] # of each its own
