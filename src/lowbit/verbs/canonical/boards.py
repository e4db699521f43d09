"""Canonical forms and automorphisms on any board, and of puzzles with restricted cells.

The canonical form is the one that the search of `lowbit.labelling` finds, with digits renamed in
order of appearance. It is not the smallest grid, so puzzles of givens on the classic board have
another (`lowbit.kernels.classic.canonical`); but here, too, two puzzles have the same form if and
only if they are isomorphic.

`lowbit.board_symmetry` gives the symmetries of the board as families, so the search tries only
those: each step chooses the cell of the puzzle that becomes the next cell of the base.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.board_symmetry import symmetries_of
from lowbit.grid import digits_of
from lowbit.labelling import Labelling, Leaf, Refining
from lowbit.symmetry import Transform

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.geometry import Geometry
    from lowbit.grid import Grid
    from lowbit.labelling import Colours, Order

FORMS_KEPT = 256

BLANK = -1
"""Stands for a blank cell where forms are compared: it comes before all others."""


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
    """Return the canonical form of a puzzle without constraints, and its automorphisms."""
    found = Labelling(_FormTree(grid))
    board, order = grid.geometry, found.best.order
    families = (
        tuple(_automorphism(grid, image) for image in family.images.values())
        for family in found.families
        if len(family.images) > 1
    )
    form = Transform(order, names_of(grid, order), board)
    return Symmetric(form, ((Transform.identity(board),), *families, *renamings_of(grid)))


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
        self._graph = Refining(grid.geometry, grid.allowed)

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
        allowed, names = self._grid.allowed, names_of(self._grid, node.order)
        bits = [1 << name - 1 for name in names]
        renamed = {mask: sum(bits[d - 1] for d in digits_of(mask)) for mask in set(allowed)}
        renamed[self._grid.geometry.full_mask] = BLANK
        return Leaf(node.order, [renamed[allowed[cell]] for cell in node.order])

    def match(self, node: _Node, other: _Node) -> Order | None:
        return self._graph.symmetry(node.colours, other.colours)


def names_of(grid: Grid, order: Sequence[int]) -> tuple[int, ...]:
    """Return the new digit for each, numbered in order of appearance in an order of the cells.

    Of two digits the one comes first that the first cell allows which does not allow both.
    """
    names = {digit: name for name, digit in enumerate(_as_they_appear(grid, order), 1)}
    return tuple(names[digit] for digit in sorted(names))


def renamings_of(grid: Grid) -> Iterator[tuple[Transform, ...]]:
    """Yield families of the swaps of digits that the same cells allow."""
    for digits in _classes_of_digits(grid, range(len(grid))):
        yield from swaps_among(grid.geometry, digits)


def _as_they_appear(grid: Grid, order: Sequence[int]) -> list[int]:
    return [digit for alike in _classes_of_digits(grid, order) for digit in alike]


def _classes_of_digits(grid: Grid, order: Sequence[int]) -> list[list[int]]:
    """Return the digits, those together that the same cells allow, in order of appearance."""
    board = grid.geometry
    classes = [list(range(1, board.size + 1))]
    for cell in order:
        mask = grid.allowed[cell]
        if mask != board.full_mask and len(classes) < board.size:
            classes = [part for alike in classes for part in _parted(alike, mask) if part]
    return classes


def _parted(digits: Sequence[int], mask: int) -> tuple[list[int], list[int]]:
    """Return those of some digits that a mask has, and the others."""
    inside = [digit for digit in digits if mask >> digit - 1 & 1]
    return inside, [digit for digit in digits if digit not in inside]


def _automorphism(grid: Grid, image: Order) -> Transform:
    """Return the automorphism that takes each cell to its image."""
    old, new = (_as_they_appear(grid, order) for order in (range(len(grid)), image))
    names = dict(zip(old, new, strict=True))
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
