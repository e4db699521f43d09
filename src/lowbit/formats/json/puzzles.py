"""The puzzles within a value of JSON, told by their shape and by the names of their keys.

::

    {"board": [[6, 0, 0, ...], ...]}                                a grid under a usual key
    {"newboard": {"grids": [{"value": [[6, 0, ...], ...], "solution": [[6, 9, ...], ...]}]}}
    {"easy": {"puzzle_data": {"puzzle": [6, 0, ...]}}, "hard": {"puzzle_data": ... }}
    [{"val": 6}, {"val": null, "candidates": [ ... ]}, ...]         cells as objects
    {"columns": ["puzzle", "solution"], "data": [["6..", "69.."]]}  a data frame, split
    {"puzzle": {"0": "6..", "1": "4.."}, "solution": { ... }}       a data frame, by columns
    [["6..", "69..", 1.5], ...]                                     its values alone

A value in the shape of a grid is one, wherever it lies, unless a key above it says that it is an
answer, or it completes the puzzle beside it. Of several, those with the most telling key count; if
their keys differ, nothing tells which is meant.
"""

from __future__ import annotations

import json
import re
from math import isnan
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lowbit.cells import shape_of
from lowbit.errors import GridError
from lowbit.formats.headers import HEADERS, is_usual
from lowbit.formats.headings import SIZES
from lowbit.formats.puzzle import is_symbols, puzzle_text
from lowbit.geometry import Geometry
from lowbit.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.nesting import Json

WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
"""A word of a key such as ``puzzle_data`` or ``initialBoard``."""

ANSWERS: Final = frozenset((
    "solution", "solutions", "solved", "answer", "answers", "completed", "filled", "final",
    "result", "results", "output", "outputs", "target", "label", "response",
))  # fmt: skip
"""The words of keys whose values are no puzzles."""

BOARDS: Final = frozenset((
    "board", "boards", "grid", "grids", "value", "values", "cell", "cells", "given", "givens",
    "clue", "clues", "problem", "initial", "unsolved", "start", "task", "input",
))  # fmt: skip
"""The words of keys whose values may be puzzles, beside the usual names of columns."""

VALUES: Final = ("value", "val", "digit", "number", "num", "v", "n")
"""The keys of the digit of a cell that is an object."""

NOTES: Final = frozenset(
    ("candidates", "notes", "marks", "pencilmarks", "corner", "center", "centre")
)
"""The keys of a player's notes in such a cell, which are no part of the puzzle."""

OTHERS: Final = frozenset((
    "given", "fixed", "row", "col", "column", "box", "r", "c", "x", "y", "id", "index", "color",
))  # fmt: skip
"""Its other keys."""

NAMES: Final = ("columns", "fields", "header", "headers", "meta", "names")
"""The keys of the names of columns, where the rows of a table are arrays."""

BLANKS: Final = frozenset(".0")

LARGE: Final = 10**8
"""The smallest number that is no cell, but perhaps the digits of a puzzle."""

CONSTRAINED: Final = (
    "constraints stand beside the grid, in no form that is known; "
    "lowbit's own, which Puzzle.to_json writes, has the keys board, candidates and constraints"
)

MOST_LEVELS: Final = 16
"""Puzzles lie no deeper."""


class FoundPuzzle(NamedTuple):
    """A puzzle within a value.

    Attributes
    ----------
    keys : tuple of str
        The keys that lead to it.
    value : Any
        A string, or an array of cells or rows.
    remark : str
        The short values beside it and above it.
    is_constrained : bool
        Whether constraints stand beside it or above it.
    """

    keys: tuple[str, ...]
    value: Any
    remark: str
    is_constrained: bool = False

    @property
    def rank(self) -> int:
        """The rank of the last key: 0 if it surely names a puzzle, 1 if it may, 2 otherwise."""
        key = self.keys[-1] if self.keys else ""
        words = {*_words(key)}
        return 0 if is_usual(key) or words & HEADERS else 1 if words & BOARDS else 2


def puzzles_in(value: Json, board: Geometry) -> list[FoundPuzzle]:
    """Return the puzzles within a value.

    Raises
    ------
    GridError
        If there is none, or if keys that may all be meant hold different ones.

    Examples
    --------
    >>> value = {"level": 3, "grid": {"board": "1....2....3....4", "solved": "1432321443212143"}}
    >>> (found,) = puzzles_in(value, Geometry.parse("4x4"))
    >>> found.keys, found.value, found.remark
    (('grid', 'board'), '1....2....3....4', '3')
    """
    found = list(_within(value, board, (), ()))
    if not found:
        raise GridError(f"no key holds a {shape_of(board)} grid; {EXPECTED}")
    if any(each.is_constrained for each in found):
        raise GridError(CONSTRAINED)
    rank = min(each.rank for each in found)
    best = _without_answers([each for each in found if each.rank == rank], board)
    if len({each.keys[-1:] for each in best}) > 1:
        if any(each.value != best[0].value for each in best):
            raise GridError(_which(best))
        best = best[:1]
    return best


def lies_deeper(text: str) -> bool:
    """Return whether a line is an object with a puzzle that is no column of a table.

    It lies under a name that is not usual for a column, or within the value of a key.

    Examples
    --------
    >>> lies_deeper('{"data": {"puzzle": "1....2....3....4"}}'), lies_deeper('{"puzzle": "1.."}')
    (True, False)
    """
    if not text.lstrip().startswith("{"):
        return False
    try:
        return lies_deeper_in(json.loads(text))
    except (ValueError, RecursionError):
        return False


def is_table_row(value: Json) -> bool:
    """Return whether an object is a row of a table, with its puzzle under a usual name."""
    return isinstance(value, dict) and any(map(is_usual, value)) and not lies_deeper_in(value)


def lies_deeper_in(value: dict[str, Any]) -> bool:
    """Return whether an object holds a puzzle that is no column of a table, or has constraints."""
    if has_constraints(value):
        return True
    boards = [Geometry.parse(f"{size}x{size}") for size in SIZES]
    if any(is_usual(name) and is_grid(value[name], board) for name in value for board in boards):
        return False
    return any(next(_within(value, board, (), ()), None) for board in boards)


EXPECTED: Final = f"a puzzle's key is called {', '.join(sorted(HEADERS))}, board, grid or value"


def _without_answers(found: list[FoundPuzzle], board: Geometry) -> list[FoundPuzzle]:
    """Return puzzles without the full grids that complete the one before or behind them."""
    if len(found) == 1:
        return found
    kept = [*_not_completing(found, board)]
    return [*_not_completing(kept[::-1], board)][::-1]


def _not_completing(found: Iterable[FoundPuzzle], board: Geometry) -> Iterator[FoundPuzzle]:
    """Leave out the full grids that complete the last puzzle before them that is not full."""
    puzzle = ""
    for each in found:
        try:
            cells = cells_of(each.value, board)
        except GridError:  # which its reader names
            cells = ""
        if not set(cells).isdisjoint(BLANKS):
            puzzle = cells
        elif puzzle and cells and _completes(cells, puzzle):
            continue
        yield each


def are_answers(every: Sequence[str], puzzles: Sequence[str]) -> bool:
    """Return whether these are full grids that complete as many puzzles, one after the other.

    Examples
    --------
    >>> are_answers(["1432321443212143"], ["1....2....2....3"]), are_answers(["1"], [])
    (True, False)
    """
    if len(every) != len(puzzles):
        return False
    return all(
        BLANKS.isdisjoint(cells)
        and not BLANKS.isdisjoint(puzzle)
        and not BLANKS.issuperset(puzzle)
        and len(cells) == len(puzzle)
        and _completes(cells, puzzle)
        for cells, puzzle in zip(every, puzzles, strict=True)
    )


def _completes(solution: str, puzzle: str) -> bool:
    pairs = zip(puzzle, solution, strict=False)
    return all(given in BLANKS or given == digit for given, digit in pairs)


def _which(found: Sequence[FoundPuzzle]) -> str:
    names = list(dict.fromkeys(".".join(each.keys) for each in found))
    return f"{', '.join(names)}: each may be the puzzle; call the one that is meant puzzle"


def _within(
    value: Json,
    board: Geometry,
    keys: tuple[str, ...],
    remarks: tuple[str, ...],
    *,
    is_constrained: bool = False,
) -> Iterator[FoundPuzzle]:
    if is_grid(value, board):
        yield FoundPuzzle(keys, value, ", ".join(remarks), is_constrained)
    elif len(keys) >= MOST_LEVELS:
        return
    elif (items := _listed(value, board)) is not None:
        if any(is_grid(each, board) for each in items):
            remarks += tuple(str(each) for each in items if _is_remark("", each, board))
        for each in items:
            yield from _within(each, board, keys, remarks, is_constrained=is_constrained)
    elif isinstance(value, dict):
        remarks += tuple(str(each) for name, each in value.items() if _is_remark(name, each, board))
        is_constrained = is_constrained or has_constraints(value)
        for name, each in value.items():
            if not {*_words(name)} & ANSWERS:
                found = _within(each, board, (*keys, name), remarks, is_constrained=is_constrained)
                yield from found


def has_constraints(value: dict[str, Any]) -> bool:
    """Return whether an object has a list of constraints, each an object."""
    constraints = value.get("constraints")
    return isinstance(constraints, list) and any(isinstance(each, dict) for each in constraints)


def _listed(value: Json, board: Geometry) -> list[Json] | None:
    """Return the items of an array, or the rows of an object that is a table or its column."""
    if not isinstance(value, dict):
        return value if isinstance(value, list) else None
    if value and all(
        map(str.isdecimal, value)
    ):  # as pandas numbers rows, and columns without names
        return [*value.values()]
    if isinstance(value.get("name"), str) and isinstance(value.get("values"), list):
        return [{value["name"]: value["values"]}]
    return next(filter(None, (_rows_named(value, value.get(key), board) for key in NAMES)), None)


def _rows_named(
    value: dict[str, Any],
    columns: Json,
    board: Geometry,
) -> list[dict[str, Any]] | None:
    """Return the rows of a table as objects, whose columns are named apart from them."""
    if not isinstance(columns, list):
        return None
    names: list[Any] = [each.get("name") if isinstance(each, dict) else each for each in columns]
    if not all(isinstance(name, str) for name in names):
        return None
    for rows in value.values():
        is_table = isinstance(rows, list) and not is_grid(rows, board)
        if is_table and rows and all(_is_row_of(row, len(names), board) for row in rows):
            return [dict(zip(names, row, strict=True)) for row in rows]
    return None


def _is_row_of(row: Json, n_columns: int, board: Geometry) -> bool:
    return isinstance(row, list) and len(row) == n_columns and not is_grid(row, board)


def _is_remark(name: str, value: Json, board: Geometry) -> bool:
    is_short = (isinstance(value, (int, float)) and abs(value) < LARGE) or (
        isinstance(value, str) and len(value) <= 80
    )
    return is_short and not {*_words(name)} & ANSWERS and not is_grid(value, board)


def _words(key: str) -> list[str]:
    return [word.lower() for word in WORD.findall(key)]


def is_grid(value: Json, board: Geometry) -> bool:
    """Return whether a value has the shape of a grid, whatever its cells are.

    Examples
    --------
    >>> tiny = Geometry.parse("4x4")
    >>> [is_grid(each, tiny) for each in ("1" * 16, ["1..."] * 4, [[1, 0, 0, 0]] * 4, [5] * 15)]
    [True, True, True, False]
    """
    if isinstance(value, str):
        cells = "".join(value.split())
        return len(cells) in {board.n_cells, board.n_cells * board.size} and is_symbols(
            cells, board
        )
    if type(value) is int:
        return value >= LARGE and _is_number_of(value, board)
    if not isinstance(value, list):
        return False
    if len(value) == board.n_cells:
        return all(map(is_cell, value))
    return len(value) == board.n_rows and all(is_row(each, board) for each in value)


def _is_number_of(value: int, board: Geometry) -> bool:
    """Whether a number is all digits of a puzzle, perhaps without the zeros at its front."""
    try:
        return bool(Grid(value, board))  # type: ignore[arg-type]  # as `Grid` takes them from tables
    except GridError:
        return False


def is_row(value: Json, board: Geometry) -> bool:
    """Return whether a value has the shape of a row."""
    if not board.is_rectangle or not isinstance(value, (str, list)):
        return False
    if isinstance(value, str):
        return len(value) == board.n_columns
    return len(value) == board.n_columns and all(map(is_cell, value))


def is_cell(value: Json) -> bool:
    """Return whether a value may be a cell: a number, a character, null, or an object with one.

    Examples
    --------
    >>> [is_cell(value) for value in (5, "", None, {"val": 5, "notes": []}, [5], {"level": 5})]
    [True, True, True, True, False, False]
    """
    if isinstance(value, dict):
        return _is_object_of_cell(value)
    if isinstance(value, (int, float)):
        return not abs(value) >= LARGE  # NaN is a blank
    return value is None or _is_character(value)


def _is_character(value: Json) -> bool:
    return isinstance(value, str) and len(value.strip()) <= 1


def _is_object_of_cell(value: dict[str, Any]) -> bool:
    is_known = all(name in VALUES or name in NOTES or name in OTHERS for name in value)
    return (
        is_known
        and any(name in VALUES or name in NOTES for name in value)
        and not any(isinstance(each, dict) for each in value.values())
        and all(is_cell(value[name]) for name in VALUES if name in value)
    )


def digit_of(cell: dict[str, Json]) -> Json:
    """Return the digit of a cell that is an object, in whatever form it is written.

    Examples
    --------
    >>> digit_of({"notes": [1, 2]}), digit_of({"row": 1, "val": 5})
    (None, 5)
    """
    return next((cell[name] for name in VALUES if name in cell), None)


def cells_of(value: Json, board: Geometry) -> str:
    """Return the cells of a value: a string, a number, null, or an array of these.

    Raises
    ------
    GridError
        If one is no cell of the board.

    Examples
    --------
    >>> cells_of([[1, None, "2", {"val": 3}], "4..."], Geometry.parse("4x4"))
    '1.234...'
    """
    if isinstance(value, dict):
        value = digit_of(value)
    if isinstance(value, str):
        return _cells_of_text(value, board)
    if value is None:
        return "."
    if isinstance(value, list):
        return "".join(cells_of(each, board) for each in value)
    if isinstance(value, (int, float)) and not is_cell(value):
        return puzzle_text(Grid(value, board))  # type: ignore[arg-type]  # as above
    return _cell_of_number(value, board)


def _cell_of_number(value: float, board: Geometry) -> str:
    if isinstance(value, float):
        if isnan(value):
            return "."
        value = int(value) if value.is_integer() else value
    if type(value) is int and 0 <= value <= board.size:
        return "." if value == 0 else board.symbols[value - 1]
    raise GridError(f"{json.dumps(value)[:20]} is not a cell of a {shape_of(board)} grid")


def _cells_of_text(text: str, board: Geometry) -> str:
    """Return the cells of a string, which may lie in lines."""
    compact = "".join(text.split())
    return (compact if len(compact) == board.n_cells else text.strip()) or "."
