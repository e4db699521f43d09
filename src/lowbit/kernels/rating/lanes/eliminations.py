"""Locked candidates, sets and fish of many puzzles side by side: each puzzle is a lane.

All that a kind of step eliminates is gathered at once, in all houses. Whatever is eliminated first,
the eliminations of another step from pointing to hidden triples follow by as easy steps in the end:
a subset or fish that loses a candidate becomes a smaller one. So the result does not depend on the
order of steps.

::

    AT        the places of each digit in each house
    GONE      those to be eliminated there
    ELIMINATED    the digits to be eliminated, by cell
    HITS      not 0 in the lanes where there are any

The functions that look leave their finds in `ELIMINATED`, for `eliminate`. There must be no
single, and for subsets and fish of three no smaller ones.
"""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import or_
from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.simd import staged
from lowbit.kernels.rating.lanes.sweeps import (
    CELLS,
    CHUTES,
    N_SINGLE_ROWS,
    for_each_house,
    miniline,
    union,
)
from lowbit.kernels.rating.position.tables import (
    CELL_AT,
    COLUMN,
    FULL,
    N_CELLS,
    N_HOUSES,
    ROW,
    SIZE,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.kernels.core.simd import Mask, Rows, Vector

AT: Final = N_SINGLE_ROWS
GONE: Final = AT + SIZE * N_HOUSES
ELIMINATED: Final = GONE + SIZE * N_HOUSES
HITS: Final = ELIMINATED + N_CELLS
N_ROWS: Final = HITS + 1

THREE: Final = range(3)

BANDS_AND_STACKS: Final = range(3), range(3, 6)


@staged(outputs=1)
def eliminate(rows: Rows, lanes: Mask) -> tuple[Mask]:
    """Make the eliminations found last in some lanes; return them."""
    for cell in range(N_CELLS):
        eliminated = lanes.choose(rows[ELIMINATED + cell], 0)
        rows[CELLS + cell] = rows[CELLS + cell] & ~eliminated
    return (lanes,)


@staged(outputs=1)
def look_for_pointing(rows: Rows) -> tuple[Mask]:
    """Find the eliminations of boxes that hold a digit in one line."""
    return (_look_for_locked(rows, by_box=True),)


@staged(outputs=1)
def look_for_claiming(rows: Rows) -> tuple[Mask]:
    """Find the eliminations of lines that hold a digit in one box."""
    return (_look_for_locked(rows, by_box=False),)


@staged(outputs=1)
def list_places(rows: Rows) -> tuple[Mask]:
    """List the places of each digit in each house; return no lanes."""
    for_each_house(rows, _list_places)
    return (~(rows[CELLS] & 0).equals(0),)


@staged(outputs=1)
def look_for_naked_pairs(rows: Rows) -> tuple[Mask]:
    """Find the eliminations of naked pairs."""
    return (_look_in_cells(rows, 2),)


@staged(outputs=1)
def look_for_naked_triples(rows: Rows) -> tuple[Mask]:
    """Find the eliminations of naked triples."""
    return (_look_in_cells(rows, 3),)


@staged(outputs=1)
def look_for_hidden_pairs(rows: Rows) -> tuple[Mask]:
    """Find the eliminations of hidden pairs; the places must be listed, and `spread` come next."""
    return (_look_in_places(rows, 2),)


@staged(outputs=1)
def look_for_hidden_triples(rows: Rows) -> tuple[Mask]:
    """Find the eliminations of hidden triples; places must be listed, `spread` come next."""
    return (_look_in_places(rows, 3),)


@staged(outputs=1)
def look_for_x_wings(rows: Rows) -> tuple[Mask]:
    """Find the eliminations of X-wings; the places must be listed, and `spread` come next."""
    return (_look_for_fish(rows, 2),)


@staged(outputs=1)
def look_for_swordfish(rows: Rows) -> tuple[Mask]:
    """Find the eliminations of swordfish; the places must be listed, and `spread` come next."""
    return (_look_for_fish(rows, 3),)


@staged(outputs=1)
def spread(rows: Rows) -> tuple[Mask]:
    """Write the eliminations by house as digits to be eliminated by cell; return no lanes."""
    nothing = rows[CELLS] & 0
    for cell in range(N_CELLS):
        rows[ELIMINATED + cell] = nothing
    for_each_house(rows, _spread)
    return (~nothing.equals(0),)


@staged(outputs=2)
def look_for_direct_triples(rows: Rows) -> tuple[Mask, Mask]:
    """Find where hidden triples may leave a digit one place in a house; the places must be listed.

    Returns
    -------
    direct, any : Mask
        The lanes with any, and those in which hidden triples eliminate anything.
    """
    rows[HITS] = rows[ELIMINATED] = rows[CELLS] & 0
    rows.repeat(N_HOUSES, lambda at: _look_for_direct(rows, at(SIZE)))
    return ~rows[HITS].equals(0), ~rows[ELIMINATED].equals(0)


def _look_for_locked(rows: Rows, *, by_box: bool) -> Mask:
    hits = rows[CELLS] & 0
    for chute in CHUTES:
        rows.fence()
        held = [
            [union([rows[CELLS + cell] for cell in miniline(chute, line, box)]) for box in THREE]
            for line in THREE
        ]
        if by_box:
            held = [list(column) for column in zip(*held, strict=True)]
        # held[base][cover]: the digits that a base has where it crosses a cover
        locked = [
            [own[cover] & ~(own[cover - 1] | own[cover - 2]) for cover in THREE] for own in held
        ]
        for base, cover in product(THREE, THREE):
            # Indices -1 and -2 turn round to the two other houses of three.
            gone = held[base][cover] & (locked[base - 1][cover] | locked[base - 2][cover])
            hits = hits | gone
            line, box = (cover, base) if by_box else (base, cover)
            for cell in miniline(chute, line, box):
                eliminated = rows[CELLS + cell] & gone
                rows[ELIMINATED + cell] = (
                    eliminated if chute < 3 else rows[ELIMINATED + cell] | eliminated
                )
    return ~hits.equals(0)


def _list_places(cells_from: Rows, places_from: Rows, house: int) -> None:
    masks = [cells_from[CELLS + cell] for cell in CELL_AT[house].tolist()]
    nothing = masks[0] & 0
    for digit in range(SIZE):
        places = nothing
        for place, mask in enumerate(masks):
            places = places | (mask & (1 << digit)).equals(0).choose(nothing, 1 << place)
        places_from[AT + SIZE * house + digit] = places


def _spread(cells_from: Rows, places_from: Rows, house: int) -> None:
    gone = [places_from[GONE + SIZE * house + digit] for digit in range(SIZE)]
    nothing = gone[0] & 0
    for place, cell in enumerate(CELL_AT[house].tolist()):
        eliminated = cells_from[ELIMINATED + cell]
        for digit, places in enumerate(gone):
            eliminated = eliminated | (places & (1 << place)).equals(0).choose(nothing, 1 << digit)
        cells_from[ELIMINATED + cell] = eliminated


def _look_in_cells(rows: Rows, size: int) -> Mask:
    """Find the eliminations of naked subsets."""
    rows[HITS] = rows[CELLS] & 0

    def look(cells_from: Rows, _places: Rows, house: int) -> None:
        cells, is_box = CELL_AT[house].tolist(), house < COLUMN
        gone = _beside_closed([cells_from[CELLS + cell] for cell in cells], size)
        rows[HITS] = rows[HITS] | union(gone)
        for cell, digits in zip(cells, gone, strict=True):  # of boxes first: each cell once
            own = digits if is_box else cells_from[ELIMINATED + cell] | digits
            cells_from[ELIMINATED + cell] = own

    for_each_house(rows, look)
    return ~rows[HITS].equals(0)


def _look_in_places(rows: Rows, size: int) -> Mask:
    """Find the eliminations of hidden subsets."""
    rows[HITS] = rows[CELLS] & 0
    digits = range(SIZE)
    rows.repeat(N_HOUSES, lambda at: _look_in_rows(rows, at(SIZE), digits, size))
    return ~rows[HITS].equals(0)


def _look_for_fish(rows: Rows, size: int) -> Mask:
    rows[HITS] = nothing = rows[CELLS] & 0
    for number in range(SIZE * COLUMN):
        rows[GONE + number] = nothing
    for lines in (COLUMN, ROW):
        _look_in_lines(rows, range(SIZE * lines, SIZE * (lines + SIZE), SIZE), size)
    return ~rows[HITS].equals(0)


def _look_in_lines(rows: Rows, numbers: Sequence[int], size: int) -> None:
    """Find fish digit by digit, in the rows of a digit's places in lines of one kind."""
    rows.repeat(SIZE, lambda at: _look_in_rows(rows, at(1), numbers, size))


def _look_in_rows(rows: Rows, places_from: Rows, numbers: Sequence[int], size: int) -> None:
    gone = _beside_closed([places_from[AT + number] for number in numbers], size)
    rows[HITS] = rows[HITS] | union(gone)
    for number, places in zip(numbers, gone, strict=True):
        places_from[GONE + number] = places


def _look_for_direct(rows: Rows, places_from: Rows) -> None:
    places = [places_from[AT + digit] for digit in range(SIZE)]
    eliminated = _beside_closed(places, 3)
    rows[ELIMINATED] = rows[ELIMINATED] | union(eliminated)
    for own, gone in zip(places, eliminated, strict=True):
        left = own & ~gone
        is_single = (left & (left - 1)).equals(0)
        rows[HITS] = rows[HITS] | is_single.choose(gone, 0)


def _beside_closed(masks: Sequence[Vector], size: int) -> list[Vector]:
    """Return the bits of closed sets in the masks beside them.

    A mask that has no others than these bits is in such a set.
    """
    closed = _closed(masks, size)
    return [(mask & ~closed).equals(0).choose(0, mask & closed) for mask in masks]


def _closed(masks: Sequence[Vector], size: int) -> Vector:
    """Return the bits of all pairs, or trios, of masks that have as many bits together.

    No mask has a single bit. So those of a pair are equal; and where no pair leaves a trio fewer,
    each two of a trio have all of its bits.
    """
    if size == 2:
        return _equal_to_others([mask.has_bits(3).choose(0, mask) for mask in masks])
    # FULL has too many bits for a trio: masks that cannot be in one drop out without a branch.
    usable = [(mask.equals(0) | mask.has_bits(4)).choose(FULL, mask) for mask in masks]
    found = masks[0] & 0
    for place, one in enumerate(usable[:-2]):
        found = found | _equal_to_others([_of_three(one, other) for other in usable[place + 1 :]])
    return found


def _equal_to_others(masks: Sequence[Vector]) -> Vector:
    """Return the bits of masks that are equal to a later one."""
    found = masks[0] & 0
    for place, one in enumerate(masks[:-1]):
        is_equal = reduce(or_, [one.equals(other) for other in masks[place + 1 :]])
        found = found | is_equal.choose(one, 0)
    return found


def _of_three(one: Vector, other: Vector) -> Vector:
    """Return the bits of two masks, if they are three."""
    bits = one | other
    return (bits.has_bits(3) & ~bits.has_bits(4)).choose(bits, 0)
