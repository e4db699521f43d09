"""Sudoku Explainer's ratings of the puzzles of a text, written as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.classic.layout import N_CELLS
from lowbit.status import Status
from lowbit.verbs.rate.many import rate_puzzles
from lowbit.verbs.rate.measures import EXPLAINER_ALONE, EXPLAINER_FORM

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.classic.search import Answers, Puzzles
    from lowbit.kernels.core.threads import Progress
    from lowbit.verbs.rate.many import RatingBatch
    from lowbit.verbs.rate.parts import Effort


def write_ratings(
    effort: Effort,
    puzzles: Puzzles,
    answers: Answers,
    *,
    first: int,  # noqa: ARG001 - a rating does not depend on it
    progress: Progress,
) -> None:
    """Rate puzzles, and leave the text of each rating in place of a solution.

    With an effort, it is a `lowbit.batch.fill.Fill`.
    """
    batch = rate_puzzles(puzzles, EXPLAINER_ALONE, effort._replace(threads=1, progress=progress))
    answers.status[:] = batch.status
    rows = np.flatnonzero(batch.status == Status.UNIQUE)
    answers.solutions.reshape(-1, N_CELLS)[rows] = texts_of(batch, rows)


def texts_of(batch: RatingBatch, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the ratings of some rows as ASCII, uint8[m, 81]; zero bytes behind them."""
    columns = [column for column in (batch.er, batch.ep, batch.ed) if column is not None]
    ratings = np.column_stack(columns)[rows].tolist()
    texts = [EXPLAINER_FORM % tuple(rating) for rating in ratings]
    return np.array(texts, f"S{N_CELLS}").view(np.uint8).reshape(-1, N_CELLS)
