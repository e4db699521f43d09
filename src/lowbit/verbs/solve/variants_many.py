"""The solutions of a batch of puzzles with constraints, and how any verb works through one."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import numpy as np

from lowbit.arguments import deadline_after, integer_or_none, seconds_left
from lowbit.batch.ordered import in_order
from lowbit.batch.result import BatchResult, PuzzleResult
from lowbit.batch.variants import largest_of, read_variants
from lowbit.errors import InputError, LimitReachedError
from lowbit.grid import Grid
from lowbit.kernels.core.threads import n_cpus
from lowbit.kernels.variants.interrupts import LOOK_UP, until
from lowbit.kernels.variants.many import (
    EncodedPuzzle,
    VariantLimits,
    VariantOutcome,
    search_many,
    search_texts,
)
from lowbit.kernels.variants.programs.encoding import encoded_puzzle
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.solve.extra_houses import grid_with_houses, search_grids
from lowbit.verbs.solve.variants import VariantBlocks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from lowbit.batch.ordered import IsOver
    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.batch.variants import VariantBatch
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.kernels.core.threads import Progress
    from lowbit.puzzle import Puzzle

Answer = TypeVar("Answer")

MOST_AT_ONCE: Final = 128
"""The most puzzles that are handed to a kernel at a time."""

MOST_WORDS_AT_ONCE: Final = 1 << 20
"""The words of encoded puzzles after which no more are laid out before these are searched."""

TURNS: Final = 4
"""The shares that each thread is handed of a few puzzles: some take much longer than others."""


class BatchBudget(NamedTuple):
    """The limits of a batch.

    Attributes
    ----------
    max_nodes : int or None
        For each puzzle.
    time_limit : float or None
        Seconds for all puzzles.
    threads : int or None
        How many puzzles to work on at a time.
    progress : callable, optional
        Called with how many puzzles were answered and how many there are.
    """

    max_nodes: int | None
    time_limit: float | None
    threads: int | None
    progress: Progress | None = None


class SearchOutcome(NamedTuple):
    """The result of the search of one puzzle."""

    status: Status
    n_solutions: int = 0
    first: NDArray[np.uint8] | None = None
    nodes: int = 0


def solve_variants(
    puzzles: PuzzlesLike | VariantBatch,
    geometry: BoardLike | None,
    budget: BatchBudget,
    *,
    limit: int | None = 2,
    smallest: bool = False,
) -> BatchResult:
    """Solve many puzzles with constraints, see `lowbit.solve_many`.

    With `smallest`, the smallest solution takes the place of the first.
    """
    batch = read_variants(puzzles, geometry, leave_texts=True)
    deadline = deadline_after(budget.time_limit)
    found = list(outcomes_of(batch, integer_or_none("limit", limit, 1), budget))
    if smallest:
        left = budget._replace(time_limit=seconds_left(deadline), progress=None)
        found = _with_smallest(batch, found, left)
    nodes = np.array([each.nodes for each in found], np.int64)
    boards = batch.boards
    largest = largest_of(boards)
    return BatchResult(
        np.array([each.status for each in found], np.uint8),
        np.array([each.n_solutions for each in found], np.int64),
        batch.stacked([each.first for each in found], largest),
        nodes,
        nodes // 2,  # a guess puts off two nodes
        reasons=batch.reasons,
        geometry=largest,
        boards=boards,
    )


def results_of(
    puzzles: PuzzlesLike, limit: int | None, max_nodes: int | None, threads: int | None
) -> Iterator[PuzzleResult]:
    """Yield the result of each puzzle, as in `lowbit.solve_many`, as soon as it is known."""
    batch = read_variants(puzzles, leave_texts=True)
    found = outcomes_of(batch, limit, BatchBudget(max_nodes, None, threads))
    for row, (status, number, first, nodes) in enumerate(found):
        solution = None if first is None else Grid(first.tolist(), batch.board(row))
        yield PuzzleResult(status, number, solution, nodes, nodes // 2)


def answers_to(
    batch: VariantBatch, work: Callable[[Puzzle, float | None], Answer], budget: BatchBudget
) -> Iterator[Answer | None]:
    """Yield the answer of `work` to each puzzle and the seconds left, in order.

    None stands for an item that is not a puzzle. Several threads work; an exception in one of them,
    or Ctrl-C in this one, ends the searches of all.
    """
    return answers_by_row(batch, lambda _row, puzzle, left: work(puzzle, left), budget)


def answers_by_row(
    batch: VariantBatch, work: Callable[[int, Puzzle, float | None], Answer], budget: BatchBudget
) -> Iterator[Answer | None]:
    """Do the same, where `work` receives the number of the row, too."""
    deadline = deadline_after(budget.time_limit)
    threads = integer_or_none("threads", budget.threads, 1)
    total = len(batch.items)

    def answer(row: int, look_up: Progress) -> Answer | None:
        LOOK_UP.set(lambda: look_up(0, 0))
        item = batch.item(row)
        return None if isinstance(item, InputError) else work(row, item, seconds_left(deadline))

    for number, each in enumerate(in_order(answer, range(total), threads, _is_over()), 1):
        yield each
        if budget.progress:
            budget.progress(number, total)


def _is_over() -> IsOver:
    """Return a function that tells whether whoever waits for this batch wants no more of it."""
    look_up = LOOK_UP.get()
    return lambda: bool(look_up())


def outcomes_of(
    batch: VariantBatch, limit: int | None, budget: BatchBudget
) -> Iterator[SearchOutcome]:
    """Yield the outcome of a search of each puzzle for at most `limit` solutions, in order."""
    deadline = deadline_after(budget.time_limit)
    max_nodes = integer_or_none("max_nodes", budget.max_nodes, 0)
    threads = integer_or_none("threads", budget.threads, 1) or n_cpus()
    total, done = len(batch.items), 0
    width = max(1, min(MOST_AT_ONCE, total // (TURNS * threads) if threads > 1 else total))

    def search(first: int, look_up: Progress) -> list[SearchOutcome]:
        LOOK_UP.set(lambda: look_up(0, 0))
        rows = range(first, min(first + width, total))
        found = dict.fromkeys(rows, SearchOutcome(Status.INVALID))
        for row, outcome in _searched(batch, rows, limit, max_nodes, deadline):
            found[row] = _as_verbs_say(outcome, limit)
        return list(found.values())

    for outcomes in in_order(search, range(0, total, width), threads, _is_over()):
        for each in outcomes:
            yield each
            done += 1
            if budget.progress:
                budget.progress(done, total)


def _searched(
    batch: VariantBatch,
    rows: Sequence[int],
    limit: int | None,
    max_nodes: int | None,
    deadline: float,
) -> Iterator[tuple[int, VariantOutcome]]:
    """Yield the outcomes: first of texts that a kernel reads together, then of the others."""
    texts = {row: item for row in rows if isinstance(item := batch.items[row], str)}
    limits = VariantLimits(limit, max_nodes, seconds_left(deadline))
    done = search_texts(list(texts.values()), limits) if texts else {}
    of_texts = dict(zip(texts, map(done.get, range(len(texts))), strict=True))
    puzzles: dict[int, Puzzle] = {}
    grids: dict[int, Grid] = {}  # of those whose constraints are all houses
    for row in rows:
        outcome = of_texts.get(row)
        if outcome is not None and not outcome.is_left:
            yield row, outcome
            continue
        LOOK_UP.get()()  # to read a text may take long
        if not isinstance(puzzle := batch.item(row), InputError):
            grid = grid_with_houses(puzzle)
            if grid is not None:
                grids[row] = grid
            if outcome is None or grid is None:  # what says nothing at all has no houses, either
                puzzles[row] = puzzle
    for row, outcome in _by_constraints(puzzles, grids, limits, deadline):
        if not outcome.is_left:
            grids.pop(row, None)
            yield row, outcome
    yield from _by_lanes(grids, limits, deadline)


def _by_constraints(
    puzzles: dict[int, Puzzle],
    grids: dict[int, Grid],
    limits: VariantLimits,
    deadline: float,
) -> Iterator[tuple[int, VariantOutcome]]:
    """Yield the outcomes of the engine for constraints; the lanes may go on with the grids."""
    encoded: dict[int, EncodedPuzzle] = {}
    n_words = 0
    for row, puzzle in puzzles.items():
        board = puzzle.geometry
        try:
            with until(deadline):
                words = encoded_puzzle(board, puzzle.constraints)
        except LimitReachedError:
            nothing = np.zeros(board.n_cells, np.uint8)
            yield row, VariantOutcome(is_over=False, n_solutions=0, nodes=0, first=nothing)
            continue
        encoded[row] = EncodedPuzzle(board, puzzle.grid.allowed, words, row in grids)
        n_words += len(words)
        if n_words > MOST_WORDS_AT_ONCE:
            yield from _search_encoded(encoded, limits, deadline)
            encoded, n_words = {}, 0
    yield from _search_encoded(encoded, limits, deadline)


def _search_encoded(
    encoded: dict[int, EncodedPuzzle], limits: VariantLimits, deadline: float
) -> Iterator[tuple[int, VariantOutcome]]:
    if encoded:
        left = limits._replace(seconds=seconds_left(deadline))
        yield from zip(encoded, search_many([*encoded.values()], left), strict=True)


def _by_lanes(
    grids: dict[int, Grid], limits: VariantLimits, deadline: float
) -> Iterator[tuple[int, VariantOutcome]]:
    """Yield the outcomes of the lane engine."""
    by_board: dict[Geometry, dict[int, tuple[int, ...]]] = {}
    for row, grid in grids.items():
        by_board.setdefault(grid.geometry, {})[row] = grid.allowed
    for board, masks in by_board.items():
        left = limits._replace(seconds=seconds_left(deadline))
        yield from zip(masks, search_grids(board, list(masks.values()), left), strict=True)


def _as_verbs_say(outcome: VariantOutcome, limit: int | None) -> SearchOutcome:
    """Return the outcome of a search for at most `limit` solutions, with its status."""
    is_over, number, nodes, first, _ = outcome
    number = number if limit is None else min(number, limit)
    status = _status(number, limit) if is_over else Status.LIMIT_REACHED
    return SearchOutcome(status, number, first if number else None, nodes)


def _with_smallest(
    batch: VariantBatch, found: list[SearchOutcome], budget: BatchBudget
) -> list[SearchOutcome]:
    """Return outcomes with the smallest solution where there are several."""

    def search(row: int, puzzle: Puzzle, time_limit: float | None) -> SearchOutcome:
        known = found[row]
        if known.status != Status.SEVERAL:
            return known
        blocks = VariantBlocks(puzzle, Limits.of(budget.max_nodes, time_limit), "digits")
        with suppress(LimitReachedError):
            first = next(blocks)[0]
            return known._replace(first=first, nodes=known.nodes + blocks.nodes)
        return known._replace(status=Status.LIMIT_REACHED, nodes=known.nodes + blocks.nodes)

    searched = answers_by_row(batch, search, budget)
    return [each or SearchOutcome(Status.INVALID) for each in searched]


def _status(number: int, limit: int | None) -> Status:
    """Return the status of a puzzle from how many solutions a search up to a limit found."""
    if number == 0:
        return Status.NONE
    if number == 1:
        return Status.SOLVABLE if limit == 1 else Status.UNIQUE
    return Status.SEVERAL
