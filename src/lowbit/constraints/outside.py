"""Constraints of clues outside the board, which look along a row or a column."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, combinations
from typing import TYPE_CHECKING, Final, TypeAlias

from lowbit.constraints.automata import Automaton, automaton_of
from lowbit.constraints.base import Cells, Constraint, Title, constraint
from lowbit.constraints.drawing import clue, line, number_of
from lowbit.constraints.operations import (
    NEVER,
    Accepted,
    AnyOf,
    CountOf,
    Enclosed,
    Within,
)
from lowbit.constraints.placing import Tool
from lowbit.constraints.scale import (
    distinct,
    is_full_house,
    linear,
    mask_where,
    no_more_than,
    sets_with_sum,
)
from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry

__all__ = [
    "HiddenSkyscraper",
    "Lunchbox",
    "NumberedRoom",
    "Outside",
    "Sandwich",
    "Skyscraper",
    "XSum",
]


@constraint
class Sandwich(Constraint):
    """The values between the smallest and the largest of the board add up to `total`."""

    title = Title("sandwich", "三明治")
    drawing = clue(number_of("total"), "sandwich sums")
    tools = (Tool("row", 2, values={"total": 10}, is_common=True),)
    number = "total"
    reversible = ("cells",)

    cells: Cells
    total: int

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine, ends = [values[cell] for cell in self.cells], geometry.values
        at = [place for place, value in enumerate(mine) if value in {ends[0], ends[-1]}]
        crusts = sorted(mine[place] for place in at)
        return crusts == [ends[0], ends[-1]] and sum(mine[at[0] + 1 : at[1]]) == self.total

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        values = geometry.values
        if is_full_house(self.cells, geometry) and len(values) <= MOST_LISTED:
            yield Enclosed(self.cells, _fillings(values, self.total, len(values)))
        elif self.total > (len(self.cells) - 2) * values[-1]:
            yield NEVER
        else:
            yield Accepted(self.cells, _sandwich_automaton(values, self.total))


@constraint
class Lunchbox(Constraint):
    """Different values; those between the smallest and the largest of them add up to `total`."""

    title = Title("lunchbox", "饭盒")
    drawing = line("grey", number_of("total"), "lunchboxes")
    tools = (Tool("line", 2),)
    number = "total"
    reversible = ("cells",)

    cells: Cells
    total: int = 0

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = [values[cell] for cell in self.cells]
        first, last = sorted((mine.index(min(mine)), mine.index(max(mine))))
        return len(set(mine)) == len(mine) and sum(mine[first + 1 : last]) == self.total

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield distinct(self.cells)
        yield Enclosed(self.cells, _fillings(geometry.values, self.total, len(self.cells)))

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        if len(self.cells) < 2:
            raise ConstraintError("a lunchbox has at least two cells")


@constraint
class XSum(Constraint):
    """As many values as the first one says, itself included, add up to `total`."""

    title = Title("X-sum", "X 和")
    drawing = clue(number_of("total"), "X-sums")
    tools = (Tool("row", 2, values={"total": 15}, is_common=True),)
    number = "total"

    cells: Cells
    total: int

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = [values[cell] for cell in self.cells]
        return 0 < mine[0] <= len(mine) and sum(mine[: mine[0]]) == self.total

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        branches = (
            (
                Within(self.cells[0], mask_where(geometry, number.__eq__)),
                *linear(geometry, self.cells[:number], (1,) * number, self.total),
            )
            for number in geometry.values
            if 0 < number <= len(self.cells)
        )
        yield AnyOf(tuple(branches))


@constraint
class Skyscraper(Constraint):
    """So many values of a line are higher than all before them; 0 is no skyscraper."""

    title = Title("skyscraper clue", "摩天楼提示")
    drawing = clue(number_of("visible"), "skyscrapers")
    tools = (Tool("row", 2, is_common=True),)
    number = "visible"

    cells: Cells
    visible: int

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return (
            len(set(accumulate((values[cell] for cell in self.cells), max)) - {0}) == self.visible
        )

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        is_full = is_full_house(self.cells, geometry)
        automaton_for = _full_skyscraper_automaton if is_full else _skyscraper_automaton
        yield Accepted(self.cells, automaton_for(geometry.values, self.visible))


@constraint
class HiddenSkyscraper(Constraint):
    """The first value of a line that is lower than one before it is `value`."""

    title = Title("hidden skyscraper", "隐藏摩天楼")
    drawing = clue(number_of("value"), "hidden skyscrapers")
    tools = (Tool("row", 2),)
    number = "value"

    cells: Cells
    value: int

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = [values[cell] for cell in self.cells]
        highest = accumulate(mine, max)
        hidden = (value for value, top in zip(mine, highest, strict=True) if value < top)
        return next(hidden, None) == self.value

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        is_full = is_full_house(self.cells, geometry)
        yield Accepted(self.cells, _hidden_automaton(geometry.values, self.value, is_full))


@constraint
class NumberedRoom(Constraint):
    """In the cell of a line that the first one counts to stands `value`."""

    title = Title("numbered room", "编号房间")
    drawing = clue(number_of("value"), "numbered rooms")
    tools = (Tool("row", 2),)
    number = "value"

    cells: Cells
    value: int

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = [values[cell] for cell in self.cells]
        return 0 < mine[0] <= len(mine) and mine[mine[0] - 1] == self.value

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        n_cells = len(self.cells)
        yield Accepted(self.cells, _room_automaton(geometry.values, self.value, n_cells))


@constraint
class Outside(Constraint):
    """All of `values` stand among the cells, which are the first three of a line, as a rule."""

    title = Title("outside clue", "盘外提示")
    drawing = clue(lambda one: "".join(map(str, one.values)), "outside")
    tools = (Tool("ray", 2),)
    sets = ("cells", "values")

    cells: Cells
    values: tuple[int, ...]

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return set(self.values) <= {values[cell] for cell in self.cells}

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        some = (2 << len(self.cells)) - 2
        for wanted in self.values:
            yield CountOf(self.cells, mask_where(geometry, wanted.__eq__), some)


MOST_LISTED: Final = 16
"""The most values of a board on which the fillings of a sandwich are listed."""

MOST_FILLINGS: Final = 1 << 14
"""The most fillings of a sandwich or a lunchbox that are listed."""

State: TypeAlias = tuple[int, ...]
MET: State = (0, 0)
"""The state in which all that a clue asks for has been seen."""


@lru_cache(maxsize=256)
def _skyscraper_automaton(values: range, visible: int) -> Automaton:
    """Return the automaton of lines in which so many values are higher than all before them."""

    def step(state: State, value: int) -> State | None:
        highest, left = state
        if value <= highest:
            return state
        return (value, left - 1) if left else None

    return automaton_of((0, visible), step, lambda state: state[1] == 0, values)


@lru_cache(maxsize=256)
def _full_skyscraper_automaton(values: range, visible: int) -> Automaton:
    """Return the automaton of such lines where each value stands once.

    The last that is visible is the highest there is. What is hidden is lower than the highest so
    far, and is none of those seen: there are not many of these.
    """

    def step(state: State, value: int) -> State | None:
        highest, left, n_hidden = state
        if value > highest:
            is_room = 0 < left <= values[-1] - value + 1
            return (value, left - 1, n_hidden) if is_room else None
        most_hidden = highest - values[0] + 1 - (visible - left)
        is_new = n_hidden < most_hidden and (value < highest or highest == 0)
        return (highest, left, n_hidden + 1) if is_new else None

    def is_accepting(state: State) -> bool:
        return state[:2] == (values[-1], 0)

    return automaton_of((0, visible, 0), step, is_accepting, values)


@lru_cache(maxsize=256)
def _hidden_automaton(values: range, wanted: int, is_full: bool) -> Automaton:  # noqa: FBT001 - a state
    """Return the automaton of lines whose first value lower than one before is the wanted one.

    In a full house no value stands twice, so the wanted one stands neither before nor behind.
    """

    def step(state: State, value: int) -> State | None:
        if state == MET or value >= state[0]:
            if is_full and (value == wanted or (state != MET and value == state[0])):
                return None
            return MET if state == MET else (value,)
        return MET if value == wanted else None

    return automaton_of((-1,), step, MET.__eq__, values)


@lru_cache(maxsize=256)
def _room_automaton(values: range, wanted: int, n_cells: int) -> Automaton:
    """Return the automaton of lines with the wanted value where the first one counts to."""

    def step(state: State, value: int) -> State | None:
        if state == MET:
            return MET
        (left,) = state or (value,)
        if left == 1:
            return MET if value == wanted else None
        return (left - 1,) if 1 < left <= n_cells else None

    return automaton_of((), step, MET.__eq__, values)


@lru_cache(maxsize=256)
def _sandwich_automaton(values: range, total: int) -> Automaton:
    """Return the automaton of lines with one of each crust, and so much between them."""
    crusts = values[0], values[-1]

    def step(state: State, value: int) -> State | None:
        if value not in crusts:
            if len(state) != 2:
                return state
            return (state[0], state[1] - value) if state[1] >= value else None
        if not state:
            return (value, total)
        return (0, 0, 0) if len(state) == 2 and value != state[0] and state[1] == 0 else None

    return automaton_of((), step, (0, 0, 0).__eq__, values)


@lru_cache(maxsize=256)
def _fillings(values: range, total: int, n_cells: int) -> tuple[tuple[int, int], ...]:
    """Return the ends of fillings with a sum, and the digits in them, as masks.

    Each leaves enough values between its ends for all of so many cells, which differ.
    """
    every = (
        (1 << low | 1 << high, filling)
        for low, high in combinations(range(len(values)), 2)
        if high - low >= n_cells - 1
        for filling in sets_with_sum(values[:high], low + 1, n_cells - 2, total)
    )
    return no_more_than(MOST_FILLINGS, every, "fillings")


TOP_ROW = tuple(range(9))
Sandwich.sample = Sandwich(TOP_ROW, 12)
Lunchbox.sample = Lunchbox((0, 1, 2, 11, 20), 8)
XSum.sample = XSum(TOP_ROW, 20)
Skyscraper.sample = Skyscraper(TOP_ROW, 3)
HiddenSkyscraper.sample = HiddenSkyscraper(TOP_ROW, 4)
NumberedRoom.sample = NumberedRoom(TOP_ROW, 7)
Outside.sample = Outside((0, 1, 2), (3, 5))
