"""The budget of a search: nodes and seconds."""

from __future__ import annotations

from math import inf
from time import monotonic

from lowbit.arguments import deadline_after, integer_or_none, seconds_left
from lowbit.errors import LimitReachedError


class Budget:
    """The nodes and the time that a search may take.

    Parameters
    ----------
    max_nodes : int, optional
        The most nodes of the search tree to visit; no limit if None.
    time_limit : float, optional
        Seconds from now; no limit if None.

    Attributes
    ----------
    nodes : int
        The nodes visited so far.

    Raises
    ------
    InputError
        If a limit is negative or not a number.
    """

    __slots__ = ("_deadline", "_max_nodes", "nodes")

    def __init__(self, max_nodes: int | None = None, time_limit: float | None = None) -> None:
        max_nodes = integer_or_none("max_nodes", max_nodes, 0)
        self.nodes = 0
        self._max_nodes = inf if max_nodes is None else max_nodes
        self._deadline = deadline_after(time_limit)

    @property
    def seconds_left(self) -> float | None:
        """The seconds that are left; None for no limit."""
        return seconds_left(self._deadline)

    def charge(self) -> None:
        """Count one more node, or raise LimitReachedError where that is too many or too late."""
        if self.nodes >= self._max_nodes:
            raise LimitReachedError("the node limit ended the search", self.nodes)
        if monotonic() >= self._deadline:
            raise LimitReachedError("the time limit ended the search", self.nodes)
        self.nodes += 1
