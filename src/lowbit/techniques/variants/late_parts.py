"""Parts that come after all others: what two houses share, and how sums share out a house."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.constraints.lowering import lowered
from lowbit.constraints.operations import LinearSum
from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.constrained import sets_with_sum
from lowbit.techniques.step import Share
from lowbit.techniques.variants.leftovers import leftovers_of
from lowbit.techniques.variants.parts import MOST_KEPT, NOWHERE, Change, NetworkPart

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry

MOST_SETS: Final = 120
"""The most sets of digits of a sum that shares a house with others."""

MOST_WAYS: Final = 2000
"""The most sets that are tried for the sums of a house, one within the other."""


class Locked(NetworkPart):
    """A house that has places for a digit only where others cross it, which lose it elsewhere.

    Parameters
    ----------
    cells : tuple of int
        The cells of the house.
    house : int
        Its number.
    crossings : list of tuple of int and int
        For each house that crosses it, the cells that both have and the others of that one.
    """

    def __init__(
        self, cells: tuple[int, ...], house: int, crossings: list[tuple[int, int]]
    ) -> None:
        super().__init__(cells, house)
        every = mask_of(cells)
        self._crossings = [
            (members(both), members(every & ~both), members(beyond)) for both, beyond in crossings
        ]
        self._locked: dict[tuple[int, ...], list[tuple[tuple[int, ...], int]]] = {}

    def changes(self, masks: list[int]) -> Iterable[Change]:
        """Return the cells that lose candidates, and what they keep."""
        own = self._read(masks)
        if own not in self._locked:
            if len(self._locked) >= MOST_KEPT:
                self._locked.clear()
            self._locked[own] = [*self._sought_locked(masks)]
        for beyond, locked in self._locked[own]:
            for cell in beyond:
                if masks[cell] & locked:
                    yield cell, masks[cell] & ~locked

    def _sought_locked(self, masks: list[int]) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield cells beyond, and the digits that they cannot have."""
        for both, others, beyond in self._crossings:
            locked = elsewhere = 0
            for cell in both:
                locked |= masks[cell]
            for cell in others:
                elsewhere |= masks[cell]
            locked &= ~elsewhere
            if locked:
                yield beyond, locked


class Shared(NetworkPart):
    """A house whose sums have no digit in common.

    Parameters
    ----------
    cells : tuple of int
        The cells of the house.
    house : int
        Its number.
    sums : list of _HouseSum
        The sums within it, which share no cells.
    full : int
        All digits.
    """

    def __init__(
        self, cells: tuple[int, ...], house: int, sums: list[_HouseSum], full: int
    ) -> None:
        super().__init__(cells, house)
        self.house = house
        self.sums = sums
        taken = {cell for each in sums for cell in each.cells}
        self.rest = tuple(cell for cell in cells if cell not in taken)
        self.groups = [*(each.cells for each in sums), self.rest]
        self._full = full

    def _sought(self, masks: list[int]) -> Iterable[Change]:
        kept = self._together(self._possible(masks), masks)
        if kept is None:
            return ()
        if not kept[0]:
            return [(NOWHERE, 0)]
        allowed = [0] * len(kept)
        for at, sets in enumerate(kept):
            for digits in sets:
                allowed[at] |= digits
        return [
            (cell, masks[cell] & digits)
            for cells, digits in zip(self.groups, allowed, strict=True)
            for cell in cells
            if masks[cell] & ~digits
        ]

    def shares(self, masks: list[int]) -> tuple[Share, ...]:
        """Return the sums with the sets that they can have beside the others, then the rest."""
        kept = self._together(self._possible(masks), masks) or []
        groups = [*self.sums, _HouseSum(self.rest, 0, ())]
        return tuple(
            Share(group.cells, group.total, tuple(sorted(map(digits_in, sets))))
            for group, sets in zip(groups, kept, strict=False)
            if group.cells
        )

    def _possible(self, masks: list[int]) -> list[list[int]]:
        """Return the sets that each sum has by itself."""
        return [
            [digits for digits in each.sets if _fits(digits, [masks[cell] for cell in each.cells])]
            for each in self.sums
        ]

    def _has_room(self, digits: int, masks: list[int]) -> bool:
        """Return whether some digits fit into the cells that are left over."""
        return _fits(digits, [masks[cell] for cell in self.rest])

    def _together(self, possible: list[list[int]], masks: list[int]) -> list[set[int]] | None:
        """Return the sets of each sum, and of the rest, that go together; None if it takes long."""
        order = sorted(range(len(possible)), key=lambda at: len(possible[at]))
        kept: list[set[int]] = [set() for _ in range(len(possible) + 1)]
        room: dict[int, bool] = {}
        chosen = [0] * len(possible)
        n_tried = 0

        def choose(depth: int, left: int) -> bool:
            nonlocal n_tried
            if depth == len(order):
                if left not in room:
                    room[left] = self._has_room(left, masks)
                if room[left]:
                    kept[-1].add(left)
                    for at, digits in enumerate(chosen):
                        kept[at].add(digits)
                return True
            for digits in possible[order[depth]]:
                n_tried += 1
                if n_tried > MOST_WAYS:
                    return False
                if not digits & ~left:
                    chosen[order[depth]] = digits
                    if not choose(depth + 1, left & ~digits):
                        return False
            return True

        return kept if choose(0, self._full) else None


class _HouseSum(NamedTuple):
    """Cells of a house, their sum in values, and the sets of digits with that sum."""

    cells: tuple[int, ...]
    total: int
    sets: tuple[int, ...]


def _fits(digits: int, own: list[int]) -> bool:
    """Return whether each digit has a cell, and each cell a digit."""
    every = 0
    for mask in own:
        if not mask & digits:
            return False
        every |= mask
    return not digits & ~every


def late_parts_of(geometry: Geometry, constraints: tuple[Constraint, ...]) -> Iterator[NetworkPart]:
    """Yield the parts of a puzzle that come after all others."""
    full = {n: each.cells for n, each in enumerate(geometry.houses) if _is_full(geometry, n)}
    for house, cells in full.items():
        own = mask_of(cells)
        masks = [mask_of(other) for n, other in full.items() if n != house]
        crossings = [(own & mask, mask & ~own) for mask in masks if (own & mask).bit_count() > 1]
        if crossings:
            yield Locked(cells, house, crossings)
    yield from shared_houses(geometry, constraints)


def shared_houses(geometry: Geometry, constraints: tuple[Constraint, ...]) -> Iterator[Shared]:
    """Yield the houses that several sums share."""
    sums = [*_sums(geometry, constraints)]
    for house, each in enumerate(geometry.houses):
        if not _is_full(geometry, house):
            continue
        own, taken, within = {*each.cells}, set[int](), []
        for cells, total in sums:
            if own.issuperset(cells) and taken.isdisjoint(cells):
                sets = [*islice(sets_with_sum(1, geometry.size, len(cells), total), MOST_SETS + 1)]
                if len(sets) <= MOST_SETS:
                    taken.update(cells)
                    masks = tuple(mask_of(digit - 1 for digit in digits) for digits in sets)
                    value = total + len(cells) * (geometry.values[0] - 1)
                    within.append(_HouseSum(cells, value, masks))
        if len(within) > 1:
            yield Shared(each.cells, house, within, geometry.full_mask)


def _is_full(geometry: Geometry, house: int) -> bool:
    return len(geometry.houses[house].cells) == geometry.size


def _sums(
    geometry: Geometry, constraints: tuple[Constraint, ...]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the cells of sums of two cells or more, and their totals in digits, smaller first."""
    known = [each for one in constraints for each in lowered(one, geometry)]
    implied = (each for each in leftovers_of(geometry, constraints) if not each.beyond)
    known += [each.operation(geometry) for each in implied]
    found = [
        (each.cells, each.least)
        for each in known
        if isinstance(each, LinearSum)
        and each.least == each.most
        and {*each.weights} == {1}
        and 1 < len({*each.cells}) == len(each.cells) < geometry.size - 1
    ]
    yield from sorted(found, key=lambda each: len(each[0]))
