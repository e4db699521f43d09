"""A line for each grid, up to one that says ``end``, answered as text."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from lowbit.cli.io.writers import Answer
from lowbit.cli.run.over_lines import RunOverLines
from lowbit.cli.run.report import N_NAMED
from lowbit.errors import FormatError, LowbitError
from lowbit.formats.judges.acwing166 import MISSING_END, UpToEnd
from lowbit.geometry import CLASSIC
from lowbit.status import Status
from lowbit.verbs.solve.handover import kernels_pay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import TextIO

    from lowbit.batch.text_piece import Piece
    from lowbit.batch.text_plan import AnswerKind, RowText, TextPlan
    from lowbit.cli.contest.answers import GridAnswers
    from lowbit.cli.io.writers import AnsweredRecord, Writer
    from lowbit.cli.run.answerer import PlacedRecord
    from lowbit.cli.run.report import Report
    from lowbit.grid import Grid

SOLVED: Mapping[Status, tuple[AnswerKind, str]] = {
    Status.UNIQUE: ("solution", ""),
    Status.SEVERAL: ("solution", ""),
    Status.INVALID: ("", ""),
}
"""The statuses that the lane engine answers; other puzzles are answered alone, with a reason."""


class LineRun:
    """Answers the lines of one input; see `lowbit.cli.run.answerer.Answers`.

    Parameters
    ----------
    answers : GridAnswers
        The answers to grids: the smallest solution of each, in a line.
    report : Report
        The report, which prints errors.
    """

    gives_reasons = False
    header_may_come = False
    threads: int | None = None
    offset = 0  # no answer depends on it
    board = CLASSIC
    rows: RowText | None = None

    def __init__(self, answers: GridAnswers, report: Report) -> None:
        self.report = report
        self._answers = answers

    def answer_all(self, arrivals: UpToEnd, stream: TextIO) -> None:
        """Answer lines up to one that says ``end``."""
        run = RunOverLines(self, arrivals, stream, self._new_writer, self._new_writer(stream))
        run.answer_all()
        if not arrivals.found_end:
            self.report.error(str(FormatError(MISSING_END, arrivals.name, run.n_lines + 1)))

    def goes_in_bulk(self, n_more: int) -> bool:
        """Whether more puzzles should go to the lane engine."""
        return kernels_pay(n_more)

    def answered(
        self, placed: Sequence[PlacedRecord], *, in_bulk: bool
    ) -> Iterator[AnsweredRecord]:
        """Yield records with their answers, and report those that have none."""
        grids = [record.grid for _, record in placed if record.grid]
        known = iter(self._answers.many(grids, CLASSIC)) if in_bulk and grids else repeat(None)
        for place, record in placed:
            if record.grid:
                yield record, Answer("", next(known) or self._by_verb(place, record.grid))
            elif record.error:
                self.report.wrong_puzzle(record.error)
                yield record, Answer("") if record.text else None  # a text that ends early has none

    def _by_verb(self, place: str, grid: Grid) -> str | None:
        try:
            return self._answers.one(grid)
        except LowbitError as error:
            self.report.wrong_puzzle(f"{place}: {error}")
            return None

    def plan(self) -> TextPlan:
        """Return the plan by which kernels answer a text."""
        from lowbit.batch.fill import find_smallest
        from lowbit.batch.text_plan import TextPlan  # loads Numba

        return TextPlan(find_smallest, SOLVED, keeps_text=False, n_named=N_NAMED)

    def count(self, piece: Piece) -> None:
        """Record the answers in a piece of text: a judge wants no summary."""

    def _new_writer(self, stream: TextIO) -> Writer:
        def write(answered: Iterable[AnsweredRecord]) -> None:
            for _, answer in answered:
                if answer:
                    stream.write("\n" if answer.result is None else str(answer.result))

        return write
