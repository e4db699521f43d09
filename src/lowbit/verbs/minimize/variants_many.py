"""Minimal puzzles, redundant givens and true candidates of batches with constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from lowbit.batch.each import answer_each
from lowbit.batch.values import ValueBatch, as_candidates, as_cells, value_batch
from lowbit.errors import LimitReachedError, MultipleSolutionsError, NoSolutionError
from lowbit.status import Status
from lowbit.verbs.minimize.answers import which_need_all
from lowbit.verbs.minimize.by_candidates import minimal_candidates
from lowbit.verbs.minimize.one import Needs, minimize, true_candidates
from lowbit.verbs.minimize.stripping import MinimalBatch
from lowbit.verbs.puzzles import grid_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from lowbit.batch.variants import VariantBatch
    from lowbit.grid import Grid
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle

    MinimalOutcome = tuple[Status, Puzzle | Grid | None, int]
    """A status, the minimal puzzle if there is one, and the nodes at a limit."""

ValueT = TypeVar("ValueT")


def minimize_variants(
    batch: VariantBatch, limits: Limits, seed: int | None, items: NDArray[np.int64] | None = None
) -> MinimalBatch:
    """Minimise a batch, see `lowbit.minimize_many`."""
    numbers = range(len(batch.items)) if items is None else items.tolist()

    def ask(row: int, puzzle: Puzzle) -> MinimalOutcome:
        return _outcome(lambda: minimize(puzzle, seed=seed, row=numbers[row], **limits.of_search))

    return _minimal_batch(batch, ask, limits)


def candidates_let_back(batch: VariantBatch, limits: Limits, seed: int | None) -> MinimalBatch:
    """Let candidates back into a batch, see `lowbit.minimal_candidates_many`."""

    def ask(row: int, puzzle: Puzzle) -> MinimalOutcome:
        own = limits.of_search
        return _outcome(lambda: minimal_candidates(puzzle, seed=seed, row=row, **own))

    return _minimal_batch(batch, ask, limits)


def _minimal_batch(
    batch: VariantBatch, ask: Callable[[int, Puzzle], MinimalOutcome], limits: Limits
) -> MinimalBatch:
    invalid = Status.INVALID, None, 0
    found = [each or invalid for each in answer_each(batch, ask, limits)]
    status, minimal, nodes = zip(*found, strict=True) if found else ((), (), ())
    return MinimalBatch(
        np.array(status, np.uint8),
        batch.stacked([one and list(grid_of(one).givens) for one in minimal]),
        np.array(nodes, np.int64),
        minimal,
        **batch.place,
    )


def _outcome(ask: Callable[[], ValueT]) -> tuple[Status, ValueT | None, int]:
    """Return the status of a puzzle, the value if it has one solution, and the nodes at a limit."""
    try:
        return Status.UNIQUE, ask(), 0
    except NoSolutionError:
        return Status.NONE, None, 0
    except MultipleSolutionsError:
        return Status.SEVERAL, None, 0
    except LimitReachedError as error:
        return Status.LIMIT_REACHED, None, error.nodes


def redundant_in_variants(batch: VariantBatch, limits: Limits) -> ValueBatch[tuple[int, ...]]:
    """Return which givens can go, each alone, see `lowbit.redundant_givens_many`."""
    redundant = np.zeros((len(batch.items), batch.largest.n_cells), np.bool_)
    status = np.full(len(batch.items), Status.INVALID, np.uint8)

    def ask(_row: int, puzzle: Puzzle) -> tuple[Status, Sequence[int] | None, int]:
        return _outcome(lambda: [*Needs(puzzle, None, limits).redundant()])

    for row, found in enumerate(answer_each(batch, ask, limits)):
        if found is not None:
            status[row], cells, _ = found
            redundant[row, cells or []] = True
    only = frozenset({Status.UNIQUE})
    return value_batch(status, redundant, as_cells, answered=only, **batch.place)


def minimal_variants(batch: VariantBatch, limits: Limits) -> ValueBatch[bool]:
    """Return which puzzles are minimal, see `lowbit.is_minimal_many`."""
    return which_need_all(redundant_in_variants(batch, limits))


def candidates_of_variants(batch: VariantBatch, limits: Limits) -> ValueBatch[Grid]:
    """Return the candidates that occur in solutions, see `lowbit.true_candidates_many`."""

    def ask(_row: int, puzzle: Puzzle) -> tuple[Status, Grid | None]:
        try:
            own = true_candidates(puzzle, **limits.of_search)
        except LimitReachedError:
            return Status.LIMIT_REACHED, None
        return _status_of(own), own

    dtype = np.uint16 if batch.largest.size <= 16 else np.uint32
    masks = np.zeros((len(batch.items), batch.largest.n_cells), dtype)
    status = np.full(len(batch.items), Status.INVALID, np.uint8)
    for row, found in enumerate(answer_each(batch, ask, limits)):
        if found is not None:
            status[row], own = found
            masks[row, : 0 if own is None else len(own)] = () if own is None else own.allowed
    return value_batch(status, masks, as_candidates, **batch.place)


def _status_of(candidates: Grid) -> Status:
    """Return how many solutions a puzzle has, by the candidates that occur in them."""
    if not all(candidates.allowed):
        return Status.NONE
    return Status.UNIQUE if candidates.is_complete else Status.SEVERAL
