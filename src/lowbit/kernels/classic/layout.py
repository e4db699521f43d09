"""The memory layout: the rows of a block of lanes, and the geometry of minilines.

::

    rows of a register file, each one 16-bit word a lane (bit d-1 for digit d)
    ┌─────────┬────────┬───────┬─────────┬────────────┬──────────┬────────────┬───────┬───────┐
    │ BANDS   │ STACKS │ TOTAL │ ALLOWED │ CELLS      │ PLACES,  │ SINGLES 9, │ CHUTE │ DIGIT │
    │ 27      │ 27     │ 1     │ 81      │ 81         │ FORCED   │ NEW_TOTAL, │ 1     │ 1     │
    │ digits that each │ their │ by the  │ candidates │ 27 + 27  │ SMALLEST,  │ what to guess │
    │ miniline can hold│ sum   │ puzzle  │            │ of bands │ SETTLED    │               │
    └─────────┴────────┴───────┴─────────┴────────────┴──────────┴────────────┴───────┴───────┘
     ◄──────── state ─────────►

The *state* of a lane, all that a search changes, is the digits that its 54 minilines can hold, with
the sum of that. The digits that a puzzle allows in each cell do not change while it is searched,
and all other rows are made anew from these two by every sweep.

A miniline is three cells of one row (in a band) or one column (in a stack) within one box.
Chute 0 to 2 are the bands, 3 to 5 the stacks; `line` is the row or column within the chute,
`box` the box within the chute; a miniline's number is ``9 * chute + 3 * line + box``. The rows of
STACKS lie right behind those of BANDS, so miniline m of any chute is row ``BANDS + m``.
"""

from __future__ import annotations

from typing import Final

import numpy as np

ALL_DIGITS: Final = 0x1FF
N_CELLS: Final = 81
N_MASKS: Final = 1 << 9

BANDS: Final = 0
STACKS: Final = BANDS + 27
TOTAL: Final = STACKS + 27
ALLOWED: Final = TOTAL + 1
CELLS: Final = ALLOWED + N_CELLS
BAND_PLACES: Final = CELLS + N_CELLS
BAND_FORCED: Final = BAND_PLACES + 27
SINGLES: Final = BAND_FORCED + 27
NEW_TOTAL: Final = SINGLES + 9
SMALLEST: Final = NEW_TOTAL + 1
SETTLED: Final = SMALLEST + 1
CHUTE: Final = SETTLED + 1
DIGIT: Final = CHUTE + 1
N_ROWS: Final = DIGIT + 1

MAX_DEPTH: Final = 9 * 54 // 3
"""Guesses one on another: each settles for one digit and one of the 18 lines which miniline
holds it, so there cannot be more than 9 x 18."""

A_CELL_APART: Final = N_MASKS + 8
"""From one cell to the next in a table with an int64 for each set of candidates: a cache line
more than the sets need, or the same set in all cells would be in the same few lines of the cache,
and push each other out."""

N_STATE: Final = ALLOWED
"""Rows of the state, the first of all."""

SAVED: Final = 96
"""Words of a saved lane: its state, or the 81 cells of a search that narrows single cells, and room
to start each on a cache line boundary."""

PERMUTATIONS: Final = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2))
"""The configurations of a digit in a chute: the box in which it lies in each line."""


def cell(chute: int, line: int, box: int, place: int) -> int:
    """Return the cell at a place (0 to 2) of a miniline."""
    if chute < 3:
        return 9 * (3 * chute + line) + 3 * box + place
    return 9 * (3 * box + place) + 3 * (chute - 3) + line


MINILINE_CELLS: Final = np.array(
    [
        [cell(chute, line, box, place) for place in range(3)]
        for chute in range(6)
        for line in range(3)
        for box in range(3)
    ],
    np.int64,
)
"""int64[54, 3]: the cells of each miniline."""


def _split(pattern: int) -> tuple[int, int, int]:
    """Return, for the minilines of a chute that can hold a digit, how to branch on it.

    In the first line with a choice: the miniline to try first, and the one or two others
    (the same twice where there is one). All zero where no line has a choice.
    """
    for line in range(3):
        boxes = [box for box in range(3) if pattern >> 3 * line + box & 1]
        if len(boxes) > 1:
            return 3 * line + boxes[0], 3 * line + boxes[1], 3 * line + boxes[-1]
    return 0, 0, 0


BRANCHES: Final = np.array([_split(pattern) for pattern in range(512)], np.int64)
"""int64[512, 3]: `_split` of every pattern."""
