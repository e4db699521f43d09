"""Shaving: the candidates that lead to a contradiction on their own, eliminated from a puzzle.

::

    lane 0       the puzzle itself, swept along with the others
    lane 1, ...  the same, with one candidate placed; where it is dead, lane 0 loses the candidate

A search that gets long often has little left to guess behind it, on large boards most of all.
Constraint programming calls this singleton consistency.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.compile import kernel, part
from lowbit.kernels.general.program import program_in
from lowbit.kernels.general.search import NOBODY, ONE, ZERO, BoardLanes, LaneWords
from lowbit.kernels.general.sweep import OPEN, TOTAL, sweep

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import BoardMasks, Numbers


PART_OF_ROUND = 8
"""Once all candidates were tried, shaving ends when this part of a round eliminates none: to find
the last ones takes longer than to search without them."""


@kernel
def shave(lanes: BoardLanes, block: Numbers, puzzle: BoardMasks, n_digits: int, most: int) -> int:
    """Eliminate candidates that contradict the rest; return how many were tried.

    Parameters
    ----------
    lanes : BoardLanes
        Idle ones, without nodes; `guessed` is the candidate that each tries, or NOBODY.
    block : int32[...]
        The board.
    puzzle : unsigned[n_cells]
        The candidates; changed.
    n_digits : int
    most : int
        Try no more candidates.
    """
    program = program_in(block)
    words, tried = lanes.words, lanes.guessed
    n_candidates = puzzle.size * n_digits
    for lane in range(tried.size):
        tried[lane] = NOBODY
        for cell in range(puzzle.size):
            words.cells[cell, lane] = puzzle[cell]
        words.notes[TOTAL, lane] = 0
        words.notes[OPEN, lane] = 1
    # All are tried once, then again and again, until a part of a round eliminates none.
    n_tried, following, end = 0, 0, n_candidates
    is_over = False
    while not is_over:
        dead, still, solved = sweep(lanes.files, program)
        ended = dead | still | solved
        n_busy = 0
        for lane in range(1, tried.size):
            if tried[lane] != NOBODY and (ended >> np.uint64(lane)) & ONE != ZERO:
                if (dead >> np.uint64(lane)) & ONE != ZERO:
                    eliminate(words, tried[lane], n_digits)
                    end = max(n_candidates, following + n_candidates // PART_OF_ROUND)
                tried[lane] = NOBODY
            if tried[lane] == NOBODY and n_tried < most:
                following = next_candidate(words, following, end, n_digits)
                if following < end:
                    tried[lane] = following % n_candidates
                    try_candidate(words, lane, tried[lane], n_digits)
                    following += 1
                    n_tried += 1
            n_busy += tried[lane] != NOBODY
        is_over = (dead | solved) & ONE != ZERO or (n_busy == 0 and still & ONE != ZERO)
    for cell in range(puzzle.size):
        puzzle[cell] = words.cells[cell, 0]
    return n_tried


@part
def eliminate(words: LaneWords, candidate: int, n_digits: int) -> None:
    """Take a candidate from the puzzle."""
    words.cells[candidate // n_digits, 0] &= ~(np.int64(1) << candidate % n_digits)


@part
def next_candidate(words: LaneWords, following: int, end: int, n_digits: int) -> int:
    """Return the first number from `following` on of a candidate of a cell with several."""
    n_candidates = words.cells.shape[0] * n_digits
    while following < end:
        candidate = following % n_candidates
        mask = np.int64(words.cells[candidate // n_digits, 0])
        # Only candidates of open cells are worth a try.
        if mask & (mask - 1) and mask >> candidate % n_digits & 1:
            break
        following += 1
    return following


@part
def try_candidate(words: LaneWords, lane: int, candidate: int, n_digits: int) -> None:
    """Let a lane hold the puzzle with a candidate placed."""
    for cell in range(words.cells.shape[0]):
        words.cells[cell, lane] = words.cells[cell, 0]
    bit = np.int64(1) << candidate % n_digits
    words.cells[candidate // n_digits, lane] = bit
    words.notes[TOTAL, lane] = 0
    words.notes[OPEN, lane] = 1
