"""Regions that are to be found, and clues about them: chaos constructions.

Which region a cell is in stands in a cell beside the board, as a number; so clues about regions are
clues about equal numbers.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from lowbit.constraints.automata import automaton_of
from lowbit.constraints.base import Cell, Cells, Constraint, Groups, Title, constraint
from lowbit.constraints.drawing import Drawing
from lowbit.constraints.operations import Accepted, AnyOf, Connected, Parted, Within
from lowbit.constraints.placing import Tool
from lowbit.constraints.scale import beside
from lowbit.errors import ConstraintError
from lowbit.variables import OF_REGIONS, Variables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lowbit.constraints.automata import Automaton
    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry

__all__ = ["ChaosArrow", "ChaosConstruction", "ChaosCount"]


@constraint
class ChaosConstruction(Constraint):
    """The cells fall into regions of `size` cells, connected by their sides, of different values.

    `labels` has a cell for each of them, which holds the number of its region. Regions are numbered
    in the order of their first cells, from the lowest value on, so that nothing is counted twice.
    Without cells it speaks of the whole board, without labels of the variables VCC1, VCC2 ..., and
    without a size of regions as large as the longer side of the board.
    """

    title = Title("chaos construction", "混沌构造")
    drawing = Drawing(None, caption="regions are to be found")
    tools = (Tool("regions", 0),)

    cells: Cells = ()
    labels: Cells = ()
    size: int | None = None

    def cells_on(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(dict.fromkeys((*self._parted(geometry), *self.labels_on(geometry))))

    def labels_on(self, geometry: Geometry) -> Cells:
        """Return the cell that holds the number of the region of each cell."""
        labels = self.labels or geometry.cells_of_group(OF_REGIONS)
        if labels is None:
            raise ConstraintError(
                "ChaosConstruction needs a variable for each cell, for the number of its region; "
                f"add +{group_of_labels(geometry)} to the name of the board"
            )
        return labels

    def size_on(self, geometry: Geometry) -> int:
        """Return how many cells each region has."""
        return usual_size(geometry) if self.size is None else self.size

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        regions: dict[int, list[int]] = {}
        labels = self.labels_on(geometry)
        for cell, label in zip(self._parted(geometry), labels, strict=True):
            regions.setdefault(values[label], []).append(cell)
        return [*regions] == [*geometry.values[: len(regions)]] and all(
            len(cells) == self.size_on(geometry) == len({values[cell] for cell in cells})
            and _is_connected(cells, geometry)
            for cells in regions.values()
        )

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        cells, labels = self._parted(geometry), self.labels_on(geometry)
        size = self.size_on(geometry)
        links, number = _links(cells, geometry), len(cells) // size
        needed = geometry.full_mask if size == geometry.size else 0
        yield from (Within(label, (1 << number) - 1) for label in labels)
        yield Parted(cells, labels, size, needed)
        for region in range(number):
            yield Connected(labels, 1 << region, links, size, size)
        yield Accepted(labels, _in_order(number, geometry.size))

    def own_regions(self, geometry: Geometry) -> tuple[Cells, ...]:
        # Another first cell is another numbering: only what leaves all in place keeps this.
        return tuple(zip(self._parted(geometry), self.labels_on(geometry), strict=True))

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        cells, labels = self._parted(geometry), self.labels_on(geometry)
        self._require_each_once(geometry, cells)
        size, most = self.size_on(geometry), geometry.size
        if len(cells) != len(labels):
            raise ConstraintError(
                f"ChaosConstruction has {len(cells)} cells and {len(labels)} numbers of regions"
            )
        if size < 1 or len(cells) % size:
            raise ConstraintError(f"{len(cells)} cells are not filled by regions of {size}")
        if size > most or len(cells) // size > most:
            raise ConstraintError(
                f"{len(cells) // size} regions of {size} cells are too many or too large for "
                f"{most} digits"
            )

    def describe(self, geometry: Geometry) -> str:
        size = "" if self.size is None else f" (size {self.size})"
        return f"ChaosConstruction{size}" if self.is_usual else super().describe(geometry)

    @property
    def is_usual(self) -> bool:
        """Whether it is of the whole board and its usual variables."""
        return not (self.cells or self.labels)

    def _parted(self, geometry: Geometry) -> Cells:
        return self.cells or tuple(range(geometry.n_on_board))


@constraint
class ChaosArrow(Constraint):
    """A cell says how far the value of a first cell runs on: how many cells in a row hold it.

    The rows are arms, each of which begins behind the first cell; it counts once for all of them,
    or, `without_first`, not at all. Of numbers of regions, the run is the part of an arm that lies
    in the region of the first cell.
    """

    title = Title("chaos arrow", "混沌箭头")
    drawing = Drawing("short arrows", caption="arrows count how far a region runs on")
    tools = (Tool("region arrow"),)

    cell: Cell
    first: Cell
    arms: Groups = ()
    without_first: bool = False

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        own = values[self.first]
        runs = (_n_first([values[cell] == own for cell in arm]) for arm in self.arms)
        return values[self.cell] == sum(runs) + (not self.without_first)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        cells = (self.cell, *chain(*self.arms))
        starts = tuple(sum(map(len, self.arms[:at])) for at in range(len(self.arms)))
        yield _for_each_digit(
            geometry,
            self.first,
            cells,
            lambda value: _running(
                geometry.values, value, not self.without_first, starts, len(cells) - 1
            ),
        )

    def normal_form(self) -> Constraint:
        return replace(self, arms=tuple(sorted(filter(None, self.arms))))

    def in_cells(self, cell_of: Mapping[int, Cell]) -> ChaosArrow:
        """Return it with cells in place of the numbers of their regions."""
        arms = tuple(tuple(cell_of.get(cell, cell) for cell in arm) for arm in self.arms)
        return replace(self, first=cell_of[self.first], arms=arms)


@constraint
class ChaosCount(Constraint):
    """A cell says how many of some cells hold the value of the first of them.

    That one counts, too, unless it is `without_first`. Of numbers of regions, these are the cells
    in the region of the first.
    """

    title = Title("chaos count", "混沌计数")
    drawing = Drawing("ring", caption="circles count cells of one region")
    tools = (Tool("region count"),)
    multisets = ("others",)

    cell: Cell
    first: Cell
    others: Cells = ()
    without_first: bool = False

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        number = sum(values[cell] == values[self.first] for cell in self.others)
        return values[self.cell] == number + (not self.without_first)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield _for_each_digit(
            geometry,
            self.first,
            (self.cell, *self.others),
            lambda value: _counting(geometry.values, value, not self.without_first),
        )

    def in_cells(self, cell_of: Mapping[int, Cell]) -> ChaosCount:
        """Return it with cells in place of the numbers of their regions."""
        others = tuple(cell_of.get(cell, cell) for cell in self.others)
        return replace(self, first=cell_of[self.first], others=others)


CLUES = (ChaosArrow, ChaosCount)
"""The clues about regions."""


def usual_size(board: Geometry) -> int:
    """Return how many cells the regions of a board have unless stated otherwise.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> usual_size(Geometry.parse("5x10"))
    10
    """
    board = board.without_variables
    return max(board.n_rows, board.n_columns)


def group_of_labels(board: Geometry) -> Variables:
    """Return the variables that a chaos construction needs on a board.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> str(group_of_labels(Geometry.parse("5x10")))
    'VCC:5x10'
    """
    return Variables(OF_REGIONS, board.n_on_board, board.without_variables.n_columns)


def _is_connected(cells: Sequence[int], geometry: Geometry) -> bool:
    left = {*cells}
    untried = [left.pop()]
    while untried:
        found = left.intersection(beside(geometry)[untried.pop()])
        left -= found
        untried += found
    return not left


@lru_cache(maxsize=64)
def _links(cells: Cells, geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """Return the places in a list of those that share a side with each cell of it."""
    place = {cell: at for at, cell in enumerate(cells)}
    neighbours = (beside(geometry)[cell] for cell in cells)
    return tuple(tuple(place[other] for other in own if other in place) for own in neighbours)


@lru_cache(maxsize=64)
def _in_order(number: int, n_digits: int) -> Automaton:
    """Return the automaton of words in which digits up to a number first occur in their order."""

    def step(highest: int, digit: int) -> int | None:
        return max(highest, digit) if digit <= min(highest + 1, number) else None

    return automaton_of(0, step, number.__eq__, range(1, n_digits + 1))


def _n_first(flags: Sequence[bool]) -> int:
    """Return how many of some flags are true before the first that is not."""
    return flags.index(False) if False in flags else len(flags)


def _for_each_digit(
    geometry: Geometry, first: Cell, cells: Cells, automaton: Callable[[int], Automaton]
) -> Operation:
    """Return that, by the value of a first cell, an automaton accepts what others hold."""
    return AnyOf(
        tuple(
            (Within(first, 1 << digit), Accepted(cells, automaton(value)))
            for digit, value in enumerate(geometry.values)
        )
    )


@lru_cache(maxsize=1024)
def _counting(values: range, wanted: int, n_own: int) -> Automaton:
    """Return the automaton of a number, and cells of which so many less `n_own` hold a value.

    A state is how many are still to be found, None before the number is read.
    """

    def step(left: int | None, value: int) -> int | None:
        left = value - n_own if left is None else left - (value == wanted)
        return left if left >= 0 else None

    return automaton_of(None, step, lambda left: left == 0, values)


@lru_cache(maxsize=1024)
def _running(
    values: range, wanted: int, n_own: int, starts: tuple[int, ...], n_cells: int
) -> Automaton:
    """Return the automaton of a number, and arms that begin with a value so many times in all.

    `starts` are the places at which an arm begins. A state is how many cells are read, how many
    more are to be found, and whether this arm held nothing else up to here; None at first.
    """

    def step(state: tuple[int, int, bool] | None, value: int) -> tuple[int, int, bool] | None:
        if state is None:
            left = value - n_own
            return (0, left, True) if 0 <= left <= n_cells else None
        at, left, runs = state
        runs = (runs or at in starts) and value == wanted
        return (at + 1, left - runs, runs) if at < n_cells and left >= runs else None

    def is_accepting(state: tuple[int, int, bool] | None) -> bool:
        return state is not None and state[:2] == (n_cells, 0)

    return automaton_of(None, step, is_accepting, values)


ChaosArrow.sample = ChaosArrow(0, 10, ((11, 12), (19, 28)))
ChaosConstruction.sample = ChaosConstruction((0, 1, 9, 10), (27, 39, 55, 69), 2)
ChaosCount.sample = ChaosCount(0, 10, (20, 30, 40))
