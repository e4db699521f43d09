"""The steps that need no chains, up to aligned pair exclusion; and aligned triple exclusion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.rating.patterns import exclusion, loops, universal_graves, wings
from lowbit.kernels.rating.patterns.exclusion import find_excluded
from lowbit.kernels.rating.patterns.loops import find_loop
from lowbit.kernels.rating.patterns.sets import (
    DIRECT,
    NO_LOCKED,
    find_fish,
    find_hidden_set,
    find_naked_set,
    look_for_locked,
    write_locked,
)
from lowbit.kernels.rating.patterns.singles import (
    find_direct_hidden_set,
    find_hidden_single,
    find_naked_single,
)
from lowbit.kernels.rating.patterns.universal_graves import find_universal_grave
from lowbit.kernels.rating.patterns.wings import find_wing
from lowbit.kernels.rating.position.apply import apply
from lowbit.kernels.rating.position.closed_sets import N_SCRATCH
from lowbit.kernels.rating.position.stages import CYCLES, DONE, EASY, NISHIO, TRIPLES, XYZ_WINGS
from lowbit.kernels.rating.position.state import N_LEFT, WAITING
from lowbit.kernels.rating.position.steps import N_STEP, NUMBER, RATING

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Numbers, Words

NAKED_PAIR: Final = NUMBER["naked-pair"]
NAKED_TRIPLE: Final = NUMBER["naked-triple"]
NAKED_QUADRUPLE: Final = NUMBER["naked-quadruple"]
HIDDEN_PAIR: Final = NUMBER["hidden-pair"]
HIDDEN_TRIPLE: Final = NUMBER["hidden-triple"]
HIDDEN_QUADRUPLE: Final = NUMBER["hidden-quadruple"]
X_WING: Final = NUMBER["x-wing"]
SWORDFISH: Final = NUMBER["swordfish"]
JELLYFISH: Final = NUMBER["jellyfish"]


class BasicWorkspace(NamedTuple):
    """Scratch of one thread.

    Attributes
    ----------
    step, trial : int64[:]
        The step that is found, and one that may be better.
    scratch : int64[:]
        Rows and closed sets.
    room : int64[:]
        Wings, loops, universal graves, aligned cells.
    """

    step: Words
    trial: Words
    scratch: Words
    room: Words


def new_workspace() -> BasicWorkspace:
    """Return scratch for a thread."""
    n_room = max(wings.N_ROOM, exclusion.N_ROOM, universal_graves.N_ROOM, loops.N_ROOM)
    sizes = (N_STEP, N_STEP, N_SCRATCH, n_room)
    return BasicWorkspace(*(np.zeros(size, np.int64) for size in sizes))


@kernel
def take_basic_steps(
    states: Words,
    waiting: Words,
    space: BasicWorkspace,
    trace: Numbers,
) -> None:
    """Take steps in each puzzle until it is solved or needs chains.

    Where no steps are written down, it leaves this stage after each that easier ones may follow.

    One that has waited for aligned triple exclusion, and for which there is none, needs more of
    them.

    Parameters
    ----------
    states : int64[n, N_STATE]
        Changed.
    waiting : int64[k]
        How many of the states wait for this, and which.
    space : BasicWorkspace
        For this thread alone.
    trace : int32[n, t]
        Where the steps of each are written down, as far as there is room.
    """
    for number in range(waiting[0]):
        row = waiting[1 + number]
        state = states[row]
        if state[WAITING] == TRIPLES:
            if not find_excluded(state, space.room, space.step, 3):
                state[WAITING] = NISHIO
                continue
            apply(state, space.step, trace[row])
        state[WAITING] = CYCLES
        while state[N_LEFT] and state[WAITING] == CYCLES and _find(state, space):
            apply(state, space.step, trace[row])
            # Easier steps may follow, and are quicker in lanes.
            if space.step[RATING] > XYZ_WINGS and trace.size == 0:
                state[WAITING] = EASY
        if state[N_LEFT] == 0:
            state[WAITING] = DONE


@routine
def _find(state: Words, space: BasicWorkspace) -> bool:
    """Find the first step that there is."""
    if find_hidden_single(state, space.step):
        return True
    locked = look_for_locked(state, space.step, 0)
    if (
        locked == DIRECT
        or find_direct_hidden_set(state, space.scratch, space.step, 2, 1)
        or find_naked_single(state, space.step)
        or find_direct_hidden_set(state, space.scratch, space.step, 3, 2)
    ):
        return True
    if locked < NO_LOCKED:
        write_locked(state, space.step, locked)
        return True
    return find_sets(state, space.scratch, space.step) or _find_rare(state, space)


@routine
def find_sets(state: Words, scratch: Words, step: Words) -> bool:
    """Find the first naked or hidden set or fish up to hidden triples."""
    return (
        find_naked_set(state, scratch, step, 2, NAKED_PAIR, 30, 3)
        or find_fish(state, scratch, step, 2, X_WING, 32, 4)
        or find_hidden_set(state, scratch, step, 2, HIDDEN_PAIR, 34, 5)
        or find_naked_set(state, scratch, step, 3, NAKED_TRIPLE, 36, 6)
        or find_fish(state, scratch, step, 3, SWORDFISH, 38, 7)
        or find_hidden_set(state, scratch, step, 3, HIDDEN_TRIPLE, 40, 8)
    )


@routine
def _find_rare(state: Words, space: BasicWorkspace) -> bool:
    scratch, room, step = space.scratch, space.room, space.step
    return (
        find_wing(state, room, step, 2)
        or find_wing(state, room, step, 3)
        or find_loop(state, room, space.trial, step)
        or find_naked_set(state, scratch, step, 4, NAKED_QUADRUPLE, 50, 9)
        or find_fish(state, scratch, step, 4, JELLYFISH, 52, 10)
        or find_hidden_set(state, scratch, step, 4, HIDDEN_QUADRUPLE, 54, 11)
        or find_universal_grave(state, room, step)
        or find_excluded(state, room, step, 2)
    )
