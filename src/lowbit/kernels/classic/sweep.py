"""One round of inference for every lane, and the choice of a guess when it stops.

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

    BANDS ──> places and forced digits of the bands ────────────┐
    STACKS, ALLOWED & places ──> the same of a stack ───────────┴─> CELLS ──> BANDS, STACKS

A digit that is forced into both minilines of a cell is a hidden single. A digit that is alone in
a cell lies in no other miniline of the box: that is taken away from BANDS and STACKS, and their
configurations spread it over the line. Later parts of the same sweep know of it, too: boxes
further right of the digit's row, boxes further down of its column.

Bands, and stacks, are turns of a loop. As straight code the sweep and the loop around it are more
instructions than an x86 core keeps decoded, and a search takes a quarter longer with AVX2.

So all that a sweep knows lies in BANDS and STACKS, and a search saves nothing else.

Sources: configurations of a digit in a band, as in tdoku's `DPLL with triads and SIMD`_ (t-dillon,
2019), where one puzzle fills a vector; here each lane is a puzzle, and nothing is shuffled.

.. _DPLL with triads and SIMD: https://t-dillon.github.io/tdoku/
"""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import add, and_, or_
from typing import TYPE_CHECKING, NamedTuple

from lowbit.kernels.classic.layout import (
    ALL_DIGITS,
    ALLOWED,
    BAND_FORCED,
    BAND_PLACES,
    BANDS,
    CELLS,
    CHUTE,
    DIGIT,
    NEW_TOTAL,
    PERMUTATIONS,
    SETTLED,
    SINGLES,
    SMALLEST,
    STACKS,
    TOTAL,
)
from lowbit.kernels.core.simd import staged

if TYPE_CHECKING:
    from lowbit.kernels.core.simd import Mask, Rows, Vector

    Chute = list[list[Vector]]
    """A vector for each miniline, by line and box."""

THREE = range(3)
OTHERS = ((1, 2), (0, 2), (0, 1))


@staged(outputs=3)
def sweep(rows: Rows, reset: Mask) -> tuple[Mask, Mask, Mask]:
    """Infer once around. The lanes in `reset` hold a new puzzle: their minilines are old.

    A lane is solved if in every box each digit is alone in a cell, so that each has one of its
    own. It is dead if a cell is empty, or a line lacks a digit. A lane that is solved and not
    dead is solved indeed: the minilines of a line hold three digits each, and all nine.

    Returns
    -------
    dead, still, solved : Mask
        The lanes with a contradiction; those in which no miniline changed; and those in which
        the cells are a solution unless dead.
    """
    stale = reset.spread()
    _begin_notes(rows, stale & 0)
    # Bands before stacks, which read the rows of bands in the same sweep.
    rows.repeat(3, lambda at: _sweep_band(at(9), stale))
    rows.repeat(3, lambda at: _sweep_stack(Stack(rows, at(9), at(3), at(1)), stale))
    dead = ~_covered(rows).equals(ALL_DIGITS) | rows[SMALLEST].equals(0)
    still = rows[NEW_TOTAL].equals(rows[TOTAL])
    rows[TOTAL] = rows[NEW_TOTAL]
    return dead, still, rows[SETTLED].equals(ALL_DIGITS)


class Stack(NamedTuple):
    """The rows as seen from a stack: its rows lie where those of the first stack do.

    Attributes
    ----------
    rows : Rows
        The rows of no stack.
    minilines : Rows
        Its minilines.
    cells : Rows
        Its cells.
    across : Rows
        The minilines of the bands that cross it.
    """

    rows: Rows
    minilines: Rows
    cells: Rows
    across: Rows


def _sweep_band(rows: Rows, stale: Vector) -> None:
    """Write the places and the forced digits of a band's minilines; `rows` begin with them."""
    # All bits in the lanes of a new puzzle: there the old minilines allow everything.
    possible = _chute([rows[BANDS + at] | stale for at in range(9)])
    places, forced = _configure(possible)
    for line, box in product(THREE, THREE):
        rows[BAND_PLACES + 3 * line + box] = places[line][box]
        rows[BAND_FORCED + 3 * line + box] = forced[line][box]


def _sweep_stack(stack: Stack, stale: Vector) -> None:
    """Infer in a stack, then bring its cells, and all that follows from them, up to date."""
    possible = _transposed([_without_triples(_minilines(stack, band, stale)) for band in THREE])
    places, forced = _configure(possible)
    for band in THREE:
        stack.rows.fence()
        at_box = [places[column][band] for column in THREE]
        forced_at_box = [forced[column][band] for column in THREE]
        singles = _update_box(stack, band, at_box, forced_at_box)
        for column, below in product(THREE, range(band + 1, 3)):
            places[column][below] &= ~singles[column]


def _minilines(stack: Stack, band: int, stale: Vector) -> list[Vector]:
    """Narrow the cells of a box by its band; return the digits of its minilines in the stack."""
    places = [
        stack.across[BAND_PLACES + line] & ~stack.rows[SINGLES + line // 3]
        for line in range(9 * band, 9 * band + 9, 3)
    ]
    minilines = []
    for column in THREE:
        cells = []
        for row in THREE:
            at = 9 * (3 * band + row) + column
            cells.append(stack.cells[ALLOWED + at] & places[row])
            stack.cells[CELLS + at] = cells[row]
        before = stack.minilines[STACKS + 3 * column + band] | stale
        minilines.append(_union(cells) & before)
    return minilines


def _without_triples(minilines: list[Vector]) -> list[Vector]:
    """Rule out in each of a box's minilines the digits that fill another one."""
    triples = [digits.has_bits(4).choose(0, digits) for digits in minilines]
    return _without_others(minilines, triples)


def _update_box(
    stack: Stack, band: int, places: list[Vector], forced: list[Vector]
) -> list[Vector]:
    """Update a box from its band's rows and its stack's vectors; return its singles by column.

    The singles are the digits that are alone in a cell. Those of a row leave no place for them in
    the boxes to the right, which are still to come.
    """
    cells, singles = _update_cells(stack, band, places, forced)
    row_singles = [_union(row) for row in singles]
    column_singles = [_union(column) for column in _transposed(singles)]
    in_bands = _without_others([_union(row) for row in cells], row_singles)
    in_stacks = _without_others([_union(column) for column in _transposed(cells)], column_singles)
    for line in THREE:
        stack.across[BANDS + 9 * band + 3 * line] = in_bands[line]
        stack.minilines[STACKS + 3 * line + band] = in_stacks[line]
        stack.rows[SINGLES + 3 * band + line] |= row_singles[line]
    _note(stack.rows, [*in_bands, *in_stacks], [*cells[0], *cells[1], *cells[2]], row_singles)
    return column_singles


def _update_cells(
    stack: Stack, band: int, places: list[Vector], forced: list[Vector]
) -> tuple[list[list[Vector]], list[list[Vector]]]:
    """Update the cells of a box; return them by row, and the singles in each."""
    cells: list[list[Vector]] = [[], [], []]
    singles: list[list[Vector]] = [[], [], []]
    for column, row in product(THREE, THREE):
        at = CELLS + 9 * (3 * band + row) + column
        cell = stack.cells[at] & places[column]
        hidden_single = cell & stack.across[BAND_FORCED + 9 * band + 3 * row] & forced[column]
        # Forced in both of its minilines, a digit has this cell alone.
        cell = hidden_single.equals(0).choose(cell, hidden_single)
        stack.cells[at] = cell
        cells[row].append(cell)
        singles[row].append(cell.has_bits(2).choose(0, cell))
    return cells, singles


def _begin_notes(rows: Rows, nothing: Vector) -> None:
    """Clear the sums that all boxes add to."""
    for line in range(9):
        rows[SINGLES + line] = nothing
    rows[NEW_TOTAL] = nothing
    rows[SMALLEST] = rows[SETTLED] = nothing | ALL_DIGITS


def _note(rows: Rows, minilines: list[Vector], cells: list[Vector], singles: list[Vector]) -> None:
    """Add a box to the sums that tell which lanes are dead, stand still, and are solved.

    The minilines are added up as numbers: they only ever lose digits, so that the sum falls
    whenever one changes (it is at most 54 x 511, which a lane holds). An empty cell shows as the
    smallest. Settled are the digits that are single in every box.
    """
    rows[NEW_TOTAL] = reduce(add, minilines, rows[NEW_TOTAL])
    rows[SMALLEST] = reduce(_smaller, cells, rows[SMALLEST])
    rows[SETTLED] &= _union(singles)


def _covered(rows: Rows) -> Vector:
    """Return the digits that have a miniline in every line."""
    lines = [_union([rows[first + at] for at in THREE]) for first in range(BANDS, STACKS + 27, 3)]
    return reduce(and_, lines)


def _configure(possible: Chute) -> tuple[Chute, Chute]:
    """Return where the digits of a chute can lie, and where they must.

    Parameters
    ----------
    possible : Chute
        The digits that each miniline can hold.
    """
    taken = [possible[0][a] & possible[1][b] & possible[2][c] for a, b, c in PERMUTATIONS]

    places = _chute(
        [
            taken[first] | taken[second]
            for line in THREE
            for box in THREE
            for first, second in [_users(line, box)]
        ]
    )
    # A digit with one place in a line of the chute is forced there.
    forced = [_without_others(line, line) for line in places]
    # Three forced digits fill the three cells of a miniline.
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


def _without_others(minilines: list[Vector], known: list[Vector]) -> list[Vector]:
    """Rule out in each of three minilines of a box or a line the digits locked in another."""
    return [minilines[at] & ~(known[one] | known[other]) for at, (one, other) in enumerate(OTHERS)]


def _chute(vectors: list[Vector]) -> Chute:
    return [vectors[0:3], vectors[3:6], vectors[6:9]]


def _transposed(vectors: Chute) -> Chute:
    return [list(across) for across in zip(*vectors, strict=True)]


def _union(vectors: list[Vector]) -> Vector:
    return reduce(or_, vectors)


def _smaller(a: Vector, b: Vector) -> Vector:
    return a.minimum(b)


@staged(outputs=1)
def choose(rows: Rows) -> tuple[Mask]:
    """Choose a guess for lanes that stand still: a chute and a digit (CHUTE, DIGIT).

    The chute with the fewest configurations in all, among those with a digit that has just
    two; of those digits the lowest. Where there is none, a digit with more. A digit with two
    configurations makes both answers of the guess strong, and in the tightest chute the most
    follows from them.

    Returns
    -------
    finished : Mask
        The lanes without anything to guess: every digit has one configuration in every chute.
    """
    best, best_digits, best_chute = _rate(rows, 0)
    for chute in range(1, 6):
        rows.fence()
        count, digits, number = _rate(rows, chute)
        better = count < best
        best = better.choose(count, best)
        best_digits = better.choose(digits, best_digits)
        best_chute = better.choose(number, best_chute)
    rows[CHUTE] = best_chute
    # The lowest bit; a staged function has no negation, so that it is not x & -x.
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
    # XOR with itself is a vector of zeros, on which the number is broadcast.
    return count, no_pair.choose(more, pairs), (count ^ count) | chute


NO_PAIR = 64
"""More than a chute has configurations: those without a pair come last."""

NOTHING = 0x7FFF
"""The rating of a chute without a choice."""


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
