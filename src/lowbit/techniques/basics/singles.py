"""Singles: a digit with one cell left, a cell with one digit left.

HoDoKu takes the singles in the order in which they appeared; so do these finders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.step import HouseMark, Mark, Role, Step
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position


def full_houses(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the last open cells of houses."""
    houses, free = position.board.houses, position.open
    for cell, digit in dict.fromkeys(position.naked):
        for house in position.board.houses_of[cell]:
            if houses[house] & free == 1 << cell:
                yield _single("full-house", cell, digit, (HouseMark(Role.BASE, house),))
                break


def naked_singles(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the cells with one candidate left."""
    for cell, digit in dict.fromkeys(position.naked):
        if position.cells[cell]:
            yield _single("naked-single", cell, digit)


def hidden_singles(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the digits with one place left in a house."""
    houses = position.board.houses
    for cell, digit in dict.fromkeys(position.hidden):
        if position.has(cell, digit):
            for house in position.board.houses_of[cell]:
                if houses[house] & position.places[digit] == 1 << cell:
                    yield _single("hidden-single", cell, digit, (HouseMark(Role.BASE, house),))
                    break


def _single(slug: str, cell: int, digit: int, houses: tuple[HouseMark, ...] = ()) -> Step:
    return Step(slug, ((cell, digit),), (), (Mark(Role.SINGLE, cell, digit),), houses)


TECHNIQUES = (
    Technique(
        "full-house",
        "full house",
        "singles",
        full_houses,
        hodoku_name="Full House",
        score=4,
        level="easy",
    ),
    Technique(
        "naked-single",
        "naked single",
        "singles",
        naked_singles,
        hodoku_name="Naked Single",
        explainer_name="Naked Single",
        score=4,
        level="easy",
        rating=2.3,
    ),
    Technique(
        "hidden-single",
        "hidden single",
        "singles",
        hidden_singles,
        hodoku_name="Hidden Single",
        explainer_name="Hidden Single",
        score=14,
        level="easy",
    ),
)
