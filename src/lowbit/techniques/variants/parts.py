"""Parts of a puzzle: its houses and constraints, each with what a person sees in it at a glance.

A digit that stands leaves the other cells, a digit with one place goes there, a sum keeps to the
digits that it can be made of, a cage has only some sets of digits, and what all of them have leaves
the cells that see its places.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import islice, pairwise
from operator import and_, itemgetter
from typing import TYPE_CHECKING, Final

from lowbit.constraints.automata import DEAD
from lowbit.constraints.lowering import lowered
from lowbit.constraints.operations import (
    Accepted,
    AnyOf,
    Distinct,
    InRelation,
    LinearSum,
    OneOfSets,
    Within,
)
from lowbit.reference.search import DeadEndError
from lowbit.reference.variants import prune
from lowbit.techniques.board_masks import digits_in, mask_of, masks_of_board, members
from lowbit.techniques.constrained import sets_with_sum
from lowbit.techniques.variants.leftovers import Leftover, leftovers_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry

Change = tuple[int, int]
"""A cell and the candidates that it keeps."""

NOWHERE: Final = -1
"""The cell of a change that leaves a whole part without a way to be filled."""

MOST_CELLS: Final = 40
"""The most cells of an operation that a part is made of."""

MOST_SETS: Final = 200
"""The most sets of digits of a sum whose cells differ; one with more is bounded alone."""

MOST_OF_SUMS: Final = 5
"""The most cells of a sum that houses and cages imply."""


MOST_KEPT: Final = 512
"""The most candidates of a part's cells for which it keeps what they lose."""


def reader(cells: tuple[int, ...]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Return a function that returns the candidates of some cells."""
    if len(cells) == 1:
        return lambda masks: (masks[cells[0]],)
    return itemgetter(*cells)


class NetworkPart:
    """A house or an operation of a constraint.

    Parameters
    ----------
    cells : tuple of int
        The cells that it speaks of.
    because : int, Constraint or Leftover
        The house, the constraint, or the sum by the rule of 45 that it belongs to.
    """

    def __init__(self, cells: tuple[int, ...], because: int | Constraint | Leftover) -> None:
        self.cells = cells
        self.because = because
        self._read = reader(cells)
        self._kept: dict[tuple[int, ...], tuple[Change, ...]] = {}

    def changes(self, masks: list[int]) -> Iterable[Change]:
        """Return the cells that lose candidates, and what they keep; 0 where nothing is left.

        The same candidates come again, after other assumptions and in later positions, so what
        they lose is kept.
        """
        own = self._read(masks)
        found = self._kept.get(own)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[own] = tuple(self._sought(masks))
        return found

    def _sought(self, masks: list[int]) -> Iterable[Change]:
        """Return the changes, which follow from the candidates of the part's cells alone."""
        raise NotImplementedError

    def missing(self, _masks: list[int]) -> int:
        """Return the digits that have no place where each must have one."""
        return 0


class _Differ(NetworkPart):
    """Cells that hold different digits."""

    def _sought(self, masks: list[int]) -> Iterable[Change]:
        own = [masks[cell] for cell in self.cells]
        return self._changed(masks, own) if _part(own) else ()

    def _changed(self, masks: list[int], own: list[int]) -> list[Change]:
        """Return the cells whose candidates, in order, are no longer the same."""
        return [
            (cell, mask) for cell, mask in zip(self.cells, own, strict=True) if mask != masks[cell]
        ]


class _House(_Differ):
    """Cells that hold each digit once."""

    def __init__(self, cells: tuple[int, ...], house: int, full_mask: int) -> None:
        super().__init__(cells, house)
        self._full = full_mask

    def _sought(self, masks: list[int]) -> Iterable[Change]:
        own = [masks[cell] for cell in self.cells]
        is_changed = _part(own)
        once = twice = 0
        for mask in own:
            twice |= once & mask
            once |= mask
        if 0 not in own:
            if once != self._full:
                return [(NOWHERE, 0)]
            once &= ~twice
            for at, mask in enumerate(own):
                if mask & once and mask & mask - 1:
                    own[at], is_changed = mask & once, True
        return self._changed(masks, own) if is_changed else ()

    def missing(self, _masks: list[int]) -> int:
        left = self._full
        for cell in self.cells:
            left &= ~_masks[cell]
        return left


class _Sets(_Differ):
    """Cells whose digits are one of some sets."""

    def __init__(
        self,
        cells: tuple[int, ...],
        because: Constraint | Leftover,
        sets: Sequence[int],
        peers: Sequence[int],
    ) -> None:
        super().__init__(cells, because)
        self._sets = sets
        self._peers = peers
        self._outside = ~mask_of(cells)
        self._seen_by: dict[tuple[int, ...], list[tuple[tuple[int, ...], int]]] = {}

    def changes(self, masks: list[int]) -> Iterable[Change]:
        found = super().changes(masks)
        seen = self._seen_by[self._read(masks)] if self._peers else ()
        lost: dict[int, int] = {}
        for cells, digit in seen:
            for cell in cells:
                if masks[cell] & digit:
                    lost[cell] = lost.get(cell, 0) | digit
        return [*found, *((cell, masks[cell] & ~digits) for cell, digits in lost.items())]

    def _sought(self, masks: list[int]) -> Iterable[Change]:
        own = [masks[cell] for cell in self.cells]
        _part(own)
        once = twice = 0
        for mask in own:
            twice |= once & mask
            once |= mask
        possible, needed = 0, -1
        for digits in self._sets:
            if not digits & ~once and all(mask & digits for mask in own):
                possible |= digits
                needed &= digits
        if len(self._seen_by) > MOST_KEPT:
            self._seen_by.clear()
            self._kept.clear()
        if not possible:
            self._seen_by[self._read(masks)] = []
            return [(NOWHERE, 0)]
        alone = once & ~twice & needed
        own = [mask & (mask & alone or possible) for mask in own]
        self._seen_by[self._read(masks)] = [*self._seen(own, needed & twice)]
        return self._changed(masks, own)

    def _seen(self, own: list[int], needed: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield each digit that all sets have, after the cells beyond that see all its places."""
        for digit in digits_in(needed):
            places = [
                self._peers[cell]
                for cell, mask in zip(self.cells, own, strict=True)
                if mask >> digit - 1 & 1
            ]
            # A digit that has no place any more leaves no set when the part is looked at next.
            common = reduce(and_, places, self._outside) if places else 0
            if common:
                yield members(common), 1 << digit - 1


def _part(own: list[int]) -> bool:
    """Take digits that fill a cell, or two fill two, from the others; return whether any go."""
    taken = twice = 0
    for mask in own:
        if mask and not mask & mask - 1:
            twice |= taken & mask
            taken |= mask
    is_changed = False
    for at, mask in enumerate(own) if taken else ():
        if mask & taken and (mask & mask - 1 or mask & twice):
            own[at], is_changed = mask & ~taken, True
    for pair in {mask for mask in own if mask.bit_count() == 2 and own.count(mask) > 1}:
        for at, mask in enumerate(own):
            if mask & pair and (mask != pair or own.count(pair) > 2):
                own[at], is_changed = mask & ~pair, True
    return is_changed


class _Related(NetworkPart):
    """Two cells whose digits stand in a relation."""

    def __init__(
        self, cells: tuple[int, int], because: Constraint | Leftover, relation: tuple[int, ...]
    ) -> None:
        super().__init__(cells, because)
        self._relation = relation
        self._back = _turned(relation)

    def _sought(self, masks: list[int]) -> Iterable[Change]:
        first, second = self.cells
        after = masks[second] & _image(masks[first], self._relation)
        before = masks[first] & _image(masks[second], self._back)
        if after != masks[second]:
            yield second, after
        if before != masks[first]:
            yield first, before


class _Added(NetworkPart):
    """Cells with a weighted sum."""

    def __init__(self, operation: LinearSum, because: Constraint | Leftover) -> None:
        super().__init__(operation.cells, because)
        weights = operation.weights
        self._weights = weights
        # Sums are the places of bits, so they count from the least there may be.
        self._wanted = sum(1 << total for total in range(operation.most - operation.least + 1))
        self._least = operation.least

    def _sought(self, masks: list[int]) -> Iterable[Change]:
        shares = [
            _shares(masks[cell], weight)
            for cell, weight in zip(self.cells, self._weights, strict=True)
        ]
        before, least = [1], [0]
        for low, share in shares:
            before.append(_added(before[-1], share))
            least.append(least[-1] + low)
        wanted = _shifted(self._wanted, self._least - least[-1]) & before[-1]
        for at in range(len(shares) - 1, -1, -1):
            low, share = shares[at]
            kept = after = 0
            rest = share
            while rest:
                bit = rest & -rest
                rest ^= bit
                place = bit.bit_length() - 1
                reached = wanted >> place & before[at]
                if reached:
                    kept |= bit
                    after |= reached
            if kept != share:
                cell = self.cells[at]
                yield cell, _digits_of(masks[cell], self._weights[at], low, kept)
            wanted = after


class _Read(NetworkPart):
    """Cells that an automaton reads."""

    def __init__(self, operation: Accepted, because: Constraint | Leftover) -> None:
        super().__init__(operation.cells, because)
        self._ways = [
            [(1 << at, state) for at, state in enumerate(row) if state != DEAD]
            for row in operation.automaton.transitions
        ]
        self._accepting = operation.automaton.accepting

    def _sought(self, masks: list[int]) -> Iterable[Change]:
        own, ways = [masks[cell] for cell in self.cells], self._ways
        reached = [{0}]
        for mask in own:
            reached.append(
                {after for state in reached[-1] for bit, after in ways[state] if mask & bit}
            )
        wanted = {state for state in reached[-1] if self._accepting[state]}
        if not wanted:
            yield NOWHERE, 0
            return
        for at in range(len(own) - 1, -1, -1):
            left, mask, before = 0, own[at], set()
            for state in reached[at]:
                for bit, after in ways[state]:
                    if mask & bit and after in wanted:
                        left |= bit
                        before.add(state)
            if left != mask:
                yield self.cells[at], left
            wanted = before


class _Pruned(NetworkPart):
    """Cells of any operation, as the reference looks at it."""

    def __init__(
        self, cells: tuple[int, ...], operation: Operation, because: Constraint | Leftover
    ) -> None:
        super().__init__(cells, because)
        self._operation = operation

    def _sought(self, masks: list[int]) -> Iterable[Change]:
        copy = list(masks)
        try:
            prune(self._operation, copy)
        except DeadEndError:
            return [(NOWHERE, 0)]
        return [(cell, copy[cell]) for cell in self.cells if copy[cell] != masks[cell]]


def parts_of(geometry: Geometry, constraints: tuple[Constraint, ...]) -> Iterator[NetworkPart]:
    """Yield the parts of a puzzle: houses, constraints, and sums that both imply."""
    for number, house in enumerate(geometry.houses):
        if len(house.cells) == geometry.size:
            yield _House(house.cells, number, geometry.full_mask)
        else:
            yield _Differ(house.cells, number)
    for constraint in constraints:
        operations = lowered(constraint, geometry)
        apart = [{*each.cells} for each in operations if isinstance(each, Distinct)]
        apart += [{*house.cells} for house in geometry.houses]
        for operation in operations:
            yield from _of_operation(operation, constraint, geometry, apart)
    for leftover in leftovers_of(geometry, constraints):
        if len(leftover.cells) <= MOST_OF_SUMS:
            houses = [{*house.cells} for house in geometry.houses]
            yield from _of_operation(leftover.operation(geometry), leftover, geometry, houses)


def _of_operation(
    operation: Operation,
    constraint: Constraint | Leftover,
    geometry: Geometry,
    apart: list[set[int]],
) -> Iterator[NetworkPart]:
    """Yield the parts of an operation."""
    if isinstance(operation, InRelation):
        for pair in pairwise(operation.cells):
            yield _Related(pair, constraint, operation.relation)
    elif isinstance(operation, Distinct):
        yield _Differ(operation.cells, constraint)
    elif isinstance(operation, OneOfSets):
        yield _Sets(operation.cells, constraint, operation.masks, _peers_on(geometry))
    elif isinstance(operation, LinearSum):
        sets = sets_of(operation, geometry, apart)
        yield _Added(operation, constraint)
        if sets:
            yield _Sets(operation.cells, constraint, sets, _peers_on(geometry))
    elif isinstance(operation, Accepted) and len({*operation.cells}) == len(operation.cells):
        yield _Read(operation, constraint)
    else:
        cells = tuple(sorted({*_cells_in(operation)}))
        if len(cells) <= MOST_CELLS:
            yield _Pruned(cells, operation, constraint)


def sets_of(operation: LinearSum, geometry: Geometry, apart: list[set[int]]) -> list[int]:
    """Return the sets of digits of a sum whose cells differ; none if it is no such sum."""
    cells, n = {*operation.cells}, len(operation.cells)
    is_plain = operation.least == operation.most and {*operation.weights} == {1}
    if not is_plain or not any(cells <= group for group in apart):
        return []
    sums = sets_with_sum(1, geometry.size, n, operation.least)
    sets = [mask_of(digit - 1 for digit in digits) for digits in islice(sums, MOST_SETS + 1)]
    return sets if len(sets) <= MOST_SETS else []


def _cells_in(operation: Operation) -> Iterator[int]:
    if isinstance(operation, Within):
        yield operation.cell
    elif isinstance(operation, AnyOf):
        for branch in operation.branches:
            for part in branch:
                yield from _cells_in(part)
    else:
        yield from operation.cells


@lru_cache(maxsize=256)
def _turned(relation: tuple[int, ...]) -> tuple[int, ...]:
    """Return, for each digit, those that it may follow."""
    return tuple(
        sum(1 << first for first, mask in enumerate(relation) if mask >> second & 1)
        for second in range(len(relation))
    )


@lru_cache(maxsize=1 << 14)
def _image(mask: int, relation: tuple[int, ...]) -> int:
    """Return the digits that may follow one of some digits."""
    after = 0
    for digit, following in enumerate(relation):
        if mask >> digit & 1:
            after |= following
    return after


@lru_cache(maxsize=1 << 14)
def _shares(mask: int, weight: int) -> tuple[int, int]:
    """Return the least that a cell may add to a sum, and what it may add beyond, as bits."""
    values = [weight * digit for digit in digits_in(mask)]
    least = min(values, default=0)
    return least, sum(1 << value - least for value in values)


@lru_cache(maxsize=1 << 14)
def _digits_of(mask: int, weight: int, least: int, share: int) -> int:
    """Return the digits of a mask that add one of some shares to a sum."""
    kept = (digit for digit in digits_in(mask) if share >> weight * digit - least & 1)
    return mask_of(digit - 1 for digit in kept)


def _added(sums: int, share: int) -> int:
    """Return the sums, as bits, of one of some and one of others."""
    found = 0
    while share:
        bit = share & -share
        share ^= bit
        found |= sums << bit.bit_length() - 1
    return found


def _shifted(bits: int, by: int) -> int:
    return bits << by if by >= 0 else bits >> -by


def _peers_on(geometry: Geometry) -> tuple[int, ...]:
    """Return the cells that each cell sees."""
    return masks_of_board(geometry).peers
