"""Weights: the value of each digit in each cell.

Weights come as a name, as a number per cell, which is multiplied by the digit, or as a number per
cell and digit. All become one form: `Values`, a row for each cell with what each digit adds to the
score, from 1 up. They are integers, so that answers are exact.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, TypeAlias

from lowbit.arguments import unknown
from lowbit.errors import FormatError, InputError

if TYPE_CHECKING:
    from os import PathLike

    from lowbit.geometry import Geometry

MOST_SCORE: Final = 1 << 50
"""Absolute scores must stay below this, for their losses to fit an int64."""

Weight: TypeAlias = SupportsIndex | float

WeightsLike: TypeAlias = str | Iterable[Weight | Iterable[Weight]]
"""Weights as a caller may write them, see `lowbit.maximize`."""

Values: TypeAlias = list[list[int]]

RIM: Final = 6
"""The pyramid's weight on the rim, whence it rises by one a ring."""

PYRAMID: Final = tuple(
    RIM + min(row, column, 8 - row, 8 - column) for row in range(9) for column in range(9)
)
"""The weights of target Sudoku: 6 on the rim, then 7, 8 and 9, and 10 in the centre."""

NAMES: Final = ("pyramid", "uniform")


def values_of(weights: WeightsLike, board: Geometry) -> Values:
    """Return what each digit adds to the score in each cell.

    Parameters
    ----------
    weights : str, sequence or numpy.ndarray
        See `lowbit.maximize`.
    board : Geometry

    Raises
    ------
    InputError
        If they are of the wrong shape, not integers, or too large.
    """
    if isinstance(weights, str) or weights is PYRAMID:
        return _values_of_known(weights, board)
    return _values_of(weights, board)


@lru_cache(maxsize=8)
def _values_of_known(weights: WeightsLike, board: Geometry) -> Values:
    """Return the values of immutable weights, cached."""
    return _values_of(weights, board)


def _values_of(weights: WeightsLike, board: Geometry) -> Values:
    numbers = _named(weights, board) if isinstance(weights, str) else _numbers(weights)
    values = _shaped(numbers, board)
    largest = sum(max(map(abs, of_cell)) for of_cell in values)
    if largest >= MOST_SCORE:
        raise InputError(
            f"the weights are too large: a score could reach {largest}, and must stay below "
            f"{MOST_SCORE}"
        )
    return values


def read_weights(path: str | PathLike[str]) -> list[Any]:
    """Return the numbers in a file, separated by commas, semicolons or white space.

    In rows as in the file; flat if it is one row or one column. Empty lines and what follows a
    ``#`` are ignored.

    Parameters
    ----------
    path : str or path-like

    Raises
    ------
    FormatError
        If a word is not a number.
    OSError
        If the file cannot be read.
    """
    rows: list[Any] = []
    text = Path(path).read_text(encoding="utf-8-sig", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].replace(";", ",").replace(",", " ")
        if words := content.split():
            rows.append([_number(word, str(path), number) for word in words])
    is_flat = len(rows) == 1 or all(len(row) == 1 for row in rows)
    return [number for row in rows for number in row] if is_flat else rows


def _number(word: str, source: str, line: int) -> int | float:
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            pass
    raise FormatError(f"{word!r} is not a number", source, line)


def _named(name: str, board: Geometry) -> list[Any]:
    if name == "uniform":
        return [1] * board.n_cells
    if name == "pyramid":
        if not board.is_rectangle:
            raise InputError(
                "the pyramid's weights are those of a rectangle: "
                f"give {board.n_cells} numbers, or 'uniform'"
            )
        return [RIM + _ring(*place, board) for place in board.places]
    raise InputError(unknown("weights", name, NAMES))


def _ring(row: int, column: int, board: Geometry) -> int:
    """Return how many rings of cells lie around a cell."""
    return min(row, column, board.n_rows - 1 - row, board.n_columns - 1 - column)


def _numbers(weights: Iterable[Any]) -> list[Any]:
    """Return weights as integers, or as lists of integers."""
    if hasattr(weights, "tolist"):  # a numpy array, without importing numpy
        weights = weights.tolist()
    try:
        rows = list(weights)
    except TypeError:
        raise InputError(f"weights must be numbers, not {type(weights).__name__}") from None
    return [[_integer(value) for value in row] if _is_row(row) else _integer(row) for row in rows]


def _is_row(value: object) -> bool:
    return hasattr(value, "__iter__") and not isinstance(value, str)


def _integer(value: Any) -> int:  # noqa: ANN401 - of any type
    try:
        number = int(value) if not isinstance(value, str) else None
    except (TypeError, ValueError, OverflowError):  # the last two of nan and inf
        number = None
    if number is None:
        raise InputError(f"weights must be whole numbers, not {value!r}")
    if number != value:
        raise InputError(
            f"weights must be whole numbers, and {value!r} is not; scale them all, say by 10"
        )
    return number


def _shaped(numbers: list[Any], board: Geometry) -> Values:
    widths = {len(row) if isinstance(row, list) else 1 for row in numbers}
    n_rows, size, is_flat = len(numbers), board.size, not any(isinstance(r, list) for r in numbers)
    shape = (board.n_rows, board.n_columns)
    if is_flat and n_rows == board.n_cells:
        return [_times_values(weight, board) for weight in numbers]
    if board.is_rectangle and (n_rows, widths) == (shape[0], {shape[1]}):
        return [_times_values(weight, board) for row in numbers for weight in row]
    if widths == {size} and n_rows == board.n_cells:
        return numbers
    rows = f"{shape[0]} rows of {shape[1]}, " if board.is_rectangle else ""
    raise InputError(
        f"weights must be {board.n_cells} numbers, {rows}or {board.n_cells} rows of "
        f"{size} for each cell and digit; these are {_shape(numbers, widths, is_flat=is_flat)}"
    )


def _times_values(weight: int, board: Geometry) -> list[int]:
    return [weight * value for value in board.values]


def _shape(values: list[Any], widths: set[int], *, is_flat: bool) -> str:
    if is_flat:
        return f"{len(values)} numbers"
    width = f"of {widths.pop()}" if len(widths) == 1 else "of different lengths"
    return f"{len(values)} rows {width}"
