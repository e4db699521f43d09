"""The rows of HTML tables, whose cells may stand on lines of their own."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

BEGINS: Final = re.compile(r"<(?:table|thead|tbody|tr|t[dh])\b", re.IGNORECASE)
"""A tag that shows that a table begins on a line."""

END_OF_ROW: Final = re.compile(r"</tr\s*>|(?=<tr\b)|</table\s*>", re.IGNORECASE)
CELL: Final = re.compile(r"<t[dh]\b[^<>]*>", re.IGNORECASE)
VALUE: Final = re.compile(r"<input\b[^<>]*?\bvalue=[\"']?([0-9A-Z]?)", re.IGNORECASE)
TAG: Final = re.compile(r"<[^<>]*>")

LONGEST: Final = 1 << 16
"""After so many characters, the end of a row is no longer waited for."""


class HtmlRows:
    """Turns the lines of tables into rows between bars.

    Examples
    --------
    >>> rows = HtmlRows()
    >>> [rows.rows_of(line) for line in ("<table><tr>", "<td>5</td> <td></td>", "</tr>")]
    [[], [], ['|5| |']]
    >>> rows.rows_of("5 3 . . 7")
    """

    def __init__(self) -> None:
        self._begun: list[str] = []
        self._n_begun = 0
        self._has_cell = False

    def rows_of(self, text: str) -> list[str] | None:
        """Return the rows that end on a line; None if it is no part of a table."""
        if not self._begun and not BEGINS.search(text):
            return None
        *ended, begun = END_OF_ROW.split(f"{text} ")
        rows = ["".join([*self._begun, *ended[:1]]), *ended[1:]] if ended else []
        if ended:
            self._begun, self._n_begun, self._has_cell = [], 0, False
        self._begin(begun)
        return [_between_bars(row) for row in rows if CELL.search(row)]

    def _begin(self, text: str) -> None:
        """Keep a text up to the end of its row, if there are cells in it."""
        self._begun.append(text)
        self._n_begun += len(text)
        self._has_cell = self._has_cell or CELL.search(text) is not None
        if not self._has_cell or self._n_begun > LONGEST:
            is_within = BEGINS.search("".join(self._begun)) is not None
            self._begun, self._n_begun, self._has_cell = ["<tr"] if is_within else [], 0, False


def _between_bars(row: str) -> str:
    cells = [unescape(TAG.sub("", VALUE.sub(r"\1", cell))).strip() for cell in CELL.split(row)[1:]]
    return f"|{'|'.join(cell or ' ' for cell in cells)}|"
