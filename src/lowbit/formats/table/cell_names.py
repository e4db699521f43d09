"""Names of the columns of cells in tables: 0 to 80, c1 to c9, r1c1 to r9c9, A1 to I9."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import product
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from lowbit.alphabets import SYMBOLS
from lowbit.formats.headers import HEADERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lowbit.geometry import Geometry

COUNTED: Final = re.compile(r"(.*?)([0-9]+)(?:\.0)?")
PAIR: Final = re.compile(r"(\D*)([0-9]+)(\D+)([0-9]+)(\D*)")
TWO_DIGITS: Final = re.compile(r"(\D*)([0-9])([0-9])")

CELL: Final = re.compile(r".?|[0-9]+(?:\.0)?")
"""A name that may itself be a cell of a row, or its candidates: a character or a number."""

LONGEST: Final = 60
"""The characters of a name that are looked at: a number of thousands of digits names no cell."""

MOST: Final = 0.75
"""The share of a board's cells after which columns must be named to be taken for its cells."""

N_LISTED: Final = 3
"""The most columns or cells that a message names."""

UNORDERED: Final = (
    "columns like a1 are in no order that shows whether their letters mean rows or columns; call "
    "them r1c1, r1c2 and so on"
)

COLUMN: Final = re.compile(r"c|col|column|x")
"""The words before the column's number, if that comes first."""


def places_of(names: Sequence[str], board: Geometry) -> list[int]:
    """Return the places of the columns that are named after cells, cell by cell.

    There is one for each cell of the board, or for each of a row. None are returned where columns
    have other names, or where two sets of columns have such names, as those of puzzle and solution
    may. Names that may themselves be a row of cells have to be in order, and other columns then
    need names of more than one character; that of the first, an index, may be empty.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> places_of(["", "c1", "c2", "c4", "c3"], Geometry.parse("4x4"))
    [1, 2, 4, 3]
    >>> places_of(["1", "2", "3", "4", "level"], Geometry.parse("4x4"))
    [0, 1, 2, 3]
    >>> places_of(["1", "2", "4", "3"], Geometry.parse("4x4"))
    []
    """
    if len(names) < board.n_columns:
        return []
    names = _plain(names)
    if not any(names):
        return list(range(len(names))) if len(names) == board.n_columns else []
    places = _numbered(names, board) or _lettered(names, board)
    if not _may_be_row(names):
        return places
    others = (name for place, name in enumerate(names) if place not in {0, *places})
    has_names = len(names[0]) != 1 or 0 in places
    return places if has_names and all(len(name) > 1 for name in others) else []


def fault_of(names: Sequence[str], board: Geometry) -> str:
    """Return why columns named after the cells of a board do not show which cell each holds.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> fault_of(["id", *"abcdefghijklmnop"], Geometry.parse("4x4"))
    ''
    >>> fault_of(["id", *(f"c{n}" for n in range(15)), "c14"], Geometry.parse("4x4"))
    "two columns are called 'c14', and none after row 4, column 4"
    """
    if len(names) < MOST * board.n_cells:
        return ""
    names = _plain(names)
    groups = defaultdict(list)
    for reading in (_in_pairs, _counted, _in_two_digits):
        for word, columns in _by_word(map(reading, names)).items():
            groups[word].append(columns)
    usual = list(filter(_is_usual, groups))
    if not usual and places_of(names, board):
        return ""
    faults = (_fault(groups[word], names, board) for word in usual or groups)
    return next(filter(None, faults), "") or _fault_of_letters(names, board)


def _plain(names: Sequence[str]) -> list[str]:
    return [name.strip()[:LONGEST].lower() for name in names]


def _may_be_row(names: Sequence[str]) -> bool:
    """Whether names may be the cells of a row themselves, symbols or numbers."""
    return len(names) <= len(SYMBOLS) + 1 and all(map(CELL.fullmatch, names))


def _numbered(names: Sequence[str], board: Geometry) -> list[int]:
    """Return the places of columns with numbers in their names."""
    in_any_order = not _may_be_row(names)
    for reading in (_in_pairs, _counted, _in_two_digits):
        sets = [
            (word, places)
            for word, columns in _by_word(map(reading, names)).items()
            if (places := _in_order(columns, board, in_any_order=in_any_order))
        ]
        if sets:
            usual = [places for word, places in sets if _is_usual(word)]
            found = usual or [places for _, places in sets]
            return found[0] if len(found) == 1 else []
    return []


def _is_usual(word: str) -> bool:
    return word.rstrip("_- [(") in HEADERS


Reading = tuple[str, tuple[int, ...]] | None
"""The word that columns share, and the number, or row and column, of one of them."""

Columns = Sequence[tuple[tuple[int, ...], int]]
"""The numbers in the names of some columns, and their places."""


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


def _by_word(readings: Iterable[Reading]) -> Mapping[str, Columns]:
    """Return the columns that share a word, each with its name's parts and its place."""
    columns = defaultdict(list)
    for place, reading in enumerate(readings):
        if reading:
            columns[reading[0]].append((reading[1], place))
    return columns


def _in_order(columns: Columns, board: Geometry, *, in_any_order: bool) -> list[int]:
    """Return the places of columns, cell by cell; none where they are not named after cells."""
    said = sorted(columns) if in_any_order or len(columns[0][0]) > 1 else columns
    numbers = [number for number, _ in said]
    if numbers not in _numberings(board):
        return []
    return [place for _, place in said]


def _fault(readings: Sequence[Columns], names: Sequence[str], board: Geometry) -> str:
    """Return which cells are named twice, or not at all, by the reading that fits best."""
    whole = [numbers for numbers in _numberings(board) if len(numbers) == board.n_cells]

    def n_named(read: tuple[Columns, list[tuple[int, ...]]]) -> tuple[int, bool]:
        columns, wanted = read
        said = {number for number, _ in columns}
        return len(said.intersection(wanted)), wanted[0] in said

    columns, wanted = max(product(readings, whole), key=n_named)
    n_columns = Counter(number for number, _ in columns)
    doubled = [names[place] for number, place in columns if n_columns[number] > 1]
    return _naming_fault(dict.fromkeys(doubled), [number in n_columns for number in wanted], board)


def _naming_fault(doubled: Iterable[str], is_named: Sequence[bool], board: Geometry) -> str:
    """Return the fault of columns most of which are named after cells."""
    if sum(is_named) < MOST * board.n_cells:
        return ""
    missing = [divmod(cell, board.n_columns) for cell, named in enumerate(is_named) if not named]
    faults = []
    if doubled := list(map(repr, doubled)):
        faults.append(f"two columns are called {_enumerated(doubled)}")
    if missing:
        cells = [f"row {row + 1}, column {column + 1}" for row, column in missing]
        faults.append(f"{'none' if faults else 'no column is called'} after {_enumerated(cells)}")
    return ", and ".join(faults)


def _enumerated(items: Sequence[str]) -> str:
    """Return the first of many items."""
    rest = f" and {len(items) - N_LISTED} more" if len(items) > N_LISTED else ""
    return "; ".join(items[:N_LISTED]) + rest


def _numberings(board: Geometry) -> list[list[tuple[int, ...]]]:
    """Return the numberings of the cells of a row, or of a board, from 0 or from 1."""
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

    The letter of A1 may be that of the row, as in Sudoku, or of the column, as in a spreadsheet:
    the order shows which.
    """
    letters = list(ascii_lowercase[: board.n_columns])
    for wanted in (letters, *_cells_by_letters(board)):
        known = frozenset(wanted)  # a line may have ten thousand fields
        places = [place for place, name in enumerate(names) if name in known]
        found = [names[place] for place in places]
        if found == wanted:
            return places
        if wanted == letters == sorted(found) and not _may_be_row(names):
            return sorted(places, key=names.__getitem__)
    return []


def _fault_of_letters(names: Sequence[str], board: Geometry) -> str:
    """Return why columns like A1 to I9 do not show which cell each holds."""
    for wanted in _cells_by_letters(board):
        known = frozenset(wanted)
        n_columns = Counter(name for name in names if name in known)
        doubled = [name for name, number in n_columns.items() if number > 1]
        if fault := _naming_fault(doubled, [name in n_columns for name in wanted], board):
            return fault
        if len(n_columns) == len(wanted):
            return UNORDERED
    return ""


def _cells_by_letters(board: Geometry) -> tuple[list[str], list[str]]:
    """Return the names of cells like A1, the letter for the row, and for the column."""
    rows, columns = range(1, board.n_rows + 1), range(1, board.n_columns + 1)
    return (
        [
            f"{letter}{number}"
            for letter, number in product(ascii_lowercase[: board.n_rows], columns)
        ],
        [
            f"{letter}{number}"
            for number, letter in product(rows, ascii_lowercase[: board.n_columns])
        ],
    )
