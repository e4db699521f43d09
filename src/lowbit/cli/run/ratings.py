"""Ratings of the puzzles of a run, one by one or side by side."""

from __future__ import annotations

from functools import partial
from itertools import groupby, islice
from typing import TYPE_CHECKING

from lowbit.cli.io.writers import Answer
from lowbit.cli.run.answerer import WORD, reported
from lowbit.cli.run.report import N_NAMED, VERBOSE
from lowbit.errors import GridError
from lowbit.geometry import CLASSIC
from lowbit.kernels.at_hand import are_at_hand
from lowbit.status import Status
from lowbit.verbs.puzzles import grid_of, is_variant
from lowbit.verbs.rate.handover import KERNELS_OF
from lowbit.verbs.rate.one import rate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.batch.text_piece import Piece
    from lowbit.batch.text_plan import RowText, TextPlan
    from lowbit.cli.io.writers import AnsweredRecord
    from lowbit.cli.run.answerer import PlacedRecord
    from lowbit.cli.run.report import Report
    from lowbit.geometry import Geometry
    from lowbit.grid import Grid
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.rate.measures import Selection
    from lowbit.verbs.rate.one import Rating

BYTES_AT_A_TIME = 1 << 16
"""The bytes of text that a thread rates before their ratings are written: some 800 lines."""

FIRST, MOST = 16, 1024
"""Puzzles that are answered side by side before the answers are written: few at first, so that
output begins soon, then more, since all CPUs but one wait for the last puzzle of a block."""

REASONS = {
    Status.NONE: "the puzzle has no solution",
    Status.SEVERAL: "the puzzle has more than one solution",
    Status.LIMIT_REACHED: "a limit ended it before all was known",
}


class RatingAnswerer:
    """Rates the puzzles of a run.

    Parameters
    ----------
    selection : Selection
        The ratings that are measured.
    constrained : Selection or GridError
        The ratings of puzzles with constraints, or the reason why there are none.
    limits : Limits
        The limits of each puzzle.
    report : Report
        The report, which counts answers and prints errors.
    """

    header_may_come = True

    def __init__(
        self,
        selection: Selection,
        constrained: Selection | GridError,
        limits: Limits,
        report: Report,
    ) -> None:
        self.report = report
        self.threads = limits.threads
        self.offset = 0  # no answer depends on it
        self.board = CLASSIC
        self.rows: RowText | None = None  # which hold other fields
        self.gives_reasons = report.verbosity >= VERBOSE or bool(selection.measures)
        self._selection = selection
        self._constrained = constrained
        self._limits = limits

    def goes_in_bulk(self, n_more: int) -> bool:
        """Whether there are several puzzles, and kernels that need not be compiled first."""
        return n_more > 1 and all(are_at_hand(KERNELS_OF[book]) for book in self._selection.rules)

    def answered(
        self, placed: Sequence[PlacedRecord], *, in_bulk: bool
    ) -> Iterator[AnsweredRecord]:
        """Yield records with their answers, each as soon as it is there."""
        del in_bulk  # several are always rated side by side
        puzzles = [record.puzzle for _, record in placed if record.puzzle]
        several = len(puzzles) > 1
        answers = self._side_by_side(puzzles) if several else map(self._alone, puzzles)
        return reported(placed, lambda _puzzle: next(answers), self.report)

    def plan(self) -> TextPlan:
        """Return the plan by which kernels answer a text."""
        from lowbit.batch.text_plan import TextPlan  # loads Numba
        from lowbit.verbs.rate.texts import write_ratings

        return TextPlan(
            partial(write_ratings, self._selection, self._limits),
            {status: ("", status.word) for status in REASONS}
            | {Status.UNIQUE: ("text", ""), Status.INVALID: WORD},
            keeps_text=False,
            n_named=N_NAMED,
            block=BYTES_AT_A_TIME,
        )

    def count(self, piece: Piece) -> None:
        """Record the answers in a piece of text."""
        for status, number in zip(Status, piece.statuses, strict=True):
            if number:
                is_good = status is Status.UNIQUE
                self.report.count_many(status.word, number, is_good=is_good)

    def _alone(self, puzzle: Grid | Puzzle) -> Answer:
        selection = self._selection_for(_kind(puzzle))
        try:
            if isinstance(selection, GridError):
                raise selection
            rating = rate(
                puzzle,
                rules=selection.rules,
                measures=selection.measures,
                **self._limits.of_search,
            )
        except GridError as error:
            return Answer(Status.INVALID.word, is_good=False, reason=str(error))
        return _answer(rating)

    def _selection_for(self, kind: tuple[Geometry, bool]) -> Selection | GridError:
        """Return the ratings that are measured of puzzles: no rules where the user named none."""
        board, has_constraints = kind
        if has_constraints:
            return self._constrained
        names_rules = isinstance(self._constrained, GridError)
        return (
            self._selection if names_rules or self._selection.is_for(board) else self._constrained
        )

    def _side_by_side(self, puzzles: Iterable[Grid | Puzzle]) -> Iterator[Answer]:
        for block in in_blocks(puzzles):
            for kind, alike in groupby(block, key=_kind):
                board, has_constraints = kind
                selection = self._selection_for(kind)
                if isinstance(selection, GridError) or not selection.is_for(board):
                    yield from map(self._alone, alike)
                elif has_constraints:
                    yield from self._with_constraints(list(alike), selection)
                else:
                    yield from self._on_board(list(alike), board, selection)

    def _on_board(
        self, grids: list[Grid | Puzzle], board: Geometry, selection: Selection
    ) -> Iterator[Answer]:
        from lowbit.batch.kinds import batch_of  # loads Numba
        from lowbit.verbs.rate.many import rate_grids

        batch = batch_of(list(map(grid_of, grids)), board)
        return map(_answer, rate_grids(batch, selection, self._limits))  # type: ignore[arg-type] # no constraints

    def _with_constraints(
        self, puzzles: list[Grid | Puzzle], selection: Selection
    ) -> Iterator[Answer]:
        from lowbit.batch.variants import read_variants
        from lowbit.verbs.rate.many import rate_variants

        return map(_answer, rate_variants(read_variants(puzzles), selection, self._limits))


def _kind(puzzle: Grid | Puzzle) -> tuple[Geometry, bool]:
    """Return the board and whether there are constraints: puzzles rated together share both."""
    return puzzle.geometry, is_variant(puzzle)


def in_blocks(puzzles: Iterable[Grid | Puzzle]) -> Iterator[list[Grid | Puzzle]]:
    """Yield puzzles, more and more at a time."""
    rest, size = iter(puzzles), FIRST
    while block := list(islice(rest, size)):
        yield block
        size = min(2 * size, MOST)


def _answer(rating: Rating) -> Answer:
    is_good = rating.status is Status.UNIQUE
    result = str(rating) if is_good else None
    reason = rating.reason or REASONS.get(rating.status, "")
    return Answer(rating.status.word, result, is_good, reason, rated=rating)
