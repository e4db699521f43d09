"""The budget of a search: nodes and seconds."""

from __future__ import annotations

from time import monotonic

from lowbit.errors import LimitReachedError
from lowbit.limits import NO_LIMITS, Limits


class Budget:
    """The nodes and the time that a search may take.

    Parameters
    ----------
    limits : Limits, optional
        The limits; none by default. Their clock starts now, unless it has started.

    Attributes
    ----------
    nodes : int
        The nodes visited so far.
    """

    __slots__ = ("_deadline", "_max_nodes", "nodes")

    def __init__(self, limits: Limits = NO_LIMITS) -> None:
        self.nodes = 0
        self._max_nodes = limits.most_nodes
        self._deadline = limits.begun().deadline

    def charge(self) -> None:
        """Count one more node, or raise LimitReachedError where that is too many or too late."""
        if self.nodes >= self._max_nodes:
            raise LimitReachedError("the node limit ended the search", self.nodes)
        if monotonic() >= self._deadline:
            raise LimitReachedError("the time limit ended the search", self.nodes)
        self.nodes += 1
