"""Writing f-puzzles' JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeAlias

from lowbit import constraints as kinds
from lowbit.constraints.base import kinds_named_in
from lowbit.constraints.cells import borders
from lowbit.constraints.rays import ray_of
from lowbit.constraints.scale import neighbours
from lowbit.errors import FormatError
from lowbit.formats.variants.content import PuzzleContent, content_of, refuse
from lowbit.formats.variants.fpuzzles.cosmetics import add_cosmetics
from lowbit.formats.variants.fpuzzles.drawings import KeyEntry, drawings_of
from lowbit.formats.variants.fpuzzles.items import (
    DIRECTIONS,
    SUMS,
    box_of_indexer,
    column_of_indexer,
    row_of_indexer,
)
from lowbit.formats.variants.fpuzzles.rules import rules_of

if TYPE_CHECKING:
    from lowbit.constraints import Constraint
    from lowbit.constraints.base import Cells
    from lowbit.formats.variants.boards import PlainBoard
    from lowbit.geometry import Geometry
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle

FORM = "f-puzzles"


def data_of(puzzle: Puzzle, solution: Grid | None = None) -> dict[str, Any]:
    """Return a puzzle as an object of f-puzzles' JSON, with its solution if one is given.

    Raises
    ------
    FormatError
        If f-puzzles cannot express something in it; the message names it.
    """
    content = content_of(puzzle, FORM)
    content.require_some_value(FORM)
    _require_extremes_as_one(content)
    data: dict[str, Any] = {"size": content.board.rows, "grid": _grid(content)}
    texts = {"title": puzzle.title, "author": puzzle.author}
    data.update((key, text) for key, text in texts.items() if text)
    if solution is not None:
        data["solution"] = list(solution)
    for constraint in content.constraints:
        write = WRITERS.get(type(constraint))
        entries = (
            write(constraint, _CellNames(content.geometry, content.constraints)) if write else ()
        )
        if not entries or _has_negative(constraint):
            refuse(constraint, FORM, content.geometry)
        for key, value in entries:
            if isinstance(value, bool):
                data[key] = value
                continue
            for each in (KeyEntry(key, value), *drawings_of(key, value, data["size"])):
                data.setdefault(each.key, []).append(each.value)
    data["ruleset"] = puzzle.rules or rules_of(data)
    add_cosmetics(data, puzzle.cosmetics)
    return data


def _grid(content: PuzzleContent) -> list[list[dict[str, Any]]]:
    board = content.board
    if board.rows != board.columns or board.values != range(1, board.rows + 1):
        raise FormatError(f"{FORM} has no boards but squares with the values from 1")
    cells = [_cell(content, cell) for cell in range(content.geometry.n_cells)]
    if not board.is_usual:
        _add_regions(cells, board)
    return [cells[row * board.columns : (row + 1) * board.columns] for row in range(board.rows)]


def _require_extremes_as_one(content: PuzzleContent) -> None:
    """Raise FormatError where two minima or maxima border on each other.

    f-puzzles has one list of either kind, none of which is compared with another.
    """
    for kind in (kinds.Minimum, kinds.Maximum):
        own = [one for one in content.constraints if isinstance(one, kind)]
        together = tuple(cell for one in own for cell in one.cells)
        apart = {pair for one in own for pair in borders(one.cells, content.geometry)}
        if apart != set(borders(together, content.geometry)):
            raise FormatError(
                f"{FORM} cannot express {kind.__name__} of cells that border another one"
            )


def _has_negative(constraint: Constraint) -> bool:
    """Whether a number of a constraint is below 0: f-puzzles has no sign for it."""
    numbers = (getattr(constraint, field.name) for field in fields(constraint))
    return any(isinstance(number, int) and number < 0 for number in numbers)


def _cell(content: PuzzleContent, cell: int) -> dict[str, Any]:
    value, candidates = content.value(cell), content.candidates(cell)
    if value is not None:
        return {"value": value, "given": True}
    return {"givenPencilMarks": candidates} if candidates else {}


def _add_regions(cells: list[dict[str, Any]], board: PlainBoard) -> None:
    region_of = {cell: at for at, box in enumerate(board.boxes) for cell in box}
    for at, cell in enumerate(cells):
        cell["region"] = region_of.get(at)


class _CellNames:
    """f-puzzles' names of cells and places; and all constraints, for negative ones."""

    def __init__(self, geometry: Geometry, constraints: tuple[Constraint, ...]) -> None:
        self.geometry = geometry
        self._constraints = constraints

    def cells(self, cells: Cells) -> list[str]:
        """Return the names of cells."""
        return [self.geometry.cell_name(cell).upper() for cell in cells]

    def touch(self, *cells: int) -> bool:
        """Whether two cells share a side."""
        sides = neighbours(self.geometry, ((0, 1), (1, 0)))
        return tuple(sorted(cells)) in set(sides)

    def place(self, cells: Cells) -> str | None:
        """Return the place outside the board of a clue that looks along a row or column."""
        ray = ray_of(cells, self.geometry)
        is_whole = ray is not None and ray.cells(self.geometry) == cells
        return f"R{ray.row + 1}C{ray.column + 1}" if ray and is_whole else None

    def marked(self, *marks: type[Constraint]) -> set[frozenset[int]]:
        """Return the pairs with such marks."""
        return {
            frozenset(one.cells_on(self.geometry))
            for one in self._constraints
            if isinstance(one, marks)
        }


Write: TypeAlias = Callable[[Any, _CellNames], tuple[KeyEntry, ...]]
"""Makes entries of a constraint; none if f-puzzles cannot express it."""


def _rule(key: str) -> Write:
    return lambda _rule, _names: (KeyEntry(key, value=True),)


def _line(key: str) -> Write:
    return lambda line, names: (KeyEntry(key, {"lines": [names.cells(line.cells)]}),)


def _numbered_line(key: str) -> Write:
    """Return the writer of a line with a number: as text, which is all that other programs read."""
    return lambda line, names: (
        KeyEntry(key, {"lines": [names.cells(line.cells)], "value": str(line.difference)}),
    )


def _marks(key: str) -> Write:
    return lambda marks, names: tuple(
        KeyEntry(key, {"cell": name}) for name in names.cells(marks.cells)
    )


def _dot(key: str, field: str, usual: int) -> Write:
    """Return the writer of dots; one with the usual number is left blank, as people expect it."""

    def write(dot: Any, names: _CellNames) -> tuple[KeyEntry, ...]:  # noqa: ANN401 - as above
        if not names.touch(dot.first, dot.second):
            return ()
        number = getattr(dot, field)
        value = {} if number == usual else {"value": str(number)}
        return (KeyEntry(key, {"cells": names.cells((dot.first, dot.second)), **value}),)

    return write


def _clue(key: str, field: str) -> Write:
    def write(clue: Any, names: _CellNames) -> tuple[KeyEntry, ...]:  # noqa: ANN401 - as above
        place = names.place(clue.cells)
        ray = ray_of(clue.cells, names.geometry)
        if place is None or ray is None or (ray.down and ray.right):
            return ()
        return (KeyEntry(key, {"cell": place, "value": str(getattr(clue, field))}),)

    return write


def _cage(cage: kinds.Cage, names: _CellNames) -> tuple[KeyEntry, ...]:
    value = {} if cage.total is None else {"value": str(cage.total)}
    return (KeyEntry("killercage", {"cells": names.cells(cage.cells), **value}),)


def _arrow(arrow: kinds.Arrow, names: _CellNames) -> tuple[KeyEntry, ...]:
    circle = arrow.circle
    if list(circle) != sorted(set(circle)):
        return ()  # a pill is read from the top left, each cell once
    line = names.cells((circle[-1], *arrow.shaft))
    return (KeyEntry("arrow", {"cells": names.cells(circle), "lines": [line]}),)


def _little_killer(clue: kinds.LittleKiller, names: _CellNames) -> tuple[KeyEntry, ...]:
    place, ray = names.place(clue.cells), ray_of(clue.cells, names.geometry)
    if place is None or ray is None or not (ray.down and ray.right):
        return ()
    direction = next(name for name, step in DIRECTIONS.items() if step == (ray.down, ray.right))
    item = {
        "cell": place,
        "cells": names.cells(clue.cells),
        "direction": direction,
        "value": str(clue.total),
    }
    return (KeyEntry("littlekillersum", item),)


def _pair_sum(pair: kinds.PairSum, names: _CellNames) -> tuple[KeyEntry, ...]:
    letters = {total: letter for letter, total in SUMS.items()}
    if pair.total not in letters or not names.touch(pair.first, pair.second):
        return ()
    cells = names.cells((pair.first, pair.second))
    return (KeyEntry("xv", {"cells": cells, "value": letters[pair.total]}),)


def _quadruple(contains: kinds.Contains, names: _CellNames) -> tuple[KeyEntry, ...]:
    places = {names.geometry.places[cell] for cell in contains.cells}
    row, column = min(places)
    square = {(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)}
    is_plain = places == square and len(contains.cells) == len(square)
    if contains.exact or not is_plain or len(contains.values) > len(square):
        return ()
    item = {"cells": names.cells(contains.cells), "values": list(contains.values)}
    return (KeyEntry("quadruple", item),)


def _clone(clone: kinds.Clone, names: _CellNames) -> tuple[KeyEntry, ...]:
    item = {"cells": names.cells(clone.cells), "cloneCells": names.cells(clone.clone)}
    return (KeyEntry("clone", item),)


def _indexer(indexer: kinds.Indexer, names: _CellNames) -> tuple[KeyEntry, ...]:
    looks = {"row": column_of_indexer, "column": row_of_indexer, "box": box_of_indexer}
    for name, line_of in looks.items():
        if line_of(names.geometry, indexer.cell) == (indexer.line, indexer.value):
            return (KeyEntry(f"{name}indexer", {"cells": names.cells((indexer.cell,))}),)
    return ()


def _non_consecutive(rule: kinds.NonConsecutive, names: _CellNames) -> tuple[KeyEntry, ...]:
    dots = names.marked(kinds.Difference, kinds.Ratio)
    return (KeyEntry("nonconsecutive", value=True),) if _leaves_out(rule, dots) else ()


def _no_ratio(rule: kinds.NoRatio, names: _CellNames) -> tuple[KeyEntry, ...]:
    dots = names.marked(kinds.Difference, kinds.Ratio)
    return (KeyEntry("negative", "ratio"),) if _leaves_out(rule, dots) else ()


def _no_sum(rule: kinds.NoSum, names: _CellNames) -> tuple[KeyEntry, ...]:
    is_usual = set(rule.totals) == set(SUMS.values())
    is_whole = _leaves_out(rule, names.marked(kinds.PairSum))
    return (KeyEntry("negative", "xv"),) if is_usual and is_whole else ()


def _leaves_out(rule: Any, marked: set[frozenset[int]]) -> bool:  # noqa: ANN401 - of several kinds
    """Whether a negative constraint leaves out exactly the pairs that are marked."""
    return {frozenset(pair) for pair in rule.marked} == marked


WRITERS: dict[type[Constraint], Write] = {
    **{
        kind: _line(name) if fields(kind) else _rule(name)
        for name, kind in kinds_named_in("fpuzzles").items()
    },
    kinds.AllDifferent: lambda region, names: (
        KeyEntry("extraregion", {"cells": names.cells(region.cells)}),
    ),
    kinds.Arrow: _arrow,
    kinds.Cage: _cage,
    kinds.Clone: _clone,
    kinds.Contains: _quadruple,
    kinds.Diagonal: lambda diagonal, _names: (
        KeyEntry("diagonal+" if diagonal.rising else "diagonal-", value=True),
    ),
    kinds.Difference: _dot("difference", "difference", 1),
    kinds.Equal: lambda equal, names: tuple(
        KeyEntry("clone", {"cells": [first], "cloneCells": [other]})
        for first, *others in (dict.fromkeys(names.cells(equal.cells)),)
        for other in others
    ),
    kinds.Even: _marks("even"),
    kinds.Indexer: _indexer,
    kinds.LittleKiller: _little_killer,
    kinds.Lockout: _numbered_line("lockout"),
    kinds.Maximum: _marks("maximum"),
    kinds.Minimum: _marks("minimum"),
    kinds.Modular: lambda line, names: (
        _line("modularline")(line, names) if line.modulus == 3 else ()
    ),
    kinds.NoRatio: _no_ratio,
    kinds.NoSum: _no_sum,
    kinds.NonConsecutive: _non_consecutive,
    kinds.Odd: _marks("odd"),
    kinds.PairSum: _pair_sum,
    kinds.Ratio: _dot("ratio", "ratio", 2),
    kinds.Sandwich: _clue("sandwichsum", "total"),
    kinds.Skyscraper: _clue("skyscraper", "visible"),
    kinds.Thermometer: lambda line, names: _line("slowthermometer" if line.slow else "thermometer")(
        line, names
    ),
    kinds.Whisper: _numbered_line("whispers"),
    kinds.Windows: lambda windows, names: tuple(
        KeyEntry("extraregion", {"cells": names.cells(window.cells)})
        for window in windows.operations(names.geometry)
    ),
    kinds.XSum: _clue("xsum", "total"),
}
"""The writer of each constraint that f-puzzles has."""
