"""The values of digits on a board, and relations between values as masks."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import combinations, islice
from typing import TYPE_CHECKING, TypeVar

from lowbit.constraints.operations import NEVER, Distinct, LinearSum
from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry


Item = TypeVar("Item")


def mask_where(geometry: Geometry, is_wanted: Callable[[int], object]) -> int:
    """Return the mask of the digits of such values.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> bin(mask_where(CLASSIC, lambda value: value % 2))
    '0b101010101'
    """
    return sum(1 << at for at, value in enumerate(geometry.values) if is_wanted(value))


def distinct(cells: tuple[int, ...]) -> Operation:
    """Return the operation that cells differ: one that is listed twice cannot."""
    return Distinct(cells) if len({*cells}) == len(cells) else NEVER


@lru_cache(maxsize=64)
def relation_where(geometry: Geometry, is_wanted: Callable[[int, int], object]) -> tuple[int, ...]:
    """Return, for each digit, the mask of those that may follow it."""
    values = geometry.values
    return tuple(mask_where(geometry, partial(is_wanted, first)) for first in values)


def linear(
    geometry: Geometry,
    cells: Iterable[int],
    weights: Iterable[int],
    least: int,
    most: int | None = None,
) -> Iterator[Operation]:
    """Yield the operation that bounds a weighted sum of values; `most` is `least` by default.

    A cell that is listed twice counts twice. Weights that leave no cell leave a sum of 0: then
    nothing is to be said, or no grid obeys it.
    """
    cells, weights = tuple(cells), tuple(weights)
    if len({*cells}) < len(cells) or 0 in weights:
        cells, weights = _merged(cells, weights)
    # A digit is worth one less where values begin with 0.
    shift = sum(weights) * (1 - geometry.values[0])
    most = least if most is None else most
    if cells:
        yield LinearSum(cells, weights, least + shift, most + shift)
    elif not least <= 0 <= most:
        yield NEVER


def _merged(
    cells: tuple[int, ...], weights: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return each cell once with all of its weights, if they do not cancel out."""
    weight_of: dict[int, int] = {}
    for cell, weight in zip(cells, weights, strict=True):
        weight_of[cell] = weight_of.get(cell, 0) + weight
    weight_of = {cell: weight for cell, weight in weight_of.items() if weight}
    return tuple(weight_of), tuple(weight_of.values())


def equal_sums(
    geometry: Geometry, left: Iterable[int], right: Iterable[int]
) -> Iterator[Operation]:
    """Yield the operation that two lists of cells have the same sum."""
    left, right = tuple(left), tuple(right)
    return linear(geometry, left + right, (1,) * len(left) + (-1,) * len(right), 0)


def sets_with_sum(values: range, first: int, most: int, total: int) -> Iterator[int]:
    """Yield the sets of so many positive values at most, the first ones left out, with a sum.

    They are masks, bit k for the value at place k.

    Examples
    --------
    >>> [bin(mask) for mask in sets_with_sum(range(1, 10), 0, 2, 6)]
    ['0b10001', '0b1010', '0b100000']
    """
    if total == 0:
        yield 0
    for at in range(first, len(values) if most else first):
        n_left = min(most, len(values) - at)
        if values[at] > total or n_left * (values[-n_left] + values[-1]) // 2 < total:
            break
        for rest in sets_with_sum(values, at + 1, most - 1, total - values[at]):
            yield 1 << at | rest


def no_more_than(most: int, items: Iterable[Item], what: str) -> tuple[Item, ...]:
    """Return items as a tuple.

    Raises
    ------
    ConstraintError
        If they are more than `most`, as soon as that is known.
    """
    found = tuple(islice(items, most + 1))
    if len(found) > most:
        raise ConstraintError(f"there are more than {most} {what}")
    return found


def require_thirds(geometry: Geometry, what: str) -> None:
    """Raise ConstraintError where a board has not as many low as middle and high values."""
    if len(geometry.values) % 3:
        raise ConstraintError(f"{what} needs as many low as middle and high values")


def is_full_house(cells: Iterable[int], geometry: Geometry) -> bool:
    """Return whether cells, each named once, are a house with a place for each digit."""
    named = tuple(cells)
    return len(named) == geometry.size and frozenset(named) in _full_houses(geometry)


@lru_cache(maxsize=64)
def _full_houses(geometry: Geometry) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(house.cells) for house in geometry.full_houses)


@lru_cache(maxsize=64)
def times_on_board(geometry: Geometry) -> int | None:
    """Return how often each value stands on a full grid; None where the houses do not tell.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> times_on_board(Geometry.parse("6x6")), times_on_board(Geometry.parse("5x7:none"))
    (6, 5)
    """
    for kind in {house.kind: None for house in geometry.full_houses}:
        houses = [house for house in geometry.full_houses if house.kind == kind]
        if sorted(cell for house in houses for cell in house.cells) == [
            *range(geometry.n_on_board)
        ]:
            return len(houses)
    return None


def pairs(cells: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Yield each two of some cells."""
    yield from combinations(cells, 2)


@lru_cache(maxsize=64)
def neighbours(
    geometry: Geometry, steps: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """Return each two cells of the board that are one of these steps apart, down and right."""
    board = geometry.without_variables
    return tuple(
        (cell, other)
        for down, right in steps
        for cell, (row, column) in enumerate(board.places)
        if (other := board.cell_at(row + down, column + right)) is not None
    )


@lru_cache(maxsize=64)
def beside(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """Return the cells that share a side with each cell, variables with those of their group.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> beside(Geometry.parse("4x4+VA:2x2"))[0], beside(Geometry.parse("4x4+VA:2x2"))[-1]
    ((1, 4), (17, 18))
    """
    sides = (-1, 0), (0, -1), (0, 1), (1, 0)
    return tuple(
        tuple(
            sorted(
                other
                for down, right in sides
                if (other := geometry.cell_at(row + down, column + right)) is not None
            )
        )
        for row, column in geometry.places
    )
