"""Variables: groups of cells beside a board, which lie in no house.

A group is a rectangle of cells, in rows as wide as the board's unless stated otherwise, whose last
row may be short. Constraints name its cells: `VA1`, `VA2` and so on, or `VA` where it has one.

::

    VA          one cell
    VA:80       80 cells, in rows as wide as the board
    VA:4x5      four rows of five
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.errors import GeometryError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_CELLS: Final = 1000
"""The most cells of a group; boards have fewer rows than that would take."""

OF_REGIONS: Final = "VCC"
"""The group that holds, for each cell of its board, the number of its region where these are to be
found; named as by Interactive Sudoku Solver."""

_GROUP: Final = r"(?i)(V[A-Z]{1,20})(?::(?:([0-9]{1,4})x)?([0-9]{1,4}))?"


class Variables(NamedTuple):
    """A group of variables.

    Attributes
    ----------
    name : str
        Its name: V and capital letters.
    number, columns : int
        How many cells it has, and how many are in a row.

    Examples
    --------
    >>> group = read_variables("va:2x2", 9)
    >>> str(group), group.names, group.places(10)
    ('VA:2x2', ('VA1', 'VA2', 'VA3', 'VA4'), ((10, 0), (10, 1), (11, 0), (11, 1)))
    """

    name: str
    number: int
    columns: int

    def __str__(self) -> str:
        if self.number == 1:
            return self.name
        rows, rest = divmod(self.number, self.columns)
        return f"{self.name}:{self.number}" if rest else f"{self.name}:{rows}x{self.columns}"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its cells."""
        if self.number == 1:
            return (self.name,)
        return tuple(f"{self.name}{at}" for at in range(1, self.number + 1))

    def places(self, first_row: int) -> tuple[tuple[int, int], ...]:
        """Return the row and column of each cell, from a row on."""
        found = (divmod(at, self.columns) for at in range(self.number))
        return tuple((first_row + row, column) for row, column in found)


def is_variables(word: str) -> bool:
    """Return whether a word names a group of variables.

    Examples
    --------
    >>> is_variables("VA:80"), is_variables("windows")
    (True, False)
    """
    return re.fullmatch(_GROUP, word) is not None


def read_variables(word: str, columns: int) -> Variables:
    """Return the group that a word names, on a board of so many columns.

    Raises
    ------
    GeometryError
        If it names none, or one of too many cells.
    """
    found = re.fullmatch(_GROUP, word)
    if found is None:
        raise GeometryError(f"{word[:40]!r} names no variables, such as VA:80 or VA:4x5")
    rows, number = int(found[2] or 1), int(found[3] or 1)
    group = Variables(found[1].upper(), rows * number, number if found[2] else columns)
    if not 0 < group.number <= MOST_CELLS:
        raise GeometryError(f"{word[:40]!r} are {group.number} variables, not 1 to {MOST_CELLS}")
    return group._replace(columns=columns) if group.number == 1 else group


def in_order(groups: Iterable[Variables]) -> tuple[Variables, ...]:
    """Return groups by their names.

    Raises
    ------
    GeometryError
        If two have the same name.
    """
    found = tuple(sorted(groups))
    names = [group.name for group in found]
    for name in names:
        if names.count(name) > 1:
            raise GeometryError(f"there are two groups of variables called {name}")
    return found


def places_of_groups(groups: Iterable[Variables], n_rows: int) -> Iterator[tuple[int, int]]:
    """Yield the row and column of each variable: below the board, a row between any two groups."""
    for group in groups:
        places = group.places(n_rows + 1)
        yield from places
        n_rows = places[-1][0] + 1
