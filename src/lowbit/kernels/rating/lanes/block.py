"""Lanes of puzzles that are being rated, with notes on each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.core.simd import native_lanes, register_file
from lowbit.kernels.rating.lanes.eliminations import N_ROWS
from lowbit.kernels.rating.lanes.sweeps import CELLS, PLACED
from lowbit.kernels.rating.position.closed_sets import N_SCRATCH
from lowbit.kernels.rating.position.stages import CLAIMING, HIDDEN_TRIPLES
from lowbit.kernels.rating.position.state import CELLS as STATE_CELLS
from lowbit.kernels.rating.position.state import FIRST_PLACEMENT, FIRST_STEP, HARDEST, N_STATE
from lowbit.kernels.rating.position.steps import N_STEP
from lowbit.kernels.rating.position.tables import HOUSES_OF, N_CELLS, N_HOUSES, PEERS, ROW, SIZE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.core.arrays import Bytes, Masks, Words

PUZZLE, HARDEST_OF, FIRST_OF, PLACEMENT_OF, N_NOTES = range(5)
"""Notes on each lane: which puzzle it has; in tenths its hardest step so far, its first
one, and the hardest up to the first placement, 0 if there was none."""

UNPLACED, UNAIDED, LOCKED, FREE, FOR_DIRECT, FOR_SETS, MAYBE_TRIPLES, N_MASKS = range(8)
"""Lanes in which nothing has been placed yet; in which locked candidates and hidden pairs are known
to leave no single; which have taken claiming or harder steps, so that pointing and claiming may go
before easier ones; which have taken steps as hard as hidden triples, so that any may; which wait
for direct steps, and for sets, until there are enough of them; and in which there may be hidden
triples."""


class LaneSpace(NamedTuple):
    """Scratch of one thread.

    Attributes
    ----------
    rows : record[N_ROWS]
        The register file of `lowbit.kernels.rating.lanes.sweeps` and `eliminates`.
    words : uint16[N_ROWS, lanes]
        The same.
    notes : int64[N_NOTES, lanes]
    masks : int64[N_MASKS]
        See above.
    state, scratch, step : int64[:]
        A state and scratch for a look at one lane.
    """

    rows: NDArray[Any]
    words: Masks
    notes: Words
    masks: Words
    state: Words
    scratch: Words
    step: Words


def new_lane_space(lanes: int | None = None) -> LaneSpace:
    """Return scratch for a thread, of as many lanes as the machine has if None."""
    lanes = lanes or native_lanes()
    rows, _ = register_file(N_ROWS, lanes)
    return LaneSpace(
        rows,
        rows.view(np.uint16).reshape(N_ROWS, lanes),
        np.zeros((N_NOTES, lanes), np.int64),
        np.zeros(N_MASKS, np.int64),
        *(np.zeros(size, np.int64) for size in (N_STATE, N_SCRATCH, N_STEP)),
    )


@part
def signed(word: int) -> Any:
    """Return a word as int64: of one that has no sign, and int64, Numba makes a float."""
    return np.int64(word)


@routine
def load_givens(space: LaneSpace, lane: int, puzzles: Bytes, puzzle: int) -> bool:
    """Begin with a puzzle, whose candidates come next; return whether it has digits alone."""
    is_good = True
    for cell in range(N_CELLS):
        digit = signed(puzzles[puzzle, cell])
        is_good &= digit <= SIZE
        # Digit 1 is bit 0, and a blank, which is 0, leaves no bit.
        space.words[CELLS + cell, lane] = 1 << digit >> 1
    for note in range(N_NOTES):
        space.notes[note, lane] = 0
    space.notes[PUZZLE, lane] = puzzle
    space.masks[UNPLACED] |= 1 << lane
    return is_good


@routine
def take_up(space: LaneSpace, lane: int, state: Words, number: int) -> None:
    """Go on with a state; the placed digits are listed next."""
    for cell in range(N_CELLS):
        space.words[CELLS + cell, lane] = state[STATE_CELLS + cell]
    hardest = state[HARDEST]
    space.notes[PUZZLE, lane] = number
    space.notes[HARDEST_OF, lane] = hardest
    space.notes[FIRST_OF, lane] = state[FIRST_STEP]
    space.notes[PLACEMENT_OF, lane] = state[FIRST_PLACEMENT]
    _mark(space, UNPLACED, lane, state[FIRST_PLACEMENT] == 0)
    _mark(space, UNAIDED, lane, True)
    _mark(space, LOCKED, lane, hardest >= CLAIMING)
    _mark(space, FREE, lane, hardest >= HIDDEN_TRIPLES)
    _mark(space, MAYBE_TRIPLES, lane, True)


@part
def _mark(space: LaneSpace, mask: int, lane: int, is_in: bool) -> None:
    """Put a lane into a set, or out of it."""
    space.masks[mask] = space.masks[mask] & ~(1 << lane) | is_in << lane


@routine
def note_step(space: LaneSpace, lanes: int, rating: int) -> None:
    """Note a step of some lanes."""
    while lanes:
        lane = lowest(lanes)
        space.notes[HARDEST_OF, lane] = max(space.notes[HARDEST_OF, lane], rating)
        if space.notes[FIRST_OF, lane] == 0:
            space.notes[FIRST_OF, lane] = rating
        lanes &= lanes - 1


@routine
def note_placements(space: LaneSpace, lanes: int) -> None:
    """Note that digits were placed in some lanes."""
    lanes &= space.masks[UNPLACED]
    space.masks[UNPLACED] &= ~lanes
    while lanes:
        lane = lowest(lanes)
        space.notes[PLACEMENT_OF, lane] = space.notes[HARDEST_OF, lane]
        lanes &= lanes - 1


@routine
def n_open_in(space: LaneSpace, lane: int) -> int:
    """Return how many cells of a lane are open."""
    n_open = N_CELLS
    for row in range(ROW, N_HOUSES):
        n_open -= size_of(signed(space.words[PLACED + row, lane]))
    return n_open


@routine
def place_in_lane(space: LaneSpace, lane: int, cell: int, digit: int) -> None:
    """Place a digit in a cell of a lane."""
    bit = 1 << digit
    space.words[CELLS + cell, lane] = 0
    for other in PEERS[cell]:
        space.words[CELLS + other, lane] = signed(space.words[CELLS + other, lane]) & ~bit
    for house in HOUSES_OF[cell]:
        space.words[PLACED + house, lane] = signed(space.words[PLACED + house, lane]) | bit
