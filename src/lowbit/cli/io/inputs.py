"""The puzzles that the user named: files, standard input, or puzzles on the command line."""

from __future__ import annotations

import os.path
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from lowbit.cli.io.messages import describe
from lowbit.errors import GridError, InputError, LowbitError
from lowbit.formats import Record, read_lines
from lowbit.formats.line import inferred_board
from lowbit.formats.puzzle import board_by_length
from lowbit.formats.source import lines_of_bytes, open_bytes
from lowbit.formats.table_names import table_name
from lowbit.geometry import CLASSIC
from lowbit.grid import RULES, Grid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lowbit.cli.run.report import Report
    from lowbit.cli.run.responder import Placed
    from lowbit.formats.record import Format
    from lowbit.formats.source import Arrivals
    from lowbit.geometry import Geometry

STDIN = "-"


class Sources:
    """The sources of a run, any of which may be looked at before it is read.

    What can be read but once (standard input, a pipe) stays open in between.
    """

    def __init__(self) -> None:
        self._looked_at: dict[str, tuple[Arrivals, ExitStack]] = {}

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

        It is waited for up to its end; "" if there is none, or it cannot be read.
        """
        try:
            with self._look(name) as arrivals:
                return lines_of_bytes(arrivals.ahead(), arrivals.name).first_content()
        except LowbitError:
            return ""  # to read it will say why

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


def board_by_first(
    names: Sequence[str], format_name: str | None, sources: Sources, alphabet: str
) -> Geometry:
    """Return the board that the first puzzle's length tells, where nobody has named one.

    The first source has that puzzle: a file of another format than lines, or a table, is one of
    puzzles on the classic board.
    """
    first = names[0] if names else STDIN
    if not is_source(first):
        cells = "".join(c for c in first if not (c.isspace() or c in RULES))
        return board_by_length(cells, alphabet)
    if format_name not in {None, "line"} or table_name(first):
        return CLASSIC.with_alphabet(alphabet)
    return inferred_board(sources.first_line(first), alphabet)


def records(
    names: Iterable[str],
    format_name: str | None,
    board: Geometry,
    report: Report,
    sources: Sources | None = None,
) -> Iterator[tuple[str, Record]]:
    """Yield each record with its place, as soon as it has come in.

    A source that cannot be read is reported, and the next one is taken.

    Parameters
    ----------
    names : iterable of str
        Files, ``-`` or puzzles; standard input where there are none. A file that exists wins
        over a puzzle.
    format_name : str or None
        The format of the files; None sniffs each.
    board : Geometry
        The board of all puzzles.
    report : Report
        Where errors go.
    sources : Sources, optional
        What opens the files.

    Yields
    ------
    tuple of str and Record
        ``puzzles.txt: line 3`` and the record; the place of a puzzle given on the command
        line is the puzzle.
    """
    sources = sources or Sources()
    for name in tuple(names) or (STDIN,):
        try:
            if is_source(name):
                with sources.open(name) as arrivals:
                    lines = lines_of_bytes(arrivals, arrivals.name)
                    for record in read_lines(lines, format_name, board):
                        yield f"{arrivals.name}: line {record.line}", record
            else:
                yield name, from_command_line(name, board)
        except (LowbitError, OSError) as error:
            report.error(describe(error))


def answer_as_they_arrive(
    arrivals: Arrivals,
    asked: str | Format | None,
    board: Geometry,
    answer: Callable[[Sequence[Placed]], object],
) -> None:
    """Hand on the records of a source: all that have arrived, before more is waited for.

    Parameters
    ----------
    arrivals : Arrivals
        The source.
    asked : str, Format or None
        Its format; None sniffs it.
    board : Geometry
        The board of all puzzles.
    answer : callable
        Takes some records with their places.
    """
    placed: list[Placed] = []

    def chunks() -> Iterator[bytes]:
        for chunk in arrivals:
            yield chunk
            answer(placed)
            placed.clear()

    lines = lines_of_bytes(chunks(), arrivals.name)
    for record in read_lines(lines, asked, board):
        placed.append((f"{arrivals.name}: line {record.line}", record))  # noqa: PERF401 - see chunks
    answer(placed)


def is_source(name: str) -> bool:
    """Whether a name is standard input's or a file's; else it must be a puzzle."""
    return name == STDIN or os.path.exists(name)  # noqa: PTH110 - Path.exists raises if too long


def can_be_read_again(name: str) -> bool:
    """Whether a source is a file, and neither standard input nor a pipe."""
    return name != STDIN and os.path.isfile(name)  # noqa: PTH113 - as above


def from_command_line(text: str, board: Geometry) -> Record:
    """Return the record of a puzzle given on the command line."""
    try:
        return Record(line=1, text=text, grid=Grid(text, board))
    except GridError as error:
        raise InputError(f"{text}: no such file, and not a puzzle: {error}") from None
