"""Locked candidates: all places of a digit in one house lie in another house, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import members
from lowbit.techniques.step import HouseMark, Role, Step, marks_of
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position


def pointing(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the digits of boxes that stand in one line."""
    return _locked("pointing", position, position.board.others)


def claiming(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the digits of lines that stand in one box."""
    return _locked("claiming", position, position.board.lines)


def _locked(slug: str, position: Position, bases: tuple[int, ...]) -> Iterator[Step]:
    board, places = position.board, position.places
    for base in bases:
        base_cells, crossings = board.houses[base], board.crossings[base]
        for digit in board.digits:
            cells = places[digit] & base_cells
            if not cells & (cells - 1):
                continue
            for cover in crossings:
                cover_cells = board.houses[cover]
                if not cells & ~cover_cells and places[digit] & cover_cells & ~cells:
                    yield Step(
                        slug,
                        eliminations=tuple(
                            (cell, digit) for cell in members(places[digit] & cover_cells & ~cells)
                        ),
                        marks=tuple(marks_of(Role.LOCKED, cells, (digit,))),
                        houses=(HouseMark(Role.BASE, base), HouseMark(Role.COVER, cover)),
                    )


TECHNIQUES = (
    Technique(
        "pointing",
        "pointing",
        "locked candidates",
        pointing,
        hodoku_name="Locked Candidates Type 1 (Pointing)",
        explainer_name="Pointing",
        score=50,
        level="medium",
        rating=2.6,
    ),
    Technique(
        "claiming",
        "claiming",
        "locked candidates",
        claiming,
        hodoku_name="Locked Candidates Type 2 (Claiming)",
        explainer_name="Claiming",
        score=50,
        level="medium",
        rating=2.8,
    ),
)
