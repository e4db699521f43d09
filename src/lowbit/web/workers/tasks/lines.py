"""The lines of a text, and the answers to the puzzles in them, which are found together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import lowbit
from lowbit import formats
from lowbit.errors import FormatError
from lowbit.formats.lines import line as line_format
from lowbit.formats.lines.asides import is_aside
from lowbit.formats.lines.line import SEPARATOR
from lowbit.formats.puzzle import puzzle_text
from lowbit.formats.streams.source import NEWLINE, lines_of_bytes
from lowbit.formats.text import printable
from lowbit.geometry import CLASSIC
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.formats import Record
    from lowbit.geometry import Geometry


class TextOptions(NamedTuple):
    """The query on each puzzle of a batch.

    Attributes
    ----------
    style : {'json', 'line'}
        An object per line, or the lines that ``lowbit solve`` writes.
    solutions : bool
        Whether an object holds the solution.
    max_nodes : int or None
        The most nodes to visit for a puzzle; None for any number.
    time_limit : float
        Seconds for the whole piece.
    rules : tuple of str
        Whose ratings an object holds, where the puzzle has one solution.
    """

    style: Literal["json", "line"]
    solutions: bool
    max_nodes: int | None
    time_limit: float
    rules: tuple[str, ...] = ()


class AnsweredLine(NamedTuple):
    """A line of a text, and the answer to its puzzle; empty if it holds none."""

    line: int
    text: str
    remark: str = ""
    status: Status | None = None
    solution: str = ""
    reason: str = ""
    rating: str = ""


def answers_to_lines(
    text: bytes, first: int, board: Geometry, asked: TextOptions
) -> Iterable[AnsweredLine]:
    """Answer some lines of a text in the `line` format; the first has the number `first`."""
    answers = _as_they_are(text, first, asked) if board == CLASSIC else None
    return answers_to(_records(text, first, board), board, asked) if answers is None else answers


def answers_to(
    records: Iterable[Record], board: Geometry, asked: TextOptions
) -> list[AnsweredLine]:
    """Answer puzzles on a board that were read."""
    listed = list(records)
    solved = _solved([record.grid for record in listed if record.grid], board, asked)
    rows = iter(solved)
    return [_of_record(record, rows) for record in listed]


def _solved(puzzles: PuzzlesLike, board: Geometry, asked: TextOptions) -> list[tuple[int, str]]:
    """Return the status and the solution of each puzzle."""
    result = lowbit.solve_many(
        puzzles,
        geometry=board,
        max_nodes=asked.max_nodes,
        time_limit=asked.time_limit,
        threads=1,
    )
    return list(zip(result.status.tolist(), result.to_strings(), strict=True))


def _records(text: bytes, first: int, board: Geometry) -> Iterator[Record]:
    lines = lines_of_bytes([text], "")
    lines.number = first - 1
    return line_format.read(lines, board, header_may_come=first == 1)


def _of_record(record: Record, rows: Iterator[tuple[int, str]]) -> AnsweredLine:
    if record.error:
        return AnsweredLine(record.line, record.text, "", Status.INVALID, "", record.error.where)
    if record.grid is None:
        return AnsweredLine(record.line, record.text)
    status, solution = next(rows)
    text = puzzle_text(record.grid)
    return AnsweredLine(record.line, text, record.remark, Status(status), solution)


def _as_they_are(text: bytes, first: int, asked: TextOptions) -> Iterator[AnsweredLine] | None:
    """Answer all lines as kernels read them; None if some need to be read otherwise."""
    from lowbit.batch.puzzles import puzzles_from_lines  # workers alone load NumPy

    rows = _solved(puzzles_from_lines(text, is_beginning=first == 1), CLASSIC, asked)
    lines = list(enumerate(NEWLINE.split(text.decode(errors="surrogateescape")), first))
    n_more = sum(not is_aside(line, CLASSIC) for _, line in lines) - len(rows)
    is_plain = n_more == 0 or (n_more == 1 and first == 1)
    return _paired(lines, rows, has_header=n_more == 1) if is_plain else None


def _paired(
    lines: list[tuple[int, str]], rows: list[tuple[int, str]], *, has_header: bool
) -> Iterator[AnsweredLine]:
    """Yield each line with its answer."""
    answers = iter(rows)
    if lines and not lines[-1][1]:
        lines.pop()  # what a newline at the end leads to
    for number, line in lines:
        is_beside = is_aside(line, CLASSIC)
        if is_beside or has_header:
            has_header = has_header and is_beside
            yield AnsweredLine(number, printable(line))
        else:
            status, solution = next(answers)
            yield _of_row(number, line, Status(status), solution)


def _of_row(number: int, line: str, status: Status, solution: str) -> AnsweredLine:
    if status is Status.INVALID:
        return AnsweredLine(number, printable(line), "", status, "", _why_invalid(line, number))
    if len(line) == CLASSIC.n_cells:  # as most lines are
        return AnsweredLine(number, line, "", status, solution)
    puzzle, *remark = SEPARATOR.split(line.strip(), maxsplit=1)
    return AnsweredLine(number, puzzle, printable("".join(remark)), status, solution)


def _why_invalid(line: str, number: int) -> str:
    try:
        formats.parse_line(line)
    except FormatError as error:
        return FormatError(error.reason, "", number, error.column).where
    return f"line {number}: this is no puzzle"
