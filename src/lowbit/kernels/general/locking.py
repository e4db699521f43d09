"""The program of a board, laid out by a kernel: houses, and the segments that lock digits in them.

::

    houses      lists of cells
        │  for each house: the others that share two cells or more with it, sorted into groups,
        │  no two of a group with a cell of the house in common
        v
    parts       for each group: the cells that each house shares with this one, and the rest
        │  the same cells are the same segment, wherever they occur
        v
    segments    lists of cells; segment 0 has none

A house has at most 25 cells, so that some of them are the bits of a number, and a house is cut into
segments without a look at any other cell. A jigsaw's layout is new to each puzzle: in plain Python
this took longer than its search, and so did handing over the many arrays of a program. So one array
goes in, and one comes out: a *block*, which begins with the places of its sections.
"""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import kernel, part

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lowbit.kernels.core.arrays import Numbers


STEP: Final = 4
STEP_OF_LARGE: Final = 5
"""Members in a turn of a loop over those of a segment or part, with up to 16 digits and with more.
Both have a multiple of it: the last cell again, or segment 0."""

MOST_OF_SMALL: Final = 16
"""Digits for which a lane of 16 bits is enough."""

FEWEST_SHARED: Final = 2
"""Of a single shared cell nothing can be locked."""

NOBODY: Final = -1

SEGMENTS, CELLS, PARTS, MEMBERS, N_SIZES = range(5)
"""Words of `Memory.sizes`: how many segments there are, cells in them, parts, and members."""

N_SECTIONS: Final = 10
"""Sections of a block: the beginnings and the ends of full houses, then those of smaller ones, the
cells of houses, the beginnings of segments (and the end), their cells, the beginnings of parts (and
the end), their segments, and counterparts. See `lowbit.kernels.general.program`."""

ROOM: Final = 1 << 14
"""Numbers to begin with; more than a board can have cells."""

ONE = np.uint64(1)


class Houses(NamedTuple):
    """Lists of cells: house i has ``cells[first[i] : first[i + 1]]``.

    Attributes
    ----------
    first : int32[n + 1]
    cells : int32[...]
    size : int
        How many digits there are: a house with fewer cells need not have them all.
    n_cells : int
        How many cells the board has.
    """

    first: Numbers
    cells: Numbers
    size: int
    n_cells: int


class Memory(NamedTuple):
    """The program, and memory to work in; all int32 arrays, one behind the other.

    Attributes
    ----------
    segment_first, segment_cells, part_first, part_segments, counterparts
        The program, with room to spare.
    shared : [houses]
        The cells that each house shares with the one at hand, as bits.
    others, group_of, taken : [houses]
        The houses that share enough, the group of each, and the cells that each group takes.
    same : [houses]
        The first house with the same cells.
    owners
        The houses of each cell.
    house_of, other_of : [members]
        The house of each member of a part, and the other one; NOBODY for the rest.
    sizes : [N_SIZES]
        This and all arrays behind it are zeroed.
    owner_first : [n_cells + 2]
        Where in `owners` each cell begins.
    place : [houses * houses]
        One more than the member that a house shares with another.
    known : [a power of 2]
        A hash table of segments.
    """

    segment_first: Numbers
    segment_cells: Numbers
    part_first: Numbers
    part_segments: Numbers
    counterparts: Numbers
    shared: Numbers
    others: Numbers
    group_of: Numbers
    taken: Numbers
    same: Numbers
    owners: Numbers
    house_of: Numbers
    other_of: Numbers
    sizes: Numbers
    owner_first: Numbers
    place: Numbers
    known: Numbers


N_ARRAYS: Final = len(Memory._fields)
FIRST_ZEROED: Final = Memory._fields.index("sizes")


def block_of(houses: Iterable[Sequence[int]], size: int, n_cells: int) -> Numbers:
    """Return the block of a board: the program that `lowbit.kernels.general.program` tells of."""
    cells = list(houses)
    numbers = array("i", [size, n_cells, len(cells), *accumulate(map(len, cells), initial=0)])
    for house in cells:
        numbers.extend(house)
    given = np.frombuffer(numbers, np.int32)
    memory = np.empty(ROOM, np.int32)
    length = lay_out(given, memory)
    if length < 0:
        memory = np.empty(-length, np.int32)
        length = lay_out(given, memory)
    return memory[:length].copy()


@kernel
def lay_out(numbers: Numbers, memory: Numbers) -> int:
    """Write a block to the beginning of memory.

    Parameters
    ----------
    numbers : int32[...]
        How many digits, cells and houses a board has; where each house begins, and the last ends;
        the cells of the houses.
    memory : int32[...]

    Returns
    -------
    int
        The length of the block; where memory is too short, its length to try with, negative.
    """
    n = numbers[2]
    houses = Houses(numbers[3 : 4 + n], numbers[4 + n :], numbers[0], numbers[1])
    start = N_SECTIONS + 1 + 2 * n + houses.cells.size
    bounds = memory[start : start + N_ARRAYS + 1]
    end = _set_bounds(houses, bounds, start + N_ARRAYS + 1, memory)
    if end > memory.size:
        return -int(end)
    room = _shared_out(bounds, memory)
    memory[bounds[FIRST_ZEROED] : end] = 0
    _find_locking(houses, room)
    return _packed(houses, room, memory)


@part
def _set_bounds(houses: Houses, bounds: Numbers, start: int, memory: Numbers) -> int:
    """Find where each array of `Memory` begins, as long as it can get; return the end."""
    n, n_shared = houses.first.size - 1, 0
    n_owners = memory[start : start + houses.n_cells]
    n_owners[:] = 0
    for cell in houses.cells:
        n_shared += 2 * n_owners[cell]
        n_owners[cell] += 1
    # The pairs of houses that share two cells or more, each counted at both; a group has a member
    # for each, and one for the rest.
    n_pairs = n_shared // FEWEST_SHARED
    n_members, n_known = (1 + STEP_OF_LARGE) * n_pairs, 1
    while n_known <= 4 * n_pairs:
        n_known *= 2
    bounds[0] = start
    bounds[1] = 2 * n_pairs + 2
    bounds[2] = n_shared + (houses.size + 2 * STEP_OF_LARGE) * n_pairs
    bounds[3] = n_pairs + 1
    bounds[4:6] = n_members
    bounds[6:11] = n
    bounds[11] = houses.cells.size
    bounds[12:14] = n_members
    bounds[14] = N_SIZES
    bounds[15] = houses.n_cells + 2
    bounds[16] = n * n
    bounds[17] = n_known
    for at in range(N_ARRAYS):
        bounds[at + 1] += bounds[at]
    return int(bounds[N_ARRAYS])


@part
def _shared_out(bounds: Numbers, memory: Numbers) -> Memory:
    """Share memory out."""
    return Memory(
        memory[bounds[0] : bounds[1]],
        memory[bounds[1] : bounds[2]],
        memory[bounds[2] : bounds[3]],
        memory[bounds[3] : bounds[4]],
        memory[bounds[4] : bounds[5]],
        memory[bounds[5] : bounds[6]],
        memory[bounds[6] : bounds[7]],
        memory[bounds[7] : bounds[8]],
        memory[bounds[8] : bounds[9]],
        memory[bounds[9] : bounds[10]],
        memory[bounds[10] : bounds[11]],
        memory[bounds[11] : bounds[12]],
        memory[bounds[12] : bounds[13]],
        memory[bounds[13] : bounds[14]],
        memory[bounds[14] : bounds[15]],
        memory[bounds[15] : bounds[16]],
        memory[bounds[16] : bounds[17]],
    )


@part
def _find_locking(houses: Houses, room: Memory) -> None:
    """Find all segments, parts and counterparts."""
    sizes = room.sizes
    sizes[SEGMENTS] = 1
    room.segment_first[0] = room.segment_first[1] = 0
    _find_owners(houses, room)
    for house in range(houses.first.size - 1):
        n_groups, n_others = _group(houses, room, house)
        for group in range(n_groups):
            _add_part(houses, room, house, group, n_others)
    room.part_first[sizes[PARTS]] = sizes[MEMBERS]
    _find_counterparts(houses, room)


@part
def _packed(houses: Houses, room: Memory, memory: Numbers) -> int:
    """Put all sections of a block one behind the other; return its length."""
    sizes, section, at = room.sizes, 0, N_SECTIONS + 1
    for is_full in (True, False):
        for side in range(2):
            memory[section] = at
            section += 1
            for house in range(houses.first.size - 1):
                length = houses.first[house + 1] - houses.first[house]
                if (length == houses.size) == is_full:
                    memory[at] = houses.first[house + side]
                    at += 1
    at = _append(memory, section, at, houses.cells, houses.cells.size)
    at = _append(memory, section + 1, at, room.segment_first, sizes[SEGMENTS] + 1)
    at = _append(memory, section + 2, at, room.segment_cells, sizes[CELLS])
    at = _append(memory, section + 3, at, room.part_first, sizes[PARTS] + 1)
    at = _append(memory, section + 4, at, room.part_segments, sizes[MEMBERS])
    at = _append(memory, section + 5, at, room.counterparts, sizes[MEMBERS])
    memory[N_SECTIONS] = at
    return int(at)


@part
def _append(memory: Numbers, section: int, at: int, numbers: Numbers, length: int) -> int:
    """Put the first of some numbers into a section that begins at a place; return where it ends."""
    memory[section] = at
    for number in numbers[:length]:
        memory[at] = number
        at += 1
    return at


@part
def _find_owners(houses: Houses, room: Memory) -> None:
    """List the houses of each cell, in order."""
    first = room.owner_first  # one place ahead while the lists are filled
    for cell in houses.cells:
        first[cell + 2] += 1
    for cell in range(2, first.size):
        first[cell] += first[cell - 1]
    for house in range(houses.first.size - 1):
        room.same[house] = house
        for at in range(houses.first[house], houses.first[house + 1]):
            cell = houses.cells[at]
            room.owners[first[cell + 1]] = house
            first[cell + 1] += 1


@part
def _group(houses: Houses, room: Memory, house: int) -> tuple[int, int]:
    """Sort the houses that share cells with one into groups; return how many of both."""
    _find_shared(houses, room, house)
    length = houses.first[house + 1] - houses.first[house]
    n_groups, n_others = 0, 0
    for other in range(houses.first.size - 1):
        shared = room.shared[other]
        n_shared = size_of(np.uint64(shared))
        if n_shared < FEWEST_SHARED or other == house:
            continue
        if n_shared == length and n_shared == houses.first[other + 1] - houses.first[other]:
            # Houses of the same cells are one: the first stands for all.
            room.same[house] = min(room.same[house], other)
            continue
        group = 0
        # First fit: the houses of a group share no cell of this one.
        while group < n_groups and room.taken[group] & shared:
            group += 1
        if group == n_groups:
            room.taken[group] = 0
            n_groups += 1
        room.taken[group] |= shared
        room.others[n_others] = other
        room.group_of[n_others] = group
        n_others += 1
    return n_groups, n_others


@part
def _find_shared(houses: Houses, room: Memory, house: int) -> None:
    """Note which cells of a house each house has, as bits."""
    room.shared[:] = 0
    first = houses.first[house]
    for at in range(first, houses.first[house + 1]):
        cell = houses.cells[at]
        for owner in range(room.owner_first[cell], room.owner_first[cell + 1]):
            room.shared[room.owners[owner]] |= 1 << (at - first)


@part
def _add_part(houses: Houses, room: Memory, house: int, group: int, n_others: int) -> None:
    """Add the part that a group makes of a house."""
    sizes = room.sizes
    room.part_first[sizes[PARTS]] = sizes[MEMBERS]
    sizes[PARTS] += 1
    for at in range(n_others):
        if room.group_of[at] == group:
            other = room.others[at]
            segment = _segment(houses, room, house, room.shared[other])
            _add_member(room, house, other, segment)
    # A house has at most 25 cells, so that all of them are bits of a word.
    rest = (1 << (houses.first[house + 1] - houses.first[house])) - 1 & ~room.taken[group]
    if rest:
        segment = _segment(houses, room, house, rest)
        _add_member(room, house, NOBODY, segment)
    while (sizes[MEMBERS] - room.part_first[sizes[PARTS] - 1]) % _step_of(houses):
        _add_member(room, house, NOBODY, 0)


@part
def _add_member(room: Memory, house: int, other: int, segment: int) -> None:
    at = room.sizes[MEMBERS]
    room.sizes[MEMBERS] += 1
    room.part_segments[at] = segment
    room.house_of[at] = house
    room.other_of[at] = other


@part
def _segment(houses: Houses, room: Memory, house: int, bits: int) -> int:
    """Return the number of the segment with some cells of a house; a new one if need be."""
    at = _hash_of(houses, house, bits) & np.uint64(room.known.size - 1)
    while True:
        # Open addressing: the number of slots is a power of two, so that a mask wraps.
        segment = room.known[at]
        if segment == 0:
            room.known[at] = room.sizes[SEGMENTS]
            return _new_segment(houses, room, house, bits)
        if _has_cells(houses, room, segment, house, bits):
            return int(segment)
        at = (at + ONE) & np.uint64(room.known.size - 1)


@part
def _step_of(houses: Houses) -> int:
    return STEP if houses.size <= MOST_OF_SMALL else STEP_OF_LARGE


@part
def _hash_of(houses: Houses, house: int, bits: int) -> np.uint64:
    left, found = np.uint64(bits), np.uint64(0)
    while left:
        cell = houses.cells[houses.first[house] + lowest(left)]
        # Fibonacci hashing; one is added, for cell 0 would leave no trace.
        found = (found ^ np.uint64(cell + 1)) * np.uint64(0x9E3779B97F4A7C15)
        left &= left - ONE
    # The high half, into which the multiplication has carried all bits.
    return found >> np.uint64(32)


@part
def _has_cells(houses: Houses, room: Memory, segment: int, house: int, bits: int) -> bool:
    """Return whether a segment has these cells of a house, and no others."""
    at, end = room.segment_first[segment], room.segment_first[segment + 1]
    left, n_left = np.uint64(bits), size_of(np.uint64(bits))
    # Rounded up to a whole number of turns of a loop, as segments are written.
    if end - at != n_left + -n_left % _step_of(houses):
        return False
    while at < end:
        if room.segment_cells[at] != houses.cells[houses.first[house] + lowest(left)]:
            return False
        if left & (left - ONE):
            left &= left - ONE
        at += 1
    return True


@part
def _new_segment(houses: Houses, room: Memory, house: int, bits: int) -> int:
    """Add a segment and return its number."""
    sizes = room.sizes
    left = np.uint64(bits)
    n_more = size_of(left)
    for _ in range(n_more + -n_more % _step_of(houses)):
        room.segment_cells[sizes[CELLS]] = houses.cells[houses.first[house] + lowest(left)]
        sizes[CELLS] += 1
        if left & (left - ONE):
            left &= left - ONE
    sizes[SEGMENTS] += 1
    room.segment_first[sizes[SEGMENTS]] = sizes[CELLS]
    return int(sizes[SEGMENTS] - 1)


@part
def _find_counterparts(houses: Houses, room: Memory) -> None:
    """Find for each member of a part which one is the same in a part of the other house."""
    n, n_members, same = houses.first.size - 1, room.sizes[MEMBERS], room.same
    for at in range(n_members):
        house, other = room.house_of[at], room.other_of[at]
        if other != NOBODY:
            # Plus 1, so that 0 says that there is none.
            room.place[same[house] * n + same[other]] = at + 1
    for at in range(n_members):
        house, other = room.house_of[at], room.other_of[at]
        is_full = houses.first[house + 1] - houses.first[house] == houses.size
        found = room.place[same[other] * n + same[house]] if is_full and other != NOBODY else 0
        room.counterparts[at] = found - 1 if found else n_members
