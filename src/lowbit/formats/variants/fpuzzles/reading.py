"""Reading f-puzzles' JSON: the board, the givens, and the meaning of each key.

Things that are only drawn become cosmetics (`cosmetics`). The drawing of a constraint that is also
stated, and whatever does not affect solutions (fog, a solver's settings), is ignored.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from lowbit.constraints.scale import mask_where
from lowbit.cosmetics import in_words as drawn_in_words
from lowbit.errors import FormatError, InputError
from lowbit.formats.variants.boards import board_with, usual_tiles
from lowbit.formats.variants.fpuzzles.cosmetics import DRAWN, cosmetics_of
from lowbit.formats.variants.fpuzzles.items import READERS, KeyPlaces, whole
from lowbit.formats.variants.fpuzzles.rules import rules_of
from lowbit.formats.variants.progress import in_words, named_cells
from lowbit.grid import Grid, Masks
from lowbit.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry
    from lowbit.nesting import Json

    Data = dict[str, Any]

TEXTS = {"title": "title", "author": "author", "ruleset": "rules"}
"""The keys of texts, and their names in a Puzzle."""

IGNORED = {
    *("size", "grid", "solution", "fogofwar", "foglight", "disabledlogic"),
    *("truecandidatesoptions", "successMessage", "highlightConflicts", "metaData", "id"),
}
"""Keys that are read elsewhere, or do not affect solutions."""


def puzzle_of(data: Data) -> Puzzle:
    """Return the puzzle that an object of f-puzzles' JSON describes.

    Raises
    ------
    FormatError
        If something in it is not understood; the message names the key, the item and the fault.
    """
    geometry = _board(data)
    allowed = Masks(list(_masks(data["grid"], geometry)))
    constraints = list(_constraints(data, geometry))
    texts = {name: str(data.get(key) or "") for key, name in TEXTS.items()}
    if texts["rules"] and texts["rules"] == rules_of(data):
        texts["rules"] = ""  # `writing` adds them where there are none
    try:
        seen = cosmetics_of(data)
        return Puzzle(Grid(allowed, geometry), constraints, **texts, cosmetics=seen)
    except InputError as error:
        raise FormatError(str(error)) from error


def left_out_in(data: Data) -> str:
    """Return in words what is only drawn in an object, and the digits and marks of a player.

    Candidates in the centre that are given, too, are how SudokuPad shows these.
    """
    digits, n_marks = {}, 0
    for name, cell in named_cells(data["grid"]):
        if cell.get("value") and not cell.get("given"):
            digits[name] = cell["value"]
        centre = cell.get("centerPencilMarks")
        is_own = bool(centre) and centre != cell.get("givenPencilMarks")
        n_marks += is_own or bool(cell.get("cornerPencilMarks"))
    return "; ".join(filter(None, (in_words(digits, n_marks), drawn_in_words(cosmetics_of(data)))))


def _board(data: Data) -> Geometry:
    grid = data.get("grid")
    if not isinstance(grid, list) or not all(isinstance(row, list) for row in grid):
        raise FormatError("the key grid is not a list of rows")
    size = len(grid)
    if not all(cell is None or isinstance(cell, dict) for row in grid for cell in row):
        raise FormatError("the key grid has what is no cell")
    if data.get("size", size) != size:
        raise FormatError(f"size is {data['size']!r}, but the grid has {size} rows")
    if any(len(row) != size for row in grid):
        raise FormatError(f"the grid is no square of {size} rows and columns")
    cells = [cell or {} for row in grid for cell in row]
    usual = _usual_regions(size)
    regions = [_region(cell, own) for cell, own in zip(cells, usual, strict=True)]
    is_plain = regions == usual and not usual_tiles(size, size)
    return board_with(size, size, range(1, size + 1), [None] * len(cells) if is_plain else regions)


def _usual_regions(size: int) -> list[int]:
    """Return the region of each cell that states none: its box, or its row if there are none."""
    box_of = {cell: at for at, box in enumerate(usual_tiles(size, size)) for cell in box}
    return [box_of.get(cell, cell // size) for cell in range(size * size)]


def _region(cell: Data, usual: int) -> int | None:
    """Return the region of a cell, which is stated unless it is that of an ordinary board."""
    region = cell.get("region", usual)
    return None if region is None or whole(region) < 0 else whole(region)


def _masks(grid: list[list[Data | None]], geometry: Geometry) -> Iterator[int]:
    cells = (cell or {} for row in grid for cell in row)
    for at, cell in enumerate(cells):
        values = cell.get("givenPencilMarks") or geometry.values
        if cell.get("given") and cell.get("value"):
            values = [cell["value"]]
        if isinstance(values, (str, dict)) or not isinstance(values, Iterable):
            raise FormatError(f"grid: {geometry.cell_name(at)} has no list of values: {values!r}")
        try:
            mask = mask_where(geometry, set(map(whole, values)).__contains__)
        except FormatError as error:
            raise FormatError(f"grid: {geometry.cell_name(at)}: {error}") from error
        if not mask:
            raise FormatError(f"grid: {geometry.cell_name(at)} cannot hold {_listed(values)}")
        yield mask


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))


def _constraints(data: Data, geometry: Geometry) -> Iterator[Constraint]:
    places = KeyPlaces(geometry, data)
    for key, value in data.items():
        if key in IGNORED or key in TEXTS or key in DRAWN or not value:
            continue
        if key not in READERS:
            raise FormatError(f"{key} is a constraint that lowbit does not know")
        yield from _fitting(places, key, value)


ERRORS = (ValueError, TypeError, KeyError, AttributeError, IndexError)
"""The errors of reading a value that is not as f-puzzles writes it."""


def _fitting(places: KeyPlaces, key: str, value: Json) -> list[Constraint]:
    """Return the constraints under a key, which fit the board."""
    try:
        found = list(READERS[key](places, value))
        for constraint in found:
            constraint.require_fit(places.geometry)
    except ERRORS as error:
        where = f"{key}{_item_with_error(places, key, value)}"
        if isinstance(error, InputError):
            raise FormatError(f"{where}: {error}") from error
        lack = f": an item lacks {error}" if isinstance(error, KeyError) else ""
        raise FormatError(f"{where} does not look as f-puzzles writes it{lack}") from error
    return found


def _item_with_error(places: KeyPlaces, key: str, value: object) -> str:
    """Return which of several items cannot be read; nothing if there is but one."""
    items = value if isinstance(value, list) else []
    for number, item in enumerate(items if len(items) > 1 else (), 1):
        try:
            for constraint in READERS[key](places, [item]):
                constraint.require_fit(places.geometry)
        except ERRORS:
            return f", item {number}"
    return ""
