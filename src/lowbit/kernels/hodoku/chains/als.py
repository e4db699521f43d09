"""Two almost locked sets that are linked (ALS-XZ), and two that a third one links (ALS-XY-wing)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.chains.almost_locked_sets import (
    APART,
    BITS,
    CELLS_OF,
    DIGIT,
    DIGITS,
    ELIMINATORS,
    FIRST,
    MOST_COMMONS,
    MOST_SETS,
    N_COMMONS,
    N_SETS,
    N_WORDS,
    OTHER,
    SECOND,
    SET,
    SETS,
    SIGHT,
    digits_of,
    eliminate_some,
)
from lowbit.kernels.hodoku.steps import (
    CANDIDATES,
    N_ELIMINATED,
    NUMBER,
    begin_step,
    has_eliminated,
)
from lowbit.kernels.hodoku.tables import SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

ALS_XZ: Final = NUMBER["als-xz"]
ALS_XY_WING: Final = NUMBER["als-xy-wing"]

N_ROOM: Final = MOST_SETS + 2 + 2 * MOST_COMMONS
"""Words for the links of each set, from either side."""


@routine
def find_als_xz(sets: Words, step: Words) -> bool:
    """Find two linked sets that eliminate anything; more where two digits link them."""
    for common in range(sets[N_COMMONS]):
        first, second, other = sets[FIRST + common], sets[SECOND + common], sets[OTHER + common]
        if other < 0 and not eliminate_some(sets, first, second, 1 << sets[DIGIT + common]):
            continue
        begin_step(step, ALS_XZ)
        _eliminate_both(sets, step, first, second, 1 << sets[DIGIT + common])
        if other >= 0:
            _eliminate_both(sets, step, first, second, 1 << other)
            _eliminate_locked(sets, step, first, second, digits_of(sets, common))
            _eliminate_locked(sets, step, second, first, digits_of(sets, common))
        if step[N_ELIMINATED]:
            return True
    return False


@routine
def _eliminate_both(sets: Words, step: Words, first: int, second: int, kept: int) -> None:
    """Add the cells that see a digit in both of two sets, but for the digits kept."""
    one, two = SETS + SET * first, SETS + SET * second
    digits = sets[one + DIGITS] & sets[two + DIGITS] & ~kept
    while digits:
        digit = lowest(digits)
        for half in range(2):
            sight = SIGHT + 2 * digit + half
            _add_new(step, sets[one + sight] & sets[two + sight], half, digit)
        digits &= digits - 1


@routine
def _eliminate_locked(sets: Words, step: Words, one: int, other: int, linking: int) -> None:
    """Add the eliminations of a set that must hold all its digits except the linking ones."""
    begin = SETS + SET * one
    digits = sets[begin + DIGITS] & ~linking
    while digits:
        digit = lowest(digits)
        for half in range(2):
            sight = sets[begin + SIGHT + 2 * digit + half]
            _add_new(step, sight & ~sets[SETS + SET * other + CELLS_OF + half], half, digit)
        digits &= digits - 1


@routine
def _add_new(step: Words, cells: int, half: int, digit: int) -> None:
    """Add a digit of some cells to the eliminations, unless it is there."""
    while cells:
        candidate = SIZE * (UPPER * half + lowest(cells)) + digit
        if not has_eliminated(step, candidate):
            step[CANDIDATES + step[N_ELIMINATED]] = candidate
            step[N_ELIMINATED] += 1
        cells &= cells - 1


@routine
def find_als_xy_wing(sets: Words, step: Words, room: Words) -> bool:
    """Find two sets that eliminate anything and are linked with a third one by different digits.

    Of all such the first two links count.
    """
    _note_links(sets, room)
    for one in range(sets[N_COMMONS]):
        best, hub = sets[N_COMMONS], -1
        for side in range(2):
            middle = sets[(SECOND if side else FIRST) + one]
            first = sets[(FIRST if side else SECOND) + one]
            later = _later_link(sets, room, one, middle, first)
            if later < best:
                best, hub = later, middle
        if hub >= 0:
            first, second = _far_end(sets, one, hub), _far_end(sets, best, hub)
            begin_step(step, ALS_XY_WING)
            _eliminate_both(sets, step, first, second, digits_of(sets, one) | digits_of(sets, best))
            return True
    return False


@routine
def _note_links(sets: Words, room: Words) -> None:
    """List the links of each set: where its list begins, then the lists."""
    n_sets = sets[N_SETS]
    for number in range(n_sets + 2):
        room[number] = 0
    for common in range(sets[N_COMMONS]):
        room[sets[FIRST + common] + 2] += 1
        room[sets[SECOND + common] + 2] += 1
    room[0], room[1] = n_sets + 2, n_sets + 2
    for number in range(2, n_sets + 2):
        room[number] += room[number - 1]
    # The word behind a set's says where its list begins; filled, it says where that ends.
    for common in range(sets[N_COMMONS]):
        for side in range(2):
            end = sets[(SECOND if side else FIRST) + common] + 1
            room[room[end]] = common
            room[end] += 1


@routine
def _far_end(sets: Words, common: int, near: int) -> int:
    """Return the set at the other end of a link."""
    return sets[FIRST + common] + sets[SECOND + common] - near


@routine
def _later_link(sets: Words, room: Words, one: int, hub: int, first: int) -> int:
    """Return the first later link of a set that makes a wing with one; else more than any."""
    near, apart = ELIMINATORS + N_WORDS * first, APART + N_WORDS * first
    for number in range(room[hub], room[hub + 1]):
        later = room[number]
        if later > one:
            second = _far_end(sets, later, hub)
            if (
                sets[near + second // BITS] & sets[apart + second // BITS]
            ) >> second % BITS & 1 and not (
                sets[OTHER + one] < 0
                and sets[OTHER + later] < 0
                and sets[DIGIT + one] == sets[DIGIT + later]
            ):
                kept = digits_of(sets, one) | digits_of(sets, later)
                if eliminate_some(sets, first, second, kept):
                    return later
    return sets[N_COMMONS]
