"""Singles from all candidates of a frame at once: each is a root, which has a bit in each row.

::

    POSSIBLE + c   the roots in whose position candidate c is left
    PLACED + c     those in which it is placed
    LIVE           those that are looked at and have come to no contradiction
    DEAD           those that have just come to one

Candidates have numbers, see `lowbit.kernels.trials.network`. A *frame* is a set of such rows with a
root of its own, its *base*: the position of the frame. A candidate whose root comes to a
contradiction is taken away from the positions of all, so a frame in which nothing is left to be
done is closed under trial and error one deep. Rows only lose bits, and the order does not matter.

A variable is looked at again once one of its candidates has lost a bit. A root has one candidate
left in it where its bit is in one of their rows alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.core.simd import register_file, staged
from lowbit.kernels.trials.bounds import DEEPEST
from lowbit.kernels.trials.network import KINDS, N_DIRTY, CandidateNetwork, new_network
from lowbit.kernels.trials.tables import N_CANDIDATES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.kernels.core.arrays import Bytes, Number, RegisterFile, UnsignedWords, Words
    from lowbit.kernels.core.simd import Mask, Rows

LANES: Final = 32
"""Lanes of 16 bits."""

MOST_ROOTS: Final = 16 * LANES

N_WORDS: Final = MOST_ROOTS // 64
"""Words of a row."""

POSSIBLE: Final = 0
PLACED: Final = POSSIBLE + N_CANDIDATES + 1
"""The last row of each has no roots: it is there for variables with fewer candidates."""

LIVE: Final = PLACED + N_CANDIDATES + 1
DEAD: Final = LIVE + 1
FRESH: Final = DEAD + 1
SINGLE: Final = FRESH + 1
N_ROWS: Final = SINGLE + 1


class Roots(NamedTuple):
    """Frames within one another, the puzzle's last.

    Attributes
    ----------
    rows : record[DEEPEST, N_ROWS]
    words : uint64[DEEPEST, N_ROWS, N_WORDS]
        The same.
    changed : uint8[DEEPEST, 729]
        Which candidates have lost a bit since their variables were looked at.
    dirty : uint64[N_DIRTY]
        Scratch: the variables to be looked at.
    network : CandidateNetwork
    """

    rows: RegisterFile
    words: UnsignedWords
    changed: Bytes
    dirty: UnsignedWords
    network: CandidateNetwork


def new_roots() -> Roots:
    """Return room for the frames of a puzzle."""
    rows, _ = register_file(DEEPEST * N_ROWS, LANES)
    return Roots(
        rows.reshape(DEEPEST, N_ROWS),
        rows.view(np.uint64).reshape(DEEPEST, N_ROWS, N_WORDS),
        np.zeros((DEEPEST, N_CANDIDATES), np.uint8),
        np.zeros(N_DIRTY, np.uint64),
        new_network(),
    )


@staged(outputs=1, by_row=True)
def _look_at_3(rows: Rows, *members: Rows) -> tuple[Mask]:
    return _look(rows, members)


@staged(outputs=1, by_row=True)
def _look_at_6(rows: Rows, *members: Rows) -> tuple[Mask]:
    return _look(rows, members)


@staged(outputs=1, by_row=True)
def _look_at_9(rows: Rows, *members: Rows) -> tuple[Mask]:
    return _look(rows, members)


def _look(rows: Rows, members: Sequence[Rows]) -> tuple[Mask]:
    """Note the roots with no member of a variable left, and those with one that is not placed.

    Return whether there are such.
    """
    none = rows[POSSIBLE + N_CANDIDATES]
    once, twice, placed = none, none, none
    for member in members:
        possible = member[POSSIBLE]
        twice = twice | once & possible
        once = once | possible
        placed = placed | member[PLACED]
    live = rows[LIVE]
    rows[DEAD] = rows[DEAD] | live & ~once
    rows[LIVE] = live & once
    fresh = live & once & ~(twice | placed)
    rows[FRESH] = fresh
    return (~fresh.equals(0),)


@staged(outputs=1, by_row=True)
def _place(rows: Rows, candidate: Rows) -> tuple[Mask]:
    """Place a candidate in the fresh roots in which it is possible; return whether it is in any."""
    single = rows[FRESH] & candidate[POSSIBLE]
    candidate[PLACED] = candidate[PLACED] | single
    rows[SINGLE] = single
    return (~single.equals(0),)


@staged(outputs=1, by_row=True)
def _exclude(rows: Rows, candidate: Rows) -> tuple[Mask]:
    """Take a candidate away from the roots with the single; return whether it was in any."""
    possible, single = candidate[POSSIBLE], rows[SINGLE]
    candidate[POSSIBLE] = possible & ~single
    return (~(possible & single).equals(0),)


@routine
def begin(roots: Roots, frame: Number) -> None:
    """Begin a frame with what each candidate excludes by itself; the last root is its base."""
    words, network = roots.words[frame], roots.network
    n = network.n[0]
    words[LIVE:] = 0
    for number in range(n):
        for word in range(N_WORDS):
            words[POSSIBLE + number, word] = ~np.uint64(0)
            words[PLACED + number, word] = 0
    for number in range(n):
        add(words[PLACED + number], number)
        for at in range(network.n_peers[number]):
            remove(words[POSSIBLE + network.peers[number, at]], number)
    for root in range(n + 1):
        add(words[LIVE], root)
    roots.changed[frame, :n] = 1


@routine
def close(roots: Roots, frame: Number, base: Number) -> bool:
    """Place singles, and take away what comes to a contradiction, until nothing is left to be done.

    Return whether the base has come to none.
    """
    rows, words, changed = roots.rows[frame], roots.words[frame], roots.changed[frame]
    network, dirty = roots.network, roots.dirty
    while _list_dirty(changed, dirty, network):
        for at in range(N_DIRTY):
            rest = dirty[at]
            while rest:
                variable = 64 * at + lowest(rest)
                rest &= rest - np.uint64(1)
                members, n = network.members[variable], network.n_members[variable]
                if _is_fresh(rows, members, n):
                    _place_singles(rows, changed, members, n, network)
        if has(words[DEAD], base):
            return False
        _bury(roots, frame)
    return True


@part
def _list_dirty(changed: Bytes, dirty: UnsignedWords, network: CandidateNetwork) -> bool:
    """List the variables of candidates that have lost a bit; return whether there are any."""
    dirty[:] = 0
    is_any = False
    for number in range(network.n[0]):
        if changed[number]:
            changed[number] = 0
            is_any = True
            for kind in range(KINDS):
                add(dirty, network.variables[number, kind])
    return is_any


@part
def _is_fresh(rows: RegisterFile, of: Words, n: Number) -> bool:
    """Look at a variable with these members; return whether one alone is left in any root."""
    if n <= 3:
        return bool(_look_at_3(rows, (of[0], of[1], of[2]))[0])
    if n <= 6:
        return bool(_look_at_6(rows, (of[0], of[1], of[2], of[3], of[4], of[5]))[0])
    return bool(
        _look_at_9(rows, (of[0], of[1], of[2], of[3], of[4], of[5], of[6], of[7], of[8]))[0]
    )


@part
def _place_singles(
    rows: RegisterFile, changed: Bytes, members: Words, n: Number, network: CandidateNetwork
) -> None:
    """Place each member of a variable in the fresh roots in which it is the only one."""
    for at in range(n):
        number = members[at]
        if _place(rows, (number,))[0]:
            for one in range(network.n_peers[number]):
                peer = network.peers[number, one]
                changed[peer] |= _exclude(rows, (peer,))[0] != 0


@routine
def _bury(roots: Roots, frame: Number) -> None:
    """Take the candidates away whose roots have come to a contradiction."""
    dead = roots.words[frame, DEAD]
    for at in range(N_WORDS):
        rest = dead[at]
        dead[at] = 0
        while rest:
            take_away(roots, frame, 64 * at + lowest(rest))
            rest &= rest - np.uint64(1)


@routine
def take_away(roots: Roots, frame: Number, number: Number) -> None:
    """Take a candidate away from a frame, and its root."""
    words = roots.words[frame]
    remove(words[LIVE], number)
    words[POSSIBLE + number] = 0
    roots.changed[frame, number] = 1


@routine
def descend(
    roots: Roots, frame: Number, root: Number, left: UnsignedWords, is_open: UnsignedWords
) -> None:
    """Begin the frame below as the position of a root, which has only some candidates left.

    The variables of all others that are open in the frame are to be looked at.
    """
    above, below = roots.words[frame], roots.words[frame - 1]
    changed = roots.changed[frame - 1]
    changed[:] = 0
    below[DEAD:] = 0
    below[LIVE] = 0
    for number in range(roots.network.n[0]):
        if has(above[POSSIBLE + number], root) and has(left, number):
            assign(below[POSSIBLE + number], above[POSSIBLE + number])
            assign(below[PLACED + number], above[PLACED + number])
            if has(above[LIVE], number) and not has(above[PLACED + number], root):
                add(below[LIVE], number)
        else:
            below[POSSIBLE + number] = 0
            below[PLACED + number] = 0
            changed[number] = has(is_open, number)
    add(below[LIVE], root)


@part
def has(column: UnsignedWords, number: Number) -> bool:
    """Return whether a set has a number."""
    return bool(column[number >> 6] >> np.uint64(number & 63) & np.uint64(1))


@part
def add(column: UnsignedWords, number: Number) -> None:
    """Add a number to a set."""
    column[number >> 6] |= np.uint64(1) << np.uint64(number & 63)


@part
def remove(column: UnsignedWords, number: Number) -> None:
    """Remove a number from a set."""
    column[number >> 6] &= ~(np.uint64(1) << np.uint64(number & 63))


@part
def assign(column: UnsignedWords, source: UnsignedWords) -> None:
    """Let a set be another one."""
    for word in range(N_WORDS):
        column[word] = source[word]
