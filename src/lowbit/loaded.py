"""Modules that a process has loaded: engines, and others that are loaded where they are needed.

Loading an engine takes as long as the plain search takes for many nodes. So one that is not loaded
is left alone until so many have been visited in its place; `PlainNodes` counts them.
"""

from __future__ import annotations

import sys
from typing import Final, NamedTuple


class EngineModule(NamedTuple):
    """An engine, by the name of the module whose loading takes the time.

    Attributes
    ----------
    name : str

    Examples
    --------
    >>> EngineModule("lowbit.loaded").is_loaded, EngineModule("lowbit.no_engine").is_loaded
    (True, False)
    """

    name: str

    @property
    def is_loaded(self) -> bool:
        """Whether this process has loaded it."""
        return self.name in sys.modules


CLASSIC: Final = EngineModule("lowbit.kernels.classic.engine")
GENERAL: Final = EngineModule("lowbit.kernels.general.engine")
VARIANTS: Final = EngineModule("lowbit.kernels.variants.engine")
RATING: Final = EngineModule("lowbit.kernels.rating.engine")
OPTIMUM: Final = EngineModule("lowbit.verbs.maximize.optimum.one")
OPTIMUM_ON_BOARDS: Final = EngineModule("lowbit.verbs.maximize.boards")


class PlainNodes:
    """The nodes that all plain searches of this process have visited in the place of an engine."""

    def __init__(self) -> None:
        self.visited = 0.0


SEARCHED: Final = PlainNodes()
"""Those of solving; nodes of large boards count for more."""

RATED: Final = PlainNodes()
"""Those of rating."""

RATED_MEANWHILE: Final = PlainNodes()
"""The puzzles of batches that were rated while kernels were still to be compiled."""


def is_instance(item: object, module: str, name: str) -> bool:
    """Return whether an item is of a class in a module that may not be loaded.

    Examples
    --------
    >>> is_instance(1, "numpy", "ndarray")
    False
    """
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(item, getattr(loaded, name))
