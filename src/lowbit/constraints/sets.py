"""Constraints on a group of cells as a whole: quadruples, counts, indexers, cages."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Final

from lowbit.constraints.automata import Automaton, automaton_of
from lowbit.constraints.base import Cell, Cells, Constraint, Names, Title, constraint
from lowbit.constraints.drawing import Drawing
from lowbit.constraints.operations import (
    NEVER,
    Accepted,
    AnyOf,
    Connected,
    CountOf,
    InRelation,
    OneOfSets,
    Within,
)
from lowbit.constraints.placing import Tool
from lowbit.constraints.scale import (
    beside,
    distinct,
    mask_where,
    no_more_than,
    relation_where,
    sets_with_sum,
    times_on_board,
)
from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry

__all__ = [
    "ConnectedValues",
    "Contains",
    "CountDistinct",
    "CountingCircles",
    "EqualityCage",
    "Indexer",
    "LookAndSay",
    "RellikCage",
]


MOST_SETS_OF_CIRCLES: Final = 1024
"""The most sets of values that counting circles are divided by: each is a branch."""

MOST_TRIED: Final = 1 << 16
"""The most sets of values that are tried for a Rellik cage."""

MOST_MISSING: Final = 1 << 11
"""The most states of the values still missing in cells that must contain them."""

GIVEN_UP: Final = -1
"""In place of sets that are none of a Rellik cage: all bits, whatever is added."""


@constraint
class Contains(Constraint):
    """Each of `values` stands among the cells, at least as often as it is listed: a quadruple.

    Where it is `exact`, exactly as often; values that are not listed are free.
    """

    title = Title("quadruple", "四格提示")
    drawing = Drawing("quadruple", note=lambda one: "".join(map(str, one.values)), caption="")
    tools = (
        Tool("square", is_common=True),
        Tool(title=Title("cells with given digits", "含有指定数字的格子")),
    )
    multisets = ("cells", "values")

    cells: Cells
    values: tuple[int, ...]
    exact: bool = False

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        found = Counter(values[cell] for cell in self.cells)
        wanted = Counter(self.values).items()
        return all(found[v] == n or (found[v] > n and not self.exact) for v, n in wanted)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from _held(self.cells, geometry, Counter(self.values), exact=self.exact)


@constraint
class ConnectedValues(Constraint):
    """Those of some cells that hold one of `values` form one region, connected by their sides.

    There is at least one; where `size` is given, there are so many. Without cells it speaks of the
    whole board.
    """

    title = Title("connected digits", "连通数字")
    drawing = Drawing("cage", caption=lambda one: one.in_short)
    tools = (
        Tool(least=2),
        Tool("board", 0, Title("connected digits of the board", "全盘连通数字")),
    )
    sets = ("cells", "values")

    values: tuple[int, ...]
    cells: Cells = ()
    size: int | None = None

    @property
    def in_short(self) -> str:
        """The words of it all but the cells."""
        number = "" if self.size is None else f" ({self.size} cells)"
        return f"connected: {' '.join(map(str, self.values))}{number}"

    def cells_on(self, geometry: Geometry) -> tuple[int, ...]:
        return super().cells_on(geometry) or tuple(range(geometry.n_on_board))

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        own = {cell for cell in self.cells_on(geometry) if values[cell] in self.values}
        if not own or self.size not in {None, len(own)}:
            return False
        links = beside(geometry)
        left = [own.pop()]
        while left:
            found = own.intersection(links[left.pop()])
            own -= found
            left += found
        return not own

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        cells = self.cells_on(geometry)
        place = {cell: at for at, cell in enumerate(cells)}
        mask = mask_where(geometry, self.values.__contains__)
        links = tuple(
            tuple(place[other] for other in beside(geometry)[cell] if other in place)
            for cell in cells
        )
        least, most = (1, len(cells)) if self.size is None else (self.size, self.size)
        if mask and 0 < least <= len(cells):
            yield Connected(cells, mask, links, least, most)
        else:
            yield NEVER


@constraint
class LookAndSay(Constraint):
    """A cage whose clue names counts and values: 1223 is one 2 and two 3s; others are free."""

    title = Title("look-and-say cage", "外观数笼")
    drawing = Drawing("cage", note=lambda one: one.clue, caption="look-and-say cages")
    tools = (Tool(least=2),)
    cells: Cells
    clue: str

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = [values[cell] for cell in self.cells]
        return all(mine.count(value) == number for number, value in self._pairs)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        number_of = {value: number for number, value in self._pairs}
        if len(number_of) < len({*self._pairs}):  # a value with two numbers has neither
            yield NEVER
        else:
            yield from _held(self.cells, geometry, number_of, exact=True)

    def normal_form(self) -> Constraint:
        pairs = sorted(self.clue[at : at + 2] for at in range(0, len(self.clue), 2))
        return LookAndSay(tuple(sorted(self.cells)), "".join(pairs))

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

    title = Title("counting circles", "计数圆圈")
    drawing = Drawing("rings", caption="counting circles")
    names = Names(iss="CountingCircles")
    multisets = ("cells",)

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = [values[cell] for cell in self.cells]
        return all(mine.count(value) == value for value in mine)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        sets = _sets_of_circles(geometry.values, len(self.cells))
        yield AnyOf(tuple(tuple(Within(cell, mask) for cell in self.cells) for mask in sets))
        for digit, value in enumerate(geometry.values):
            n_with = sum(mask >> digit & 1 for mask in sets)
            numbers = ([0] if n_with < len(sets) else []) + ([value] if n_with else [])
            yield from _counted(self.cells, geometry, value, numbers)


@constraint
class EqualityCage(Constraint):
    """Different values, as many even as odd, as many in the lower half as in the upper.

    The value in the middle of an odd number of values is in neither half, and not in the cage.
    """

    title = Title("equality cage", "均衡笼")
    drawing = Drawing("cage", note="=", caption="equality cages")
    tools = (Tool(least=2),)
    multisets = ("cells",)

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
        yield distinct(self.cells)
        for is_wanted in (
            lambda value: value % 2,
            lambda value: 2 * value < twice_middle,
            lambda value: 2 * value > twice_middle,
        ):
            yield CountOf(self.cells, mask_where(geometry, is_wanted), exactly)


@constraint
class RellikCage(Constraint):
    """Different values, none of which alone or with others of the cage adds up to `total`."""

    title = Title("rellik cage", "反杀手笼")
    drawing = Drawing("cage", note=lambda one: f"!{one.total}", caption="rellik cages")
    tools = (Tool(least=2),)
    multisets = ("cells",)

    cells: Cells
    total: int

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = [values[cell] for cell in self.cells]
        return len(set(mine)) == len(mine) and not _adds_up(mine, self.total)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        values, n_cells = geometry.values, len(self.cells)
        if values[0] <= self.total <= sum(values[-n_cells:]):
            yield OneOfSets(self.cells, _rellik_sets(values, n_cells, self.total))
        else:
            yield distinct(self.cells)


@constraint
class Indexer(Constraint):
    """The digit of a cell is the place of `value` in a line: the first place is 1.

    For a row indexer the line is the row of the cell and `value` the number of its column.
    """

    title = Title("indexing cells", "索引格")
    drawing = Drawing("filled cell", "red", lambda one: f"#{one.value}", "indexers")
    tools = (
        Tool("row index", title=Title("row indexer", "行索引格")),
        Tool("column index", title=Title("column indexer", "列索引格")),
    )

    cell: Cell
    line: Cells
    value: int

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        at = values[self.cell]
        return 0 < at <= len(self.line) and values[self.line[at - 1]] == self.value

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        places = range(1, min(len(self.line), geometry.values[-1]) + 1)
        yield Within(self.cell, mask_where(geometry, places.__contains__))
        for at, cell in zip(places, self.line, strict=False):
            if cell != self.cell:
                relation = relation_where(geometry, _points_from(at, self.value))
                yield InRelation((self.cell, cell), relation)
            elif at != self.value:
                yield Within(cell, mask_where(geometry, at.__ne__))


@constraint
class CountDistinct(Constraint):
    """A cell says how many different values stand in others."""

    title = Title("number of different digits", "不同数字的个数")
    drawing = Drawing("ring and fill", "lavender", caption="circles count different values")
    tools = (Tool("count", 2),)
    sets = ("cells",)

    cell: Cell
    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return values[self.cell] == len({values[cell] for cell in self.cells})

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        n_cells = len({*self.cells})
        yield Accepted((self.cell, *self.cells), _counting_automaton(geometry.values, n_cells))


@lru_cache(maxsize=256)
def _counting_automaton(values: range, most: int) -> Automaton:
    """Return the automaton of lines whose first value, `most` at most, is how many others follow.

    These are the different values behind it.
    """

    def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        if not state:
            return (value, 0) if value <= most else None
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
    others = tuple(cell for cell in range(geometry.n_on_board) if cell not in cells)
    total = times_on_board(geometry) if max(cells) < geometry.n_on_board else None
    if total is not None and 0 < len(others) <= len(cells):
        counts = sum(1 << total - number for number in numbers if number <= total)
        yield CountOf(others, mask, counts)


def _held(
    cells: Cells, geometry: Geometry, number_of: Mapping[int, int], *, exact: bool
) -> Iterator[Operation]:
    """Yield that cells hold values so many times each, at least or exactly.

    Counts say it all. An automaton knows besides that a cell holds one value; where it had many
    states, it would take more time than it saves.
    """
    if sum(number_of.values()) > len(cells):
        yield NEVER
        return
    if prod(number + 1 for number in number_of.values()) <= MOST_MISSING:
        wanted = tuple(sorted(number_of.items()))
        yield Accepted(cells, _containing(geometry.values, wanted, exact=exact))
    for value, number in number_of.items():
        counts = 1 << number if exact else (2 << len(cells)) - (1 << number)
        yield CountOf(cells, mask_where(geometry, value.__eq__), counts)


@lru_cache(maxsize=256)
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
    sums = 1  # a bit for each that is reached, 0 among them
    for value in values:
        if total >= 0 and sums << value >> total & 1:
            return True
        sums |= sums << value
    return False


@lru_cache(maxsize=256)
def _sets_of_circles(values: range, n_circles: int) -> tuple[int, ...]:
    """Return the sets of values, as masks, that may stand in so many counting circles."""
    first = 0 if values[0] else 1
    sets = sets_with_sum(values, first, len(values), n_circles)
    return no_more_than(MOST_SETS_OF_CIRCLES, sets, "sets of values")


@lru_cache(maxsize=256)
def _rellik_sets(values: range, n_cells: int, total: int) -> tuple[int, ...]:
    """Return the sets of so many values, as masks, none of which alone or with others is a total.

    What is given up on the way counts, too.
    """
    tried = no_more_than(MOST_TRIED, _without_sum(values, 0, n_cells, total, 1), "sets of values")
    return tuple(mask for mask in tried if mask != GIVEN_UP)


def _without_sum(values: range, first: int, number: int, total: int, sums: int) -> Iterator[int]:
    """Yield the sets of so many values, the first ones left out, that do not add to a total.

    `sums` has a bit for each sum of what was taken before. `GIVEN_UP` stands for all sets with
    values that meet the total.
    """
    if number == 0:
        yield 0
        return
    for at in range(first, len(values) - number + 1):
        more = sums << values[at]
        if more >> total & 1:
            yield GIVEN_UP
        else:
            for rest in _without_sum(values, at + 1, number - 1, total, sums | more):
                yield 1 << at | rest


@lru_cache(maxsize=256)
def _points_from(at: int, value: int) -> Callable[[int, int], bool]:
    """Return the relation of an indexer to a place, which has the value if the indexer says so."""
    return lambda own, other: own != at or other == value


Contains.sample = Contains((0, 1, 9, 10), (3, 5))
ConnectedValues.sample = ConnectedValues((1, 2, 3, 4, 5))
LookAndSay.sample = LookAndSay((0, 1, 12, 13), "1223")
CountingCircles.sample = CountingCircles((0, 13, 26, 28, 41, 51))
EqualityCage.sample = EqualityCage((0, 1, 2, 9))
RellikCage.sample = RellikCage((0, 1, 2), 10)
Indexer.sample = Indexer(0, tuple(range(9)), 1)
CountDistinct.sample = CountDistinct(0, (1, 2, 12))
