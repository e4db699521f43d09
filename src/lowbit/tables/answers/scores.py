"""The completions of rows that score most, as columns: the operation `maximize`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from lowbit.status import Status
from lowbit.tables.answers.arrow import (
    WORDS,
    grid_column,
    list_column,
    number_column,
    word_column,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.verbs.maximize.results import ScoreBatch

PROVEN = ["proven" if word == "solvable" else word for word in WORDS]
"""The words in the column of statuses, by code."""


def score_columns(result: ScoreBatch, top: int) -> list[pa.Array]:
    """Return the best completions, their scores and bounds, lists of them too if `top` > 1."""
    found, status = result.n_found > 0, result.status
    bounded = ~np.isin(status, (Status.NONE, Status.INVALID))
    proven = np.where(found, result.scores[:, 0] == result.bounds, status == Status.NONE)
    columns = [
        number_column(result.scores[:, 0], found),
        number_column(result.bounds, bounded),
        number_column(proven, status != Status.INVALID),
    ]
    if top > 1:
        is_there = np.arange(top) < result.n_found[:, None]
        columns.append(list_column(pa.array(result.scores[is_there]), result.n_found))
        columns.append(list_column(_grids(result, is_there), result.n_found))
    best = _best(result, found)
    return [best, *columns, word_column(status, PROVEN)]


def _best(result: ScoreBatch, found: NDArray[np.bool_]) -> pa.Array:
    """Return the best completion of each puzzle, null where there is none."""
    if result.boards is None:
        return grid_column(np.ascontiguousarray(result.solutions[:, 0]), found, result.geometry)
    return pa.array([text or None for text in result.to_strings()], pa.string())


def _grids(result: ScoreBatch, is_there: NDArray[np.bool_]) -> pa.Array:
    """Return all completions, those of a puzzle after those of the one before."""
    if result.boards is None:
        grids = result.solutions[is_there]
        return grid_column(grids, np.ones(len(grids), np.bool_), result.geometry)
    return pa.array([each.to_line() for found in result for each in found.solutions], pa.string())
