"""The completions that score most, of batches with constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.arguments import require_room
from lowbit.batch.each import answer_each
from lowbit.errors import InputError
from lowbit.geometry import CLASSIC
from lowbit.kernels.variants.interrupts import LOOK_UP
from lowbit.verbs.maximize.one import maximize
from lowbit.verbs.maximize.results import ScoreBatch, nothing_known
from lowbit.verbs.maximize.weights import values_of

if TYPE_CHECKING:
    from lowbit.batch.variants import VariantBatch
    from lowbit.geometry import Geometry
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.maximize.one import ScoreResult
    from lowbit.verbs.maximize.weights import Values, WeightsLike


def maximize_variants(
    batch: VariantBatch, limits: Limits, weights: WeightsLike, sign: int, top: int
) -> ScoreBatch:
    """Maximise a batch, see `lowbit.maximize_many`."""
    values = _values_on_each(batch, weights)
    require_room("top", top, (batch.largest.n_cells + 8) * max(1, len(batch.items)))

    def best(_row: int, puzzle: Puzzle) -> ScoreResult:
        look_up = LOOK_UP.get()
        return maximize(
            puzzle,
            values[puzzle.geometry],
            lowest=sign < 0,
            top=top,
            **limits.of_search,
            progress=lambda _so_far: look_up(),
        )

    found = list(answer_each(batch, best, limits))
    result = nothing_known(len(found), top, batch.reasons, batch.largest, batch.boards)
    for row, each in enumerate(found):
        if each is not None:
            _note(result, row, each)
    return result


def _values_on_each(batch: VariantBatch, weights: WeightsLike) -> dict[Geometry, Values]:
    """Return the values on the board of each puzzle; those that they do not fit become invalid.

    Raises
    ------
    InputError
        If they fit none, nor the classic board.
    """
    values: dict[Geometry, Values] = {}
    for row, item in enumerate(batch.puzzles):
        if isinstance(item, InputError) or item.geometry in values:
            continue
        try:
            values[item.geometry] = values_of(weights, item.geometry)
        except InputError as error:
            batch.items[row] = error.with_traceback(None)
    if not values:
        values_of(weights, CLASSIC)
    return values


def _note(result: ScoreBatch, row: int, found: ScoreResult) -> None:
    """Record the outcome so far for a row."""
    n_found = len(found.scores)
    result.status[row] = found.status
    result.n_found[row] = n_found
    result.scores[row, :n_found] = found.scores
    for at, grid in enumerate(found.solutions):
        result.solutions[row, at, : grid.geometry.n_cells] = list(grid.givens)
    result.bounds[row] = found.bound or 0
    result.nodes[row] = found.nodes
