"""A puzzle as a formula: a variable for each candidate, and sets of which just one is true.

A set is a cell, whose digits are its members, or a digit in a house, whose members are its places.
Of a digit in a house with fewer cells than digits, none need be true.

Members of a set that are not false are kept as bits: the digits of a cell, the places of a digit in
a house. So the last one is found at once, and so are those that a true one excludes.

Cells come first among the sets, then the digits of each house, full houses before the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import BoardMasks, Number, Numbers, Shorts, Words
    from lowbit.kernels.general.program import Board


N_VARIABLES, N_DIGITS, N_NEEDED, BY_VARIABLE, BY_SEGMENT, BY_CLAUSE, N_SIZES = range(7)
"""Words of `Formula.sizes`: how many variables and digits there are; how many sets need a member,
which come first; and where the numbers begin that stand for reasons of other kinds than a set: a
variable that is true, a segment, a clause."""


class HousePlaces(NamedTuple):
    """The places of a board's cells in its houses.

    The set of a digit in a house is ``n_cells + n_digits * house + digit``, digits from 0 on.

    Attributes
    ----------
    cells : int32[n_houses * n_digits]
        The cells of each house; fewer than there are digits end with 0.
    own_first : int32[n_cells + 1]
    own_set, own_bit : int32[...]
        The houses of each cell, from ``own_first[cell]`` up to ``own_first[cell + 1]``: the set of
        digit 0, and the place of the cell, as a bit.
    """

    cells: Numbers
    own_first: Numbers
    own_set: Numbers
    own_bit: Numbers


class Segments(NamedTuple):
    """Segments: cells that full houses share with others, two or more, where a digit may be locked.

    Attributes
    ----------
    first : int32[n_houses * n_digits + 1]
        Those that hold a place of a house, from ``first[n_digits * house + place]`` on.
    within : int32[n_houses * n_digits]
        All places that these hold.
    own_set, other_set : int32[...]
        The sets of digit 0 in the house, and in the other one.
    inside : int32[...]
        The places of the house that they share.
    outside : int32[...]
        The places of the other house that they do not share.
    """

    first: Numbers
    within: Numbers
    own_set: Numbers
    other_set: Numbers
    inside: Numbers
    outside: Numbers


class Formula(NamedTuple):
    """A puzzle as variables and sets.

    Attributes
    ----------
    sizes : int64[N_SIZES]
    places : HousePlaces
    segments : Segments
    cell, digit : int16[n]
        The candidate of each variable; digits from 0 on.
    first : int32[n_cells]
        The variable of the first candidate of each cell.
    given : int32[m]
        The members of each set: of a cell its digits; of a digit in a house, its places.
    open : int32[m]
        Those that are not false; in the sets of a true variable, in the end, only it.
    """

    sizes: Words
    places: HousePlaces
    segments: Segments
    cell: Shorts
    digit: Shorts
    first: Numbers
    given: Numbers
    open: Numbers


def new_formula(board: Board) -> Formula:
    """Return room for the puzzles of a board."""
    n_cells, n_digits = board.n_cells, board.full_mask.bit_length()
    houses, n_full = houses_of(board.block)
    n, n_sets = n_cells * n_digits, n_cells + n_digits * len(houses)
    table, sizes_of = table_of(houses, n_digits)
    segments = segments_of(table, sizes_of, n_full, n_cells)
    by_segment = n_sets + n
    sizes = (0, n_digits, n_cells + n_digits * n_full, n_sets, by_segment)
    return Formula(
        np.array([*sizes, by_segment + segments.inside.size]),
        places_of(table, sizes_of, n_cells),
        segments,
        np.zeros(n, np.int16),
        np.zeros(n, np.int16),
        np.zeros(n_cells, np.int32),
        np.zeros(n_sets, np.int32),
        np.zeros(n_sets, np.int32),
    )


def houses_of(block: Numbers) -> tuple[list[Numbers], int]:
    """Return the cells of each house, and how many have a cell for each digit, which come first."""
    full, small = block[block[0] : block[1]], block[block[2] : block[3]]
    ends = np.concatenate([block[block[1] : block[2]], block[block[3] : block[4]]])
    cells = block[block[4] : block[5]]
    firsts = np.concatenate([full, small])
    return [cells[first:end] for first, end in zip(firsts, ends, strict=True)], full.size


def table_of(houses: list[Numbers], n_digits: int) -> tuple[Numbers, Words]:
    """Return the cells of each house as a row, which may end with 0, and how many they are."""
    table = np.zeros((len(houses), n_digits), np.int32)
    for row, house in zip(table, houses, strict=True):
        row[: house.size] = house
    return table, np.array([house.size for house in houses])


def places_of(table: Numbers, sizes: Words, n_cells: int) -> HousePlaces:
    """Return where the cells of a board lie in its houses."""
    n_digits = table.shape[1]
    of_house, place = np.nonzero(np.arange(n_digits) < sizes[:, None])
    cells = table[of_house, place]
    order = np.argsort(cells, kind="stable")
    return HousePlaces(
        table.ravel(),
        np.searchsorted(cells[order], np.arange(n_cells + 1)).astype(np.int32),
        (n_cells + n_digits * of_house[order]).astype(np.int32),
        (1 << place[order]).astype(np.int32),
    )


def segments_of(table: Numbers, sizes: Words, n_full: int, n_cells: int) -> Segments:
    """Return the segments of full houses, from the cells of all houses and their numbers."""
    n_houses, n_digits = table.shape
    is_cell = np.arange(n_digits) < sizes[:, None]
    has = np.zeros((n_houses, n_cells), bool)
    has[np.nonzero(is_cell)[0], table[is_cell]] = True
    n_shared = np.count_nonzero(has[:, table[:n_full]], axis=2).T
    np.fill_diagonal(n_shared, 0)
    own, other = np.nonzero(n_shared > 1)
    is_inside = has[other[:, None], table[own]]
    is_outside = ~has[own[:, None], table[other]] & is_cell[other]
    segment, place = np.nonzero(is_inside)
    at = n_digits * own[segment] + place
    bits = 1 << np.arange(n_digits)
    sets = n_cells + n_digits * np.array([own, other])
    return by_place(at, segment, np.array([*sets, is_inside @ bits, is_outside @ bits]), table.size)


def by_place(at: Words, segment: Words, columns: Words, n_places: int) -> Segments:
    """Return segments, some for each place, from those of all places in any order."""
    order = np.argsort(at, kind="stable")
    sorted_columns = np.ascontiguousarray(columns[:, segment[order]], np.int32)
    own_set, other_set, inside, outside = sorted_columns
    within = np.zeros(n_places, np.int32)
    np.bitwise_or.at(within, at[order], inside)
    first = np.searchsorted(at[order], np.arange(n_places + 1)).astype(np.int32)
    return Segments(first, within, own_set, other_set, inside, outside)


@part
def formulate(formula: Formula, masks: BoardMasks) -> None:
    """Read a puzzle."""
    places, n_cells = formula.places, formula.first.size
    formula.given[n_cells:] = 0
    n = 0
    for cell in range(n_cells):
        mask = np.int64(masks[cell])
        formula.first[cell] = n
        formula.given[cell] = mask
        while mask:
            digit = lowest(mask)
            mask &= mask - 1
            formula.cell[n] = cell
            formula.digit[n] = digit
            n += 1
            for at in range(places.own_first[cell], places.own_first[cell + 1]):
                formula.given[places.own_set[at] + digit] |= places.own_bit[at]
    formula.sizes[N_VARIABLES] = n
    for own in range(formula.given.size):
        formula.open[own] = formula.given[own]


@part
def variable_of(formula: Formula, cell: Number, digit: Number) -> int:
    """Return the variable of a candidate."""
    below = np.int64(formula.given[cell]) & ((np.int64(1) << digit) - 1)
    return np.int64(formula.first[cell]) + size_of(below)


@part
def variable_in(formula: Formula, house: Number, place: int, digit: Number) -> int:
    """Return the variable of a digit at a place of a house, which is given as its first set."""
    return variable_of(formula, formula.places.cells[house - formula.first.size + place], digit)


@part
def list_members(formula: Formula, own: int, left: Number, variables: Shorts) -> int:
    """Write the variables of some members of a set into an array; return how many there are."""
    n_cells, n_digits = formula.first.size, formula.sizes[N_DIGITS]
    digit = (own - n_cells) % n_digits
    n = 0
    while left:
        at = lowest(left)
        if own < n_cells:
            variables[n] = variable_of(formula, own, at)
        else:
            variables[n] = variable_in(formula, own - digit, at, digit)
        left &= left - 1
        n += 1
    return n
