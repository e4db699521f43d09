"""The rules that changes of a full grid keep to: cells that differ, digits that cells may hold."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from lowbit.errors import InputError
from lowbit.grid import Grid
from lowbit.kernels.fewest.unavoidable import WORD, ChangeRules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from lowbit.constraints.base import Constraint
    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle


def rules_of(whole: Grid | Puzzle, solution: Sequence[int]) -> ChangeRules:
    """Return the rules for changes of the solution of a puzzle.

    Raises
    ------
    InputError
        If a constraint is about more than digits of single cells, and cells that differ.
    """
    board, peers, allowed = whole.geometry, *_differing(whole)
    of_digit = [
        [[peer for peer in of_cell if solution[peer] == digit] for digit in board.values]
        for of_cell in peers
    ]
    own = 1 << (np.array(list(solution), np.int64) - 1)
    return ChangeRules(
        np.array(allowed, np.int64) & ~own,
        as_bits(peers, board.n_cells),
        np.stack([as_bits(sets, board.n_cells) for sets in of_digit]),
        _layers(board),
    )


def as_bits(sets: Sequence[Iterable[int]], n_cells: int) -> NDArray[np.uint64]:
    """Return sets of cells as bits of words, uint64[n, w].

    >>> as_bits([(0, 2), (65,)], 81).tolist()
    [[5, 0], [0, 2]]
    """
    found = np.zeros((len(sets), -(-n_cells // WORD)), np.uint64)
    for row, cells in enumerate(sets):
        for cell in cells:
            found[row, cell // WORD] |= np.uint64(1 << cell % WORD)
    return found


def _differing(whole: Grid | Puzzle) -> tuple[list[set[int]], list[int]]:
    """Return the cells that differ from each cell, and the digits that it may hold."""
    board = whole.geometry
    peers, allowed = [set(cells) for cells in board.peers], [board.full_mask] * board.n_cells
    if not isinstance(whole, Grid):
        for constraint in whole.constraints:
            _note(constraint, board, peers, allowed)
    return peers, allowed


def _note(
    constraint: Constraint, board: Geometry, peers: list[set[int]], allowed: list[int]
) -> None:
    """Note which cells differ by a constraint, and the digits that they may hold."""
    from lowbit.constraints.lowering import lowered
    from lowbit.constraints.operations import Distinct, Within

    for operation in lowered(constraint, board):
        if isinstance(operation, Within):
            allowed[operation.cell] &= operation.mask
        elif isinstance(operation, Distinct):
            for one, other in combinations(operation.cells, 2):
                peers[one].add(other)
                peers[other].add(one)
        else:
            raise InputError(
                "unavoidable sets are found where constraints make cells differ or name their"
                f" digits, which {constraint.describe(board)} does not"
            )


def _layers(board: Geometry) -> NDArray[np.uint64]:
    """Return the houses with a place for each digit, in layers of houses side by side."""
    layers: list[list[tuple[int, ...]]] = []
    for house in board.full_houses:
        cells = set(house.cells)
        beside = (layer for layer in layers if all(cells.isdisjoint(one) for one in layer))
        layer = next(beside, None)
        if layer is None:
            layers.append([house.cells])
        else:
            layer.append(house.cells)
    most = max(map(len, layers), default=0)
    padded = [[*layer, *[()] * (most - len(layer))] for layer in layers]
    words = -(-board.n_cells // WORD)
    found = [as_bits(layer, board.n_cells) for layer in padded]
    return np.array(found, np.uint64).reshape(len(layers), most, words)
