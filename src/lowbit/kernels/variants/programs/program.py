"""Programs: encoded puzzles, made for the kernel by the assembler."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.variants.layout import ENCODED_ALL, ENCODED_OPERATIONS, WORD
from lowbit.kernels.variants.programs.assembler import assemble
from lowbit.kernels.variants.programs.encoding import encoded_puzzle
from lowbit.kernels.variants.programs.writing import MOST_LISTED_DIGITS

if TYPE_CHECKING:
    from array import array
    from collections.abc import Collection, Sequence

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry
    from lowbit.kernels.core.arrays import Words

FIRST_SIZE = 1 << 13
"""The words that are tried first for a program, beside four for each that is encoded."""


@lru_cache(maxsize=64)
def program_of(geometry: Geometry, constraints: tuple[Constraint, ...]) -> Words:
    """Return the program of constraints on a board."""
    programs, starts = programs_of([geometry], [encoded_puzzle(geometry, constraints)])
    return programs[: starts[1]].copy()


def programs_of(boards: Collection[Geometry], encoded: Sequence[array[int]]) -> tuple[Words, Words]:
    """Return the programs of encoded puzzles on some boards, and where each begins."""
    places = np.array([0, *accumulate(map(len, encoded))])
    return laid_out(boards, np.concatenate(encoded), places)


def laid_out(boards: Collection[Geometry], encoded: Words, places: Words) -> tuple[Words, Words]:
    """Return programs of encoded puzzles on some boards, which begin and end at `places`."""
    firsts = places[:-1]
    n_waiting, n_all = (int(encoded[firsts + at].max()) for at in (ENCODED_OPERATIONS, ENCODED_ALL))
    longest = int((places[1:] - firsts).max())
    room = np.empty(max(_n_room(board, n_waiting, n_all) for board in boards) + longest, np.int64)
    sets = _sets_for(frozenset(min(board.size, MOST_LISTED_DIGITS) for board in boards))
    starts = np.empty(len(places), np.int64)
    size = FIRST_SIZE * len(firsts) + 4 * int(places[-1])
    while True:
        programs = np.empty(size, np.int64)
        if assemble(encoded, places, sets, room, programs, starts) == len(firsts):
            return programs, starts
        size *= 4


def _n_room(board: Geometry, n_waiting: int, n_all: int) -> int:
    """Return how many words to work in it takes to lay out so many operations."""
    n_derived = len(board.houses) * (board.n_cells // board.size + 1) + n_waiting
    n_union = board.n_cells // WORD + 8
    return 4 * (n_all + board.n_cells) + 32 * n_derived + n_union * (n_all + 4)


@lru_cache(maxsize=16)
def _sets_for(sizes: frozenset[int]) -> Words:
    """Return sets of digits by their sum for boards of these sizes, behind where each begin."""
    places, tables = np.zeros(MOST_LISTED_DIGITS + 1, np.int64), []
    end = len(places)
    for n_digits in sizes:
        places[n_digits] = end
        tables.append(sets_by_sum(n_digits))
        end += len(tables[-1])
    return np.concatenate((places, *tables))


@cache
def sets_by_sum(n_digits: int) -> Words:
    """Return the sets of digits, as masks, by their size and sum, behind where those of each begin.

    Those of one size and sum begin at the word of their number, the size times one more than there
    are sums, plus the sum, and end where the next begin.

    Examples
    --------
    >>> table = sets_by_sum(4)
    >>> stride = 4 * 5 // 2 + 2
    >>> [bin(mask) for mask in table[table[2 * stride + 5] : table[2 * stride + 6]]]
    ['0b110', '0b1001']
    """
    stride = n_digits * (n_digits + 1) // 2 + 2
    keys = np.zeros(1, np.int64)
    for digit in range(1, n_digits + 1):  # the masks with it come behind those without
        keys = np.concatenate((keys, keys + (stride + digit)))
    masks = np.argsort(keys, kind="stable")
    n_keys = (n_digits + 1) * stride
    starts = n_keys + np.searchsorted(keys[masks], np.arange(n_keys))
    return np.concatenate((starts, masks))
