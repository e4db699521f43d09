"""Parts that look at every way to fill a house or a sum: what is left out has no way at all."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from lowbit.constraints.lowering import lowered
from lowbit.constraints.operations import Distinct, LinearSum, OneOfSets
from lowbit.techniques.board_masks import mask_of, members
from lowbit.techniques.variants.late_parts import Shared, shared_houses
from lowbit.techniques.variants.leftovers import leftovers_of
from lowbit.techniques.variants.parts import NOWHERE, Change, NetworkPart, sets_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry
    from lowbit.techniques.variants.leftovers import Leftover

MOST_DIGITS: Final = 10
"""The most digits of a board whose houses and sums are looked at this way."""

FEWEST: Final = 4
"""The fewest cells that differ of which a subset says more than their pairs."""

Ways = dict[int, list[int]]
"""For each set of digits that fits, the digits of each cell in the ways to place it."""


class Subsets(NetworkPart):
    """Cells that differ, of which some have no more digits than they are cells.

    Parameters
    ----------
    cells : tuple of int
        The cells.
    because : int or Constraint
        The house, or the constraint that sets the cells apart.
    size : int
        The number of digits: as many cells have each of them.
    """

    def __init__(self, cells: tuple[int, ...], because: int | Constraint, size: int) -> None:
        super().__init__(cells, because)
        self._digits = range(size) if len(cells) == size else ()

    def _sought(self, masks: list[int]) -> Iterable[Change]:
        own = [masks[cell] for cell in self.cells]
        naked = _tight(own)
        hidden = _tight([self._places(own, digit) for digit in self._digits])
        if naked is None or hidden is None:
            return [(NOWHERE, 0)]
        for subset, digits in naked:
            for at, mask in enumerate(own):
                if mask & digits and not subset >> at & 1:
                    own[at] = mask & ~digits
        for digits, subset in hidden:
            for at in members(subset):
                own[at] &= digits
        return [
            (cell, left) for cell, left in zip(self.cells, own, strict=True) if left != masks[cell]
        ]

    def _places(self, own: list[int], digit: int) -> int:
        return mask_of(at for at, mask in enumerate(own) if mask >> digit & 1)


def _tight(own: list[int]) -> list[tuple[int, int]] | None:
    """Return the sets of up to half of some things that have as many others as they are.

    Of larger ones, the rest of the others has no more of the things than it is.

    Parameters
    ----------
    own : list of int
        For each thing, the others that it may have.

    Returns
    -------
    list of tuple of int and int, or None
        Each set, and what it has; None if one has fewer.
    """
    most = len(own) // 2
    few = [at for at, mask in enumerate(own) if mask.bit_count() <= most]
    found = []
    layer = [(-1, 0, 0)]
    for size in range(1, most + 1):
        layer = [
            (at, subset | 1 << at, held | own[at])
            for last, subset, held in layer
            for at in few
            if at > last and (held | own[at]).bit_count() <= most
        ]
        for _, subset, held in layer:
            if held.bit_count() <= size:
                if held.bit_count() < size:
                    return None
                found.append((subset, held))
    return found


class Filled(NetworkPart):
    """Cells whose digits are one of some sets, each digit where it has a place beside the others.

    Parameters
    ----------
    cells : tuple of int
        The cells.
    because : int, Constraint or Leftover
        What says so.
    sets : sequence of int
        The sets of digits.
    """

    def __init__(
        self,
        cells: tuple[int, ...],
        because: int | Constraint | Leftover,
        sets: Sequence[int],
    ) -> None:
        super().__init__(cells, because)
        self._sets = sets

    def _sought(self, masks: list[int]) -> Iterable[Change]:
        ways = self.ways(masks)
        return kept_of(self.cells, ways.values(), masks) if ways else [(NOWHERE, 0)]

    def ways(self, masks: list[int]) -> Ways:
        """Return the sets that fit, and the digits that each leaves each cell."""
        return ways_of(tuple(masks[cell] for cell in self.cells), tuple(self._sets))


class SharedExactly(Shared):
    """A house whose sums have no digit in common, with each way to place their digits."""

    def _sought(self, masks: list[int]) -> Iterable[Change]:
        ways = [_ways_in(each.cells, each.sets, masks) for each in self.sums]
        kept = self._together([list(each) for each in ways], masks)
        if kept is None:
            return ()
        if not kept[0]:
            return [(NOWHERE, 0)]
        rest = _ways_in(self.rest, tuple(kept[-1]), masks)
        return [
            change
            for cells, found, sets in zip(self.groups, [*ways, rest], kept, strict=True)
            for change in kept_of(cells, [found[digits] for digits in sets], masks)
        ]

    def _has_room(self, digits: int, masks: list[int]) -> bool:
        return bool(_ways_in(self.rest, (digits,), masks))


def _ways_in(cells: tuple[int, ...], sets: tuple[int, ...], masks: list[int]) -> Ways:
    return ways_of(tuple(masks[cell] for cell in cells), sets)


def kept_of(
    cells: tuple[int, ...], ways: Iterable[Sequence[int]], masks: list[int]
) -> list[Change]:
    """Return the cells that have candidates in none of some ways, and what they keep."""
    left = [0] * len(cells)
    for way in ways:
        left = [one | other for one, other in zip(left, way, strict=True)]
    return [(cell, mask) for cell, mask in zip(cells, left, strict=True) if mask != masks[cell]]


@lru_cache(maxsize=1 << 13)
def ways_of(own: tuple[int, ...], sets: tuple[int, ...]) -> Ways:
    """Return the sets of digits that fit into cells, each digit once, and where each can stand.

    Parameters
    ----------
    own : tuple of int
        The candidates of each cell.
    sets : tuple of int
        The sets.

    Examples
    --------
    >>> ways_of((0b011, 0b111), (0b011, 0b110))
    {3: [3, 3], 6: [2, 4]}
    """
    found = {}
    for digits in sets:
        within = tuple([mask & digits for mask in own])
        if 0 not in within:
            placed = _placed(within, digits)
            if placed is not None:
                found[digits] = placed
    return found


@lru_cache(maxsize=1 << 15)
def _placed(within: tuple[int, ...], digits: int) -> list[int] | None:
    """Return where each digit of a set can stand, one in each cell; None if they do not fit."""
    reached: list[set[int]] = [{0}]
    for mask in within:
        reached.append(
            {used | bit for used in reached[-1] for bit in _bits_of(mask) if not used & bit}
        )
    wanted = {digits} & reached[-1]
    placed = []
    for mask, starts in zip(reversed(within), reversed(reached[:-1]), strict=True):
        steps = [
            (used, bit)
            for used in starts
            for bit in _bits_of(mask)
            if not used & bit and used | bit in wanted
        ]
        left = 0
        for _, bit in steps:
            left |= bit
        placed.append(left)
        wanted = {used for used, _ in steps}
    return placed[::-1] if wanted else None


@lru_cache(maxsize=1 << 10)
def _bits_of(mask: int) -> tuple[int, ...]:
    return tuple(1 << place for place in members(mask))


def exact_parts_of(
    geometry: Geometry, constraints: tuple[Constraint, ...]
) -> Iterator[NetworkPart]:
    """Yield the parts of a puzzle that look at every way."""
    if geometry.size > MOST_DIGITS:
        return
    houses = [{*house.cells} for house in geometry.houses]
    for number, house in enumerate(geometry.houses):
        yield Subsets(house.cells, number, geometry.size)
    for constraint in constraints:
        operations = lowered(constraint, geometry)
        apart = [*houses, *({*each.cells} for each in operations if isinstance(each, Distinct))]
        for operation in operations:
            if isinstance(operation, Distinct) and len(operation.cells) >= FEWEST:
                yield Subsets(operation.cells, constraint, geometry.size)
            elif isinstance(operation, OneOfSets):
                yield Filled(operation.cells, constraint, operation.masks)
            elif isinstance(operation, LinearSum):
                yield from _sum(operation, constraint, sets_of(operation, geometry, apart))
    for leftover in leftovers_of(geometry, constraints):
        operation = leftover.operation(geometry)
        yield from _sum(operation, leftover, sets_of(operation, geometry, houses))
    for each in shared_houses(geometry, constraints):
        yield SharedExactly(each.cells, each.house, each.sums, geometry.full_mask)


def _sum(
    operation: LinearSum, because: Constraint | Leftover, sets: list[int]
) -> Iterator[NetworkPart]:
    """Yield the part of a sum whose cells differ."""
    if sets:
        yield Filled(operation.cells, because, sets)
