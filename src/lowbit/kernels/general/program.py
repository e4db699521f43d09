"""The program of a board: the work of a sweep, as numbers of cells.

::

    houses      lists of cells: singles, naked and hidden
    small       lists of cells, fewer than there are digits: naked singles
    segments    lists of cells that two houses share, or that are left of a house
    parts       lists of segments, which make up a house: locked candidates
    counterparts for each segment of a part, its place in a part of the other house

A digit of a house that has places in one segment of a part only is locked there; so it leaves the
other segments of the part of the other house. Segments and parts have a multiple of STEP members,
or of STEP_OF_LARGE, so that a turn of a loop has as many: the last cell again, or segment 0, which
has no cells.

All lists lie one behind the other; list i begins at ``first[i]`` and ends before ``end[i]``. All
numbers of a board lie in one array, its block, for to hand over fourteen arrays takes longer than
to solve an easy puzzle.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lowbit.kernels.core.compile import part
from lowbit.kernels.core.simd import LANE_DTYPES
from lowbit.kernels.general.locking import N_SECTIONS, block_of

if TYPE_CHECKING:
    from lowbit.geometry import Geometry
    from lowbit.kernels.core.arrays import Numbers


PROGRAMS_KEPT = 64

FEW_CELLS = 256
"""The cells up to which lanes take few nodes, and need not learn soon."""


class Program(NamedTuple):
    """The work of a sweep; all are int32 arrays, made within kernels.

    Attributes
    ----------
    house_first, house_end, house_cells
        The houses with as many cells as there are digits.
    small_first, small_end, small_cells
        The houses with fewer.
    segment_first, segment_end, segment_cells
        The cells of each segment.
    part_first, part_end, part_segments
        The segments of each part.
    counterparts
        Of each of `part_segments`, which of them is the same in a part of the other house; the
        number of all if there is no such.
    """

    house_first: Numbers
    house_end: Numbers
    house_cells: Numbers
    small_first: Numbers
    small_end: Numbers
    small_cells: Numbers
    segment_first: Numbers
    segment_end: Numbers
    segment_cells: Numbers
    part_first: Numbers
    part_end: Numbers
    part_segments: Numbers
    counterparts: Numbers


@part
def program_in(block: Numbers) -> Program:
    """Return the program that a block holds."""
    segment_first, part_first = block[block[5] : block[6]], block[block[7] : block[8]]
    return Program(
        block[block[0] : block[1]],
        block[block[1] : block[2]],
        block[block[4] : block[5]],
        block[block[2] : block[3]],
        block[block[3] : block[4]],
        block[block[4] : block[5]],
        segment_first[: segment_first.size - 1],
        segment_first[1:],
        block[block[6] : block[7]],
        part_first[: part_first.size - 1],
        part_first[1:],
        block[block[8] : block[9]],
        block[block[9] : block[10]],
    )


@dataclass(frozen=True, eq=False)
class Board:
    """A board as the kernels know it.

    Attributes
    ----------
    n_cells, full_mask : int
    n_segments, n_members : int
        How many segments there are, and how many members all parts have.
    n_looked_at : int
        How many cells all houses have.
    has_boxes : bool
        Whether boxes are rectangles.
    dtype : type
        The type of a lane: the narrowest that holds a mask.
    block : int32[...]
        Its program, see `program_in`.
    """

    n_cells: int
    full_mask: int
    n_segments: int
    n_members: int
    n_looked_at: int
    has_boxes: bool
    dtype: type[np.unsignedinteger[Any]]
    block: Numbers

    @property
    def is_large(self) -> bool:
        """Whether there are more digits than the narrowest lane holds."""
        return self.dtype is not LANE_DTYPES[0]

    @property
    def learns_soon(self) -> bool:
        """Whether a search that learns is the faster one after some nodes; if large, after one."""
        return self.is_large or self.n_cells > FEW_CELLS


@lru_cache(PROGRAMS_KEPT)
def board_of(geometry: Geometry) -> Board:
    """Return a board as the kernels know it."""
    n_cells = geometry.n_cells
    block = block_of((house.cells for house in geometry.houses), geometry.size, n_cells)
    places = block[: N_SECTIONS + 1].tolist()
    n_segments, n_members = places[6] - places[5] - 1, places[10] - places[9]
    n_looked_at = places[5] - places[4]
    return Board(
        n_cells,
        geometry.full_mask,
        n_segments,
        n_members,
        n_looked_at,
        geometry.box_shape is not None,
        dtype_of(geometry),
        block,
    )


def dtype_of(geometry: Geometry) -> type[np.unsignedinteger[Any]]:
    """Return the type of a lane: the narrowest that holds a mask."""
    return _dtype_for(geometry.full_mask)


@cache
def _dtype_for(mask: int) -> type[np.unsignedinteger[Any]]:
    return next(dtype for dtype in LANE_DTYPES if np.iinfo(dtype).max >= mask)
