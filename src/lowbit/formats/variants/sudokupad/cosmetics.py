"""Things of SudokuPad's JSON that are only drawn: lines, arrows, shapes, texts, outlines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lowbit.cosmetics import Cosmetic
from lowbit.formats.variants.colors import color_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.cosmetics import Spot

    Data = dict[str, Any]

PIXELS: Final = 64
"""The pixels of a cell, in which thicknesses and sizes of letters are given."""

LETTERS: Final = 28
"""The usual size of letters."""

BLACK: Final = "#000000"


def cosmetics_of(data: Data) -> Iterator[Cosmetic]:
    """Yield what is drawn beside givens, regions and cages."""
    for kind, key in (("line", "lines"), ("arrow", "arrows")):
        for item in data.get(key) or ():
            yield from _line(kind, item)
    for key in ("underlays", "overlays"):
        for item in data.get(key) or ():
            yield from _shape(item, is_under=key == "underlays")


def outline_of(cage: Data, text: str) -> Cosmetic:
    """Return a cage that is only drawn."""
    cells = tuple((column + 0.5, row + 0.5) for row, column in cage["cells"])
    return Cosmetic("outline", cells, color_of(cage.get("borderColor", BLACK)), text=text)


def _line(kind: str, item: Data) -> Iterator[Cosmetic]:
    points = tuple(map(_spot, item.get("wayPoints") or ()))
    color = color_of(item.get("color", BLACK))
    if points and color:
        width = float(item.get("thickness") or 4) / PIXELS
        yield Cosmetic(kind, points, color, width=width)


def _shape(item: Data, *, is_under: bool) -> Iterator[Cosmetic]:
    if not item.get("center"):
        return
    middle = (_spot(item["center"]),)
    width, height, angle = (float(item.get(name) or 0) for name in ("width", "height", "angle"))
    color, border = (color_of(item.get(name)) for name in ("backgroundColor", "borderColor"))
    if (color or border) and width and height:
        kind = "ellipse" if item.get("rounded") else "rectangle"
        yield Cosmetic(kind, middle, color, border, width, height, angle=angle, is_under=is_under)
    text = str(item.get("text") if item.get("text") is not None else "").strip()
    if text:
        height = float(item.get("fontSize") or LETTERS) / PIXELS
        yield Cosmetic("text", middle, color_of(item.get("color", BLACK)), height=height, text=text)


def _spot(place: list[float]) -> Spot:
    row, column = place
    return float(column), float(row)
