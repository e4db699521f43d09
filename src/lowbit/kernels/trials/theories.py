"""Theories: what is left once no candidate can be taken away, by braids and tries.

Frames are positions within one another. In the lowest one singles and braids take candidates away;
in each above it a candidate is tried in the frame below, and taken away if that comes to a
contradiction. All that is left to do is in `Space`, so the work can stop anywhere.

Candidates that follow from one that leads to no contradiction lead to none, either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.compile import routine
from lowbit.kernels.trials.braids import (
    BRAID_LENGTH,
    FINE,
    NODES,
    REFUTED,
    RUNNING,
    TOO_LONG,
    begin_braid,
    follow_back,
    place_target,
    search,
)
from lowbit.kernels.trials.locked import CHANGED, DEAD, take_locked_away
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
IS_UNLOCKED = 13
"""Words: the frame at work, the one of the puzzle, the greatest length of braids; whether a braid
is being looked for, whether it is the turn of candidates that need that, and whether braids of
length 1 are all done in the lowest frame."""


@routine
def begin_theory(space: Space, tries: Number, length: Number) -> None:
    """Begin to take candidates away from the puzzle, which is in the frame of that number."""
    words = space.words
    words[FRAME], words[TOP], words[LENGTH] = tries, tries, length
    words[IS_SEARCHING], words[BRAID_LENGTH] = 0, length
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
    space.words[IS_UNLOCKED] = 0
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
        elif frame == 0 and not words[IS_UNLOCKED]:
            _unlock(space)
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
def _unlock(space: Space) -> None:
    """Take away what braids of length 1 refute in the lowest frame, which may be all there is."""
    words = space.words
    words[NODES] += 1
    outcome = take_locked_away(space.frames[0], space.notes)
    if outcome == DEAD:
        _refute_frame(space)
        return
    if outcome == CHANGED:
        _has_changed(space)
    words[IS_UNLOCKED] = 1
    if words[LENGTH] == 1:
        space.idle[0], words[IS_THOROUGH] = N_CANDIDATES, 1


@routine
def _goes_deeper(space: Space) -> bool:
    """Return whether candidates that need a search are next in the lowest frame."""
    words = space.words
    is_next = not words[IS_THOROUGH] and space.frames[0, N_LEFT] > 0
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
    if not words[IS_THOROUGH]:
        _look_for_braid(space)
    elif space.is_hard[target]:
        if begin_braid(words, space.braid, space.notes, space.frames[0], target, length) == REFUTED:
            _refute(space)
        else:
            words[IS_SEARCHING] = 1


@routine
def _look_for_braid(space: Space) -> None:
    """Refute the target of the lowest frame by the braid that singles, followed back, lead to."""
    words, braid, notes = space.words, space.braid, space.notes
    position, target = space.frames[0], space.target[0]
    rounds = place_target(words, braid, notes, position, target)
    if rounds == FINE:
        _note_followers(space)
    elif rounds != TOO_LONG:
        if follow_back(words, braid, notes, position, target) <= words[LENGTH]:
            _refute(space)
        else:
            space.is_hard[target] = 1


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
    while not _goes_on_without(space):
        if not _goes_up(space):
            return
    _has_changed(space)


@routine
def _refute_frame(space: Space) -> None:
    """Refute the target of the frame above, where the one at work has a contradiction."""
    if _goes_up(space):
        _refute(space)


@routine
def _goes_on_without(space: Space) -> bool:
    """Take the target of the frame at work away; return whether that is no contradiction."""
    frame = space.words[FRAME]
    position, target = space.frames[frame], space.target[frame]
    forget(space.notes)
    is_dead = take_away(position, target, target, space.notes) != NONE
    return not is_dead and settle(position, space.notes, 0)


@routine
def _goes_up(space: Space) -> bool:
    """Go one frame up from a contradiction; return whether there is one."""
    words = space.words
    frame = words[FRAME]
    if frame < words[TOP]:
        words[FRAME] = frame + 1
        return True
    # No solution, which the caller has ruled out.
    space.idle[frame] = N_CANDIDATES
    words[IS_THOROUGH] = words[IS_UNLOCKED] = 1
    return False
