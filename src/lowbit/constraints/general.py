"""Constraints made of others, and of anything: relations, regular languages, and, or."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final

from lowbit.constraints.automata import Automaton
from lowbit.constraints.base import (
    MOST_NESTED,
    TOO_DEEP,
    Cells,
    Constraint,
    Title,
    constraint,
    to_json,
)
from lowbit.constraints.cells import Holds
from lowbit.constraints.drawing import Drawing
from lowbit.constraints.operations import Accepted, AnyOf, InRelation
from lowbit.constraints.placing import Tool
from lowbit.constraints.scale import relation_where
from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry

__all__ = [
    "And",
    "Or",
    "RegularLanguage",
    "Relation",
]


MOST_PARTS: Final = 1 << 14
"""The most parts of a constraint, those of its parts among them."""


@constraint
class Relation(Constraint):
    """Each two neighbours of a list of cells hold one of some pairs of values, in this order."""

    title = Title("relation", "关系")
    drawing = Drawing("dashes", caption="dashed lines: a relation")
    tools = (Tool("line", 2),)
    sets = ("pairs",)

    cells: Cells
    pairs: tuple[tuple[int, int], ...]

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine, allowed = [values[cell] for cell in self.cells], set(self.pairs)
        return all(pair in allowed for pair in pairwise(mine))

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield InRelation(self.cells, _relation_of(self.pairs, geometry))


@lru_cache(maxsize=256)
def _relation_of(pairs: tuple[tuple[int, int], ...], geometry: Geometry) -> tuple[int, ...]:
    allowed = set(pairs)
    return relation_where(geometry, lambda *pair: pair in allowed)


@constraint
class RegularLanguage(Constraint):
    """The values of a list of cells, read in order, are accepted by a deterministic automaton.

    `transitions` has a row for each state and in it, for each digit of the board in order, the
    state that follows, -1 where no word goes on; the first state is 0. `accepting` are the states
    where a word may end. `lowbit.constraints.automaton_of` makes one of a function.
    """

    title = Title("pattern of digits", "数字模式")
    drawing = Drawing("dashes", caption="dashed lines: an automaton")
    tools = (Tool("line"),)
    sets = ("accepting",)

    cells: Cells
    transitions: tuple[tuple[int, ...], ...]
    accepting: tuple[int, ...]

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        lowest = geometry.values[0]
        return self._automaton.accepts(values[cell] - lowest + 1 for cell in self.cells)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield Accepted(self.cells, self._automaton)

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        n_states = len(self.transitions)
        if not n_states:
            raise ConstraintError("an automaton has a state to start in")
        if {*chain(*self.transitions), *self.accepting} - set(range(-1, n_states)):
            raise ConstraintError(f"an automaton of {n_states} states names one that it lacks")
        if any(len(row) != len(geometry.values) for row in self.transitions):
            raise ConstraintError("each state has a transition for each digit of the board")

    @property
    def _automaton(self) -> Automaton:
        states = range(len(self.transitions))
        return Automaton(self.transitions, tuple(state in self.accepting for state in states))


@dataclass(frozen=True)
class Group(Constraint):
    """Constraints that are parts of one."""

    constraints: tuple[Constraint, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        _require_shallow(self.constraints)

    def cells_on(self, geometry: Geometry) -> tuple[int, ...]:
        return _each_once(part.cells_on(geometry) for part in self.constraints)

    def cells_read(self, geometry: Geometry) -> tuple[int, ...]:
        return _each_once(part.cells_read(geometry) for part in self.constraints)

    def moved(self, places: Sequence[int], geometry: Geometry) -> Constraint:
        return type(self)(tuple(part.moved(places, geometry) for part in self.constraints))

    def normal_form(self) -> Constraint:
        return type(self)(_in_order(part.normal_form() for part in self.constraints))

    def depends_on_values(self) -> bool:
        return any(part.depends_on_values() for part in self.constraints)

    def own_regions(self, geometry: Geometry) -> tuple[Cells, ...]:
        return tuple(chain(*(part.own_regions(geometry) for part in self.constraints)))

    def require_fit(self, geometry: Geometry) -> None:
        for part in self.constraints:
            part.require_fit(geometry)


@constraint
class Or(Group):
    """At least one of some constraints holds."""

    title = Title("either of several constraints", "任选规则")
    tools = (Tool("parts", 2),)

    constraints: tuple[Constraint, ...]

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return any(part.holds(values, geometry) for part in self.constraints)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield AnyOf(tuple(tuple(part.operations(geometry)) for part in self.constraints))


@constraint
class And(Group):
    """All of some constraints hold: for use within `Or`."""

    title = Title("combined constraint", "组合规则")
    tools = (Tool("parts", 2),)

    constraints: tuple[Constraint, ...]

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(part.holds(values, geometry) for part in self.constraints)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from chain(*(part.operations(geometry) for part in self.constraints))

    def normal_form(self) -> Constraint:
        return And(normal_forms(self.constraints))


def normal_forms(constraints: Iterable[Constraint]) -> tuple[Constraint, ...]:
    """Return the normal forms of constraints that all hold, each once, in one order for all.

    Constraints of different kinds, or with different cells, keep apart, even if they say the same.

    Examples
    --------
    >>> from lowbit.constraints import Cage, Whisper
    >>> normal_forms([And((Whisper((7, 6, 5)), Cage((3, 1), 9))), Cage((1, 3), 9)])
    (Cage(cells=(1, 3), total=9), Whisper(cells=(5, 6, 7), difference=5))
    """
    return _in_order(constraint.normal_form() for constraint in without_and(constraints))


def _in_order(constraints: Iterable[Constraint]) -> tuple[Constraint, ...]:
    """Return constraints, each once, ordered by their JSON."""
    return tuple(sorted({*constraints}, key=lambda one: str(to_json(one))))


def without_and(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    """Yield constraints that all hold, and instead of each `And` its parts.

    Examples
    --------
    >>> list(without_and([And((Holds(0, (1,)), And((Holds(1, (2,)),))))]))
    [Holds(cell=0, values=(1,)), Holds(cell=1, values=(2,))]
    """
    for one in constraints:
        if isinstance(one, And):
            yield from without_and(one.constraints)
        else:
            yield one


def _each_once(groups: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(chain(*groups)))


def _require_shallow(parts: tuple[Constraint, ...]) -> None:
    """Raise ConstraintError where parts have parts that have parts, and so on, or are too many."""
    level, number = parts, 0
    for _ in range(MOST_NESTED):
        number += len(level)
        if number > MOST_PARTS:
            raise ConstraintError(f"constraints are made of at most {MOST_PARTS} parts")
        level = tuple(chain(*(part.constraints for part in level if isinstance(part, Group))))
        if not level:
            return
    raise ConstraintError(TOO_DEEP)


Relation.sample = Relation((0, 10), ((1, 2), (3, 4), (9, 9)))
RegularLanguage.sample = RegularLanguage((0, 10, 20), ((1, *[0] * 8), (-1, *[0] * 8)), (0,))
Or.sample = Or((Holds(0, (1, 2)), Holds(1, (1,))))
And.sample = And((Holds(0, (1, 2)), Holds(1, (1,))))
