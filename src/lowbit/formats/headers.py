"""The header of a table that is text, and the parts of its rows: fields, comments, quotes.

The header tells the delimiter, and the column that holds puzzles.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from lowbit.formats.text import is_comment

HEADERS: Final = frozenset(
    ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "sudokus")
)
"""The usual names of the column of puzzles in a table."""

DELIMITERS: Final = ",;\t|"
"""The delimiters of the columns of a table."""

NOT_CLOSED: Final = "a quoted field is not closed; all that follows is taken for its text"


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
    """Return whether a name is a usual one for the column of puzzles."""
    return name.strip().lower() in HEADERS


def header_of(text: str) -> Header | None:
    """Return a line as a header: at least two columns, one with a usual name for puzzles.

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
    """Return the fields of a line; none if it is not a line of a table."""
    import csv  # most texts are not tables

    try:
        return next(csv.reader([text], delimiter=delimiter), [])
    except csv.Error:
        return []


def is_comment_row(text: str, n_fields: int, n_names: int) -> bool:
    """Whether a row is a comment: it begins as one, and has not as many fields as the header.

    Examples
    --------
    >>> is_comment_row("# easy ones", 1, 2), is_comment_row("#1,53..7", 2, 2)
    (True, False)
    """
    return n_fields != n_names and bool(text.strip()) and is_comment(text)


def goes_on(text: str, delimiter: str) -> bool:
    """Whether the last field of a row is quoted, and the quote is not closed.

    Examples
    --------
    >>> goes_on('1,"53..7', ","), goes_on('1,53..7,5" wide', ",")
    (True, False)
    """
    import csv

    try:
        list(csv.reader([text], delimiter=delimiter, strict=True))
    except csv.Error as error:
        return is_not_closed(error)
    return False


def is_not_closed(error: Exception) -> bool:
    """Whether a strict reader of CSV says that a quote was open where the text ended."""
    return "unexpected end" in str(error)
