"""The solutions of a batch of puzzles with constraints, and how any verb works through one."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from lowbit.arguments import deadline_after, integer_or_none, seconds_left
from lowbit.batch.ordered import in_order
from lowbit.batch.result import BatchResult, PuzzleResult
from lowbit.batch.variants import read_variants
from lowbit.errors import InputError, LimitReachedError
from lowbit.grid import Grid
from lowbit.kernels.variants.engine import LOOK_UP
from lowbit.status import Status
from lowbit.verbs.solve.variants import VariantBlocks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.batch.variants import VariantBatch
    from lowbit.geometry import BoardLike
    from lowbit.kernels.core.threads import Progress
    from lowbit.puzzle import Puzzle

Answer = TypeVar("Answer")


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
    """What a search found out about a puzzle."""

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
    limit = integer_or_none("limit", limit, 1)
    batch = read_variants(puzzles, geometry)
    search = partial(_smallest if smallest else _searched, limit, budget.max_nodes)
    found = [each or SearchOutcome(Status.INVALID) for each in answers_to(batch, search, budget)]
    nodes = np.array([each.nodes for each in found], np.int64)
    return BatchResult(
        np.array([each.status for each in found], np.uint8),
        np.array([each.n_solutions for each in found], np.int64),
        batch.stacked([each.first for each in found]),
        nodes,
        nodes // 2,  # a guess puts off two nodes
        reasons=batch.reasons,
        geometry=batch.largest,
        boards=batch.boards,
    )


def results_of(
    puzzles: PuzzlesLike, limit: int | None, max_nodes: int | None, threads: int | None
) -> Iterator[PuzzleResult]:
    """Yield the result of each puzzle, as in `lowbit.solve_many`, as soon as it is known."""
    batch = read_variants(puzzles)
    search = partial(_searched, limit, max_nodes)
    found = answers_to(batch, search, BatchBudget(max_nodes, None, threads))
    for board, each in zip(batch.boards, found, strict=True):
        status, number, first, nodes = each or SearchOutcome(Status.INVALID)
        solution = None if first is None else Grid(first.tolist(), board)
        yield PuzzleResult(status, number, solution, nodes, nodes // 2)


def answers_to(
    batch: VariantBatch, work: Callable[[Puzzle, float | None], Answer], budget: BatchBudget
) -> Iterator[Answer | None]:
    """Yield what `work` returns for each puzzle and the seconds left, in order.

    None stands for an item that is not a puzzle. Several threads work; an exception in one of them,
    or Ctrl-C in this one, ends the searches of all.
    """
    return answers_by_row(batch, lambda _row, puzzle, left: work(puzzle, left), budget)


def answers_by_row(
    batch: VariantBatch, work: Callable[[int, Puzzle, float | None], Answer], budget: BatchBudget
) -> Iterator[Answer | None]:
    """Do the same where `work` is told the row, too."""
    deadline = deadline_after(budget.time_limit)
    threads = integer_or_none("threads", budget.threads, 1)
    total = len(batch.items)

    def answer(row: int, look_up: Progress) -> Answer | None:
        LOOK_UP.set(lambda: look_up(0, 0))
        item = batch.items[row]
        return None if isinstance(item, InputError) else work(row, item, seconds_left(deadline))

    for number, each in enumerate(in_order(answer, range(total), threads), 1):
        yield each
        if budget.progress:
            budget.progress(number, total)


def _searched(
    limit: int | None,
    max_nodes: int | None,
    puzzle: Puzzle,
    time_limit: float | None,
) -> SearchOutcome:
    """Search a puzzle for at most `limit` solutions."""
    blocks = VariantBlocks(puzzle, max_nodes=max_nodes, time_limit=time_limit)
    first, number = None, 0
    try:
        while limit is None or number < limit:
            block = next(blocks, None)
            if block is None:
                break
            first = block[0] if first is None else first
            number += len(block)
    except LimitReachedError:
        return SearchOutcome(Status.LIMIT_REACHED, number, first, blocks.nodes)
    number = number if limit is None else min(number, limit)
    return SearchOutcome(_status(number, limit), number, first, blocks.nodes)


def _smallest(
    limit: int | None, max_nodes: int | None, puzzle: Puzzle, time_limit: float | None
) -> SearchOutcome:
    """Search a puzzle for two solutions and, if there are two, for the smallest."""
    deadline = deadline_after(time_limit)
    found = _searched(limit, max_nodes, puzzle, time_limit)
    if found.status != Status.SEVERAL:
        return found
    blocks = VariantBlocks(
        puzzle, max_nodes=max_nodes, time_limit=seconds_left(deadline), order="digits"
    )
    with suppress(LimitReachedError):
        first = next(blocks)[0]
        return found._replace(first=first, nodes=found.nodes + blocks.nodes)
    return found._replace(status=Status.LIMIT_REACHED, nodes=found.nodes + blocks.nodes)


def _status(number: int, limit: int | None) -> Status:
    """Return the status of a puzzle from how many solutions a search up to a limit found."""
    if number == 0:
        return Status.NONE
    if number == 1:
        return Status.SOLVABLE if limit == 1 else Status.UNIQUE
    return Status.SEVERAL
