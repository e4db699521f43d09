"""The symmetries of the classic board: their parts, and their numbers.

::

    bands    stacks    rows of a band    columns of a stack    transposition    digits
      3!   *   3!    *      3!**3      *       3!**3         *       2        *   9!

Rows may change places within their band and bands as a whole, columns and stacks likewise; the
grid may be mirrored at its falling diagonal; and the digits may be renamed. No other permutation of
the cells takes every house to a house.
"""

from __future__ import annotations

from itertools import permutations
from math import factorial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from lowbit.errors import InputError
from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Order: TypeAlias = tuple[int, ...]
"""A permutation: the numbers, from 0, of the things that come first, second and so on."""


def _lines_of(kind: str) -> tuple[Order, ...]:
    return tuple(house.cells for house in CLASSIC.houses if house.kind == kind)


_ROWS: Final = _lines_of("row")
_COLUMNS: Final = _lines_of("column")
N_BANDS: Final = len(CLASSIC.chutes) // 2
_BANDS: Final = tuple(
    tuple(sorted({CLASSIC.row(cell) for cell in band})) for band in CLASSIC.chutes[:N_BANDS]
)
"""The rows of each band, and also the columns of each stack."""
IN_ORDER: Final = tuple(range(N_BANDS))
DIGITS: Final = tuple(range(1, CLASSIC.size + 1))
ORDERS: Final = tuple(permutations(IN_ORDER))
"""The six orders of three things; the first is the identity."""

N_GEOMETRIC: Final[int] = 2 * len(ORDERS) ** (2 + 2 * N_BANDS)
"""The number of symmetries that leave the digits alone: 2 * 6**8."""

N_RELABELLINGS: Final = factorial(CLASSIC.size)
"""The number of ways to rename the digits: 9!."""

N_SYMMETRIES: Final = N_GEOMETRIC * N_RELABELLINGS
"""The number of all symmetries: 2 * 6**8 * 9!."""


class Parts(NamedTuple):
    """The parts of a symmetry, as `Transform.of` takes them.

    Attributes
    ----------
    transpose : bool
    bands, stacks : tuple of int
    rows, columns : tuple of tuple of int
    digits : tuple of int
    """

    transpose: bool
    bands: Order
    stacks: Order
    rows: tuple[Order, ...]
    columns: tuple[Order, ...]
    digits: Order


def parts_of(cells: Order, digits: Order) -> Parts:
    """Return the parts of the symmetry with these cells and digits."""
    transpose, row_order, column_order = line_orders(cells)
    bands, rows = _chute_orders(row_order)
    stacks, columns = _chute_orders(column_order)
    return Parts(transpose, bands, stacks, rows, columns, digits)


def parts_of_number(number: int) -> Parts:
    """Return the parts of the symmetry with a number."""
    relabelling, number = divmod(number, N_GEOMETRIC)
    number, transpose = divmod(number, 2)
    orders = []
    for _ in range(2 + 2 * N_BANDS):
        number, order = divmod(number, len(ORDERS))
        orders.append(ORDERS[order])
    bands, stacks, *lines = orders
    rows, columns = tuple(lines[:N_BANDS]), tuple(lines[N_BANDS:])
    return Parts(bool(transpose), bands, stacks, rows, columns, _relabelling(relabelling))


def number_of_parts(parts: Parts) -> int:
    """Return the number of the symmetry with these parts."""
    orders = (parts.bands, parts.stacks, *parts.rows, *parts.columns)
    number = 0
    for order in reversed(orders):
        number = number * len(ORDERS) + ORDERS.index(order)
    return _relabelling_number(parts.digits) * N_GEOMETRIC + 2 * number + parts.transpose


def cells_of_parts(
    bands: Sequence[int],
    stacks: Sequence[int],
    rows: Sequence[Sequence[int]],
    columns: Sequence[Sequence[int]],
    *,
    transpose: bool,
) -> Order:
    """Return the cells of the symmetry with these parts, see `Transform.of`."""
    row_order = _line_order(bands, rows, "bands", "rows")
    column_order = _line_order(stacks, columns, "stacks", "columns")
    return cells_of_lines(row_order, column_order, transpose=transpose)


def _line_order(
    chutes: Sequence[int], lines: Sequence[Sequence[int]], chutes_name: str, lines_name: str
) -> list[int]:
    """Return the new order of all rows, or of all columns."""
    require_order(chutes, IN_ORDER, f"the {chutes_name}")
    if len(lines) != N_BANDS:
        raise InputError(f"the {lines_name} need {N_BANDS} orders, not {len(lines)}")
    for order in lines:
        require_order(order, IN_ORDER, f"the {lines_name} of a chute")
    return [
        _BANDS[chute][line] for chute, order in zip(chutes, lines, strict=True) for line in order
    ]


def cells_of_lines(rows: Iterable[int], columns: Iterable[int], *, transpose: bool) -> Order:
    """Return the cells of a grid with its rows and columns in these orders."""
    columns = tuple(columns)
    lines = _COLUMNS if transpose else _ROWS
    return tuple(lines[row][column] for row in rows for column in columns)


def line_orders(cells: Order) -> tuple[bool, Order, Order]:
    """Return whether a symmetry transposes, and the new orders of rows and columns after that."""
    transpose = CLASSIC.row(cells[_ROWS[0][0]]) != CLASSIC.row(cells[_ROWS[0][-1]])
    row_of, column_of = CLASSIC.row, CLASSIC.column
    if transpose:
        row_of, column_of = column_of, row_of
    return (
        transpose,
        tuple(row_of(cells[cell]) for cell in _COLUMNS[0]),
        tuple(column_of(cells[cell]) for cell in _ROWS[0]),
    )


def _chute_orders(lines: Order) -> tuple[Order, tuple[Order, ...]]:
    """Return the new order of chutes, and of the lines within each."""
    home = {line: (chute, i) for chute, band in enumerate(_BANDS) for i, line in enumerate(band)}
    places = [[home[lines[line]] for line in band] for band in _BANDS]
    return (
        tuple(band[0][0] for band in places),
        tuple(tuple(line for _, line in band) for band in places),
    )


def _relabelling(number: int) -> Order:
    """Return a permutation of the digits by its number: Fisher's and Yates's swaps."""
    digits = list(DIGITS)
    for last in range(len(digits) - 1, 0, -1):
        number, back = divmod(number, last + 1)
        digits[last], digits[last - back] = digits[last - back], digits[last]
    return tuple(digits)


def _relabelling_number(wanted: Order) -> int:
    """Return the number that `_relabelling` makes a permutation from."""
    digits = list(DIGITS)
    number, weight = 0, 1
    for last in range(len(digits) - 1, 0, -1):
        other = digits.index(wanted[last])
        number += weight * (last - other)
        weight *= last + 1
        digits[last], digits[other] = digits[other], digits[last]
    return number


def require_order(found: Sequence[int], expected: Sequence[int], what: str) -> None:
    """Raise InputError unless each of the expected numbers is there once."""
    if sorted(found) != list(expected):
        raise InputError(
            f"{what} must name each of {expected[0]} to {expected[-1]} once, not {tuple(found)}"
        )
