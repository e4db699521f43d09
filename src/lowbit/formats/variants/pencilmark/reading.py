"""Reading pencilmark's JSON.

::

    {"format": "sudoku-puzzle", "format_version": 1, "board": {"rows": 4, "cols": 4}, "digits": 4,
     "givens": [1, 0, 0, ...],                   row by row, 0 for a blank, null for no cell
     "rules": [{"type": "box_grid", "origin": "r1c1", "box": [2, 2]},
               {"type": "line", "kind": "thermo", "cells": ["r1c1", "r1c2"]}, ...],
     "candidates": {"r1c2": [2, 3]}, "meta": {"title": "...", "author": "...", "rules_text": "..."}}

Nothing is implied: rows, columns and boxes are rules, too. A rule that lowbit does not know is
refused by name; decorations and styles do not affect solutions, and are ignored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lowbit.constraints import AllDifferent
from lowbit.constraints.scale import mask_where
from lowbit.errors import FormatError, InputError
from lowbit.formats.variants.boards import board_with
from lowbit.formats.variants.pencilmark.rule_reader import RuleReader
from lowbit.formats.variants.pencilmark.rules import READERS
from lowbit.formats.variants.puzzle_format import json_object
from lowbit.grid import Grid, Masks
from lowbit.houses import MAX_SIZE
from lowbit.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry

    Data = dict[str, Any]

FORM = "sudoku-puzzle"

SILENT = {"$schema", "solution", "decorations", "style", "ext"}
"""The keys that do not affect solutions."""

KEYS = {"format", "format_version", "meta", "board", "digits", "givens", "candidates", "rules"}

HOUSES = {"grid", "box_grid", "box", "row", "column"}
"""The types of rules that describe the board."""


def is_pencilmark(text: str) -> bool:
    """Return whether a text is an object of JSON that names this format.

    Examples
    --------
    >>> is_pencilmark('{"format": "sudoku-puzzle"}'), is_pencilmark("{}")
    (True, False)
    """
    data = json_object(text)
    return data is not None and data.get("format") == FORM


def read_pencilmark(text: str) -> Puzzle:
    """Return the puzzle of pencilmark's JSON.

    Raises
    ------
    FormatError
        If it cannot be read, or has a rule or a board that lowbit does not know.

    Examples
    --------
    >>> from lowbit.formats.variants.pencilmark import write_pencilmark
    >>> puzzle = Puzzle("1" + "." * 15, geometry="4x4")
    >>> read_pencilmark(write_pencilmark(puzzle)) == puzzle
    True
    """
    data = json_object(text)
    if data is None or data.get("format") != FORM:
        raise FormatError(f"this is no JSON whose format is {FORM}")
    try:
        return _puzzle(data)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        if isinstance(error, FormatError):
            raise
        said = f": {error}" if isinstance(error, InputError) else ""
        lack = f": it lacks {error}" if isinstance(error, KeyError) else said
        raise FormatError(f"this is not as pencilmark writes it{lack}") from error


def _puzzle(data: Data) -> Puzzle:
    if data.get("format_version") != 1:
        raise FormatError(f"version 1 of {FORM} is read, not {data.get('format_version')!r}")
    unknown = sorted(data.keys() - KEYS - SILENT)
    if unknown:
        raise FormatError(f"{unknown[0]!r} is a key that lowbit does not know")
    geometry, extras = _board(data)
    reader = RuleReader(geometry, data["rules"])
    constraints = [*extras, *_constraints(reader)]
    meta = data.get("meta") or {}
    texts: dict[str, Any] = {name: str(meta.get(key) or "") for name, key in TEXTS.items()}
    return Puzzle(Grid(Masks(list(_masks(data, geometry))), geometry), constraints, **texts)


TEXTS = {"title": "title", "author": "author", "rules": "rules_text"}


def _board(data: Data) -> tuple[Geometry, list[Constraint]]:
    """Return the board, and constraints for those of its houses that no such board has."""
    rows, columns, size = data["board"]["rows"], data["board"]["cols"], data["digits"]
    if rows * columns != len(data["givens"]):  # which also bounds them, whatever a file says
        raise FormatError(
            f"the board has {rows} x {columns} cells, the givens are {len(data['givens'])}"
        )
    if size > MAX_SIZE:
        raise FormatError(f"a board has up to {MAX_SIZE} digits, not {size}")
    if None in data["givens"]:
        raise FormatError("a board with holes is not read")
    houses = list(_houses(data, rows, columns))
    lines = [set(range(row * columns, (row + 1) * columns)) for row in range(rows)]
    lines += [set(range(column, rows * columns, columns)) for column in range(columns)]
    if not all(line in map(set, houses) for line in lines):
        raise FormatError("a board without all rows and columns as houses is not read")
    others = [house for house in houses if set(house) not in lines]
    regions: list[int | None] = [None] * (rows * columns)
    extras: list[Constraint] = []
    for number, house in enumerate(others):
        if any(regions[cell] is not None for cell in house):
            extras.append(AllDifferent(tuple(sorted(house))))
        else:
            for cell in house:
                regions[cell] = number
    return board_with(rows, columns, range(1, size + 1), regions), extras


def _houses(data: Data, rows: int, columns: int) -> Iterator[list[int]]:
    """Yield the houses that rules describe, each once, in their order."""
    size, seen = data["digits"], set()
    for rule in data["rules"]:
        if rule.get("type") not in HOUSES:
            continue
        cells = [_cell(name, rows, columns) for name in rule.get("cells", ())]
        found = [cells] if cells else _grid_houses(rule, rows, columns, size)
        for house in found:
            if frozenset(house) not in seen:
                seen.add(frozenset(house))
                yield house


def _grid_houses(rule: Data, rows: int, columns: int, size: int) -> list[list[int]]:
    """Return the rows, columns and boxes of a grid, which has as many of each as digits."""
    top, left = divmod(_cell(rule["origin"], rows, columns), columns)
    if top + size > rows or left + size > columns:
        raise FormatError(f"{rule['type']} at {rule['origin']} reaches over the rim")
    cells = [[(top + row) * columns + left + at for at in range(size)] for row in range(size)]
    houses = cells + [list(column) for column in zip(*cells, strict=True)]
    if rule["type"] == "grid":
        return houses
    height, width = rule["box"]
    if height * width != size:
        raise FormatError(f"boxes of {height}x{width} cells do not hold {size} digits")
    for row in range(0, size, height):
        for column in range(0, size, width):
            strips = (line[column : column + width] for line in cells[row : row + height])
            houses.append([cell for strip in strips for cell in strip])
    return houses


def _cell(name: str, rows: int, columns: int) -> int:
    row, column = (int(part) - 1 for part in name.removeprefix("r").split("c"))
    if not (0 <= row < rows and 0 <= column < columns):
        raise FormatError(f"{name} is not a cell of this board")
    return row * columns + column


def _constraints(reader: RuleReader) -> Iterator[Constraint]:
    for number, rule in enumerate(reader.rules, 1):
        name = rule["type"]
        if name in HOUSES:
            continue
        if name not in READERS:
            raise FormatError(f"rule {number}: {name!r} is a type that lowbit does not know")
        try:
            yield from READERS[name](reader, rule)
        except InputError as error:
            raise FormatError(f"rule {number}, {name}: {error}") from error


def _masks(data: Data, geometry: Geometry) -> Iterator[int]:
    candidates = {name.lower(): values for name, values in (data.get("candidates") or {}).items()}
    for cell, given in enumerate(data["givens"]):
        if isinstance(given, bool) or given not in {0, *geometry.values}:
            raise FormatError(f"{geometry.cell_name(cell)} cannot hold {given!r}")
        values = [given] if given else candidates.get(geometry.cell_name(cell), geometry.values)
        yield mask_where(geometry, set(values).__contains__)
