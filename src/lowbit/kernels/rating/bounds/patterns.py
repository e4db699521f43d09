"""Bounds by locked candidates, pairs and X-wings, in the houses and digits that changed."""

from __future__ import annotations

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.bounds.positions import (
    CHANGED,
    PositionBound,
    eliminate_in_cell,
    eliminate_in_house,
)
from lowbit.kernels.rating.position.state import AT, CELLS
from lowbit.kernels.rating.position.tables import (
    CELL_AT,
    COLUMN,
    CONFINED,
    N_HOUSES,
    ROW,
    SHARED,
    SIZE,
)


@routine
def eliminate_by_patterns(scratch: PositionBound) -> None:
    """Make the eliminations of patterns."""
    changed = scratch.words[CHANGED]
    scratch.words[CHANGED] = 0
    rest = changed & ((1 << N_HOUSES) - 1)
    while rest:
        house = lowest(rest)
        _eliminate_by_locked(scratch, house, changed >> N_HOUSES)
        _eliminate_by_naked_pairs(scratch, house)
        _eliminate_by_hidden_pairs(scratch, house)
        rest &= rest - 1
    rest = changed >> N_HOUSES
    while rest:
        _eliminate_by_x_wings(scratch, lowest(rest), COLUMN)
        _eliminate_by_x_wings(scratch, lowest(rest), ROW)
        rest &= rest - 1


@routine
def _eliminate_by_locked(scratch: PositionBound, house: int, digits: int) -> None:
    """Make the eliminations of digits that a house holds where another one crosses it."""
    board = scratch.board
    while digits:
        digit = lowest(digits)
        covers = CONFINED[1 if house >= COLUMN else 0, board[AT + SIZE * house + digit]]
        while covers:
            cover = _crossing(house, lowest(covers))
            others = board[AT + SIZE * cover + digit] & ~SHARED[cover, house]
            eliminate_in_house(scratch, cover, others, digit)
            covers &= covers - 1
        digits &= digits - 1


@part
def _crossing(house: int, number: int) -> int:
    """Return one of the houses that cross another: of a box its columns, then its rows."""
    if house >= ROW:
        return (house - ROW) // 3 * 3 + number
    if house >= COLUMN:
        return (house - COLUMN) // 3 + 3 * number
    return COLUMN + house % 3 * 3 + number if number < 3 else ROW + house // 3 * 3 + number - 3


@part
def _is_pair(members: int) -> bool:
    """Whether a set has two members."""
    # The cheap test comes first, and mostly fails.
    return members & (members - 1) != 0 and size_of(members) == 2


@routine
def _eliminate_by_naked_pairs(scratch: PositionBound, house: int) -> None:
    board = scratch.board
    for place in range(1, SIZE):
        digits = board[CELLS + CELL_AT[house, place]]
        if not _is_pair(digits):
            continue
        for earlier in range(place):
            if board[CELLS + CELL_AT[house, earlier]] == digits:
                rest = digits
                while rest:
                    places = board[AT + SIZE * house + lowest(rest)]
                    others = places & ~(1 << place | 1 << earlier)
                    eliminate_in_house(scratch, house, others, lowest(rest))
                    rest &= rest - 1


@routine
def _eliminate_by_hidden_pairs(scratch: PositionBound, house: int) -> None:
    board = scratch.board
    for digit in range(1, SIZE):
        places = board[AT + SIZE * house + digit]
        if not _is_pair(places):
            continue
        for earlier in range(digit):
            if board[AT + SIZE * house + earlier] == places:
                rest = places
                while rest:
                    cell = CELL_AT[house, lowest(rest)]
                    others = board[CELLS + cell] & ~(1 << digit | 1 << earlier)
                    eliminate_in_cell(scratch, cell, others)
                    rest &= rest - 1


@routine
def _eliminate_by_x_wings(scratch: PositionBound, digit: int, bases: int) -> None:
    """Make the eliminations of two lines with a digit in the same two places."""
    board, covers = scratch.board, COLUMN + ROW - bases
    for line in range(1, SIZE):
        places = board[AT + SIZE * (bases + line) + digit]
        if not _is_pair(places):
            continue
        for earlier in range(line):
            if board[AT + SIZE * (bases + earlier) + digit] == places:
                rest = places
                while rest:
                    cover = covers + lowest(rest)
                    others = board[AT + SIZE * cover + digit] & ~(1 << line | 1 << earlier)
                    eliminate_in_house(scratch, cover, others, digit)
                    rest &= rest - 1
