"""Links to SudokuPad: the puzzle itself, packed in one of four ways, or an id of it.

::

    sudokupad.app/scl...        JSON, shortened and compressed by lz-string; ctc and app. as well
    sudokupad.app/fpuzzles...   a puzzle of f-puzzles; fpuz as well
    sudokupad.app/scf...        the givens of a 9x9 puzzle
    sudokupad.app/k1x2y3z4w5    an id, which only the network resolves
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlsplit

from lowbit.errors import FormatError
from lowbit.formats.variants.fpuzzles import FORMAT as FPUZZLES
from lowbit.formats.variants.fpuzzles.links import (
    PREFIXES,
    left_out_of_fpuzzles,
    packed,
    read_fpuzzles,
)
from lowbit.formats.variants.fpuzzles.writing import data_of
from lowbit.formats.variants.links import host, is_link, parameter
from lowbit.formats.variants.lz_string import decompress
from lowbit.formats.variants.puzzle_format import carried_object, json_object
from lowbit.formats.variants.sudokupad.reading import left_out_in, puzzle_of
from lowbit.formats.variants.sudokupad.zipper import unzipped
from lowbit.puzzle import Puzzle

if TYPE_CHECKING:
    from lowbit.grid import Grid

HOSTS = ("sudokupad.app", "crackingthecryptic.com", "sudokupad.svencodes.com")

PACKED = ("scl", "ctc")
GIVENS = "scf"

LONGEST_ID = 12
"""A shorter text after one of these prefixes is an id that happens to begin with it."""

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The alphabet of `scf`: a digit plus ten times the number of blanks after it."""


def is_sudokupad(text: str) -> bool:
    """Return whether a text is a link to SudokuPad, its payload, or the JSON in it.

    Examples
    --------
    >>> is_sudokupad("https://sudokupad.app/abcdef"), is_sudokupad("sclN4Ig")
    (True, True)
    """
    if is_link(text):
        own = host(text)
        return any(own == name or own.endswith(f".{name}") for name in HOSTS)
    data = json_object(text)
    has_cells = data is not None and isinstance(data.get("cells"), list)
    is_packed = text.startswith((*PACKED, GIVENS)) and len(text.split()) == 1
    return has_cells or (is_packed and text[3:].isascii())


def read_sudokupad(text: str) -> Puzzle:
    """Return the puzzle of a link to SudokuPad, of its payload, or of the JSON in it.

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
    >>> read_sudokupad("https://sudokupad.app/scf1" + "o" * 13 + "A").grid.n_clues
    1
    """
    payload = "" if json_object(text) else _payload(text)
    if payload.startswith(PREFIXES):
        return read_fpuzzles(payload)
    if payload.startswith(GIVENS):
        return Puzzle(_givens(payload.removeprefix(GIVENS)))
    return puzzle_of(_data(text))


def left_out_of_sudokupad(text: str) -> str:
    """Return in words what is only drawn in a text, and the digits and marks of a player."""
    payload = "" if json_object(text) else _payload(text)
    if payload.startswith(PREFIXES):
        return left_out_of_fpuzzles(payload)
    return "" if payload.startswith(GIVENS) else left_out_in(_data(text))


@lru_cache(maxsize=1)
def _data(text: str) -> dict[str, Any]:
    """Return the object of a text, kept: the puzzle and a player's progress are read from it."""
    data = json_object(text)
    return data or carried_object(unzipped(decompress(_payload(text)[len(PACKED[0]) :])))


def sudokupad_link(puzzle: Puzzle, solution: Grid | None = None) -> str:
    """Return the link to SudokuPad that opens a puzzle; its payload is that of f-puzzles.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    solution : Grid, optional
        Its solution, with which SudokuPad tells people whether theirs is right.

    Raises
    ------
    FormatError
        If f-puzzles cannot express something in it; the message names it.

    Examples
    --------
    >>> sudokupad_link(Puzzle("1" + "." * 80))[:34]
    'https://sudokupad.app/fpuzzlesN4Ig'
    """
    data = data_of(puzzle, solution)
    for cell in chain.from_iterable(data["grid"]):
        # Of the candidates that f-puzzles gives, SudokuPad shows none but those in the centre.
        if "givenPencilMarks" in cell:
            cell["centerPencilMarks"] = cell["givenPencilMarks"]
    return f"https://{HOSTS[0]}/{FPUZZLES.name}{quote(packed(data), safe='')}"


def _payload(text: str) -> str:
    """Return the payload of a link; raise FormatError for an id."""
    if not is_link(text):
        return unquote("".join(text.split()))
    # A payload may hold the slashes of base 64, so everything behind the host belongs to it.
    path = unquote(urlsplit(text).path).strip("/").removeprefix("sudoku/")
    found = parameter(text, "puzzleid") or path
    prefix = next(filter(found.startswith, (*PREFIXES, *PACKED, GIVENS)), None)
    if prefix is None or len(found) <= len(prefix) + LONGEST_ID:
        raise FormatError(
            f"{found[:30]!r} is an id, which only the network resolves: open the link, export the "
            "puzzle as a link that holds it (scl, ctc or fpuzzles), and read that"
        )
    return found


def _givens(packed: str) -> str:
    """Return 81 givens, 0 for a blank."""
    if not set(packed) <= set(DIGITS):
        raise FormatError("scf is followed by letters and digits alone")
    numbers = map(DIGITS.index, packed)
    givens = "".join(f"{number % 10}{'0' * (number // 10)}" for number in numbers)
    if len(givens) != 81:
        raise FormatError(f"scf stands for 81 cells, but here for {len(givens)}")
    return givens
