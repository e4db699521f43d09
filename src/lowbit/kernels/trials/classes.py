"""Puzzles classified one after another: the depth of trial and error, then the length of braids.

::

    singles ──> depth 1 ──> depth 2 ──> ... until it is solved
                                         └──> from what the depth before left: braids of length 1,
                                              2, ... until it is solved
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.trials.bounds import DEEPEST, LONGEST
from lowbit.kernels.trials.braids import NODES
from lowbit.kernels.trials.depths import (
    POSITIONS,
    begin_depths,
    go_deeper,
    leave,
    n_left,
    run_depths,
)
from lowbit.kernels.trials.depths import TOP as TOP_FRAME
from lowbit.kernels.trials.position import N_LEFT, NONE, begin, copy, forget, place, settle
from lowbit.kernels.trials.tables import N_CELLS, SIZE
from lowbit.kernels.trials.theories import LENGTH, TOP, begin_theory, run

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Number, Words
    from lowbit.kernels.trials.space import Space

ROW, STAGE = range(11, 13)
"""Words: the puzzle at work, and what is being found out about it."""

BEGIN, DEPTH, BRAIDS = range(3)
"""Stages."""

N_ANSWERS: Final = 4
"""Answers about a puzzle: its depth, and the length of braids within no tries, one and two."""

UNKNOWN, KNOWN = range(2)
"""Statuses of a puzzle: whether all that was asked about it is known."""


@kernel
def classify(
    puzzles: Bytes,
    solutions: Bytes,
    wanted: int,
    answers: Words,
    status: Bytes,
    space: Space,
    end: int,
    most_nodes: int,
    nodes: int,
) -> bool:
    """Classify puzzles up to an end, which returns True, or go on for so many nodes.

    `wanted` has a bit for each answer. No puzzle may take more than `most_nodes`.
    """
    words = space.words
    while words[ROW] < end:
        row = words[ROW]
        if words[STAGE] == BEGIN and not _begin_puzzle(puzzles[row], solutions[row], space):
            words[ROW] += 1
            continue
        until = min(most_nodes, words[NODES] + nodes)
        if not _go_on(solutions[row], space, until):
            if until < most_nodes:
                return False
            words[STAGE] = BEGIN
        elif words[STAGE] == DEPTH:
            _note_depth(answers[row], status[row : row + 1], wanted, space)
        else:
            _note_length(answers[row], status[row : row + 1], space)
        if words[STAGE] == BEGIN:
            words[ROW] += 1
    return True


@routine
def _go_on(solution: Bytes, space: Space, until: Number) -> bool:
    """Go on with what is being found out, until so many nodes; return whether it is."""
    if space.words[STAGE] == BRAIDS:
        return bool(run(space, solution, until))
    is_done = run_depths(space.depths, until)
    space.words[NODES] = space.depths.state[POSITIONS]
    return bool(is_done)


@routine
def _begin_puzzle(puzzle: Bytes, solution: Bytes, space: Space) -> bool:
    """Place the givens of a puzzle and the singles that follow, and begin with the first depth.

    Return whether there is room for its candidates.
    """
    position = space.kept[0]
    begin(position)
    forget(space.notes)
    for cell in range(N_CELLS):
        digit = np.int64(puzzle[cell])
        if (
            digit
            and position[cell]
            and place(position, SIZE * cell + digit - 1, space.notes) != NONE
        ):
            break  # no solution, which the caller has ruled out
    settle(position, space.notes, 0)
    if not begin_depths(space.depths, position, solution):
        return False
    space.words[NODES] = 0
    space.words[STAGE] = DEPTH
    return True


@routine
def _note_depth(answers: Words, status: Bytes, wanted: Number, space: Space) -> None:
    """Note the depth, if it solves the puzzle, and go on with what else is wanted."""
    words = space.words
    tries, is_begun = space.depths.state[TOP_FRAME], space.kept[0, N_LEFT] > 0
    depth = tries + 1 if is_begun else 0
    words[STAGE] = BEGIN
    if n_left(space.depths) == space.kept[0, N_LEFT]:
        answers[0] = depth
        for within in range(depth, N_ANSWERS - 1):
            answers[1 + within] = 0
        if is_begun and wanted >> depth & 1:
            words[STAGE] = BRAIDS
            copy(space.kept[tries], space.frames[tries])
            begin_theory(space, tries, 1)
        else:
            status[0] = KNOWN
    elif not wanted & 1 and wanted >> depth + 1 == 0:
        status[0] = KNOWN  # there is no such length
    elif depth < DEEPEST:
        words[STAGE] = DEPTH
        copy(space.kept[tries], space.kept[depth])
        leave(space.depths, space.kept[depth], space.notes)
        go_deeper(space.depths)


@routine
def _note_length(answers: Words, status: Bytes, space: Space) -> None:
    """Note the length of braids, if it solves the puzzle; otherwise take longer ones."""
    words = space.words
    tries, length = words[TOP], words[LENGTH]
    if space.frames[tries, N_LEFT] == 0:
        answers[1 + tries] = length
        status[0] = KNOWN
        words[STAGE] = BEGIN
    elif length == LONGEST:
        words[STAGE] = BEGIN
    else:
        begin_theory(space, tries, length + 1)
