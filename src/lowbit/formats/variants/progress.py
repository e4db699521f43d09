"""Progress of players in texts of puzzles: digits and marks that are no part of the puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_NAMED: Final = 3
"""The digits that are told one by one; of more only their number is told."""


def named_cells(rows: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the cells of rows in JSON that are objects, with their names.

    Examples
    --------
    >>> list(named_cells([[{}, {"value": 3}, None]]))
    [('r1c1', {}), ('r1c2', {'value': 3})]
    """
    for number, row in enumerate(rows if isinstance(rows, list) else (), 1):
        for column, cell in enumerate(row if isinstance(row, list) else (), 1):
            if isinstance(cell, dict):
                yield f"r{number}c{column}", cell


def in_words(digits: Mapping[str, object], n_marks: int) -> str:
    """Return in words the progress that is left out of a puzzle; empty if there is none.

    Parameters
    ----------
    digits : mapping
        The digits that a player wrote, by the names of their cells.
    n_marks : int
        The number of other things that a player wrote or drew.

    Examples
    --------
    >>> in_words({"r1c2": 4}, 0)
    "a player's digits (r1c2 is 4) are left out: the puzzle is what was given"
    >>> in_words({}, 2)
    "a player's marks (2) are left out: the puzzle is what was given"
    """
    named = [f"{cell} is {str(digit)[:2]}" for cell, digit in digits.items()]
    listed = named[:MOST_NAMED] + [f"{len(named) - MOST_NAMED} more"] * (len(named) > MOST_NAMED)
    said = [f"digits ({', '.join(listed)})"] * bool(named) + [f"marks ({n_marks})"] * bool(n_marks)
    if not said:
        return ""
    return f"a player's {' and '.join(said)} are left out: the puzzle is what was given"
