"""The smallest grids among completions of equal score.

There may be far too many to visit them all. So the first open cell gets its smallest digit with
which a completion of that score exists, then the next cell, and so on: a search in the order of the
grids, in which each step is a small search for the best. ::

    ....   is there one with 1 in the first cell?  yes, 1432...: a witness
    1...   is there one with 2 in the second?      no
    1...   with 3?                                 yes, 1342...: a witness
    13..   with 2 in the third?                    no; with 4: the witness shows it, no search
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.verbs.maximize.optimum.bounded_search import BoundedSearch, tables_of
from lowbit.verbs.maximize.optimum.pricing import RIVALS, without
from lowbit.verbs.maximize.optimum.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.limits import Limits
    from lowbit.verbs.maximize.optimum.relaxation import Relaxation

    Grid = NDArray[np.uint8]
    Masks = NDArray[np.uint16]

SWEEPS: Final = 512
"""Sweeps with the prices of the whole puzzle before a step gets a tree of its own."""


class Ties:
    """The best completions; among those of the lowest score, the smallest grids.

    Parameters
    ----------
    relaxation : Relaxation
    masks : uint16[81]
        The candidates.
    tree : Tree
        The tree that found the best scores.
    limits : Limits
    """

    def __init__(self, relaxation: Relaxation, masks: Masks, tree: Tree, limits: Limits) -> None:
        scores, grids = tree.scores, tree.grids
        self._least = scores[-1]
        self._better = [
            grid for score, grid in zip(scores, grids, strict=True) if score > self._least
        ]
        self._known = {grid.tobytes() for grid in self._better}
        self._ties: list[Grid] = []
        self._n_missing = len(grids) - len(self._better)
        self._untried: list[tuple[Masks, Grid | None]] = [(masks, grids[-1])]
        self._relaxation = relaxation
        self._tables = tables_of(tree.root_pricing(), self._least * relaxation.scale)
        self._search = BoundedSearch(1)
        self._limits = limits
        self._nodes_before = tree.nodes
        self._nodes_of_trees = 0

    @property
    def is_done(self) -> bool:
        """Whether all completions are found."""
        return len(self._ties) == self._n_missing

    @property
    def grids(self) -> list[Grid]:
        """The completions, uint8[81] each."""
        return self._better + self._ties

    @property
    def nodes(self) -> int:
        """The number of nodes visited, including the tree's."""
        return self._nodes_before + self._search.nodes + self._nodes_of_trees

    def steps(self) -> Iterator[None]:
        """Search until all are found or a limit is reached, pausing after each step."""
        while not self.is_done and not self._limits.are_reached(self.nodes):
            self._visit(*self._untried[-1])
            yield

    def _visit(self, masks: Masks, witness: Grid | None) -> None:
        if witness is None:
            witness = self._find(masks)
        open_cells = np.flatnonzero(masks & (masks - 1))
        if witness is None:
            if not self._limits.are_reached(self.nodes):  # otherwise it is not known
                self._untried.pop()
        elif open_cells.size:
            self._untried[-1:] = self._answers(masks, int(open_cells[0]), witness)
        else:
            self._untried.pop()
            if witness.tobytes() not in self._known:
                self._ties.append(witness)

    def _answers(self, masks: Masks, cell: int, witness: Grid) -> list[tuple[Masks, Grid | None]]:
        """Return the puzzle with each digit of a cell placed, the smallest last."""
        answers: list[tuple[Masks, Grid | None]] = []
        for digit in range(9, 0, -1):
            if masks[cell] >> (digit - 1) & 1:
                left = without(masks, RIVALS[9 * cell + digit - 1])
                if left.all():
                    answers.append((left, witness if witness[cell] == digit else None))
        return answers

    def _find(self, masks: Masks) -> Grid | None:
        """Return a completion that scores enough; None if there is none, or a limit came first."""
        search = self._search
        search.forget()
        is_all = search.run_with(self._tables, masks, enough=1, sweeps=SWEEPS)
        if is_all or search.grids:
            return next(iter(search.grids), None)
        limits = self._limits.after(self.nodes)
        own = BoundedSearch(1)
        tree = Tree(self._relaxation, masks, own, limits, least=self._least, enough=1)
        for _ in tree.steps():
            pass
        self._nodes_of_trees += tree.nodes
        return next(iter(tree.grids), None)
