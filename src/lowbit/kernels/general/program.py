"""The program of a board: what a sweep does, as numbers of cells.

::

    houses      lists of cells: singles, naked and hidden
    small       lists of cells, fewer than there are digits: naked singles
    parts       lists of segments, which make up a house: locked candidates
    segments    lists of cells, which a house shares with another house, or with none
    targets     lists of cells: the rest of the other house of each segment

A digit of a house that has places in one segment only lies there, and so in no target of it.

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


class Program(NamedTuple):
    """What a sweep does; all are int32 arrays.

    Attributes
    ----------
    house_first, house_end, house_cells
        The houses with as many cells as there are digits.
    small_first, small_end, small_cells
        The houses with fewer.
    part_first, part_end
        The segments of each part.
    segment_first, segment_end, segment_cells
        The cells of each segment.
    target_first, target_end, target_cells
        The cells of its target.
    """

    house_first: Numbers
    house_end: Numbers
    house_cells: Numbers
    small_first: Numbers
    small_end: Numbers
    small_cells: Numbers
    part_first: Numbers
    part_end: Numbers
    segment_first: Numbers
    segment_end: Numbers
    segment_cells: Numbers
    target_first: Numbers
    target_end: Numbers
    target_cells: Numbers


@dataclass(frozen=True, eq=False)
class Board:
    """A board as the kernels know it.

    Attributes
    ----------
    n_cells, full_mask : int
    n_segments : int
        The most segments of a part.
    dtype : type
        What a lane is: the narrowest that holds a mask.
    program : Program
    idle : list of BoardWorkspace
        Idle lanes of the board: to make them takes longer than to solve a puzzle.
    """

    n_cells: int
    full_mask: int
    n_segments: int
    dtype: type[np.unsignedinteger[Any]]
    program: Program
    idle: list[BoardWorkspace] = field(default_factory=list)


@lru_cache(PROGRAMS_KEPT)
def board_of(geometry: Geometry) -> Board:
    """Return a board as the kernels know it."""
    houses = [list(house.cells) for house in geometry.houses]
    full = [cells for cells in houses if len(cells) == geometry.size]
    small = [cells for cells in houses if len(cells) < geometry.size]
    parts = _parts(full, houses)
    segments = [segment for part in parts for segment in part]
    program = Program(
        *_lists(full),
        *_lists(small),
        *_bounds(map(len, parts)),
        *_lists([cells for cells, _ in segments]),
        *_lists([target for _, target in segments]),
    )
    n_segments = max(map(len, parts), default=0)
    return Board(geometry.n_cells, geometry.full_mask, n_segments, dtype_of(geometry), program)


def dtype_of(geometry: Geometry) -> type[np.unsignedinteger[Any]]:
    """Return what a lane is: the narrowest type that holds a mask."""
    return next(dtype for dtype in LANE_DTYPES if np.iinfo(dtype).max >= geometry.full_mask)


def _parts(full: Lists, houses: Lists) -> list[list[tuple[list[int], list[int]]]]:
    """Return how each house falls into segments, each with its target."""
    masks = [_bits(cells) for cells in houses]
    parts = []
    for house in map(_bits, full):
        for others in _disjoint(house, masks):
            part = [(_cells(house & other), _cells(other & ~house)) for other in others]
            rest = house & ~sum(house & other for other in others)
            if rest:
                part.append((_cells(rest), []))
            parts.append(part)
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
