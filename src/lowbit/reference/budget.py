"""The budget of a search: nodes and seconds."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from lowbit.errors import LimitReachedError
from lowbit.limits import NO_LIMITS, Limits

if TYPE_CHECKING:
    from collections.abc import Callable


def nothing_more() -> int:
    """Allow no more nodes."""
    return 0


class Budget:
    """The nodes and the time that a search may take.

    Parameters
    ----------
    limits : Limits, optional
        The limits; none by default. Their clock starts now, unless it has started.
    more : callable, optional
        Asked for further nodes each time that all are visited; 0 ends the search.

    Attributes
    ----------
    nodes : int
        The nodes visited so far.
    """

    __slots__ = ("_deadline", "_max_nodes", "_more", "nodes")

    def __init__(self, limits: Limits = NO_LIMITS, more: Callable[[], int] = nothing_more) -> None:
        self.nodes = 0
        self._more = more
        self._max_nodes = limits.most_nodes
        self._deadline = limits.begun().deadline

    @property
    def are_nodes_spent(self) -> bool:
        """Whether as many nodes were visited as may be."""
        return self.nodes >= self._max_nodes

    def charge(self) -> None:
        """Count one more node, or raise LimitReachedError where that is too many or too late."""
        if self.nodes >= self._max_nodes and not self._has_more():
            raise LimitReachedError("the node limit ended the search", self.nodes)
        if monotonic() >= self._deadline:
            raise LimitReachedError("the time limit ended the search", self.nodes)
        self.nodes += 1

    def _has_more(self) -> bool:
        """Take the further nodes that there are."""
        self._max_nodes += self._more()
        return not self.are_nodes_spent
