"""What follows at once: one round of inference for every lane, and what to guess when it stops.

A digit lies in a chute (three boxes side by side, cut into nine minilines) in one of six
configurations: in each line of the chute it takes one miniline, each in another box. ::

              box 0      box 1      box 2
    line 0  [u00    ]  [u01    ]  [u02    ]     u: the digits that a miniline can hold
    line 1  [u10    ]  [u11    ]  [u12    ]     configuration (p0, p1, p2) of a digit:
    line 2  [u20    ]  [u21    ]  [u22    ]     it lies in u0p0, u1p1 and u2p2

All six are tried for all nine digits of all lanes with a dozen instructions. What no
configuration uses is ruled out: that is pointing and claiming in one. A miniline holds three
digits, so three that must lie there (forced) leave no room for others, and where only three
can, they must (the hidden and the naked triple of a miniline).

A cell is where a miniline of a band and one of a stack cross, so a sweep is two halves: the
bands, from their minilines alone, then the stacks, with the one pass over the cells ::

    BANDS, BAND_SINGLES ──> places and forced digits of the bands ──┐
    CELLS & places ──> stacks ──> places and forced digits ─────────┴─> CELLS, BANDS, singles

A digit that is forced into both minilines of a cell is a hidden single. A digit that is alone
in a cell is ruled out by the configurations in the rest of its line and box, in both
directions, which covers all its peers.

Sources: configurations of a digit in a band, as in tdoku's `DPLL with triads and SIMD`_ (t-dillon,
2019), where one puzzle fills a vector; here each lane is a puzzle, and nothing is shuffled.

.. _DPLL with triads and SIMD: https://t-dillon.github.io/tdoku/
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from lowbit.kernels.layout import (
    ALL_DIGITS,
    BAND_FORCED,
    BAND_PLACES,
    BAND_SINGLES,
    BANDS,
    CELLS,
    CHUTE,
    DIGIT,
    NEW_TOTAL,
    PERMUTATIONS,
    SMALLEST,
    STACK_SINGLES,
    STACKS,
    TOTAL,
)
from lowbit.kernels.simd import staged

if TYPE_CHECKING:
    from lowbit.kernels.simd import Mask, Rows, Vector

    Chute = list[list[Vector]]
    """A vector for each miniline, by line and box."""

THREE = range(3)
OTHERS = ((1, 2), (0, 2), (0, 1))


@staged(outputs=3)
def sweep(rows: Rows, reset: Mask) -> tuple[Mask, Mask, Mask]:
    """Infer once around. The lanes in `reset` hold new cells: what else is known of them is old.

    Returns
    -------
    dead, still, solved : Mask
        The lanes with a contradiction; those in which no cell changed; and those in which
        every digit is forced everywhere, which makes the cells a solution unless dead.
    """
    stale = reset.spread()
    covered, forced = _sweep_bands(rows, stale)
    for stack in THREE:
        rows.fence()
        covered_here, forced_here = _sweep_stack(rows, stack, stale)
        covered, forced = covered & covered_here, forced & forced_here
    rows.fence()
    dead = ~covered.equals(ALL_DIGITS) | rows[SMALLEST].equals(0)
    still = rows[NEW_TOTAL].equals(rows[TOTAL])
    rows[TOTAL] = rows[NEW_TOTAL]
    return dead, still, forced.equals(ALL_DIGITS)


def _sweep_bands(rows: Rows, stale: Vector) -> tuple[Vector, Vector]:
    """Write the places and the forced digits of the bands' minilines."""
    totals = []
    for band in THREE:
        possible = _chute([rows[BANDS + 9 * band + at] | stale for at in range(9)])
        single = _chute([rows[BAND_SINGLES + 9 * band + at] & ~stale for at in range(9)])
        places, forced = _configure(possible, single)
        for line, box in product(THREE, THREE):
            rows[BAND_PLACES + 9 * band + 3 * line + box] = places[line][box]
            rows[BAND_FORCED + 9 * band + 3 * line + box] = forced[line][box]
        totals.append(_totals(places, forced))
        rows.fence()
    return _all_and(totals)


def _sweep_stack(rows: Rows, stack: int, stale: Vector) -> tuple[Vector, Vector]:
    """Infer in a stack, then bring its cells, and all that is derived from them, up to date."""
    possible = _chute(
        [_stack_miniline(rows, stack, column, band) for column in THREE for band in THREE]
    )
    single = _chute([rows[STACK_SINGLES + 9 * stack + at] & ~stale for at in range(9)])
    known = [
        [single[line][box] | _if_three(possible[line][box]) for box in THREE] for line in THREE
    ]
    places, forced = _configure(possible, known)
    for band in THREE:
        rows.fence()
        _update_box(
            rows,
            band,
            stack,
            [places[line][band] for line in THREE],
            [forced[line][band] for line in THREE],
        )
    return _totals(places, forced)


def _stack_miniline(rows: Rows, stack: int, column: int, band: int) -> Vector:
    """Return the digits that the cells of a stack's miniline allow, as the bands see them now."""
    cells = [
        rows[CELLS + 9 * (3 * band + row) + 3 * stack + column]
        & rows[BAND_PLACES + 9 * band + 3 * row + stack]
        for row in THREE
    ]
    return cells[0] | cells[1] | cells[2]


def _update_box(
    rows: Rows, band: int, stack: int, places: list[Vector], forced: list[Vector]
) -> None:
    """Update the nine cells of a box from what its band wrote and its stack passes in."""
    possible: list[Vector] = []
    band_single: list[Vector] = []
    cells: list[Vector] = []
    for column in THREE:
        stack_single: list[Vector] = []
        for row in THREE:
            at = CELLS + 9 * (3 * band + row) + 3 * stack + column
            line = 9 * band + 3 * row + stack
            cell = rows[at] & rows[BAND_PLACES + line] & places[column]
            hidden_single = cell & rows[BAND_FORCED + line] & forced[column]
            cell = hidden_single.equals(0).choose(cell, hidden_single)
            rows[at] = cell
            single = cell.has_bits(2).choose(0, cell)
            _join(possible, row, cell)
            _join(band_single, row, single)
            _join(stack_single, 0, single)
            cells.append(cell)
        rows[STACK_SINGLES + 9 * stack + 3 * column + band] = stack_single[0]
    for row in THREE:
        rows[BANDS + 9 * band + 3 * row + stack] = possible[row]
        rows[BAND_SINGLES + 9 * band + 3 * row + stack] = band_single[row]
    _tally(rows, cells, first=band == stack == 0)


def _tally(rows: Rows, cells: list[Vector], *, first: bool) -> None:
    """Add up the cells as numbers, and keep the smallest.

    A cell only ever loses digits, so the sum falls whenever any cell changes (it is at most
    81 x 511, which a lane holds), and an empty cell shows as the smallest.
    """
    total, smallest = cells[0], cells[0]
    for cell in cells[1:]:
        total, smallest = total + cell, smallest.minimum(cell)
    rows[NEW_TOTAL] = total if first else rows[NEW_TOTAL] + total
    rows[SMALLEST] = smallest if first else rows[SMALLEST].minimum(smallest)


def _configure(possible: Chute, single: Chute) -> tuple[Chute, Chute]:
    """Return where the digits of a chute can lie, and where they must.

    Parameters
    ----------
    possible : Chute
        The digits that the cells of each miniline allow.
    single : Chute
        Digits that are known to lie in a miniline.
    """
    open_to = [
        [
            possible[line][box] & ~(single[line][OTHERS[box][0]] | single[line][OTHERS[box][1]])
            for box in THREE
        ]
        for line in THREE
    ]
    taken = [open_to[0][a] & open_to[1][b] & open_to[2][c] for a, b, c in PERMUTATIONS]

    places = _chute(
        [
            taken[first] | taken[second]
            for line in THREE
            for box in THREE
            for first, second in [_users(line, box)]
        ]
    )
    forced = [
        [
            places[line][box] & ~(places[line][OTHERS[box][0]] | places[line][OTHERS[box][1]])
            for box in THREE
        ]
        for line in THREE
    ]
    full = [[forced[line][box].has_bits(3) for box in THREE] for line in THREE]
    places = [
        [full[line][box].choose(forced[line][box], places[line][box]) for box in THREE]
        for line in THREE
    ]
    return places, forced


def _users(line: int, box: int) -> tuple[int, int]:
    """Return the two configurations that use a miniline."""
    first, second = (n for n, boxes in enumerate(PERMUTATIONS) if boxes[line] == box)
    return first, second


def _totals(places: Chute, forced: Chute) -> tuple[Vector, Vector]:
    """Return the digits that have a place in a chute, and those whose places are all forced."""
    covered = places[0][0] | places[0][1] | places[0][2]
    lines = [forced[line][0] | forced[line][1] | forced[line][2] for line in THREE]
    return covered, lines[0] & lines[1] & lines[2]


def _if_three(digits: Vector) -> Vector:
    """Return the digits of a miniline where only three (or fewer, for a dead lane) are left."""
    return digits.has_bits(4).choose(0, digits)


def _chute(vectors: list[Vector]) -> Chute:
    return [vectors[0:3], vectors[3:6], vectors[6:9]]


def _join(vectors: list[Vector], at: int, vector: Vector) -> None:
    """Unite `vector` with the one at `at`, or put it there if it is the first."""
    if len(vectors) == at:
        vectors.append(vector)
    else:
        vectors[at] = vectors[at] | vector


def _all_and(pairs: list[tuple[Vector, Vector]]) -> tuple[Vector, Vector]:
    covered, forced = pairs[0]
    for more_covered, more_forced in pairs[1:]:
        covered, forced = covered & more_covered, forced & more_forced
    return covered, forced


@staged(outputs=1)
def choose(rows: Rows) -> tuple[Mask]:
    """Choose, for lanes that stand still, what to guess: a chute and a digit (CHUTE, DIGIT).

    The chute with the fewest configurations in all, among those with a digit that has just
    two; of those digits the lowest. Where there is none, a digit with more. A digit with two
    configurations makes both answers of the guess strong, and in the tightest chute the most
    follows from them.

    Returns
    -------
    finished : Mask
        The lanes without anything to guess: every digit has one configuration in every chute.
    """
    _gather_stacks(rows)
    best, best_digits, best_chute = _rate(rows, 0)
    for chute in range(1, 6):
        rows.fence()
        count, digits, number = _rate(rows, chute)
        better = count < best
        best = better.choose(count, best)
        best_digits = better.choose(digits, best_digits)
        best_chute = better.choose(number, best_chute)
    rows[CHUTE] = best_chute
    rows[DIGIT] = best_digits & ~(best_digits - 1)
    return (best.equals(NOTHING),)


def _rate(rows: Rows, chute: int) -> tuple[Vector, Vector, Vector]:
    """Return how bad a chute is to guess in, with which digits one would, and its number."""
    ones, twos, fours = _count_configurations(rows, chute)
    pairs = twos & ~(ones | fours)
    more = twos | fours
    no_pair, none = pairs.equals(0), more.equals(0)
    count = ones.popcount() + (twos.popcount() << 1) + (fours.popcount() << 2)
    count = none.choose(NOTHING, no_pair.choose(count + NO_PAIR, count))
    return count, no_pair.choose(more, pairs), (count ^ count) | chute


NO_PAIR = 64
"""More than a chute has configurations: those without a pair come last."""

NOTHING = 0x7FFF
"""The rating of a chute without a choice."""


def _gather_stacks(rows: Rows) -> None:
    """Write the digits of each miniline of the stacks."""
    for stack, line, band in product(THREE, THREE, THREE):
        cells = [rows[CELLS + 9 * (3 * band + row) + 3 * stack + line] for row in THREE]
        rows[STACKS + 9 * stack + 3 * line + band] = cells[0] | cells[1] | cells[2]


def _count_configurations(rows: Rows, chute: int) -> tuple[Vector, Vector, Vector]:
    """Count the configurations of each digit, as a binary number spread over three vectors."""
    possible = _chute([rows[BANDS + 9 * chute + at] for at in range(9)])
    taken = [possible[0][a] & possible[1][b] & possible[2][c] for a, b, c in PERMUTATIONS]
    low, carry_low = _add(*taken[:3])
    high, carry_high = _add(*taken[3:])
    ones, carry = low ^ high, low & high
    twos, fours = _add(carry_low, carry_high, carry)
    return ones, twos, fours


def _add(a: Vector, b: Vector, c: Vector) -> tuple[Vector, Vector]:
    """Return the sum and the carry of three bits, for each digit: a full adder."""
    return a ^ b ^ c, (a & b) | (c & (a | b))
