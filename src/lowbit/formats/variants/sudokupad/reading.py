"""Reading SudokuPad's JSON, which is a drawing with cells, regions and cages in it.

It states givens, regions, cages with a sum or without repeats, and the rules that SudokuPad checks
by name. Lines, arrows, circles and texts are only drawn, and become cosmetics; their meaning is in
the rules.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Any

from lowbit.constraints import AllDifferent, AntiKing, AntiKnight, Cage, Sum
from lowbit.cosmetics import in_words as drawn_in_words
from lowbit.errors import FormatError, InputError
from lowbit.formats.variants.boards import board_with
from lowbit.formats.variants.progress import in_words, named_cells
from lowbit.formats.variants.sudokupad.cosmetics import cosmetics_of, outline_of
from lowbit.grid import Grid, Masks
from lowbit.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.constraints import Constraint
    from lowbit.constraints.base import Cells
    from lowbit.cosmetics import Cosmetic
    from lowbit.geometry import Geometry
    from lowbit.nesting import Json

    Data = dict[str, Any]

MARKS = ("pencilMarks", "centremarks", "cornermarks")
"""Keys of the candidates that stand in a cell, which are no rule."""

NOTE = re.compile(r"([A-Za-z]+):\s*(.*)", re.DOTALL)
"""A cage that describes the puzzle: its title, its rules, its solution."""

RULES = {"antiknight": AntiKnight(), "antiking": AntiKing()}
"""The rules that SudokuPad checks if the metadata says so."""

KILLER = re.compile("killer", re.IGNORECASE)
"""If the rules mention this, SudokuPad takes the number of a cage for its sum."""


def puzzle_of(data: Data) -> Puzzle:
    """Return the puzzle that an object of SudokuPad's JSON describes.

    Raises
    ------
    FormatError
        If something in it is not understood; the message names it.
    """
    try:
        notes = _notes(data)
        board = _board(data)
        constraints = [*_cages(data, board, notes), *_rules(notes)]
        texts = {name: notes.get(name, "") for name in ("title", "author", "rules")}
        grid = Grid(Masks(list(_masks(data, board))), board)
        return Puzzle(grid, constraints, **texts, cosmetics=_cosmetics(data, notes))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        if isinstance(error, FormatError):
            raise
        said = f": {error}" if isinstance(error, InputError) else ""
        raise FormatError(f"this does not look as SudokuPad writes it{said}") from error


def left_out_in(data: Data) -> str:
    """Return in words what is only drawn in an object, and the marks of a player."""
    cells = named_cells(data["cells"])
    marks = in_words({}, sum(1 for _, cell in cells if any(map(cell.get, MARKS))))
    return "; ".join(filter(None, (marks, drawn_in_words(_cosmetics(data, _notes(data))))))


def _notes(data: Data) -> dict[str, str]:
    """Return the description of the puzzle, from its metadata or from cages without cells."""
    found = {str(key): _text(value) for key, value in (data.get("metadata") or {}).items()}
    for cage in data.get("cages") or ():
        note = NOTE.fullmatch(str(cage.get("value") or ""))
        if note:
            found.setdefault(note[1], note[2])
    return found


def _text(value: Json) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)


def _board(data: Data) -> Geometry:
    rows = data["cells"]
    n_rows, n_columns = len(rows), max(map(len, rows))
    if any(len(row) != n_columns for row in rows):
        raise FormatError("the rows of cells are not equally long")
    regions: list[int | None] = [None] * (n_rows * n_columns)
    for at, region in enumerate(data.get("regions") or ()):
        for row, column in region:
            regions[row * n_columns + column] = at
    return board_with(n_rows, n_columns, range(1, max(n_rows, n_columns) + 1), regions)


def _masks(data: Data, board: Geometry) -> Iterator[int]:
    for row, column in product(range(board.n_rows), range(board.n_columns)):
        value = (data["cells"][row][column] or {}).get("value")
        if value in {None, ""}:
            yield board.full_mask
        elif str(value).isdecimal() and 0 < int(value) <= board.size:
            yield 1 << int(value) - 1
        else:
            raise FormatError(f"r{row + 1}c{column + 1} holds {value!r}, which is no digit")


def _cages(data: Data, board: Geometry, notes: dict[str, str]) -> Iterator[Constraint]:
    """Yield the cages that are constraints."""
    is_killer = bool(KILLER.search(notes.get("rules", "")))
    for number, cage in enumerate(data.get("cages") or (), 1):
        try:
            yield from _cage(cage, board, is_killer=is_killer)
        except FormatError as error:
            raise FormatError(f"cage {number}: {error}") from error


def _cage(cage: Data, board: Geometry, *, is_killer: bool) -> Iterator[Constraint]:
    """Yield the constraint that a cage stands for, if it does."""
    cells = _cells(cage, board)
    if NOTE.fullmatch(str(cage.get("value") or "")):
        return
    total, is_unique = _total(cage, is_killer=is_killer), cage.get("unique")
    if not cells and "sum" in cage and total is not None:
        raise FormatError(f"it has the sum {total}, but no cells")
    if is_unique is None:
        is_unique = is_killer and total is not None
    if cells and is_unique and total is not None:
        yield Cage(cells, total)
    elif cells and is_unique:
        yield AllDifferent(cells)
    elif cells and total is not None:
        yield Sum(cells, total)


def _cells(cage: Data, board: Geometry) -> Cells:
    found = (board.cell_at(row, column) for row, column in cage.get("cells") or ())
    cells = tuple(cell for cell in found if cell is not None)
    if len(cells) != len(cage.get("cells") or ()):
        raise FormatError(f"it has cells off the board: {cage['cells']}")
    return cells


def _total(cage: Data, *, is_killer: bool) -> int | None:
    """Return the sum of a cage; None if it has none."""
    said = str(cage.get("sum", cage.get("value") if is_killer else None)).strip()
    if "sum" in cage and not (said.isdecimal() or said in {"", str(None)}):
        raise FormatError(f"its sum {said[:20]!r} is no whole number")
    return int(said) if said.isdecimal() and int(said) else None


def _rules(notes: dict[str, str]) -> Iterator[Constraint]:
    for name, rule in RULES.items():
        if notes.get(name, "").lower() not in {"", "false", "none"}:
            yield rule


def _cosmetics(data: Data, notes: dict[str, str]) -> Iterator[Cosmetic]:
    """Yield what is only drawn, cages with anything but a sum among it."""
    yield from cosmetics_of(data)
    is_killer = bool(KILLER.search(notes.get("rules", "")))
    for cage in data.get("cages") or ():
        value = str(cage.get("value") or "").strip()
        is_number = value.isdecimal() and (is_killer or "sum" in cage)
        if cage.get("cells") and value and not is_number and not NOTE.fullmatch(value):
            yield outline_of(cage, value)
