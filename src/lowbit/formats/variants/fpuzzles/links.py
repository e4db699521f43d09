"""Links to f-puzzles.com: a puzzle as JSON, compressed by lz-string, behind ``?load=``."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from lowbit.errors import FormatError
from lowbit.formats.variants.fpuzzles.reading import left_out_in, puzzle_of
from lowbit.formats.variants.fpuzzles.writing import data_of
from lowbit.formats.variants.links import host, is_link, parameter
from lowbit.formats.variants.lz_string import compress, decompress
from lowbit.formats.variants.puzzle_format import carried_object, json_object

if TYPE_CHECKING:
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle

HOST = "f-puzzles.com"

PREFIXES = ("fpuzzles", "fpuz")
"""The prefix of the compressed JSON in SudokuPad's links."""

BEGINNING = "N4Ig"
"""The start of every JSON object once it is compressed."""


def is_fpuzzles(text: str) -> bool:
    """Return whether a text is a link to f-puzzles.com, its payload, or the JSON in it.

    Examples
    --------
    >>> is_fpuzzles("https://f-puzzles.com/?load=N4Ig"), is_fpuzzles("https://example.org/")
    (True, False)
    """
    if is_link(text):
        return host(text) == HOST
    data = json_object(text)
    return _without_prefix(text).startswith(BEGINNING) or (data is not None and "grid" in data)


def read_fpuzzles(text: str) -> Puzzle:
    """Return the puzzle of a link to f-puzzles.com, of its payload, or of the JSON in it.

    Parameters
    ----------
    text : str
        The text.

    Raises
    ------
    FormatError
        If it cannot be read; the message names the cause.

    Examples
    --------
    >>> link = "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+"
    >>> puzzle = read_fpuzzles(link + "x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssW0iQA=")
    >>> str(puzzle.geometry), puzzle.constraints
    ('9x9', ())
    """
    return puzzle_of(_data(text))


def left_out_of_fpuzzles(text: str) -> str:
    """Return in words what is only drawn in a text, and the digits and marks of a player."""
    return left_out_in(_data(text))


def fpuzzles_link(puzzle: Puzzle, solution: Grid | None = None) -> str:
    """Return the link to f-puzzles.com that opens a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    solution : Grid, optional
        Its solution, for programs that tell people whether theirs is right.

    Raises
    ------
    FormatError
        If f-puzzles cannot express something in it; the message names it.

    Examples
    --------
    >>> from lowbit import Puzzle
    >>> link = fpuzzles_link(Puzzle("1" + "." * 80))
    >>> link[:32], read_fpuzzles(link).grid.n_clues
    ('https://f-puzzles.com/?load=N4Ig', 1)
    """
    return f"https://{HOST}/?load={packed(data_of(puzzle, solution))}"


def packed(data: dict[str, Any]) -> str:
    """Return an object of f-puzzles' JSON as links carry it."""
    return compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")))


@lru_cache(maxsize=1)
def _data(text: str) -> dict[str, Any]:
    """Return the object of a text, kept: the puzzle and a player's progress are read from it."""
    return json_object(text) or carried_object(decompress(_payload(text)))


def _payload(text: str) -> str:
    """Return the compressed text of a link, or of a payload without the link."""
    if not is_link(text):
        return unquote(_without_prefix("".join(text.split())))
    found = parameter(text, "load")
    if found:
        return _without_prefix(found.replace(" ", "+"))
    if parameter(text, "id"):
        raise FormatError(
            "this link holds an id, which only the network resolves: open it, export the puzzle "
            "as a link that begins with https://f-puzzles.com/?load=, and read that"
        )
    raise FormatError("a link to f-puzzles.com with a puzzle has ?load= in it")


def _without_prefix(text: str) -> str:
    for prefix in PREFIXES:
        text = text.removeprefix(prefix)
    return text
