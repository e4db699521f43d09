"""Theories: what is left once no candidate can be taken away, by tries within one another.

Frames are positions within one another. In the lowest one singles and braids take candidates away;
in each above it a candidate is tried in the frame below, and taken away if that comes to a
contradiction. All that is left to do is in `Space`, so the work can stop anywhere.

Candidates that follow from one that leads to no contradiction lead to none, either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.compile import routine
from lowbit.kernels.trials.bounds import ANY_LENGTH
from lowbit.kernels.trials.braids import (
    NODES,
    REFUTED,
    RUNNING,
    begin_braid,
    follow_back,
    place_all,
    search,
)
from lowbit.kernels.trials.position import (
    N_LEFT,
    NONE,
    VALUES,
    copy,
    forget,
    place,
    settle,
    take_away,
)
from lowbit.kernels.trials.tables import N_CANDIDATES, N_CELLS, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Masks, Number
    from lowbit.kernels.trials.space import Space

FRAME, TOP, LENGTH, IS_SEARCHING, IS_THOROUGH = range(6, 11)
"""Words: the frame at work, the one of the puzzle, the greatest length of braids; whether a braid
is being looked for, and whether it is the turn of candidates that need that."""


@routine
def begin_theory(space: Space, tries: Number, length: Number) -> None:
    """Begin to take candidates away from the puzzle, which is in the frame of that number."""
    words = space.words
    words[FRAME], words[TOP], words[LENGTH] = tries, tries, length
    words[IS_SEARCHING] = 0
    _begin_frame(space)


@routine
def _begin_frame(space: Space) -> None:
    """Begin with the frame at work."""
    frame = space.words[FRAME]
    space.cursor[frame] = 0
    _has_changed(space)


@routine
def _has_changed(space: Space) -> None:
    """Forget what was in vain, in the frame at work."""
    frame = space.words[FRAME]
    space.idle[frame] = 0
    space.words[IS_THOROUGH] = 0
    for candidate in range(N_CANDIDATES):
        space.is_fine[frame, candidate] = 0
        space.is_hard[candidate] = 0


@routine
def run(space: Space, solution: Bytes, most_nodes: Number) -> bool:
    """Take candidates away until no more can be, which returns True, or after so many nodes."""
    words = space.words
    while words[NODES] < most_nodes:
        frame = words[FRAME]
        if words[IS_SEARCHING]:
            _search_braid(space, most_nodes)
        elif space.frames[frame, N_LEFT] == 0 or space.idle[frame] >= N_CANDIDATES:
            if frame == 0 and _goes_deeper(space):
                continue
            if frame == words[TOP]:
                return True
            _note_fine(space)
        else:
            _try_next(space, solution)
    return False


@routine
def _goes_deeper(space: Space) -> bool:
    """Return whether candidates that need a search are next in the lowest frame."""
    words = space.words
    is_next = not words[IS_THOROUGH] and space.frames[0, N_LEFT] > 0 and words[LENGTH] < ANY_LENGTH
    words[IS_THOROUGH] = is_next
    space.idle[0] = 0 if is_next else space.idle[0]
    return is_next


@routine
def _note_fine(space: Space) -> None:
    """Go one frame up: what was placed below leads to no contradiction there."""
    below = space.words[FRAME]
    above = below + 1
    space.words[FRAME] = above
    for cell in range(N_CELLS):
        digit = np.int64(space.frames[below, VALUES + cell])
        if digit:
            space.is_fine[above, SIZE * cell + digit - 1] = 1


@routine
def _try_next(space: Space, solution: Bytes) -> None:
    """Try the next candidate of the frame at work."""
    words = space.words
    frame = words[FRAME]
    candidate = space.cursor[frame]
    space.cursor[frame] = (candidate + 1) % N_CANDIDATES
    space.idle[frame] += 1
    cell, digit = candidate // SIZE, candidate % SIZE
    is_there = np.int64(space.frames[frame, cell]) >> digit & 1
    if not is_there or space.is_fine[frame, candidate]:
        return
    if frame == words[TOP] and solution[cell] == digit + 1:
        return
    space.target[frame] = candidate
    if frame == 0:
        _try_singles(space)
    else:
        _try_below(space)


@routine
def _try_below(space: Space) -> None:
    """Place the target in the frame below, and go there if that is no contradiction."""
    frame = space.words[FRAME]
    if _is_refuted(space, space.frames[frame - 1]):
        _refute(space)
    else:
        space.words[FRAME] = frame - 1
        _begin_frame(space)


@routine
def _is_refuted(space: Space, trial: Masks) -> bool:
    """Return whether singles refute the target of the frame at work; place them in a position."""
    frame, notes = space.words[FRAME], space.notes
    space.words[NODES] += 1
    copy(space.frames[frame], trial)
    forget(notes)
    return place(trial, space.target[frame], notes) != NONE or not settle(trial, notes, 0)


@routine
def _try_singles(space: Space) -> None:
    """Try the target of the lowest frame by singles; note whether a braid is to be looked for."""
    words = space.words
    length, target = words[LENGTH], space.target[0]
    if length == ANY_LENGTH:
        if _is_refuted(space, space.braid.trial):
            _refute(space)
        else:
            _note_followers(space)
    elif length and (not words[IS_THOROUGH] or space.is_hard[target]):
        if begin_braid(words, space.braid, space.notes, space.frames[0], target, length) == REFUTED:
            _refute(space)
        elif words[IS_THOROUGH]:
            words[IS_SEARCHING] = 1
        elif length > 1:
            _look_for_braid(space)


@routine
def _look_for_braid(space: Space) -> None:
    """Refute the target of the lowest frame by the braid that singles, followed back, lead to."""
    words, braid, notes = space.words, space.braid, space.notes
    rounds = place_all(words, braid, notes, N_CELLS + 1)  # each round fills a cell
    if rounds == 0:
        _note_followers(space)
    elif follow_back(words, braid, notes, 0) <= words[LENGTH]:
        _refute(space)
    else:
        space.is_hard[space.target[0]] = rounds <= words[LENGTH]


@routine
def _note_followers(space: Space) -> None:
    """Note that what follows from the target of the lowest frame leads to no contradiction."""
    for at in range(space.notes.n[0]):
        space.is_fine[0, space.notes.singles[at]] = 1


@routine
def _search_braid(space: Space, most_nodes: Number) -> None:
    """Look on for a braid from the target of the lowest frame."""
    words = space.words
    outcome = search(words, space.braid, space.notes, most_nodes)
    if outcome != RUNNING:
        words[IS_SEARCHING] = 0
    if outcome == REFUTED:
        _refute(space)


@routine
def _refute(space: Space) -> None:
    """Take the target of the frame at work away; a contradiction there refutes that of the next."""
    words = space.words
    while True:
        frame = words[FRAME]
        position, target = space.frames[frame], space.target[frame]
        forget(space.notes)
        is_dead = take_away(position, target, target, space.notes) != NONE
        if not is_dead and settle(position, space.notes, 0):
            _has_changed(space)
            return
        if frame == words[TOP]:  # no solution, which the caller has ruled out
            space.idle[frame] = N_CANDIDATES
            words[IS_THOROUGH] = 1
            return
        words[FRAME] = frame + 1
