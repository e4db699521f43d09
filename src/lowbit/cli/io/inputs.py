"""The puzzles that the user named: files, standard input, or puzzles on the command line."""

from __future__ import annotations

import os.path
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from lowbit.alphabets import SYMBOLS
from lowbit.cells import RULES
from lowbit.cli.io.messages import describe
from lowbit.errors import GridError, InputError, LowbitError
from lowbit.formats import Record, read_lines
from lowbit.formats.drawn.loose import one_puzzle
from lowbit.formats.headings import Headings
from lowbit.formats.inference import board_by_length, inferred_board
from lowbit.formats.json.puzzles import lies_deeper
from lowbit.formats.puzzle_texts import is_text_of_variant, read_variant, with_puzzle
from lowbit.formats.streams.archives import archive_of
from lowbit.formats.streams.source import lines_of_bytes, open_bytes
from lowbit.formats.streams.stream import LineStream
from lowbit.formats.streams.table_names import table_name
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lowbit.cli.run.report import Report
    from lowbit.cli.run.responder import Placed
    from lowbit.errors import FormatError
    from lowbit.formats.format import Format
    from lowbit.formats.streams.source import Arrivals
    from lowbit.geometry import Geometry

STDIN = "-"
ARGUMENT = "the argument"


class Sources:
    """The sources of a run, any of which may be inspected before it is read.

    Sources that can be read only once (standard input, a pipe) stay open in between.
    """

    def __init__(self) -> None:
        self._looked_at: dict[str, tuple[Arrivals, ExitStack]] = {}
        self._first_lines: dict[str, str] = {}

    @contextmanager
    def open(self, name: str) -> Iterator[Arrivals]:
        """Open a source to read it, from its beginning."""
        if name in self._looked_at:
            arrivals, stack = self._looked_at.pop(name)
            with stack:
                yield arrivals
        else:
            with open_bytes(name) as arrivals:
                yield arrivals

    def first_line(self, name: str) -> str:
        """Return the first line of a source that is neither empty nor a comment.

        Waits for the end of the line; "" if there is none, or it cannot be read.
        """
        if name not in self._first_lines:
            self._first_lines[name] = ""
            with suppress(LowbitError), self.look(name) as lines:  # to read it will give the reason
                self._first_lines[name] = lines.first_content()
        return self._first_lines[name]

    def begins_with_comment(self, name: str) -> bool:
        """Return whether a comment or an empty line comes first in a source that can be read."""
        with suppress(LowbitError), self.look(name) as lines:
            return lines.begins_with_comment()
        return False

    @contextmanager
    def look(self, name: str) -> Iterator[LineStream]:
        """Open a source to look at its lines, and leave them to be read."""
        with self._look(name) as arrivals:
            yield lines_of_bytes(arrivals.ahead(), arrivals.name)

    @contextmanager
    def _look(self, name: str) -> Iterator[Arrivals]:
        """Open a source, and leave it open where it cannot be opened again."""
        if can_be_read_again(name):
            with open_bytes(name) as arrivals:
                yield arrivals
            return
        if name not in self._looked_at:
            stack = ExitStack()
            self._looked_at[name] = stack.enter_context(open_bytes(name)), stack
        yield self._looked_at[name][0]


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards that the puzzles of a run lie on.

    Parameters
    ----------
    sources : Sources
        Opens the files.
    format_name : str or None
        The format of the files; None sniffs it.
    named : Geometry or None
        The board that the user named; None where it is inferred for each source.
    alphabet : str
        The symbols of digits.
    """

    sources: Sources = field(default_factory=Sources)
    format_name: str | None = None
    named: Geometry | None = None
    alphabet: str = SYMBOLS
    _known: dict[str, Geometry] = field(default_factory=dict, init=False)

    def of(self, name: str) -> Geometry:
        """Return the board of a source, or of a puzzle; a table's is the classic one."""
        if self.named:
            return self.named
        if name not in self._known:
            self._known[name] = self._inferred(name)
        return self._known[name]

    @property
    def headings(self) -> Headings | None:
        """The reader of comments that name boards; None where the user named one."""
        return None if self.named else Headings(self.alphabet)

    def _inferred(self, name: str) -> Geometry:
        if not is_source(name):
            return _board_of_argument(name, self.alphabet)
        named = table_name(name)
        if named and not named.is_plain_text:
            return CLASSIC.with_alphabet(self.alphabet)
        with suppress(LowbitError), self.sources.look(name) as lines:
            said = Headings(self.alphabet).last_board(lines.comments_ahead())
            is_text = not named or self.format_name == "json" or lies_deeper(lines.first_content())
            if said or is_text:
                return said or inferred_board(lines, self.format_name, self.alphabet)
        return CLASSIC.with_alphabet(self.alphabet)


def records(
    names: Iterable[str],
    boards: Boards,
    report: Report,
) -> Iterator[tuple[str, Record]]:
    """Yield each record with its place, as soon as it has come in.

    A source that cannot be read is reported, and the next one is taken.

    Parameters
    ----------
    names : iterable of str
        Files, ``-`` or puzzles; standard input where there are none. A file that exists wins
        over a puzzle.
    boards : Boards
        Opens the files, and infers their boards.
    report : Report
        The report, which prints errors.

    Yields
    ------
    tuple of str and Record
        ``puzzles.txt: line 3`` and the record; the place of a puzzle given on the command
        line is the puzzle.
    """
    for name in tuple(names) or (STDIN,):
        try:
            board = boards.of(name)
            if is_source(name):
                with boards.sources.open(name) as arrivals:
                    lines = lines_of_bytes(arrivals, arrivals.name)
                    for record in read_lines(lines, boards.format_name, board, boards.headings):
                        yield f"{arrivals.name}: line {record.line}", record
                    report.note(arrivals.name, lines.notes())
                    if error := lines.left_over(arrivals.has_more):
                        report.error(str(error))
            else:
                for record in given_on_command_line(name, board, report.note):
                    yield name, record
        except (LowbitError, OSError) as error:
            report.error(describe(error))


def answer_as_they_arrive(  # noqa: PLR0913, PLR0917 - all parts of a run
    arrivals: Arrivals,
    asked: str | Format | None,
    board: Geometry,
    answer: Callable[[Sequence[Placed]], object],
    headings: Headings | None = None,
    note: Callable[[str, str], object] = lambda _name, _text: None,
) -> FormatError | None:
    """Hand on the records of a source: all that have arrived, before more is waited for.

    Parameters
    ----------
    arrivals : Arrivals
        The source.
    asked : str, Format or None
        Its format; None sniffs it.
    board : Geometry
        The board of the first puzzles.
    answer : callable
        Takes some records with their places.
    headings : Headings or None
        The reader of comments that name other boards, as for `lowbit.formats.read_whole`.
    note : callable
        Called at the end with the name of the source, and a note on text that was left out.

    Returns
    -------
    FormatError or None
        An error, if something has arrived behind a line that ended the text.
    """
    placed: list[Placed] = []

    def chunks() -> Iterator[bytes]:
        for chunk in arrivals:
            yield chunk
            answer(placed)
            placed.clear()

    lines = lines_of_bytes(chunks(), arrivals.name)
    lines.number = arrivals.n_lines
    for record in read_lines(lines, asked, board, headings):
        placed.append((f"{arrivals.name}: line {record.line}", record))  # noqa: PERF401 - see chunks
    answer(placed)
    placed.clear()
    note(arrivals.name, lines.notes())
    return lines.left_over(arrivals.has_more)


def board_headed(names: Iterable[str]) -> str | None:
    """Return the board that comments at the beginning of texts name; None if none does.

    Raises
    ------
    InputError
        If they name several.
    """
    said = {Boards().of(name) for name in names if can_be_read_again(name) and _is_headed(name)}
    if len(said) > 1:
        raise InputError("these files name several boards: take one at a time, or name the board")
    return next(map(str, said), None)


def _is_headed(name: str) -> bool:
    named = table_name(name)
    return (named is None or named.is_plain_text) and Sources().begins_with_comment(name)


def _board_of_argument(text: str, alphabet: str) -> Geometry:
    """Return the board of a puzzle on the command line."""
    cells = "".join(c for c in text if not (c.isspace() or c in RULES))
    board = board_by_length(cells, alphabet)
    if len(cells) in {board.n_cells, board.n_cells * board.size} or is_text_of_variant(text):
        return board
    return inferred_board(LineStream(iter([text])), None, alphabet)


def is_source(name: str) -> bool:
    """Whether a name is that of standard input or a file; otherwise it must be a puzzle."""
    return name == STDIN or os.path.exists(name) or archive_of(name) is not None  # noqa: PTH110 - Path.exists raises if too long


def can_be_read_again(name: str) -> bool:
    """Whether a source is a file, and neither standard input nor a pipe."""
    return name != STDIN and (os.path.isfile(name) or archive_of(name) is not None)  # noqa: PTH113 - as above


def from_command_line(
    text: str,
    board: Geometry,
    note: Callable[[str, str], object] = lambda _name, _text: None,
) -> Record:
    """Return the record of the one puzzle of a text, as `given_on_command_line` does."""
    first, *others = given_on_command_line(text, board, note)
    if others:
        raise InputError(f"{text}: this holds {1 + len(others)} puzzles, where one is expected")
    return first


def given_on_command_line(
    text: str,
    board: Geometry,
    note: Callable[[str, str], object] = lambda _name, _text: None,
) -> list[Record]:
    """Return the records of a text given on the command line; `note` is told of left-out text."""
    try:
        if is_text_of_variant(text, board):
            return [with_puzzle(Record(1, text, None), read_variant(text), text, "")]
        return [Record(line=1, text=text, grid=Grid(text, board))]
    except GridError as error:
        if found := _in_structure(text, board, note):
            return found
        if one := one_puzzle(text, board, note=partial(note, ARGUMENT)):
            return [Record(line=1, text=text, grid=one)]
        raise InputError(f"{text}: no such file, and not a puzzle: {error}") from None


def _in_structure(text: str, board: Geometry, note: Callable[[str, str], object]) -> list[Record]:
    """Return the records of JSON, XML or several lines, as of a file; none without a puzzle."""
    if text.lstrip()[:1] not in {"[", "{", "<"} and "\n" not in text.strip():
        return []
    lines = LineStream(iter([text]))
    with suppress(LowbitError):
        records = list(read_lines(lines, None, board))
        if any(record.puzzle for record in records):
            note(ARGUMENT, lines.notes())
            return records
    return []
