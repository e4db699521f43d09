"""Constraints on regions and on the whole board: different digits, equal ones, chess moves."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final

from lowbit.board_houses import EXTRA_HOUSES
from lowbit.board_names import BoardLayout
from lowbit.constraints.automata import automaton_of
from lowbit.constraints.base import Cells, Constraint, Groups, Names, Title, constraint
from lowbit.constraints.drawing import Drawing
from lowbit.constraints.operations import Accepted, AnyOf, CountOf, Distinct, InRelation
from lowbit.constraints.placing import ON_BOARD, Tool
from lowbit.constraints.scale import mask_where, neighbours, relation_where, require_thirds
from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lowbit.constraints.automata import Automaton
    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry

__all__ = [
    "AllDifferent",
    "AntiKing",
    "AntiKnight",
    "AntiQueen",
    "AntiTaxicab",
    "Clone",
    "Diagonal",
    "DisjointGroups",
    "DutchFlatmates",
    "Equal",
    "GlobalEntropy",
    "GlobalModulus",
    "SameValues",
    "Windows",
]


TOWARDS: Final[dict[tuple[int, int], str]] = {
    (1, 0): "",
    (-1, 0): " upside down",
    (0, 1): " to the right",
    (0, -1): " to the left",
}
"""The directions of flatmates, in words behind their name."""


@constraint
class AllDifferent(Constraint):
    """Pairwise different values: an extra region, if there are as many cells as digits."""

    title = Title("extra region", "额外区域")
    drawing = Drawing("fill", "lavender", caption="")
    tools = (Tool(least=2, is_common=True),)
    multisets = ("cells",)
    only_compares = True

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return len({values[cell] for cell in self.cells}) == len(self.cells)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield Distinct(self.cells)

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        self._require_each_once(geometry, self.cells)


@constraint
class Equal(Constraint):
    """All cells hold the same value."""

    title = Title("equal cells", "相等格")
    drawing = Drawing("equal groups", "teal", caption="")
    tools = (Tool(least=2),)
    sets = ("cells",)
    only_compares = True

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return len({values[cell] for cell in self.cells}) <= 1

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield InRelation(self.cells, relation_where(geometry, int.__eq__))


@constraint
class Clone(Constraint):
    """Two groups of cells hold the same values, cell by cell."""

    title = Title("clone", "克隆区")
    drawing = Drawing("equal groups", "teal", caption="")
    tools = (Tool("copy", 2),)
    only_compares = True

    cells: Cells
    clone: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return [values[cell] for cell in self.cells] == [values[cell] for cell in self.clone]

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        relation = relation_where(geometry, int.__eq__)
        yield from (InRelation(pair, relation) for pair in zip(self.cells, self.clone, strict=True))

    def normal_form(self) -> Constraint:
        pairs = sorted({tuple(sorted(pair)) for pair in zip(self.cells, self.clone, strict=True)})
        cells, clone = zip(*pairs, strict=True)
        return Clone(cells, clone)

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        if len(self.cells) != len(self.clone):
            raise ConstraintError("the two groups of a clone have as many cells")


@constraint
class SameValues(Constraint):
    """Groups of cells hold the same values, each as often, in any order."""

    title = Title("same digits", "相同数字")
    drawing = Drawing("equal groups", "teal", caption="same values")
    tools = (Tool("groups", 2),)
    sets = ("groups",)
    only_compares = True

    groups: Groups

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        found = [Counter(values[cell] for cell in group) for group in self.groups]
        return all(counts == found[0] for counts in found)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        most = max(map(len, self.groups))
        for digit in range(len(geometry.values)):
            yield AnyOf(
                tuple(
                    tuple(CountOf(group, 1 << digit, 1 << number) for group in self.groups)
                    for number in range(most + 1)
                )
            )

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        self._require_full(self.groups)


@constraint
class AntiKnight(Constraint):
    """Cells a knight's move apart differ."""

    title = Title("anti-knight", "无马")
    drawing = Drawing(None, caption="anti-knight")
    tools = (Tool("board", 0, is_common=True),)
    names = Names(iss="AntiKnight", fpuzzles="antiknight")
    only_compares = True

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(values[a] != values[b] for a, b in neighbours(geometry, KNIGHT))

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from map(Distinct, neighbours(geometry, KNIGHT))


@constraint
class AntiKing(Constraint):
    """Cells a king's move apart differ."""

    title = Title("anti-king", "无缘")
    drawing = Drawing(None, caption="anti-king")
    tools = (Tool("board", 0, is_common=True),)
    names = Names(iss="AntiKing", fpuzzles="antiking")
    only_compares = True

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(values[a] != values[b] for a, b in neighbours(geometry, KING))

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from map(Distinct, neighbours(geometry, KING))


@constraint
class AntiQueen(Constraint):
    """Cells on a diagonal do not both hold one of some values: 9, as a rule."""

    title = Title("anti-queen", "无后")
    drawing = Drawing(None)
    tools = ON_BOARD
    sets = ("values",)

    values: tuple[int, ...] = (9,)

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(
            values[first] != values[second] or values[first] not in self.values
            for first, second in neighbours(geometry, _queen_steps(geometry))
        )

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        relation = relation_where(
            geometry, lambda first, second: first != second or first not in self.values
        )
        for pair in neighbours(geometry, _queen_steps(geometry)):
            yield InRelation(pair, relation)


@constraint
class AntiTaxicab(Constraint):
    """Cells with the same value are not as many steps apart, across and down, as it says."""

    title = Title("anti-taxicab", "无同距")
    drawing = Drawing(None, caption="anti-taxicab")
    tools = ON_BOARD
    names = Names(iss="AntiTaxicab")

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(
            values[first] != value or values[second] != value
            for value in geometry.values
            for first, second in neighbours(geometry, _taxicab_steps(value))
        )

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        for value in geometry.values:
            relation = relation_where(geometry, _not_both(value))
            for pair in neighbours(geometry, _taxicab_steps(value)):
                yield InRelation(pair, relation)


@constraint
class DutchFlatmates(Constraint):
    """Each middle value has the lowest right above it, or the highest right below: 5, 1 and 9.

    The highest stands `down` rows and `right` columns on, the lowest as far the other way.
    """

    title = Title("Dutch flatmates", "荷兰室友")
    drawing = Drawing(None, caption=lambda one: f"Dutch flatmates{TOWARDS[one.step]}")
    tools = ON_BOARD

    down: int = 1
    right: int = 0

    @property
    def step(self) -> tuple[int, int]:
        """The step from a middle value to the highest."""
        return self.down, self.right

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        low, middle, high = _flatmates(geometry.values)
        for line in self._lines(geometry):
            found = [None, *(values[cell] for cell in line), None]
            for before, value, after in zip(found, found[1:], found[2:], strict=False):
                if value == middle and before != low and after != high:
                    return False
        return True

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        automaton = _flatmates_automaton(geometry.values)
        yield from (Accepted(line, automaton) for line in self._lines(geometry))

    def moved(self, places: Sequence[int], geometry: Geometry) -> Constraint:
        one, other = (
            geometry.places[places[cell]] for cell in neighbours(geometry, (self.step,))[0]
        )
        return DutchFlatmates(other[0] - one[0], other[1] - one[1])

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        if self.step not in TOWARDS:
            raise ConstraintError(f"flatmates live a row or column apart, not {self.step}")

    def _lines(self, geometry: Geometry) -> Iterator[Cells]:
        """Yield the rows or columns, each in the direction of the step."""
        after = dict(neighbours(geometry, (self.step,)))
        for cell in sorted({*range(geometry.n_on_board)} - {*after.values()}):
            line = [cell]
            while line[-1] in after:
                line.append(after[line[-1]])
            yield tuple(line)


@constraint
class Diagonal(Constraint):
    """The diagonal from the top left is a house; where it rises, the one from the bottom left."""

    title = Title("diagonal", "对角线")
    drawing = Drawing("diagonal", caption="")
    tools = (
        Tool("board", 0, Title("falling diagonal", "对角线 ↘"), {"rising": False}, is_common=True),
        Tool("board", 0, Title("rising diagonal", "对角线 ↗"), {"rising": True}, is_common=True),
    )
    only_compares = True

    rising: bool = False

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        cells = self.cells_on(geometry)
        return len({values[cell] for cell in cells}) == len(cells)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield Distinct(self.cells_on(geometry))

    def cells_on(self, geometry: Geometry) -> tuple[int, ...]:
        return extra_houses("diagonals", geometry)[self.rising]

    def moved(self, places: Sequence[int], geometry: Geometry) -> Constraint:
        corner = places[self.cells_on(geometry)[0]]
        return Diagonal(corner in Diagonal(rising=True).cells_on(geometry))


@constraint
class Windows(Constraint):
    """The boxes one cell in from the rim are houses: windoku."""

    title = Title("windows", "窗口")
    drawing = Drawing("regions", caption="")
    tools = ON_BOARD
    names = Names(iss="Windoku")
    only_compares = True

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return _all_differ(values, extra_houses("windows", geometry))

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from map(Distinct, extra_houses("windows", geometry))

    def own_regions(self, geometry: Geometry) -> tuple[Cells, ...]:
        return tuple(extra_houses("windows", geometry))

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        extra_houses("windows", geometry)


@constraint
class DisjointGroups(Constraint):
    """Cells at the same place in their boxes differ."""

    title = Title("disjoint groups", "宫内同位")
    drawing = Drawing(None, caption="disjoint groups")
    tools = ON_BOARD
    names = Names(iss="DisjointSets", fpuzzles="disjointgroups")
    only_compares = True

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return _all_differ(values, extra_houses("groups", geometry))

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from map(Distinct, extra_houses("groups", geometry))

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        extra_houses("groups", geometry)


@constraint
class GlobalModulus(Constraint):
    """Each two by two cells hold values of all remainders by `modulus`."""

    title = Title("global modulus", "全局模")
    drawing = Drawing(None)
    tools = ON_BOARD

    modulus: int = 3

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(
            len({values[cell] % self.modulus for cell in square}) == self.modulus
            for square in _squares(geometry)
        )

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        for rest in range(self.modulus):
            members = {value for value in geometry.values if value % self.modulus == rest}
            mask = mask_where(geometry, members.__contains__)
            yield from _in_each_square(geometry, mask, self.modulus)

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        if not 1 <= self.modulus <= 4:
            raise ConstraintError(f"four cells have a modulus of 1 to 4, not {self.modulus}")


@constraint
class GlobalEntropy(Constraint):
    """Each two by two cells hold a low, a middle and a high value."""

    title = Title("global entropy", "全局熵")
    drawing = Drawing(None, caption="global entropy")
    tools = ON_BOARD

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        thirds = _thirds(geometry)
        return all(
            all(any(values[cell] in third for cell in square) for third in thirds)
            for square in _squares(geometry)
        )

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        for third in _thirds(geometry):
            mask = mask_where(geometry, third.__contains__)
            yield from _in_each_square(geometry, mask, 3)

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        require_thirds(geometry, "global entropy")


KNIGHT = ((1, 2), (2, 1), (1, -2), (2, -1))
KING = ((1, 1), (1, -1), (0, 1), (1, 0))
"""Half of a piece's moves; the others are the same, backwards."""


def _taxicab_steps(distance: int) -> tuple[tuple[int, int], ...]:
    """Return half of the steps between cells so far apart; the others are the same, backwards."""
    if distance < 1:
        return ()
    slanted = ((down, distance - down) for down in range(1, distance))
    return (
        (0, distance),
        (distance, 0),
        *chain.from_iterable(((down, right), (down, -right)) for down, right in slanted),
    )


@lru_cache(maxsize=64)
def _not_both(value: int) -> Callable[[int, int], bool]:
    """Return the relation of two values that are not both `value`."""
    return lambda first, second: not first == second == value


def _flatmates(values: range) -> tuple[int, int, int]:
    """Return the lowest value, the middle one and the highest."""
    return values[0], values[(len(values) - 1) // 2], values[-1]


@lru_cache(maxsize=64)
def _flatmates_automaton(values: range) -> Automaton:
    """Return the automaton of lines in which each middle value has a flatmate."""
    low, middle, high = _flatmates(values)

    def step(state: tuple[bool, bool], value: int) -> tuple[bool, bool] | None:
        was_low, owes_high = state
        if owes_high and value != high:
            return None
        return value == low, value == middle and not was_low

    return automaton_of((False, False), step, lambda state: not state[1], values)


def _queen_steps(geometry: Geometry) -> tuple[tuple[int, int], ...]:
    board = geometry.without_variables
    reach = max(board.n_rows, board.n_columns)
    return tuple((step, side * step) for step in range(1, reach) for side in (1, -1))


def _in_each_square(geometry: Geometry, mask: int, n_kinds: int) -> Iterator[CountOf]:
    """Yield that each two by two cells hold a digit of a mask, and leave room for other kinds."""
    counts = (2 << 5 - n_kinds) - 2
    yield from (CountOf(square, mask, counts) for square in _squares(geometry))


def _squares(geometry: Geometry) -> Iterator[tuple[int, ...]]:
    board = geometry.without_variables
    for row, column in board.places:
        corners = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
        square = [board.cell_at(*corner) for corner in corners]
        cells = tuple(cell for cell in square if cell is not None)
        if len(cells) == 4:
            yield cells


def _thirds(geometry: Geometry) -> list[range]:
    values = geometry.values
    width = len(values) // 3
    return [values[at * width : (at + 1) * width] for at in range(3)]


def _all_differ(values: Sequence[int], houses: Sequence[Cells]) -> bool:
    return all(len({values[cell] for cell in cells}) == len(cells) for cells in houses)


def extra_houses(kind: str, geometry: Geometry) -> list[Cells]:
    """Return the cells of such houses as this board would have."""
    board = geometry.without_variables
    side = board.n_rows
    if not (board.is_rectangle and side == board.n_columns):
        raise ConstraintError(f"{kind} need a square board")
    if kind != "diagonals" and board.box_shape is None:
        raise ConstraintError(f"{kind} need a square board with rectangular boxes")
    layout = BoardLayout(side, side, side, boxes=board.box_shape)
    return [house.cells for house in EXTRA_HOUSES[kind](layout)]


AllDifferent.sample = AllDifferent((0, 10, 20, 30, 40))
Equal.sample = Equal((0, 12, 24))
AntiTaxicab.sample = AntiTaxicab()
DutchFlatmates.sample = DutchFlatmates()
Clone.sample = Clone((0, 1), (30, 31))
SameValues.sample = SameValues(((0, 1, 2), (30, 31, 32)))
AntiKnight.sample = AntiKnight()
AntiKing.sample = AntiKing()
AntiQueen.sample = AntiQueen()
Diagonal.sample = Diagonal()
Windows.sample = Windows()
DisjointGroups.sample = DisjointGroups()
GlobalModulus.sample = GlobalModulus()
GlobalEntropy.sample = GlobalEntropy()
