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

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lowbit.kernels.core.simd import LANE_DTYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.kernels.general.engine import BoardWorkspace

    Numbers = NDArray[np.int32]
    Lists = list[list[int]]

PROGRAMS_KEPT = 64

STEP = 4
"""What is done in a turn of a loop over the members of a segment or part."""

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
    idle : list of BoardWorkspace
        Idle lanes of the board, kept because making them takes longer than solving a puzzle.
    """

    n_cells: int
    full_mask: int
    n_segments: int
    n_members: int
    dtype: type[np.unsignedinteger[Any]]
    program: Program
    idle: list[BoardWorkspace] = field(default_factory=list)


@lru_cache(PROGRAMS_KEPT)
def board_of(geometry: Geometry) -> Board:
    """Return a board as the kernels know it."""
    houses = [list(house.cells) for house in geometry.houses]
    full = [cells for cells in houses if len(cells) == geometry.size]
    small = [cells for cells in houses if len(cells) < geometry.size]
    segments, parts, counterparts = _locking(set(map(_bits, full)), list(map(_bits, houses)))
    program = Program(
        *_lists(full),
        *_lists(small),
        *_lists(segments),
        *_lists(parts),
        np.array(counterparts, np.int32),
        np.ones(geometry.n_cells, np.int32),
    )
    dtype = dtype_of(geometry)
    return Board(
        geometry.n_cells, geometry.full_mask, len(segments), len(counterparts), dtype, program
    )


def dtype_of(geometry: Geometry) -> type[np.unsignedinteger[Any]]:
    """Return what a lane is: the narrowest type that holds a mask."""
    return next(dtype for dtype in LANE_DTYPES if np.iinfo(dtype).max >= geometry.full_mask)


def _locking(full: set[int], houses: list[int]) -> tuple[Lists, Lists, list[int]]:
    """Return the cells of the segments, the segments of the parts, and their counterparts."""
    number = {0: 0}
    parts, pairs = [], []
    for house in houses:
        for part in _parts(house, houses):
            n_missing = -len(part) % STEP
            segments = [number.setdefault(segment, len(number)) for segment in part]
            parts.append(segments + [0] * n_missing)
            pairs += [(house, other) for other in part.values()] + [(house, 0)] * n_missing
    nowhere, place = len(pairs), {pair: at for at, pair in enumerate(pairs)}
    counterparts = [
        place.get((other, house), nowhere) if house in full else nowhere for house, other in pairs
    ]
    cells = map(_cells, number)
    return [of_one + of_one[-1:] * (-len(of_one) % STEP) for of_one in cells], parts, counterparts


def _parts(house: int, houses: list[int]) -> list[dict[int, int]]:
    """Return how a house falls into segments, each with the other house that shares it, or 0."""
    parts = []
    for others in _disjoint(house, houses):
        part = {house & other: other for other in others}
        rest = house & ~sum(part)
        parts.append(part | {rest: 0} if rest else part)
    return parts


def _disjoint(house: int, masks: Sequence[int]) -> list[list[int]]:
    """Return the other houses that share two cells or more with a house, sorted into groups.

    No two of a group share a cell in the house.
    """
    groups: list[tuple[int, list[int]]] = []
    for other in masks:
        shared = house & other
        if shared.bit_count() < 2 or other == house:
            continue
        for at, (taken, group) in enumerate(groups):
            if not taken & shared:
                groups[at] = (taken | shared, [*group, other])
                break
        else:
            groups.append((shared, [other]))
    return [group for _, group in groups]


def _bits(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _cells(bits: int) -> list[int]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def _lists(lists: Lists) -> tuple[Numbers, Numbers, Numbers]:
    """Return where lists begin and end once they lie one behind the other, and what they hold."""
    cells = np.array([cell for cells in lists for cell in cells], np.int32)
    return *_bounds(map(len, lists)), cells


def _bounds(lengths: Iterable[int]) -> tuple[Numbers, Numbers]:
    ends = np.array([0, *accumulate(lengths)], np.int32)
    return ends[:-1], ends[1:]
