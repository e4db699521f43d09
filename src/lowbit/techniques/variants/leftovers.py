"""Sums that houses and cages imply: the rule of 45 over some houses, with cells in and out.

Houses next to each other have a known sum. Take away the cages that lie mostly within: what is
left is the sum of the cells within that no cage covers, less those beyond that one sticks out into.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.constraints.operations import LinearSum
from lowbit.constraints.sums import Cage, LittleKiller, Sum
from lowbit.techniques.board_masks import mask_of, members

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry

MOST_HOUSES: Final = 4
"""The most houses that are added up."""

MOST_LEFT: Final = 9
"""The most cells that are worth keeping in mind: filled ones are taken off later."""


class Leftover(NamedTuple):
    """A sum of cells that houses and cages imply.

    Parameters
    ----------
    houses : tuple of int
        The houses, by their numbers.
    within : tuple of int
        The cells of the houses that no cage covers.
    beyond : tuple of int
        The cells of the cages outside the houses.
    total : int
        The values of the first cells less those of the second.
    in_cages : int
        The sum of the cages.
    """

    houses: tuple[int, ...]
    within: tuple[int, ...]
    beyond: tuple[int, ...]
    total: int
    in_cages: int

    @property
    def cells(self) -> tuple[int, ...]:
        """All cells."""
        return self.within + self.beyond

    @property
    def weights(self) -> tuple[int, ...]:
        """The weight of each cell."""
        return (1,) * len(self.within) + (-1,) * len(self.beyond)

    def operation(self, geometry: Geometry) -> LinearSum:
        """Return the sum as an operation, in digits."""
        weights = self.weights
        total = self.total + sum(weights) * (1 - geometry.values[0])
        return LinearSum(self.cells, weights, total, total)


@lru_cache(maxsize=64)
def leftovers_of(geometry: Geometry, constraints: tuple[Constraint, ...]) -> tuple[Leftover, ...]:
    """Return the sums of few cells that the houses and the cages of a puzzle imply.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> leftovers_of(CLASSIC, (Cage((0, 1, 2, 3), 10), Cage((4, 5, 6, 7), 26)))[0]
    Leftover(houses=(0,), within=(8,), beyond=(), total=9, in_cages=36)
    """
    sums = _disjoint(constraints)
    if not sums:
        return ()
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], Leftover] = {}
    for houses in _regions(geometry):
        for each in _of_region(geometry, houses, sums):
            if 0 < len(each.cells) <= MOST_LEFT:
                found.setdefault((each.within, each.beyond), each)
    return tuple(sorted(found.values(), key=lambda each: (len(each.houses), len(each.cells))))


def _disjoint(constraints: Iterable[Constraint]) -> list[tuple[int, int]]:
    """Return the cells and totals of sums that share no cells, cages first, the small ones."""
    sums = [
        (each.cells, each.total)
        for kind in (Cage, Sum, LittleKiller)
        for each in constraints
        if isinstance(each, kind) and each.total is not None and _is_plain(each)
    ]
    taken, found = 0, []
    for cells, total in sorted(sums, key=lambda each: len(each[0])):
        mask = mask_of(cells)
        if not taken & mask:
            taken |= mask
            found.append((mask, total))
    return found


def _is_plain(each: Cage | Sum | LittleKiller) -> bool:
    """Whether each cell counts once."""
    weights = getattr(each, "weights", ())
    return len({*each.cells}) == len(each.cells) and {*weights} <= {1}


def _of_region(
    geometry: Geometry, houses: tuple[int, ...], sums: list[tuple[int, int]]
) -> Iterator[Leftover]:
    """Yield the sums left over: with the cages within, mostly within, and all that reach in."""
    region = mask_of(cell for house in houses for cell in geometry.houses[house].cells)
    whole = len(houses) * sum(geometry.values)
    for share in (1.0, 0.5, 0.0):
        used = [
            (cells, total)
            for cells, total in sums
            if cells & region and (cells & region).bit_count() >= share * cells.bit_count()
        ]
        if used:
            covered = 0
            for cells, _ in used:
                covered |= cells
            in_cages = sum(total for _, total in used)
            within, beyond = members(region & ~covered), members(covered & ~region)
            yield Leftover(houses, within, beyond, whole - in_cages, in_cages)


@lru_cache(maxsize=16)
def _regions(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """Return the houses to be added up, the fewest first: they share no cells and lie together."""
    full = [n for n, each in enumerate(geometry.houses) if len(each.cells) == geometry.size]
    cells = {n: {*geometry.houses[n].cells} for n in full}
    beside = {
        n: {
            geometry.cell_at(geometry.row(cell) + down, geometry.column(cell) + right)
            for cell in cells[n]
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0))
        }
        for n in full
    }
    found: list[tuple[int, ...]] = [(n,) for n in full]
    last = found
    for _ in range(MOST_HOUSES - 1):
        wider = {
            tuple(sorted((*some, n)))
            for some in last
            for n in full
            if n not in some
            and geometry.houses[n].kind == geometry.houses[some[0]].kind
            and geometry.houses[n].kind in KINDS
            and not any(cells[n] & cells[m] for m in some)
            and any(beside[n] & cells[m] for m in some)
        }
        last = sorted(wider)
        found += last
    return tuple(found)


KINDS: Final = frozenset({"row", "column", "box"})
"""The kinds of houses that are added up: together they cover the board."""
