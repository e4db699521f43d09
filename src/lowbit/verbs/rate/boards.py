"""Other boards than the classic one: puzzles with one solution, searches, and redundant givens.

Ratings are the classic board's. Backdoors are measured as there, by processes. Guesses and nodes
are those of the lanes: the plain search takes minutes for a minimal puzzle of 16x16 with diagonals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.batch.boards import batch_of_masks, read_boards
from lowbit.batch.masks import are_single
from lowbit.errors import LimitReachedError
from lowbit.status import Status
from lowbit.verbs.rate.parts import Found, Unique, of_all
from lowbit.verbs.solve.boards import solve_boards

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.batch.boards import BoardBatch
    from lowbit.limits import Limits
    from lowbit.verbs.rate.solved_puzzle import SolvedPuzzle


def solved_boards(batch: BoardBatch, limits: Limits) -> tuple[NDArray[np.uint8], Unique]:
    """Return the status of each puzzle, and those with one solution."""
    solved = solve_boards(batch, of_all(limits))
    rows = np.flatnonzero(solved.status == Status.UNIQUE)
    solutions = solved.solutions[rows]
    masks = batch.masks[rows]
    puzzles = np.where(are_single(masks), solutions, np.uint8(0))
    n_all = solved.status.size
    return solved.status, Unique(puzzles, solutions, rows, n_all, batch.geometry, masks)


def search_on_board(puzzle: SolvedPuzzle) -> dict[str, int]:
    """Return the guesses and nodes of a search of one puzzle.

    Raises
    ------
    LimitReachedError
        If a limit came first.
    """
    batch = read_boards([puzzle.grid], puzzle.grid.geometry)
    (found,) = solve_boards(batch, puzzle.limits._replace(threads=1))
    if found.status is Status.LIMIT_REACHED:
        raise LimitReachedError("a limit ended the search", found.nodes, found.n_solutions)
    return {"guesses": found.guesses, "nodes": found.nodes}


def searches_on_board(unique: Unique, limits: Limits) -> Found:
    """Return the guesses and nodes of a search of each puzzle."""
    asked = batch_of_masks(unique.candidates, unique.geometry)
    solved = solve_boards(asked, of_all(limits))
    is_known: NDArray[np.bool_] = solved.status != Status.LIMIT_REACHED
    figures = {"guesses": solved.guesses, "nodes": solved.nodes}
    columns = {name: np.where(is_known, figure, -1) for name, figure in figures.items()}
    return Found(unique.rows, columns, is_known)
