"""Constraints on lines: thermometers, whispers, renbans, betweens, and others that run on."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from lowbit.constraints.automata import Automaton, automaton_of
from lowbit.constraints.base import Cells, Constraint, Names, Title, constraint
from lowbit.constraints.drawing import Drawing, line, number_of
from lowbit.constraints.operations import NEVER, Accepted, InRelation, OneOfSets
from lowbit.constraints.placing import Tool
from lowbit.constraints.scale import pairs, relation_where, require_thirds
from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry

__all__ = [
    "Between",
    "Entropic",
    "Lockout",
    "Modular",
    "Nabner",
    "Palindrome",
    "ParityLine",
    "Renban",
    "SameDifference",
    "Thermometer",
    "Whisper",
]


@constraint
class Thermometer(Constraint):
    """Values rise from the bulb on; where it is slow, they do not fall."""

    title = Title("thermometer", "温度计")
    drawing = Drawing("thermometer", caption="")
    tools = (
        Tool("line", 2, is_common=True),
        Tool("line", 2, Title("slow thermometer", "慢速温度计"), {"slow": True}),
    )

    cells: Cells
    slow: bool = False

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = pairwise(values[cell] for cell in self.cells)
        return all(first < second or (self.slow and first == second) for first, second in mine)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        relation = relation_where(geometry, int.__le__ if self.slow else int.__lt__)
        yield InRelation(self.cells, relation)


@constraint
class Palindrome(Constraint):
    """A line reads the same from both ends."""

    title = Title("palindrome", "回文线")
    drawing = line("grey")
    tools = (Tool("line", 2, is_common=True),)
    names = Names(iss="Palindrome", fpuzzles="palindrome", pencilmark="palindrome")
    reversible = ("cells",)
    only_compares = True

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = [values[cell] for cell in self.cells]
        return mine == mine[::-1]

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        half = len(self.cells) // 2
        relation = relation_where(geometry, int.__eq__)
        mirrored = zip(self.cells[:half], reversed(self.cells), strict=False)
        yield from (InRelation(pair, relation) for pair in mirrored if pair[0] != pair[1])


@constraint
class Whisper(Constraint):
    """Neighbours on a line differ by at least `difference`: 5 is a German whisper, 4 Dutch."""

    title = Title("whisper line", "低语线")
    drawing = line(
        lambda one: "orange" if one.difference == 4 else "green",
        lambda one: "" if one.difference in {4, 5} else str(one.difference),
    )
    tools = (
        Tool("line", 2, Title("German whisper", "德国低语线"), is_common=True),
        Tool("line", 2, Title("Dutch whisper", "荷兰低语线"), {"difference": 4}),
    )
    reversible = ("cells",)

    cells: Cells
    difference: int = 5

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = pairwise(values[cell] for cell in self.cells)
        return all(abs(first - second) >= self.difference for first, second in mine)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        relation = relation_where(geometry, _apart_by(self.difference))
        yield InRelation(self.cells, relation)


@constraint
class Renban(Constraint):
    """The values of a line are consecutive and all different, in any order."""

    title = Title("renban line", "连续线")
    drawing = line("purple")
    tools = (Tool("line", 2, is_common=True),)
    names = Names(iss="Renban", fpuzzles="renban")
    multisets = ("cells",)

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = sorted(values[cell] for cell in self.cells)
        return mine == list(range(mine[0], mine[0] + len(mine)))

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        run = (1 << len(self.cells)) - 1
        n_runs = len(geometry.values) - len(self.cells) + 1
        yield OneOfSets(self.cells, tuple(run << at for at in range(n_runs)))


@constraint
class Nabner(Constraint):
    """No two values of a line are equal or consecutive, wherever they stand on it."""

    title = Title("nabner line", "反连续线")
    drawing = line("yellow")
    tools = (Tool("line", 2),)
    names = Names(fpuzzles="nabner")
    multisets = ("cells",)

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(abs(values[a] - values[b]) > 1 for a, b in pairs(self.cells))

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        if 2 * len(self.cells) > len(geometry.values) + 1:
            yield NEVER
            return
        relation = relation_where(geometry, _apart_by(2))
        yield from (InRelation(pair, relation) for pair in pairs(self.cells))


@constraint
class Between(Constraint):
    """The values of a line lie strictly between those at its two ends."""

    title = Title("between line", "区间线")
    drawing = Drawing("ringed line", caption="")
    tools = (Tool("line", 3, is_common=True),)
    names = Names(fpuzzles="betweenline", pencilmark="between")
    reversible = ("cells",)

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        low, high = sorted((values[self.cells[0]], values[self.cells[-1]]))
        return all(low < values[cell] < high for cell in self.cells[1:-1])

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield _ends_first(self.cells, _between_automaton(geometry.values, _is_between, 0))


@constraint
class Lockout(Constraint):
    """The ends of a line differ by `difference` at least; the rest is below both or above both."""

    title = Title("lockout line", "排除线")
    drawing = Drawing("lockout", "blue", number_of("difference", usual=4), "")
    tools = (Tool("line", 3),)
    reversible = ("cells",)

    cells: Cells
    difference: int = 4

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        low, high = sorted((values[self.cells[0]], values[self.cells[-1]]))
        is_out = (not low <= values[cell] <= high for cell in self.cells[1:-1])
        return high - low >= self.difference and all(is_out)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield _ends_first(self.cells, _between_automaton(geometry.values, _is_out, self.difference))


@constraint
class Modular(Constraint):
    """Any `modulus` cells in a row on a line differ in their remainders by it, which is 1 to 6."""

    title = Title("modular line", "模线")
    drawing = line("teal", number_of("modulus", usual=3))
    tools = (Tool("line", 2),)
    reversible = ("cells",)

    cells: Cells
    modulus: int = 3

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        rests = [values[cell] % self.modulus for cell in self.cells]
        return _all_windows_differ(rests, self.modulus)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        rests = tuple(value % self.modulus for value in geometry.values)
        yield Accepted(self.cells, _turns_automaton(geometry.values, self.modulus, rests))

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        if not 1 <= self.modulus <= 6:
            raise ConstraintError(f"a modular line has a modulus of 1 to 6, not {self.modulus}")


@constraint
class Entropic(Constraint):
    """Any three cells in a row on a line hold a low, a middle and a high value."""

    title = Title("entropic line", "熵线")
    drawing = line("orange")
    tools = (Tool("line", 2),)
    names = Names(fpuzzles="entropicline")
    reversible = ("cells",)

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return _all_windows_differ([_third(values[cell], geometry) for cell in self.cells], 3)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        thirds = tuple(_third(value, geometry) for value in geometry.values)
        yield Accepted(self.cells, _turns_automaton(geometry.values, 3, thirds))

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        require_thirds(geometry, "an entropic line")


@constraint
class ParityLine(Constraint):
    """Neighbours on a line are one even, one odd."""

    title = Title("parity line", "奇偶线")
    drawing = line("red")
    tools = (Tool("line", 2),)
    reversible = ("cells",)

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = pairwise(values[cell] for cell in self.cells)
        return all((first + second) % 2 for first, second in mine)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield InRelation(self.cells, relation_where(geometry, _differ_in_parity))


@constraint
class SameDifference(Constraint):
    """Neighbours on a line all differ by the same."""

    title = Title("same-difference line", "等差线")
    drawing = line("yellow", caption="same difference")
    tools = (Tool("line", 3),)
    reversible = ("cells",)

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = pairwise(values[cell] for cell in self.cells)
        return len({abs(first - second) for first, second in mine}) <= 1

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield Accepted(self.cells, _same_gap_automaton(geometry.values))


def _third(value: int, geometry: Geometry) -> int:
    """Return 0 for a low value, 1 for a middle, 2 for a high one."""
    values = geometry.values
    return 3 * (value - values[0]) // len(values)


def _all_windows_differ(items: list[int], width: int) -> bool:
    """Whether no item is among the next `width` - 1 ones."""
    return all(item not in items[at + 1 : at + width] for at, item in enumerate(items))


@lru_cache(maxsize=256)
def _same_gap_automaton(values: range) -> Automaton:
    """Return the automaton of lines whose neighbours all differ by the same."""

    def step(state: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        if not state:
            return (value,)
        gap = abs(value - state[0])
        return (value, gap) if len(state) == 1 or gap == state[1] else None

    return automaton_of((), step, lambda _state: True, values)


@lru_cache(maxsize=256)
def _turns_automaton(values: range, width: int, groups: tuple[int, ...]) -> Automaton:
    """Return the automaton of lines any `width` of whose cells in a row are of different groups.

    `groups` has that of each value.
    """

    def step(last: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        own = groups[value - values[0]]
        if own in last:
            return None
        after = (*last, own)
        return after[max(0, len(after) - width + 1) :]

    return automaton_of((), step, lambda _state: True, values)


def _ends_first(cells: Cells, automaton: Automaton) -> Accepted:
    """Return the operation that an automaton accepts a line, of which it reads both ends first."""
    return Accepted((cells[0], cells[-1], *cells[1:-1]), automaton)


@lru_cache(maxsize=256)
def _between_automaton(
    values: range, is_right: Callable[[int, int, int], bool], least_gap: int
) -> Automaton:
    """Return the automaton of two ends so far apart at least, then of what is right for them."""

    def step(ends: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        if len(ends) < 2:
            after = tuple(sorted((*ends, value)))
            return after if len(after) < 2 or after[1] - after[0] >= least_gap else None
        return ends if is_right(ends[0], ends[1], value) else None

    return automaton_of((), step, lambda ends: len(ends) == 2, values)


def _is_between(low: int, high: int, value: int) -> bool:
    return low < value < high


def _is_out(low: int, high: int, value: int) -> bool:
    return not low <= value <= high


@lru_cache(maxsize=256)
def _apart_by(difference: int) -> Callable[[int, int], bool]:
    """Return the relation of values so far apart."""
    return lambda first, second: abs(first - second) >= difference


def _differ_in_parity(first: int, second: int) -> bool:
    return (first + second) % 2 == 1


Thermometer.sample = Thermometer((0, 10, 20, 30))
Palindrome.sample = Palindrome((0, 10, 20, 21, 22))
Whisper.sample = Whisper((0, 10, 20, 30))
Renban.sample = Renban((0, 10, 20, 30))
Nabner.sample = Nabner((0, 10, 20))
Between.sample = Between((0, 10, 20, 30))
Lockout.sample = Lockout((0, 10, 20, 30))
Modular.sample = Modular((0, 10, 20, 30))
Entropic.sample = Entropic((0, 10, 20, 30))
ParityLine.sample = ParityLine((0, 10, 20, 30))
SameDifference.sample = SameDifference((0, 10, 20, 30))
