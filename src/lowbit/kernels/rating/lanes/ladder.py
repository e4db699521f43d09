"""The steps up to XYZ-wings, in lanes that have no single: kind by kind, the easiest first.

A lane takes all steps of the first kind that it has, and goes back to its singles.
"""

from __future__ import annotations

from typing import Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.lanes.block import (
    FREE,
    LOCKED,
    MAYBE_TRIPLES,
    UNAIDED,
    LaneSpace,
    note_placements,
    note_step,
    place_in_lane,
    signed,
)
from lowbit.kernels.rating.lanes.eliminations import (
    eliminate,
    list_places,
    look_for_claiming,
    look_for_direct_triples,
    look_for_hidden_pairs,
    look_for_hidden_triples,
    look_for_naked_pairs,
    look_for_naked_triples,
    look_for_pointing,
    look_for_swordfish,
    look_for_x_wings,
    spread,
)
from lowbit.kernels.rating.lanes.states import store
from lowbit.kernels.rating.lanes.sweeps import look_for_locked, look_for_pairs, place_found
from lowbit.kernels.rating.lanes.wings import eliminate_by_wings
from lowbit.kernels.rating.patterns.singles import find_direct_hidden_set
from lowbit.kernels.rating.position.stages import CLAIMING, HIDDEN_TRIPLES, XYZ_WINGS
from lowbit.kernels.rating.position.state import EVERYTHING, STALE
from lowbit.kernels.rating.position.steps import PLACED
from lowbit.kernels.rating.position.tables import SIZE

DIRECT_POINTING, DIRECT_CLAIMING, DIRECT_PAIRS, DIRECT_TRIPLES = 17, 19, 20, 25
POINTING = 26
NAKED_PAIRS, X_WINGS, HIDDEN_PAIRS = 30, 32, 34
NAKED_TRIPLES, SWORDFISH = 36, 38
XY_WINGS = 42
"""Tenths: the ratings of steps."""

TRIPLE_FINDER: Final = 2
"""The finder of direct hidden triples among those that leave houses alone."""


@routine
def place_direct(space: LaneSpace, stuck: int) -> int:
    """Place the singles that locked candidates and hidden pairs leave; return the lanes with any.

    Of several kinds of patterns the easiest counts.
    """
    found = look_for_locked(space.rows, ())
    pointing = signed(found[0]) & stuck
    claiming = signed(found[1]) & stuck & ~pointing
    pairs = stuck & ~(pointing | claiming)
    if pairs:
        found_pairs = look_for_pairs(space.rows, ())
        pairs &= signed(found_pairs[0])
    placed = pointing | claiming | pairs
    if placed:
        place_found(space.rows, (pointing, claiming, pairs))
        note_step(space, pointing, DIRECT_POINTING)
        note_step(space, claiming, DIRECT_CLAIMING)
        note_step(space, pairs, DIRECT_PAIRS)
        note_placements(space, placed)
    return placed


@routine
def take_direct(space: LaneSpace, lanes: int) -> int:
    """Place singles that patterns leave, or take locked candidates; return the lanes with any."""
    left = lanes
    unknown = left & ~space.masks[UNAIDED]
    if unknown:
        left &= ~place_direct(space, unknown)
    if left:
        list_places(space.rows, ())
        left &= ~_place_direct_triples(space, left)
    unlocked = left & ~space.masks[LOCKED]
    if unlocked:
        left &= ~take_locked(space, unlocked)
    space.masks[UNAIDED] &= ~(lanes & ~left)
    return lanes & ~left


@routine
def take_locked(space: LaneSpace, left: int) -> int:
    """Make the eliminations of locked candidates; return the lanes with any."""
    found = look_for_pointing(space.rows, ())
    pointing = _take(space, left, signed(found[0]), POINTING)
    claiming = left & ~pointing
    if claiming:
        found = look_for_claiming(space.rows, ())
        claiming = _take(space, claiming, signed(found[0]), CLAIMING)
        space.masks[LOCKED] |= claiming
    space.masks[UNAIDED] &= ~(pointing | claiming)
    return pointing | claiming


@routine
def take_sets(space: LaneSpace, lanes: int) -> int:
    """Make the eliminations of subsets, fish and wings; return the lanes with any."""
    rows, left = space.rows, lanes
    found = look_for_naked_pairs(rows, ())
    left &= ~_take(space, left, signed(found[0]), NAKED_PAIRS)
    if left:
        list_places(rows, ())
        found = look_for_x_wings(rows, ())
        left &= ~_take_spread(space, left, signed(found[0]), X_WINGS)
    if left:
        found = look_for_hidden_pairs(rows, ())
        left &= ~_take_spread(space, left, signed(found[0]), HIDDEN_PAIRS)
    if left:
        found = look_for_naked_triples(rows, ())
        left &= ~_take(space, left, signed(found[0]), NAKED_TRIPLES)
    if left:
        found = look_for_swordfish(rows, ())
        left &= ~_take_spread(space, left, signed(found[0]), SWORDFISH)
    if left:
        left &= ~_take_triples_and_wings(space, left)
    taken = lanes & ~left
    space.masks[LOCKED] |= taken
    space.masks[UNAIDED] &= ~taken
    return taken


@routine
def _take_triples_and_wings(space: LaneSpace, left: int) -> int:
    """Make the eliminations of hidden triples and wings; return the lanes with any."""
    triples = 0
    if left & space.masks[MAYBE_TRIPLES]:
        found = look_for_hidden_triples(space.rows, ())
        triples = _take_spread(space, left, signed(found[0]), HIDDEN_TRIPLES)
    xy_wings = eliminate_by_wings(space, left & ~triples, 2)
    note_step(space, xy_wings, XY_WINGS)
    xyz_wings = eliminate_by_wings(space, left & ~(triples | xy_wings), 3)
    note_step(space, xyz_wings, XYZ_WINGS)
    taken = triples | xy_wings | xyz_wings
    space.masks[FREE] |= taken
    space.masks[MAYBE_TRIPLES] |= taken
    return taken


@routine
def _take_spread(space: LaneSpace, left: int, found: int, rating: int) -> int:
    """Make the eliminations found by house in some lanes; return those with any."""
    if left & found:
        spread(space.rows, ())
    return _take(space, left, found, rating)


@routine
def _take(space: LaneSpace, left: int, found: int, rating: int) -> int:
    """Make the eliminations found last in some lanes; return those with any."""
    hits = left & found
    if hits:
        eliminate(space.rows, (hits,))
        note_step(space, hits, rating)
    return hits


@routine
def _place_direct_triples(space: LaneSpace, left: int) -> int:
    """Place singles that hidden triples leave, rare ones, lane by lane; return the lanes."""
    found = look_for_direct_triples(space.rows, ())
    rest, placed = left & signed(found[0]), 0
    space.masks[MAYBE_TRIPLES] &= ~left
    space.masks[MAYBE_TRIPLES] |= left & signed(found[1])
    while rest:
        lane = lowest(rest)
        store(space.state, space, lane)
        space.state[STALE + TRIPLE_FINDER] = EVERYTHING
        if find_direct_hidden_set(space.state, space.scratch, space.step, 3, TRIPLE_FINDER):
            candidate = space.step[PLACED]
            place_in_lane(space, lane, candidate // SIZE, candidate % SIZE)
            placed |= 1 << lane
        rest &= rest - 1
    note_step(space, placed, DIRECT_TRIPLES)
    note_placements(space, placed)
    return placed
