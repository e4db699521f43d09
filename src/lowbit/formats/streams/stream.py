"""A stream of lines that tracks its line number and the text that has already arrived."""

from __future__ import annotations

from collections import deque
from itertools import chain, count, islice
from typing import TYPE_CHECKING

from lowbit.errors import FormatError, GridError, InputError
from lowbit.formats.record import Record
from lowbit.formats.text import END, OLD_END, is_comment, printable, quoted, require_utf8

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from lowbit.formats.headings import Headings
    from lowbit.geometry import Geometry

MAX_LINE = 1 << 20
"""The longest line: a text without line ends must not fill the memory."""

TOO_LONG = (
    f"this line is longer than {MAX_LINE} characters: no text of puzzles; the rest is not read"
)

EMPTY = "the input is empty"
"""Said where puzzles are expected and nothing comes."""

LOOK_AHEAD = 1000
"""After so many lines without a puzzle, the sniffer stops waiting for one."""

LONG_ENOUGH = 1 << 16
"""After so many characters, the end of a line or of a puzzle is no longer waited for."""


class Notes:
    """Notes on lines that were not plain puzzles: the first note, and the number of all."""

    def __init__(self) -> None:
        self._first = ""
        self._n = 0

    def add(self, says: str, number: int) -> None:
        """Note how the line with a number was read."""
        self._first = self._first or f"line {number}: {says}"
        self._n += 1

    def __str__(self) -> str:
        """Return the first note, and how many more there are; "" if none."""
        n_more = self._n - 1
        more = f"; {n_more:,} more {'line was' if n_more == 1 else 'lines were'} read so"
        return self._first + (more if n_more > 0 else "")


class LineStream:
    r"""The lines of a source, counted, one at a time.

    Parameters
    ----------
    texts : iterator of str
        The pieces that arrived together, cut anywhere; lines end with a newline.
    name : str
        The name of the source in messages.

    Attributes
    ----------
    number : int
        The number of the last line returned, from 1; 0 before the first.
    is_ended : bool
        Whether that line said that no puzzle follows.
    is_stopped : bool
        Whether the lines have ended for now, before a heading that names another board.
    headings : Headings or None
        The reader of headings; None where they are comments like others.
    heard : Notes
        The notes on lines that are not plain puzzles; streams of one text may share them.
    is_loose : bool
        Whether a puzzle so far was found among other things, or in other characters.

    Examples
    --------
    >>> lines = LineStream(iter(["first\nsec", "ond"]))
    >>> lines.look_ahead()
    ['first', 'sec']
    >>> next(lines), lines.number
    ('first', 1)
    """

    def __init__(self, texts: Iterator[str], name: str = "") -> None:
        self.name = name
        self.number = 0
        self.is_ended = False
        self.is_stopped = False
        self.headings: Headings | None = None
        self.is_loose = False
        self.heard = Notes()
        self._board: Geometry | None = None
        self._stops_after = 0
        self._texts = texts
        self._arrived: deque[str] = deque()
        self._unfinished = ""
        self._ahead: deque[str] = deque()
        self._failure: InputError | None = None

    def __iter__(self) -> LineStream:
        return self

    def __next__(self) -> str:
        while not self._arrived:
            self._wait()
        if self._ends_before(self._arrived[0], self.number + 1):
            self.is_stopped = True
            raise StopIteration
        self.number += 1
        return self._arrived.popleft()

    def go_on(self, headings: Headings, board: Geometry, n_passed: int = 0) -> None:
        """Go on, up to a heading that names another board than this one.

        The next `n_passed` lines are none.
        """
        self.headings, self._board, self.is_stopped = headings, board, False
        self._stops_after = self.number + n_passed

    def arrived(self, most: int) -> list[str]:
        """Return the next lines, as far as they have arrived whole; headings are among them."""
        return list(islice(self._arrived, most))

    def skip(self, n_lines: int) -> None:
        """Pass over some lines that have arrived, none of which may be a heading."""
        for _ in range(n_lines):
            self._arrived.popleft()
        self.number += n_lines

    def push_back(self, text: str) -> None:
        """Undo the last `next`, which returned `text`."""
        self._arrived.appendleft(text)
        self.number -= 1

    def look_ahead(self) -> list[str]:
        """Return the lines that have arrived, waiting only until one has content.

        The last one may be incomplete.
        """
        self._await_content()
        return [*self._arrived, self._unfinished] if self._unfinished else list(self._arrived)

    @property
    def unfinished(self) -> str:
        """The beginning of a line whose end has not arrived."""
        return self._unfinished

    def _await_content(self) -> None:
        """Wait until a line with content has arrived, but no longer than for `LOOK_AHEAD` lines."""
        while (
            len(self._arrived) < LOOK_AHEAD
            and len(self._unfinished) < LONG_ENOUGH
            and all(map(is_comment, self._arrived))
        ):
            try:
                self._wait()
            except StopIteration:
                return

    def ahead(self) -> Iterator[str]:
        """Yield the text ahead as it arrives, and leave it unread.

        Of the text that has arrived, the lines up to `LONG_ENOUGH` characters are yielded, the
        last one whole; then at most as many characters that have not arrived yet.
        """
        held = self._held()
        end = held.find("\n", LONG_ENOUGH) + 1
        yield held[: end or None]
        if not end:
            yield from self._further()

    def beginning(self) -> LineStream:
        """Return a stream of the first of the lines ahead, which are left unread."""
        return LineStream(self._first_lines())

    def _first_lines(self) -> Iterator[str]:
        n_characters = 0
        for text in islice(self.lines_ahead(), LOOK_AHEAD):
            yield f"{text}\n"
            n_characters += len(text)
            if n_characters > LONG_ENOUGH:
                return

    def lines_ahead(self) -> Iterator[str]:
        """Yield the same text as lines, for those who mostly look at a few."""
        start, n_lines = 0, 1
        while lines := list(islice(self._arrived, start, start + n_lines)):
            yield from lines
            start, n_lines = start + n_lines, 2 * n_lines
        yield from LineStream(chain([self._unfinished], self._further()))

    def _further(self) -> Iterator[str]:
        """Yield text that has not arrived yet, at most `LONG_ENOUGH` characters of it."""
        n_yielded = 0
        for number in count():
            if number == len(self._ahead) and not self._read_ahead():
                return
            yield self._ahead[number]
            n_yielded += len(self._ahead[number])
            if n_yielded > LONG_ENOUGH:
                return

    def all_ahead(self) -> list[str] | None:
        """Return all lines ahead, and leave them unread; None if there are too many."""
        pieces = list(self._further())
        if sum(map(len, pieces)) > LONG_ENOUGH:
            return None
        return "".join([self._held(), *pieces]).split("\n")

    def left_over(self, has_more: Callable[[], bool]) -> FormatError | None:
        """Return the error of content after the line that ended the text; None if there is none.

        Parameters
        ----------
        has_more : callable
            Whether the next piece has arrived, or the end: it is not waited for.
        """
        while self.is_ended and (self._arrived or has_more()):
            if self._arrived:
                text = next(self)
                if not is_comment(text):
                    return self.failure(f"what follows {END!r} is not read: {quoted(text)}")
            else:
                try:
                    self._wait()
                except StopIteration:
                    break
        return None

    def leave_out(self, text: str, number: int | None = None) -> None:
        """Note that a line, by default the last one, or a part of it was left out."""
        if any(map(str.isalnum, text)):
            self.note(f"left out {quoted(text)}", number)

    def note(self, says: str, number: int | None = None) -> None:
        """Note how a line, by default the last one, was read."""
        self.is_loose = True
        self.heard.add(says, number or self.number)

    def notes(self) -> str:
        """Return the first note, and how many more there are; "" if none.

        Examples
        --------
        >>> lines = LineStream(iter([]))
        >>> lines.leave_out("Puzzle 2", 11)
        >>> lines.leave_out("Puzzle 3", 22)
        >>> lines.notes()
        "line 11: left out 'Puzzle 2'; 1 more line was read so"
        """
        return str(self.heard)

    def pieces(self) -> Iterator[str]:
        """Yield the rest of the text as it arrives, for formats that have no lines.

        It ends for now as the lines do.
        """
        begun = ""  # the part of the next line that was yielded
        while True:
            n_lines = self._n_before_heading(is_begun=bool(begun))
            lines = [self._arrived.popleft() for _ in range(n_lines)]
            self.number += n_lines
            yield "".join(f"{line}\n" for line in lines)
            begun = "" if lines else begun
            if self._arrived:
                self.is_stopped = True
                return
            if begun or not self._unfinished.startswith("#"):
                yield self._unfinished
                begun, self._unfinished = begun or self._unfinished, ""
            try:
                self._wait()
            except StopIteration:
                return

    def _n_before_heading(self, *, is_begun: bool) -> int:
        """Return how many lines have arrived before one that the lines end before."""
        ends = map(self._ends_before, self._arrived, count(self.number + 1))
        return next(
            (n for n, ends_here in enumerate(ends) if ends_here and (n or not is_begun)),
            len(self._arrived),
        )

    def rest(self) -> str:
        """Return the rest of the text, which is waited for."""
        return self._held() + "".join(iter(self._next_text, None))

    def failure(self, reason: str, offset: int | None = None) -> FormatError:
        """Return the error of the last line; `offset` is the index of the character."""
        return FormatError(reason, self.name, self.number, None if offset is None else offset + 1)

    def missing(self, reason: str) -> FormatError:
        """Return the error of the line that should have come after the last."""
        return FormatError(reason, self.name, self.number + 1)

    def utf8_error(self, text: str) -> FormatError | None:
        """Return the error of a byte in the last line, `text`, that is not UTF-8."""
        try:
            require_utf8(text)
        except GridError as error:
            return self.failure(error.reason, error.offset)
        return None

    def comment(self, text: str) -> Record:
        """Return the record of the last line, `text`, that passes through."""
        return Record(self.number, printable(text), None, error=self.utf8_error(text))

    def next_content(
        self, is_content: Callable[[str], bool] = lambda _: False
    ) -> Generator[Record, None, str | None]:
        """Yield the comments before the next content; return that line, or None at the end.

        Empty lines are left out, but for those of which a format says that they are content.
        """
        for text in self:
            if not is_comment(text) or is_content(text):
                return text
            if text.strip():
                yield self.comment(text)
        return None

    def bad_record(self, text: str, reason: str, offset: int | None = None) -> Record:
        """Return the record of the last line, `text`, that is invalid by itself."""
        error = self.utf8_error(text) or self.failure(reason, offset)
        return Record(self.number, printable(text), None, error=error)

    def missing_record(self, reason: str) -> Record:
        """Return the record in place of something that is missing."""
        return Record(self.number + 1, "", None, error=self.missing(reason))

    def _ends_before(self, text: str, number: int) -> bool:
        """Return whether the lines end for now before this one, with that number."""
        if text[:1] != "#" or self.headings is None or self._board is None:
            return False
        return number > self._stops_after and self.headings.change(text, self._board)

    def _wait(self) -> None:
        """Take in the next text; at the end, finish the last line without a newline."""
        line = self.number + len(self._arrived) + 1
        if len(self._unfinished) > MAX_LINE:
            raise FormatError(TOO_LONG, self.name, line)
        try:
            text = self._next_text()
        except FormatError as error:
            raise FormatError(error.reason, self.name, line) from error
        if text is None:
            if not self._unfinished.strip(OLD_END):
                raise StopIteration
            text = "\n"
        *lines, self._unfinished = (self._unfinished + text).split("\n")
        self._arrived.extend(lines)

    def _held(self) -> str:
        """Return the text that has arrived."""
        return "".join(f"{line}\n" for line in self._arrived) + self._unfinished

    def _next_text(self) -> str | None:
        """Return the next text that arrives; None at the end."""
        return self._ahead.popleft() if self._ahead else self._read()

    def _read_ahead(self) -> bool:
        """Take in the next text, and leave it unread; False at the end."""
        text = self._read()
        if text is not None:
            self._ahead.append(text)
        return text is not None

    def _read(self) -> str | None:
        """Read the next text; after a failure, fail again."""
        if self._failure:
            raise self._failure
        try:
            return next(self._texts, None)
        except InputError as failure:
            self._failure = failure
            raise


def end_of_lines(text: bytes | bytearray, size: int) -> int:
    r"""Return where the last whole line of ``text[:size]`` ends, 0 if there is none.

    A CR at the very end may be the first half of a CRLF, and ends nothing yet.

    Examples
    --------
    >>> end_of_lines(b"one\r\ntwo\r\nthr", 13), end_of_lines(b"one\rtwo\r", 8)
    (10, 4)
    """
    return text.rfind(b"\n", 0, size) + 1 or text.rfind(b"\r", 0, max(0, size - 1)) + 1
