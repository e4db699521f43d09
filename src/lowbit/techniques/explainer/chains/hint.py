"""The find of a search for chains: its length, its eliminations, and the trails behind it.

A trail is a node and, through the tree in which it was reached, all that it follows from. Its
length, which Sudoku Explainer calls complexity, is the number of nodes on it; equal nested chains
count once at each level.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.explainer.chains.nodes import as_node, bits, candidates_in
from lowbit.techniques.explainer.rating import printed
from lowbit.techniques.step import Chain, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import BoardMasks
    from lowbit.techniques.explainer.regions import Candidates

IN_CELL = -1
"""The cause of a node that its cell forces; that of one that a house forces is the house."""
ASSUMED = -2
"""The cause of a node that is assumed."""


class ImplicationTree:
    """A tree of implications: the nodes that follow from one node.

    Attributes
    ----------
    parents : dict of int to tuple of int
        The nodes from which each node follows, in the order in which nodes were reached.
    ancestors : dict of int to int
        For each node, the set of all from which it follows, including itself.
    causes : dict of int to int
        For each node that is on, its cause: a house, `IN_CELL` or `ASSUMED`.
    nested : dict of int to ChainHint
        The chain, for each node that is off because of a nested chain.
    """

    __slots__ = ("ancestors", "causes", "clash", "nested", "parents")

    def __init__(self) -> None:
        self.parents: dict[int, tuple[int, ...]] = {}
        self.ancestors: dict[int, int] = {}
        self.causes: dict[int, int] = {}
        self.nested: dict[int, ChainHint] = {}
        self.clash: tuple[Trail, Trail] | None = None

    @classmethod
    def of_path(cls, path: list[int], causes: list[int]) -> ImplicationTree:
        """Return the tree of a path: each node follows from the previous one."""
        tree = cls()
        before = 0
        for place, node in enumerate(path):
            before |= 1 << node
            tree.parents[node] = (path[place - 1],) if place else ()
            tree.ancestors[node] = before
            tree.causes[node] = causes[place]
        return tree


class Trail(NamedTuple):
    """A node, its parents, and the tree that has the rest.

    A node that clashes with the tree is not in it.
    """

    tree: ImplicationTree
    node: int
    parents: tuple[int, ...]
    cause: int

    @property
    def ancestors(self) -> int:
        """The set of all nodes on it."""
        found = 1 << self.node
        for parent in self.parents:
            found |= self.tree.ancestors[parent]
        return found

    def nodes(self) -> list[int]:
        """Return its nodes, generation by generation, from the last one back."""
        found = {self.node: None}
        todo = list(self.parents)
        while todo:
            following: list[int] = []
            for node in todo:
                if node not in found:
                    found[node] = None
                    following += self.tree.parents[node]
            todo = following
        return list(found)

    def nested(self) -> Iterator[tuple[int, ChainHint]]:
        """Yield the nodes that nested chains have eliminated, with these chains."""
        if self.tree.nested:
            for node in self.nodes():
                if node in self.tree.nested:
                    yield node, self.tree.nested[node]


def trail_to(tree: ImplicationTree, node: int) -> Trail:
    """Return the trail to a node of a tree."""
    return Trail(tree, node, tree.parents[node], tree.causes.get(node, ASSUMED))


@dataclass(slots=True)
class ChainHint:
    """A conclusion that chains prove.

    Parameters
    ----------
    slug : str
        The technique.
    rating : float
        Sudoku Explainer's rating, not rounded.
    complexity : int
        The length of its chains.
    sort_key : int
        The sort key among equal ratings and lengths.
    eliminated : int
        The candidates that it eliminates, as a mask.
    placed : int
        The candidate that it places, or -1.
    trails : tuple of Trail
        Its chains.
    assumed : int
        The cause that forces one of the starts: a house, `IN_CELL`, or `ASSUMED`.
    """

    slug: str
    rating: float
    complexity: int
    sort_key: int
    eliminated: int
    placed: int
    trails: tuple[Trail, ...]
    assumed: int = ASSUMED
    _key: tuple[tuple[int, ...], ...] | None = field(default=None, repr=False)

    @property
    def rank(self) -> tuple[float, int, int]:
        """The key by which hints are sorted."""
        return self.rating, self.complexity, self.sort_key

    @property
    def key(self) -> tuple[tuple[int, ...], ...]:
        """The nodes of its chains; two nested chains with the same nodes count once."""
        if self._key is None:
            self._key = tuple(tuple(trail.nodes()) for trail in self.trails)
        return self._key

    def premises(self, start: Candidates, view: Candidates) -> list[int]:
        """Return the nodes that must have been eliminated since a start for this to hold."""
        found: dict[int, None] = {}
        size = view.board.size
        for trail in self.trails:
            for node in trail.nodes():
                if node & 1:
                    cause = trail.cause if node == trail.node else trail.tree.causes[node]
                    cause = self.assumed if cause == ASSUMED else cause
                    for gone in _gone(start, view, (node >> 1, cause), size):
                        found[2 * gone] = None
        return list(found)

    def step(self, board: BoardMasks) -> Step:
        """Return it as a step."""
        size = board.size
        placements = candidates_in(1 << self.placed, size) if self.placed >= 0 else ()
        return Step(
            self.slug,
            placements,
            candidates_in(self.eliminated, size),
            chains=tuple(_chain(trail, size) for trail in self.trails),
            rating=printed(self.rating),
            complexity=self.complexity,
        )


def nested_complexity(trails: tuple[Trail, ...]) -> int:
    """Return the length of the nested chains on some trails, each chain once."""
    total = 0
    counted = set()
    for trail in trails:
        for _, hint in trail.nested():
            if hint.key not in counted:
                counted.add(hint.key)
                total += hint.complexity
    return total


def _gone(start: Candidates, view: Candidates, forced: tuple[int, int], size: int) -> Iterator[int]:
    """Yield the candidates whose absence forces one, by its cause."""
    candidate, cause = forced
    cell, place = divmod(candidate, size)
    if cause == IN_CELL:
        for other in bits(start.cells[cell] & ~view.cells[cell]):
            yield cell * size + other
    elif cause != ASSUMED:
        house = view.board.houses[cause]
        digit = place + 1
        for other in bits(start.places[digit] & ~view.places[digit] & house):
            yield other * size + place


def _chain(trail: Trail, size: int) -> Chain:
    """Return a trail as a chain: the way by first parents, and branches to all other parents."""
    shown = {trail.node}
    trunk, twigs = _back(trail.tree, trail.node, trail.parents, shown)
    branches = []
    while twigs:
        node = twigs.pop(0)
        if node not in shown:
            shown.add(node)
            path, more = _back(trail.tree, node, trail.tree.parents[node], shown)
            branches.append(Chain(tuple(as_node(each, size) for each in path)))
            twigs += more
    nested = tuple(_chain(inner, size) for _, hint in trail.nested() for inner in hint.trails)
    return Chain(tuple(as_node(node, size) for node in trunk), tuple(branches), nested)


def _back(
    tree: ImplicationTree, node: int, parents: tuple[int, ...], shown: set[int]
) -> tuple[list[int], list[int]]:
    """Return the way to a node from the start or one shown before, and the other nodes it needs."""
    path: list[int] = [node]
    twigs: list[int] = []
    while parents:
        twigs += parents[1:]
        node = parents[0]
        path.append(node)
        if node in shown:
            break
        shown.add(node)
        parents = tree.parents[node]
    return path[::-1], twigs
