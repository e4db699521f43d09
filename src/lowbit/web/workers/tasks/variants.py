"""Tasks on puzzles with constraints: opened from links and texts, written as such, and drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import lowbit
from lowbit.constraints import from_json, to_json
from lowbit.errors import ConstraintError, FormatError
from lowbit.formats.one_puzzle import puzzle_of_text
from lowbit.formats.puzzle import puzzle_text
from lowbit.formats.variants import left_out_of
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.pictures.measures import CELL, MARGIN
from lowbit.pictures.parts import Part, Picture, moved
from lowbit.pictures.svg import to_svg
from lowbit.pictures.variants.drawings import drawn

Send: TypeAlias = Callable[[Any], object]

Data: TypeAlias = list[dict[str, Any]]
"""Constraints as JSON has them, see `lowbit.constraints`."""

NOT_JSON: Final = (
    TypeError,
    ValueError,
    AttributeError,
    LookupError,
    OverflowError,
    RecursionError,
)
"""The exceptions that constraints raise for fields of wrong types."""


def puzzle_of(puzzle: str, geometry: str, constraints: Data) -> lowbit.Grid | lowbit.Puzzle:
    """Return the subject of a request: a grid, or a puzzle where it has constraints.

    Raises
    ------
    LowbitError
        If they are none.
    """
    grid = Grid(puzzle, Geometry.parse(geometry))
    if not constraints:
        return grid
    try:
        return lowbit.Puzzle(grid, from_json(constraints))
    except NOT_JSON as error:
        raise ConstraintError(f"a constraint is not as it must be: {error}") from error


def grid_of(puzzle: lowbit.Grid | lowbit.Puzzle) -> lowbit.Grid:
    """Return the grid of a puzzle, or the grid."""
    return puzzle.grid if isinstance(puzzle, lowbit.Puzzle) else puzzle


def open_puzzle(send: Send, text: str) -> None:
    """Tell the puzzle of a link or a text of another program, and the parts left out of it."""
    puzzle, only_drawn = _read(text)
    board = puzzle.geometry
    if board.name is None or Geometry.parse(board.name) != board:
        raise FormatError("its board has no name here")
    send(
        {
            "puzzle": puzzle_text(puzzle.grid),
            "geometry": board.name,
            "constraints": to_json(puzzle.constraints),
            "title": puzzle.title,
            "author": puzzle.author,
            "rules": puzzle.rules,
            "only_drawn": only_drawn,
            "left_out": left_out_of(text),
        }
    )


def _read(text: str) -> tuple[lowbit.Puzzle, str]:
    """Return a puzzle, and the parts left out of it because they are only drawn."""
    try:
        return puzzle_of_text(text), ""
    except FormatError as error:
        try:
            return puzzle_of_text(text, ignore_drawings=True), str(error)
        except FormatError:
            raise error from None


def write_puzzle(  # noqa: PLR0913 - by name
    send: Send,
    *,
    puzzle: str,
    geometry: str,
    constraints: Data,
    to: str,
    title: str,
    author: str,
    rules: str,
) -> None:
    """Tell a puzzle as another program has it."""
    found = puzzle_of(puzzle, geometry, constraints)
    parts = found.constraints if isinstance(found, lowbit.Puzzle) else ()
    whole = lowbit.Puzzle(grid_of(found), parts, title=title, author=author, rules=rules)
    send({"text": lowbit.write_puzzle(whole, to)})


def draw_constraints(send: Send, *, geometry: str, constraints: Data, theme: str) -> None:
    """Send pictures of constraints alone, for a board that is drawn already.

    One lies behind all else, one behind its rules and digits, one above its rules. `around` says
    for how many cells they reach beyond each side of the board.
    """
    board = Geometry.parse(geometry)
    puzzle = puzzle_of("." * board.n_cells, geometry, constraints)
    rules = drawn(puzzle.constraints if isinstance(puzzle, lowbit.Puzzle) else (), board)
    around = int(rules.has_outside)
    shift = around * CELL - MARGIN
    side = CELL * (board.n_columns + 2 * around), CELL * (board.n_rows + 2 * around)

    def layer(parts: tuple[Part, ...]) -> str:
        picture = Picture(*side, tuple(moved(part, shift, shift) for part in parts), "", "")
        return to_svg(picture, theme)

    send(
        {
            "fills": layer(rules.fills),
            "lines": layer((*rules.lines, *rules.bulbs)),
            "above": layer(rules.above),
            "words": rules.words,
            "around": around,
            "has_notes": rules.has_notes,
        }
    )
