"""The houses of the classic board in Sudoku Explainer's orders, as tables for kernels.

Houses 0 to 8 are the boxes, 9 to 17 the columns, 18 to 26 the rows: the order of singles and sets.
Places in a house are those of `lowbit.kernels.core.houses`, sets of cells those of
`lowbit.kernels.core.cell_sets`.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.kernels.core.cell_sets import halves
from lowbit.kernels.core.houses import houses_of_cells, places_in_houses, shared_places

SIZE: Final = CLASSIC.size
N_CELLS: Final = CLASSIC.n_cells
N_HOUSES: Final = len(CLASSIC.houses)
FULL: Final = CLASSIC.full_mask

BOX, COLUMN, ROW = 0, SIZE, 2 * SIZE
"""The first house of each kind."""

_cells = [
    house.cells
    for kind in ("box", "column", "row")
    for house in CLASSIC.houses
    if house.kind == kind
]

CELL_AT: Final = np.array(_cells, np.int64)
"""int64[27, 9]: the cells of each house."""

HOUSES_OF: Final = houses_of_cells(_cells, N_CELLS)
"""int64[81, 3]: the box, the column and the row of each cell."""

PLACE_IN: Final = places_in_houses(_cells, HOUSES_OF)
"""int64[81, 3]: its place in each."""

IN_CHAINS: Final = np.array([0, 2, 1], np.int64)
"""The kinds of houses in the order of chains, loops and universal graves: box, row, column."""

PEERS: Final = np.array(
    [
        list(
            dict.fromkeys(
                peer for kind in IN_CHAINS for peer in _cells[HOUSES_OF[cell, kind]] if peer != cell
            )
        )
        for cell in range(N_CELLS)
    ],
    np.int64,
)
"""int64[81, 20]: the peers of each cell, house by house."""

SEEN: Final = halves(PEERS.tolist())
"""int64[81, 2]: the peers of each cell as a set."""

IN_HOUSE: Final = halves(_cells)
"""int64[27, 2]: the cells of each house as a set."""

SHARED: Final = shared_places(_cells)
"""int64[27, 27]: the places in one house of the cells that another one shares."""

_kinds = ((BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX))

LOCKING: Final = np.array(
    [
        [base + one, cover + other]
        for base, cover in _kinds
        for one, other in product(range(SIZE), repeat=2)
        if SHARED[base + one, cover + other]
    ],
    np.int64,
)
"""int64[108, 2]: houses that can hold a digit only where they cross another, and the other."""


def _confined(masks: list[int]) -> list[int]:
    """Return for each set of two places or more which of some others hold it, as a set."""
    return [
        sum(1 << number for number, mask in enumerate(masks) if not places & ~mask)
        if places & (places - 1)
        else 0
        for places in range(FULL + 1)
    ]


CONFINED: Final = np.array(
    [
        _confined(
            [int(SHARED[BOX, line]) for line in (*range(COLUMN, COLUMN + 3), *range(ROW, ROW + 3))]
        ),
        _confined([int(SHARED[ROW, box]) for box in range(BOX, BOX + 3)]),
    ],
    np.int64,
)
"""int64[2, 512]: for two places of a digit or more in a box, or in a line, by which of the houses
that cross it they are held: of a box its columns, then its rows."""
