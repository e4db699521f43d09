"""Sums that follow from houses: what sums within leave open, what they stick out by, the 45 rule.

A house with a cell for each digit has a known total. Add some such houses, next to each other, and
take away the sums that lie mostly within: what is left is a sum over few cells, those within that
no sum covers, less those beyond that one does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.constraints.operations import Distinct, LinearSum

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.constraints.operations import Operation

MOST_CELLS = 5
"""The most cells of a sum that is worth having."""


def derived_sums(
    operations: Iterable[Operation], n_digits: int, peers: Sequence[set[int]]
) -> Iterator[LinearSum]:
    """Yield the sums that houses and the sums of a puzzle imply together."""
    operations = list(operations)
    sums = _disjoint(operation for operation in operations if isinstance(operation, LinearSum))
    if not sums:
        return
    houses = [
        frozenset(operation.cells)
        for operation in operations
        if isinstance(operation, Distinct) and len(operation.cells) == n_digits
    ]
    total = n_digits * (n_digits + 1) // 2
    seen: set[frozenset[int]] = set()
    for region, n_houses in _regions(houses):
        if region not in seen:
            seen.add(region)
            left = _left_open(region, n_houses * total, sums)
            if left is not None:
                yield left


def _disjoint(sums: Iterable[LinearSum]) -> list[LinearSum]:
    """Return plain sums no two of which share a cell, the short ones first."""
    taken: set[int] = set()
    found = []
    plain = (one for one in sums if set(one.weights) == {1} and one.least == one.most)
    for one in sorted(plain, key=lambda one: len(one.cells)):
        if taken.isdisjoint(one.cells):
            taken.update(one.cells)
            found.append(one)
    return found


def _regions(houses: Sequence[frozenset[int]]) -> Iterator[tuple[frozenset[int], int]]:
    """Yield unions of houses that share no cell, and how many: runs as they are listed."""
    for first in range(len(houses)):
        region: frozenset[int] = frozenset()
        for number, house in enumerate(houses[first:], 1):
            if not region.isdisjoint(house):
                break
            region |= house
            yield region, number


def _left_open(region: frozenset[int], total: int, sums: Iterable[LinearSum]) -> LinearSum | None:
    """Return the sum of what sums leave of a region, less what they reach beyond it."""
    within, beyond = set(region), set()
    is_used = False
    for one in sums:
        inside = region.intersection(one.cells)
        if 2 * len(inside) > len(one.cells):
            total -= one.least
            within -= inside
            beyond.update(set(one.cells) - inside)
            is_used = True
    cells = (*sorted(within), *sorted(beyond))
    if not is_used or not 0 < len(cells) <= MOST_CELLS:
        return None
    if within:
        return LinearSum(cells, (1,) * len(within) + (-1,) * len(beyond), total, total)
    return LinearSum(cells, (1,) * len(beyond), -total, -total)
