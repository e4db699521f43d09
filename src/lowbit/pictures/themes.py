"""Themes: the colours of a picture.

Every digit has a contrast of at least 4.5 to 1 with anything that may be behind it, as WCAG 2.2
requires of text; a test measures it. Givens are also bold, for people who do not see colours.
"""

from __future__ import annotations

from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lowbit.arguments import unknown
from lowbit.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.pictures.parts import Paint

AUTO: Final = "auto"
"""Light or dark, as the reader's system has it; light if that is unknown."""


N_COLOURS: Final = 8
"""The number of colours that a player has."""

DARKEST: Final = 0.08
"""The lightness that white becomes on dark paper."""

WASH: Final = 0.5
"""The share of a colour of a constraint or a role where it fills cells: others lie on it."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of everything that a picture can show, as ``#rrggbb``.

    Parameters
    ----------
    paper : str
        Behind everything.
    given, solved, candidate, marked, weight, caption : str
        The text; the candidates that a step marks are `marked`.
    frame, rule : str
        The borders of boxes, and those of cells.
    tint, diagonal : str
        The extra houses: behind their cells, and the line along a diagonal.
    cell, mark, house : str
        Behind a highlighted cell and around it, and behind the cells of a highlighted house.
    coldest, hottest : str
        The ends of the scale of a heat map.
    region : tuple of two float
        Lightness and saturation of the colours that distinguish extra houses.
    roles : tuple of str
        Behind the candidates of a step, by their role.
    placed, struck : str
        Behind the candidates that a step places, and those that it eliminates.
    stroke, cover, link : str
        Across eliminated candidates, around the cover houses of a fish, and the links of chains.
    inks : tuple of str
        The colours of constraints, in the order of `lowbit.pictures.variants.shapes.INKS`.
    paints : tuple of str
        The colours that a player gives to cells.
    owned : {'kept', 'inverted', 'grey'}
        How the colours that cosmetics bring are shown.
    """

    paper: str
    given: str
    solved: str
    candidate: str
    marked: str
    weight: str
    caption: str
    frame: str
    rule: str
    tint: str
    diagonal: str
    cell: str
    mark: str
    house: str
    coldest: str
    hottest: str
    region: tuple[float, float]
    roles: tuple[str, ...]
    placed: str
    struck: str
    stroke: str
    cover: str
    link: str
    inks: tuple[str, ...]
    paints: tuple[str, ...]
    owned: str = "kept"

    def color(self, paint: Paint) -> str:
        """Return the colour of a paint.

        Examples
        --------
        >>> from lowbit.pictures.parts import Paint
        >>> THEMES["print"].color(Paint("given")), THEMES["print"].color(Paint("heat", 0))
        ('#000000', '#ffffff')
        """
        if paint.name == "heat":
            return _between(self.coldest, self.hottest, (paint.amount or 0) / 100)
        if paint.name == "region":
            lightness, saturation = self.region
            rgb = hls_to_rgb((paint.amount or 0) / 100, lightness, saturation)
            return _hex(round(255 * part) for part in rgb)
        if paint.name == "own":
            return _shown((paint.amount or 0).to_bytes(3, "big"), self.owned)
        if paint.name in {"role", "role-wash"}:
            color = self.roles[paint.amount or 0]
        elif paint.name == "paint":
            color = self.paints[paint.amount or 0]
        elif paint.name in {"ink", "wash"}:
            color = self.inks[paint.amount or 0]
        else:
            return str(getattr(self, paint.name))
        return _between(self.paper, color, WASH) if paint.name.endswith("wash") else color


def theme_named(name: str) -> Theme:
    """Return the theme with this name.

    Raises
    ------
    InputError
        If there is none.
    """
    if name == AUTO:
        return THEMES["light"]
    if name not in THEMES:
        raise InputError(unknown("theme", name, NAMES))
    return THEMES[name]


def _shown(color: bytes, owned: str) -> str:
    """Return a colour of a cosmetic: on dark paper as light as it is dark, in print a grey."""
    red, green, blue = (part / 255 for part in color)
    hue, lightness, saturation = rgb_to_hls(red, green, blue)
    if owned == "inverted":
        rgb = hls_to_rgb(hue, DARKEST + (1 - DARKEST) * (1 - lightness), saturation * 0.8)
        return _hex(round(255 * part) for part in rgb)
    if owned == "grey":
        return _hex([round(255 * (0.3 * red + 0.59 * green + 0.11 * blue))] * 3)
    return _hex(color)


def _between(low: str, high: str, share: float) -> str:
    ends = zip(_rgb(low), _rgb(high), strict=True)
    return _hex(round(start + share * (end - start)) for start, end in ends)


def _rgb(color: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


def _hex(parts: Iterable[int]) -> str:
    return f"#{bytes(parts).hex()}"


THEMES: Final = {
    "light": Theme(
        paper="#ffffff",
        given="#111827",
        solved="#1e40af",
        candidate="#475161",
        marked="#111827",
        weight="#475161",
        caption="#111827",
        frame="#111827",
        rule="#9ca3af",
        tint="#e5e7eb",
        diagonal="#d1d5db",
        cell="#fde68a",
        mark="#d97706",
        house="#fef6d3",
        coldest="#ffffff",
        hottest="#fdba74",
        region=(0.93, 0.6),
        roles=("#93c5fd", "#fcd34d", "#c4b5fd", "#5eead4", "#f9a8d4"),
        placed="#4ade80",
        struck="#fca5a5",
        stroke="#dc2626",
        cover="#7c3aed",
        link="#2563eb",
        inks=(
            *("#d1d5db", "#86efac", "#f0abfc", "#93c5fd", "#fdba74", "#5eead4"),
            *("#fde047", "#fca5a5", "#c4b5fd", "#475161", "#ffffff", "#111827", "#9aa3af"),
        ),
        paints=(
            *("#f9b9b3", "#fdd08f", "#f5e773", "#b4e3a1", "#9be0d5", "#a9cffb"),
            *("#d3c0fa", "#c9cdd2"),
        ),
    ),
    "dark": Theme(
        paper="#111827",
        given="#f9fafb",
        solved="#93c5fd",
        candidate="#bac0ca",
        marked="#f9fafb",
        weight="#bac0ca",
        caption="#f9fafb",
        frame="#d1d5db",
        rule="#4b5563",
        tint="#273244",
        diagonal="#414b5a",
        cell="#6b4410",
        mark="#fbbf24",
        house="#33301f",
        coldest="#111827",
        hottest="#7c2d12",
        region=(0.17, 0.4),
        roles=("#1d4ed8", "#92580e", "#6d28d9", "#0f766e", "#9d174d"),
        placed="#15803d",
        struck="#991b1b",
        stroke="#f87171",
        cover="#a78bfa",
        link="#60a5fa",
        inks=(
            *("#414b5a", "#166534", "#86198f", "#1d4ed8", "#92580e", "#0f766e"),
            *("#6b5d0a", "#991b1b", "#5b21b6", "#bac0ca", "#f9fafb", "#000000", "#6b7686"),
        ),
        paints=(
            *("#8a332d", "#85540f", "#6b6610", "#2f6a23", "#17675b", "#205a92"),
            *("#5f429a", "#595f67"),
        ),
        owned="inverted",
    ),
    "print": Theme(
        paper="#ffffff",
        given="#000000",
        solved="#4d4d4d",
        candidate="#4d4d4d",
        marked="#000000",
        weight="#4d4d4d",
        caption="#000000",
        frame="#000000",
        rule="#808080",
        tint="#e0e0e0",
        diagonal="#cccccc",
        cell="#d4d4d4",
        mark="#000000",
        house="#ececec",
        coldest="#ffffff",
        hottest="#cccccc",
        region=(0.95, 0.5),
        roles=("#c8c8c8", "#b8b8b8", "#c8c8c8", "#b8b8b8", "#c8c8c8"),
        placed="#a8a8a8",
        struck="#ececec",
        stroke="#000000",
        cover="#666666",
        link="#8c8c8c",
        inks=(
            *("#d4d4d4", "#c0c0c0", "#b4b4b4", "#cccccc", "#c8c8c8", "#bcbcbc"),
            *("#e0e0e0", "#b0b0b0", "#d8d8d8", "#333333", "#ffffff", "#000000", "#999999"),
        ),
        paints=(
            *("#cfcfcf", "#e2e2e2", "#f0f0f0", "#dadada", "#e9e9e9", "#d4d4d4"),
            *("#dedede", "#c6c6c6"),
        ),
        owned="grey",
    ),
}
"""The themes by name; ``auto`` is either of the first two."""

NAMES: Final = (*THEMES, AUTO)
