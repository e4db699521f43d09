"""Drawings of the constraints that f-puzzles itself does not have.

f-puzzles ignores keys that it does not know, and SudokuPad draws only the constraints of f-puzzles.
A constraint that an extension adds to both is therefore written twice: under a key of its own, and
as a plain line, circle, cage or text that names it. The extension drops such drawings when
it opens a link, and so does `reading`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.nesting import Json

    Item = dict[str, Any]

BY_EXTENSION = ("fromConstraint", "isNewConstraint", "isLLConstraint", "fromRangskSolver")
"""Marks of a drawing that stands for a constraint; newer ones name it."""

OTHER_NAMES = {
    "germanwhispers": "whispers",
    "dutchwhispers": "whispers",
    "entropic": "entropicline",
}
"""The keys of constraints that drawings call by another name."""

BLACK = "#000000"


class KeyEntry(NamedTuple):
    """A key, and an item of the list under it; or its value, if that is not a list."""

    key: str
    value: Any


class Line(NamedTuple):
    """The look of a line: its name, colour, width in cells, and the shapes at its ends."""

    name: str
    color: str
    width: float
    shape: str = "circle"
    ends: tuple[int, ...] = ()


class ClueSign(NamedTuple):
    """The look of a clue beside a row or column: its name, and the sign around its number."""

    name: str
    sign: str


LINES = {
    "doublearrow": Line("Double Arrow", "#C54B8B", 0.15, ends=(0, -1)),
    "entropicline": Line("Entropic Line", "#FFCCAA", 0.16),
    "lockout": Line("Lockout", "#7FA9E0", 0.1, "rectangle", ends=(0, -1)),
    "modularline": Line("Modular Line", "#33BBBB", 0.16),
    "nabner": Line("Nabner", "#C9C883", 0.25),
    "regionsumline": Line("Region Sum Line", "#2ECBFF", 0.16),
    "renban": Line("Renban", "#F067F0", 0.25),
    "slowthermometer": Line("Slow Thermometer", "#6495ED", 0.3, ends=(0,)),
    "whispers": Line("German Whispers", "#67F067", 0.19),
    "zipperline": Line("Zipper Line", "#CDB1EC", 0.16),
}
DUTCH = Line("Dutch Whispers", "#FF9A00", 0.19)

CAGES = {
    "boxindexer": ("Box Indexer", "#7C7CC7"),
    "columnindexer": ("Column Indexer", "#C77C7C"),
    "rowindexer": ("Row Indexer", "#7CC77C"),
}

CLUES = {"skyscraper": ClueSign("Skyscraper", "\u25af"), "xsum": ClueSign("X Sum", "\u25ef")}


def usual_whisper(size: int) -> int:
    """Return the difference of a German whisper: 5 on a board of 9 values.

    Examples
    --------
    >>> usual_whisper(9), usual_whisper(6)
    (5, 3)
    """
    return (size + 1) // 2


def drawings_of(key: str, item: Item, size: int) -> Iterator[KeyEntry]:
    """Yield the drawings of an item under a key; none if f-puzzles draws it itself.

    Examples
    --------
    >>> list(drawings_of("rowindexer", {"cells": ["R1C1"]}, 9))[0].value["fromConstraint"]
    'Row Indexer'
    >>> list(drawings_of("thermometer", {"lines": [["R1C1", "R1C2"]]}, 9))
    []
    """
    if key in LINES:
        is_german = key != "whispers" or int(item["value"]) >= usual_whisper(size)
        yield from _line(LINES[key] if is_german else DUTCH, item)
    elif key in CAGES:
        name, color = CAGES[key]
        yield _named("cage", name, cells=item["cells"], outlineC=color, fontC=BLACK)
    elif key in CLUES:
        yield from _clue(CLUES[key], item)


def is_drawn_for(drawing: Item, data: Item) -> bool:
    """Return whether something is drawn for a constraint that has a key of its own.

    Examples
    --------
    >>> is_drawn_for({"fromConstraint": "Dutch Whispers"}, {"whispers": [{"lines": []}]})
    True
    >>> is_drawn_for({"fromConstraint": "Renban"}, {}), is_drawn_for({}, {})
    (False, False)
    """
    marks = [drawing[mark] for mark in BY_EXTENSION if drawing.get(mark)]
    names = {mark.lower().replace(" ", "") for mark in marks if isinstance(mark, str)}
    return bool(marks) and all(data.get(OTHER_NAMES.get(name, name)) for name in names)


def _line(style: Line, item: Item) -> Iterator[KeyEntry]:
    lines = item["lines"]
    yield _named("line", style.name, lines=lines, outlineC=style.color, width=style.width)
    look = {"baseC": style.color, "outlineC": style.color, "width": 0.8, "height": 0.8}
    if style.shape == "rectangle":
        look |= {"width": 0.5, "height": 0.5, "angle": 45}
    for end in style.ends:
        for line in lines:
            yield _named(style.shape, style.name, cells=[line[end]], **look)


def _clue(style: ClueSign, item: Item) -> Iterator[KeyEntry]:
    cells = [item["cell"]]
    yield _named("text", style.name, cells=cells, value=style.sign, fontC=BLACK, size=1.2)
    yield _named("text", style.name, cells=cells, value=item["value"], fontC=BLACK, size=0.7)


def _named(key: str, name: str, **look: Json) -> KeyEntry:
    return KeyEntry(key, {**look, BY_EXTENSION[0]: name})
