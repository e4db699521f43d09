"""Constraints made of others, and of anything: relations, regular languages, and, or."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from lowbit.constraints.automata import Automaton
from lowbit.constraints.base import Cells, Constraint, constraint
from lowbit.constraints.cells import Holds
from lowbit.constraints.operations import Accepted, AnyOf, InRelation
from lowbit.constraints.scale import relation_where
from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry


@constraint
class Relation(Constraint):
    """Each two neighbours of a list of cells hold one of some pairs of values, in this order."""

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
        if {*chain(*self.transitions), *self.accepting} - set(range(-1, n_states)):
            raise ConstraintError(f"an automaton of {n_states} states names one that it lacks")
        if any(len(row) != len(geometry.values) for row in self.transitions):
            raise ConstraintError("each state has a transition for each digit of the board")

    @property
    def _automaton(self) -> Automaton:
        states = range(len(self.transitions))
        return Automaton(self.transitions, tuple(state in self.accepting for state in states))


@constraint
class Or(Constraint):
    """At least one of some constraints holds."""

    constraints: tuple[Constraint, ...]

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return any(part.holds(values, geometry) for part in self.constraints)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield AnyOf(tuple(tuple(part.operations(geometry)) for part in self.constraints))

    def cells_on(self, geometry: Geometry) -> tuple[int, ...]:
        return _cells_of(self.constraints, geometry)

    def moved(self, places: Sequence[int], geometry: Geometry) -> Constraint:
        return Or(tuple(part.moved(places, geometry) for part in self.constraints))

    def require_fit(self, geometry: Geometry) -> None:
        _require_parts(self.constraints, geometry)


@constraint
class And(Constraint):
    """All of some constraints hold: for use within `Or`."""

    constraints: tuple[Constraint, ...]

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(part.holds(values, geometry) for part in self.constraints)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from chain(*(part.operations(geometry) for part in self.constraints))

    def cells_on(self, geometry: Geometry) -> tuple[int, ...]:
        return _cells_of(self.constraints, geometry)

    def moved(self, places: Sequence[int], geometry: Geometry) -> Constraint:
        return And(tuple(part.moved(places, geometry) for part in self.constraints))

    def require_fit(self, geometry: Geometry) -> None:
        _require_parts(self.constraints, geometry)


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


def _cells_of(parts: tuple[Constraint, ...], geometry: Geometry) -> tuple[int, ...]:
    return tuple(dict.fromkeys(chain(*(part.cells_on(geometry) for part in parts))))


def _require_parts(parts: tuple[Constraint, ...], geometry: Geometry) -> None:
    try:
        for part in parts:
            part.require_fit(geometry)
    except RecursionError:
        raise ConstraintError("constraints lie within each other too deep") from None


Relation.sample = Relation((0, 10), ((1, 2), (3, 4), (9, 9)))
RegularLanguage.sample = RegularLanguage((0, 10, 20), ((1, *[0] * 8), (-1, *[0] * 8)), (0,))
Or.sample = Or((Holds(0, (1, 2)), Holds(1, (1,))))
And.sample = And((Holds(0, (1, 2)), Holds(1, (1,))))
