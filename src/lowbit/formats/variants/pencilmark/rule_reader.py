"""References of rules in pencilmark's JSON to a board: cells, neighbours, related digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from lowbit import constraints as kinds
from lowbit.constraints.automata import automaton_of
from lowbit.constraints.scale import neighbours
from lowbit.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.constraints import Constraint
    from lowbit.constraints.base import Cells
    from lowbit.geometry import Geometry

Rule: TypeAlias = dict[str, Any]

ORTHOGONAL = ((0, 1), (1, 0))
DIAGONAL = ((1, 1), (1, -1))
STEPS = {
    "orthogonal": ORTHOGONAL,
    "diagonal": DIAGONAL,
    "king": ORTHOGONAL + DIAGONAL,
    "knight": ((1, 2), (2, 1), (1, -2), (2, -1)),
}
"""The steps to neighbours of each kind, one of each two opposite ones."""

OPERATORS: dict[str, Callable[..., bool]] = {
    "different": lambda a, b: a != b,
    "equal": lambda a, b: a == b,
    "less": lambda a, b: a < b,
    "less_equal": lambda a, b: a <= b,
    "difference": lambda a, b, n: abs(a - b) == n,
    "not_difference": lambda a, b, n: abs(a - b) != n,
    "not_consecutive": lambda a, b: abs(a - b) != 1,
    "difference_at_least": lambda a, b, n: abs(a - b) >= n,
    "difference_at_most": lambda a, b, n: abs(a - b) <= n,
    "ratio": lambda a, b, n: a == n * b or b == n * a,
    "not_ratio": lambda a, b, n: a != n * b and b != n * a,
    "sum": lambda a, b, n: a + b == n,
    "not_sum": lambda a, b, n: a + b != n,
    "product": lambda a, b, n: a * b == n,
    "not_product": lambda a, b, n: a * b != n,
    "parity_differs": lambda a, b: (a + b) % 2 == 1,
    "same_mod3": lambda a, b: (a - b) % 3 == 0,
    "different_mod3": lambda a, b: (a - b) % 3 != 0,
    "allowed": lambda a, b, pairs: [a, b] in pairs,
    "any_of": lambda a, b, *others: any(
        OPERATORS[name](a, b, *numbers) for name, numbers in others
    ),
}
"""Whether two digits are related in each way, given the numbers of the relation."""

PAIRS: dict[str, Callable[..., Constraint]] = {
    "less": lambda first, second: kinds.Greater(second, first),
    "equal": lambda first, second: kinds.Equal((first, second)),
    "difference": kinds.Difference,
    "ratio": kinds.Ratio,
    "sum": kinds.PairSum,
}
"""The constraints that state such a relation of two cells."""


class RuleReader:
    """A board and all its rules, because a rule may refer to others.

    Parameters
    ----------
    geometry : Geometry
        The board.
    rules : list of dict
        The rules.
    """

    def __init__(self, geometry: Geometry, rules: list[Rule]) -> None:
        self.geometry = geometry
        self.rules = rules
        self._cells = {geometry.cell_name(cell): cell for cell in range(geometry.n_cells)}

    def cells(self, names: list[str]) -> Cells:
        """Return cells by their names."""
        for name in names:
            if name not in self._cells:
                raise FormatError(f"{name!r} is not a cell of this board")
        return tuple(self._cells[name] for name in names)

    def pair(self, names: list[str]) -> tuple[int, int]:
        """Return two cells by their names."""
        cells = self.cells(names)
        if len(cells) != 2:
            raise FormatError(f"a pair has two cells, not {len(cells)}")
        return cells[0], cells[1]

    def related(self, cells: Cells, name: str, numbers: list[Any]) -> Constraint:
        """Return the constraint that neighbours in a list are related by an operator."""
        if name not in OPERATORS:
            raise FormatError(f"{name!r} is an operator that lowbit does not know")
        if name in PAIRS and len(cells) == 2:
            return PAIRS[name](*cells, *numbers)
        holds, values = OPERATORS[name], self.geometry.values
        pairs = tuple((a, b) for a in values for b in values if holds(a, b, *numbers))
        return kinds.Relation(cells, pairs)

    def tuples(self, cells: Cells, allowed: list[list[int]]) -> Constraint:
        """Return the constraint that cells hold one of some lists of digits."""
        words = {tuple(word) for word in allowed}
        beginnings = {word[:n] for word in words for n in range(len(word) + 1)}

        def step(read: tuple[int, ...], value: int) -> tuple[int, ...] | None:
            return after if (after := (*read, value)) in beginnings else None

        return self.accepted(cells, (), step, words.__contains__)

    def accepted(
        self,
        cells: Cells,
        start: object,
        step: Callable[..., Any],
        is_end: Callable[[Any], bool],
    ) -> Constraint:
        """Return the constraint that an automaton accepts the digits of cells."""
        machine = automaton_of(start, step, is_end, self.geometry.values)
        ends = tuple(state for state, is_one in enumerate(machine.accepting) if is_one)
        return kinds.RegularLanguage(cells, machine.transitions, ends)

    def pairs_of(self, where: str, rule: Rule, marked: set[frozenset[int]]) -> Iterator[Cells]:
        """Yield the neighbours in the area of a rule, except those that are marked."""
        if where not in STEPS:
            raise FormatError(f"{where!r} is none of {', '.join(STEPS)}")
        area = self.area(rule)
        for pair in neighbours(self.geometry, STEPS[where]):
            if set(pair) <= area and frozenset(pair) not in marked:
                yield pair

    def area(self, rule: Rule) -> set[int]:
        """Return the cells that a rule is about: all of them, or those it lists."""
        area = rule.get("area")
        if isinstance(area, str) and area != "r1c1":
            raise FormatError(f"the grid at {area} is not the whole board")
        return set(self.cells(area)) if isinstance(area, list) else set(range(len(self._cells)))
