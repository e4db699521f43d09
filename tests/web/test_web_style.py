"""Styles name colours, sizes and fonts from one file, and text is readable in its colours."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path

import pytest

from lowbit import web

STATIC = Path(web.__file__).parent / "static"
STYLES = {path.stem: path.read_text(encoding="utf-8") for path in STATIC.glob("style/*.css")}
TOKENS = STYLES["tokens"]
OTHERS = sorted(STYLES.keys() - {"tokens"})
PAGE = (STATIC / "index.html").read_text(encoding="utf-8")

LENGTH = r"(?:\d*\.)?\d+(?:px|rem|pt)"
RAW = {
    "colour": r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*[;}])|\b(?:rgb|hsl|lab|lch)a?\(",
    "text": rf"font(?:-size)?: [^;}}]*?{LENGTH}[^;}}]*",
    "font": r"font(?:-family)?: [^;}]*(?:sans-serif|serif|monospace|system-ui)",
    "weight": r"font-weight: (?:\d|bold)[^;}]*",
    "distance": rf"(?<![\w-])(?:padding|margin|gap|border-radius)[\w-]*: [^;}}]*?(?!1px){LENGTH}",
}
ON_PAPER = {"ink", "muted", "accent", "bad"}
PAPERS = {"page", "surface", "accent-soft", "seen"}
READABLE = 4.5  # WCAG 1.4.3


@pytest.mark.parametrize("name", OTHERS)
def test_a_style_holds_no_value_of_its_own(name: str) -> None:
    found = {kind: re.findall(raw, rules_of(STYLES[name])) for kind, raw in RAW.items()}
    assert found == {kind: [] for kind in RAW}


def test_what_is_named_is_there_and_what_is_there_is_named() -> None:
    defined = set(re.findall(r"(--[\w-]+):", TOKENS))
    everything = "".join(STYLES.values())
    named = set(re.findall(r"var\((--[\w-]+)", everything))
    scripts = "".join(path.read_text(encoding="utf-8") for path in STATIC.rglob("*.js"))
    elsewhere = set(re.findall(r"(--[\w-]+):", everything)) - defined
    assert {each for each in named - defined - elsewhere if each not in scripts} <= OF_CELLS
    assert defined <= named


OF_CELLS = {"--around", "--columns", "--h", "--m", "--rows", "--w"}
"""The measures of a board that scripts set by a name they put together."""


def test_the_page_reads_each_style_and_the_values_first() -> None:
    read = re.findall(r'href="style/([\w-]+)\.css"', PAGE)
    assert read[0] == "tokens"
    assert sorted(read) == sorted(STYLES)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_is_readable_in_its_colours(theme: str) -> None:
    colours = colours_in(theme)
    pairs = [
        *product(ON_PAPER, PAPERS),
        ("on-accent", "accent"),
        ("page", "ink"),
    ]
    contrasts = {pair: contrast(*(colours[each] for each in pair)) for pair in pairs}
    assert {pair: round(each, 2) for pair, each in contrasts.items() if each < READABLE} == {}


def test_what_lies_outside_the_page_has_its_colours() -> None:
    colours = colours_in("light")
    manifest = json.loads((STATIC / "app.webmanifest").read_text(encoding="utf-8"))
    assert manifest["background_color"] == manifest["theme_color"] == colours["page"]
    assert f'name="theme-color" content="{colours["page"]}"' in PAGE
    assert f'fill="{colours["accent"]}"' in (STATIC / "icon.svg").read_text(encoding="utf-8")


def rules_of(style: str) -> str:
    return re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)


def colours_in(theme: str) -> dict[str, str]:
    light, dark, *_ = TOKENS.split("@media")
    parts = [light, dark] if theme == "dark" else [light]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", "".join(parts)))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as WCAG 2 defines it."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return sum(share * x for share, x in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
