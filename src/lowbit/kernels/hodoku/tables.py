"""The houses of the classic board in HoDoKu's order, as tables for kernels.

Houses 0 to 8 are the rows, 9 to 17 the columns, 18 to 26 the boxes. Places in a house
are those of `lowbit.kernels.core.houses`, sets of cells those of `lowbit.kernels.core.cell_sets`.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.kernels.core.cell_sets import halves
from lowbit.kernels.core.houses import places_in_houses, shared_places

SIZE: Final = CLASSIC.size
N_CELLS: Final = CLASSIC.n_cells
N_HOUSES: Final = len(CLASSIC.houses)
FULL: Final = CLASSIC.full_mask

ROW, COLUMN, BOX = 0, SIZE, 2 * SIZE
"""The first house of each kind."""

BOX_FIRST: Final = np.array([*range(BOX, N_HOUSES), *range(BOX)], np.int64)
"""int64[27]: the houses in the order in which subsets are looked for."""

_cells = [house.cells for house in CLASSIC.houses]

CELL_AT: Final = np.array(_cells, np.int64)
"""int64[27, 9]: the cells of each house, in ascending order."""

HOUSES_OF: Final = np.array(CLASSIC.cell_houses, np.int64)
"""int64[81, 3]: the row, the column and the box of each cell."""

PLACE_IN: Final = places_in_houses(_cells, HOUSES_OF)
"""int64[81, 3]: its place in each."""

PEERS: Final = np.array([sorted(peers) for peers in CLASSIC.peers], np.int64)
"""int64[81, 20]: the peers of each cell, in ascending order."""

ONLY: Final = halves([cell] for cell in range(N_CELLS))
"""int64[81, 2]: each cell as a set."""

SEEN: Final = halves(PEERS.tolist())
"""int64[81, 2]: the peers of each cell as a set."""

IN_HOUSE: Final = halves(_cells)
"""int64[27, 2]: the cells of each house as a set."""

SHARED: Final = shared_places(_cells)
"""int64[27, 27]: the places in one house of the cells that another one shares."""

CROSSINGS: Final = np.array(
    [
        [
            other
            for other in range(N_HOUSES)
            if other != house and int(SHARED[house, other]).bit_count() > 1
        ]
        + [-1] * (3 if house < BOX else 0)
        for house in range(N_HOUSES)
    ],
    np.int64,
)
"""int64[27, 6]: the houses that share three cells with each; of a line -1 behind the boxes."""

CHOICES: Final = np.zeros((5, 127), np.int64)
"""int64[5, 127]: the sets of so many of nine, in the order of their smallest members, then 0."""
for _size in range(2, 5):
    _chosen = [sum(1 << one for one in some) for some in combinations(range(SIZE), _size)]
    CHOICES[_size, : len(_chosen)] = _chosen


def _rectangles() -> list[list[tuple[int, int, int, int]]]:
    """Return the rectangles in two boxes from each cell.

    The second corner lies in the box of the first; opposite to these come the third and fourth.
    """
    found = []
    for first in range(N_CELLS):
        row, column, box = HOUSES_OF[first].tolist()
        from_first = []
        for second in _cells[box]:
            other_row, other_column, _ = HOUSES_OF[second].tolist()
            if (row == other_row) == (column == other_column):
                continue
            across = row == other_row
            near = _cells[column if across else row]
            far = _cells[other_column if across else other_row]
            from_first += [
                (first, second, third, fourth)
                for third, fourth in zip(near, far, strict=True)
                if HOUSES_OF[third, 2] != box
            ]
        found.append(from_first)
    return found


RECTANGLES: Final = np.array(_rectangles(), np.int64)
"""int64[81, 24, 4]: the corners of the rectangles that can begin with each cell."""

_numbers = {
    corners: number
    for number, corners in enumerate(
        sorted({tuple(sorted(corners)) for corners in RECTANGLES.reshape(-1, 4).tolist()})
    )
}

N_RECTANGLES: Final = len(_numbers)

RECTANGLE_NUMBER: Final = np.array(
    [[_numbers[tuple(sorted(corners))] for corners in some] for some in RECTANGLES.tolist()],
    np.int64,
)
"""int64[81, 24]: equal for rectangles that have the same corners."""
