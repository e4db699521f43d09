"""The puzzles that the user named: files, standard input, or puzzles on the command line."""

from __future__ import annotations

import os.path
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from lowbit.alphabets import SYMBOLS
from lowbit.cli.io.messages import describe
from lowbit.errors import GeometryError, GridError, InputError, LowbitError, UnknownFormatError
from lowbit.formats import Record
from lowbit.formats.headings import Headings
from lowbit.formats.opening.head import Head, read_lines
from lowbit.formats.puzzle_texts import is_one_puzzle, read_variant, with_puzzle
from lowbit.formats.streams.archives import archive_of
from lowbit.formats.streams.source import STDIN, lines_of_bytes, open_bytes
from lowbit.formats.streams.stream import LineStream
from lowbit.formats.streams.table_names import table_name
from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lowbit.cli.run.answerer import PlacedRecord
    from lowbit.cli.run.report import Report
    from lowbit.errors import FormatError
    from lowbit.formats.streams.source import Arrivals
    from lowbit.formats.streams.table_names import TableName
    from lowbit.geometry import Geometry

ARGUMENT = "the argument"


class Opened(NamedTuple):
    """A source that is open: its bytes, of which none has been read, and its head."""

    arrivals: Arrivals
    head: Head


class Inputs:
    """The inputs of a run, each of whose heads is looked at before it is read.

    A source stays open from the look until it has been read: it may be a pipe. Of files, which can
    be opened again, one stays open.

    Parameters
    ----------
    names : tuple of str
        Files, ``-`` or puzzles; standard input where there are none. A file that exists wins over
        a puzzle.
    form : str or None
        The format of the files; without one, their first lines show it.
    board : Geometry or None
        The board that the user named; None where it is inferred for each source.
    alphabet : str
        The symbols of digits.
    """

    def __init__(
        self,
        names: tuple[str, ...] = (),
        form: str | None = None,
        board: Geometry | None = None,
        alphabet: str = SYMBOLS,
    ) -> None:
        self.names = names or (STDIN,)
        self.form = form
        self.named_board = board
        self._alphabet = alphabet
        self._opened: dict[str, tuple[Opened, ExitStack]] = {}

    def head(self, name: str) -> Head:
        """Return the head of a source, or of a puzzle."""
        if name not in self._opened and not is_source(name):
            return self._head_of(LineStream(iter([name])), None, None)
        return self._look(name)[0].head

    @contextmanager
    def open(self, name: str) -> Iterator[Opened]:
        """Open a source to read it, from its beginning."""
        opened, stack = self._look(name)
        with stack:
            del self._opened[name]
            yield opened

    def board_of(self, name: str) -> Geometry:
        """Return the board of a source, or of a puzzle; a table's is the classic one."""
        if self.named_board:
            return self.named_board
        try:
            return self.head(name).board
        except GeometryError:  # of the alphabet, which is an option
            raise
        except LowbitError:  # to read it will give the reason
            return CLASSIC.with_alphabet(self._alphabet)

    def close(self) -> None:
        """Close the sources that were looked at, and never read."""
        for name in list(self._opened):
            self._opened.pop(name)[1].close()

    def _look(self, name: str) -> tuple[Opened, ExitStack]:
        if name not in self._opened:
            for other in filter(can_be_read_again, list(self._opened)):
                self._opened.pop(other)[1].close()
            stack = ExitStack()
            arrivals = stack.enter_context(open_bytes(name))
            lines = lines_of_bytes(arrivals.ahead(), arrivals.name)
            head = self._head_of(lines, self.form, table_name(name))
            self._opened[name] = Opened(arrivals, head), stack
        return self._opened[name]

    def _head_of(self, lines: LineStream, form: str | None, named: TableName | None) -> Head:
        headings = None if self.named_board else Headings(self._alphabet)
        return Head(lines, form, self.named_board, headings, named)


def records(inputs: Inputs, report: Report) -> Iterator[PlacedRecord]:
    """Yield each record with its place, as soon as it has come in.

    A source that cannot be read is reported, and the next one is taken.

    Yields
    ------
    tuple of str and Record
        ``puzzles.txt: line 3`` and the record; the place of a puzzle given on the command
        line is the puzzle.
    """
    for name in inputs.names:
        try:
            if is_source(name):
                with inputs.open(name) as (arrivals, head):
                    lines = lines_of_bytes(arrivals, arrivals.name)
                    for record in read_lines(head, lines):
                        yield f"{arrivals.name}: line {record.line}", record
                    report.note(arrivals.name, lines.notes())
                    if error := lines.left_over(arrivals.has_more):
                        report.error(str(error))
            else:
                for record in given_on_command_line(name, inputs, report.note):
                    yield name, record
        except (LowbitError, OSError) as error:
            report.error(describe(error))


def answer_as_they_arrive(
    arrivals: Arrivals,
    head: Head,
    answer: Callable[[Sequence[PlacedRecord]], object],
    note: Callable[[str, str], object],
) -> FormatError | None:
    """Hand on the records of a source: all that have arrived, before more is waited for.

    Parameters
    ----------
    arrivals : Arrivals
        The source.
    head : Head
        Its head.
    answer : callable
        Takes some records with their places.
    note : callable
        Called at the end with the name of the source, and a note on text that was left out.

    Returns
    -------
    FormatError or None
        An error, if something has arrived behind a line that ended the text.
    """
    placed: list[PlacedRecord] = []

    def chunks() -> Iterator[bytes]:
        for chunk in arrivals:
            yield chunk
            answer(placed)
            placed.clear()

    lines = lines_of_bytes(chunks(), arrivals.name)
    lines.number = arrivals.n_lines
    for record in read_lines(head, lines):
        placed.append((f"{arrivals.name}: line {record.line}", record))  # noqa: PERF401 - see chunks
    answer(placed)
    placed.clear()
    note(arrivals.name, lines.notes())
    return lines.left_over(arrivals.has_more)


def board_headed(names: Iterable[str]) -> str | None:
    """Return the board of texts that begin with comments, which may name it; None if none does.

    Raises
    ------
    InputError
        If they have several.
    """
    inputs = Inputs()
    said = {
        inputs.board_of(name)
        for name in filter(can_be_read_again, names)
        if _is_headed(name, inputs)
    }
    if len(said) > 1:
        raise InputError("these files name several boards: take one at a time, or name the board")
    return next(map(str, said), None)


def _is_headed(name: str, inputs: Inputs) -> bool:
    try:
        return bool(inputs.head(name).comments)
    except LowbitError:  # as of Parquet
        return False


def is_source(name: str) -> bool:
    """Whether a name is that of standard input or a file; otherwise it must be a puzzle."""
    return name == STDIN or os.path.exists(name) or archive_of(name) is not None  # noqa: PTH110 - Path.exists raises if too long


def can_be_read_again(name: str) -> bool:
    """Whether a source is a file, and neither standard input nor a pipe."""
    return name != STDIN and (os.path.isfile(name) or archive_of(name) is not None)  # noqa: PTH113 - as above


def given_on_command_line(
    text: str,
    inputs: Inputs,
    note: Callable[[str, str], object] = lambda _name, _text: None,
) -> list[Record]:
    """Return the records of a text given on the command line, which is read as that of a file is.

    `note` is told of left-out text.

    Raises
    ------
    InputError
        If it holds no puzzle.
    """
    head = inputs.head(text)
    with suppress(GridError):  # it may be several, as in a file
        if is_one_puzzle(text, head.board):
            return [with_puzzle(Record(1, text, None), read_variant(text), text, "")]
    try:
        found = list(read_lines(head))
    except UnknownFormatError as error:
        found = [Record(1, text, None, error=error)]
    if not any(record.puzzle for record in found):
        reasons = (record.error.reason.splitlines()[0] for record in found if record.error)
        why = next((f": {reason}" for reason in reasons), "")
        first, *more = text.strip().splitlines() or [""]
        name = f"{first}..." if more else first
        raise InputError(f"{name}: no such file, and not a puzzle{why}")
    note(ARGUMENT, head.lines.notes())
    return found
