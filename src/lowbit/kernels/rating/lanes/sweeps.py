"""Singles of many puzzles side by side: each puzzle is a lane of a register file.

A single stays one until it is placed, whatever else is placed before. So the result of singles
does not depend on their order, and those of a sweep are placed all at once. The same holds
of digits that locked candidates leave a single place (`Direct` in Sudoku Explainer's names), for a
place that falls otherwise leaves that single, too.

::

    CELLS     the candidates of each cell, 0 where a digit is placed
    PLACED    the digits that are placed in each house
    FOUND     the digits to be placed in each house
    BY_...    digits that patterns leave a single place: locked candidates of a box, and of a
              line, by the miniline of the place; hidden pairs, by cell

A miniline is the three cells of a line in a box. A store takes longer than two operations, so sums
over cells stay in registers: hence the order of cells and the fences.
"""

from __future__ import annotations

from functools import reduce
from itertools import combinations, product
from operator import or_
from typing import TYPE_CHECKING, Final, TypeAlias

from lowbit.kernels.core.simd import staged
from lowbit.kernels.rating.position.tables import (
    BOX,
    CELL_AT,
    COLUMN,
    FULL,
    HOUSES_OF,
    N_CELLS,
    N_HOUSES,
    ROW,
    SIZE,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lowbit.kernels.core.simd import Mask, Rows, Vector

    Counts: TypeAlias = tuple[Vector, Vector]
    """The digits in any of some cells, and those in two or more."""

N_MINILINES: Final = 2 * SIZE * 3

CELLS: Final = 0
PLACED: Final = CELLS + N_CELLS
FOUND: Final = PLACED + N_HOUSES
BY_POINTING: Final = FOUND + N_HOUSES
BY_CLAIMING: Final = BY_POINTING + N_MINILINES
BY_PAIRS: Final = BY_CLAIMING + N_MINILINES
N_SINGLE_ROWS: Final = BY_PAIRS + N_CELLS

THREE: Final = range(3)
CHUTES: Final = range(6)

HOUSES_BY_STEP: Final = (
    # Boxes of a band are three cells apart, columns one, rows nine: a loop at run time for each.
    *((3, range(3 * band, 3 * band + 3)) for band in THREE),
    (1, range(COLUMN, ROW)),
    (SIZE, range(ROW, N_HOUSES)),
)
"""Houses whose cells come again in the next one, so many further on; and how many."""

_cells_of: Final = CELL_AT.tolist()
_houses_of: Final = HOUSES_OF.tolist()


@staged(outputs=1)
def begin(rows: Rows, fresh: Mask) -> tuple[Mask]:
    """List the candidates in lanes whose givens are in the cells; return where these clash."""
    clash = rows[CELLS] & 0
    for house, cells in enumerate(_cells_of):
        once, twice = _count(rows[CELLS + cell] for cell in cells)
        rows[PLACED + house] = fresh.choose(once, rows[PLACED + house])
        clash = clash | twice
    for cell, houses in enumerate(_houses_of):
        given = union([rows[PLACED + house] for house in houses])
        own = rows[CELLS + cell]
        # A blank gets the digits that its houses lack; a given keeps no candidates.
        rows[CELLS + cell] = fresh.choose(own.equals(0).choose(~given & FULL, 0), own)
    return (~clash.equals(0),)


@staged(outputs=1)
def list_placed(rows: Rows, fresh: Mask) -> tuple[Mask]:
    """List the placed digits of lanes whose candidates are in the cells; return these lanes."""
    for house, cells in enumerate(_cells_of):
        # A digit is placed in a house where it is no candidate of any cell.
        placed = ~union([rows[CELLS + cell] for cell in cells]) & FULL
        rows[PLACED + house] = fresh.choose(placed, rows[PLACED + house])
    return (fresh,)


@staged(outputs=2)
def sweep(rows: Rows, by_boxes: Mask, by_lines: Mask, by_cells: Mask) -> tuple[Mask, Mask]:
    """Place the digits of last open cells, and in some lanes more singles.

    Parameters
    ----------
    rows : Rows
    by_boxes, by_lines, by_cells : Mask
        The lanes that place hidden singles of boxes, and of rows and columns, and naked singles.

    Returns
    -------
    placed, is_open : Mask
        The lanes in which any were placed, and those that have open cells with candidates yet.
    """
    for chute in range(6):
        rows.fence()
        counts = _counts(rows, chute)
        for house, parts in zip(_lines_of(chute), counts, strict=True):
            rows[FOUND + house] = _singles(parts, by_lines)
        if chute < 3:  # the boxes of stacks are those of bands
            by_box = map(list, zip(*counts, strict=True))
            for house, parts in zip(_boxes_of(chute), by_box, strict=True):
                rows[FOUND + house] = _singles(parts, by_boxes)
    rows.fence()

    def single(cell: int) -> Vector:
        own = rows[CELLS + cell]
        hidden = own & union([rows[FOUND + house] for house in _houses_of[cell]])
        is_naked = by_cells & (own & (own - 1)).equals(0)
        return is_naked.choose(own, hidden)

    return _place(rows, single)


@staged(outputs=2)
def look_for_locked(rows: Rows) -> tuple[Mask, Mask]:
    """Find where locked candidates leave their digit one place in another house of their kind.

    There must be no hidden single. The finds are left for `place_found`.

    Returns
    -------
    pointing, claiming : Mask
        The lanes with any: by a digit that a box holds in one line, and a line in one box.
    """
    pointing = claiming = rows[CELLS] & 0
    for chute in CHUTES:
        rows.fence()
        counts = _counts(rows, chute)
        by_box = _left_single([list(column) for column in zip(*counts, strict=True)])
        by_line = _left_single(counts)
        for line, box in product(THREE, THREE):
            number = _number(chute, line, box)
            pointing = pointing | by_box[box][line]
            claiming = claiming | by_line[line][box]
            rows[BY_POINTING + number] = by_box[box][line]
            rows[BY_CLAIMING + number] = by_line[line][box]
    return ~pointing.equals(0), ~claiming.equals(0)


@staged(outputs=1)
def look_for_pairs(rows: Rows) -> tuple[Mask]:
    """Find where a hidden pair leaves another digit one place in its house.

    There must be no hidden single. The finds are left for `place_found`.

    Returns
    -------
    pairs : Mask
        The lanes with any.
    """
    for_each_house(rows, _look_in_house)
    return (~union([rows[BY_PAIRS + cell] for cell in range(N_CELLS)]).equals(0),)


@staged(outputs=2)
def place_found(
    rows: Rows, by_pointing: Mask, by_claiming: Mask, by_pairs: Mask
) -> tuple[Mask, Mask]:
    """Place the finds: in some lanes of one kind, in some of another; return as `sweep`."""

    def single(cell: int) -> Vector:
        pointing = union([rows[BY_POINTING + number] for number in _minilines_of(cell)])
        claiming = union([rows[BY_CLAIMING + number] for number in _minilines_of(cell)])
        locked = by_pointing.choose(pointing, 0) | by_claiming.choose(claiming, 0)
        return (rows[CELLS + cell] & locked) | by_pairs.choose(rows[BY_PAIRS + cell], 0)

    return _place(rows, single)


def for_each_house(rows: Rows, do: Callable[[Rows, Rows, int], None]) -> None:
    """Do the same in each house, kind by kind in loops at run time.

    It is told the first house of such a loop. Of its two rows, which move on from turn to turn, one
    has that house's cells, and one its digits' places.
    """
    for step, houses in HOUSES_BY_STEP:
        _for_some_houses(rows, step, houses, do)


def _for_some_houses(
    rows: Rows, step: int, houses: range, do: Callable[[Rows, Rows, int], None]
) -> None:
    rows.repeat(len(houses), lambda at: do(at(step), at(SIZE), houses[0]))


def _look_in_house(rows: Rows, _places: Rows, house: int) -> None:
    """Add the singles that hidden pairs leave in a house; the first house of a cell overwrites."""
    cells, is_first = _cells_of[house], house < COLUMN
    masks = [rows[CELLS + cell] for cell in cells]
    left, eliminated = _left_by_pairs(masks)
    for cell, mask, gone in zip(cells, masks, eliminated, strict=True):
        own = mask & left & ~gone
        rows[BY_PAIRS + cell] = own if is_first else rows[BY_PAIRS + cell] | own


def _left_by_pairs(cells: list[Vector]) -> tuple[Vector, list[Vector]]:
    """Return the digits that hidden pairs of a house leave one place, and where that is not."""
    once, twice = _count(cells)
    three, four = _count_more(cells)
    twos, threes = twice & ~three, three & ~four
    in_two, in_three = [cell & twos for cell in cells], [cell & threes for cell in cells]
    eliminated = [once & 0] * SIZE
    for one, other in combinations(range(SIZE), 2):
        pair = in_two[one] & in_two[other]
        # Digits with one place outside of the two cells: two of three are here, or one of two.
        beside = (in_three[one] & in_three[other]) | (in_two[one] ^ in_two[other])
        # Two digits with just these two cells: a hidden pair. Three would be a contradiction.
        digits = (pair & (pair - 1)).equals(0).choose(0, beside)
        eliminated[one], eliminated[other] = eliminated[one] | digits, eliminated[other] | digits
    return union(eliminated), eliminated


def _count_more(cells: Sequence[Vector]) -> tuple[Vector, Vector]:
    """Return the digits in three cells or more, and in four or more."""
    nothing = cells[0] & 0
    once = twice = three = four = nothing
    for cell in cells:
        # From the highest count down: each reads the count below as it was before this cell.
        four = four | (three & cell)
        three = three | (twice & cell)
        twice = twice | (once & cell)
        once = once | cell
    return three, four


def _singles(parts: Sequence[Counts], kind: Mask) -> Vector:
    """Return the digits with one place in a house of some minilines.

    In the other lanes than those of a kind only that of a last cell.
    """
    once, twice = _together(parts)
    # One digit is left at most: a last cell, the easiest step, is filled in all lanes.
    is_last = (once & (once - 1)).equals(0)
    return (kind | is_last).choose(once & ~twice, 0)


def _counts(rows: Rows, chute: int) -> list[list[Counts]]:
    """Count the digits in each miniline of a chute, by line and box."""
    return [
        [_count(rows[CELLS + cell] for cell in miniline(chute, line, box)) for box in THREE]
        for line in THREE
    ]


def _together(parts: Sequence[Counts]) -> Counts:
    """Count the digits in three minilines together."""
    (one, twice_in_one), (two, twice_in_two), (three, twice_in_three) = parts
    # The majority of three: the digits in two minilines or more.
    in_two = (one & two) | (three & (one | two))
    return one | two | three, (twice_in_one | twice_in_two | twice_in_three) | in_two


def _lines_of(chute: int) -> range:
    """Return the lines of a chute, of three bands and three stacks."""
    first = (ROW if chute < 3 else COLUMN) + 3 * (chute % 3)
    return range(first, first + 3)


def _boxes_of(band: int) -> range:
    """Return the boxes of a band."""
    return range(BOX + 3 * band, BOX + 3 * band + 3)


def _number(chute: int, line: int, box: int) -> int:
    """Return the number of a miniline."""
    return SIZE * chute + 3 * line + box


def _minilines_of(cell: int) -> tuple[int, int]:
    """Return the numbers of the minilines of a cell, of a row and of a column."""
    row, column = divmod(cell, SIZE)
    across, down = (
        _number(row // 3, row % 3, column // 3),
        _number(3 + column // 3, column % 3, row // 3),
    )
    return across, down


def miniline(chute: int, line: int, box: int) -> list[int]:
    """Return the cells that a line of a chute has in a box."""
    return _cells_of[_lines_of(chute)[line]][3 * box : 3 * box + 3]


def _left_single(counts: list[list[Counts]]) -> list[list[Vector]]:
    """Return the digits that locked candidates leave a single place in each miniline.

    Parameters
    ----------
    counts : list of list of tuple of Vector
        Of each of three houses, for its miniline in each of three others: the digits with a place
        in it, and with two. A digit that has its places in one house where it crosses another
        leaves that one in the two others.
    """
    locked = [
        [house[at][0] & ~(house[at - 1][0] | house[at - 2][0]) for at in THREE] for house in counts
    ]
    found = []
    for number, house in enumerate(counts):
        # Digits with a place in each miniline, and a single one in the two others.
        singles = [
            house[at][0]
            & _once_in(house[at - 1], house[at - 2])
            & (locked[number - 1][at] | locked[number - 2][at])
            for at in THREE
        ]
        found.append([singles[at - 1] | singles[at - 2] for at in THREE])
    return found


def _once_in(one: Counts, other: Counts) -> Vector:
    """Return the digits that have one place in two minilines together, see `_count`."""
    return (one[0] ^ other[0]) & ~(one[1] | other[1])


def _place(rows: Rows, found: Callable[[int], Vector]) -> tuple[Mask, Mask]:
    """Place the digit found for each cell, and eliminate it in its houses; return as `sweep`."""
    placed = left = nothing = rows[CELLS] & 0
    new = [nothing] * N_HOUSES
    for cell, houses in enumerate(_houses_of):
        # All placements come before all eliminations: so each house is read and written once.
        digit = found(cell)
        rows[CELLS + cell] = digit.equals(0).choose(rows[CELLS + cell], 0)
        for house in houses:
            new[house] = new[house] | digit
            if cell == _cells_of[house][-1]:
                rows[PLACED + house] = rows[PLACED + house] | new[house]
                placed = placed | new[house]
    rows.fence()
    for cell, houses in enumerate(_houses_of):
        own = rows[CELLS + cell] & ~union([rows[PLACED + house] for house in houses])
        rows[CELLS + cell] = own
        left = left | own
    return ~placed.equals(0), ~left.equals(0)


def _count(cells: Iterable[Vector]) -> Counts:
    """Return the digits in any cell, and those in two or more."""
    first, *rest = cells
    once, twice = first, first & 0
    for cell in rest:
        twice = twice | (once & cell)
        once = once | cell
    return once, twice


def union(vectors: Sequence[Vector]) -> Vector:
    """Return all bits of some vectors."""
    return reduce(or_, vectors)
