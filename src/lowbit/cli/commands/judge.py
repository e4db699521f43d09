"""``lowbit judge``: exactly the output that a judge expects for its input.

A dialect defines the answer to one grid, the answers to many, and how answers become lines. All
input that has arrived is answered before more is waited for::

    acwing166  ── lines up to `end` ───────> TextRun ─┬─ few ──> one, grid by grid
    the others ── records, as they arrive ────────────┴─ many ─> many, in the lane engine

Both ways give the same answers. A puzzle without an answer is reported, and an empty line stands
in its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, TextIO

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.inputs import answer_as_they_arrive
from lowbit.cli.io.outputs import open_output
from lowbit.cli.io.writers import Answer
from lowbit.cli.run.bulk_text import TextRun
from lowbit.cli.run.report import N_NAMED, OK, QUIET, Report
from lowbit.errors import FormatError, LowbitError, NoSolutionError
from lowbit.formats.acwing166 import MISSING_END, UpToEnd
from lowbit.formats.poj2676 import ANNOUNCED
from lowbit.formats.source import open_bytes
from lowbit.geometry import CLASSIC
from lowbit.status import Status
from lowbit.verbs.solve.handover import kernels_pay
from lowbit.verbs.solve.one import smallest_solution, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lowbit.batch.text_piece import Piece
    from lowbit.batch.text_plan import Shown, TextPlan
    from lowbit.cli.io.writers import Answered, Writer
    from lowbit.cli.run.responder import Placed
    from lowbit.formats.record import Format
    from lowbit.formats.source import Arrivals
    from lowbit.grid import Grid


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a judge is answered.

    Parameters
    ----------
    format_name : str
        The format of the input.
    one : callable
        Answers one grid, or raises a `LowbitError`.
    many : callable
        Answers many; None for a puzzle without an answer, of which `one` gives the reason.
    output : type of LineWriter
        Writes the answers.
    reading : Format, optional
        How the input is read, if a judge's programs read it in another way.
    """

    format_name: str
    one: Callable[[Grid], str]
    many: Callable[[Sequence[Grid]], Iterable[str | None]]
    output: type[LineWriter]
    reading: Format | None = None


def _solution(grid: Grid) -> str:
    return solve(grid).to_line()


def _solutions(grids: Sequence[Grid]) -> Iterator[str | None]:
    from lowbit.verbs.solve.many import solve_many  # noqa: PLC0415 - loads Numba

    batch = solve_many(grids)
    rows = zip(batch.status, batch.solutions, strict=True)
    return (_line_of(row) if status == Status.UNIQUE else None for status, row in rows)


def _smallest(grid: Grid) -> str:
    solution = smallest_solution(grid)
    if solution is None:
        raise NoSolutionError("the puzzle has no solution")
    return solution.to_line()


def _smallest_of_many(grids: Sequence[Grid]) -> Iterator[str | None]:
    from lowbit.verbs.solve.many import smallest_solution_many  # noqa: PLC0415 - loads Numba

    batch = smallest_solution_many(grids)
    rows = zip(batch.n_solutions, batch.solutions, strict=True)
    return (_line_of(row) if found else None for found, row in rows)


def _line_of(digits: NDArray[np.uint8]) -> str:
    return (digits + ord("0")).tobytes().decode()


def _score(grid: Grid) -> str:
    from lowbit.verbs.maximize.one import maximize  # noqa: PLC0415 - one dialect needs it

    return _shown_score(maximize(grid).score)


def _scores(grids: Sequence[Grid]) -> Iterator[str]:
    from lowbit.verbs.maximize.many import maximize_many  # noqa: PLC0415 - loads Numba

    batch = maximize_many(grids)
    scores = zip(batch.n_found, batch.scores, strict=True)
    return (_shown_score(int(score[0]) if found else None) for found, score in scores)


def _shown_score(score: int | None) -> str:
    return "-1" if score is None else str(score)


class LineWriter:
    """Writes the answer of each puzzle as soon as it is known.

    Parameters
    ----------
    stream : TextIO
        Where it goes.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, answers: Iterable[str | None]) -> None:
        """Write answers; an empty line stands for None."""
        for answer in answers:
            print(self.shown(answer or ""), file=self._stream)

    def shown(self, answer: str) -> str:
        """Return an answer as the judge expects it."""
        return answer

    def finish(self, *, is_complete: bool) -> None:
        """Write the end of the output; `is_complete` if every puzzle has an answer."""


class RowWriter(LineWriter):
    """Writes each solution in nine lines."""

    def shown(self, answer: str) -> str:
        """Return the rows of a solution."""
        return "\n".join(answer[start : start + 9] for start in range(0, len(answer), 9))


class CornerSum(LineWriter):
    """Adds up the numbers in the top left corners, and writes the sum at the end."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._sum = 0

    def write(self, answers: Iterable[str | None]) -> None:
        """Add the corners."""
        self._sum += sum(int(answer[:3]) for answer in answers if answer)

    def finish(self, *, is_complete: bool) -> None:
        """Write the sum, unless a solution is missing."""
        if is_complete:
            print(self._sum, file=self._stream)


SOLVED: Mapping[Status, tuple[Shown, str]] = {
    Status.UNIQUE: ("solution", ""),
    Status.SEVERAL: ("solution", ""),
    Status.INVALID: ("", ""),
}
"""The statuses that the lane engine answers; other puzzles are answered alone, with a reason."""

ACWING = Dialect("acwing166", _smallest, _smallest_of_many, LineWriter)

DIALECTS = {
    "euler96": Dialect("euler96", _solution, _solutions, CornerSum),
    "acwing166": ACWING,
    "poj3074": ACWING,
    "poj2676": Dialect("poj2676", _smallest, _smallest_of_many, RowWriter, ANNOUNCED),
    "pyramid": Dialect("pyramid", _score, _scores, LineWriter),
}


@click.command(
    "judge",
    epilog=examples(
        "lowbit judge euler96 examples/fifty.txt", "lowbit judge pyramid < examples/pyramid1.txt"
    ),
)
@click.argument("dialect", type=click.Choice(list(DIALECTS)), metavar="DIALECT")
@click.argument("file", type=click.Path(allow_dash=True), default="-")
def command(dialect: str, file: str) -> int:
    """Answer a judge's input with exactly the output it expects.

    FILE is standard input by default. Each line is printed as soon as its puzzle has arrived. A
    puzzle without an answer is reported on standard error and leaves an empty line. Of several
    solutions, the smallest is printed: the first in the order of its digits, row by row.

    \b
    euler96    the sum of the numbers in the top left corners (Project Euler 96)
    acwing166  one solved line for each puzzle, up to "end" (AcWing 166)
    poj3074    the same (POJ 3074)
    poj2676    nine lines for each puzzle (POJ 2676)
    pyramid    the best score, or -1 without a solution (target Sudoku, NOIP 2009)
    """  # noqa: D301 - click reads "\b": do not rewrap the lines that follow
    with open_output(None) as stream, open_bytes(file) as arrivals:
        judge = Judge(DIALECTS[dialect], stream)
        if judge.dialect is ACWING:
            judge.answer_text(UpToEnd(arrivals))
        else:
            judge.answer_records(arrivals)
    return judge.report.finish()


class Judge:
    """Answers the puzzles of a run in a dialect; see `lowbit.cli.run.responder.Answers`.

    Parameters
    ----------
    dialect : Dialect
        What the judge expects.
    stream : TextIO
        Where answers go.
    """

    gives_reasons = False
    header_may_come = False
    threads: int | None = None
    offset = 0  # no answer depends on it
    board = CLASSIC

    def __init__(self, dialect: Dialect, stream: TextIO) -> None:
        self.dialect = dialect
        self.report = Report(QUIET)
        self._stream = stream

    def answer_text(self, arrivals: UpToEnd) -> None:
        """Answer lines up to one that says ``end``."""
        run = TextRun(self, arrivals, self._stream, self._new_writer)
        run.answer_all()
        if not arrivals.found_end:
            self.report.error(str(FormatError(MISSING_END, arrivals.name, run.n_lines + 1)))

    def answer_records(self, arrivals: Arrivals) -> None:
        """Answer the records of any other format."""
        output = self.dialect.output(self._stream)

        def answer(placed: Sequence[Placed]) -> None:
            in_bulk = self.goes_in_bulk(len(placed))
            output.write(_results(self.answered(placed, in_bulk=in_bulk)))

        asked = self.dialect.reading or self.dialect.format_name
        answer_as_they_arrive(arrivals, asked, CLASSIC, answer)
        output.finish(is_complete=self.report.exit_code == OK)

    def goes_in_bulk(self, n_more: int) -> bool:
        """Whether more puzzles should go to the lane engine."""
        return kernels_pay(n_more)

    def answered(self, placed: Sequence[Placed], *, in_bulk: bool) -> Iterator[Answered]:
        """Yield records with their answers, and report those that have none."""
        grids = [record.grid for _, record in placed if record.grid]
        known = iter(self.dialect.many(grids)) if in_bulk and grids else repeat(None)
        for place, record in placed:
            if record.grid:
                yield record, Answer("", next(known) or self._by_verb(place, record.grid))
            elif record.error:
                self.report.wrong_puzzle(record.error)
                yield record, Answer("") if record.text else None  # a text that ends early has none

    def _by_verb(self, place: str, grid: Grid) -> str | None:
        try:
            return self.dialect.one(grid)
        except LowbitError as error:
            self.report.wrong_puzzle(f"{place}: {error}")
            return None

    def plan(self) -> TextPlan:
        """Return how a text is answered."""
        from lowbit.batch.fill import find_smallest  # noqa: PLC0415 - as above
        from lowbit.batch.text_plan import TextPlan  # noqa: PLC0415 - loads Numba

        return TextPlan(find_smallest, SOLVED, keeps_text=False, n_named=N_NAMED)

    def count(self, piece: Piece) -> None:
        """Record the answers in a piece of text: a judge wants no summary."""

    def _new_writer(self, stream: TextIO) -> Writer:
        output = self.dialect.output(stream)
        return lambda answered: output.write(_results(answered))


def _results(answered: Iterable[Answered]) -> Iterator[str | None]:
    for _, answer in answered:
        if answer:
            yield None if answer.result is None else str(answer.result)
