"""Writers: the answer to one puzzle in each output format.

A writer is made for a stream, and then takes records with their answers, some at a time, and
writes each at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TextIO, TypeAlias

from lowbit.cli.io.boards import board_in_words
from lowbit.errors import LimitReachedError, MultipleSolutionsError, NoSolutionError
from lowbit.formats import Record
from lowbit.formats.headed import BoardKeys, HeadingWriter, with_headings
from lowbit.formats.lines import line
from lowbit.formats.lines.line import cells_or_text
from lowbit.formats.puzzle import puzzle_text
from lowbit.grid import Grid
from lowbit.status import Status
from lowbit.verbs.puzzles import as_puzzle, is_puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lowbit.batch.text_plan import AnswerKind
    from lowbit.errors import LowbitError
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.maximize.one import ScoreResult
    from lowbit.verbs.rate.one import Rating
    from lowbit.verbs.solve.ambiguity import Estimate


@dataclass(frozen=True, slots=True)
class Answer:
    """A command's answer to one puzzle.

    Parameters
    ----------
    status : str
        The word that the summary counts.
    result : Grid, Puzzle, int or str, optional
        The solution, the rest of the puzzle, the number of solutions, or the clashes.
    is_good : bool, default True
        Whether the exit code may stay 0.
    reason : str, optional
        The reason why there is no result, for people; of an unreadable puzzle, the record has it.
    note : str, optional
        A note on things that the result leaves out, for people.
    error : str, optional
        A fault of the puzzle for this command alone; printed in a quiet run, too.
    known : str, optional
        A partial result, for a remark.
    scored : ScoreResult, optional
        The whole result of `maximize`.
    rated : Rating, optional
        The whole result of `rate`.
    counts : int64[n_cells, n_digits], optional
        The whole result of `candidates --counts`.
    estimate : Estimate, optional
        The whole result of `count --estimate`.
    ended_by : KeyboardInterrupt, optional
        The interrupt that ends the run here: Ctrl-C or a signal.
    """

    status: str
    result: Grid | Puzzle | int | str | None = None
    is_good: bool = True
    reason: str = ""
    note: str = ""
    error: str = ""
    known: str = ""
    scored: ScoreResult | None = None
    rated: Rating | None = None
    counts: NDArray[np.int64] | None = None
    estimate: Estimate | None = None
    ended_by: KeyboardInterrupt | None = None


UNSOLVED: Final = (NoSolutionError, MultipleSolutionsError, LimitReachedError)

STATUS_OF: Final = dict(
    zip(UNSOLVED, (Status.NONE, Status.SEVERAL, Status.LIMIT_REACHED), strict=True)
)
"""The status of a puzzle, by the error of a verb that needs exactly one solution."""


def unsolved(error: LowbitError) -> Answer:
    """Return the answer to a puzzle about which a verb raised one of `UNSOLVED`."""
    return Answer(STATUS_OF[type(error)].word, is_good=False, reason=str(error))


AnsweredRecord: TypeAlias = tuple[Record, Answer | None]
"""A record and its answer; None for an empty line or a comment."""

Writer: TypeAlias = Callable[[Iterable[AnsweredRecord]], None]
NewWriter: TypeAlias = Callable[[TextIO], Writer]

Row: TypeAlias = Mapping[str, object]
"""Fields by name."""

RowsOf: TypeAlias = Callable[[Record, Answer], Iterable[Row]]
"""Returns the rows of a table that a puzzle and its answer make."""

TextsOf: TypeAlias = Callable[[Record, Answer], Iterable[str]]
"""Returns the texts that draw a puzzle and its answer."""


def writers(result_name: str) -> dict[str, NewWriter]:
    """Return the writers that fit any command, by format.

    Parameters
    ----------
    result_name : str
        The name of the result in a column or a key, such as ``solution``.
    """
    names = ("puzzle", "status", result_name, "reason", "remark")
    rows_of = partial(_row, result_name=result_name)
    return {
        "line": words_writer,
        "csv": RowWriter(partial(csv_writer, names=names, rows_of=rows_of), CSV_ROW),
        "json": RowWriter(partial(json_writer, rows_of=rows_of), json_row(result_name)),
    }


@dataclass(frozen=True, slots=True)
class RowWriter:
    """Makes a writer of rows, and knows the text around a puzzle and its answer in them.

    Parameters
    ----------
    make : callable
        Makes the writer for a stream.
    rows : RowFrame
        The row of a puzzle that has no remark, and whose answer needs no reason.
    """

    make: NewWriter
    rows: RowFrame

    def __call__(self, stream: TextIO, /) -> Writer:
        """Return a writer for a stream."""
        return self.make(stream)


class RowFrame(NamedTuple):
    """The text around the puzzle and the answer in a row.

    Attributes
    ----------
    opening : str
        The text before the puzzle.
    head, tail : callable
        Return the text between the puzzle and the answer, and the text behind it, given the kind
        of answer and its word.
    """

    opening: str
    head: Callable[[AnswerKind, str], str]
    tail: Callable[[AnswerKind, str], str]


CSV_ROW: Final = RowFrame("", lambda _shown, word: f",{word},", lambda _shown, _word: ",,")
"""A row of CSV: the puzzle, its status, its answer, no reason and no remark."""


def json_row(result_name: str) -> RowFrame:
    """Return the row as an object of JSON with the same fields."""
    quotes: dict[AnswerKind, str] = {"solution": '"'}
    nothing: dict[AnswerKind, str] = {"": "null"}
    return RowFrame(
        '{"puzzle": "',
        lambda shown, word: f'", "status": "{word}", "{result_name}": {quotes.get(shown, "")}',
        lambda shown, _word: (
            f'{nothing.get(shown, "")}{quotes.get(shown, "")}, "reason": "", "remark": ""}}'
        ),
    )


def grid_writers(result_name: str) -> dict[str, NewWriter]:
    """Return the writers of a command whose answers are grids, by format."""
    board = partial(boards_writer, texts_of=board_texts)
    return writers(result_name) | {"line": lines_writer, "board": board}


def words_writer(stream: TextIO) -> Writer:
    """Write one line for each puzzle: its result, or its status with a partial result."""

    def write(answered: Iterable[AnsweredRecord]) -> None:
        for _, answer in answered:
            if answer:
                words = [answer.status, *filter(None, [answer.known])]
                result = _plain(answer.result)
                print("  # ".join(words) if result is None else result, file=stream)

    return write


def lines_writer(stream: TextIO) -> Writer:
    """Write grids as the line format, so that comments, remarks and errors stay."""
    return lambda answered: stream.writelines(
        line.write(_answered(record, answer) for record, answer in answered)
    )


def headed_lines_writer(stream: TextIO) -> Writer:
    """Write grids as `lines_writer` does, under the names of boards that they do not show."""
    headings = HeadingWriter()

    def write(answered: Iterable[AnsweredRecord]) -> None:
        records = (_answered(record, answer) for record, answer in answered)
        stream.writelines(line.write(with_headings(records, headings)))

    return write


def bare_writer(stream: TextIO) -> Writer:
    """Write grids, and puzzles with constraints, one a line, and nothing else."""

    def write(answered: Iterable[AnsweredRecord]) -> None:
        for _, answer in answered:
            if answer and answer.result is not None:
                print(_plain(answer.result), file=stream)

    return write


def _answered(record: Record, answer: Answer | None) -> Record:
    if answer is None or record.error:
        return record
    if isinstance(answer.result, Grid):
        return replace(record, grid=answer.result, variant=None)
    if is_puzzle(answer.result):
        return replace(record, grid=None, variant=answer.result, puzzle_text="")
    remark = "  # ".join(filter(None, (answer.status, record.remark)))
    if record.puzzle_text and record.grid:
        return replace(record, grid=None, variant=as_puzzle(record.grid), remark=remark)
    return replace(record, remark=remark)


def boards_writer(stream: TextIO, texts_of: TextsOf) -> Writer:
    """Draw boards under their names where they do not show them, an empty line between two."""
    draw = drawer(stream)
    headings = HeadingWriter()

    def write(answered: Iterable[AnsweredRecord]) -> None:
        for record, answer in answered:
            for text in texts_of(record, answer) if answer else ():
                heading = headings.above(record.puzzle.geometry) if record.puzzle else ""
                draw(f"{heading}\n{text}" if heading else text)

    return write


def drawer(stream: TextIO) -> Callable[[object], None]:
    """Return a function that writes texts of several lines, with an empty line between two."""
    between = ""

    def draw(text: object) -> None:
        nonlocal between
        print(between, text, sep="", file=stream)
        between = "\n"

    return draw


def json_writer(stream: TextIO, rows_of: RowsOf) -> Writer:
    """Write one JSON object a line, with the name of the board where the cells do not show it."""
    import json  # most runs write plain lines

    keys = BoardKeys()

    def write(answered: Iterable[AnsweredRecord]) -> None:
        for record, answer in answered:
            key = keys.of(record.grid.geometry) if record.grid else {}
            for row in rows_of(record, answer) if answer else ():
                print(json.dumps({**row, **key}, ensure_ascii=False), file=stream)

    return write


def csv_writer(stream: TextIO, names: Sequence[str], rows_of: RowsOf) -> Writer:
    """Write comma-separated values under a header."""
    import csv

    rows = csv.DictWriter(stream, names, lineterminator="\n")
    rows.writeheader()
    return lambda answered: rows.writerows(_rows(answered, rows_of))


def _rows(answered: Iterable[AnsweredRecord], rows_of: RowsOf) -> Iterator[Row]:
    for record, answer in answered:
        if answer:
            yield from rows_of(record, answer)


def board_texts(record: Record, answer: Answer) -> Iterator[str]:
    """Yield a grid; a puzzle without an answer is drawn under a comment that says why."""
    where = f": {reason_of(record, answer)}" if record.error else ""
    comment = f"# {answer.status}{where}" if answer.result is None else None
    shown = answer.result or record.puzzle
    drawn = board_in_words(shown) if isinstance(shown, Grid) or is_puzzle(shown) else shown
    yield "\n".join(str(part) for part in (comment, drawn) if part)


def _row(record: Record, answer: Answer, result_name: str) -> Iterator[Row]:
    yield {
        "puzzle": cells_or_text(record) or record.text,
        "status": answer.status,
        result_name: _plain(answer.result),
        "reason": reason_of(record, answer),
        "remark": record.remark,
    }


def reason_of(record: Record, answer: Answer) -> str:
    """Return why there is no result, or why this is not a puzzle."""
    return record.error.where if record.error else answer.reason


def _plain(result: Grid | Puzzle | int | str | None) -> int | str | None:
    if isinstance(result, Grid):
        return puzzle_text(result)
    return result if isinstance(result, (int, str)) or result is None else result.to_json()
