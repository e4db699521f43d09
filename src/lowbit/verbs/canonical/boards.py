"""Canonical forms and automorphisms on boards that are not the classic one.

The canonical form is the one that the search of `lowbit.labelling` finds, with digits renamed in
order of appearance. It is not the smallest grid; but here, too, two puzzles have the same form if
and only if they are isomorphic.

`lowbit.board_symmetry` gives the symmetries of the board as families, so the search tries only
those: each step chooses the cell of the puzzle that becomes the next cell of the base.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.board_symmetry import symmetries_of
from lowbit.labelling import Labelling, Leaf, Refining
from lowbit.symmetry import Transform

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.geometry import Geometry
    from lowbit.grid import Grid
    from lowbit.labelling import Colours, Order

FORMS_KEPT = 256


class Symmetric(NamedTuple):
    """The way to a puzzle's canonical form, and the puzzle's automorphisms.

    Attributes
    ----------
    form : Transform
        The symmetry that takes the puzzle to its canonical form.
    families : tuple of tuple of Transform
        The puzzle's automorphisms, see `lowbit.verbs.canonical.automorphisms`.
    """

    form: Transform
    families: tuple[tuple[Transform, ...], ...]


@lru_cache(FORMS_KEPT)
def symmetric(grid: Grid) -> Symmetric:
    """Return the canonical form of a puzzle of givens, and its automorphisms."""
    found = Labelling(_FormTree(grid))
    board, order = grid.geometry, found.best.order
    families = (
        tuple(_automorphism(grid, image) for image in family.images.values())
        for family in found.families
        if len(family.images) > 1
    )
    digits = _named(grid, order)
    form = Transform(order, tuple(digits[d] for d in range(1, board.size + 1)), board)
    unused = [digit for digit in range(1, board.size + 1) if digit not in grid.givens]
    return Symmetric(form, ((Transform.identity(board),), *families, *swaps_among(board, unused)))


class _Node(NamedTuple):
    depth: int
    colours: Colours
    order: Order
    """For each cell of the form, the cell of the puzzle that it comes from, where known."""


class _FormTree:
    """The tree of a puzzle's forms, see `lowbit.labelling.LabellingTree`."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._families = symmetries_of(grid.geometry).families
        self._graph = Refining(grid.geometry, grid.givens)

    def root(self) -> _Node:
        return _Node(0, self._graph.first, tuple(range(len(self._grid))))

    def alike(self, node: _Node) -> Sequence[int]:
        """Return the smallest class of cells that look alike among those that can come next."""
        if node.depth == len(self._families):
            return ()
        cells = sorted(node.order[cell] for cell in self._families[node.depth].images)
        colours = self._graph.cells(node.colours)[cells].tolist()
        numbers = Counter(colours)
        chosen = min(numbers, key=lambda colour: (numbers[colour], colour))
        return [cell for cell, colour in zip(cells, colours, strict=True) if colour == chosen]

    def child(self, node: _Node, cell: int) -> tuple[_Node, int]:
        moves = self._families[node.depth].images[node.order.index(cell)]
        colours = self._graph.apart(node.colours, cell)
        order = tuple(node.order[image] for image in moves)
        return _Node(node.depth + 1, colours, order), self._graph.looks(colours)

    def leaf(self, node: _Node) -> Leaf:
        names = _named(self._grid, node.order)
        return Leaf(node.order, bytes(names[self._grid.givens[cell]] for cell in node.order))

    def match(self, node: _Node, other: _Node) -> Order | None:
        return self._graph.symmetry(node.colours, other.colours)


def _named(grid: Grid, order: Order) -> dict[int, int]:
    """Return the new digits, numbered in order of appearance; 0 stays 0."""
    come = dict.fromkeys(grid.givens[cell] for cell in order)
    all_digits = dict.fromkeys((*come, *range(1, grid.geometry.size + 1)))
    return {0: 0} | {digit: name for name, digit in enumerate((d for d in all_digits if d), 1)}


def _automorphism(grid: Grid, image: Order) -> Transform:
    """Return the automorphism that takes each cell to its image."""
    names = {digit: digit for digit in range(1, grid.geometry.size + 1)}
    names |= {digit: grid.givens[image[cell]] for cell, digit in enumerate(grid.givens) if digit}
    cells = np.argsort(image).tolist()
    return Transform(tuple(cells), tuple(names[digit] for digit in sorted(names)), grid.geometry)


def swaps_among(board: Geometry, digits: Sequence[int]) -> Iterator[tuple[Transform, ...]]:
    """Yield, for each of some digits but the first, the identity and swaps with earlier ones."""
    cells = tuple(range(board.n_cells))
    for number, digit in enumerate(digits):
        swaps = []
        for before in digits[:number]:
            names = list(range(1, board.size + 1))
            names[digit - 1], names[before - 1] = before, digit
            swaps.append(Transform(cells, tuple(names), board))
        if swaps:
            yield (Transform.identity(board), *swaps)
