"""Puzzles loaded into states, with the singles that all of them begin with placed side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.compile import kernel, part, routine
from lowbit.kernels.core.simd import native_lanes, register_file
from lowbit.kernels.rating.stages import BASIC, DONE, INVALID
from lowbit.kernels.rating.state import (
    AT,
    CELLS,
    EVERYTHING,
    FIRST_PLACEMENT,
    FIRST_STEP,
    HARDEST,
    HIDDEN,
    LAST,
    N_CELL_FINDERS,
    N_FINDERS,
    N_LEFT,
    N_NODES,
    N_OPEN,
    N_PLACED,
    N_STATE,
    ONCE,
    STALE,
    STALE_IN,
    WAITING,
)
from lowbit.kernels.rating.sweeps import CELLS as LANE_CELLS
from lowbit.kernels.rating.sweeps import (
    N_ROWS,
    PLACED,
    begin,
    look_for_locked,
    look_for_pairs,
    place_found,
    sweep,
)
from lowbit.kernels.rating.tables import HOUSES_OF, N_CELLS, N_HOUSES, PLACE_IN, ROW, SIZE

if TYPE_CHECKING:
    from numpy.typing import NDArray

LAST_CELLS, BOXES, LINES, POINTING, CLAIMING, PAIRS, NAKED = 10, 12, 15, 17, 19, 20, 23
"""Tenths: the ratings of single steps."""

HARDEST_OF, FIRST_OF, N_OPEN_OF, N_NOTES = range(4)
"""What is noted of each lane: its hardest step so far and its first one, 0 if there was none; and
how many cells were open in the beginning."""

DIRECT_PAIRS: Final = 1
"""The finder of direct hidden pairs among those that leave houses alone."""


class SingleSpace(NamedTuple):
    """Scratch of one thread.

    Attributes
    ----------
    rows : record[N_ROWS]
        The register file of `lowbit.kernels.rating.sweeps`.
    words : uint16[N_ROWS, lanes]
        The same.
    notes : int64[N_NOTES, lanes]
        See above.
    """

    rows: NDArray[Any]
    words: NDArray[np.uint16]
    notes: NDArray[np.int64]


def new_single_space() -> SingleSpace:
    """Return scratch for a thread."""
    lanes = native_lanes()
    rows, _ = register_file(N_ROWS, lanes)
    words = rows.view(np.uint16).reshape(N_ROWS, lanes)
    return SingleSpace(rows, words, np.zeros((N_NOTES, lanes), np.int64))


@kernel
def load_puzzles(
    puzzles: NDArray[np.uint8],
    states: NDArray[np.int64],
    begin_at: int,
    end: int,
    space: SingleSpace,
    with_singles: bool,  # noqa: FBT001 - of a kernel
) -> None:
    """Begin with puzzles from `begin_at` up to `end`, each in a row of `states`.

    Parameters
    ----------
    puzzles : uint8[n, 81]
    states : int64[n, N_STATE]
        Written to.
    begin_at, end : int
    space : SingleSpace
        For this thread alone.
    with_singles : bool
        Whether to place singles. What comes later is the same, but they are not written down.
    """
    n_lanes = space.words.shape[1]
    for first in range(begin_at, end, n_lanes):
        n = min(n_lanes, end - first)
        invalid = _load_lanes(puzzles, space, first, n)
        without_singles = 0
        if with_singles:
            without_singles = _place_singles(space, (1 << n) - 1 & ~invalid)
        for lane in range(n):
            state = states[first - begin_at + lane]
            if invalid >> lane & 1:
                state[WAITING] = INVALID
            else:
                _store(state, space, lane)
                if without_singles >> lane & 1:
                    state[STALE + DIRECT_PAIRS] = 0


@part
def _signed(word: Any) -> Any:
    """Return a word as int64: of one that has no sign, and int64, Numba makes a float."""
    return np.int64(word)


@routine
def _load_lanes(puzzles: Any, space: SingleSpace, first: int, n: int) -> int:
    """Begin with some puzzles, a lane each; return those whose givens clash or are no digits."""
    invalid = 0
    for lane in range(n):
        for note in range(N_NOTES):
            space.notes[note, lane] = 0
        for cell in range(N_CELLS):
            digit = _signed(puzzles[first + lane, cell])
            space.notes[N_OPEN_OF, lane] += digit == 0
            invalid |= (digit > SIZE) << lane
            space.words[LANE_CELLS + cell, lane] = 1 << digit >> 1
    (clashing,) = begin(space.rows, ())
    return invalid | _signed(clashing) & (1 << n) - 1


@routine
def _place_singles(space: SingleSpace, active: int) -> int:
    """Place the singles of some lanes; return those in which nothing up to naked singles is left.

    A lane goes on to the next kind of singles where the easier ones have come to an end.
    """
    boxes, lines, cells, new, finished = 0, 0, 0, active, 0
    while active:
        found = sweep(space.rows, (boxes, lines, cells))
        placed = _signed(found[0]) & active
        _note(space, placed & new, boxes, lines, cells)
        new &= ~placed
        active &= _signed(found[1])
        stuck = active & ~placed
        if stuck & lines == active:
            placed = _place_direct(space, stuck)
            rest = stuck & ~placed
            finished |= rest & cells
            active &= ~finished
            cells |= rest
            new |= rest
        risen = stuck & ~lines
        lines |= risen & boxes
        boxes |= risen
        new |= risen
    return finished


@routine
def _place_direct(space: SingleSpace, stuck: int) -> int:
    """Place what patterns leave single in lanes that have no singles; return where there was any.

    Of several kinds of patterns the easiest counts.
    """
    found = look_for_locked(space.rows, ())
    pointing = _signed(found[0]) & stuck
    claiming = _signed(found[1]) & stuck & ~pointing
    pairs = stuck & ~(pointing | claiming)
    if pairs:
        found_pairs = look_for_pairs(space.rows, ())
        pairs &= _signed(found_pairs[0])
    placed = pointing | claiming | pairs
    if placed:
        place_found(space.rows, (pointing, claiming, pairs))
        _note_rating(space, pointing, POINTING)
        _note_rating(space, claiming, CLAIMING)
        _note_rating(space, pairs, PAIRS)
    return placed


@routine
def _note(space: SingleSpace, lanes: Any, boxes: int, lines: int, cells: int) -> None:
    """Note in some lanes that the last kind of singles that they have come to was there."""
    _note_rating(space, lanes & cells, NAKED)
    _note_rating(space, lanes & lines & ~cells, LINES)
    _note_rating(space, lanes & boxes & ~lines, BOXES)
    _note_rating(space, lanes & ~boxes, LAST_CELLS)


@routine
def _note_rating(space: SingleSpace, lanes: Any, rating: int) -> None:
    """Note a step of some lanes."""
    while lanes:
        lane = lowest(lanes)
        space.notes[HARDEST_OF, lane] = max(space.notes[HARDEST_OF, lane], rating)
        if space.notes[FIRST_OF, lane] == 0:
            space.notes[FIRST_OF, lane] = rating
        lanes &= lanes - 1


@routine
def _store(state: Any, space: SingleSpace, lane: int) -> None:
    """Write the state of a lane."""
    n_open = 0
    for word in range(N_STATE):
        state[word] = 0
    for house in range(N_HOUSES):
        placed = _signed(space.words[PLACED + house, lane])
        state[N_OPEN + house] = SIZE - size_of(placed)
        if house >= ROW:
            n_open += state[N_OPEN + house]
            for digit in range(SIZE):
                state[N_PLACED + digit] += placed >> digit & 1
    state[N_LEFT] = n_open
    state[N_NODES] = space.notes[N_OPEN_OF, lane] - n_open
    state[HARDEST] = space.notes[HARDEST_OF, lane]
    state[FIRST_STEP] = state[FIRST_PLACEMENT] = space.notes[FIRST_OF, lane]
    state[WAITING] = BASIC if n_open else DONE
    if n_open:
        _list_candidates(state, space, lane)


@routine
def _list_candidates(state: Any, space: SingleSpace, lane: int) -> None:
    """Write the candidates of a lane."""
    for cell in range(N_CELLS):
        left = _signed(space.words[LANE_CELLS + cell, lane])
        state[CELLS + cell] = left
        while left:
            for kind in range(3):
                state[AT + SIZE * HOUSES_OF[cell, kind] + lowest(left)] |= 1 << PLACE_IN[cell, kind]
            left &= left - 1
    for house in range(N_HOUSES):
        _list_singles(state, house)
    for finder in range(N_FINDERS):
        state[STALE + finder] = EVERYTHING
    for finder in range(N_CELL_FINDERS):
        state[STALE_IN + 2 * finder] = (1 << UPPER) - 1
        state[STALE_IN + 2 * finder + 1] = (1 << (N_CELLS - UPPER)) - 1


@routine
def _list_singles(state: Any, house: int) -> None:
    """List the digits with one place in a house, and note whether it has one open cell."""
    once = 0
    for digit in range(SIZE):
        places = state[AT + SIZE * house + digit]
        if places and places & (places - 1) == 0:
            once |= 1 << digit
    state[ONCE + house] = once
    if once:
        state[HIDDEN] |= 1 << house
    if state[N_OPEN + house] == 1:
        state[LAST] |= 1 << house
