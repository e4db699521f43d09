"""The head of a text: its first lines, looked at once by whoever reads it, and what they say.

::

    the lines that have arrived ─┬─ nothing but cells ────────────┐
                                 ├─ a comment that names a board ─┼─ board ── format
                                 ├─ any other puzzle, on trial ───┘
                                 └─ a header, an object of JSON ──── kind of table

Files, pipes, arguments of the command, uploads and `lowbit.read` all ask here. Each answer is found
when it is first asked for, and waits for no more of the text than it needs.
"""

from __future__ import annotations

from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from lowbit.alphabets import SYMBOLS
from lowbit.errors import FormatError, UnknownFormatError
from lowbit.formats.headings import Headings, board_of_length
from lowbit.formats.puzzle import is_symbols
from lowbit.formats.record import Record
from lowbit.formats.registry import FORMATS, format_named
from lowbit.formats.text import is_comment
from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.formats.format import Format
    from lowbit.formats.streams.stream import LineStream
    from lowbit.formats.streams.table_names import TableName
    from lowbit.geometry import Geometry


BEGUN_ENDS: Final = frozenset({"e", "en", "end"})
"""A last line that may be the end of a contest's input, though its letters may be digits, too."""


class Head:
    r"""The head of a text, which is left unread.

    Parameters
    ----------
    lines : LineStream
        The text.
    form : Format or str, optional
        Its format; without one, the first lines show it.
    board : Geometry, optional
        The board of the first puzzles; without one, the text shows it.
    headings : Headings, optional
        The reader of comments that name boards; without one, they do so where `board` is None.
    named : TableName, optional
        The kind of table that the name of the file says: its board is the classic one, unless a
        comment names another.

    Examples
    --------
    >>> from lowbit.formats.streams.stream import LineStream
    >>> text = "# easy\n1 . | . .\n. . | . 2\n----+----\n. . | 3 .\n4 . | . .\n"
    >>> head = Head(LineStream(iter([text])))
    >>> head.first, str(head.board), head.format.name
    ('1 . | . .', '4x4', 'board')
    """

    def __init__(
        self,
        lines: LineStream,
        form: Format | str | None = None,
        board: Geometry | None = None,
        headings: Headings | None = None,
        named: TableName | None = None,
    ) -> None:
        self.lines = lines
        self.headings = headings if board else headings or Headings()
        self.named = named
        self._form = format_named(form) if isinstance(form, str) else form
        self._board = board

    @cached_property
    def arrived(self) -> list[str]:
        """The lines that have arrived, one of them with content; the last may be incomplete."""
        return self.lines.look_ahead()

    @cached_property
    def comments(self) -> list[str]:
        """The comments and empty lines before the content."""
        return list(takewhile(is_comment, self.arrived))

    @cached_property
    def first(self) -> str:
        """The first line that is neither empty nor a comment; "" if there is none."""
        return next(iter(self.arrived[len(self.comments) :]), "")

    @cached_property
    def board(self) -> Geometry:
        """The board of the first puzzle; the classic one if it fits none."""
        known = self._known_board or self.cells
        if known:
            return known
        alphabet = self._alphabet
        if self.named and not self.is_asked("json"):
            from lowbit.formats.json.puzzles import lies_deeper

            if not lies_deeper(self.first):
                return CLASSIC.with_alphabet(alphabet)
        from lowbit.formats.opening.boards import inferred_board  # loads all formats

        return inferred_board(self.lines, self.first, self._form, alphabet)

    @cached_property
    def format(self) -> Format:
        """The format of the text up to the first heading that names another board.

        Raises
        ------
        UnknownFormatError
            If no format fits, with the reason for each; or if the text is empty.
        """
        if self._form:
            return self._form
        if self.cells:
            return FORMATS["line"]
        from lowbit.formats.opening.sniffer import sniff_lines  # loads all formats

        self.begin(self.lines)
        return format_named(sniff_lines(self.lines, self._section, self.board))

    def is_asked(self, name: str) -> bool:
        """Return whether this format was asked for, and not found out."""
        return self._form is not None and self._form.name == name

    def begin(self, lines: LineStream) -> None:
        """Have the lines of this text end before a heading that names another board."""
        if self.headings:
            lines.go_on(self.headings, self.board, len(self.comments))

    def next(self, lines: LineStream) -> Head:
        """Return the head of the rest of the text, below such a heading."""
        return Head(lines, self._form, headings=self.headings)

    @cached_property
    def _known_board(self) -> Geometry | None:
        """The board that a comment names, or else the caller."""
        said = self.headings and self.headings.last_board(self.comments)
        return said or self._board

    @cached_property
    def cells(self) -> Geometry | None:
        """The board whose cells, and nothing else, all lines are: most texts are such."""
        if self._form and not self.is_asked("line"):
            return None
        board = self._known_board or board_of_length(len(self.first), self._alphabet)
        texts = self.arrived[len(self.comments) :]
        whole = texts[:-1] if self.lines.unfinished else texts
        if board is None or {*map(len, whole)} != {board.n_cells}:
            return None
        if whole is not texts and texts[-1] in BEGUN_ENDS:
            return None
        return board if is_symbols("".join(texts), board) else None

    @property
    def is_plain(self) -> bool:
        """Whether the text has no name of a table, and nothing but cells: no table, surely."""
        return self.named is None and self.cells is not None

    @property
    def _section(self) -> list[str]:
        """The lines that have arrived, as far as no heading names another board."""
        if self.headings is None:
            return self.arrived
        n, headings, board = len(self.comments), self.headings, self.board
        rest = takewhile(lambda text: not headings.change(text, board), self.arrived[n:])
        return [*self.comments, *rest]

    @property
    def _alphabet(self) -> str:
        return self.headings.alphabet if self.headings else SYMBOLS


def sections(head: Head, lines: LineStream | None = None) -> Iterator[tuple[Format, Geometry]]:
    """Yield the format and the board of each section of a text, for callers that read them.

    A section ends before the heading that names another board; it must have been read before the
    next is asked for. The lines are those of the head, unless others of the same text are given.
    """
    lines = lines or head.lines
    while True:
        head.begin(lines)
        yield head.format, head.board
        if not lines.is_stopped:
            return
        head = head.next(lines)


def read_whole(head: Head, lines: LineStream | None = None) -> Iterator[Record]:
    """Yield the records of a text, and raise FormatError if the rest of it cannot be read."""
    lines = lines or head.lines
    for form, board in sections(head, lines):
        yield from form.read(lines, board)


def read_lines(head: Head, lines: LineStream | None = None) -> Iterator[Record]:
    """Yield the records of a text; the last has the error if the rest of it cannot be read."""
    lines = lines or head.lines
    try:
        yield from read_whole(head, lines)
    except UnknownFormatError:
        raise
    except FormatError as error:
        yield Record(error.line or lines.number, "", None, error=error)
