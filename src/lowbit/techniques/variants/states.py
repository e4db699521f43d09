"""The states that the candidates of a position lead to, kept from one position to the next.

A state is packed in an integer as well, some bits for each cell. So two operations tell whether two
candidates that are possible by themselves are impossible together.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import and_
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.techniques.board_masks import mask_of
from lowbit.techniques.variants.network import Tier, assuming, network_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry
    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position
    from lowbit.techniques.variants.network import Network


class CandidateState(NamedTuple):
    """The candidates of all cells, in a list and packed; none and 0 where it is impossible."""

    held: list[int]
    packed: int


IMPOSSIBLE: Final = CandidateState([], 0)


class PackedMasks:
    """A way to keep the candidates of all cells in one integer.

    Parameters
    ----------
    n_cells, size : int
        The number of cells, and of digits.

    Examples
    --------
    >>> packing = PackedMasks(2, 4)
    >>> some = packing.packed([0b0011, 0b1000])
    >>> packing.is_dead(some), packing.is_dead(some & packing.packed([0b0011, 0b0111]))
    (False, True)
    """

    def __init__(self, n_cells: int, size: int) -> None:
        self._width = size + 1
        starts = range(0, n_cells * self._width, self._width)
        # Added to a cell's candidates, the first carries into the bit above them unless they are
        # none.
        self._carry = sum((1 << size) - 1 << start for start in starts)
        self._above = mask_of(start + size for start in starts)

    def packed(self, masks: Sequence[int]) -> int:
        """Return the candidates of all cells as one integer."""
        width = self._width
        return reduce(lambda all_of, mask: all_of << width | mask, reversed(masks), 0)

    def is_dead(self, packed: int) -> bool:
        """Return whether a cell has no candidate."""
        return (packed + self._carry) & self._above != self._above

    def bit(self, candidate: Candidate) -> int:
        """Return the bit of a candidate."""
        return 1 << candidate[0] * self._width + candidate[1] - 1


class States:
    """The states of the candidates of the last position, by parts up to a tier.

    Parameters
    ----------
    network : Network
        The parts of the puzzle.
    tier : Tier
        The hardest parts that are used.
    easier : States, optional
        The states by easier parts, from which these go on.
    """

    def __init__(
        self, network: Network, packing: PackedMasks, tier: Tier, easier: States | None = None
    ) -> None:
        self._network, self._tier, self._easier = network, tier, easier
        self.packing = packing
        self._known: tuple[tuple[int, ...], dict[Candidate, CandidateState]] = ((), {})

    def at(self, position: Position) -> dict[Candidate, CandidateState]:
        """Return the state of each candidate of a position.

        From a position on the way to it, only what is new is followed.
        """
        masks = position.masks
        before, known = self._known
        if before == masks:
            return known
        if not before or any(mask & ~old for mask, old in zip(masks, before, strict=True)):
            known = {}
        easier = self._easier.at(position) if self._easier else {}
        whole = CandidateState([*masks], self.packing.packed(masks))
        found = {}
        for candidate in self._network.candidates(masks):
            position.budget.charge()
            within = easier.get(candidate, whole)
            before_it = known.get(candidate)
            if before_it is None:
                found[candidate] = self._first(candidate, within)
            else:
                found[candidate] = self._next(before_it, within)
        self._known = masks, found
        return found

    def _first(self, candidate: Candidate, within: CandidateState) -> CandidateState:
        """Return the state that a candidate leads to, within what is known of it."""
        if not within.packed:
            return IMPOSSIBLE
        if self._easier:
            return self._settled([*within.held], -1 << self._network.ends[self._tier - 1])
        return self._settled(assuming(within.held, candidate), -1)

    def _next(self, known: CandidateState, within: CandidateState) -> CandidateState:
        """Return the state that a known one leads to, within what is known now."""
        left = known.packed & within.packed
        if left == known.packed:
            return known
        if self.packing.is_dead(left):
            return IMPOSSIBLE
        held = [*map(and_, known.held, within.held)]
        waiting = 0
        for cell, mask in enumerate(held):
            if mask != known.held[cell]:
                waiting |= self._network.beside[cell]
        return self._settled(held, waiting)

    def _settled(self, held: list[int], waiting: int) -> CandidateState:
        if self._network.settle(held, waiting, self._tier):
            return IMPOSSIBLE
        return CandidateState(held, self.packing.packed(held))


def all_states(position: Position) -> Iterator[tuple[Tier, States]]:
    """Yield the states of a position, those by easier parts first."""
    yield from _states_of(position.geometry, position.constraints)


@lru_cache(maxsize=4)
def _states_of(
    geometry: Geometry, constraints: tuple[Constraint, ...]
) -> tuple[tuple[Tier, States], ...]:
    """Return the states of a puzzle by each tier of parts, which are kept."""
    network = network_of(geometry, constraints)
    packing = PackedMasks(geometry.n_cells, geometry.size)
    by_houses = States(network, packing, Tier.HOUSES)
    return (
        (Tier.HOUSES, by_houses),
        (Tier.WAYS, States(network, packing, Tier.WAYS, by_houses)),
    )
