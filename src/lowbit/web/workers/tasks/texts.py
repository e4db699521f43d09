"""Tasks on texts of puzzles.

A batch comes in pieces, and the puzzles of each are solved together.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice, repeat
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import lowbit
from lowbit.errors import FormatError, InputError
from lowbit.formats.headings import Headings, headings_in
from lowbit.formats.lines.asides import is_aside
from lowbit.formats.lines.line import line_of
from lowbit.formats.opening.head import Head, read_lines
from lowbit.formats.streams.source import NEWLINE, lines_of_bytes, open_lines
from lowbit.formats.text import one_line, printable
from lowbit.geometry import CLASSIC, Geometry
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.rate.measures import TRIALS
from lowbit.web.workers.tasks.lines import (
    IN_LINES,
    AnsweredLine,
    answers_to,
    answers_to_lines,
)

if TYPE_CHECKING:
    from lowbit.formats import Record
    from lowbit.formats.streams.stream import LineStream
    from lowbit.web.workers.tasks.lines import TextOptions

WORDS: Final = tuple(status.word for status in Status)

Send: TypeAlias = Callable[[Any], object]


def parse(send: Send, text: str, geometry: str, limit: int) -> None:
    """Send the puzzles that a text of any format holds, as lines."""
    with open_lines(io.StringIO(text)) as lines:
        records = records_on(Geometry.parse(geometry), lines)
        puzzles = (_parsed(one.accepted()) for one in records if not one.is_passthrough)
        listed = list(islice(puzzles, limit))
        has_more = next(puzzles, None) is not None
        send({"puzzles": listed, "has_more": has_more, "is_loose": lines.is_loose})


def sniff(send: Send, text: bytes, geometry: str, asked: TextOptions) -> None:
    """Send the format of a text that begins so, where it is answered line by line; "" of others."""
    board = Geometry.parse(geometry)
    if asked.rules and board != CLASSIC:
        raise InputError("both programs rate the classic board alone: name no rules on others")
    name = Head(lines_of_bytes([text], ""), board=board).format.name
    send(name if name in IN_LINES else "")


def answer_text(send: Send, text: bytes, geometry: str, asked: TextOptions) -> None:
    """Answer a whole text of any format; send the answers and the number of puzzles."""
    board = Geometry.parse(geometry)
    limits = Limits.of(asked.max_nodes, asked.time_limit)
    answers = answers_to(records_on(board, lines_of_bytes([text], "")), board, limits)
    send((*_written(_rated(answers, board, asked), asked), geometry))


def answer_lines(  # noqa: PLR0913, PLR0917 - by name
    send: Send, text: bytes, first: int, geometry: str, asked: TextOptions, said: str, form: str
) -> None:
    """Answer some lines of a text in a format of `IN_LINES`; the first has the number `first`.

    The board that was named last is `said`; send the answers, the number of puzzles, and the board
    that is named last now.
    """
    board, named = Geometry.parse(geometry), Geometry.parse(said)
    answers: list[AnsweredLine] = []
    for part, number, named in _sections(text, first, named):  # noqa: B020 - it goes on with the last
        if named == board:
            answers += answers_to_lines(part, number, board, form, asked)
        else:
            answers += _refused(part, number, named, other_board(named, board))
    send((*_written(_rated(answers, board, asked), asked), str(named)))


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


def _refused(text: bytes, first: int, named: Geometry, reason: str) -> Iterator[AnsweredLine]:
    """Yield the lines of a text, each puzzle with the reason why it is refused."""
    for number, line in enumerate(NEWLINE.split(text.decode(errors="surrogateescape")), first):
        if not is_aside(line, named):
            where = f"line {number}: {reason}"
            yield AnsweredLine(number, printable(line), "", Status.INVALID, "", where)
        elif line:
            yield AnsweredLine(number, printable(line))


def records_on(board: Geometry, lines: LineStream) -> Iterator[Record]:
    """Yield the records of a text; a puzzle of which a comment names another board is refused."""
    for record in read_lines(Head(lines, None, board, Headings())):
        if reason := refusal(record, board):
            error = FormatError(reason, lines.name, record.line)
            yield replace(record, grid=None, error=error)
        else:
            yield record


def refusal(record: Record, board: Geometry) -> str:
    """Return why a puzzle is refused of which a comment names another board; "" of others."""
    grid = record.grid
    if grid is None or record.puzzle_text or grid.geometry == board:
        return ""
    return other_board(grid.geometry, board)


def other_board(named: Geometry, board: Geometry) -> str:
    """Return why a puzzle is refused of which another board is named."""
    return f"the board {named} is named for this puzzle, but the geometry is {board}"


def _rated(
    answers: Iterable[AnsweredLine], board: Geometry, asked: TextOptions
) -> Iterable[AnsweredLine]:
    """Rate the puzzles with one solution, as far as the time goes."""
    if not (asked.rules or asked.measures):
        return answers
    listed = list(answers)
    unique = [
        at
        for at, answer in enumerate(listed)
        if answer.status is Status.UNIQUE and not answer.is_variant
    ]
    batch = lowbit.rate_many(
        [listed[at].text for at in unique],
        rules=asked.rules,
        measures=(*asked.measures, *(["techniques"] if "hodoku" in asked.rules else [])),
        geometry=board,
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
    ratings: Iterator[str] = repeat("")
    if batch.er is not None:
        ratings = (f',"er":{er:.1f}' for er in batch.er.tolist())
    for name in TRIALS:
        if (column := getattr(batch, name)) is not None:
            ratings = map(partial(_with_number, name), ratings, column.tolist())
    if batch.level is None or batch.hodoku_hardest is None:
        return ratings
    columns = zip(ratings, batch.level.tolist(), batch.hodoku_hardest.tolist(), strict=False)
    return (f'{known},"level":"{level}","hardest":"{slug}"' for known, level, slug in columns)


def _with_number(name: str, known: str, number: int) -> str:
    return f'{known},"{name}":{number if number >= 0 else "null"}'


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
    if answer.is_variant:
        start += ',"is_variant":true'
    return f"{start}{answer.rating}}}\n"


def _line(answer: AnsweredLine, _asked: TextOptions) -> str:
    if answer.status is None:
        return f"{answer.text}\n"
    if answer.status is Status.INVALID:
        return f"{one_line(answer.text)}  # invalid: {answer.reason}\n"
    remark = f"  # {one_line(answer.remark)}\n" if answer.remark else "\n"
    if answer.status is Status.UNIQUE:
        return answer.solution + remark
    return f"{answer.text}  # {WORDS[answer.status]}{remark}"


def _parsed(record: Record) -> dict[str, Any]:
    return {
        "line": record.line,
        "puzzle": line_of(replace(record, remark="")) if record.puzzle else record.text,
        "remark": record.remark,
        "reason": record.error.where if record.error else "",
    }
