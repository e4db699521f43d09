"""The completions that score most, of batches with constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.arguments import integer_or_none, require_room
from lowbit.batch.variants import board_or_classic, read_variants
from lowbit.errors import InputError
from lowbit.kernels.variants.interrupts import LOOK_UP
from lowbit.verbs.maximize.one import maximize
from lowbit.verbs.maximize.results import ScoreBatch
from lowbit.verbs.maximize.weights import values_of
from lowbit.verbs.solve.variants_many import answers_to

if TYPE_CHECKING:
    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.batch.variants import VariantBatch
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.maximize.one import ScoreResult
    from lowbit.verbs.maximize.weights import Values, WeightsLike
    from lowbit.verbs.solve.variants_many import BatchBudget


def maximize_variants(  # noqa: PLR0913 - as maximize_many
    puzzles: PuzzlesLike,
    geometry: BoardLike | None,
    budget: BatchBudget,
    weights: WeightsLike,
    *,
    minimize: bool,
    top: int,
) -> ScoreBatch:
    """Maximise a batch, see `lowbit.maximize_many`."""
    batch = read_variants(puzzles, geometry)
    max_nodes = integer_or_none("max_nodes", budget.max_nodes, 0)
    values = _values_on_each(batch, weights, board_or_classic(geometry))
    require_room("top", top, (batch.largest.n_cells + 8) * max(1, len(batch.items)))

    def best(puzzle: Puzzle, time_limit: float | None) -> ScoreResult:
        look_up = LOOK_UP.get()
        return maximize(
            puzzle,
            values[puzzle.geometry],
            minimize=minimize,
            top=top,
            max_nodes=max_nodes,
            time_limit=time_limit,
            progress=lambda _so_far: look_up(),
        )

    found = list(answers_to(batch, best, budget))
    result = ScoreBatch.of_nothing_known(
        len(found), top, batch.reasons, batch.largest, batch.boards
    )
    for row, each in enumerate(found):
        if each is not None:
            _note(result, row, each)
    return result


def _values_on_each(
    batch: VariantBatch, weights: WeightsLike, board: Geometry
) -> dict[Geometry, Values]:
    """Return the values on the board of each puzzle; those that they do not fit become invalid.

    Raises
    ------
    InputError
        If they fit none, nor `board`.
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
        values_of(weights, board)
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
