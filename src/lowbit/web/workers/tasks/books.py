"""The task that lays puzzles out on pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import lowbit
from lowbit.formats.puzzle_texts import parse_field
from lowbit.geometry import CLASSIC, Geometry
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.pictures.book import BookPuzzle, Layout, solved, to_book

Send: TypeAlias = Callable[[Any], object]


def book(  # noqa: PLR0913 - by name
    send: Send,
    *,
    puzzles: list[str],
    geometry: str,
    title: str,
    per_page: int,
    paper: str,
    solutions: bool,
    levels: bool,
    time_limit: float,
) -> None:
    """Send a PDF of puzzles, each with its level and its solution as far as the time goes.

    Texts with constraints say their own boards, and have no level.
    """
    board, limits = Geometry.parse(geometry), Limits.of(time_limit=time_limit)

    def entry(text: str) -> BookPuzzle:
        puzzle = parse_field(text, board)
        level = _level(puzzle, limits) if levels and isinstance(puzzle, Grid) else ""
        if solutions:
            return solved(puzzle, level, **limits.of_search)
        return BookPuzzle(puzzle, level)

    layout = Layout(title, per_page, paper, solutions)
    send(to_book(map(entry, puzzles), layout))


def _level(grid: Grid, limits: Limits) -> str:
    """Return HoDoKu's level as a title; nothing where there is none."""
    if grid.geometry != CLASSIC or grid.is_restricted:
        return ""
    level = lowbit.rate(grid, rules="hodoku", **limits.of_search).level
    return (level or "").title()
