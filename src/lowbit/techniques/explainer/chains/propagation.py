"""Implications of a candidate being on, or off.

A candidate that is on eliminates the others of its cell and its houses; one that is off forces the
only other one of its cell or of a house, if just one is left. All that are on come first, in the
order in which they were reached, then one that is off. A clash, a candidate both on and off, ends
the propagation.

In dynamic chains each candidate that is off is eliminated from the board, so a node may follow from
several; if nothing else follows, patterns and nested chains may eliminate more.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from lowbit.techniques.explainer.chains.hint import (
    ASSUMED,
    IN_CELL,
    ImplicationTree,
    Trail,
    trail_to,
)
from lowbit.techniques.explainer.chains.links import forced_in_cell, forced_in_houses
from lowbit.techniques.explainer.chains.nodes import bits
from lowbit.techniques.explainer.regions import regions_of
from lowbit.techniques.facts import forget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.reference.budget import Budget
    from lowbit.techniques.board_masks import BoardMasks
    from lowbit.techniques.explainer.chains.hint import ChainHint
    from lowbit.techniques.explainer.chains.links import Linked
    from lowbit.techniques.explainer.regions import Candidates

    Eliminated = tuple[int, tuple[int, ...], ChainHint | None]
    MoreEliminations = Callable[[Candidates], list[Eliminated]]


class State:
    """The candidates of a position that are left under an assumption."""

    __slots__ = ("_facts", "board", "budget", "cells", "open", "places", "values")

    def __init__(self, start: Candidates) -> None:
        self.board: BoardMasks = start.board
        self.budget: Budget = start.budget
        self.cells = start.cells[:]
        self.places = start.places[:]
        self.values = start.values
        self.open = start.open
        self._facts: dict[object, object] = {}


class Propagation:
    """The rules by which candidates follow from each other in one position.

    Parameters
    ----------
    start : Candidates
        The position.
    dynamic : bool
        Whether a candidate that is off is eliminated from the board.
    in_cells : bool
        Whether the candidates of a cell exclude and force each other; in Nishio only houses do.
    eliminate_more : MoreEliminations, optional
        The function that eliminates more if nothing else follows.
    """

    def __init__(
        self,
        start: Candidates,
        *,
        dynamic: bool,
        in_cells: bool = True,
        eliminate_more: MoreEliminations | None = None,
    ) -> None:
        self.start = start
        self.dynamic = dynamic
        self.in_cells = in_cells
        self.eliminate_more = eliminate_more
        self.size = start.board.size
        self.regions = regions_of(start.board)
        self._weak: dict[int, tuple[int, ...]] = {}
        self._strong: dict[int, Linked] = {}
        self._trees: dict[int, ImplicationTree] = {}

    def tree(self, node: int) -> ImplicationTree:
        """Return the nodes that follow from a node; computed once for each."""
        if node not in self._trees:
            self.start.budget.charge()
            self._trees[node] = _OneNode(self, node).tree
        return self._trees[node]

    def weak(self, candidate: int) -> tuple[int, ...]:
        """Return the nodes that are off if a candidate is on, those of its cell first."""
        if candidate not in self._weak:
            cell, place = divmod(candidate, self.size)
            others = self.start.cells[cell] ^ 1 << place if self.in_cells else 0
            places = self.start.places[place + 1]
            in_cell = [2 * (cell * self.size + other) for other in bits(others)]
            peers = [peer for peer in self.regions.peers[cell] if places >> peer & 1]
            self._weak[candidate] = *in_cell, *(2 * (peer * self.size + place) for peer in peers)
        return self._weak[candidate]

    def strong(self, candidate: int) -> Linked:
        """Return the candidates on if one is off, before any other is eliminated."""
        if candidate not in self._strong:
            in_cell = forced_in_cell(self.start, candidate) if self.in_cells else ()
            self._strong[candidate] = in_cell + forced_in_houses(self.start, candidate)
        return self._strong[candidate]


class _OneNode:
    """One propagation."""

    def __init__(self, rules: Propagation, node: int) -> None:
        self.rules = rules
        self.state = State(rules.start)
        self.tree = ImplicationTree()
        self.tree.parents[node] = ()
        self.tree.ancestors[node] = 1 << node
        self.tree.causes[node] = ASSUMED
        self.ons = deque([node] if node & 1 else [])
        self.offs = deque([] if node & 1 else [node])
        self._go_on()

    def _go_on(self) -> None:
        tree = self.tree
        while self.ons or self.offs:
            if self.ons:
                self._eliminate_from(self.ons.popleft())
            elif self.rules.dynamic:
                self._force_from(self.offs.popleft())
            else:
                node = self.offs.popleft()
                for candidate, cause in self.rules.strong(node >> 1):
                    self._reach(candidate, (node,), cause)
            if tree.clash is not None:
                return
            if self.rules.eliminate_more and not self.ons and not self.offs:
                self._eliminate_more(self.rules.eliminate_more)

    def _eliminate_from(self, node: int) -> None:
        """Reach the nodes that are off because a node is on."""
        tree, ancestors = self.tree, self.tree.ancestors
        via, before = (node,), ancestors[node]
        for off in self.rules.weak(node >> 1):
            if off | 1 in ancestors:
                tree.clash = trail_to(tree, off | 1), Trail(tree, off, via, IN_CELL)
                return
            if off not in ancestors:
                ancestors[off] = before | 1 << off
                tree.parents[off] = via
                self.offs.append(off)

    def _force_from(self, node: int) -> None:
        """Reach the nodes that are on because one is off, and eliminate that from the board."""
        rules, state, size = self.rules, self.state, self.rules.size
        cell, place = divmod(node >> 1, size)
        held = state.cells[cell] ^ 1 << place
        if rules.in_cells and held and not held & (held - 1):
            gone = rules.start.cells[cell] & ~state.cells[cell]
            parents = (node, *(2 * (cell * size + other) for other in bits(gone)))
            self._reach(cell * size + held.bit_length() - 1, parents, IN_CELL)
        rest = state.places[place + 1] ^ 1 << cell
        for house, mask in rules.regions.masks_of_cell[cell]:
            left = rest & mask
            if left and not left & (left - 1):
                gone = rules.start.places[place + 1] & ~state.places[place + 1] & mask
                parents = (node, *(2 * (other * size + place) for other in bits(gone)))
                self._reach((left.bit_length() - 1) * size + place, parents, house)
        state.cells[cell] = held
        state.places[place + 1] = rest

    def _reach(self, candidate: int, parents: tuple[int, ...], cause: int) -> None:
        """Reach a candidate that is on, unless that clashes."""
        tree, on = self.tree, 2 * candidate + 1
        if tree.clash is not None or on in tree.ancestors:
            return
        if on ^ 1 in tree.ancestors:
            tree.clash = Trail(tree, on, parents, cause), trail_to(tree, on ^ 1)
            return
        self._add(on, parents)
        tree.causes[on] = cause
        self.ons.append(on)

    def _add(self, node: int, parents: tuple[int, ...]) -> None:
        ancestors = self.tree.ancestors
        before = 1 << node
        for parent in parents:
            before |= ancestors[parent]
        ancestors[node] = before
        self.tree.parents[node] = parents

    def _eliminate_more(self, eliminate_more: MoreEliminations) -> None:
        """Eliminate the candidates that patterns and nested chains do."""
        forget(self.state)
        for off, parents, nested in eliminate_more(self.state):
            if off not in self.tree.ancestors:
                self._add(off, parents)
                if nested is not None:
                    self.tree.nested[off] = nested
                self.offs.append(off)


def common(trees: list[ImplicationTree]) -> Iterator[int]:
    """Yield the nodes of all trees, those that are on first, in the order of the first tree."""
    shared = set(trees[0].parents)
    for tree in trees[1:]:
        shared &= tree.parents.keys()
    if shared:
        ordered = [node for node in trees[0].parents if node in shared]
        yield from (node for node in ordered if node & 1)
        yield from (node for node in ordered if not node & 1)
