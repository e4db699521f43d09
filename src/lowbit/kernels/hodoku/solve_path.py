"""The path to the solution: the first step that applies in HoDoKu's order, again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.hodoku import late_techniques as after_xy_chains
from lowbit.kernels.hodoku.apply import apply
from lowbit.kernels.hodoku.chains import xy_chains
from lowbit.kernels.hodoku.chains.almost_locked_sets import N_SET_GRAPH
from lowbit.kernels.hodoku.chains.x_chains import look_for_x_chain
from lowbit.kernels.hodoku.chains.xy_chains import XY_CHAIN, find_xy_chain, look_for_remote_pair
from lowbit.kernels.hodoku.choice import FOUND, N_CHOICE, NONE, UNDECIDED
from lowbit.kernels.hodoku.implications import new_graph
from lowbit.kernels.hodoku.late_techniques import find_after_xy_chains
from lowbit.kernels.hodoku.patterns import (
    colouring,
    franken,
    sue_de_coq,
    templates,
    uniqueness,
)
from lowbit.kernels.hodoku.patterns.colouring import find_multi_colours, find_simple_colours
from lowbit.kernels.hodoku.patterns.fish import find_finned_fish, find_fish
from lowbit.kernels.hodoku.patterns.sets import (
    CLAIMING,
    POINTING,
    find_hidden_set,
    find_locked_candidates,
    find_locked_set,
    find_naked_set,
)
from lowbit.kernels.hodoku.patterns.single_digit import (
    TURBOT,
    find_empty_rectangle,
    find_kite,
    find_skyscraper,
    find_turbot_fish,
)
from lowbit.kernels.hodoku.patterns.singles import find_single
from lowbit.kernels.hodoku.patterns.sue_de_coq import find_sue_de_coq
from lowbit.kernels.hodoku.patterns.templates import note_templates
from lowbit.kernels.hodoku.patterns.uniqueness import (
    find_avoidable_rectangle,
    find_rectangle,
    find_universal_grave,
)
from lowbit.kernels.hodoku.patterns.wings import find_w_wing, find_xy_wing, find_xyz_wing
from lowbit.kernels.hodoku.state import (
    DONE,
    FROM,
    INVALID,
    KERNEL,
    LEFT,
    LIMIT,
    N_LEFT,
    PASSED,
    PLAIN,
    WAITING,
    leave,
    load,
)
from lowbit.kernels.hodoku.steps import N_STEP, NUMBER, TECHNIQUE
from lowbit.kernels.hodoku.tables import BOX, N_HOUSES
from lowbit.kernels.hodoku.workspace import ScoreWorkspace

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Numbers, Words

LOCKED_PAIR: Final = NUMBER["locked-pair"]
LOCKED_TRIPLE: Final = NUMBER["locked-triple"]
NAKED_PAIR: Final = NUMBER["naked-pair"]
NAKED_TRIPLE: Final = NUMBER["naked-triple"]
HIDDEN_PAIR: Final = NUMBER["hidden-pair"]
HIDDEN_TRIPLE: Final = NUMBER["hidden-triple"]
NAKED_QUADRUPLE: Final = NUMBER["naked-quadruple"]
HIDDEN_QUADRUPLE: Final = NUMBER["hidden-quadruple"]
X_WING: Final = NUMBER["x-wing"]
SWORDFISH: Final = NUMBER["swordfish"]
JELLYFISH: Final = NUMBER["jellyfish"]
REMOTE_PAIR: Final = NUMBER["remote-pair"]
FINNED_X_WING: Final = NUMBER["finned-x-wing"]
SASHIMI_X_WING: Final = NUMBER["sashimi-x-wing"]
FINNED_SWORDFISH: Final = NUMBER["finned-swordfish"]
SASHIMI_SWORDFISH: Final = NUMBER["sashimi-swordfish"]
FINNED_JELLYFISH: Final = NUMBER["finned-jellyfish"]
SASHIMI_JELLYFISH: Final = NUMBER["sashimi-jellyfish"]
X_CHAIN: Final = NUMBER["x-chain"]
NOTHING: Final = 0
"""The number of no technique."""


def new_workspace() -> ScoreWorkspace:
    """Return scratch for a thread."""
    n_room = max(
        part.N_ROOM for part in (colouring, franken, sue_de_coq, templates, uniqueness, xy_chains)
    )
    sizes = (N_STEP, N_STEP, N_CHOICE, n_room, N_SET_GRAPH, after_xy_chains.N_ROOM)
    step, trial, choice, room, sets, large = (np.zeros(size, np.int64) for size in sizes)
    return ScoreWorkspace(step, trial, choice, room, new_graph(), sets, large)


@kernel
def load_puzzles(puzzles: Bytes, states: Words, last: int, begin: int, end: int) -> None:
    """Begin with puzzles from `begin` up to `end`, each in a row of `states`.

    Techniques after `last` are not used.
    """
    for puzzle in range(begin, end):
        state = states[puzzle - begin]
        state[WAITING] = KERNEL if load(state, puzzles[puzzle]) else INVALID
        state[LIMIT] = last


@kernel
def take_steps(
    states: Words,
    waiting: Words,
    space: ScoreWorkspace,
    trace: Numbers,
    begin: int,
    end: int,
) -> None:
    """Take steps in each puzzle until it is solved or waits for plain finders.

    Parameters
    ----------
    states : int64[n, N_STATE]
        Changed.
    waiting : int64[k]
        Which of the states wait for this.
    space : ScoreWorkspace
        For this thread alone.
    trace : int32[n, t]
        Where the steps of each are written down, as far as there is room.
    begin, end : int
        Which of those that wait.
    """
    for number in range(begin, end):
        row = waiting[number]
        state = states[row]
        state[FROM] = NOTHING
        while state[N_LEFT] and find_step(state, space) and space.step[TECHNIQUE] <= state[LIMIT]:
            apply(state, space.step, trace[row])
        if state[N_LEFT]:
            state[WAITING] = PLAIN if state[FROM] else LEFT
        else:
            state[WAITING] = DONE


@routine
def find_step(state: Words, space: ScoreWorkspace) -> bool:
    """Find the first step that there is; where there is none, say which are left to try."""
    step = space.step
    return (
        find_single(state, step)
        or (state[LIMIT] >= LOCKED_PAIR and _find_set(state, step))
        or (state[LIMIT] >= X_WING and _find_pattern(state, space))
    )


@routine
def _find_pattern(state: Words, space: ScoreWorkspace) -> bool:
    """Find a step that needs more than one house, or two that cross."""
    step = space.step
    has_fish = note_templates(state, space.room)
    if has_fish and _find_fish(state, step):
        return True
    if state[PASSED] < REMOTE_PAIR and look_for_remote_pair(state, space.room) == UNDECIDED:
        leave(state, REMOTE_PAIR, REMOTE_PAIR)
        return False
    if find_universal_grave(state, step):
        return True
    found = _find_digit_pattern(state, space) if has_fish else NONE
    if found != NONE:
        return found == FOUND
    return (
        _find_wing_or_rectangle(state, space)
        or (has_fish and _find_finned(state, step))
        or find_sue_de_coq(state, step, space.room)
        or _find_chain(state, space, has_fish)
    )


@routine
def _find_fish(state: Words, step: Words) -> bool:
    return (
        find_fish(state, step, 2, X_WING)
        or find_fish(state, step, 3, SWORDFISH)
        or find_fish(state, step, 4, JELLYFISH)
    )


@routine
def _find_digit_pattern(state: Words, space: ScoreWorkspace) -> int:
    """Find two strong links of a digit; return FOUND, NONE, or UNDECIDED."""
    step = space.step
    if find_skyscraper(state, step) or find_kite(state, step, space.room):
        return FOUND
    found = NONE
    if state[PASSED] < TURBOT:
        found = find_turbot_fish(state, step, space.choice)
        if found == UNDECIDED:
            leave(state, TURBOT, TURBOT)
    if found == NONE and find_empty_rectangle(state, step):
        return FOUND
    return found


@routine
def _find_set(state: Words, step: Words) -> bool:
    return (
        find_locked_set(state, step, 2, LOCKED_PAIR)
        or find_locked_set(state, step, 3, LOCKED_TRIPLE)
        or find_locked_candidates(state, step, BOX, N_HOUSES, POINTING)
        or find_locked_candidates(state, step, 0, BOX, CLAIMING)
        or find_naked_set(state, step, 2, NAKED_PAIR)
        or find_naked_set(state, step, 3, NAKED_TRIPLE)
        or find_hidden_set(state, step, 2, HIDDEN_PAIR)
        or find_hidden_set(state, step, 3, HIDDEN_TRIPLE)
        or find_naked_set(state, step, 4, NAKED_QUADRUPLE)
        or find_hidden_set(state, step, 4, HIDDEN_QUADRUPLE)
    )


@routine
def _find_wing_or_rectangle(state: Words, space: ScoreWorkspace) -> bool:
    step, room = space.step, space.room
    return (
        find_w_wing(state, step, room)
        or find_xy_wing(state, step, room)
        or find_xyz_wing(state, step, room)
        or find_rectangle(state, step, space.trial, room)
        or find_avoidable_rectangle(state, step)
    )


@routine
def _find_finned(state: Words, step: Words) -> bool:
    return (
        find_finned_fish(state, step, 2, FINNED_X_WING, SASHIMI_X_WING)
        or find_finned_fish(state, step, 3, FINNED_SWORDFISH, SASHIMI_SWORDFISH)
        or find_finned_fish(state, step, 4, FINNED_JELLYFISH, SASHIMI_JELLYFISH)
    )


@routine
def _find_chain(
    state: Words,
    space: ScoreWorkspace,
    has_fish: bool,
) -> bool:
    step, room = space.step, space.room
    if has_fish:
        if find_simple_colours(state, step, room) or find_multi_colours(state, step, room):
            return True
        if state[PASSED] < X_CHAIN <= state[LIMIT] and look_for_x_chain(state, room) != NONE:
            leave(state, X_CHAIN, X_CHAIN)
            return False
    found = NONE
    if state[PASSED] < XY_CHAIN <= state[LIMIT]:
        found = find_xy_chain(state, step, space.choice, room)
        if found == UNDECIDED:
            leave(state, XY_CHAIN, XY_CHAIN)
    if found == NONE:
        found = find_after_xy_chains(state, space, has_fish)
    return found == FOUND
