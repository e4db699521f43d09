"""JSON as SudokuPad shortens it for links: short keys, no quotes, no empty objects."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from lowbit.errors import FormatError
from lowbit.nesting import value_of

if TYPE_CHECKING:
    from lowbit.nesting import Json

KEYS: Final = {
    "a": "arrows",
    "c": "color",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ca": "cages",
    "ce": "cells",
    "cs": "cellSize",
    "ct": "center",
    "d": "duration",
    "fs": "fontSize",
    "h": "height",
    "hl": "headLength",
    "l": "lines",
    "o": "overlays",
    "r": "rounded",
    "re": "regions",
    "t": "title",
    "te": "text",
    "th": "thickness",
    "u": "underlays",
    "v": "value",
    "vd": "videos",
    "w": "width",
    "wp": "wayPoints",
}

PART = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|[][{},:]|[^][{},:"\']+')
"""A string in either quotes, a mark, or a bare word."""

MISSING: Final = {("[", ","), (",", ","), (",", "]")}
"""Parts between which an empty object was left out."""

WORDS: Final = {"t": "true", "f": "false", "#0": '"#000000"', "#F": '"#FFFFFF"'}
"""Bare words that stand for values."""


def unzipped(text: str) -> str:
    """Return shortened JSON as JSON.

    Raises
    ------
    FormatError
        If it is no such thing.

    Examples
    --------
    >>> unzipped("{ce:[[{v:9},,]],ca:[{ce:[[0,1]],unique:t}]}")
    '{"cells": [[{"value": 9}, {}, {}]], "cages": [{"cells": [[0, 1]], "unique": true}]}'
    """
    try:
        return json.dumps(_with_long_keys(value_of("".join(_parts(text)))))
    except ValueError as error:
        raise FormatError(f"the shortened JSON is damaged: {error}") from error


def _parts(text: str) -> list[str]:
    """Return the parts of JSON, with those that were left out put back in."""
    found = ["["]  # as if before the text: a place for a value
    parts = PART.findall(text)
    for part, after in zip(parts, [*parts[1:], ""], strict=True):
        if (found[-1], part) in MISSING:
            found.append("{}")
        found.append(_long(part, is_key=after == ":"))
    return found[1:]


def _long(part: str, *, is_key: bool) -> str:
    """Return a part of shortened JSON as JSON."""
    if part in "[]{},:" or part.startswith('"'):
        return part
    if part.startswith("'"):
        inner = part[1:-1].replace("\\'", "'").replace('"', '\\"')
        return f'"{inner}"'
    word = part.strip()
    if is_key:
        return json.dumps(word)
    if word in WORDS:
        return WORDS[word]
    is_colour = re.fullmatch("[0-9a-fA-F]{6}", word)
    return json.dumps(f"#{word}") if is_colour else word


def _with_long_keys(value: Json) -> Json:
    if isinstance(value, list):
        return [_with_long_keys(item) for item in value]
    if isinstance(value, dict):
        return {KEYS.get(key, key): _with_long_keys(item) for key, item in value.items()}
    return value
