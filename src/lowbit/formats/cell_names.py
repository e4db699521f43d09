"""What tables call their columns of cells: 0 to 80, c1 to c9, r1c1 to r9c9, A1 to I9."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import product
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from lowbit.formats.headers import HEADERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lowbit.geometry import Geometry

COUNTED: Final = re.compile(r"(.*?)([0-9]+)(?:\.0)?")
PAIR: Final = re.compile(r"(\D*)([0-9]+)(\D+)([0-9]+)(\D*)")
TWO_DIGITS: Final = re.compile(r"(\D*)([0-9])([0-9])")

COLUMN: Final = re.compile(r"c|col|column|x")
"""What stands before the column's number where that comes first."""


def places_of(names: Sequence[str], board: Geometry) -> list[int]:
    """Return the places of the columns that are called after cells, cell by cell.

    There is one for each cell of the board, or for each of a row. None are returned where columns
    are called otherwise, or two sets of them so, as those of puzzle and solution may be. Other
    columns have names of more than a character, so that no row of cells is taken for names; that
    of the first, an index, may be empty.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> places_of(["", "c1", "c2", "c3", "c4"], Geometry.parse("4x4"))
    [1, 2, 3, 4]
    >>> places_of(["1", "2", "3", "4", "level"], Geometry.parse("4x4"))
    [0, 1, 2, 3]
    >>> places_of(["1", "2", "4", "3"], Geometry.parse("4x4"))
    []
    """
    if len(names) < board.n_columns:
        return []
    names = [name.strip().lower() for name in names]
    if not any(names):
        return list(range(len(names))) if len(names) == board.n_columns else []
    places = _numbered(names, board) or _lettered(names, board)
    others = (name for place, name in enumerate(names) if place not in {0, *places})
    has_names = len(names[0]) != 1 or 0 in places
    return places if has_names and all(len(name) > 1 for name in others) else []


def _numbered(names: Sequence[str], board: Geometry) -> list[int]:
    """Return the places of columns with numbers in their names."""
    for reading in (_in_pairs, _counted, _in_two_digits):
        sets = [
            (word, places)
            for word, columns in _by_word(map(reading, names)).items()
            if (places := _in_order(columns, board))
        ]
        if sets:
            usual = [places for word, places in sets if word.rstrip("_- [(") in HEADERS]
            found = usual or [places for _, places in sets]
            return found[0] if len(found) == 1 else []
    return []


Reading = tuple[str, tuple[int, ...]] | None
"""The word that columns share, and the number, or row and column, of one of them."""


def _counted(name: str) -> Reading:
    found = COUNTED.fullmatch(name)
    return (found[1], (int(found[2]),)) if found else None


def _in_pairs(name: str) -> Reading:
    found = PAIR.fullmatch(name)
    if found is None:
        return None
    pair = int(found[2]), int(found[4])
    return found[1], pair[::-1] if COLUMN.fullmatch(found[1]) else pair


def _in_two_digits(name: str) -> Reading:
    found = TWO_DIGITS.fullmatch(name)
    return (found[1], (int(found[2]), int(found[3]))) if found else None


def _by_word(readings: Iterable[Reading]) -> dict[str, list[tuple[tuple[int, ...], int]]]:
    """Return the columns that share a word, each with what it says and its place."""
    columns = defaultdict(list)
    for place, reading in enumerate(readings):
        if reading:
            columns[reading[0]].append((reading[1], place))
    return columns


def _in_order(columns: Sequence[tuple[tuple[int, ...], int]], board: Geometry) -> list[int]:
    """Return the places of columns cell by cell; none where they are not called after cells.

    Columns of rows and columns may come in any order; a count in another order is a row of digits.
    """
    said = sorted(columns) if len(columns[0][0]) > 1 else columns
    numbers = [number for number, _ in said]
    if numbers not in _numberings(board):
        return []
    return [place for _, place in said]


def _numberings(board: Geometry) -> list[list[tuple[int, ...]]]:
    """Return the numbers that the cells of a row, or of a board, may have, from 0 or from 1."""
    numberings: list[list[tuple[int, ...]]] = []
    for first in (0, 1):
        counts = range(first, first + board.n_columns), range(first, first + board.n_cells)
        numberings += ([(number,) for number in count] for count in counts)
        numberings.append([(first + row, first + column) for row, column in _cells(board)])
    return numberings


def _cells(board: Geometry) -> Iterable[tuple[int, int]]:
    return product(range(board.n_rows), range(board.n_columns))


def _lettered(names: Sequence[str], board: Geometry) -> list[int]:
    """Return the places of columns A to I, or A1 to I9 in the order of cells; none for others.

    The letter of A1 may be that of the row, as in Sudoku, or of the column, as in a spreadsheet.
    """
    letters = ascii_lowercase[: board.n_columns]
    by_row = product(ascii_lowercase[: board.n_rows], range(1, board.n_columns + 1))
    by_column = product(range(1, board.n_rows + 1), letters)
    for wanted in (
        list(letters),
        [f"{letter}{number}" for letter, number in by_row],
        [f"{letter}{number}" for number, letter in by_column],
    ):
        places = [place for place, name in enumerate(names) if name in wanted]
        if [names[place] for place in places] == wanted:
            return places
    return []
