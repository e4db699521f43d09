"""Tables of a board's houses, in the order that a program has them in.

The place of a cell in a house is its number there, from the top left; a set of places is a mask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.kernels.core.arrays import Words

    Houses: TypeAlias = Sequence[tuple[int, ...]]


def houses_of_cells(houses: Houses, n_cells: int) -> Words:
    """Return the numbers of the houses of each cell, int64[n_cells, 3], in the order of houses.

    >>> houses_of_cells([(0, 1), (0, 2), (1, 2)], 3).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    return np.array(
        [[house for house, cells in enumerate(houses) if cell in cells] for cell in range(n_cells)],
        np.int64,
    )


def places_in_houses(houses: Houses, houses_of: Words) -> Words:
    """Return the place of each cell in each of its houses, in the shape of `houses_of`.

    >>> houses = [(0, 1), (0, 2), (1, 2)]
    >>> places_in_houses(houses, houses_of_cells(houses, 3)).tolist()
    [[0, 0], [1, 0], [1, 1]]
    """
    return np.array(
        [[houses[house].index(cell) for house in own] for cell, own in enumerate(houses_of)],
        np.int64,
    )


def shared_places(houses: Houses) -> Words:
    """Return the places in one house of the cells that another one shares, int64[n, n].

    >>> shared_places([(0, 1), (0, 2)]).tolist()
    [[3, 1], [1, 3]]
    """
    return np.array(
        [
            [sum(1 << place for place, cell in enumerate(one) if cell in other) for other in houses]
            for one in houses
        ],
        np.int64,
    )
