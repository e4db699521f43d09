"""The houses of the classic board as tables for kernels: rows, columns, boxes."""

from __future__ import annotations

from typing import Final

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.kernels.core.houses import places_in_houses

SIZE: Final = CLASSIC.size
N_CELLS: Final = CLASSIC.n_cells
N_HOUSES: Final = len(CLASSIC.houses)
N_CANDIDATES: Final = N_CELLS * SIZE
FULL: Final = CLASSIC.full_mask

_cells = [house.cells for house in CLASSIC.houses]

CELL_AT: Final = np.array(_cells, np.int64)
"""int64[27, 9]: the cells of each house."""

HOUSES_OF: Final = np.array(CLASSIC.cell_houses, np.int64)
"""int64[81, 3]: the houses of each cell."""

PLACE_IN: Final = places_in_houses(_cells, HOUSES_OF)
"""int64[81, 3]: its place in each."""
