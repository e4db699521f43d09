"""The lanes walk the tree of a plain search, node for node, that knows one puzzle at a time."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import pytest

from blocks import Block
from lowbit.batch.candidates import puzzles_from_grid, puzzles_from_masks
from lowbit.grid import Grid
from lowbit.kernels.classic.engine import list_solutions, search
from lowbit.kernels.classic.layout import BANDS, CHUTE, DIGIT
from lowbit.kernels.classic.search import new_answers
from random_puzzles import KINDS, grids_of, random_masks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.kernels.classic.search import Answers

LIMIT = 5


class PlainSearch:
    """A puzzle's solutions, found with the compiled sweep, in the first lane of a block."""

    def __init__(self, puzzle: Grid) -> None:
        self.nodes = 0
        self.guesses = 0
        self._block = Block()
        self._block.load(np.array([puzzle.allowed], np.uint16))
        self._untried: list[NDArray[np.uint16]] = []

    def __iter__(self) -> Iterator[Grid]:
        is_new = True
        while is_new or self._untried:
            self.nodes += 1
            if not is_new:
                self._block.state[:, 0] = self._untried.pop()
            if self._settle(is_new):
                yield Grid.from_masks([int(mask) for mask in self._block.cells[:, 0]])
            is_new = False

    def _settle(self, is_new: bool) -> bool:  # noqa: FBT001 - as `Block.sweep` takes it
        """Sweep, and guess where nothing more follows; return whether that solved it."""
        while True:
            dead, still, solved = (found & 1 for found in self._block.sweep(is_new))
            if dead or solved:
                return not dead
            if still and not is_new:
                self._guess()
            is_new = False

    def _guess(self) -> None:
        """Settle where a digit lies in the first line of a chute that leaves a choice."""
        self._block.choose()
        chute, digit = self._block.words[[CHUTE, DIGIT], 0]
        minilines = self._block.minilines[:, 0]
        for line in range(3):
            places = range(9 * chute + 3 * line, 9 * chute + 3 * line + 3)
            possible = [place for place in places if minilines[place] & digit]
            if len(possible) > 1:
                break
        self.nodes += 1
        self.guesses += 1
        other = self._block.state[:, 0].copy()
        other[BANDS + possible[0]] &= ~digit
        self._untried.append(other)
        for place in possible[1:]:
            minilines[place] &= ~digit


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
