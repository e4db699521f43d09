"""Chaos constructions in Interactive Sudoku Solver's text: regions to be found, and their clues.

Numbers of regions are the variables CC1, CC2 ..., which the item of the construction brings along.
"""

from __future__ import annotations

from itertools import chain, groupby, product
from typing import TYPE_CHECKING

from lowbit import constraints as kinds
from lowbit.constraints.chaos import group_of_labels, usual_size
from lowbit.errors import FormatError
from lowbit.formats.variants.content import refuse
from lowbit.formats.variants.iss.grammar import BREAK, Item, whole
from lowbit.formats.variants.iss.places import cell_name
from lowbit.variables import OF_REGIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.constraints import Constraint
    from lowbit.constraints.base import Cells
    from lowbit.formats.variants.content import PuzzleContent
    from lowbit.formats.variants.iss.places import Places
    from lowbit.geometry import Geometry
    from lowbit.variables import Variables

FORM = "the text of Interactive Sudoku Solver"

SIDES = (0, -1), (0, 1), (-1, 0), (1, 0)
"""The directions of the arms of an arrow that names none."""

WITHOUT_FIRST = {"": False, "0": False, "1": True}
"""The second argument of clues: whether the first cell does not count itself."""


def read_construction(places: Places) -> Iterator[Constraint]:
    """Read the regions, which are as large as the item about their size says."""
    if places.has_item("RegionSumLine"):
        raise FormatError("RegionSumLine cannot follow regions that are to be found")
    said = places.option("RegionSize")
    size = whole(said) if said else usual_size(places.geometry)
    yield kinds.ChaosConstruction(size=None if size == usual_size(places.geometry) else size)


def read_arrow(places: Places, name: str, option: str = "", *names: str) -> Iterator[Constraint]:
    """Read how far a region runs on along arms: all rows from a cell on, unless some are named."""
    cell = places.cell(name)
    arms = [
        _labels(places, list(own)) for is_arm, own in groupby(names, BREAK.__ne__) if is_arm
    ] or [_ray(places, cell, side) for side in SIDES]
    if len({arm[0] for arm in arms}) > 1:
        raise FormatError(f"the arms of the ChaosArrow of {name} do not begin with the same cell")
    longer = tuple(arm[1:] for arm in arms if len(arm) > 1)
    yield kinds.ChaosArrow(cell, arms[0][0], longer, _without_first(option))


def read_count(places: Places, name: str, option: str = "", *names: str) -> Iterator[Constraint]:
    """Read how many cells are in the region of the first: of those around it, unless named."""
    cell = places.cell(name)
    first, *others = _labels(places, names) if names else _around(places, cell)
    yield kinds.ChaosCount(cell, first, tuple(others), _without_first(option))


def _without_first(option: str) -> bool:
    if option not in WITHOUT_FIRST:
        raise FormatError(f"the first cell counts itself with 0, and does not with 1, not {option}")
    return WITHOUT_FIRST[option]


def _group(geometry: Geometry) -> Cells:
    """Return the numbers of regions."""
    found = geometry.cells_of_group(OF_REGIONS)
    if found is None:
        raise FormatError("clues about regions to be found need a ChaosConstruction")
    return found


def _labels(places: Places, names: Iterable[str]) -> Cells:
    """Return the numbers of regions of such names."""
    cells, group = places.cells(names), _group(places.geometry)
    for cell in cells:
        if cell not in group:
            name = places.geometry.cell_name(cell)
            raise FormatError(f"{name} is not the number of a region, such as CC1")
    return cells


def _ray(places: Places, cell: int, side: tuple[int, int]) -> Cells:
    """Return the numbers of the regions of a cell, and of all to one side of it."""
    board, group = places.board, _group(places.geometry)
    found: list[int] = []
    at: int | None = _on_board(places, cell)
    while at is not None:
        found.append(group[at])
        row, column = board.places[at]
        at = board.cell_at(row + side[0], column + side[1])
    return tuple(found)


def _around(places: Places, cell: int) -> Cells:
    """Return the numbers of the regions of a cell, and of those around it."""
    board, group = places.board, _group(places.geometry)
    row, column = board.places[_on_board(places, cell)]
    steps = product((0, -1, 1), repeat=2)  # the cell itself first
    around = (board.cell_at(row + down, column + right) for down, right in steps)
    return tuple(group[at] for at in around if at is not None)


def _on_board(places: Places, cell: int) -> int:
    if cell >= places.board.n_cells:
        name = places.geometry.cell_name(cell)
        raise FormatError(f"{name} lies beside the board, so a clue in it has to name its cells")
    return cell


def brought_with(content: PuzzleContent) -> Iterator[Variables]:
    """Yield the variables that the item of a construction brings along, if a puzzle has one.

    Raises
    ------
    FormatError
        If it has none, but clues about regions: there they say nothing in this text.
    """
    if _constructions(content):
        yield group_of_labels(content.geometry)
        return
    for one in content.constraints:
        if isinstance(one, (kinds.ChaosArrow, kinds.ChaosCount)) and _arms(one, content.geometry):
            refuse(one, f"{FORM}, without a construction,", content.geometry)


def size_items(content: PuzzleContent) -> Iterator[Item]:
    """Yield the size of the regions to be found, if it is not that of rows."""
    usual, found = usual_size(content.geometry), _constructions(content)
    others = {one.size_on(content.geometry) for one in found} - {usual}
    if others and (len(found) > 1 or content.board.boxes):
        refuse(found[0], f"{FORM}, whose regions all have one size,", content.geometry)
    for size in others:
        if content.board.is_usual:
            yield Item("NoBoxes")
        yield Item("RegionSize", (str(size),))


def _constructions(content: PuzzleContent) -> list[kinds.ChaosConstruction]:
    every = content.constraints
    return [one for one in every if isinstance(one, kinds.ChaosConstruction) and one.is_usual]


def words_of_clue(one: kinds.ChaosArrow | kinds.ChaosCount, geometry: Geometry) -> tuple[str, ...]:
    """Return the words of a clue about regions; empty if it is not about numbers of regions."""
    arms = [[geometry.cell_name(cell) for cell in arm] for arm in _arms(one, geometry)]
    if not arms:
        return ()
    first, *others = arms
    named = (*first, *chain(*((BREAK, *arm) for arm in others)))
    cell = cell_name(geometry, one.cell)
    return (type(one).__name__, cell, str(int(one.without_first)), *named)


def _arms(one: kinds.ChaosArrow | kinds.ChaosCount, geometry: Geometry) -> list[Cells]:
    """Return the arms of a clue, each with the first cell; none if it is not about regions."""
    arms = [one.others] if isinstance(one, kinds.ChaosCount) else [*one.arms] or [()]
    group = {*(geometry.cells_of_group(OF_REGIONS) or ())}
    is_named = one.cell not in group and {one.first, *chain(*arms)} <= group
    return [(one.first, *arm) for arm in arms] if is_named else []
