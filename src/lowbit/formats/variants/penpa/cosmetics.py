"""Things that Penpa's tools draw without a meaning: colours of cells, lines, circles, squares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lowbit.cosmetics import Cosmetic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.cosmetics import Spot
    from lowbit.formats.variants.penpa.drawing import PenpaDrawing

COLORS: Final = {
    1: "#555555",
    2: "#87ceeb",
    3: "#cccccc",
    4: "#000000",
    5: "#4dc95e",
    6: "#f7a1a1",
    7: "#f7e58d",
    8: "#c0c0ff",
    9: "#ffb3ff",
    10: "#ffd699",
    11: "#d2b48c",
    12: "#b3ffff",
}
"""The colours of cells by number."""

LINE, CIRCLE, DISC = "#888888", 0.7, "#d3d3d3"


def cosmetics_of(drawing: PenpaDrawing) -> Iterator[Cosmetic]:
    """Yield the colours of cells, lines from cell to cell, and circles and squares in cells."""
    width = drawing.width
    top, left = divmod(drawing.cells[0], width)

    def middle(point: int) -> Spot:
        row, column = divmod(point, width)
        return column - left + 0.5, row - top + 0.5

    for name, number in _items(drawing, "surface"):
        color = COLORS.get(number, COLORS[3]) if isinstance(number, int) else COLORS[3]
        yield Cosmetic("rectangle", (middle(int(name)),), color, width=1, height=1, is_under=True)
    for key in ("line", "freeline"):
        for name, _ in _items(drawing, key):
            ends = [int(end) for end in name.split(",") if end.isdecimal()]
            if len(ends) == 2 and max(ends) < drawing.n_points:
                yield Cosmetic("line", tuple(map(middle, ends)), LINE, width=0.08)
    begun = {path[0] for path in drawing.items.get("arrows") or () if path}
    for name, symbol in _items(drawing, "symbol"):
        kind = {"circle": "ellipse", "square": "rectangle"}.get(str(symbol[1]).split("_")[0])
        if kind and int(name) < drawing.n_points and int(name) not in begun:
            yield Cosmetic(
                kind, (middle(int(name)),), "", DISC, width=CIRCLE, height=CIRCLE, is_under=True
            )


def _items(drawing: PenpaDrawing, key: str) -> Iterator[tuple[str, Any]]:
    found = drawing.items.get(key)
    yield from ((str(name), item) for name, item in (found or {}).items() if item)
