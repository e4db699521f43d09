"""Values of puzzles with one solution, and candidates that rounds of searches find."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from lowbit.batch.values import ValueBatch, as_bool, place_of, value_batch
from lowbit.geometry import CLASSIC
from lowbit.status import Status
from lowbit.verbs.solve.rounds import next_cells

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry

    Ask = Callable[[NDArray[Any]], tuple[NDArray[Any], NDArray[np.bool_]]]
    """Returns the candidates in a solution of each puzzle, 0 if it has none, and where a limit came
    first."""

ValueT = TypeVar("ValueT")

PORTION: Final = 1 << 11
"""Puzzles on the classic board whose queries are held in memory at a time."""

FEW_CELLS: Final = 8
"""The most cells of a puzzle that a round of queries covers in a large batch: the solutions it
finds answer most of the other queries."""


def portions(board: Geometry, n: int) -> list[slice]:
    """Return the rows of `n` puzzles whose queries are held in memory at a time.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC, board_of
    >>> [len(portions(board, 3000)) for board in (CLASSIC, board_of("25x25"))]
    [2, 89]
    """
    size = max(1, PORTION * CLASSIC.n_cells**2 // max(board.n_cells, CLASSIC.n_cells) ** 2)
    return [slice(first, min(n, first + size)) for first in range(0, n, size)]


def values_of_unique(
    status: NDArray[np.uint8],
    unique: NDArray[np.int64],
    found: NDArray[Any],
    is_known: NDArray[np.bool_],
    as_answer: Callable[[Any, Geometry], ValueT],
    **where: Any,  # noqa: ANN401 - the fields of all results
) -> ValueBatch[ValueT]:
    """Return values that only puzzles with one solution have, from those of their rows."""
    status = status.copy()
    status[unique[~is_known]] = Status.LIMIT_REACHED
    values = np.zeros((len(status), *found.shape[1:]), found.dtype)
    values[unique[is_known]] = found[is_known]
    only = frozenset({Status.UNIQUE})
    return value_batch(status, values, as_answer, answered=only, **where)


def which_need_all(redundant: ValueBatch[tuple[int, ...]]) -> ValueBatch[bool]:
    """Return which puzzles need all of their givens, of those whose redundant givens are known."""
    needed = redundant.is_known & ~redundant.array.any(axis=1)
    return ValueBatch(redundant.status, needed, redundant.is_known, as_bool, **place_of(redundant))


def candidates_in_rounds(
    masks: NDArray[Any], seen: NDArray[Any], ask: Ask
) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return the candidates in the solutions of puzzles, some of which are known already.

    Each round searches, for some cells of every puzzle, for a solution with a candidate not seen
    there yet; with few puzzles for many cells, to fill the lanes.

    Parameters
    ----------
    masks : unsigned[n, n_cells]
        The candidates of the puzzles.
    seen : unsigned[n, n_cells]
        Those that solutions have shown.
    ask : callable
        Searches puzzles.

    Returns
    -------
    seen : unsigned[n, n_cells]
    is_known : bool[n]
        False where a limit came first.
    """
    seen, is_known = seen.copy(), np.ones(len(masks), np.bool_)
    unknown = masks & ~seen
    while (rows := np.flatnonzero(unknown.any(axis=1))).size:
        places, cells = next_cells(unknown[rows] != 0, FEW_CELLS)
        rows = rows[places]
        asked, bits = masks[rows], unknown[rows, cells]
        bits &= ~bits + bits.dtype.type(1)
        asked[np.arange(rows.size), cells] = bits
        found, is_over = ask(asked)
        np.bitwise_or.at(seen, rows, found)
        unknown[rows, cells] &= ~bits
        unknown &= ~seen
        is_known[rows[is_over]] = False
        unknown[rows[is_over]] = 0
    return seen, is_known
