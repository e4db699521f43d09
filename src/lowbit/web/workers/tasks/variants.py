"""Tasks on puzzles with constraints: opened from links and texts, written as such, and drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import lowbit
from lowbit.constraints import REGISTRY, from_json, to_json
from lowbit.constraints.base import names_cells
from lowbit.constraints.placing import CHINESE_FIELDS, SHAPES, WRITTEN
from lowbit.cosmetics import from_json as cosmetics_of
from lowbit.cosmetics import to_json as cosmetics_to_json
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

if TYPE_CHECKING:
    from dataclasses import Field

    from lowbit.constraints import Constraint
    from lowbit.constraints.placing import Tool

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


def puzzle_of(
    puzzle: str, geometry: str, constraints: Data, cosmetics: Data | None = None
) -> lowbit.Grid | lowbit.Puzzle:
    """Return the subject of a request: a grid, or a puzzle where it has constraints or cosmetics.

    Raises
    ------
    LowbitError
        If they are none.
    """
    grid = Grid(puzzle, Geometry.parse(geometry))
    if not constraints and not cosmetics:
        return grid
    try:
        return lowbit.Puzzle(grid, from_json(constraints), cosmetics=cosmetics_of(cosmetics or []))
    except NOT_JSON as error:
        raise ConstraintError(f"a constraint is not as it must be: {error}") from error


def grid_of(puzzle: lowbit.Grid | lowbit.Puzzle) -> lowbit.Grid:
    """Return the grid of a puzzle, or the grid."""
    return puzzle.grid if isinstance(puzzle, lowbit.Puzzle) else puzzle


def open_puzzle(send: Send, text: str) -> None:
    """Tell the puzzle of a link or a text of another program, and what of it is left out."""
    puzzle = puzzle_of_text(text)
    board = puzzle.geometry
    if board.name is None or Geometry.parse(board.name) != board:
        raise FormatError("its board has no name here")
    send(
        {
            "puzzle": puzzle_text(puzzle.grid),
            "geometry": board.name,
            "constraints": to_json(puzzle.constraints),
            "cosmetics": cosmetics_to_json(puzzle.cosmetics),
            "title": puzzle.title,
            "author": puzzle.author,
            "rules": puzzle.rules,
            "left_out": left_out_of(text),
        }
    )


def write_puzzle(  # noqa: PLR0913 - by name
    send: Send,
    *,
    puzzle: str,
    geometry: str,
    constraints: Data,
    cosmetics: Data,
    to: str,
    title: str,
    author: str,
    rules: str,
) -> None:
    """Tell a puzzle as another program has it."""
    found = puzzle_of(puzzle, geometry, constraints)
    parts = found.constraints if isinstance(found, lowbit.Puzzle) else ()
    texts = {"title": title, "author": author, "rules": rules}
    whole = lowbit.Puzzle(grid_of(found), parts, **texts, cosmetics=cosmetics_of(cosmetics))
    send({"text": lowbit.write_puzzle(whole, to)})


def draw_constraints(
    send: Send, *, geometry: str, constraints: Data, cosmetics: Data, theme: str
) -> None:
    """Send pictures of constraints and cosmetics alone, for a board that is drawn already.

    One lies behind all else, one behind its rules and digits, one above its rules. `around` says
    for how many cells they reach beyond each side of the board.
    """
    board = Geometry.parse(geometry)
    puzzle = puzzle_of("." * board.n_cells, geometry, constraints)
    parts = puzzle.constraints if isinstance(puzzle, lowbit.Puzzle) else ()
    rules = drawn(parts, board, cosmetics_of(cosmetics))
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


def constraint_kinds(send: Send) -> None:
    """Tell all kinds of constraints: their names, the tools that place them, and what is typed."""
    send({"kinds": [_kind(kind) for kind in REGISTRY.values()]})


def _kind(kind: type[Constraint]) -> dict[str, Any]:
    # A kind without tools comes from texts alone.
    pointed_at = {name for tool in kind.tools[:1] for name in SHAPES[tool.shape]}
    typed = [each for each in fields(kind) if not (names_cells(each) or each.name in pointed_at)]
    return {
        "type": kind.__name__,
        "name": kind.title.english,
        "name_zh": kind.title.chinese,
        "number": kind.number or None,
        "marks": [mark.__name__ for mark in getattr(kind, "marks", ())],
        "fields": [_field(field) for field in typed],
        "tools": [_tool(kind, tool, typed) for tool in kind.tools],
    }


def _field(field: Field[Any]) -> dict[str, str]:
    name = field.name
    return {"field": name, "name_zh": CHINESE_FIELDS[name], "form": WRITTEN[str(field.type)]}


def _tool(kind: type[Constraint], tool: Tool, typed: list[Field[Any]]) -> dict[str, Any]:
    name, chinese = tool.title or kind.title
    return {
        "name": name,
        "name_zh": chinese,
        "shape": tool.shape,
        "least": tool.least,
        "is_common": tool.is_common,
        "values": {
            field.name: to_json(tool.values.get(field.name, _usual(kind, field))) for field in typed
        },
    }


def _usual(kind: type[Constraint], field: Field[Any]) -> Any:  # noqa: ANN401 - as its field is
    """Return the default of a field; where it has none, its value in the sample."""
    return getattr(kind.sample, field.name) if field.default is MISSING else field.default
