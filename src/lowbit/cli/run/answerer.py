"""Answerers of the puzzles of a run: a verb answers one puzzle, the lane engine many.

Both ways give the same answer; `kernels_pay` decides when loading the lane engine pays. A limit of
nodes is the exception, since the engines do not visit the same ones: then, as for statistics, the
lane engine answers from the first puzzle on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from lowbit.cli.io.writers import Answer
from lowbit.cli.run.report import N_NAMED
from lowbit.errors import LimitReachedError
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.solve.handover import kernels_pay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lowbit.batch.result import PuzzleResult
    from lowbit.batch.text_piece import Piece
    from lowbit.batch.text_plan import AnswerKind, RowText, TextPlan
    from lowbit.cli.io.writers import AnsweredRecord
    from lowbit.cli.run.question import Question
    from lowbit.cli.run.report import Report
    from lowbit.formats import Record
    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle

    PlacedRecord = tuple[str, Record]
    """A record, and the name of its place in messages."""

Item = TypeVar("Item")

INVALID = Answer(Status.INVALID.word, is_good=False)
"""The answer to an unreadable puzzle; the record has the reason."""

WORD: tuple[AnswerKind, str] = ("", INVALID.status)
REASON: tuple[AnswerKind, str] = ("reason", "")
OMITTED: tuple[AnswerKind, str] = ("omitted", "")
"""The text for it from the writer of words, of lines, and of bare grids, in this order."""


MANY_DIGITS: Final = 16
"""Boards with more are large."""

PORTION_OF_LARGE: Final = 32
"""Puzzles of large boards that are answered together: one can take longer than all others, and
answers before it should not wait for long."""


def portions(items: Sequence[Item], board: Geometry) -> Iterator[Sequence[Item]]:
    """Yield the puzzles of a board that have arrived, in parts that are answered together."""
    is_large = board.size > MANY_DIGITS
    n = PORTION_OF_LARGE if is_large else max(1, len(items))
    return (items[at : at + n] for at in range(0, len(items), n))


def answered_by_board(
    puzzles: Sequence[Item],
    board_of: Callable[[Item], Geometry],
    answers_on: Callable[[Geometry, list[Item]], Iterator[Answer]],
    times: int = 1,
) -> Iterator[Answer]:
    """Yield the answers to puzzles in their order, though those on one board are answered together.

    Parameters
    ----------
    puzzles : sequence
        Puzzles of any kind.
    board_of : callable
        Returns the board of one.
    answers_on : callable
        Yields the answers to puzzles on a board.
    times : int, default 1
        The number of answers to each puzzle.
    """
    boards = [*map(board_of, puzzles)]
    alike: dict[Geometry, list[Item]] = {}
    for board, puzzle in zip(boards, puzzles, strict=True):
        alike.setdefault(board, []).append(puzzle)
    answers = {board: answers_on(board, group) for board, group in alike.items()}
    for board in boards:
        for _ in range(times):
            yield next(answers[board])


def reported(
    placed: Iterable[PlacedRecord], answer_to: Callable[[Any], Answer], report: Report
) -> Iterator[AnsweredRecord]:
    """Yield records with their answers, and report on them.

    Parameters
    ----------
    placed : iterable of PlacedRecord
        The records.
    answer_to : callable
        Answers a puzzle; it is asked when it is that record's turn.
    report : Report
        The report, which counts answers and prints errors.
    """
    for place, record in placed:
        if record.error:
            report.wrong_puzzle(record.error)
            answer = INVALID
        elif record.puzzle:
            answer = answer_to(record.puzzle)
            if answer.status == INVALID.status and answer.reason:
                report.wrong_puzzle(f"{place}: {answer.reason}")
            else:
                report.detail(place, answer.reason)
            report.note(place, answer.note)
            report.note(place, record.left_out)
            if answer.error:
                report.error(f"{place}: {answer.error}")
        else:
            yield record, None
            continue
        report.count(answer)
        yield record, answer
        if answer.ended_by:
            raise answer.ended_by


class Answerer(Protocol):
    """Answers the puzzles of a run.

    Attributes
    ----------
    report : Report
        The report, which counts answers and prints errors.
    gives_reasons : bool
        Whether each puzzle is to be answered alone, since only such answers have reasons.
    header_may_come : bool
        Whether the first line of a text may be the header of a table.
    threads : int or None
        The number to use where there are many puzzles.
    offset : int
        The number in the run of the puzzle on line 0; each further line adds 1.
    board : Geometry
        The board of the puzzles that are answered next, or of the first of them.
    rows : RowText or None
        The text around puzzles and answers, where rows of both are written.
    """

    report: Report
    gives_reasons: bool
    header_may_come: bool
    threads: int | None
    offset: int
    board: Geometry
    rows: RowText | None

    def goes_in_bulk(self, n_more: int) -> bool:
        """Whether more puzzles should go to the kernels."""

    def answered(
        self, placed: Sequence[PlacedRecord], *, in_bulk: bool
    ) -> Iterator[AnsweredRecord]:
        """Yield records with their answers."""

    def plan(self) -> TextPlan:
        """Return the plan by which kernels answer a text."""

    def count(self, piece: Piece) -> None:
        """Record the answers in a piece of text."""


class QuestionAnswerer:
    """Answers a question about the puzzles of a run.

    Parameters
    ----------
    question : Question
        The question about each.
    limits : Limits
        The limits of each search.
    report : Report
        The report, which counts answers and prints errors.
    gives_reasons : bool
        Whether the reasons of answers are wanted.
    """

    header_may_come = True

    def __init__(
        self, question: Question, limits: Limits, report: Report, *, gives_reasons: bool
    ) -> None:
        counts_nodes = limits.max_nodes is not None and question.max_nodes is None
        self._question = question
        self._limits = limits
        self.report = report
        self.threads = limits.threads
        self.offset = 0  # no answer depends on it
        self.board = CLASSIC
        self.rows: RowText | None = None
        self._max_nodes = limits.max_nodes if counts_nodes else question.max_nodes
        self._can_batch = limits.time_limit is None
        self.gives_reasons = gives_reasons
        self._always_batches = counts_nodes or report.stats

    def goes_in_bulk(self, n_more: int) -> bool:
        """Whether more puzzles should go to the lane engine."""
        pays = self._always_batches or kernels_pay(n_more, self.board)
        return self._can_batch and pays

    def answered(
        self, placed: Sequence[PlacedRecord], *, in_bulk: bool
    ) -> Iterator[AnsweredRecord]:
        """Yield records with their answers."""
        puzzles = [record.puzzle for _, record in placed if record.puzzle]
        if any(record.variant for _, record in placed):
            answers = self._with_constraints(puzzles)
        elif in_bulk and puzzles:
            answers = answered_by_board(puzzles, lambda puzzle: puzzle.geometry, self._by_engine)
        else:
            answers = map(self._by_verb, puzzles)
        return reported(placed, lambda _puzzle: next(answers), self.report)

    def plan(self) -> TextPlan:
        """Return the plan by which kernels answer a text."""
        from lowbit.batch.text_plan import TextPlan  # loads Numba
        from lowbit.batch.text_search import searching

        answers = self._question.answers.items()
        refusal = {Status.INVALID: REASON if self._question.keeps_text else WORD}
        return TextPlan(
            searching(self._question.limit, self._max_nodes),
            {
                status: (found.shown, found.word)
                for status, found in answers
                if not (self.rows and found.has_reason)
            }
            | refusal,
            keeps_text=self._question.keeps_text,
            n_named=N_NAMED,
            rows=self.rows,
        )

    def count(self, piece: Piece) -> None:
        """Record the answers in a piece of text."""
        answers = self._question.answers
        for status, number in zip(Status, piece.statuses, strict=True):
            if number:
                found = answers[status]
                self.report.count_many(found.word, number, is_good=found.is_good)
        self.report.searched.add(sum(piece.statuses), piece.n_plain, piece.n_guesses)

    def _with_constraints(self, puzzles: Sequence[Grid | Puzzle]) -> Iterator[Answer]:
        """Answer puzzles some of which have constraints, each as soon as it is known."""
        if len(puzzles) == 1 or not self._can_batch or self._question.max_nodes is not None:
            return map(self._by_verb, puzzles)
        from lowbit.verbs.solve.variants_many import results_of  # loads NumPy

        limits = Limits(self._max_nodes, threads=self.threads)
        results = results_of(puzzles, limits, self._question.limit)
        return map(self._counted, puzzles, results)

    def _counted(self, puzzle: Grid | Puzzle, result: PuzzleResult) -> Answer:
        self.report.searched.add(1, int(result.guesses == 0), result.guesses)
        return self._of_result(puzzle, result)

    def _by_verb(self, puzzle: Grid | Puzzle) -> Answer:
        try:
            return self._question.answer_one(puzzle, self._limits)
        except LimitReachedError as error:
            return self._limit_reached(error)

    def _limit_reached(self, error: LimitReachedError) -> Answer:
        """Return the answer to a puzzle whose search a limit ended."""
        outcome = self._question.answers.get(Status.LIMIT_REACHED)
        known = f"at least {error.n_found}" if outcome and outcome.shown == "least" else ""
        word = Status.LIMIT_REACHED.word
        return Answer(word, is_good=False, reason=str(error), known=known)

    def _by_engine(self, board: Geometry, puzzles: Sequence[Grid | Puzzle]) -> Iterator[Answer]:
        for portion in portions(puzzles, board):
            yield from self._of_batch(board, portion)

    def _of_batch(self, board: Geometry, asked: Sequence[Grid | Puzzle]) -> Iterator[Answer]:
        from lowbit.verbs.solve.many import solve_many  # loads Numba

        grids = asked
        if board.is_classic and board != CLASSIC:  # the kernels know it in digits alone
            grids = [Grid(one, CLASSIC) if isinstance(one, Grid) else one for one in asked]
        results = solve_many(
            grids,
            geometry=None if board.is_classic else board,
            limit=self._question.limit,
            max_nodes=self._max_nodes,
            threads=self.threads,
        )
        guesses = results.guesses
        self.report.searched.add(len(grids), int((guesses == 0).sum()), int(guesses.sum()))
        return map(self._of_result, asked, results)

    def _of_result(self, puzzle: Grid | Puzzle, result: PuzzleResult) -> Answer:
        """Return the answer that one puzzle alone would get."""
        outcome = self._question.answers.get(result.status)
        if outcome is None:
            return self._question.answer_one(puzzle)
        if result.status is Status.LIMIT_REACHED and outcome.has_reason:
            reason = "the node limit ended the search"
            return self._limit_reached(LimitReachedError(reason, result.nodes, result.n_solutions))
        if outcome.has_reason and self.gives_reasons:
            return self._question.answer_one(puzzle)
        shown: dict[AnswerKind, Grid | int | None] = {
            "solution": result.solution and on_board(puzzle.geometry, result.solution),
            "number": result.n_solutions,
        }
        return Answer(outcome.word, shown.get(outcome.shown), is_good=outcome.is_good)


def on_board(board: Geometry, solution: Grid) -> Grid:
    """Return a solution in the symbols of its puzzle."""
    return solution if solution.geometry == board else Grid(solution, board)
