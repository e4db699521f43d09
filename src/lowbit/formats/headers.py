"""The header of a table that is text: how its columns are set apart, and which holds puzzles."""

from __future__ import annotations

from typing import Final, NamedTuple

HEADERS: Final = frozenset(
    ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "sudokus")
)
"""What tables call their column of puzzles."""

DELIMITERS: Final = ",;\t|"
"""What stands between the columns of a table."""


class Header(NamedTuple):
    """The first line of a table.

    Attributes
    ----------
    delimiter : str
    names : list of str
    """

    delimiter: str
    names: list[str]

    @property
    def puzzles(self) -> int:
        """The place of the first column that has a usual name for puzzles."""
        return next(place for place, name in enumerate(self.names) if is_usual(name))


def is_usual(name: str) -> bool:
    """Whether tables call their column of puzzles so."""
    return name.strip().lower() in HEADERS


def header_of(text: str) -> Header | None:
    """Return the header that a line is: two columns or more, one with a usual name for puzzles.

    Examples
    --------
    >>> header_of('id;"Quizzes";solutions')
    Header(delimiter=';', names=['id', 'Quizzes', 'solutions'])
    >>> header_of("puzzle"), header_of("id,board")
    (None, None)
    """
    for delimiter in filter(text.__contains__, DELIMITERS):
        names = fields_of(text, delimiter)
        if len(names) > 1 and any(map(is_usual, names)):
            return Header(delimiter, names)
    return None


def fields_of(text: str, delimiter: str) -> list[str]:
    """Return the fields of a line; none where it is no line of a table."""
    import csv  # noqa: PLC0415 - most texts are not tables

    try:
        return next(csv.reader([text], delimiter=delimiter), [])
    except csv.Error:
        return []
