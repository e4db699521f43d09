"""Open-ended puzzles: a tree of linear programs above, bounded searches in lanes below.

A node is a subset of the completions: the candidates left there, and a bound on their scores. The
tree is searched best bound first::

            node with the best bound
               │  price it, if that was not done yet (a linear program: milliseconds)
               v
            bounded_search, in all lanes, for scores of at least the target, for some sweeps
               ├─ all visited:      the node scores less than the target; put it back as that
               └─ it takes longer:  split it by a choice, and put its parts back

The *target* starts just below the bound of the whole puzzle and is lowered little by little, until
as many completions are found as requested; from then on it is whatever would improve the result.
The searches stay short, because they cut off everything that cannot reach the target, and what they
find is good at once. A choice is the digit of a cell, or the cell of a digit in a row, column or
box. Each option that could reach the target becomes a part, all others together become one.

Bounds and targets are scores times the scale of the prices. One thread does it all: HiGHS holds
Python's global lock meanwhile, and the order of the nodes stays the same.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.arguments import MOST
from lowbit.kernels.classic.best.losses import NEVER
from lowbit.verbs.maximize.optimum.pricing import MEMBERS, N_CELLS, RIVALS, without

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.limits import Limits
    from lowbit.verbs.maximize.optimum.bounded_search import BoundedSearch
    from lowbit.verbs.maximize.optimum.pricing import Pricing
    from lowbit.verbs.maximize.optimum.relaxation import Relaxation

    Part = tuple[int, int, NDArray[np.uint16], Pricing | None]
    """The bound, depth, candidates and pricing of a node."""

SWEEPS: Final = 1024
"""Sweeps of a search before its node is split: about as long as a linear program takes."""

GROWTH: Final = 1.25
"""The factor by which the gap between the bound of the whole puzzle and the target grows."""

FIRST_GAPS: Final = 1 << 12
"""The first gap as a fraction of the range of scores; it is a point or more."""

TIES: Final = 256
"""Completions to find before those of equal score are left to `ties`."""


@dataclass(slots=True, order=True)
class TreeNode:
    """A subset of the completions.

    Parameters
    ----------
    order : tuple of int
        The best bound first, then the deepest, then the oldest.
    masks : uint16[81]
        The candidates that are left.
    pricing : Pricing or None
        None if it is not known yet.
    """

    order: tuple[int, int, int]
    masks: NDArray[np.uint16] = field(compare=False)
    pricing: Pricing | None = field(compare=False, default=None)

    @property
    def bound(self) -> int:
        """No completion of the node exceeds this score."""
        return -self.order[0]

    @property
    def depth(self) -> int:
        """The number of choices that led here."""
        return -self.order[1]


class Tree:
    """The search for the best completions of one puzzle.

    Parameters
    ----------
    relaxation : Relaxation
        The linear program of the values.
    masks : uint16[81]
        The candidates.
    search : BoundedSearch
        The search that finds completions and keeps them; it may have found some before.
    limits : Limits
    least : int, optional
        The least score of interest.
    enough : int, optional
        Stop once so many are found.
    """

    def __init__(  # noqa: PLR0913 - the last two by name
        self,
        relaxation: Relaxation,
        masks: NDArray[np.uint16],
        search: BoundedSearch,
        limits: Limits,
        *,
        least: int | None = None,
        enough: int = MOST,
    ) -> None:
        self._relaxation = relaxation
        self._scale = relaxation.scale
        self._search = search
        self._n_found_before = search.n_found
        self._limits = limits
        self._least = -MOST if least is None else least * self._scale
        self._enough = enough
        self._heap: list[TreeNode] = []
        self._at_work: TreeNode | None = None
        self._n_nodes = 0
        self._top = MOST
        self._root: Pricing | None = None
        self._masks = masks
        span = int(np.ptp(relaxation.values.reshape(N_CELLS, -1), axis=1).sum())
        self._gap = self._scale * max(1, span // FIRST_GAPS)
        self._push(MOST, 0, masks)

    @property
    def scores(self) -> list[int]:
        """The best scores found, the highest first."""
        return self._search.scores

    @property
    def grids(self) -> list[NDArray[np.uint8]]:
        """The completions with these scores, uint8[81] each."""
        return self._search.grids

    @property
    def nodes(self) -> int:
        """The nodes that the searches visited, plus those of the tree above them."""
        return self._search.nodes + self._n_nodes

    @property
    def is_done(self) -> bool:
        """Whether the result is known, up to the choice among completions of equal score."""
        return not self._heap and self._at_work is None

    @property
    def is_settled(self) -> bool:
        """Whether, once done, the choice among completions of equal score is known, too."""
        return self._n_found < TIES

    @property
    def bound(self) -> int | None:
        """No completion exceeds this score; None if there is no completion."""
        nodes = [*self._heap, self._at_work] if self._at_work else self._heap
        bounds = [min(node.bound, self._top) // self._scale for node in nodes]
        return max(bounds + self.scores, default=None)

    def root_pricing(self) -> Pricing:
        """Return the pricing of the whole puzzle."""
        return self._root or self._relaxation.price(self._masks)

    def steps(self) -> Iterator[None]:
        """Search until all is known or a limit is reached, pausing after each node."""
        while self._goes_on():
            self._at_work = self._at_work or heapq.heappop(self._heap)
            if self._at_work.bound < self._limit:
                self._at_work = None
                self._heap.clear()
                return
            for part in self._examine(self._at_work):
                self._push(*part)
            self._at_work = None
            yield

    def _goes_on(self) -> bool:
        return (
            not self.is_done
            and self._n_found < self._enough
            and not self._limits.are_reached(self.nodes)
        )

    @property
    def _n_found(self) -> int:
        return self._search.n_found - self._n_found_before

    @property
    def _limit(self) -> int:
        """The least score with which a completion changes the result."""
        scores = self._search.scores
        if len(scores) == self._search.k:
            return (scores[-1] + self._better_by) * self._scale
        return self._least

    @property
    def _better_by(self) -> int:
        return 0 if self.is_settled else 1

    def _push(
        self, bound: int, depth: int, masks: NDArray[np.uint16], pricing: Pricing | None = None
    ) -> None:
        if bound >= self._limit:
            self._n_nodes += pricing is None
            order = (-bound, -depth, self._n_nodes)
            heapq.heappush(self._heap, TreeNode(order, masks, pricing))

    def _examine(self, node: TreeNode) -> list[Part]:
        """Return the parts that are left of a node, as arguments of `_push`; none if it is done."""
        pricing = node.pricing
        if pricing is None:
            pricing = self._relaxation.price(node.masks)
            if node.depth == 0:
                self._root, self._top = pricing, min(self._top, pricing.top)
            if pricing.top < node.bound:
                return [(pricing.top, node.depth, node.masks, pricing)]
        target = self._target(node.bound)
        if self._search.run(
            node.masks,
            pricing,
            target,
            better_by=self._better_by,
            enough=min(self._enough, TIES),
            max_nodes=self._limits.most_nodes,
            sweeps=SWEEPS,
        ):
            return [(target - 1, node.depth, node.masks, pricing)]
        return self._split(node, pricing, pricing.top - target)

    def _target(self, bound: int) -> int:
        """Return the target of a search, lowered first to the best bound."""
        while bound < self._top - self._gap:
            self._gap = int(GROWTH * self._gap) + 1
        return max(self._top - self._gap, self._limit)

    def _split(self, node: TreeNode, pricing: Pricing, cap: int) -> list[Part]:
        """Split a node by the choice with the fewest options within the cap.

        Ties go to the choice about which the linear program is least certain: its largest fraction
        is the smallest.
        """
        losses = pricing.losses
        within = losses <= cap
        counts = within[MEMBERS].sum(axis=1)
        undecided = counts + pricing.fractions[MEMBERS].max(axis=1)
        options = MEMBERS[np.where(counts > 1, undecided, math.inf).argmin()]
        likely = options[within[options]]
        parts = [(pair, without(node.masks, RIVALS[pair])) for pair in likely]
        others = options[~within[options] & (losses[options] < NEVER)]
        if others.size:
            parts.append((others[losses[others].argmin()], without(node.masks, likely)))
        return [
            (min(node.bound, pricing.top - int(losses[pair])), node.depth + 1, masks, None)
            for pair, masks in parts
        ]
