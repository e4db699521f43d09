"""The depth of trial and error: frames within frames, each with all its roots at once.

::

    frame 2   a root is tried ──> frame 1   one of its roots ──> frame 0   closed by singles
      <──── a contradiction: it goes ────┘  <────────────────────────┘

A frame is closed under trial and error one deeper than the frame below once each of its roots has
been tried there. What the frame below has left of a root is kept: it is a beginning for the next
try, which is not due before a candidate of it is gone. Candidates that follow from a root without a
contradiction come to none, either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.trials.bounds import DEEPEST
from lowbit.kernels.trials.network import link
from lowbit.kernels.trials.position import forget, settle
from lowbit.kernels.trials.position import take_away as take_candidate_away
from lowbit.kernels.trials.roots import (
    LIVE,
    MOST_ROOTS,
    N_WORDS,
    PLACED,
    POSSIBLE,
    Roots,
    add,
    assign,
    begin,
    close,
    descend,
    has,
    new_roots,
    remove,
    take_away,
)
from lowbit.kernels.trials.tables import N_CANDIDATES, N_CELLS, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Masks, Number, UnsignedWords, Words
    from lowbit.kernels.trials.position import NotedSingles

AT, TOP, POSITIONS, N_STATE = range(4)
"""Words of the state: the frame at work, the puzzle's, and how many positions were looked at."""

NO_ROOT: Final = -1


class Depths(NamedTuple):
    """Frames within one another, and what is left to be done in each.

    Attributes
    ----------
    state : int64[N_STATE]
        See above.
    base, target : int64[DEEPEST]
        The base of each frame, and the root that is tried.
    n_followers : int64[DEEPEST, MOST_ROOTS]
        How many candidates follow from each root of a frame, itself among them.
    is_open, is_placed, is_due : uint64[DEEPEST, N_WORDS]
        The candidates of each frame, those that follow from its base, and the roots to be tried.
    left : uint64[DEEPEST, 729, N_WORDS]
        What the frame below has left of each root of a frame.
    truth : uint64[N_WORDS]
        The candidates of the solution.
    roots : Roots
    """

    state: Words
    base: Words
    target: Words
    n_followers: Words
    is_open: UnsignedWords
    is_placed: UnsignedWords
    is_due: UnsignedWords
    left: UnsignedWords
    truth: UnsignedWords
    roots: Roots


def new_depths() -> Depths:
    """Return room for a puzzle."""
    numbers, column = np.zeros(DEEPEST, np.int64), np.zeros((DEEPEST, N_WORDS), np.uint64)
    return Depths(
        np.zeros(N_STATE, np.int64),
        numbers,
        np.zeros_like(numbers),
        np.zeros((DEEPEST, MOST_ROOTS), np.int64),
        column,
        np.zeros_like(column),
        np.zeros_like(column),
        np.zeros((DEEPEST, N_CANDIDATES, N_WORDS), np.uint64),
        np.zeros(N_WORDS, np.uint64),
        new_roots(),
    )


@routine
def begin_depths(depths: Depths, position: Masks, solution: Bytes) -> bool:
    """Begin with a puzzle, and tries that are not within others.

    Return whether there is room for its candidates, as there is for 17 givens' and more.
    """
    network = depths.roots.network
    link(position, network)
    if network.n[0] >= MOST_ROOTS:
        return False
    depths.truth[:] = 0
    for cell in range(N_CELLS):
        number = network.numbers[SIZE * cell + solution[cell] - 1]
        if number < N_CANDIDATES:
            add(depths.truth, number)
    depths.state[POSITIONS] = 0
    begin(depths.roots, 0)
    _begin_top(depths, 0)
    return True


@routine
def go_deeper(depths: Depths) -> None:
    """Go on with tries within one more other, in what is left of the puzzle."""
    roots, tries = depths.roots, depths.state[TOP] + 1
    words, before = roots.words[tries], roots.words[tries - 1]
    for number in range(roots.network.n[0]):
        assign(words[POSSIBLE + number], before[POSSIBLE + number])
        assign(words[PLACED + number], before[PLACED + number])
    words[LIVE:] = 0
    assign(words[LIVE], before[LIVE])
    roots.changed[tries] = 0
    _begin_top(depths, tries)


@routine
def _begin_top(depths: Depths, frame: Number) -> None:
    """Begin with the frame of the puzzle."""
    base = depths.roots.network.n[0]
    depths.state[AT], depths.state[TOP] = frame, frame
    close(depths.roots, frame, base)
    _begin_frame(depths, frame, base)


@routine
def _begin_frame(depths: Depths, frame: Number, base: Number) -> None:
    """Begin to try the roots of a frame."""
    depths.base[frame] = base
    for number in range(depths.roots.network.n[0] if frame else 0):
        for word in range(N_WORDS):
            depths.left[frame, number, word] = ~np.uint64(0)
    _note_change(depths, frame)


@routine
def _note_change(depths: Depths, frame: Number) -> None:
    """Note what is open in a frame, and let all its roots be tried again."""
    words, base = depths.roots.words[frame], depths.base[frame]
    is_open, is_placed, is_due = (
        depths.is_open[frame],
        depths.is_placed[frame],
        depths.is_due[frame],
    )
    is_open[:] = 0
    is_placed[:] = 0
    for number in range(depths.roots.network.n[0]):
        if has(words[POSSIBLE + number], base):
            add(is_open, number)
        if has(words[PLACED + number], base):
            add(is_placed, number)
    for word in range(N_WORDS):
        is_due[word] = is_open[word] & ~is_placed[word]
        if frame == depths.state[TOP]:
            is_due[word] &= ~depths.truth[word]
    if frame:
        _count_followers(depths, frame)


@routine
def _count_followers(depths: Depths, frame: Number) -> None:
    """Count the candidates that follow from each root of a frame."""
    words, n_followers = depths.roots.words[frame], depths.n_followers[frame]
    n_followers[:] = 0
    for number in range(depths.roots.network.n[0]):
        for word in range(N_WORDS):
            rest = words[PLACED + number, word]
            while rest:
                n_followers[64 * word + lowest(rest)] += 1
                rest &= rest - np.uint64(1)


@routine
def run_depths(depths: Depths, most_positions: Number) -> bool:
    """Try roots until none is left to be tried, which returns True, or on so many positions."""
    state = depths.state
    while state[POSITIONS] < most_positions:
        frame = state[AT]
        root = _next_root(depths, frame) if frame else NO_ROOT
        if root != NO_ROOT:
            _try(depths, frame, root)
        elif frame == state[TOP]:
            return True
        else:
            _go_up(depths, frame + 1)
    return False


@routine
def _next_root(depths: Depths, frame: Number) -> int:
    """Return the root of a frame to be tried next, or NO_ROOT.

    That is the one with the most followers, for which it vouches if it comes to no contradiction.
    """
    is_due, n_followers = depths.is_due[frame], depths.n_followers[frame]
    while True:
        chosen, most = NO_ROOT, 0
        for at in range(N_WORDS):
            rest = is_due[at]
            while rest:
                root = 64 * at + lowest(rest)
                rest &= rest - np.uint64(1)
                if n_followers[root] > most:
                    chosen, most = root, n_followers[root]
        if chosen == NO_ROOT:
            return NO_ROOT
        remove(is_due, chosen)
        if _may_fail(depths, frame, chosen):
            return int(chosen)


@part
def _may_fail(depths: Depths, frame: Number, root: Number) -> bool:
    """Return whether a candidate that was left of a root is gone, or the root was not tried yet."""
    is_gone = np.uint64(0)
    for word in range(N_WORDS):
        is_gone |= depths.left[frame, root, word] & ~depths.is_open[frame, word]
    return is_gone != 0


@routine
def _try(depths: Depths, frame: Number, root: Number) -> None:
    """Try a root of a frame."""
    roots, below = depths.roots, frame - 1
    depths.state[POSITIONS] += 1
    depths.target[frame] = root
    descend(roots, frame, root, depths.left[frame, root], depths.is_open[frame])
    if close(roots, below, root):
        depths.state[AT] = below
        _begin_frame(depths, below, root)
    else:
        _refute(depths, frame)


@routine
def _go_up(depths: Depths, frame: Number) -> None:
    """Go up to a frame, and keep what the one below has left of the target."""
    is_open, is_placed = depths.is_open[frame - 1], depths.is_placed[frame - 1]
    depths.state[AT] = frame
    assign(depths.left[frame, depths.target[frame]], is_open)
    for word in range(N_WORDS):
        depths.is_due[frame, word] &= ~is_placed[word]


@routine
def _refute(depths: Depths, frame: Number) -> None:
    """Take the target of a frame away; a contradiction there refutes that of the next one up."""
    roots, top = depths.roots, depths.state[TOP]
    take_away(roots, frame, depths.target[frame])
    while not close(roots, frame, depths.base[frame]) and frame < top:
        frame += 1
        take_away(roots, frame, depths.target[frame])
    depths.state[AT] = frame
    _note_change(depths, frame)


@routine
def n_left(depths: Depths) -> int:
    """Return how many candidates of the puzzle are left."""
    n = np.int64(0)
    for word in range(N_WORDS):
        n += size_of(depths.is_open[depths.state[TOP], word])
    return int(n)


@routine
def leave(depths: Depths, position: Masks, notes: NotedSingles) -> None:
    """Take away from a position what has been taken away from the puzzle."""
    network, top = depths.roots.network, depths.state[TOP]
    for number in range(network.n[0]):
        if not has(depths.is_open[top], number):
            candidate = network.candidates[number]
            forget(notes)
            take_candidate_away(position, candidate, candidate, notes)
            settle(position, notes, 0)
