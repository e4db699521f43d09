"""The scratch of one thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words
    from lowbit.kernels.hodoku.implications import ChainGraph


class ScoreWorkspace(NamedTuple):
    """Scratch of one thread.

    Attributes
    ----------
    step, trial : int64[:]
        The step that is found, and one that may be better.
    choice : int64[:]
        The best of several chains.
    room : int64[:]
        For whatever a finder keeps while it looks.
    graph : ChainGraph
        The implications between candidates.
    sets : int64[:]
        The almost locked sets and their links.
    large_room : int64[:]
        For finders behind XY-chains.
    """

    step: Words
    trial: Words
    choice: Words
    room: Words
    graph: ChainGraph
    sets: Words
    large_room: Words
