"""Canonical forms of batches with constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.batch.each import answer_each
from lowbit.errors import GridError
from lowbit.status import Status
from lowbit.verbs.canonical.automorphisms import automorphisms
from lowbit.verbs.canonical.one import canonical, canonical_transform
from lowbit.verbs.canonical.results import CanonicalBatch
from lowbit.verbs.puzzles import grid_of

if TYPE_CHECKING:
    from lowbit.batch.variants import VariantBatch
    from lowbit.grid import Grid
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle
    from lowbit.symmetry import Transform


class PuzzleForm(NamedTuple):
    """The canonical form of a puzzle, its number of automorphisms, and the symmetry to its form."""

    form: Grid | Puzzle
    automorphisms: int
    transform: Transform


def canonical_variants(batch: VariantBatch, limits: Limits, has_transforms: bool) -> CanonicalBatch:  # noqa: FBT001 - as the other engines
    """Return canonical forms of a batch, see `lowbit.canonical_many`."""
    found = _forms(batch, limits)
    largest, rows = batch.largest, found if has_transforms else []
    digits = np.zeros((len(rows), largest.size), np.uint8)
    cells = np.zeros((len(rows), largest.n_cells), np.uint16)
    for row, each in enumerate(rows):
        if each is not None:
            cells[row, : len(each.transform.cells)] = each.transform.cells
            digits[row, : len(each.transform.digits)] = each.transform.digits
    return CanonicalBatch(
        np.array([Status.VALID if each else Status.INVALID for each in found], np.uint8),
        batch.stacked([each and list(grid_of(each.form).givens) for each in found]),
        np.array([each.automorphisms if each else 0 for each in found], np.int64),
        cells,
        digits,
        tuple(each and each.form for each in found),
        reasons=batch.reasons,
        geometry=largest,
        boards=batch.boards,
    )


def _forms(batch: VariantBatch, limits: Limits) -> list[PuzzleForm | None]:
    """Return the form of each puzzle, None where it has none; note why."""

    def form_of(row: int, puzzle: Puzzle) -> PuzzleForm | None:
        said = puzzle if puzzle.constraints else puzzle.grid
        try:
            n_automorphisms = min(automorphisms(said).count, np.iinfo(np.int64).max)
            return PuzzleForm(canonical(said), n_automorphisms, canonical_transform(said))
        except GridError as error:
            batch.items[row] = error.with_traceback(None)
            return None

    return list(answer_each(batch, form_of, limits._replace(threads=1)))  # plain Python
