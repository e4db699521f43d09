"""Where a lane guesses, and which digit: by the cells, at random, or in the order of digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.kernels.core.bits import size_of
from lowbit.kernels.core.compile import part
from lowbit.kernels.core.random import below

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.general.program import Program
    from lowbit.kernels.general.search import BoardLimits

ONE = np.uint64(1)


@part
def first_choice(cells: NDArray[Any]) -> tuple[int, Any]:
    """Return the first open cell and its smallest digit."""
    cell = 0
    while cells[cell] & (cells[cell] - 1) == 0:
        cell += 1
    return cell, cells[cell] & ~(cells[cell] - 1)


@part
def random_choice(cells: NDArray[Any], stream: NDArray[np.uint64]) -> tuple[Any, Any]:
    """Return one of the cells with the fewest digits, and one of its digits."""
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
    mask = np.uint64(cells[chosen])
    for _ in range(below(stream, fewest)):
        mask &= mask - ONE
    return chosen, np.int64(mask & ~(mask - ONE))


@part
def choose(
    cells: NDArray[Any], program: Program, weights: NDArray[np.int64], limits: BoardLimits
) -> tuple[Any, Any]:
    """Return a cell with as few digits as there are, or of a digit with two places in a house."""
    if limits.weighs:
        fewest, chosen = heaviest_cell(cells, weights)
    else:
        fewest, chosen = first_small_cell(cells)
    if fewest > 2:
        for house in range(program.house_first.size):
            pairs = _in_two_places(cells, program, house)
            if pairs:
                bit = pairs & ~(pairs - 1)
                return _place_of(cells, program, house, bit), bit
    return chosen, cells[chosen] & ~(cells[chosen] - 1)


@part
def first_small_cell(cells: NDArray[Any]) -> tuple[Any, Any]:
    """Return the fewest digits of an open cell, and the first such cell."""
    fewest, chosen = np.int64(64), np.int64(0)
    for cell in range(cells.size):
        number = size_of(np.uint64(cells[cell]))
        if 1 < number < fewest:
            fewest, chosen = number, np.int64(cell)
            if number == 2:
                break
    return fewest, chosen


@part
def heaviest_cell(cells: NDArray[Any], weights: NDArray[np.int64]) -> tuple[Any, Any]:
    """Return the fewest digits of an open cell, and the first of the heaviest such cells."""
    fewest, most, chosen = np.int64(64), np.int64(0), np.int64(0)
    for cell in range(cells.size):
        mask = cells[cell]
        if mask & (mask - 1) == 0:
            continue
        number = size_of(np.uint64(mask))
        if number < fewest or (number == fewest and weights[cell] > most):
            fewest, most, chosen = number, weights[cell], np.int64(cell)
    return fewest, chosen


@part
def _in_two_places(cells: NDArray[Any], program: Program, house: int) -> Any:
    """Return the digits with two places in a house."""
    once = cells[0] ^ cells[0]
    twice = thrice = once
    for at in range(program.house_first[house], program.house_end[house]):
        mask = cells[program.house_cells[at]]
        thrice |= twice & mask
        twice |= once & mask
        once |= mask
    return twice & ~thrice


@part
def _place_of(cells: NDArray[Any], program: Program, house: int, bit: Any) -> np.int64:
    """Return the first place of a digit in a house."""
    at = program.house_first[house]
    while cells[program.house_cells[at]] & bit == 0:
        at += 1
    return np.int64(program.house_cells[at])
