"""Choices of cells that are to hit a family of sets: how they are kept, and written down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.compile import part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Number, UnsignedWords, Words

WORDS: Final = 2
"""Words of a set of cells: boards of up to 128 cells."""

CLUES, DEAD, LEFT, MISSES, N_NODE = 0, 2, 4, 5, 6
"""Columns of a node: the clues and the dead cells as words, how many clues are left, and whether a
set is not hit."""

TASK, DEPTH, NUMBERED = range(3)
"""Words of `HittingSpace.state`: the node that is being seen to; how deep below it, NOWHERE before
it is begun; the depth where the sets were numbered, so that those below it are bits."""

NOWHERE: Final = -1
WORD: Final = 64
MOST_CELLS: Final = WORD * WORDS
MOST_WRITTEN: Final = MOST_CELLS * MOST_CELLS // 2
"""The room for nodes that a step may need: for each pair of cells."""

SIZES: Final = 4
"""Words that tell how many live cells numbered sets have."""

ZERO, ONE = np.uint64(0), np.uint64(1)


class HittingSpace(NamedTuple):
    """Scratch, and where the kernel stands; of each depth below a node.

    Attributes
    ----------
    sets : uint64[depths, n, 2]
        The sets that are not hit, without dead cells.
    n_sets : int64[depths]
    clues, live : uint64[depths, 2]
        The clues; the other cells that are not dead.
    cells : int64[depths, 128]
        The cells to try, one of which is a clue.
    n_cells, at : int64[depths]
        How many they are, and which of them comes next.
    open : uint64[depths]
        The numbered sets that are not hit, as bits.
    sizes : uint64[depths, 4]
        How many live cells each numbered set has: its bit in each word is that of a power of two.
    inside : uint64[128]
        Of each cell, the numbered sets that it is in, as bits.
    counts : int64[129]
    scratch : uint64[n, 2]
    state : int64[3]
    """

    sets: UnsignedWords
    n_sets: Words
    clues: UnsignedWords
    live: UnsignedWords
    cells: Words
    n_cells: Words
    at: Words
    open: UnsignedWords
    sizes: UnsignedWords
    inside: UnsignedWords
    counts: Words
    scratch: UnsignedWords
    state: Words


def new_hitting_space(n_sets: int, n_clues: int) -> HittingSpace:
    """Return the space for a family of so many sets, and so many clues."""
    depths = n_clues + 1
    return HittingSpace(
        np.zeros((depths, n_sets, WORDS), np.uint64),
        np.zeros(depths, np.int64),
        np.zeros((depths, WORDS), np.uint64),
        np.zeros((depths, WORDS), np.uint64),
        np.zeros((depths, MOST_CELLS), np.int64),
        np.zeros(depths, np.int64),
        np.zeros(depths, np.int64),
        np.zeros(depths, np.uint64),
        np.zeros((depths, SIZES), np.uint64),
        np.zeros(MOST_CELLS, np.uint64),
        np.zeros(MOST_CELLS + 1, np.int64),
        np.zeros((n_sets, WORDS), np.uint64),
        np.array([0, NOWHERE, NOWHERE], np.int64),
    )


@part
def write_node(
    space: HittingSpace,
    depth: int,
    one: np.uint64,
    two: np.uint64,
    left: Number,
    misses: bool,
    found: UnsignedWords,
    n_found: int,
) -> int:
    """Write down a node: that of a depth, with more clues."""
    row = found[n_found]
    row[CLUES], row[CLUES + 1] = space.clues[depth, 0] | one, space.clues[depth, 1] | two
    row[DEAD] = ~(row[CLUES] | space.live[depth, 0])
    row[DEAD + 1] = ~(row[CLUES + 1] | space.live[depth, 1])
    row[LEFT], row[MISSES] = np.uint64(left), np.uint64(misses)
    return n_found + 1
