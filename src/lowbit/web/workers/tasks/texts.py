"""Tasks on texts of puzzles.

A batch comes in pieces. A piece of lines with classic puzzles goes to the lane engine as it is;
every other text is read and solved puzzle by puzzle.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice, repeat
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

import lowbit
from lowbit import formats
from lowbit.errors import (
    FormatError,
    InputError,
    LimitReachedError,
    MultipleSolutionsError,
    NoSolutionError,
)
from lowbit.formats.headings import Headings, headings_in
from lowbit.formats.lines import line as line_format
from lowbit.formats.lines.asides import is_aside
from lowbit.formats.lines.line import SEPARATOR
from lowbit.formats.opening.head import Head, read_lines
from lowbit.formats.puzzle import puzzle_text
from lowbit.formats.streams.source import NEWLINE, lines_of_bytes, open_lines
from lowbit.formats.text import one_line, printable
from lowbit.geometry import CLASSIC, Geometry
from lowbit.limits import Limits
from lowbit.status import Status

if TYPE_CHECKING:
    from lowbit.formats import Record
    from lowbit.formats.streams.stream import LineStream

WORDS: Final = {status: status.word for status in Status}

Send: TypeAlias = Callable[[Any], object]


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


def parse(send: Send, text: str, geometry: str, limit: int) -> None:
    """Send the puzzles that a text of any format holds, as lines."""
    with open_lines(io.StringIO(text)) as lines:
        records = records_on(Geometry.parse(geometry), lines)
        puzzles = (_parsed(record) for record in records if not record.is_passthrough)
        listed = list(islice(puzzles, limit))
        has_more = next(puzzles, None) is not None
        send({"puzzles": listed, "has_more": has_more, "is_loose": lines.is_loose})


def sniff(send: Send, text: bytes, geometry: str, asked: TextOptions) -> None:
    """Send whether a text that begins so is in the `line` format."""
    board = Geometry.parse(geometry)
    if asked.rules and board != CLASSIC:
        raise InputError("both programs rate the classic board alone: name no rules on others")
    send(Head(lines_of_bytes([text], ""), board=board).format.name == "line")


def answer_text(send: Send, text: bytes, geometry: str, asked: TextOptions) -> None:
    """Answer a whole text of any format; send the answers and the number of puzzles."""
    records = records_on(Geometry.parse(geometry), lines_of_bytes([text], ""))
    send((*_written(_rated(_one_by_one(records, asked), asked), asked), geometry))


def answer_lines(  # noqa: PLR0913, PLR0917 - by name
    send: Send, text: bytes, first: int, geometry: str, asked: TextOptions, said: str
) -> None:
    """Answer some lines of a text in the `line` format; the first has the number `first`.

    The board that was named last is `said`; send the answers, the number of puzzles, and the board
    that is named last now.
    """
    board, named = Geometry.parse(geometry), Geometry.parse(said)
    answers: list[AnsweredLine] = []
    for part, number, named in _sections(text, first, named):  # noqa: B020 - it goes on with the last
        if named == board:
            answers += _answers(part, number, board, asked)
        else:
            answers += _refused(part, number, named, other_board(named, board))
    send((*_written(_rated(answers, asked), asked), str(named)))


def _sections(text: bytes, first: int, named: Geometry) -> Iterator[tuple[bytes, int, Geometry]]:
    """Yield the parts of a text below each heading, the number of their first lines, the boards."""
    start = 0
    for at, board in headings_in(text):
        if board != named:
            part = text[start:at]
            yield part, first, named
            first += len(NEWLINE.findall(part.decode(errors="surrogateescape")))
            start, named = at, board
    yield text[start:], first, named


def _answers(
    text: bytes, first: int, board: Geometry, asked: TextOptions
) -> Iterable[AnsweredLine]:
    answers = _in_bulk(text, first, asked) if board == CLASSIC else None
    return _one_by_one(_records(text, first, board), asked) if answers is None else answers


def _refused(text: bytes, first: int, named: Geometry, reason: str) -> Iterator[AnsweredLine]:
    """Yield the lines of a text, each puzzle with the reason why it is refused."""
    for number, line in enumerate(NEWLINE.split(text.decode(errors="surrogateescape")), first):
        if not is_aside(line, named):
            where = f"line {number}: {reason}"
            yield AnsweredLine(number, printable(line), "", Status.INVALID, "", where)
        elif line:
            yield AnsweredLine(number, printable(line))


def records_on(board: Geometry, lines: LineStream) -> Iterator[Record]:
    """Yield the records of a text; a puzzle of which another board is named is refused."""
    for record in read_lines(Head(lines, None, board, Headings())):
        if record.grid and record.grid.geometry != board:
            reason = other_board(record.grid.geometry, board)
            error = FormatError(reason, lines.name, record.line)
            yield replace(record, grid=None, error=error)
        else:
            yield record


def other_board(named: Geometry, board: Geometry) -> str:
    """Return why a puzzle is refused of which another board is named."""
    return f"the board {named} is named for this puzzle, but the geometry is {board}"


def _records(text: bytes, first: int, board: Geometry) -> Iterator[Record]:
    if first == 1:
        return formats.read(io.BytesIO(text), "line", geometry=board)
    lines = lines_of_bytes([text], "")
    lines.number = first - 1
    return line_format.read(lines, board, header_may_come=False)


def _in_bulk(text: bytes, first: int, asked: TextOptions) -> Iterator[AnsweredLine] | None:
    """Answer all lines at once; None if some need to be read one by one."""
    from lowbit.batch.puzzles import puzzles_from_lines  # workers alone load NumPy

    puzzles = puzzles_from_lines(text, is_beginning=first == 1)
    result = lowbit.solve_many(
        puzzles, max_nodes=asked.max_nodes, time_limit=asked.time_limit, threads=1
    )
    rows = list(zip(result.status.tolist(), result.to_strings(), strict=True))
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


def _one_by_one(records: Iterable[Record], asked: TextOptions) -> Iterator[AnsweredLine]:
    """Answer one puzzle after another, as long as there is time."""
    limits = Limits.of(asked.max_nodes, asked.time_limit)
    for record in records:
        if record.error:
            reason = record.error.where
            yield AnsweredLine(record.line, record.text, "", Status.INVALID, "", reason)
        elif record.grid is None:
            yield AnsweredLine(record.line, record.text)
        else:
            status, solution = _solved(record.grid, limits)
            text = puzzle_text(record.grid)
            yield AnsweredLine(record.line, text, record.remark, status, solution)


def _solved(grid: lowbit.Grid, limits: Limits) -> tuple[Status, str]:
    try:
        found = lowbit.solve(grid, **limits.of_search)
    except NoSolutionError:
        return Status.NONE, ""
    except MultipleSolutionsError as error:
        return Status.SEVERAL, error.solutions[0].to_line()
    except LimitReachedError:
        return Status.LIMIT_REACHED, ""
    return Status.UNIQUE, found.to_line()


def _rated(answers: Iterable[AnsweredLine], asked: TextOptions) -> Iterable[AnsweredLine]:
    """Rate the puzzles with one solution, as far as the time goes."""
    if not asked.rules:
        return answers
    listed = list(answers)
    unique = [at for at, answer in enumerate(listed) if answer.status is Status.UNIQUE]
    batch = lowbit.rate_many(
        [listed[at].text for at in unique],
        rules=asked.rules,
        max_nodes=asked.max_nodes,
        time_limit=asked.time_limit,
        threads=1,
    )
    for at, status, rating in zip(unique, batch.status.tolist(), _ratings(batch), strict=False):
        if status == Status.UNIQUE:
            listed[at] = listed[at]._replace(rating=rating)
    return listed


def _ratings(batch: lowbit.RatingBatch) -> Iterator[str]:
    """Yield the known ratings of each puzzle, as members of an object."""
    ratings = repeat("") if batch.er is None else (f',"er":{er:.1f}' for er in batch.er.tolist())
    if batch.level is None:
        return ratings
    levels = batch.level.tolist()
    return (f'{er},"level":"{level}"' for er, level in zip(ratings, levels, strict=False))


def _written(answers: Iterable[AnsweredLine], asked: TextOptions) -> tuple[bytes, int]:
    """Return the answers as text, and how many puzzles there are."""
    write = _object if asked.style == "json" else _line
    n_puzzles, lines = 0, []
    for answer in answers:
        n_puzzles += answer.status is not None
        lines.append(write(answer, asked))
    return "".join(lines).encode(), n_puzzles


def _object(answer: AnsweredLine, asked: TextOptions) -> str:
    if answer.status is None:
        return ""
    start = f'{{"line":{answer.line},"status":"{WORDS[answer.status]}"'
    if asked.solutions and answer.solution:
        start += f',"solution":"{answer.solution}"'
    if answer.reason:
        start += f',"reason":{json.dumps(answer.reason)}'
    return f"{start}{answer.rating}}}\n"


def _line(answer: AnsweredLine, _asked: TextOptions) -> str:
    if answer.status is None:
        return f"{answer.text}\n"
    if answer.status is Status.INVALID:
        return f"{one_line(answer.text)}  # invalid: {answer.reason}\n"
    remark = f"  # {one_line(answer.remark)}\n" if answer.remark else "\n"
    if answer.status is Status.UNIQUE:
        return answer.solution + remark
    return f"{answer.text}  # {answer.status.word}{remark}"


def _parsed(record: Record) -> dict[str, Any]:
    return {
        "line": record.line,
        "puzzle": puzzle_text(record.grid) if record.grid else record.text,
        "remark": record.remark,
        "reason": record.error.where if record.error else "",
    }
