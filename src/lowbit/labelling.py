"""Canonical orders and symmetries, found by individualising cells and refining colours.

::

    colours     of cells, houses and digits: two of different colours are never images of each other
    refine      split colours by the colours of the neighbours, until nothing changes
    node        some cells individualised (given colours of their own), and all colours refined
    leaf        a node at which all colours differ: an order of all cells

A node has a child for each cell of one colour, the next to be individualised; the least leaf is
canonical. Two leaves of the same value differ by a symmetry, which prunes the tree: if a symmetry
takes cell a to b, the subtrees of a and b have the same leaves (B. D. McKay, "Practical graph
isomorphism", 1981). Many a symmetry leaves most cells in place, such as two rows that change
places; such a one is guessed from two nodes alone, without a leaf below (P. T. Darga et al.,
"Faster symmetry discovery using sparsity of symmetries", 2008).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from lowbit.grid import digits_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry

    Colours = NDArray[np.int64]

BOARDS_KEPT = 64

Order = tuple[int, ...]
"""Cells in an order."""

Node = TypeVar("Node")


class Leaf(NamedTuple):
    """An order of all cells.

    Attributes
    ----------
    order : tuple of int
        The cells, in that order.
    value : object
        Equal for two leaves if and only if a symmetry takes one to the other; has an order.
    """

    order: Order
    value: Any


class LabellingTree(Protocol[Node]):
    """The tree that is searched; symmetries must not change anything it returns."""

    def root(self) -> Node:
        """Return the node at which no cell is individualised."""
        ...

    def alike(self, node: Node) -> Sequence[int]:
        """Return the cells of which one is individualised next; none at a leaf."""
        ...

    def child(self, node: Node, cell: int) -> tuple[Node, int]:
        """Return the node at which a cell is individualised, and an invariant of it."""
        ...

    def leaf(self, node: Node) -> Leaf:
        """Return the leaf that a node is."""
        ...

    def match(self, node: Node, other: Node) -> Order | None:
        """Return a symmetry that takes a node to another, if one is plain to see."""
        ...


class Family(NamedTuple):
    """The images of a cell under the symmetries that fix the cells before it.

    Attributes
    ----------
    cell : int
    images : dict of int to tuple of int
        For each image, one such symmetry: the image of every cell. The first is the identity.
    """

    cell: int
    images: dict[int, Order]


class Labelling(Generic[Node]):
    """The canonical order of the object that a tree describes, and its symmetries.

    Parameters
    ----------
    tree : LabellingTree

    Attributes
    ----------
    best : Leaf
        The canonical order.
    families : list of Family
        Each symmetry is, in exactly one way, a product of one of each, the last applied first.
    """

    def __init__(self, tree: LabellingTree[Node]) -> None:
        self._tree = tree
        self._path: list[int] = []
        self._nodes: list[Node] = []
        self._looks: list[int] = []
        self._best: Leaf | None = None
        self._best_path: list[int] = []
        self._best_nodes: list[Node] = []
        self._best_looks: list[int] = []
        self._generators: list[Order] = []
        self._visit(tree.root())
        if self._best is None:
            raise AssertionError("a tree has a leaf")
        self.best: Leaf = self._best
        self.families: list[Family] = [self._family(depth) for depth in range(len(self._best_path))]

    def _visit(self, node: Node) -> int:
        """Search below a node; return the depth to go back to, below which nothing is new."""
        depth = len(self._path)
        cells = self._tree.alike(node)
        if not cells:
            return self._see(self._tree.leaf(node), depth)
        tried: list[int] = []
        n_known, reached = -1, set[int]()
        fixing: list[Order] = []
        for cell in cells:
            if n_known != len(self._generators):
                n_known, fixing = len(self._generators), self._keeping(self._path)
                reached = _images_of(tried, fixing)
            if cell in reached:
                continue
            tried.append(cell)
            reached |= _images_of([cell], fixing)
            child, looks = self._tree.child(node, cell)
            if not self._may_be_best(depth, looks) or self._is_image_of_best(depth, child):
                continue
            self._path.append(cell)
            self._nodes.append(child)
            self._looks.append(looks)
            back_to = self._visit(child)
            self._path.pop()
            self._nodes.pop()
            self._looks.pop()
            if back_to < depth:
                return back_to
        return depth

    def _may_be_best(self, depth: int, looks: int) -> bool:
        """Whether a child may lead to a better leaf; if it surely does, forget the best so far."""
        if self._best is None or self._looks != self._best_looks[:depth]:
            return True
        if looks < self._best_looks[depth]:
            self._best = None
        return looks <= self._best_looks[depth] if self._best else True

    def _is_image_of_best(self, depth: int, child: Node) -> bool:
        """Whether a symmetry that is plain to see takes the best child of a node to another."""
        if self._best is None or self._path != self._best_path[:depth]:
            return False
        image = self._tree.match(self._best_nodes[depth], child)
        if image is not None:
            self._generators.append(image)
        return image is not None

    def _see(self, leaf: Leaf, depth: int) -> int:
        if self._best is None or leaf.value < self._best.value:
            self._best, self._best_path = leaf, self._path[:]
            self._best_nodes, self._best_looks = self._nodes[:], self._looks[:]
        elif leaf.value == self._best.value:
            image = dict(zip(self._best.order, leaf.order, strict=True))
            self._generators.append(tuple(image[cell] for cell in range(len(image))))
            pairs = zip(self._path, self._best_path, strict=True)
            return next(at for at, (one, other) in enumerate(pairs) if one != other)
        return depth

    def _keeping(self, path: Sequence[int]) -> list[Order]:
        cells = list(path)
        return [g for g in self._generators if list(map(g.__getitem__, cells)) == cells]

    def _family(self, depth: int) -> Family:
        """Return the family of a cell of the best path: those that fix the cells before it."""
        keep, cell = self._keeping(self._best_path[:depth]), self._best_path[depth]
        images = {cell: tuple(range(len(self.best.order)))}
        to_do = [cell]
        while to_do:
            at = to_do.pop()
            for generator in keep:
                if generator[at] not in images:
                    images[generator[at]] = tuple(generator[image] for image in images[at])
                    to_do.append(generator[at])
        return Family(cell, images)


def _images_of(cells: Iterable[int], generators: Sequence[Order]) -> set[int]:
    """Return the images of cells under the symmetries that some generate."""
    found = set(cells)
    to_do = list(found)
    while to_do:
        cell = to_do.pop()
        new = {generator[cell] for generator in generators} - found
        found |= new
        to_do += new
    return found


class Refining:
    """A board and the digits that its cells allow as a graph.

    Parameters
    ----------
    board : Geometry
    allowed : sequence of int
        The mask of each cell; none for an empty board.

    Notes
    -----
    The vertices are the cells, then the houses, then the digits that occur in a cell that does not
    allow all. Such a cell is the neighbour of the digits that it allows.
    """

    def __init__(self, board: Geometry, allowed: Sequence[int] = ()) -> None:
        self._n_cells, n_houses = board.n_cells, len(board.houses)
        first_digit = self._n_cells + n_houses
        said = [(cell, mask) for cell, mask in enumerate(allowed) if mask != board.full_mask]
        pairs = [(cell, digit) for cell, mask in said for digit in digits_of(mask)]
        cells, numbers = np.array(pairs, np.int64).reshape(-1, 2).T
        digits, numbers = np.unique(numbers, return_inverse=True)
        houses = _houses_of(board)
        one_way = np.hstack((houses, (cells, first_digit + numbers)))
        ends = np.hstack((one_way, one_way[::-1]))
        ends = ends[:, np.lexsort(ends[::-1])]
        self._ends = ends
        self._neighbours = ends[1]
        self._starts = np.flatnonzero(np.diff(ends[0], prepend=-1))
        self._vertices = ends[0, self._starts]
        kinds = np.repeat([0, 1, 2], [self._n_cells, n_houses, digits.size])
        self._edges = ends[0] * kinds.size + ends[1]
        sizes = np.bincount(houses[1], minlength=kinds.size)
        for cell in (cell for cell, mask in said if mask == 0):
            sizes[cell] = 1  # unlike blanks, which have no edges either
        self.first = self.refined(*_ranks(kinds, sizes.view(np.uint64)))

    def refined(self, colours: Colours, n_colours: int) -> Colours:
        """Return the coarsest equitable refinement: vertices of a colour have like neighbours."""
        n_before = -1
        while n_before < n_colours < colours.size:
            n_before = n_colours
            colours, n_colours = _ranks(colours, self._sums(_scrambled(colours)))
        return colours

    def apart(self, colours: Colours, cell: int) -> Colours:
        """Return the colours with a cell individualised, refined."""
        if np.count_nonzero(colours == colours[cell]) == 1:
            return colours
        changed = 2 * colours + 1
        changed[cell] -= 1
        return self.refined(*_ranks(changed, np.zeros(colours.size, np.uint64)))

    def looks(self, colours: Colours) -> int:
        """Return an invariant of colours: the same for isomorphic ones."""
        scrambled = _scrambled(colours)
        return int((scrambled * (self._sums(scrambled) | np.uint64(1))).sum())

    def symmetry(self, colours: Colours, others: Colours) -> Order | None:
        """Return a symmetry that takes some colours to others, if the first guess is one.

        The guess keeps the order of the vertices of each colour, so that it leaves all in place
        where both have the same ones.
        """
        from_order, to_order = np.argsort(colours, kind="stable"), np.argsort(others, kind="stable")
        if (colours[from_order] != others[to_order]).any():
            return None
        image = np.empty_like(from_order)
        image[from_order] = to_order
        moved = np.sort(image[self._ends[0]] * image.size + image[self._ends[1]])
        if (moved != self._edges).any():
            return None
        return tuple(self.cells(image).tolist())

    def cells(self, colours: Colours) -> Colours:
        """Return the colours of the cells alone."""
        return colours[: self._n_cells]

    def _sums(self, scrambled: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return the sum over the neighbours of each vertex."""
        sums = np.zeros(scrambled.size, np.uint64)
        if self._neighbours.size:
            looks = scrambled[self._neighbours]
            sums[self._vertices] = np.add.reduceat(looks, self._starts)
        return sums


@lru_cache(BOARDS_KEPT)
def _houses_of(board: Geometry) -> NDArray[np.int64]:
    """Return the cells of all houses, and the vertex that each of the houses is."""
    houses = enumerate(board.houses, board.n_cells)
    pairs = [(cell, vertex) for vertex, house in houses for cell in house.cells]
    return np.array(pairs, np.int64).reshape(-1, 2).T


def _ranks(colours: Colours, sums: NDArray[np.uint64]) -> tuple[Colours, int]:
    """Return, for each vertex, the number of those with a lower pair of colour and sum.

    And how many different pairs there are.
    """
    order = np.lexsort((sums, colours))
    is_first = np.ones(order.size, bool)
    is_first[1:] = (np.diff(colours[order]) != 0) | (np.diff(sums[order]) != 0)
    ranks = np.empty(order.size, np.int64)
    ranks[order] = np.maximum.accumulate(np.where(is_first, np.arange(order.size), 0))
    return ranks, int(np.count_nonzero(is_first))


def _scrambled(colours: Colours) -> NDArray[np.uint64]:
    """Return a pseudorandom number for each colour."""
    mixed = colours.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(
        0xD1B54A32D192ED03
    )
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    return mixed
