"""Traces of the puzzles of a run, those that have arrived side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.cli.io.writers import Answer
from lowbit.cli.run.answerer import reported
from lowbit.cli.run.ratings import REASONS, in_blocks
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.status import Status
from lowbit.verbs.trace.replaying import CLASSIC_ALONE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TextIO

    from lowbit.batch.text_piece import Piece
    from lowbit.batch.text_plan import RowText, TextPlan
    from lowbit.cli.io.writers import AnsweredRecord, Writer
    from lowbit.cli.run.answerer import PlacedRecord
    from lowbit.cli.run.report import Report
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.trace.many import Kind
    from lowbit.verbs.trace.results import TraceBatch


class TraceAnswerer:
    """Traces the puzzles of a run.

    Parameters
    ----------
    kind : {'steps', 'search'}
        What to record.
    limits : Limits
        The limits of each puzzle, and the threads.
    report : Report
        The report, which counts answers and prints errors.
    """

    header_may_come = True
    gives_reasons = True

    def __init__(self, kind: Kind, limits: Limits, report: Report) -> None:
        self.report = report
        self.threads = limits.threads
        self.offset = 0  # no trace depends on it
        self.board = CLASSIC
        self.rows: RowText | None = None
        self._kind = kind
        self._limits = limits

    def goes_in_bulk(self, n_more: int) -> bool:  # noqa: ARG002 - as the protocol has it
        """Return False: no trace fits into the place of a solution."""
        return False

    def answered(
        self, placed: Sequence[PlacedRecord], *, in_bulk: bool
    ) -> Iterator[AnsweredRecord]:
        """Yield records with their answers."""
        del in_bulk
        answers = self._answers([record.puzzle for _, record in placed if record.puzzle])
        return reported(placed, lambda _puzzle: next(answers), self.report)

    def plan(self) -> TextPlan:
        """Raise AssertionError: nothing goes in bulk."""
        raise AssertionError("traces are no text of kernels")

    def count(self, piece: Piece) -> None:  # noqa: ARG002 - as the protocol has it
        """Raise AssertionError, likewise."""
        raise AssertionError("traces are no text of kernels")

    def _answers(self, puzzles: Sequence[Grid | Puzzle]) -> Iterator[Answer]:
        from lowbit.batch.kinds import batch_of  # loads Numba
        from lowbit.verbs.trace.many import trace_batch

        for block in in_blocks(puzzles):
            plain = batch_of([puzzle for puzzle in block if _is_plain(puzzle)])
            traces = _of_batch(trace_batch(plain, self._kind, self._limits))  # type: ignore[arg-type] # so they are
            for puzzle in block:
                yield next(traces) if _is_plain(puzzle) else _refusal()


def tabbed_writer(stream: TextIO) -> Writer:
    """Write one line for each puzzle: its steps, with tabs between them, or its status."""

    def write(answered: Iterable[AnsweredRecord]) -> None:
        for _, answer in answered:
            if answer:
                text = answer.result if isinstance(answer.result, str) else answer.status
                print(text.replace("\n", "\t"), file=stream)

    return write


def _is_plain(puzzle: Grid | Puzzle) -> bool:
    return isinstance(puzzle, Grid) and puzzle.geometry.is_classic and not puzzle.is_restricted


def _refusal() -> Answer:
    return Answer(Status.INVALID.word, is_good=False, reason=CLASSIC_ALONE)


def _of_batch(batch: TraceBatch) -> Iterator[Answer]:
    for code, text in zip(batch.status.tolist(), batch.to_strings(), strict=True):
        status = Status(code)
        if status is Status.UNIQUE:
            yield Answer(status.word, text)
        else:
            yield Answer(status.word, None, is_good=False, reason=REASONS.get(status, ""))
