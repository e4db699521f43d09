"""The solutions of a batch of puzzles with constraints."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import numpy as np

from lowbit.batch.each import answer_each
from lowbit.batch.ordered import in_order
from lowbit.batch.result import BatchResult, PuzzleResult
from lowbit.batch.variants import largest_of, read_variants
from lowbit.errors import InputError, LimitReachedError
from lowbit.grid import Grid
from lowbit.kernels.core.threads import n_cpus
from lowbit.kernels.variants.interrupts import LOOK_UP, until
from lowbit.kernels.variants.many import (
    EncodedPuzzle,
    VariantOutcome,
    search_many,
    search_texts,
)
from lowbit.kernels.variants.programs.encoding import encoded_puzzle
from lowbit.status import Status
from lowbit.verbs.solve.extra_houses import grid_with_houses, search_grids
from lowbit.verbs.solve.variants import VariantBlocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.batch.variants import VariantBatch
    from lowbit.geometry import Geometry
    from lowbit.kernels.core.threads import Progress
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle

Answer = TypeVar("Answer")

MOST_AT_ONCE: Final = 128
"""The most puzzles that are handed to a kernel at a time."""

MOST_WORDS_AT_ONCE: Final = 1 << 20
"""The words of encoded puzzles after which no more are laid out before these are searched."""

TURNS: Final = 4
"""The shares that each thread is handed of a few puzzles: some take much longer than others."""


class SearchOutcome(NamedTuple):
    """The result of the search of one puzzle."""

    status: Status
    n_solutions: int = 0
    first: bytes | None = None
    nodes: int = 0


def solve_variants(batch: VariantBatch, limits: Limits, limit: int | None = 2) -> BatchResult:
    """Solve many puzzles with constraints, see `lowbit.solve_many`."""
    return _result(batch, list(outcomes_of(batch, limits, limit)))


def smallest_of_variants(batch: VariantBatch, limits: Limits) -> BatchResult:
    """Find the smallest solutions, see `lowbit.smallest_solution_many`."""
    found = list(outcomes_of(batch, limits, 2))
    return _result(batch, _with_smallest(batch, found, limits.silent))


def _result(batch: VariantBatch, found: list[SearchOutcome]) -> BatchResult:
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


def results_of(puzzles: PuzzlesLike, limits: Limits, limit: int | None) -> Iterator[PuzzleResult]:
    """Yield the result of each puzzle, as in `lowbit.solve_many`, as soon as it is known."""
    batch = read_variants(puzzles)
    found = outcomes_of(batch, limits, limit)
    for row, (status, number, first, nodes) in enumerate(found):
        solution = None if first is None else Grid(list(first), batch.board(row))
        yield PuzzleResult(status, number, solution, nodes, nodes // 2)


def outcomes_of(batch: VariantBatch, limits: Limits, limit: int | None) -> Iterator[SearchOutcome]:
    """Yield the outcome of a search of each puzzle for at most `limit` solutions, in order."""
    threads = limits.threads or n_cpus()
    total, done = len(batch.items), 0
    width = max(1, min(MOST_AT_ONCE, total // (TURNS * threads) if threads > 1 else total))

    def search(first: int, _look_up: Progress) -> list[SearchOutcome]:
        rows = range(first, min(first + width, total))
        found = dict.fromkeys(rows, SearchOutcome(Status.INVALID))
        for row, outcome in _searched(batch, rows, limits, limit):
            found[row] = _as_verbs_say(outcome, limit)
        return list(found.values())

    for outcomes in in_order(search, range(0, total, width), threads):
        for each in outcomes:
            yield each
            done += 1
            if limits.progress:
                limits.progress(done, total)


def _searched(
    batch: VariantBatch, rows: Sequence[int], limits: Limits, limit: int | None
) -> Iterator[tuple[int, VariantOutcome]]:
    """Yield the outcomes: first of texts that a kernel reads together, then of the others."""
    texts = {row: item for row in rows if isinstance(item := batch.items[row], str)}
    done = search_texts(list(texts.values()), limits, limit) if texts else {}
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
    for row, outcome in _by_constraints(puzzles, grids, limits, limit):
        if not outcome.is_left:
            grids.pop(row, None)
            yield row, outcome
    yield from _by_lanes(grids, limits, limit)


def _by_constraints(
    puzzles: dict[int, Puzzle], grids: dict[int, Grid], limits: Limits, limit: int | None
) -> Iterator[tuple[int, VariantOutcome]]:
    """Yield the outcomes of the engine for constraints; the lanes may go on with the grids."""
    encoded: dict[int, EncodedPuzzle] = {}
    n_words = 0
    for row, puzzle in puzzles.items():
        board = puzzle.geometry
        try:
            with until(limits.deadline):
                words = encoded_puzzle(board, puzzle.constraints)
        except LimitReachedError:
            nothing = bytes(board.n_cells)
            yield row, VariantOutcome(is_over=False, n_solutions=0, nodes=0, first=nothing)
            continue
        encoded[row] = EncodedPuzzle(board, puzzle.grid.allowed, words, row in grids)
        n_words += len(words)
        if n_words > MOST_WORDS_AT_ONCE:
            yield from _search_encoded(encoded, limits, limit)
            encoded, n_words = {}, 0
    yield from _search_encoded(encoded, limits, limit)


def _search_encoded(
    encoded: dict[int, EncodedPuzzle], limits: Limits, limit: int | None
) -> Iterator[tuple[int, VariantOutcome]]:
    if encoded:
        yield from zip(encoded, search_many([*encoded.values()], limits, limit), strict=True)


def _by_lanes(
    grids: dict[int, Grid], limits: Limits, limit: int | None
) -> Iterator[tuple[int, VariantOutcome]]:
    """Yield the outcomes of the lane engine."""
    by_board: dict[Geometry, dict[int, tuple[int, ...]]] = {}
    for row, grid in grids.items():
        by_board.setdefault(grid.geometry, {})[row] = grid.allowed
    for board, masks in by_board.items():
        found = search_grids(board, list(masks.values()), limits, limit)
        yield from zip(masks, found, strict=True)


def _as_verbs_say(outcome: VariantOutcome, limit: int | None) -> SearchOutcome:
    """Return the outcome of a search for at most `limit` solutions, with its status."""
    is_over, number, nodes, first, _ = outcome
    number = number if limit is None else min(number, limit)
    status = _status(number, limit) if is_over else Status.LIMIT_REACHED
    return SearchOutcome(status, number, first if number else None, nodes)


def _with_smallest(
    batch: VariantBatch, found: list[SearchOutcome], limits: Limits
) -> list[SearchOutcome]:
    """Return outcomes with the smallest solution where there are several."""

    def search(row: int, puzzle: Puzzle) -> SearchOutcome:
        known = found[row]
        if known.status != Status.SEVERAL:
            return known
        blocks = VariantBlocks(puzzle, limits, "digits")
        with suppress(LimitReachedError):
            first = next(blocks)[0].tobytes()
            return known._replace(first=first, nodes=known.nodes + blocks.nodes)
        return known._replace(status=Status.LIMIT_REACHED, nodes=known.nodes + blocks.nodes)

    searched = answer_each(batch, search, limits)
    return [each or SearchOutcome(Status.INVALID) for each in searched]


def _status(number: int, limit: int | None) -> Status:
    """Return the status of a puzzle from how many solutions a search up to a limit found."""
    if number == 0:
        return Status.NONE
    if number == 1:
        return Status.SOLVABLE if limit == 1 else Status.UNIQUE
    return Status.SEVERAL
