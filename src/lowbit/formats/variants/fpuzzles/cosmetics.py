"""Things of f-puzzles' JSON that are only drawn: lines, shapes, texts, cages, colours of cells.

The drawing of a constraint that is also stated is none of them. Places are told by cells: those of
a line by their middles, any other by the cells that it lies amid.
"""

from __future__ import annotations

import re
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from lowbit.cosmetics import Cosmetic
from lowbit.errors import FormatError
from lowbit.formats.variants.colors import color_of
from lowbit.formats.variants.fpuzzles.drawings import is_drawn_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lowbit.cosmetics import Spot

    Data = dict[str, Any]

CELL = re.compile(r"R(-?\d+)C(-?\d+)")

NOTE = re.compile(r"[A-Za-z]+: |FOW$|FOGLIGHT$|msgcorrect")
"""The start of a cage's value that tells SudokuPad something other than a constraint."""

LETTER = 0.7
"""The height of a text of size 1, in cells."""

BLACK = "#000000"


def cosmetics_of(data: Data) -> Iterator[Cosmetic]:
    """Yield what is only drawn.

    Raises
    ------
    FormatError
        If something is not as f-puzzles writes it.
    """
    yield from _colours(data["grid"])
    for key, read in DRAWN.items():
        items = data.get(key) or []
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise FormatError(f"{key} does not look as f-puzzles writes it")
        for item in items:
            if not is_drawn_for(item, data) and not NOTE.match(str(item.get("value") or "")):
                try:
                    yield from read(item)
                except (KeyError, TypeError, ValueError, IndexError, ZeroDivisionError) as error:
                    said = f"{key} does not look as f-puzzles writes it: {error}"
                    raise FormatError(said) from error


def _colours(rows: list[list[Data | None]]) -> Iterator[Cosmetic]:
    """Yield the colours of cells; of several in one, a band for each."""
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            named = (cell or {}).get("cArray") or [(cell or {}).get("c")]
            found = list(filter(None, map(color_of, named)))
            for at, color in enumerate(found):
                middle = column + (at + 0.5) / len(found), row + 0.5
                yield Cosmetic(
                    "rectangle", (middle,), color, width=1 / len(found), height=1, is_under=True
                )


def _middle(name: str) -> Spot:
    found = CELL.fullmatch(str(name))
    if not found:
        raise ValueError(f"{name!r} is not a cell, such as 'R1C1'")
    return int(found[2]) - 0.5, int(found[1]) - 0.5


def _between(names: list[str]) -> Spot:
    spots = [_middle(name) for name in names]
    x, y = (sum(numbers) / len(spots) for numbers in zip(*spots, strict=True))
    return x, y


def _lines(item: Data) -> Iterator[Cosmetic]:
    color = color_of(item.get("outlineC", "#cfcfcf"))
    for names in item.get("lines") or ():
        spots = tuple(map(_middle, names))
        yield Cosmetic("line", spots, color, width=float(item.get("width", 0.3)))


def _shape(kind: str) -> Callable[[Data], Iterator[Cosmetic]]:
    def read(item: Data) -> Iterator[Cosmetic]:
        middle = (_between(item["cells"]),)
        width, height, angle = (float(item.get(name) or 0) for name in ("width", "height", "angle"))
        color, border = color_of(item.get("baseC")), color_of(item.get("outlineC"))
        is_under = max(width, height) > 1  # lines run across it
        yield Cosmetic(kind, middle, color, border, width, height, angle=angle, is_under=is_under)
        yield from _words(item, middle, min(width, height) * LETTER)

    return read


def _text(item: Data) -> Iterator[Cosmetic]:
    yield from _words(item, (_between(item["cells"]),), float(item.get("size") or 1) * LETTER)


def _words(item: Data, middle: tuple[Spot], height: float) -> Iterator[Cosmetic]:
    text = str(item.get("value") or "")
    if text:
        yield Cosmetic("text", middle, color_of(item.get("fontC", BLACK)), height=height, text=text)


def _cage(item: Data) -> Iterator[Cosmetic]:
    cells = tuple(map(_middle, item["cells"]))
    text = str(item.get("value") or "")
    yield Cosmetic("outline", cells, color_of(item.get("outlineC", BLACK)), text=text)


DRAWN = {
    "line": _lines,
    "rectangle": _shape("rectangle"),
    "circle": _shape("ellipse"),
    "text": _text,
    "cage": _cage,
}
"""The reader of each key of things that are only drawn."""


def add_cosmetics(data: Data, cosmetics: Iterable[Cosmetic]) -> None:
    """Add what is only drawn to an object of f-puzzles' JSON, as near as its shapes allow.

    Examples
    --------
    >>> data = {"grid": [[{}]]}
    >>> add_cosmetics(data, [Cosmetic("line", ((0.5, 0.5), (1.5, 0.5)), "#ff0000", width=0.2)])
    >>> data["line"]
    [{'lines': [['R1C1', 'R1C2']], 'outlineC': '#ff0000', 'width': 0.2}]
    """
    for one in cosmetics:
        cell = _filled(data["grid"], one)
        if cell is not None:
            cell["cArray"] = [*cell.get("cArray", ()), one.color]
        else:
            key, item = _item(one)
            data.setdefault(key, []).append(item)


def _filled(rows: list[list[Data]], one: Cosmetic) -> Data | None:
    """Return the cell that a shape fills and f-puzzles colours; None of any other."""
    column, row = one.points[0]
    is_fill = one.kind == "rectangle" and one.is_under and not one.border and not one.angle
    is_whole = (one.width, one.height, column % 1, row % 1) == (1, 1, 0.5, 0.5)
    is_inside = 0 < row < len(rows) and 0 < column < len(rows[0])
    return rows[int(row)][int(column)] if is_fill and is_whole and is_inside else None


def _item(one: Cosmetic) -> tuple[str, Data]:
    """Return the key of a cosmetic and its item."""
    if one.kind in {"line", "arrow"}:
        cells = [_name(floor(x), floor(y)) for x, y in one.points]
        return "line", {"lines": [cells], "outlineC": one.color, "width": one.width}
    if one.kind == "outline":
        cells = [_name(floor(x), floor(y)) for x, y in one.points]
        return "cage", {
            "cells": cells,
            "outlineC": one.color,
            "fontC": one.color,
            "value": one.text,
        }
    cells = _names_around(one.points[0])
    if one.kind == "text":
        size = one.height / LETTER
        return "text", {"cells": cells, "value": one.text, "fontC": one.color, "size": size}
    look: Data = {"baseC": one.color, "outlineC": one.border, "width": one.width}
    look |= {"height": one.height, "angle": one.angle, "fontC": one.border, "value": one.text}
    return "circle" if one.kind == "ellipse" else "rectangle", {"cells": cells, **look}


def _name(column: int, row: int) -> str:
    return f"R{row + 1}C{column + 1}"


def _names_around(spot: Spot) -> list[str]:
    """Return the cells amid which a place lies, to half a cell: one, two or four."""
    x, y = (round(2 * at - 1) / 2 for at in spot)
    columns, rows = (sorted({floor(at), ceil(at)}) for at in (x, y))
    return [_name(column, row) for row in rows for column in columns]
