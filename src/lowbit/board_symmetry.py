"""The symmetries of a board: the permutations of its cells that take every house to a house.

There may be 10**14 of them, so they are kept as a stabiliser chain (Schreier and Sims): a family
for each cell of a *base*, with one symmetry for each place where that cell can go while the cells
before it stay. Each symmetry is a product of one member of each family, in exactly one way; only
the identity fixes the whole base.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from lowbit.labelling import Labelling, Leaf, Refining

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.geometry import Geometry
    from lowbit.labelling import Colours, Family, Order
    from lowbit.rng import SplitMix64

BOARDS_KEPT = 64


class BoardSymmetries:
    """The symmetries of a board.

    Parameters
    ----------
    board : Geometry

    Attributes
    ----------
    families : list of Family
        As in `lowbit.labelling.Labelling`.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> [symmetries_of(Geometry.parse(name)).count for name in ("4x4", "6x6", "9x9")]
    [128, 3456, 3359232]
    """

    def __init__(self, board: Geometry) -> None:
        self.board = board
        self.families: list[Family] = [
            family for family in Labelling(_BoardTree(board)).families if len(family.images) > 1
        ]

    @property
    def count(self) -> int:
        """The number of symmetries; none of them changes digits."""
        return prod(len(family.images) for family in self.families)

    def random(self, stream: SplitMix64) -> Order:
        """Return a uniformly random symmetry: the image of every cell."""
        image: Order = tuple(range(self.board.n_cells))
        for family in self.families:
            images = list(family.images.values())
            chosen = images[stream.below(len(images))]
            image = tuple(image[cell] for cell in chosen)
        return image


@lru_cache(BOARDS_KEPT)
def symmetries_of(board: Geometry) -> BoardSymmetries:
    """Return the symmetries of a board."""
    return BoardSymmetries(board)


class _BoardTree:
    """The tree of a board's labellings, see `lowbit.labelling.LabellingTree`."""

    def __init__(self, board: Geometry) -> None:
        self._board = board
        self._graph = Refining(board)

    def root(self) -> Colours:
        return self._graph.first

    def alike(self, node: Colours) -> Sequence[int]:
        cells = self._graph.cells(node)
        colours, numbers = np.unique(cells, return_counts=True)
        if not (numbers > 1).any():
            return ()
        first = colours[numbers > 1][0]
        found: list[int] = np.flatnonzero(cells == first).tolist()
        return found

    def child(self, node: Colours, cell: int) -> tuple[Colours, int]:
        colours = self._graph.apart(node, cell)
        return colours, self._graph.looks(colours)

    def leaf(self, node: Colours) -> Leaf:
        order = np.argsort(self._graph.cells(node)).tolist()
        place = {cell: at for at, cell in enumerate(order)}
        houses = sorted(
            tuple(sorted(place[cell] for cell in house.cells)) for house in self._board.houses
        )
        return Leaf(tuple(order), houses)

    def match(self, node: Colours, other: Colours) -> Order | None:
        return self._graph.symmetry(node, other)
