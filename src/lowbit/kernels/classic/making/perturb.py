"""Random changes of puzzles: more givens from the solution, or other digits.

Each item draws from the stream of its own number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.layout import ALL_DIGITS, N_CELLS
from lowbit.kernels.core.compile import kernel, part
from lowbit.kernels.core.random import below, shuffle, start

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, UnsignedWords, Words

PEERS = np.array(CLASSIC.peers, np.int64)
"""int64[81, 20]"""


def new_scratch() -> tuple[UnsignedWords, Words]:
    """Return room for a stream and an order of the cells, as a thread needs it for itself."""
    return np.zeros(1, np.uint64), np.zeros(N_CELLS, np.int64)


@kernel
def add_givens(
    puzzles: Bytes,
    solutions: Bytes,
    wanted: Words,
    cells: Words,
    starts: Words,
    seed: np.uint64,
    numbers: Words,
    stream: UnsignedWords,
    order: Words,
    first: int,
    end: int,
) -> None:
    """Add units of givens in random order, each that does not make more givens than wanted.

    Parameters
    ----------
    puzzles : uint8[n, 81]
        Changed.
    solutions : uint8[n, 81]
    wanted : int64[n]
        How many givens each puzzle is to have.
    cells : int64[81]
        The cells, unit by unit.
    starts : int64[u + 1]
        Where each unit begins in `cells`, and the last one ends.
    seed : uint64
    numbers : int64[n]
        Which of the changes of this seed each gets.
    stream, order : uint64[1], int64[81]
        See `new_scratch`.
    first, end : int
        Which puzzles to do.
    """
    n_units = starts.size - 1
    for item in range(first, end):
        puzzle, solution = puzzles[item], solutions[item]
        start(stream, seed, numbers[item])
        for unit in range(n_units):
            order[unit] = unit
        shuffle(stream, order, n_units)
        n_clues = _count(puzzle)
        for unit in order[:n_units]:
            unit_cells = cells[starts[unit] : starts[unit + 1]]
            if puzzle[unit_cells[0]] == 0 and n_clues + unit_cells.size <= wanted[item]:
                n_clues += unit_cells.size
                for cell in unit_cells:
                    puzzle[cell] = solution[cell]


@kernel
def change_digits(
    puzzles: Bytes,
    seed: np.uint64,
    numbers: Words,
    stream: UnsignedWords,
    order: Words,
    first: int,
    end: int,
) -> None:
    """Change one or two givens of each puzzle, as likely, to digits that clash with no other.

    Parameters
    ----------
    puzzles : uint8[n, 81]
        Changed.
    seed, numbers, stream, order, first, end
        As for `add_givens`.
    """
    for item in range(first, end):
        puzzle = puzzles[item]
        start(stream, seed, numbers[item])
        n_clues = 0
        for cell in range(N_CELLS):
            if puzzle[cell]:
                order[n_clues] = cell
                n_clues += 1
        for _ in range(1 + below(stream, 2)):
            _change(puzzle, order[below(stream, n_clues)], stream)


@part
def _change(puzzle: Bytes, cell: int, stream: UnsignedWords) -> None:
    """Draw one of the other digits that no peer holds, if there is one."""
    # A blank, 0, takes no bit: it is shifted out again.
    others = ALL_DIGITS & ~(1 << puzzle[cell] >> 1)
    for peer in PEERS[cell]:
        others &= ~(1 << puzzle[peer] >> 1)
    n_others = 0
    for digit in range(9):
        n_others += others >> digit & 1
    if n_others:
        skipped = below(stream, n_others)
        for digit in range(9):
            if others >> digit & 1:
                if skipped == 0:
                    puzzle[cell] = digit + 1
                skipped -= 1


@part
def _count(puzzle: Bytes) -> int:
    n_clues = 0
    for cell in range(N_CELLS):
        n_clues += puzzle[cell] != 0
    return n_clues
