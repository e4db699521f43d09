"""The techniques that come after XY-chains: nice loops, almost locked sets, forcing chains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.chains import als, als_chains, forcing, nice_loops
from lowbit.kernels.hodoku.chains.almost_locked_sets import link_sets, list_sets, note_eliminators
from lowbit.kernels.hodoku.chains.als import ALS_XY_WING, ALS_XZ, find_als_xy_wing, find_als_xz
from lowbit.kernels.hodoku.chains.als_chains import ALS_CHAIN, find_als_chain
from lowbit.kernels.hodoku.chains.forcing import find_forcing_chain
from lowbit.kernels.hodoku.chains.nice_loops import find_nice_loop
from lowbit.kernels.hodoku.choice import FOUND, NONE, UNDECIDED
from lowbit.kernels.hodoku.implications import link_candidates, link_groups
from lowbit.kernels.hodoku.patterns.franken import find_franken_fish
from lowbit.kernels.hodoku.state import LIMIT, PASSED, leave
from lowbit.kernels.hodoku.steps import NUMBER

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words
    from lowbit.kernels.hodoku.workspace import ScoreWorkspace

NICE_LOOP: Final = NUMBER["continuous-nice-loop"]
GROUPED_LOOP: Final = NUMBER["grouped-continuous-nice-loop"]
FORCING_CHAIN: Final = NUMBER["forcing-chain-contradiction"]
FORCING_NET: Final = NUMBER["forcing-net-contradiction"]

N_ROOM: Final = max(part.N_ROOM for part in (als, als_chains, forcing, nice_loops))


@routine
def find_after_xy_chains(
    state: Words,
    space: ScoreWorkspace,
    has_fish: bool,
) -> int:
    """Find a step behind XY-chains; return FOUND, NONE, or UNDECIDED."""
    found = _find_loop(state, space) if state[LIMIT] >= NICE_LOOP else NONE
    if found == NONE and state[PASSED] < ALS_CHAIN and state[LIMIT] >= ALS_XZ:
        found = _find_linked_sets(state, space)
    if found == NONE and has_fish and find_franken_fish(state, space.step, space.room):
        found = FOUND
    if found == NONE and state[LIMIT] >= FORCING_CHAIN:
        if find_forcing_chain(state, space.step, space.graph, space.large_room):
            found = FOUND
        elif state[LIMIT] >= FORCING_NET:
            return leave(state, FORCING_NET, state[LIMIT])
    return found


@routine
def _find_loop(state: Words, space: ScoreWorkspace) -> int:
    """Find a loop or chain, with groups where there is none without."""
    graph, room = space.graph, space.large_room
    if not link_candidates(state, graph):
        return leave(state, NICE_LOOP, state[LIMIT])
    if find_nice_loop(state, space.step, graph, room):
        return FOUND
    if state[LIMIT] < GROUPED_LOOP:
        return NONE
    if not link_groups(state, graph):
        return leave(state, GROUPED_LOOP, state[LIMIT])
    return FOUND if find_nice_loop(state, space.step, graph, room) else NONE


@routine
def _find_linked_sets(state: Words, space: ScoreWorkspace) -> int:
    """Find almost locked sets that are linked."""
    step, sets, room = space.step, space.sets, space.large_room
    if not list_sets(state, sets, room) or not link_sets(state, sets):
        return leave(state, ALS_XZ, ALS_CHAIN)
    if find_als_xz(sets, step):
        return FOUND
    note_eliminators(sets)
    if state[LIMIT] >= ALS_XY_WING and find_als_xy_wing(sets, step, room):
        return FOUND
    found = find_als_chain(sets, step, room) if state[LIMIT] >= ALS_CHAIN else NONE
    return leave(state, ALS_CHAIN, ALS_CHAIN) if found == UNDECIDED else found
