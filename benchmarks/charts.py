"""What do the results look like: bars and lines as SVG, written by hand, with no library.

A chart is a string. Colours are the same in all: lowbit in one, everything else in greys.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 720
OWN, OTHER = "#1f6feb", "#9aa4b2"
SHADES = ("#1f6feb", "#54aeff", "#8250df", "#bf3989", "#d4a72c", "#9aa4b2")
TEXT, FAINT = "#24292f", "#d0d7de"

LABELS = 150
"""Pixels for the names left of bars."""
ROW, HEAD = 20, 34
FIGURES = 120
"""Pixels for the figures right of bars."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: its name, its parts one after another, and the figure at its end."""

    name: str
    parts: Sequence[float]
    figure: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points (x, y), both above zero."""

    name: str
    points: Sequence[tuple[float, float]]
    own: bool = False


def bars(
    title: str, panels: Sequence[tuple[str, Sequence[Bar]]], legend: Sequence[str] = ()
) -> str:
    """Draw panels of horizontal bars, each with a scale of its own.

    Parameters
    ----------
    title : str
    panels : list of (str, list of Bar)
        Each with its heading.
    legend : list of str
        What the parts of a bar are, where there are several.
    """
    shapes = _legend(legend)
    top = HEAD + (ROW if legend else 0)
    for heading, panel in panels:
        shapes.append(_text(0, top + 16, heading, weight="bold"))
        top += ROW + 4
        scale = (WIDTH - LABELS - FIGURES) / max(sum(bar.parts) for bar in panel)
        for bar in panel:
            shapes += _bar(bar, top, scale)
            top += ROW
        top += ROW // 2
    return _svg(title, top, shapes)


def lines(title: str, x_name: str, y_name: str, drawn: Sequence[Line]) -> str:
    """Draw lines, both axes logarithmic."""
    height, left, right = 360, 70, 130
    points = [point for line in drawn for point in line.points]
    x = _Axis([point[0] for point in points], left, WIDTH - right)
    y = _Axis([point[1] for point in points], height - 50, HEAD + 20)
    shapes = [_text(left, HEAD + 10, y_name), _text(WIDTH - right, height - 12, x_name, "end")]
    for power in x.powers():
        at = x.place(power)
        shapes += [_rule(at, y.low, at, y.high), _text(at, y.low + 16, _short(power), "middle")]
    for power in y.powers():
        at = y.place(power)
        shapes += [_rule(x.low, at, x.high, at), _text(left - 6, at + 4, _short(power), "end")]
    names = _apart([y.place(line.points[-1][1]) for line in drawn])
    for line, name_at in zip(drawn, names, strict=True):
        shapes += _line(line, [(x.place(a), y.place(b)) for a, b in line.points], name_at)
    return _svg(title, height, shapes)


def _apart(places: Sequence[float]) -> list[float]:
    """Return the same heights in the same order, moved down where they lie too close."""
    moved = [0.0] * len(places)
    free = 0.0
    for i in sorted(range(len(places)), key=places.__getitem__):
        moved[i] = max(places[i], free)
        free = moved[i] + 15
    return moved


class _Axis:
    """A logarithmic axis from pixel `low` to pixel `high`."""

    def __init__(self, values: Sequence[float], low: float, high: float) -> None:
        self.low, self.high = low, high
        self._first = math.floor(math.log10(min(values)) + 1e-9)
        self._last = max(math.ceil(math.log10(max(values)) - 1e-9), self._first + 1)

    def place(self, value: float) -> float:
        """Return the pixel of a value."""
        share = (math.log10(value) - self._first) / (self._last - self._first)
        return self.low + share * (self.high - self.low)

    def powers(self) -> list[float]:
        """Return the powers of ten on the axis."""
        return [10.0**power for power in range(self._first, self._last + 1)]


def _bar(bar: Bar, top: float, scale: float) -> list[str]:
    colours = SHADES if len(bar.parts) > 1 else (OWN if bar.own else OTHER,)
    shapes = [_text(LABELS - 8, top + 14, bar.name, "end", "bold" if bar.own else "normal")]
    left = float(LABELS)
    for part, colour in zip(bar.parts, colours, strict=False):
        width = part * scale
        shapes.append(
            f'<rect x="{left:.1f}" y="{top + 2}" width="{width:.1f}" height="{ROW - 5}"'
            f' fill="{colour}"/>'
        )
        left += width
    return [*shapes, _text(left + 6, top + 14, bar.figure)]


def _line(line: Line, points: Sequence[tuple[float, float]], name_at: float) -> list[str]:
    colour = OWN if line.own else OTHER
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
    weight = "bold" if line.own else "normal"
    name = _text(points[-1][0] + 8, name_at + 4, line.name, weight=weight)
    stroke = f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    return [stroke, *dots, name]


def _legend(names: Sequence[str]) -> list[str]:
    shapes, left = [], 0
    for name, colour in zip(names, SHADES, strict=False):
        shapes.append(f'<rect x="{left}" y="{HEAD}" width="12" height="12" fill="{colour}"/>')
        shapes.append(_text(left + 18, HEAD + 11, name))
        left += 34 + 7 * len(name)
    return shapes


def _text(x: float, y: float, text: str, anchor: str = "start", weight: str = "normal") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}"'
        f' fill="{TEXT}">{escape(text)}</text>'
    )


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{FAINT}"/>'


def _short(value: float) -> str:
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g} {letter}"
    return f"{value:g}"


def _svg(title: str, height: float, shapes: Sequence[str]) -> str:
    frame = f"-12 -4 {WIDTH + 24} {height + 12}"
    head = _text(0, 16, title, weight="bold")
    body = "\n".join([head, *shapes])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}" width="{WIDTH + 24}"'
        f' font-family="system-ui, sans-serif" font-size="13" role="img">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect x="-12" y="-4" width="100%" height="100%" fill="#ffffff"/>\n{body}\n</svg>\n'
    )
