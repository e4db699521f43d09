"""Steps that were written down, one after the other: where each is, and what it does.

A record is the words of a step, see `lowbit.kernels.hodoku.steps`, with its marks behind its
candidates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.hodoku.steps import CANDIDATES, N_ELIMINATED, N_MARKED, N_PLACED, TECHNIQUE
from lowbit.kernels.hodoku.tables import FULL, N_CELLS, PEERS, SIZE
from lowbit.kernels.hodoku.transcript import BACK, GUESS

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Masks, Number, Numbers, Words

ALL_APPLY: Final = -1
"""The outcome of a replay in which every step applies."""


class RecordColumns(NamedTuple):
    """The parts of records, each part in one array.

    Attributes
    ----------
    techniques : uint8[s]
        The number of each step's technique.
    placed_ends, eliminated_ends, marked_ends : int64[s + 1]
        Where the candidates or marks of each step end in the next arrays; they begin with 0.
    placed, eliminated, marked : int32[:]
        All placements, eliminations and marks.
    """

    techniques: Bytes
    placed_ends: Words
    placed: Numbers
    eliminated_ends: Words
    eliminated: Numbers
    marked_ends: Words
    marked: Numbers


def record_ends(words: Numbers, n_steps: int) -> Words:
    """Return where each of some records ends, int64[s + 1] with 0 in front."""
    ends = np.zeros(n_steps + 1, np.int64)
    find_ends(words, ends)
    return ends


def columns_of(words: Numbers, ends: Words) -> RecordColumns:
    """Return the parts of records, given where each ends."""
    heads = ends[:-1]
    placed, eliminated, marked = (
        _bounds(words[heads + part]) for part in (N_PLACED, N_ELIMINATED, N_MARKED)
    )
    columns = RecordColumns(
        words[heads + TECHNIQUE].astype(np.uint8),
        placed,
        np.empty(placed[-1], np.int32),
        eliminated,
        np.empty(eliminated[-1], np.int32),
        marked,
        np.empty(marked[-1], np.int32),
    )
    split_records(words, ends, columns.placed, columns.eliminated, columns.marked)
    return columns


def _bounds(counts: Numbers) -> Words:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])


@kernel
def find_ends(words: Numbers, ends: Words) -> None:
    """Write where each record ends."""
    end = 0
    for number in range(1, ends.size):
        end += (
            CANDIDATES + words[end + N_PLACED] + words[end + N_ELIMINATED] + words[end + N_MARKED]
        )
        ends[number] = end


@kernel
def split_records(
    words: Numbers, ends: Words, placed: Numbers, eliminated: Numbers, marked: Numbers
) -> None:
    """Write the candidates and marks of records, part by part."""
    n_placed, n_eliminated, n_marked = 0, 0, 0
    for number in range(ends.size - 1):
        head = ends[number]
        at = head + CANDIDATES
        for _ in range(words[head + N_PLACED]):
            placed[n_placed] = words[at]
            n_placed += 1
            at += 1
        for _ in range(words[head + N_ELIMINATED]):
            eliminated[n_eliminated] = words[at]
            n_eliminated += 1
            at += 1
        for _ in range(words[head + N_MARKED]):
            marked[n_marked] = words[at]
            n_marked += 1
            at += 1


@kernel
def replay(
    digits: Bytes, words: Numbers, ends: Words, masks: Masks, values: Bytes, guesses: Words
) -> int:
    """Take recorded steps from a puzzle, and write the position before each and after the last.

    A way back leads to the position before the last guess that none has led back to.

    Parameters
    ----------
    digits : uint8[81]
        The givens.
    words : int32[:]
        The records.
    ends : int64[s + 1]
        Where each begins and ends.
    masks : uint16[s + 1, 81]
        The candidates of each cell; 0 where a digit is placed.
    values : uint8[s + 1, 81]
        The digit of each cell, or 0.
    guesses : int64[81]
        Scratch: the guesses that hold.

    Returns
    -------
    int
        The first step that places or eliminates a candidate that is not there; ALL_APPLY if none
        does.
    """
    for cell in range(N_CELLS):
        masks[0, cell] = FULL
        values[0, cell] = 0
    for cell in range(N_CELLS):
        if digits[cell]:
            _place(masks[0], values[0], cell, np.int64(digits[cell]) - 1)
    depth = 0
    for number in range(ends.size - 1):
        own, digits_now = masks[number + 1], values[number + 1]
        head = ends[number]
        origin = number
        if words[head + TECHNIQUE] == GUESS:
            guesses[depth] = number
            depth += 1
        elif words[head + TECHNIQUE] == BACK:
            depth -= 1
            origin = guesses[depth]
        for cell in range(N_CELLS):
            own[cell] = masks[origin, cell]
            digits_now[cell] = values[origin, cell]
        first = head + CANDIDATES
        end = first + words[head + N_PLACED] + words[head + N_ELIMINATED]
        for at in range(first, end):
            candidate = np.int64(words[at])
            there, digit = candidate // SIZE, candidate % SIZE
            if np.int64(own[there]) >> digit & 1 == 0:
                return number
            if at < first + words[head + N_PLACED]:
                _place(own, digits_now, there, digit)
            else:
                own[there] = np.int64(own[there]) & ~(1 << digit)
    return ALL_APPLY


@routine
def _place(masks: Masks, values: Bytes, cell: Number, digit: Number) -> None:
    """Place a digit: no other cell of its houses has it any longer."""
    masks[cell] = 0
    values[cell] = digit + 1
    for peer in PEERS[cell]:
        masks[peer] = np.int64(masks[peer]) & ~(1 << digit)
