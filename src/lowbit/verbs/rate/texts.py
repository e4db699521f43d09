"""Ratings of the puzzles of a text, written as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.classic.layout import N_CELLS
from lowbit.status import Status
from lowbit.verbs.rate.many import rate_puzzles
from lowbit.verbs.rate.measures import EXPLAINER_FORM, SCORE_FORM

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.classic.search import Answers, Puzzles
    from lowbit.kernels.core.threads import Progress
    from lowbit.limits import Limits
    from lowbit.verbs.rate.many import RatingBatch
    from lowbit.verbs.rate.measures import Selection


def write_ratings(  # noqa: PLR0913 - what is bound, and what a Fill takes
    selection: Selection,
    limits: Limits,
    puzzles: Puzzles,
    answers: Answers,
    *,
    first: int,  # noqa: ARG001 - a rating does not depend on it
    progress: Progress,
) -> None:
    """Rate puzzles, and leave the text of each rating in place of a solution.

    With a selection, of rules alone, and limits, it is a `lowbit.batch.fill.Fill`.
    """
    batch = rate_puzzles(puzzles, selection, limits._replace(threads=1, progress=progress))
    answers.status[:] = batch.status
    rows = np.flatnonzero(batch.status == Status.UNIQUE)
    answers.solutions.reshape(-1, N_CELLS)[rows] = texts_of(batch, rows)


def texts_of(batch: RatingBatch, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the ratings of some rows as ASCII, uint8[m, 81]; zero bytes behind them."""
    forms, columns = [], []
    if batch.er is not None and batch.ep is not None and batch.ed is not None:
        forms.append(EXPLAINER_FORM)
        columns += [batch.er[rows].tolist(), batch.ep[rows].tolist(), batch.ed[rows].tolist()]
    if batch.score is not None and batch.level is not None:
        forms.append(SCORE_FORM)
        columns += [batch.score[rows].tolist(), np.char.title(batch.level[rows]).tolist()]
    form = " ".join(forms)
    texts = [form % values for values in zip(*columns, strict=True)]
    return np.array(texts, f"S{N_CELLS}").view(np.uint8).reshape(-1, N_CELLS)
