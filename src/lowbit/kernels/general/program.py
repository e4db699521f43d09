"""The program of a board: what a sweep does, as numbers of cells.

::

    houses      lists of cells: singles, naked and hidden
    small       lists of cells, fewer than there are digits: naked singles
    segments    lists of cells that two houses share, or that are left of a house
    parts       lists of segments, which make up a house: locked candidates
    counterparts for each segment of a part, its place in a part of the other house

A digit of a house that has places in one segment of a part only is locked there; so it leaves the
other segments of the part of the other house. Segments and parts have a multiple of STEP members,
so that a turn of a loop has as many: the last cell again, or segment 0, which has no cells.

All lists lie one behind the other; list i begins at ``first[i]`` and ends before ``end[i]``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lowbit.kernels.core.simd import LANE_DTYPES
from lowbit.kernels.general.locking import Houses, find_locking

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.geometry import Geometry

    Numbers = NDArray[np.int32]

PROGRAMS_KEPT = 64

MOST_WEIGHT = 0xFFFF
"""The largest value of the narrowest lanes."""


class Program(NamedTuple):
    """What a sweep does; all are int32 arrays.

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
    weights
        What each cell weighs where a guess is to be made, from 1 to MOST_WEIGHT: a search has its
        own, and changes them.
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
    weights: Numbers


@dataclass(frozen=True, eq=False)
class Board:
    """A board as the kernels know it.

    Attributes
    ----------
    n_cells, full_mask : int
    n_segments, n_members : int
        How many segments there are, and how many members all parts have.
    dtype : type
        What a lane is: the narrowest that holds a mask.
    program : Program
    """

    n_cells: int
    full_mask: int
    n_segments: int
    n_members: int
    dtype: type[np.unsignedinteger[Any]]
    program: Program


@lru_cache(PROGRAMS_KEPT)
def board_of(geometry: Geometry) -> Board:
    """Return a board as the kernels know it."""
    lengths = [len(house.cells) for house in geometry.houses]
    cells = np.fromiter(chain.from_iterable(h.cells for h in geometry.houses), np.int32)
    first = np.array([0, *accumulate(lengths)], np.int32)
    found = find_locking(Houses(first, cells, geometry.size), geometry.n_cells)
    is_full = np.array([length == geometry.size for length in lengths], bool)
    starts, ends = first[:-1], first[1:]
    program = Program(
        *(starts[is_full], ends[is_full], cells),
        *(starts[~is_full], ends[~is_full], cells),
        *(found.segment_first[:-1], found.segment_first[1:], found.segment_cells),
        *(found.part_first[:-1], found.part_first[1:], found.part_segments),
        found.counterparts,
        np.ones(geometry.n_cells, np.int32),
    )
    n_segments, n_members = program.segment_first.size, found.counterparts.size
    dtype = dtype_of(geometry)
    return Board(geometry.n_cells, geometry.full_mask, n_segments, n_members, dtype, program)


def dtype_of(geometry: Geometry) -> type[np.unsignedinteger[Any]]:
    """Return what a lane is: the narrowest type that holds a mask."""
    return _dtype_for(geometry.full_mask)


@cache
def _dtype_for(mask: int) -> type[np.unsignedinteger[Any]]:
    return next(dtype for dtype in LANE_DTYPES if np.iinfo(dtype).max >= mask)
