"""Brute force: a digit of the solution, if nothing else is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.reference.search import Search
from lowbit.techniques.board_masks import members
from lowbit.techniques.step import Mark, Role, Step
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position


def brute_force(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the solution's digit in the middle open cell; nothing if the solution is not unique."""
    search = Search(position.grid, budget=position.budget)
    solution = next(search, None)
    if solution is not None and next(search, None) is None:
        cells = members(position.open)
        cell = cells[len(cells) // 2]
        digit = solution[cell]
        yield Step("brute-force", ((cell, digit),), (), (Mark(Role.SINGLE, cell, digit),))


TECHNIQUES = (
    Technique(
        "brute-force",
        "brute force",
        "last resort",
        brute_force,
        hodoku_name="Brute Force",
        score=10000,
        level="extreme",
        in_all=False,
    ),
)
