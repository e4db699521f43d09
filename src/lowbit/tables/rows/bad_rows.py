"""The text of a table in which some rows have not as many fields as the header.

Arrow reads no such row, nor does it say where it is. Python's reader does, but takes longer: the
rows that it reads are written anew for Arrow, with the text of each bad row in its first field.
"""

from __future__ import annotations

import csv
import io
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from lowbit.errors import FormatError, GridError, RowError
from lowbit.formats.headers import is_comment_row
from lowbit.formats.headings import Headings
from lowbit.formats.text import require_utf8
from lowbit.tables.rows.pieces import Pieces

if TYPE_CHECKING:
    from _csv import Reader
    from collections.abc import Iterable, Iterator

AT_ONCE: Final = 1000
"""The rows that are written at a time."""


class MendedText(Pieces):
    r"""The text of a table, all of whose rows have as many fields.

    Parameters
    ----------
    lines : iterable of str
        The text, from its header on; bytes that are not UTF-8 are surrogates.
    delimiter : str
        The character between fields.
    name : str
        The name of the file in messages.
    n_before : int
        The number of lines before the header.
    reasons : dict of int to str
        Gets the fault of each bad row, by its number from 0.

    Examples
    --------
    >>> reasons = {}
    >>> text = MendedText(["id,a\n", "1,x,y\n", "2,z\n"], ",", "in.csv", 0, reasons)
    >>> text.read()
    b'id,a\n"1,x,y",\n2,z\n'
    >>> reasons
    {0: 'in.csv: line 2: 3 fields where the header has 2'}
    """

    def __init__(
        self,
        lines: Iterable[str],
        delimiter: str,
        name: str,
        n_before: int,
        reasons: dict[int, str],
    ) -> None:
        self._delimiter = delimiter
        self._name = name
        self._n_before = n_before
        self._reasons = reasons
        super().__init__(self._written(csv.reader(lines, delimiter=delimiter)))

    def _written(self, rows: Reader) -> Iterator[bytes]:
        """Yield the text of all rows, some at a time."""
        header: list[str] = next(rows, [])
        every = chain([header], self._mended(rows, len(header)))
        while some := list(islice(every, AT_ONCE)):
            text = io.StringIO()
            csv.writer(text, delimiter=self._delimiter, lineterminator="\n").writerows(some)
            yield text.getvalue().encode()

    def _mended(self, rows: Reader, n_fields: int) -> Iterator[list[str]]:
        """Yield the rows below the header, each with as many fields."""
        n_rows = 0
        for fields in self._readable(rows):
            text = self._delimiter.join(fields)
            if len(fields) == n_fields:
                yield fields
            elif Headings().board(text):
                yield [text]  # for the reader, which notes the board
                continue
            elif not text.strip() or is_comment_row(fields[0], len(fields), n_fields):
                continue
            else:
                reason = f"{len(fields)} fields where the header has {n_fields}"
                place = self._n_before + rows.line_num
                self._reasons[n_rows] = str(RowError(reason, self._name, place))
                yield [text, *[""] * (n_fields - 1)]
            n_rows += 1

    def _readable(self, rows: Reader) -> Iterator[list[str]]:
        """Yield rows that are text; raise FormatError where they are none."""
        while True:
            try:
                fields = next(rows, None)
                if fields is None:
                    return
                require_utf8(self._delimiter.join(fields))
            except (csv.Error, GridError) as error:
                reason = error.reason if isinstance(error, GridError) else str(error)
                raise FormatError(reason, self._name, self._n_before + rows.line_num) from None
            yield fields
