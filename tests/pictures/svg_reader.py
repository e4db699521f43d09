"""Read back from a picture what stands where."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from lowbit.pictures.measures import CELL, MARGIN
from lowbit.pictures.parts import CAP_HEIGHT

if TYPE_CHECKING:
    from lowbit.geometry import Geometry

SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = re.compile(r"-?\d+")

Digits = dict[int, str]


def root(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own text


def classes(svg: str) -> list[str]:
    return [part.get("class", "") for part in root(svg) if part.get("class")]


def part(svg: str, name: str) -> ET.Element | None:
    return next((part for part in root(svg) if part.get("class") == name), None)


def words(svg: str, name: str) -> list[tuple[float, float, str]]:
    """Return what a part says, with the middle of each word."""
    group = part(svg, name)
    if group is None:
        return []
    up = CAP_HEIGHT / 2 * float(group.get("font-size", ""))
    assert group.get("text-anchor") == "middle"
    return [
        (float(text.get("x", "")), float(text.get("y", "")) - up, text.text or "")
        for text in group.iter(f"{SVG}text")
    ]


def digits(svg: str, name: str, board: Geometry) -> Digits:
    """Return the digits of a part, each of which must stand in the middle of its cell."""
    found = {}
    for x, y, word in words(svg, name):
        column, right = divmod(x - MARGIN, CELL)
        row, down = divmod(y - MARGIN, CELL)
        assert right == CELL / 2
        assert abs(down - CELL / 2) < 0.1
        found[int(row) * board.size + int(column)] = word
    return found


def marks(svg: str, name: str, board: Geometry) -> list[str]:
    """Return the small words in each cell, put together."""
    cells = [""] * board.n_cells
    for x, y, word in words(svg, name):
        cell = int((y - MARGIN) // CELL) * board.size + int((x - MARGIN) // CELL)
        cells[cell] += word
    return cells


def filled(svg: str, name: str, board: Geometry) -> set[int]:
    """Return the cells that a fill covers."""
    path = part(svg, name)
    cells = set()
    for rectangle in path.get("d", "").split("z")[:-1] if path is not None else ():
        x, y, width, height = map(int, NUMBERS.findall(rectangle)[:4])
        assert height == CELL
        first = (y - MARGIN) // CELL * board.size + (x - MARGIN) // CELL
        cells |= set(range(first, first + width // CELL))
    return cells


def borders(svg: str, board: Geometry) -> set[frozenset[int]]:
    """Return the pairs of neighbours that a border parts."""
    path = part(svg, "frame")
    assert path is not None
    found = set()
    for x1, y1, way, end in re.findall(r"M(\d+) (\d+)([VH])(\d+)", path.get("d", "")):
        x, y, stop = int(x1) - MARGIN, int(y1) - MARGIN, int(end) - MARGIN
        for at in range(y if way == "V" else x, stop, CELL):
            row, column = (at, x) if way == "V" else (y, at)
            cell = row // CELL * board.size + column // CELL
            other = cell - 1 if way == "V" else cell - board.size
            if 0 < (column if way == "V" else row) < board.size * CELL:
                found.add(frozenset((cell, other)))
    return found
