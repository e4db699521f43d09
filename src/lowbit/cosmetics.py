"""Cosmetics: the lines, shapes, texts and outlines that setters drew on a board without saying it.

A picture shows them, and nothing else heeds them: what they mean stands in the rules, for people.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import MISSING, asdict, dataclass, fields
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from lowbit.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.nesting import Json

Spot: TypeAlias = tuple[float, float]
"""A place on a board: to the right and down from its top left corner, in cells."""

KINDS: Final = ("line", "arrow", "outline", "rectangle", "ellipse", "text")

FARTHEST: Final = 100
"""No number of a cosmetic is farther from 0."""

MOST_POINTS: Final = 5000

COLOR: Final = re.compile("#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
class Cosmetic:
    """Something that is drawn on a board and says nothing.

    Parameters
    ----------
    kind : {'line', 'arrow', 'outline', 'rectangle', 'ellipse', 'text'}
        Its shape; an outline goes around cells.
    points : tuple of tuple of two float
        The points of a line, the middles of the cells of an outline, else its middle: each to the
        right and down from the top left corner of the board, in cells.
    color : str, default ''
        The colour of a line or text, or that within a shape, as ``#rrggbb``; none if empty.
    border : str, default ''
        The colour of the rim of a shape.
    width, height : float
        The size of a shape in cells; the width of a line; the height of a text.
    angle : float, default 0
        The degrees by which a shape is turned clockwise.
    text : str, default ''
        The words of a text, or in the corner of an outline.
    is_under : bool, default False
        Whether a shape lies behind lines rather than on them.

    Raises
    ------
    InputError
        If a field is not what it should be.

    Examples
    --------
    >>> Cosmetic("line", ((0.5, 0.5), (1.5, 0.5)), "#cfcfcf", width=0.3).kind
    'line'
    """

    kind: str
    points: tuple[Spot, ...]
    color: str = ""
    border: str = ""
    width: float = 0.0
    height: float = 0.0
    angle: float = 0.0
    text: str = ""
    is_under: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", tuple(map(tuple, self.points)))
        numbers = (
            self.width,
            self.height,
            self.angle / 4,
            *(at for spot in self.points for at in spot),
        )
        if self.kind not in KINDS:
            raise InputError(f"a cosmetic is one of {', '.join(KINDS)}, not {self.kind!r}")
        if not 0 < len(self.points) <= MOST_POINTS or {*map(len, self.points)} != {2}:
            raise InputError(f"a cosmetic has from 1 to {MOST_POINTS} points of two numbers")
        if not all(isfinite(number) and abs(number) <= FARTHEST for number in numbers):
            raise InputError(f"a number of a cosmetic is farther than {FARTHEST} cells from 0")
        if not all(not color or COLOR.fullmatch(color) for color in (self.color, self.border)):
            raise InputError(f"a colour is as #rrggbb, not {self.color!r} or {self.border!r}")


def to_json(cosmetics: Iterable[Cosmetic]) -> list[dict[str, Any]]:
    """Return cosmetics as values that JSON knows, without fields that are as usual.

    Examples
    --------
    >>> to_json([Cosmetic("text", ((1, 1),), "#000000", height=0.5, text="A")])
    [{'kind': 'text', 'points': [[1, 1]], 'color': '#000000', 'height': 0.5, 'text': 'A'}]
    """
    usual = {
        field.name: field.default for field in fields(Cosmetic) if field.default is not MISSING
    }
    return [
        {
            name: [list(spot) for spot in value] if name == "points" else value
            for name, value in asdict(one).items()
            if name not in usual or value != usual[name]
        }
        for one in cosmetics
    ]


def from_json(said: Json) -> tuple[Cosmetic, ...]:
    """Return the cosmetics that `to_json` wrote.

    Raises
    ------
    InputError
        If these are none.
    """
    try:
        return tuple(Cosmetic(**one) for one in said)
    except (TypeError, ValueError, AttributeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"a cosmetic is not as it must be: {error}") from error


def in_words(cosmetics: Iterable[Cosmetic]) -> str:
    """Return in words what is only drawn; empty if nothing is.

    Examples
    --------
    >>> in_words([Cosmetic("line", ((1, 1),)), Cosmetic("text", ((1, 1),), text="A")])
    'only drawn, and not enforced (what it means stands in the rules, if anywhere): 1 line, 1 text'
    """
    numbers = Counter(one.kind for one in cosmetics)
    said = ", ".join(f"{n} {kind}{'s' * (n > 1)}" for kind, n in numbers.items())
    note = "only drawn, and not enforced (what it means stands in the rules, if anywhere)"
    return f"{note}: {said}" if said else ""
