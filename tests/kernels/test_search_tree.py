"""The lanes walk the tree of a plain search, node for node, that knows one puzzle at a time."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import pytest

from blocks import Block
from lowbit.grid import Grid
from lowbit.kernels.engine import list_solutions, new_answers, search
from lowbit.kernels.layout import CHUTE, DIGIT, MINILINE_CELLS
from lowbit.verbs.batch_puzzles import puzzles_from_grid, puzzles_from_masks
from random_puzzles import KINDS, grids_of, random_masks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.kernels.search import Answers

LIMIT = 5


class PlainSearch:
    """A puzzle's solutions, found with the compiled sweep, in the first lane of a block."""

    def __init__(self, puzzle: Grid) -> None:
        self.nodes = 0
        self.guesses = 0
        self._block = Block()
        self._untried = [np.array(puzzle.allowed, np.uint16)]

    def __iter__(self) -> Iterator[Grid]:
        while self._untried:
            self.nodes += 1
            self._block.load(self._untried.pop()[np.newaxis])
            if self._settle():
                yield Grid.from_masks(self._cells)

    @property
    def _cells(self) -> list[int]:
        return [int(mask) for mask in self._block.cells[:, 0]]

    def _settle(self) -> bool:
        """Sweep, and guess where nothing more follows; return whether that solved it."""
        is_new = True
        while True:
            dead, still, solved = (found & 1 for found in self._block.sweep(is_new))
            if dead or solved:
                return not dead
            if still and not is_new:
                self._guess()
            is_new = bool(still and not is_new)

    def _guess(self) -> None:
        """Settle where a digit lies in the first line of a chute that leaves a choice."""
        self._block.choose()
        chute, digit = self._block.words[[CHUTE, DIGIT], 0]
        cells = self._block.cells[:, 0]
        for line in range(3):
            minilines = MINILINE_CELLS[9 * chute + 3 * line : 9 * chute + 3 * line + 3]
            possible = [miniline for miniline in minilines if (cells[miniline] & digit).any()]
            if len(possible) > 1:
                break
        self.nodes += 1
        self.guesses += 1
        other = cells.copy()
        other[possible[0]] &= ~digit
        self._untried.append(other)
        for miniline in possible[1:]:
            cells[miniline] &= ~digit


@pytest.mark.parametrize("kind", KINDS)
def test_nodes_guesses_and_order_are_those_of_a_plain_search(kind: str) -> None:
    masks = random_masks(kind, 30, seed=4)
    answers = new_answers(len(masks))
    search(puzzles_from_masks(masks), answers, limit=LIMIT)
    for row, puzzle in enumerate(grids_of(masks)):
        plain = PlainSearch(puzzle)
        found = list(islice(plain, LIMIT))
        assert found == first_solutions(puzzle)
        assert answers.n_solutions[row] == len(found)
        assert (answers.nodes[row], answers.guesses[row]) == (plain.nodes, plain.guesses)


def first_solutions(puzzle: Grid) -> list[Grid]:
    answers: Answers = new_answers(1)
    blocks = list_solutions(puzzles_from_grid(puzzle), answers)
    return [Grid(row) for row in islice((row for block in blocks for row in block), LIMIT)]
