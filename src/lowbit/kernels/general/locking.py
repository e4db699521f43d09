"""What locked candidates need of a board: segments, parts and counterparts, found by a kernel.

::

    houses      lists of cells
        │  for each house: the others that share two cells or more with it, sorted into groups,
        │  no two of a group with a cell of the house in common
        v
    parts       for each group: what each of its houses shares with the house, and what is left
        │  the same cells are the same segment, wherever they occur
        v
    segments    lists of cells; segment 0 has none

A house has at most 25 cells, so that some of them are the bits of a number, and a house is cut into
segments without a look at any other cell. A jigsaw's layout is new to each puzzle: in plain Python
this took longer than its search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import kernel, part

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]

STEP: Final = 4
"""What is done in a turn of a loop over the members of a segment or part. Both have a multiple of
it: the last cell again, or segment 0."""

FEWEST_SHARED: Final = 2
"""Of a single shared cell nothing can be locked."""

NOBODY: Final = -1

SEGMENTS, CELLS, PARTS, MEMBERS, N_SIZES = range(5)
"""Words of `Locking.sizes`: how many segments there are, cells in them, parts, and members."""

ONE = np.uint64(1)


class Houses(NamedTuple):
    """Lists of cells: house i has ``cells[first[i] : first[i + 1]]``.

    Attributes
    ----------
    first : int32[n + 1]
    cells : int32[...]
    size : int
        How many digits there are: a house with fewer cells need not have them all.
    """

    first: Numbers
    cells: Numbers
    size: int


class Locking(NamedTuple):
    """The segments, parts and counterparts of a board; see `lowbit.kernels.general.program`.

    Attributes
    ----------
    segment_first, part_first : int32[...]
        Where each segment and part begins, and after the last the end.
    segment_cells, part_segments, counterparts : int32[...]
    sizes : int64[N_SIZES]
    """

    segment_first: Numbers
    segment_cells: Numbers
    part_first: Numbers
    part_segments: Numbers
    counterparts: Numbers
    sizes: NDArray[np.int64]


class Scratch(NamedTuple):
    """Memory to work in.

    Attributes
    ----------
    owner_first, owners : int32[...]
        The houses of each cell.
    shared : int32[houses]
        The cells that each house shares with the one at hand, as bits.
    others, group_of, taken : int32[houses]
        The houses that share enough, the group of each, and the cells that each group takes.
    same : int32[houses]
        The first house with the same cells.
    house_of, other_of : int32[members]
        The house of each member of a part, and the other one; NOBODY for what is left.
    place : int32[houses, houses]
        One more than the member that is what a house shares with another.
    known : int32[a power of 2]
        A hash table of segments.
    """

    owner_first: Numbers
    owners: Numbers
    shared: Numbers
    others: Numbers
    group_of: Numbers
    taken: Numbers
    same: Numbers
    house_of: Numbers
    other_of: Numbers
    place: NDArray[np.int32]
    known: Numbers


def find_locking(houses: Houses, n_cells: int) -> Locking:
    """Return the segments, parts and counterparts of the houses of a board."""
    locking, scratch = _room_for(houses, n_cells)
    lay_out(houses, locking, scratch)
    n_segments, n_segment_cells, n_parts, n_members = locking.sizes.tolist()
    return Locking(
        locking.segment_first[: n_segments + 1],
        locking.segment_cells[:n_segment_cells],
        locking.part_first[: n_parts + 1],
        locking.part_segments[:n_members],
        locking.counterparts[:n_members],
        locking.sizes,
    )


def _room_for(houses: Houses, n_cells: int) -> tuple[Locking, Scratch]:
    """Return room for what is found, at least as much as it takes."""
    n = len(houses.first) - 1
    n_owners = np.bincount(houses.cells, minlength=n_cells)
    # The pairs of houses that share two cells or more, each counted at both; a group has a member
    # for each, and one for what is left.
    n_shared = int((n_owners * (n_owners - 1)).sum())
    n_pairs = n_shared // FEWEST_SHARED
    n_members = (1 + STEP) * n_pairs
    locking = Locking(
        np.empty(2 * n_pairs + 2, np.int32),
        np.empty(n_shared + (houses.size + 2 * STEP) * n_pairs, np.int32),
        np.empty(n_pairs + 1, np.int32),
        np.empty(n_members, np.int32),
        np.empty(n_members, np.int32),
        np.zeros(N_SIZES, np.int64),
    )
    shared, others, group_of, taken, same = np.empty((5, n), np.int32)
    scratch = Scratch(
        np.zeros(n_cells + 2, np.int32),
        np.empty(len(houses.cells), np.int32),
        *(shared, others, group_of, taken, same),
        np.empty(n_members, np.int32),
        np.empty(n_members, np.int32),
        np.zeros((n, n), np.int32),
        np.zeros(1 << (4 * n_pairs).bit_length(), np.int32),
    )
    return locking, scratch


@kernel
def lay_out(houses: Houses, locking: Locking, scratch: Scratch) -> None:
    """Find all segments, parts and counterparts."""
    sizes = locking.sizes
    sizes[SEGMENTS] = 1
    locking.segment_first[:2] = 0
    _find_owners(houses, scratch)
    for house in range(houses.first.size - 1):
        n_groups, n_others = _group(houses, scratch, house)
        for group in range(n_groups):
            _add_part(houses, locking, scratch, house, group, n_others)
    locking.part_first[sizes[PARTS]] = sizes[MEMBERS]
    _find_counterparts(houses, locking, scratch)


@part
def _find_owners(houses: Houses, scratch: Scratch) -> None:
    """List the houses of each cell, in order."""
    first = scratch.owner_first  # one place ahead while the lists are filled
    for cell in houses.cells:
        first[cell + 2] += 1
    for cell in range(2, first.size):
        first[cell] += first[cell - 1]
    for house in range(houses.first.size - 1):
        scratch.same[house] = house
        for at in range(houses.first[house], houses.first[house + 1]):
            cell = houses.cells[at]
            scratch.owners[first[cell + 1]] = house
            first[cell + 1] += 1


@part
def _group(houses: Houses, scratch: Scratch, house: int) -> tuple[int, int]:
    """Sort the houses that share cells with one into groups; return how many of both."""
    _find_shared(houses, scratch, house)
    length = houses.first[house + 1] - houses.first[house]
    n_groups, n_others = 0, 0
    for other in range(houses.first.size - 1):
        shared = scratch.shared[other]
        n_shared = size_of(np.uint64(shared))
        if n_shared < FEWEST_SHARED or other == house:
            continue
        if n_shared == length and n_shared == houses.first[other + 1] - houses.first[other]:
            scratch.same[house] = min(scratch.same[house], other)
            continue
        group = 0
        while group < n_groups and scratch.taken[group] & shared:
            group += 1
        if group == n_groups:
            scratch.taken[group] = 0
            n_groups += 1
        scratch.taken[group] |= shared
        scratch.others[n_others] = other
        scratch.group_of[n_others] = group
        n_others += 1
    return n_groups, n_others


@part
def _find_shared(houses: Houses, scratch: Scratch, house: int) -> None:
    """Note which cells of a house each house has, as bits."""
    scratch.shared[:] = 0
    first = houses.first[house]
    for at in range(first, houses.first[house + 1]):
        cell = houses.cells[at]
        for owner in range(scratch.owner_first[cell], scratch.owner_first[cell + 1]):
            scratch.shared[scratch.owners[owner]] |= 1 << (at - first)


@part
def _add_part(
    houses: Houses, locking: Locking, scratch: Scratch, house: int, group: int, n_others: int
) -> None:
    """Add the part that a group makes of a house."""
    sizes = locking.sizes
    locking.part_first[sizes[PARTS]] = sizes[MEMBERS]
    sizes[PARTS] += 1
    for at in range(n_others):
        if scratch.group_of[at] == group:
            other = scratch.others[at]
            segment = _segment(houses, locking, scratch, house, scratch.shared[other])
            _add_member(locking, scratch, house, other, segment)
    rest = (1 << (houses.first[house + 1] - houses.first[house])) - 1 & ~scratch.taken[group]
    if rest:
        segment = _segment(houses, locking, scratch, house, rest)
        _add_member(locking, scratch, house, NOBODY, segment)
    while (sizes[MEMBERS] - locking.part_first[sizes[PARTS] - 1]) % STEP:
        _add_member(locking, scratch, house, NOBODY, 0)


@part
def _add_member(locking: Locking, scratch: Scratch, house: int, other: int, segment: int) -> None:
    at = locking.sizes[MEMBERS]
    locking.sizes[MEMBERS] += 1
    locking.part_segments[at] = segment
    scratch.house_of[at] = house
    scratch.other_of[at] = other


@part
def _segment(houses: Houses, locking: Locking, scratch: Scratch, house: int, bits: int) -> int:
    """Return the number of the segment with some cells of a house; a new one if need be."""
    at = _hash_of(houses, house, bits) & np.uint64(scratch.known.size - 1)
    while True:
        segment = scratch.known[at]
        if segment == 0:
            scratch.known[at] = locking.sizes[SEGMENTS]
            return _new_segment(houses, locking, house, bits)
        if _has_cells(houses, locking, segment, house, bits):
            return int(segment)
        at = (at + ONE) & np.uint64(scratch.known.size - 1)


@part
def _hash_of(houses: Houses, house: int, bits: int) -> np.uint64:
    left, found = np.uint64(bits), np.uint64(0)
    while left:
        cell = houses.cells[houses.first[house] + lowest(left)]
        found = (found ^ np.uint64(cell + 1)) * np.uint64(0x9E3779B97F4A7C15)
        left &= left - ONE
    return found >> np.uint64(32)


@part
def _has_cells(houses: Houses, locking: Locking, segment: int, house: int, bits: int) -> bool:
    """Return whether a segment has these cells of a house, and no others."""
    at, end = locking.segment_first[segment], locking.segment_first[segment + 1]
    left, n_left = np.uint64(bits), size_of(np.uint64(bits))
    if end - at != n_left + -n_left % STEP:
        return False
    while at < end:
        if locking.segment_cells[at] != houses.cells[houses.first[house] + lowest(left)]:
            return False
        if left & (left - ONE):
            left &= left - ONE
        at += 1
    return True


@part
def _new_segment(houses: Houses, locking: Locking, house: int, bits: int) -> int:
    """Add a segment and return its number."""
    sizes = locking.sizes
    left = np.uint64(bits)
    n_more = size_of(left)
    for _ in range(n_more + -n_more % STEP):
        locking.segment_cells[sizes[CELLS]] = houses.cells[houses.first[house] + lowest(left)]
        sizes[CELLS] += 1
        if left & (left - ONE):
            left &= left - ONE
    sizes[SEGMENTS] += 1
    locking.segment_first[sizes[SEGMENTS]] = sizes[CELLS]
    return int(sizes[SEGMENTS] - 1)


@part
def _find_counterparts(houses: Houses, locking: Locking, scratch: Scratch) -> None:
    """Find for each member of a part which one is the same in a part of the other house."""
    n_members, same = locking.sizes[MEMBERS], scratch.same
    for at in range(n_members):
        house, other = scratch.house_of[at], scratch.other_of[at]
        if other != NOBODY:
            scratch.place[same[house], same[other]] = at + 1
    for at in range(n_members):
        house, other = scratch.house_of[at], scratch.other_of[at]
        is_full = houses.first[house + 1] - houses.first[house] == houses.size
        found = scratch.place[same[other], same[house]] if is_full and other != NOBODY else 0
        locking.counterparts[at] = found - 1 if found else n_members
