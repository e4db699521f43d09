"""Basic fish, with fins and without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.state import AT, HALVES, OFF
from lowbit.kernels.hodoku.steps import (
    HOUSE,
    IS_BASE,
    IS_COVER,
    IS_FIN,
    N_ELIMINATED,
    add_cells,
    begin_step,
    mark,
    mark_cells,
)
from lowbit.kernels.hodoku.tables import (
    CELL_AT,
    CHOICES,
    COLUMN,
    IN_HOUSE,
    ROW,
    SEEN,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

MOST_FINS = 5


@routine
def find_fish(state: Words, step: Words, size: int, technique: int) -> bool:
    """Find as many lines as they have crossing lines together for a digit."""
    for digit in range(SIZE):
        if state[OFF + 2 * digit] | state[OFF + 2 * digit + 1]:
            for bases in (ROW, COLUMN):
                if _find_plain(state, step, digit, bases, size, technique):
                    return True
    return False


@routine
def _find_plain(
    state: Words, step: Words, digit: int, bases: int, size: int, technique: int
) -> bool:
    usable = _lines(state, digit, bases, size)
    for chosen in CHOICES[size]:
        if chosen == 0:
            break
        if chosen & ~usable:
            continue
        crossing = _union(state, digit, bases, chosen)
        if size_of(crossing) == size:
            begin_step(step, technique)
            _eliminate(state, step, digit, bases, chosen, crossing, -1, -1)
            if step[N_ELIMINATED]:
                _mark(state, step, digit, bases, chosen, crossing)
                return True
    return False


@routine
def find_finned_fish(state: Words, step: Words, size: int, finned: int, sashimi: int) -> bool:
    """Find the first finned fish, else the first sashimi one."""
    begin_step(step, 0)
    for digit in range(SIZE):
        if state[OFF + 2 * digit] | state[OFF + 2 * digit + 1]:
            for bases in (ROW, COLUMN):
                if _find_finned(state, step, digit, bases, size, finned, sashimi):
                    return True
    return step[N_ELIMINATED] > 0


@routine
def _find_finned(
    state: Words, step: Words, digit: int, bases: int, size: int, finned: int, sashimi: int
) -> bool:
    """Find a finned fish of a digit; the first sashimi one is written down in between."""
    usable = _lines(state, digit, bases, SIZE)
    for chosen in CHOICES[size]:
        if chosen == 0:
            break
        if chosen & ~usable:
            continue
        crossing = _union(state, digit, bases, chosen)
        for covers in CHOICES[size]:
            if covers == 0:
                break
            if covers & ~crossing or covers == crossing:
                continue
            is_sashimi = _has_few(state, digit, bases, chosen, covers)
            if is_sashimi and step[N_ELIMINATED]:
                continue
            upper, lower = _sight_of_fins(state, digit, bases, chosen, covers)
            if _can_eliminate(state, digit, bases, chosen, covers, upper, lower):
                begin_step(step, sashimi if is_sashimi else finned)
                _eliminate(state, step, digit, bases, chosen, covers, upper, lower)
                _mark(state, step, digit, bases, chosen, covers)
                if not is_sashimi:
                    return True
    return False


@routine
def _lines(state: Words, digit: int, bases: int, most: int) -> int:
    """Return the lines that have places for a digit, but not too many."""
    lines = 0
    for line in range(SIZE):
        places = state[AT + SIZE * (bases + line) + digit]
        if places and size_of(places) <= most:
            lines |= 1 << line
    return lines


@routine
def _union(state: Words, digit: int, bases: int, lines: int) -> int:
    """Return the lines that cross some lines where they have places."""
    crossing = 0
    while lines:
        crossing |= state[AT + SIZE * (bases + lowest(lines)) + digit]
        lines &= lines - 1
    return crossing


@routine
def _has_few(state: Words, digit: int, bases: int, lines: int, covers: int) -> bool:
    """Whether a line has at most one place that is covered."""
    while lines:
        inside = state[AT + SIZE * (bases + lowest(lines)) + digit] & covers
        if inside & (inside - 1) == 0:
            return True
        lines &= lines - 1
    return False


@routine
def _sight_of_fins(
    state: Words, digit: int, bases: int, lines: int, covers: int
) -> tuple[int, int]:
    """Return the cells that see all fins; none if there are too many."""
    upper, lower, n_fins = -1, -1, 0
    while lines:
        line = bases + lowest(lines)
        fins = state[AT + SIZE * line + digit] & ~covers
        while fins:
            cell = CELL_AT[line, lowest(fins)]
            upper, lower = upper & SEEN[cell, 0], lower & SEEN[cell, 1]
            n_fins += 1
            fins &= fins - 1
        lines &= lines - 1
    return (0, 0) if n_fins > MOST_FINS else (upper, lower)


@routine
def _can_eliminate(
    state: Words, digit: int, bases: int, lines: int, covers: int, upper: int, lower: int
) -> bool:
    upper, lower = _covered(state, digit, bases, lines, covers, upper, lower)
    return (upper | lower) != 0


@routine
def _covered(
    state: Words, digit: int, bases: int, lines: int, covers: int, upper: int, lower: int
) -> tuple[int, int]:
    """Return the places in the covers, but not in the lines, that are within some cells."""
    within_upper, within_lower = 0, 0
    while covers:
        house = COLUMN + ROW - bases + lowest(covers)
        within_upper |= IN_HOUSE[house, 0]
        within_lower |= IN_HOUSE[house, 1]
        covers &= covers - 1
    while lines:
        house = bases + lowest(lines)
        within_upper &= ~IN_HOUSE[house, 0]
        within_lower &= ~IN_HOUSE[house, 1]
        lines &= lines - 1
    return (
        within_upper & upper & state[HALVES + 2 * digit],
        within_lower & lower & state[HALVES + 2 * digit + 1],
    )


@routine
def _eliminate(
    state: Words,
    step: Words,
    digit: int,
    bases: int,
    lines: int,
    covers: int,
    upper: int,
    lower: int,
) -> None:
    upper, lower = _covered(state, digit, bases, lines, covers, upper, lower)
    add_cells(step, upper, lower, digit)


@routine
def _mark(state: Words, step: Words, digit: int, bases: int, lines: int, covers: int) -> None:
    """Mark the lines of a fish, the lines that cover it, and its fins."""
    upper, lower = _mark_lines(step, IS_BASE, bases, lines)
    upper, lower = upper & state[HALVES + 2 * digit], lower & state[HALVES + 2 * digit + 1]
    covered_upper, covered_lower = _mark_lines(step, IS_COVER, COLUMN + ROW - bases, covers)
    mark_cells(step, IS_BASE, upper & covered_upper, lower & covered_lower, digit)
    mark_cells(step, IS_FIN, upper & ~covered_upper, lower & ~covered_lower, digit)


@routine
def _mark_lines(step: Words, role: int, first: int, lines: int) -> tuple[int, int]:
    """Mark some of the lines from one on; return their cells."""
    upper, lower = 0, 0
    while lines:
        house = first + lowest(lines)
        mark(step, role, HOUSE + house)
        upper |= IN_HOUSE[house, 0]
        lower |= IN_HOUSE[house, 1]
        lines &= lines - 1
    return upper, lower
