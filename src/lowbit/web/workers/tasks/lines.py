"""The lines of a text, and the answers to the puzzles in them, which are found together.

::

    lines ─┬─ cells of the classic board ─ as they are ──┐
           ├─ texts with constraints ───── as they are ──┼─ solve_many ──> answers, in order
           └─ others, and other boards ─── read ─────────┘
"""

from __future__ import annotations

from itertools import compress, pairwise
from operator import not_
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

import lowbit
from lowbit.formats.lines.asides import is_aside
from lowbit.formats.lines.item_lines import begins_puzzle, begins_with_item
from lowbit.formats.lines.line import SEPARATOR, cells_or_text
from lowbit.formats.puzzle_texts import is_text_of_variant, read, read_mixed, split_remark
from lowbit.formats.streams.source import NEWLINE, lines_of_bytes
from lowbit.formats.text import printable
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.formats import Record
    from lowbit.geometry import Geometry

Solved: TypeAlias = tuple[Status, str]
"""The status and the solution of a puzzle."""

STATUSES: Final = tuple(Status)

UNREAD: Final = Status.INVALID, ""
"""The answer to a line that is no cells, until it is read as a puzzle with constraints."""

WITH_CONSTRAINTS: Final = frozenset({"variants", "iss"})
"""The formats of texts whose first puzzle has constraints."""

IN_LINES: Final = WITH_CONSTRAINTS | {"line"}
"""The formats of texts that are answered line by line."""


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
    measures : tuple of str
        What an object holds of such a puzzle, too, by trial and error.
    """

    style: Literal["json", "line"]
    solutions: bool
    max_nodes: int | None
    time_limit: float
    rules: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()


class AnsweredLine(NamedTuple):
    """A line of a text, and the answer to its puzzle; empty if it holds none.

    Attributes
    ----------
    line : int
    text, remark : str
    status : Status or None
    solution, reason, rating : str
    is_variant : bool
        Whether the puzzle is a text that may say its board and constraints.
    """

    line: int
    text: str
    remark: str = ""
    status: Status | None = None
    solution: str = ""
    reason: str = ""
    rating: str = ""
    is_variant: bool = False


def answers_to_lines(
    text: bytes, first: int, board: Geometry, form: str, asked: TextOptions
) -> list[AnsweredLine]:
    """Answer some lines of a text in one of the formats `IN_LINES`, from a number on."""
    limits = Limits.of(asked.max_nodes, asked.time_limit)
    lines = NEWLINE.split(text.decode(errors="surrogateescape"))
    if not lines[-1]:
        lines.pop()  # what a newline at the end leads to
    solved = None
    if board == CLASSIC and not (form in WITH_CONSTRAINTS and _are_joined(lines)):
        solved = _as_they_are(text, lines, limits, is_beginning=first == 1)
    if solved is None:
        return answers_to(_records(text, first, board, form), board, limits)
    answers = [*map(_of_line, range(first, first + len(lines)), lines, solved)]
    _mend(answers, limits)
    return answers


def answers_to(records: Iterable[Record], board: Geometry, limits: Limits) -> list[AnsweredLine]:
    """Answer puzzles that were read, most of them on a board."""
    listed = [record.accepted() for record in records]
    puzzles = [record.puzzle for record in listed if record.puzzle]
    on_board = [isinstance(puzzle, Grid) and puzzle.geometry == board for puzzle in puzzles]
    plain = iter(_solved([*compress(puzzles, on_board)], limits, board))
    others = iter(_solved([*compress(puzzles, map(not_, on_board))], limits))
    solved = (next(plain if is_plain else others) for is_plain in on_board)
    return [_of_record(record, solved) for record in listed]


def _solved(puzzles: PuzzlesLike, limits: Limits, board: Geometry | None = None) -> list[Solved]:
    result = lowbit.solve_many(puzzles, geometry=board, threads=1, **limits.of_search)
    statuses = map(STATUSES.__getitem__, result.status.tolist())
    return list(zip(statuses, result.to_strings(), strict=True))


def _are_joined(lines: Iterable[str]) -> bool:
    """Whether some puzzle may have several lines."""
    return any(
        begins_puzzle(one) and begins_with_item(two.lstrip()) for one, two in pairwise(lines)
    )


def _records(text: bytes, first: int, board: Geometry, form: str) -> Iterator[Record]:
    lines = lines_of_bytes([text], "")
    lines.number = first - 1
    if form in WITH_CONSTRAINTS:
        return read(lines, board)
    return read_mixed(lines, board, header_may_come=first == 1)


def _of_record(record: Record, solved: Iterator[Solved]) -> AnsweredLine:
    if record.error:
        return AnsweredLine(record.line, record.text, "", Status.INVALID, "", record.error.where)
    if record.puzzle is None:
        return AnsweredLine(record.line, record.text)
    answer = AnsweredLine(record.line, cells_or_text(record), record.remark, *next(solved))
    return answer._replace(is_variant=bool(record.puzzle_text))


def _as_they_are(
    text: bytes, lines: Sequence[str], limits: Limits, *, is_beginning: bool
) -> list[Solved | None] | None:
    """Solve the puzzles of lines as kernels read them; None for one beside them.

    What kernels do not read is invalid. None stands for lines that need to be read otherwise.
    """
    are_puzzles = [not is_aside(line, CLASSIC) for line in lines]
    if all(map(begins_with_item, compress(lines, are_puzzles))):
        return [UNREAD if is_puzzle else None for is_puzzle in are_puzzles]
    from lowbit.batch.puzzles import puzzles_from_lines  # workers alone load NumPy

    solved = _solved(puzzles_from_lines(text, is_beginning=is_beginning), limits)
    n_more = sum(are_puzzles) - len(solved)
    if n_more == 1 and is_beginning:
        are_puzzles[are_puzzles.index(True)] = False  # a header
    elif n_more:
        return None
    rows = iter(solved)
    return [next(rows) if is_puzzle else None for is_puzzle in are_puzzles]


def _of_line(number: int, line: str, solved: Solved | None) -> AnsweredLine:
    if solved is None:
        return AnsweredLine(number, printable(line))
    if solved[0] is Status.INVALID or len(line) == CLASSIC.n_cells:  # as most lines are
        return AnsweredLine(number, line, "", *solved)
    puzzle, *remark = SEPARATOR.split(line.strip(), maxsplit=1)
    return AnsweredLine(number, puzzle, printable("".join(remark)), *solved)


def _mend(answers: list[AnsweredLine], limits: Limits) -> None:
    """Solve the puzzles with constraints among lines that are no cells; refuse the others."""
    unread = {at: one for at, one in enumerate(answers) if one.status is Status.INVALID}
    split = {at: split_remark(one.text) for at, one in unread.items()}
    from lowbit.batch.variants import read_variants  # as above

    variants = {at: parts for at, parts in split.items() if is_text_of_variant(parts[0])}
    solved = _solved(read_variants([text for text, _ in variants.values()]), limits)
    for (at, (text, remark)), found in zip(variants.items(), solved, strict=True):
        answer = AnsweredLine(unread[at].line, text, printable(remark), *found)
        answers[at] = answer._replace(is_variant=True)
    for at, one in unread.items():
        if answers[at].status is Status.INVALID:
            answers[at] = _refused(one.line, one.text)


def _refused(number: int, line: str) -> AnsweredLine:
    lines = lines_of_bytes([line.encode(errors="surrogateescape")], "")
    lines.number = number - 1
    error = next(read_mixed(lines, CLASSIC, header_may_come=False)).accepted().error
    reason = error.where if error else f"line {number}: this is no puzzle"
    return AnsweredLine(number, printable(line), "", Status.INVALID, "", reason)
