"""The scratch of one thread: positions within one another, and a braid that is being looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.trials.bounds import DEEPEST, LONGEST
from lowbit.kernels.trials.depths import Depths, new_depths
from lowbit.kernels.trials.position import N_POSITION, ROOM, VALUES, NotedSingles, new_notes
from lowbit.kernels.trials.tables import N_CANDIDATES

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Masks, Words


class Braid(NamedTuple):
    """A braid that is being looked for: digits placed one after another, and those that are not.

    Attributes
    ----------
    positions : uint16[LONGEST + 1, N_POSITION]
        What is left after each digit.
    pending : int64[LONGEST + 1, VALUES]
        The singles of each that may come next.
    n_pending, chosen, n_banned : int64[LONGEST + 1]
        How many those are, which one is placed, and how many candidates were banned before.
    banned : int64[ROOM]
        The candidates that are not to be placed, as all braids with them have been tried.
    is_banned : uint8[729]
        Which those are.
    marked : uint8[729]
        The singles that a contradiction needs.
    stack : int64[729]
        Those of them that are not yet followed back.
    trial : uint16[N_POSITION]
        A position in which all singles are placed.
    """

    positions: Masks
    pending: Words
    n_pending: Words
    chosen: Words
    n_banned: Words
    banned: Words
    is_banned: Bytes
    marked: Bytes
    stack: Words
    trial: Masks


class Space(NamedTuple):
    """Scratch.

    Attributes
    ----------
    words : int64[N_WORDS]
        The state of the search, see `lowbit.kernels.trials.theories` and `classes`.
    frames : uint16[DEEPEST, N_POSITION]
        Positions within one another, the puzzle's at the top.
    kept : uint16[DEEPEST, N_POSITION]
        The puzzle after singles, and after each depth of trial and error.
    target, cursor, idle : int64[DEEPEST]
        For each frame, the candidate that is tried, the one to be tried next, and how many were in
        vain since the last change.
    is_fine : uint8[DEEPEST, 729]
        The candidates of each frame that are known to lead to no contradiction.
    is_hard : uint8[729]
        Those of the lowest frame that lead to one, perhaps by a braid that is short enough.
    notes : NotedSingles
    braid : Braid
    depths : Depths
    """

    words: Words
    frames: Masks
    kept: Masks
    target: Words
    cursor: Words
    idle: Words
    is_fine: Bytes
    is_hard: Bytes
    notes: NotedSingles
    braid: Braid
    depths: Depths


N_WORDS: Final = 16


def new_space() -> Space:
    """Return the scratch of a thread."""
    frames = np.zeros((DEEPEST, N_POSITION), np.uint16)
    numbers = np.zeros(DEEPEST, np.int64)
    return Space(
        np.zeros(N_WORDS, np.int64),
        frames,
        np.zeros_like(frames),
        numbers,
        np.zeros_like(numbers),
        np.zeros_like(numbers),
        np.zeros((DEEPEST, N_CANDIDATES), np.uint8),
        np.zeros(N_CANDIDATES, np.uint8),
        new_notes(),
        _new_braid(),
        new_depths(),
    )


def _new_braid() -> Braid:
    numbers = np.zeros(LONGEST + 1, np.int64)
    flags = np.zeros(N_CANDIDATES, np.uint8)
    return Braid(
        np.zeros((LONGEST + 1, N_POSITION), np.uint16),
        np.zeros((LONGEST + 1, VALUES), np.int64),
        numbers,
        np.zeros_like(numbers),
        np.zeros_like(numbers),
        np.zeros(ROOM, np.int64),
        flags,
        np.zeros_like(flags),
        np.zeros(N_CANDIDATES, np.int64),
        np.zeros(N_POSITION, np.uint16),
    )
