"""Minimal puzzles, redundant givens and true candidates of batches with constraints."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lowbit.batch.each import answer_each
from lowbit.batch.variants import VariantBatch, read_variants
from lowbit.errors import LimitReachedError, MultipleSolutionsError, NoSolutionError
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.minimize.one import Needs, minimize, true_candidates
from lowbit.verbs.minimize.stripping import MinimalBatch
from lowbit.verbs.puzzles import grid_of
from lowbit.verbs.solve.variants_many import BatchBudget, answers_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.geometry import BoardLike
    from lowbit.puzzle import Puzzle


class Stripped(NamedTuple):
    """The givens that are left of a puzzle.

    Attributes
    ----------
    status : Status
        UNIQUE where `givens` is minimal.
    givens : sequence of int
        The given of each cell; 0 if it is blank.
    nodes : int
        The nodes that were visited.
    """

    status: Status
    givens: Sequence[int] | None = None
    nodes: int = 0


def minimize_variants(batch: VariantBatch, limits: Limits, seed: int | None) -> MinimalBatch:
    """Minimise a batch, see `lowbit.minimize_many`."""
    strip = partial(_stripped, limits, seed)
    found = [each or Stripped(Status.INVALID) for each in answer_each(batch, strip, limits)]
    return MinimalBatch(
        np.array([each.status for each in found], np.uint8),
        batch.stacked([each.givens for each in found]),
        np.array([each.nodes for each in found], np.int64),
        reasons=batch.reasons,
        geometry=batch.largest,
        boards=batch.boards,
    )


def _stripped(limits: Limits, seed: int | None, row: int, puzzle: Puzzle) -> Stripped:
    """Minimise a puzzle as `lowbit.minimize` does for its row."""
    try:
        minimal = minimize(puzzle, seed=seed, item=row, **limits.of_search)
    except NoSolutionError:
        return Stripped(Status.NONE)
    except MultipleSolutionsError:
        return Stripped(Status.SEVERAL)
    except LimitReachedError as error:
        return Stripped(Status.LIMIT_REACHED, None, error.nodes)
    return Stripped(Status.UNIQUE, list(grid_of(minimal).givens))


def minimal_variants(
    puzzles: PuzzlesLike, geometry: BoardLike | None, budget: BatchBudget
) -> NDArray[np.bool_]:
    """Return which puzzles are minimal, see `lowbit.is_minimal_many`."""
    batch = read_variants(puzzles, geometry)
    asked = partial(_redundant, budget.max_nodes)
    found = answers_to(batch, asked, budget)
    return np.array([cells is not None and not cells for cells in found], np.bool_)


def redundant_in_variants(
    puzzles: PuzzlesLike, geometry: BoardLike | None, budget: BatchBudget
) -> NDArray[np.bool_]:
    """Return which givens can go, each alone, see `lowbit.redundant_givens_many`."""
    batch = read_variants(puzzles, geometry)
    redundant = np.zeros((len(batch.items), batch.largest.n_cells), np.bool_)
    asked = partial(_redundant, budget.max_nodes)
    for row, cells in enumerate(answers_to(batch, asked, budget)):
        redundant[row, list(cells or ())] = True
    return redundant


def _redundant(
    max_nodes: int | None, puzzle: Puzzle, time_limit: float | None
) -> tuple[int, ...] | None:
    """Return the givens that can go; None where there is not one solution."""
    try:
        return tuple(Needs(puzzle, None, Limits.of(max_nodes, time_limit)).redundant())
    except (NoSolutionError, MultipleSolutionsError):
        return None


def candidates_of_variants(
    puzzles: PuzzlesLike, geometry: BoardLike | None, budget: BatchBudget
) -> NDArray[np.unsignedinteger[Any]]:
    """Return the candidates that occur in solutions, see `lowbit.true_candidates_many`."""
    batch = read_variants(puzzles, geometry)

    def candidates(puzzle: Puzzle, time_limit: float | None) -> tuple[int, ...]:
        own = true_candidates(puzzle, max_nodes=budget.max_nodes, time_limit=time_limit)
        return own.allowed

    dtype = np.uint16 if batch.largest.size <= 16 else np.uint32
    masks = np.zeros((len(batch.items), batch.largest.n_cells), dtype)
    for row, own in enumerate(answers_to(batch, candidates, budget)):
        if own is not None:
            masks[row, : len(own)] = own
    return masks
