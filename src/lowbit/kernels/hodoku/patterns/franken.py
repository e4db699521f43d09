"""Franken fish: boxes take part beside lines, with fins and without.

A base is some lines or boxes, its covers are lines that cross them or boxes. Endo-fins are places
in two houses of a base. A candidate that sees all fins, and is covered without being in the
base, or is covered twice, is eliminated. Fish of lines alone, and those without a line in the base
or among the covers, do not count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.implications import common_sight
from lowbit.kernels.hodoku.state import HALVES, LIMIT, OFF
from lowbit.kernels.hodoku.steps import NUMBER, add_cells, begin_step
from lowbit.kernels.hodoku.tables import BOX, COLUMN, IN_HOUSE, ONLY, ROW, SEEN, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

FRANKEN: Final = NUMBER["franken-x-wing"]
FINNED: Final = NUMBER["finned-franken-x-wing"]
"""The techniques of size 2; those of size 3 follow."""
LAST_FRANKEN: Final = NUMBER["finned-franken-swordfish"]

MOST_FINS: Final = 5
MOST_ENDO_FINS: Final = 2

SLOTS: Final = 2 * SIZE
"""The lines of a kind and the boxes, from which a base is chosen; its covers likewise."""

N_COVERS: Final = 0
COVER: Final = 3
"""Words of a cover: its house, and the places of the digit in it."""
COVERS: Final = 1
BASE: Final = COVERS + COVER * SLOTS
"""The places of a base, and its endo-fins, two words each."""
ENDO: Final = BASE + 2
LINES_IN_BASE, BOXES_IN_BASE = ENDO + 2, ENDO + 3
N_ROOM: Final = ENDO + 4


@routine
def find_franken_fish(state: Words, step: Words, room: Words) -> bool:
    """Find the first Franken fish, the plain ones before the finned."""
    for technique in range(FRANKEN, min(state[LIMIT], LAST_FRANKEN) + 1):
        for digit in range(SIZE):
            if state[OFF + 2 * digit] | state[OFF + 2 * digit + 1]:
                for lines in (ROW, COLUMN):
                    if _find(state, step, room, digit, lines, technique):
                        return True
    return False


@routine
def _find(state: Words, step: Words, room: Words, digit: int, lines: int, technique: int) -> bool:
    """Find the first fish of a digit with lines of a kind in its base."""
    is_of_two = (technique - FRANKEN) % 2 == 0
    for one in range(SLOTS):
        for two in range(one + 1, SLOTS):
            if is_of_two:
                if _find_on_base(state, step, room, digit, lines, technique, one, two, -1):
                    return True
                continue
            for three in range(two + 1, SLOTS):
                if _find_on_base(state, step, room, digit, lines, technique, one, two, three):
                    return True
    return False


@routine
def _house(lines: int, slot: int) -> int:
    return lines + slot if slot < SIZE else BOX + slot - SIZE


@routine
def _find_on_base(
    state: Words,
    step: Words,
    room: Words,
    digit: int,
    lines: int,
    technique: int,
    one: int,
    two: int,
    three: int,
) -> bool:
    for word in range(BASE, N_ROOM):
        room[word] = 0
    size = 3 if three >= 0 else 2
    if not (
        _add_to_base(state, room, digit, lines, one, technique, size)
        and _add_to_base(state, room, digit, lines, two, technique, size)
        and (three < 0 or _add_to_base(state, room, digit, lines, three, technique, size))
    ):
        return False
    _list_covers(state, room, digit, lines, one, two, three)
    return (
        room[LINES_IN_BASE] > 0
        and _can_eliminate(state, room, digit, size, technique >= FINNED)
        and _find_covers(state, step, room, digit, technique, size)
    )


@routine
def _add_to_base(
    state: Words, room: Words, digit: int, lines: int, slot: int, technique: int, size: int
) -> bool:
    """Add a house to a base; say whether it may have it."""
    house = _house(lines, slot)
    upper = state[HALVES + 2 * digit] & IN_HOUSE[house, 0]
    lower = state[HALVES + 2 * digit + 1] & IN_HOUSE[house, 1]
    n_places = size_of(upper) + size_of(lower)
    if n_places == 0 or (technique < FINNED and n_places > size):
        return False
    twice_upper, twice_lower = room[BASE] & upper, room[BASE + 1] & lower
    n_endo = size_of(room[ENDO]) + size_of(room[ENDO + 1])
    n_endo += size_of(twice_upper) + size_of(twice_lower)
    room[BASE], room[BASE + 1] = room[BASE] | upper, room[BASE + 1] | lower
    room[ENDO], room[ENDO + 1] = room[ENDO] | twice_upper, room[ENDO + 1] | twice_lower
    room[LINES_IN_BASE if slot < SIZE else BOXES_IN_BASE] += 1
    return n_endo <= (MOST_ENDO_FINS if technique >= FINNED else 0)


@routine
def _list_covers(
    state: Words, room: Words, digit: int, lines: int, one: int, two: int, three: int
) -> None:
    """List the houses that may cover a base: those that touch it and are not in it."""
    room[N_COVERS] = 0
    for slot in range(SLOTS):
        house = _house(ROW + COLUMN - lines, slot)
        upper = state[HALVES + 2 * digit] & IN_HOUSE[house, 0]
        lower = state[HALVES + 2 * digit + 1] & IN_HOUSE[house, 1]
        is_in_base = slot >= SIZE and slot in (one, two, three)
        if not is_in_base and (upper & room[BASE] | lower & room[BASE + 1]):
            cover = COVERS + COVER * room[N_COVERS]
            room[cover], room[cover + 1], room[cover + 2] = house, upper, lower
            room[N_COVERS] += 1


@routine
def _can_eliminate(
    state: Words,
    room: Words,
    digit: int,
    size: int,
    is_finned: bool,
) -> bool:
    """Whether covers could eliminate anything: they cover it and all that it does not see."""
    for half in range(2):
        left = state[OFF + 2 * digit + half]
        while left:
            cell = UPPER * half + lowest(left)
            left &= left - 1
            upper, lower = room[BASE], room[BASE + 1]
            endo = room[ENDO] & ~SEEN[cell, 0] | room[ENDO + 1] & ~SEEN[cell, 1]
            if is_finned:
                upper, lower = upper & ~SEEN[cell, 0], lower & ~SEEN[cell, 1]
                if endo:
                    continue
            upper, lower = upper | ONLY[cell, 0], lower | ONLY[cell, 1]
            if _is_coverable(room, upper, lower, size):
                return True
    return False


@routine
def _is_coverable(room: Words, upper: int, lower: int, size: int) -> bool:
    """Whether two or three covers have all of some cells."""
    for one in range(room[N_COVERS]):
        first_upper = upper & ~room[COVERS + COVER * one + 1]
        first_lower = lower & ~room[COVERS + COVER * one + 2]
        if first_upper == upper and first_lower == lower:
            continue
        for two in range(one, room[N_COVERS]):
            rest_upper = first_upper & ~room[COVERS + COVER * two + 1]
            rest_lower = first_lower & ~room[COVERS + COVER * two + 2]
            if rest_upper | rest_lower == 0:
                return True
            if size > 2 and _is_in_one(room, rest_upper, rest_lower):
                return True
    return False


@routine
def _is_in_one(room: Words, upper: int, lower: int) -> bool:
    """Whether one cover has all of some cells."""
    for cover in range(COVERS, COVERS + COVER * room[N_COVERS], COVER):
        if upper & ~room[cover + 1] | lower & ~room[cover + 2] == 0:
            return True
    return False


@routine
def _find_covers(
    state: Words, step: Words, room: Words, digit: int, technique: int, size: int
) -> bool:
    """Find the first covers of a base that eliminate anything."""
    n_covers = room[N_COVERS]
    for one in range(n_covers):
        for two in range(one + 1, n_covers):
            if size == 2:
                if _eliminate(state, step, room, digit, technique, one, two, -1):
                    return True
                continue
            for three in range(two + 1, n_covers):
                if _eliminate(state, step, room, digit, technique, one, two, three):
                    return True
    return False


@routine
def _eliminate(
    state: Words,
    step: Words,
    room: Words,
    digit: int,
    technique: int,
    one: int,
    two: int,
    three: int,
) -> bool:
    """Write the eliminations of a fish; say whether it is one, and has any."""
    upper, lower, twice_upper, twice_lower, n_lines, n_boxes = 0, 0, 0, 0, 0, 0
    for number in (one, two, three):
        if number >= 0:
            cover = COVERS + COVER * number
            twice_upper |= upper & room[cover + 1]
            twice_lower |= lower & room[cover + 2]
            upper, lower = upper | room[cover + 1], lower | room[cover + 2]
            n_lines += room[cover] < BOX
            n_boxes += room[cover] >= BOX
    if n_lines == 0 or n_boxes + room[BOXES_IN_BASE] == 0:
        return False
    fins_upper = room[BASE] & ~upper | room[ENDO]
    fins_lower = room[BASE + 1] & ~lower | room[ENDO + 1]
    n_fins = size_of(fins_upper) + size_of(fins_lower)
    if (n_fins > 0) != (technique >= FINNED) or n_fins > MOST_FINS:
        return False
    seen_upper, seen_lower = common_sight(fins_upper, fins_lower)
    upper, lower = upper & ~room[BASE] & seen_upper, lower & ~room[BASE + 1] & seen_lower
    twice_upper, twice_lower = twice_upper & seen_upper, twice_lower & seen_lower
    if upper | lower | twice_upper | twice_lower == 0:
        return False
    begin_step(step, technique)
    add_cells(step, upper, lower, digit)
    add_cells(step, twice_upper & ~upper, twice_lower & ~lower, digit)
    return True
