"""The choice of a guess: by the weights of cells, at random, or in the order of digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.kernels.core.bits import size_of
from lowbit.kernels.core.compile import part
from lowbit.kernels.core.random import below
from lowbit.kernels.general.sweep import CELL, HOUSE, PAIR, WEIGHT

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import BoardMasks, Number, Numbers, UnsignedWords
    from lowbit.kernels.general.program import Program

ONE = np.uint64(1)

NOWHERE = -1

SHARE = 16
"""The weight that an open cell adds to each other cell of its houses, halved for each of its
digits: best to guess at is a cell whose houses have many cells with two digits."""

BYTES_OF_SMALL = 2
"""The width of a lane on boards with up to 16 digits."""

FAILURE = 8
"""The weight that each guess at a cell adds to it that ended in a contradiction."""

MOST_WEIGHT = 0xFFFF
"""The largest value of the narrowest lanes."""


@part
def first_choice(cells: BoardMasks) -> tuple[int, Any]:
    """Return the first open cell and its smallest digit."""
    cell = 0
    while cells[cell] & (cells[cell] - 1) == 0:
        cell += 1
    # The lowest bit, for an unsigned cell has no negative.
    return cell, cells[cell] & ~(cells[cell] - 1)


@part
def random_choice(
    cells: BoardMasks, program: Program, notes: BoardMasks, stream: UnsignedWords
) -> tuple[Any, Any]:
    """Return one of the cells with the fewest digits, and one of its digits.

    On large boards, where no cell has two digits, a digit with two places in a house comes first:
    without that hardly any irregular 25x25 is filled.
    """
    pair = np.uint64(notes[PAIR])
    if cells.itemsize > BYTES_OF_SMALL and notes[WEIGHT] == 0 and pair:
        bit = _random_bit(pair, size_of(pair), stream)
        house, skipped = int(notes[HOUSE]), below(stream, np.int64(2))
        place = _place_of(cells, program, house, bit, skipped)
        if place != NOWHERE:
            return place, bit
    fewest, n_cells = np.int64(64), np.int64(0)
    for cell in range(cells.size):
        number = size_of(np.uint64(cells[cell]))
        if 1 < number < fewest:
            fewest, n_cells = number, np.int64(0)
        n_cells += number == fewest
    skipped, chosen = below(stream, n_cells), np.int64(0)
    while skipped or size_of(np.uint64(cells[chosen])) != fewest:
        skipped -= size_of(np.uint64(cells[chosen])) == fewest
        chosen += 1
    return chosen, _random_bit(np.uint64(cells[chosen]), fewest, stream)


@part
def _random_bit(mask: np.uint64, n_bits: Number, stream: UnsignedWords) -> np.int64:
    for _ in range(below(stream, n_bits)):
        mask &= mask - ONE
    return np.int64(mask & ~(mask - ONE))


@part
def choose(
    cells: BoardMasks, weights: BoardMasks, program: Program, notes: BoardMasks
) -> tuple[Any, Any]:
    """Return a cell with two digits, or of a digit with two places in a house, or with few digits.

    The notes are those of a sweep that changed nothing. A change that a sweep fails to notice,
    which is rare, makes a guess worse, but not wrong.
    """
    cell = np.int64(notes[CELL])
    if notes[WEIGHT] == 0:
        bit = notes[PAIR] & ~(notes[PAIR] - 1)
        if bit:
            cell = _place_of(cells, program, int(notes[HOUSE]), bit, 0)
            if cell != NOWHERE:
                return cell, bit
        cell = heaviest_cell(cells, weights)
    return cell, cells[cell] & ~(cells[cell] - 1)


@part
def weigh(cells: BoardMasks, weights: BoardMasks, program: Program, notes: BoardMasks) -> None:
    """Add the shares of the cells of its houses to each cell, before the first guess at a puzzle.

    The notes of the sweep before know the new weights after that.
    """
    # 0 would mean no cell at all to `sweep`.
    weights[:] = 1
    for house in range(program.house_first.size):
        first, end = program.house_first[house], program.house_end[house]
        _weigh_house(cells, weights, program.house_cells[first:end])
    for house in range(program.small_first.size):
        first, end = program.small_first[house], program.small_end[house]
        _weigh_house(cells, weights, program.small_cells[first:end])
    notes[CELL] = heaviest_cell(cells, weights)


@part
def _weigh_house(cells: BoardMasks, weights: BoardMasks, house: Numbers) -> None:
    total = np.int64(0)
    for cell in house:
        total += _share_of(cells[cell])
    for cell in house:
        weights[cell] += total - _share_of(cells[cell])


@part
def _share_of(mask: int) -> Number:
    # Halved once for each digit; a cell that is known has no share.
    return SHARE >> size_of(np.uint64(mask)) if mask & (mask - 1) else np.int64(0)


@part
def heaviest_cell(cells: BoardMasks, weights: BoardMasks) -> np.int64:
    """Return the first of the heaviest open cells with the fewest digits."""
    fewest, most, chosen = np.int64(64), np.int64(0), np.int64(0)
    for cell in range(cells.size):
        mask = cells[cell]
        if mask & (mask - 1) == 0:
            continue
        number = size_of(np.uint64(mask))
        if number < fewest or (number == fewest and weights[cell] > most):
            fewest, most, chosen = number, np.int64(weights[cell]), np.int64(cell)
    return chosen


@part
def _place_of(
    cells: BoardMasks, program: Program, house: int, bit: Number, skipped: Number
) -> np.int64:
    """Return a place of a digit in a house, behind some that are skipped, or NOWHERE."""
    for at in range(program.house_first[house], program.house_end[house]):
        cell = np.int64(program.house_cells[at])
        if cells[cell] & bit:
            if skipped == 0:
                return cell
            skipped -= 1
    return np.int64(NOWHERE)
