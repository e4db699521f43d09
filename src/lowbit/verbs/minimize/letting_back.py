"""Candidates let back into puzzles side by side, as long as their solutions stay the only ones.

A candidate can come back if there is no solution with it. Each round asks that about some of a
puzzle's, of each as if those before it had come back; so the lanes are full, and the answer is that
of one after another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.status import Status
from lowbit.verbs.solve.many import solve_masks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.limits import Limits

AT_ONCE: Final = 64
"""Searches that fill the lanes of a round."""


class LetBack(NamedTuple):
    """The outcome for some puzzles.

    Attributes
    ----------
    is_known : bool[n]
        False where a limit ended a search.
    nodes : int64[n]
        The nodes that were visited.
    """

    is_known: NDArray[np.bool_]
    nodes: NDArray[np.int64]


def let_back(
    board: Geometry, masks: NDArray[Any], orders: Sequence[Sequence[int]], limits: Limits
) -> LetBack:
    """Let candidates back into puzzles with one solution, in the order of each.

    Parameters
    ----------
    board : Geometry
    masks : unsigned[n, n_cells]
        The candidates of the puzzles; more when it returns.
    orders : sequence of sequence of int
        For each puzzle, the candidates that may come back as numbers, cell by cell; one that it has
        does not count.
    limits : Limits
        The most nodes of each search, and the time.
    """
    result = LetBack(np.ones(len(masks), np.bool_), np.zeros(len(masks), np.int64))
    left = [
        [number for number in order if not mask[number // board.size] >> number % board.size & 1]
        for mask, order in zip(masks.tolist(), orders, strict=True)
    ]
    while rows := [row for row, numbers in enumerate(left) if numbers]:
        n_tried = max(1, AT_ONCE // len(rows))
        tried = [left[row][:n_tried] for row in rows]
        asked = [
            _each_let_in(board, masks[row], some) for row, some in zip(rows, tried, strict=True)
        ]
        found = solve_masks(board, np.concatenate(asked), limits, 1)
        first = 0
        for row, some in zip(rows, tried, strict=True):
            part = found[first : first + len(some)]
            first += len(some)
            result.nodes[row] += part.nodes.sum()
            result.is_known[row] = (part.status != Status.LIMIT_REACHED).all()
            if result.is_known[row]:
                none = (part.status == Status.NONE).tolist()
                again = _decide(board, masks[row], some, none, part.solutions)
            left[row] = again + left[row][n_tried:] if result.is_known[row] else []
    return result


def _each_let_in(board: Geometry, masks: NDArray[Any], numbers: list[int]) -> NDArray[Any]:
    """Return copies of a puzzle, each with a candidate placed and those before it let in."""
    copies = np.repeat(masks[None], len(numbers), axis=0)
    for at, number in enumerate(numbers):
        cell, bit = number // board.size, masks.dtype.type(1 << number % board.size)
        copies[at, cell] = bit
        copies[at + 1 :, cell] |= bit
    return copies


def _decide(
    board: Geometry,
    masks: NDArray[Any],
    numbers: list[int],
    none: list[bool],
    solutions: NDArray[np.uint8],
) -> list[int]:
    """Let candidates in with which there is no solution; return those to be asked about again.

    They are those whose solution takes another that was let in for this question alone.
    """
    again: list[int] = []
    stay_out: list[tuple[int, int]] = []
    for number, is_none, digits in zip(numbers, none, solutions, strict=True):
        cell, digit = divmod(number, board.size)
        if is_none:
            masks[cell] |= masks.dtype.type(1 << digit)
            continue
        if any(digits[other] == taken + 1 for other, taken in stay_out):
            again.append(number)
        stay_out.append((cell, digit))
    return again
