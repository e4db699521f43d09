"""Two strong links of a digit: skyscrapers, kites, turbot fish; and empty rectangles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.choice import begin_choice, consider, take_choice
from lowbit.kernels.hodoku.state import AT, CELLS, HALVES, OFF
from lowbit.kernels.hodoku.steps import (
    HOUSE,
    IS_BASE,
    IS_COVER,
    IS_FIN,
    IS_PINCER,
    IS_PIVOT,
    N_ELIMINATED,
    NUMBER,
    add_cells,
    add_eliminated,
    begin_step,
    mark,
    mark_cells,
)
from lowbit.kernels.hodoku.tables import (
    BOX,
    CELL_AT,
    COLUMN,
    HOUSES_OF,
    IN_HOUSE,
    PEERS,
    PLACE_IN,
    ROW,
    SEEN,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

SKYSCRAPER: Final = NUMBER["skyscraper"]
KITE: Final = NUMBER["two-string-kite"]
TURBOT: Final = NUMBER["turbot-fish"]
RECTANGLE: Final = NUMBER["empty-rectangle"]

MOST_PLACES_IN_BOX: Final = 5
ACROSS, DOWN = 0b111, 0b1001001
"""The places of the first row and of the first column of a box."""


@routine
def find_skyscraper(state: Words, step: Words) -> bool:
    """Find two parallel strong links with one pair of ends in line."""
    for lines in (ROW, COLUMN):
        for digit in range(SIZE):
            if state[OFF + 2 * digit] | state[OFF + 2 * digit + 1]:
                for first in range(lines, lines + SIZE - 1):
                    if size_of(state[AT + SIZE * first + digit]) == 2:
                        for second in range(first + 1, lines + SIZE):
                            if _skyscraper(state, step, digit, first, second):
                                return True
    return False


@routine
def _skyscraper(state: Words, step: Words, digit: int, first: int, second: int) -> bool:
    one, other = state[AT + SIZE * first + digit], state[AT + SIZE * second + digit]
    if size_of(other) != 2:
        return False
    is_level = lowest(one) == lowest(other)
    one_end, other_end = one & (one - 1), other & (other - 1)
    if is_level == (one_end == other_end):
        return False
    if not is_level:
        one_end, other_end = one ^ one_end, other ^ other_end
    begin_step(step, SKYSCRAPER)
    ends = CELL_AT[first, lowest(one_end)], CELL_AT[second, lowest(other_end)]
    feet = CELL_AT[first, lowest(one ^ one_end)], CELL_AT[second, lowest(other ^ other_end)]
    _eliminate_seen(state, step, digit, ends[0], ends[1])
    mark(step, IS_BASE, HOUSE + first)
    mark(step, IS_BASE, HOUSE + second)
    _mark_both(step, IS_PINCER, ends[0], ends[1], digit)
    _mark_both(step, IS_PIVOT, feet[0], feet[1], digit)
    return step[N_ELIMINATED] > 0


@routine
def _mark_both(step: Words, role: int, one: int, other: int, digit: int) -> None:
    """Mark a digit in two cells, the first of them first."""
    mark(step, role, SIZE * min(one, other) + digit)
    mark(step, role, SIZE * max(one, other) + digit)


@routine
def _eliminate_seen(state: Words, step: Words, digit: int, one: int, other: int) -> None:
    """Eliminate a digit in all cells that see two."""
    upper = SEEN[one, 0] & SEEN[other, 0] & state[HALVES + 2 * digit]
    lower = SEEN[one, 1] & SEEN[other, 1] & state[HALVES + 2 * digit + 1]
    add_cells(step, upper, lower, digit)


@routine
def find_kite(state: Words, step: Words, room: Words) -> bool:
    """Find a row and a column of two places that meet in a box."""
    for digit in range(SIZE):
        if state[OFF + 2 * digit] | state[OFF + 2 * digit + 1]:
            # A link is turned so that its first cell meets the other; a column stays so turned.
            for column in range(SIZE):
                room[column] = 0
            for row in range(ROW, ROW + SIZE):
                if size_of(state[AT + SIZE * row + digit]) == 2:
                    is_turned = 0
                    for column in range(SIZE):
                        if size_of(state[AT + SIZE * (COLUMN + column) + digit]) == 2:
                            turn = _turn(state, digit, row, column, is_turned, room[column])
                            if turn >= 0:
                                is_turned ^= turn & 1
                                room[column] ^= turn >> 1
                                if _kite(state, step, digit, row, column, is_turned, room[column]):
                                    return True
    return False


@routine
def _end(places: int, is_far: int) -> int:
    """Return the first or the second of two places."""
    return lowest(places & (places - 1)) if is_far else lowest(places)


@routine
def _turn(state: Words, digit: int, row: int, column: int, row_turned: int, turned: int) -> int:
    """Return which of a row (1) and a column (2) is to turn for them to meet in a box; or -1."""
    across, down = state[AT + SIZE * row + digit], state[AT + SIZE * (COLUMN + column) + digit]
    for turn in range(4):
        # The row is turned after the column was tried.
        of_row, of_column = turn >> 1, turn & 1
        one = CELL_AT[row, _end(across, row_turned ^ of_row)]
        other = CELL_AT[COLUMN + column, _end(down, turned ^ of_column)]
        if HOUSES_OF[one, 2] == HOUSES_OF[other, 2]:
            return of_row | of_column << 1
    return -1


@routine
def _kite(
    state: Words,
    step: Words,
    digit: int,
    row: int,
    column: int,
    row_turned: int,
    column_turned: int,
) -> bool:
    across, down = state[AT + SIZE * row + digit], state[AT + SIZE * (COLUMN + column) + digit]
    if across >> column & 1 and down >> row & 1:
        return False
    crossing = CELL_AT[_end(down, 1 - column_turned), _end(across, 1 - row_turned)]
    if state[CELLS + crossing] >> digit & 1 == 0:
        return False
    begin_step(step, KITE)
    add_eliminated(step, crossing, 1 << digit)
    mark(step, IS_BASE, HOUSE + row)
    mark(step, IS_BASE, HOUSE + COLUMN + column)
    for role, is_far in ((IS_PINCER, 1), (IS_PIVOT, 0)):
        of_row, of_column = row_turned ^ is_far, column_turned ^ is_far
        mark(step, role, SIZE * CELL_AT[row, _end(across, of_row)] + digit)
        mark(step, role, SIZE * CELL_AT[COLUMN + column, _end(down, of_column)] + digit)
    return True


@routine
def find_turbot_fish(state: Words, step: Words, choice: Words) -> int:
    """Choose among the chains of a strong, a weak and a strong link the one to take first."""
    begin_choice(choice)
    for digit in range(SIZE):
        if state[OFF + 2 * digit] | state[OFF + 2 * digit + 1]:
            for half in range(2):
                starts = state[HALVES + 2 * digit + half]
                while starts:
                    _turbots_from(state, choice, digit, lowest(starts) + UPPER * half)
                    starts &= starts - 1
    return take_choice(choice, step, TURBOT)


@routine
def partner(state: Words, digit: int, cell: int, kind: int) -> int:
    """Return the only other place of a digit in a house of a cell; -1 if there are more or none."""
    house = HOUSES_OF[cell, kind]
    others = state[AT + SIZE * house + digit] & ~(1 << PLACE_IN[cell, kind])
    if others == 0 or others & (others - 1):
        return -1
    return CELL_AT[house, lowest(others)]


@routine
def _turbots_from(state: Words, choice: Words, digit: int, start: int) -> None:
    for kind in range(3):
        before = partner(state, digit, start, kind)
        if before < 0:
            continue
        for middle in PEERS[before]:
            if middle == start or state[CELLS + middle] >> digit & 1 == 0:
                continue
            for last in range(3):
                end = partner(state, digit, middle, last)
                if end >= 0 and end != before:
                    upper = SEEN[start, 0] & SEEN[end, 0] & state[HALVES + 2 * digit]
                    lower = SEEN[start, 1] & SEEN[end, 1] & state[HALVES + 2 * digit + 1]
                    if upper | lower:
                        consider(choice, digit, upper, lower, True)


@routine
def find_empty_rectangle(state: Words, step: Words) -> bool:
    """Find a box whose places for a digit lie on a row and a column, with a strong link."""
    for digit in range(SIZE):
        if state[OFF + 2 * digit] | state[OFF + 2 * digit + 1] == 0:
            continue
        for box in range(BOX, BOX + SIZE):
            places = state[AT + SIZE * box + digit]
            if 2 <= size_of(places) <= MOST_PLACES_IN_BOX:
                for cross in range(SIZE - 1, -1, -1):
                    if _empty_rectangle(state, step, digit, box, places, cross // 3, cross % 3):
                        return True
    return False


@routine
def _empty_rectangle(
    state: Words, step: Words, digit: int, box: int, places: int, row: int, column: int
) -> bool:
    across, down = places & ACROSS << 3 * row, places & DOWN << column
    if across | down != places or across & ~down == 0 or down & ~across == 0:
        return False
    if size_of(across) < 2 and size_of(down) < 2:
        return False
    corner = CELL_AT[box, 0]
    of_row = ROW + HOUSES_OF[corner, 0] + row
    of_column = HOUSES_OF[corner, 1] + column
    return _rectangle_of(state, step, digit, box, of_row, of_column) or _rectangle_of(
        state, step, digit, box, of_column, of_row
    )


@routine
def _rectangle_of(state: Words, step: Words, digit: int, box: int, base: int, other: int) -> bool:
    """Find a strong link that begins on one arm of a box and eliminates on the other."""
    places = state[AT + SIZE * base + digit]
    lines = COLUMN if base < COLUMN else ROW
    while places:
        start = lowest(places)
        places &= places - 1
        if HOUSES_OF[CELL_AT[base, start], 2] == box:
            continue
        pair = state[AT + SIZE * (lines + start) + digit]
        if size_of(pair) != 2:
            continue
        end = lowest(pair & ~(1 << PLACE_IN[CELL_AT[base, start], 1 if lines == COLUMN else 0]))
        target = CELL_AT[other, end]
        if HOUSES_OF[target, 2] != box and state[CELLS + target] >> digit & 1:
            begin_step(step, RECTANGLE)
            add_eliminated(step, target, 1 << digit)
            mark(step, IS_BASE, HOUSE + lines + start)
            mark(step, IS_COVER, HOUSE + box)
            mark(step, IS_PIVOT, SIZE * CELL_AT[base, start] + digit)
            mark(step, IS_PINCER, SIZE * CELL_AT[lines + start, end] + digit)
            upper, lower = IN_HOUSE[box, 0], IN_HOUSE[box, 1]
            upper, lower = upper & state[HALVES + 2 * digit], lower & state[HALVES + 2 * digit + 1]
            mark_cells(step, IS_FIN, upper, lower, digit)
            return True
    return False
