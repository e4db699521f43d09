"""Transformations: puzzles turned into other puzzles, by a verb or by a kernel.

For commands whose answer to a puzzle is a puzzle. Both ways give the same answer. Random choices
depend on the number of the puzzle, which is that of its line, and so neither on threads nor on how
the text arrives.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from lowbit.cli.io.writers import Answer
from lowbit.cli.run import answerer
from lowbit.cli.run.answerer import answered_by_board, on_board
from lowbit.cli.run.report import N_NAMED
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.puzzles import as_puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lowbit.batch.fill import Change
    from lowbit.batch.text_piece import Piece
    from lowbit.batch.text_plan import RowText, TextPlan
    from lowbit.cli.io.writers import AnsweredRecord
    from lowbit.cli.run.answerer import PlacedRecord
    from lowbit.cli.run.report import Report
    from lowbit.formats import Record
    from lowbit.geometry import Geometry

    Numbered = tuple[Any, int]
    """A Grid or a Puzzle, and its number in the run."""


NONE_ALONE: Final = -1
ALL_ALONE: Final = sys.maxsize


@dataclass(frozen=True, slots=True)
class Transformation:
    """A command's transformation of puzzles.

    Parameters
    ----------
    word : str
        The word that the summary counts where it is done.
    change_one : callable
        Given a puzzle and its number, returns the answers to it, `times` of them.
    load_many : callable
        Returns the function that changes many puzzles on a board; called only where needed, since
        it loads Numba.
    times : int, default 1
        The number of answers to each puzzle.
    few : int, optional
        The number of answers to give one by one before `load_many` is called; as many as by
        other commands if None, and none if `NONE_ALONE`.
    keeps_text : bool, default True
        Whether comments, remarks and unreadable lines are kept.
    column : str, optional
        The name of the result in a column or a key; `word` by default.
    """

    word: str
    change_one: Callable[[Any, int], Iterable[Answer]]
    load_many: Callable[[Geometry], Change]
    times: int = 1
    few: int | None = None
    keeps_text: bool = True
    column: str = ""


FEW = 300
"""The number of puzzles to change one by one before loading the kernels, which takes about as
long."""

WEIGHT_ON_BOARDS = 30
"""The classic puzzles that one of another board counts for: it takes 12 ms with diagonals."""


class TransformationAnswerer:
    """Changes the puzzles of a run.

    Parameters
    ----------
    changing : Transformation
        The transformation of each.
    report : Report
        The report, which counts answers and prints errors.
    threads : int, optional
        The number to use where there are many puzzles.
    """

    gives_reasons = False
    """Puzzles that cannot be changed are always answered alone, with a reason."""

    header_may_come = True

    def __init__(
        self, changing: Transformation, report: Report, threads: int | None = None
    ) -> None:
        self.report = report
        self.threads = threads
        self.offset = 0
        self.board = CLASSIC
        self.rows: RowText | None = None
        self._changing = changing
        self._n_left = FEW if changing.few is None else changing.few

    def goes_in_bulk(self, n_more: int) -> bool:
        """Record more puzzles, and return whether they should go to the kernel."""
        weight = 1 if self.board.is_classic else WEIGHT_ON_BOARDS
        self._n_left -= n_more * self._changing.times * weight
        return self._can_batch()

    def answered(
        self, placed: Sequence[PlacedRecord], *, in_bulk: bool
    ) -> Iterator[AnsweredRecord]:
        """Yield records with their answers, each record once for each of its answers."""
        times = self._changing.times
        repeated = [entry for entry in placed for _ in range(times if entry[1].puzzle else 1)]
        numbered = [
            (record.puzzle, self.offset + record.line - 1) for _, record in placed if record.puzzle
        ]
        in_bulk = in_bulk or self._can_batch()  # the last line, which no line feed ends, is not
        answers = (
            answered_by_board(numbered, lambda one: one[0].geometry, self._by_kernel, times)
            if in_bulk
            else self._by_verb(numbered)
        )
        reported = answerer.reported(repeated, lambda _grid: next(answers), self.report)
        return ((record, _with_board(record, answer)) for record, answer in reported)

    def plan(self) -> TextPlan:
        """Return the plan by which kernels answer a text."""
        from lowbit.batch.fill import changing
        from lowbit.batch.text_plan import TextPlan  # loads Numba

        refusal = answerer.REASON if self._changing.keeps_text else answerer.OMITTED
        return TextPlan(
            changing(self._changing.load_many(CLASSIC)),
            {
                Status.SOLVABLE: ("solution", self._changing.word if self.rows else ""),
                Status.INVALID: refusal,
            },
            keeps_text=self._changing.keeps_text,
            times=self._changing.times,
            offset=self.offset,
            n_named=N_NAMED,
            rows=self.rows,
        )

    def count(self, piece: Piece) -> None:
        """Record the answers in a piece of text."""
        self.report.count_many(self._changing.word, sum(piece.statuses), is_good=True)

    def _can_batch(self) -> bool:
        return self._n_left < 0

    def _by_verb(self, numbered: Iterable[Numbered]) -> Iterator[Answer]:
        for puzzle, number in numbered:
            for answer in self._changing.change_one(puzzle, number):
                yield _in_symbols_of(puzzle.geometry, answer)

    def _by_kernel(self, board: Geometry, puzzles: Sequence[Numbered]) -> Iterator[Answer]:
        for portion in answerer.portions(puzzles, board):
            yield from self._of_batch(board, portion)

    def _of_batch(self, board: Geometry, numbered: Sequence[Numbered]) -> Iterator[Answer]:
        """Change puzzles of givens all at once, and the others one by one."""
        import numpy as np  # only where there are many

        plain = [(grid, number) for grid, number in numbered if _is_plain(grid)]
        digits = np.array([list(grid.givens) for grid, _ in plain], np.uint8)
        numbers = np.array([number for _, number in plain], np.int64)
        change = self._changing.load_many(CLASSIC if board.is_classic else board)
        n_cells = board.n_cells
        new, done = change(digits.reshape(-1, n_cells), numbers, Limits(threads=self.threads))
        copies = new.reshape(len(plain), self._changing.times, n_cells)
        rows = iter(zip(copies.tolist(), done, strict=True))
        for grid, number in numbered:
            changed, is_done = next(rows) if _is_plain(grid) else ((), False)
            if is_done:
                for row in changed:
                    yield Answer(self._changing.word, Grid(row, grid.geometry))
            else:
                yield from self._changing.change_one(grid, number)


def _with_board(record: Record, answer: Answer | None) -> Answer | None:
    """Return an answer that says its board if the text of the puzzle did."""
    if record.puzzle_text and answer and isinstance(answer.result, Grid):
        return replace(answer, result=as_puzzle(answer.result))
    return answer


def _in_symbols_of(board: Geometry, answer: Answer) -> Answer:
    result = answer.result
    return replace(answer, result=on_board(board, result)) if isinstance(result, Grid) else answer


def _is_plain(puzzle: Any) -> bool:  # noqa: ANN401 - a Grid or a Puzzle
    """Whether a puzzle is one of givens alone, as the kernels take it."""
    return isinstance(puzzle, Grid) and not puzzle.is_restricted
