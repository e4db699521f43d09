"""Constraints on what a group of cells holds as a whole: quadruples, counts, indexers, cages."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from lowbit.constraints.automata import Automaton, automaton_of
from lowbit.constraints.base import Cell, Cells, Constraint, constraint
from lowbit.constraints.operations import (
    Accepted,
    AnyOf,
    CountOf,
    Distinct,
    InRelation,
    OneOfSets,
    Within,
)
from lowbit.constraints.scale import mask_where, relation_where, times_on_board
from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry


@constraint
class Contains(Constraint):
    """Each of `values` stands among the cells, at least as often as it is listed: a quadruple.

    Where it is `exact`, exactly as often; values that are not listed are free.
    """

    cells: Cells
    values: tuple[int, ...]
    exact: bool = False

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        found = Counter(values[cell] for cell in self.cells)
        wanted = Counter(self.values).items()
        return all(found[v] == n or (found[v] > n and not self.exact) for v, n in wanted)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        wanted = tuple(sorted(Counter(self.values).items()))
        yield Accepted(self.cells, _containing(geometry.values, wanted, exact=self.exact))
        for value, number in wanted:
            at_least = (2 << len(self.cells)) - (1 << number)
            counts = 1 << number if self.exact else max(at_least, 0)
            yield CountOf(self.cells, mask_where(geometry, value.__eq__), counts)


@constraint
class LookAndSay(Constraint):
    """A cage whose clue names counts and values: 1223 is one 2 and two 3s; others are free."""

    cells: Cells
    clue: str

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = [values[cell] for cell in self.cells]
        return all(mine.count(value) == number for number, value in self._pairs)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        wanted = tuple((value, number) for number, value in self._pairs)
        yield Accepted(self.cells, _containing(geometry.values, wanted, exact=True))
        for value, number in wanted:
            yield CountOf(self.cells, mask_where(geometry, value.__eq__), 1 << number)

    @property
    def _pairs(self) -> list[tuple[int, int]]:
        return [(int(self.clue[at]), int(self.clue[at + 1])) for at in range(0, len(self.clue), 2)]

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        if len(self.clue) % 2 or not self.clue.isdecimal():
            raise ConstraintError(f"a look-and-say clue is pairs of digits, not {self.clue!r}")


@constraint
class CountingCircles(Constraint):
    """A value in one of the cells stands in exactly that many of them."""

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = [values[cell] for cell in self.cells]
        return all(mine.count(value) == value for value in mine)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        sets = _sets_with_sum(geometry.values, len(self.cells))
        yield AnyOf(tuple(self._within(geometry, used) for used in sets))
        for value in geometry.values:
            n_with = sum(value in used for used in sets)
            numbers = ([0] if n_with < len(sets) else []) + ([value] if n_with else [])
            yield from _counted(self.cells, geometry, value, numbers)

    def _within(self, geometry: Geometry, used: tuple[int, ...]) -> tuple[Within, ...]:
        """Return that the cells hold values of a set, which add up to the number of circles."""
        mask = mask_where(geometry, used.__contains__)
        return tuple(Within(cell, mask) for cell in self.cells)


@constraint
class EqualityCage(Constraint):
    """Different values, as many even as odd, as many in the lower half as in the upper.

    The value in the middle of an odd number of values is in neither half, and not in the cage.
    """

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine, all_values = [values[cell] for cell in self.cells], geometry.values
        twice_middle = all_values[0] + all_values[-1]
        n_odd, n_low = sum(v % 2 for v in mine), sum(2 * v < twice_middle for v in mine)
        n_high = sum(2 * v > twice_middle for v in mine)
        return len(set(mine)) == 2 * n_odd == 2 * n_low == 2 * n_high == len(mine)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        all_values = geometry.values
        twice_middle = all_values[0] + all_values[-1]
        half, odd_rest = divmod(len(self.cells), 2)
        exactly = 0 if odd_rest else 1 << half
        yield Distinct(self.cells)
        for is_wanted in (
            lambda value: value % 2,
            lambda value: 2 * value < twice_middle,
            lambda value: 2 * value > twice_middle,
        ):
            yield CountOf(self.cells, mask_where(geometry, is_wanted), exactly)


@constraint
class RellikCage(Constraint):
    """Different values, none of which alone or with others of the cage adds up to `total`."""

    cells: Cells
    total: int

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = [values[cell] for cell in self.cells]
        return len(set(mine)) == len(mine) and not _adds_up(mine, self.total)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        values = geometry.values
        wanted = (
            sum(1 << value - values[0] for value in chosen)
            for chosen in combinations(values, len(self.cells))
            if not _adds_up(chosen, self.total)
        )
        yield OneOfSets(self.cells, tuple(wanted))


@constraint
class Indexer(Constraint):
    """What a cell says is where, in a line, `value` stands: the first place is 1.

    For a row indexer the line is the row of the cell and `value` the number of its column.
    """

    cell: Cell
    line: Cells
    value: int

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        at = values[self.cell]
        return 0 < at <= len(self.line) and values[self.line[at - 1]] == self.value

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        places = range(1, len(self.line) + 1)
        yield Within(self.cell, mask_where(geometry, places.__contains__))
        for at, cell in zip(places, self.line, strict=True):
            if cell != self.cell:
                relation = relation_where(geometry, _points_from(at, self.value))
                yield InRelation((self.cell, cell), relation)
            elif at != self.value:
                yield Within(cell, mask_where(geometry, at.__ne__))


@constraint
class CountDistinct(Constraint):
    """A cell says how many different values stand in others."""

    cell: Cell
    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return values[self.cell] == len({values[cell] for cell in self.cells})

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield Accepted((self.cell, *self.cells), _counting_automaton(geometry.values))


@cache
def _counting_automaton(values: range) -> Automaton:
    """Return the automaton of lines whose first value is how many different ones follow."""

    def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        if not state:
            return (value, 0)
        seen = state[1] | 1 << value
        return (state[0], seen) if seen.bit_count() <= state[0] else None

    def is_accepting(state: tuple[int, int]) -> bool:
        return bool(state) and state[1].bit_count() == state[0]

    return automaton_of((), step, is_accepting, values)


def _counted(
    cells: Cells, geometry: Geometry, value: int, numbers: Sequence[int]
) -> Iterator[CountOf]:
    """Yield that so many cells hold a value, and what the houses leave to all other cells."""
    mask = mask_where(geometry, value.__eq__)
    yield CountOf(cells, mask, sum(1 << number for number in numbers))
    others = tuple(cell for cell in range(geometry.n_cells) if cell not in cells)
    total = times_on_board(geometry)
    if total is not None and 0 < len(others) <= len(cells):
        counts = sum(1 << total - number for number in numbers if number <= total)
        yield CountOf(others, mask, counts)


@cache
def _containing(values: range, wanted: tuple[tuple[int, int], ...], *, exact: bool) -> Automaton:
    """Return the automaton of words with values as often as wanted, each a value and a number."""
    places = {value: at for at, (value, _) in enumerate(wanted)}

    def step(missing: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        if value not in places:
            return missing
        at = places[value]
        if missing[at] == 0:
            return None if exact else missing
        return (*missing[:at], missing[at] - 1, *missing[at + 1 :])

    start = tuple(number for _, number in wanted)
    return automaton_of(start, step, lambda missing: not any(missing), values)


def _adds_up(values: Sequence[int], total: int) -> bool:
    """Whether some of the values, at least one, add up to a total."""
    return any(
        sum(some) == total for n in range(1, len(values) + 1) for some in combinations(values, n)
    )


@cache
def _sets_with_sum(values: range, total: int) -> tuple[tuple[int, ...], ...]:
    """Return the sets of values other than 0 that add up to a total."""
    positive = [value for value in values if value]
    return tuple(
        used
        for size in range(len(positive) + 1)
        for used in combinations(positive, size)
        if sum(used) == total
    )


@cache
def _points_from(at: int, value: int) -> Callable[[int, int], bool]:
    """Return the relation of an indexer to a place, which has the value if the indexer says so."""
    return lambda own, other: own != at or other == value


Contains.sample = Contains((0, 1, 9, 10), (3, 5))
LookAndSay.sample = LookAndSay((0, 1, 12, 13), "1223")
CountingCircles.sample = CountingCircles((0, 13, 26, 28, 41, 51))
EqualityCage.sample = EqualityCage((0, 1, 2, 9))
RellikCage.sample = RellikCage((0, 1, 2), 10)
Indexer.sample = Indexer(0, tuple(range(9)), 1)
CountDistinct.sample = CountDistinct(0, (1, 2, 12))
