"""The limits of a question: nodes, time and threads, and what is told of its progress."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from lowbit.arguments import MOST, integer_or_none
from lowbit.errors import InputError, LimitReachedError

if TYPE_CHECKING:
    from collections.abc import Callable


class Limits(NamedTuple):
    """The limits of a question, which all of its parts share.

    Attributes
    ----------
    max_nodes : int or None
        The most nodes of a search tree to visit.
    time_limit : float or None
        The most seconds to take, from when the clock starts: see `begun`.
    threads : int or None
        The most threads to use; as many as there are CPUs if None.
    progress : callable or None
        Called a few times a second with how many items were begun and how many there are. It may
        raise, which ends the work.
    deadline : float
        When to stop, in the seconds of ``time.monotonic``, once the clock has started.

    Examples
    --------
    >>> limits = Limits.of(max_nodes=100)
    >>> limits.after(30).max_nodes, limits.within(8).max_nodes, limits.seconds_left
    (70, 8, None)
    """

    max_nodes: int | None = None
    time_limit: float | None = None
    threads: int | None = None
    progress: Callable[[int, int], object] | None = None
    deadline: float = inf

    @classmethod
    def of(
        cls,
        max_nodes: int | None = None,
        time_limit: float | None = None,
        threads: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Limits:
        """Return the limits that a caller names, checked, with the clock started.

        Raises
        ------
        InputError
            If a limit is too small, or not a number.
        """
        return cls(
            integer_or_none("max_nodes", max_nodes, 0),
            _seconds("time_limit", time_limit),
            integer_or_none("threads", threads, 1),
            progress,
        ).begun()

    def begun(self) -> Limits:
        """Start the clock: the time limit counts from now."""
        if self.time_limit is None:
            return self
        end = monotonic() + self.time_limit
        return self._replace(time_limit=None, deadline=min(end, self.deadline))

    def after(self, nodes: int) -> Limits:
        """Return what is left once so many nodes were visited."""
        if self.max_nodes is None:
            return self
        return self._replace(max_nodes=max(0, self.max_nodes - nodes))

    def within(self, nodes: int) -> Limits:
        """Return the limits with at most so many nodes."""
        return self._replace(max_nodes=min(nodes, self.most_nodes))

    @property
    def silent(self) -> Limits:
        """The limits without progress, for the parts of a question that tell none."""
        return self._replace(progress=None)

    def telling(self, told: Callable[[int, int], tuple[int, int]]) -> Limits:
        """Return the limits of a part, whose progress is told as that of the whole.

        `told` is given how many items of the part were begun and how many there are.
        """
        tell = self.progress
        return self._replace(progress=tell and (lambda begun, n: tell(*told(begun, n))))

    @property
    def most_nodes(self) -> int:
        """The most nodes to visit, as a number: `MOST` for no limit."""
        return MOST if self.max_nodes is None else self.max_nodes

    @property
    def seconds_left(self) -> float | None:
        """The seconds that are left; None for no limit."""
        left = inf if self.deadline == inf else max(0.0, self.deadline - monotonic())
        seconds = left if self.time_limit is None else min(left, self.time_limit)
        return None if seconds == inf else seconds

    @property
    def is_late(self) -> bool:
        """Whether time is over."""
        return monotonic() >= self.deadline

    def require_time(self) -> None:
        """Raise if time is over: called now and then, in the middle of long work.

        Raises
        ------
        LimitReachedError
            If it is.
        """
        if self.is_late:
            raise LimitReachedError("the time limit ended the search", 0)

    def are_reached(self, nodes: int) -> bool:
        """Whether to stop after so many nodes."""
        return nodes >= self.most_nodes or self.is_late

    @property
    def of_search(self) -> dict[str, Any]:
        """The limits by name, as whatever searches one puzzle takes them."""
        return {"max_nodes": self.max_nodes, "time_limit": self.seconds_left}

    @property
    def of_work(self) -> dict[str, Any]:
        """The threads and the progress by name, as whatever works through a batch takes them."""
        return {"threads": self.threads, "progress": self.progress}

    @property
    def of_batch(self) -> dict[str, Any]:
        """The limits by name, as whatever searches many puzzles takes them."""
        return {
            "max_nodes": self.max_nodes,
            "time_limit": self.seconds_left,
            "threads": self.threads,
            "progress": self.progress,
        }


NO_LIMITS = Limits()
"""No limits."""


def _seconds(name: str, value: float | None) -> float | None:
    """Return a number of seconds, None for no limit.

    Raises
    ------
    InputError
        If it is negative or not a number.
    """
    if value is None:
        return None
    try:
        is_valid = bool(value >= 0)  # False for NaN, too
    except (TypeError, ValueError):  # of text, and of an array
        is_valid = False
    if not is_valid:
        raise InputError(f"{name} must be a number of seconds, 0 or more, or None, not {value!r}")
    try:
        return float(value)
    except OverflowError:
        return inf
