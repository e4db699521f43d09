"""Singles, and patterns that leave a single behind: direct locked candidates and hidden sets.

A direct pattern places the digit of its single; the candidates it eliminated on the way stay.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.explainer.regions import closed_sets, regions_of
from lowbit.techniques.step import HouseMark, Mark, Role, Step, marks_of
from lowbit.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position
    from lowbit.techniques.technique import Options

LAST_CELL, IN_BOX, IN_LINE = 1.0, 1.2, 1.5
"""The ratings of hidden singles."""


def hidden_singles(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the digits with one place in a house, the last open cells of houses first."""
    board, free = position.board, position.open
    hidden = []
    for house in regions_of(board).sets:
        cells = board.houses[house]
        if not free & cells:
            continue
        is_last = not free & cells & (free & cells) - 1
        for digit in board.digits:
            places = position.places[digit] & cells
            if places and not places & (places - 1):
                if is_last:
                    yield _single(house, places.bit_length() - 1, digit, LAST_CELL)
                else:
                    hidden.append((house, places.bit_length() - 1, digit))
    for house, cell, digit in hidden:
        yield _single(house, cell, digit, IN_LINE if house in board.lines else IN_BOX)


def _single(house: int, cell: int, digit: int, rating: float) -> Step:
    return Step(
        "hidden-single",
        ((cell, digit),),
        marks=(Mark(Role.SINGLE, cell, digit),),
        houses=(HouseMark(Role.BASE, house),),
        rating=rating,
    )


def naked_singles(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the cells with one candidate left, from the top left."""
    for cell, mask in enumerate(position.cells):
        if mask and not mask & (mask - 1):
            digit = mask.bit_length()
            yield Step("naked-single", ((cell, digit),), marks=(Mark(Role.SINGLE, cell, digit),))


def direct_locked(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the locked candidates that leave a digit one place in another house."""
    board, houses = position.board, position.board.houses
    for base, cover in regions_of(board).locking:
        for digit in board.digits:
            places = position.places[digit]
            inside = places & houses[base]
            if inside & (inside - 1) and not inside & ~houses[cover]:
                yield from _left_by_locked(position, base, cover, digit)


def _left_by_locked(position: Position, base: int, cover: int, digit: int) -> Iterator[Step]:
    board, houses = position.board, position.board.houses
    eliminated = houses[cover] & ~houses[base]  # houses of a kind may share cells on other boards
    is_line = base in board.lines
    kind = (board.columns if base in board.columns else board.rows) if is_line else board.others
    for house in kind:
        places = position.places[digit] & houses[house]
        left = places & ~eliminated
        crosses = house != base and houses[house] & houses[cover]
        if crosses and places & (places - 1) and left and not left & (left - 1):
            cell = left.bit_length() - 1
            locked = position.places[digit] & houses[base]
            yield Step(
                "direct-claiming" if is_line else "direct-pointing",
                ((cell, digit),),
                marks=(
                    Mark(Role.SINGLE, cell, digit),
                    *marks_of(Role.LOCKED, locked, (digit,)),
                ),
                houses=(HouseMark(Role.BASE, base), HouseMark(Role.COVER, cover)),
            )


def direct_hidden_sets(size: int, position: Position, _options: Options) -> Iterator[Step]:
    """Yield the hidden subsets of a size that leave another digit one place in their house."""
    board = position.board
    for house in regions_of(board).sets:
        cells = board.houses[house]
        if (position.open & cells).bit_count() <= size:
            continue
        rows = [position.places[digit] & cells for digit in board.digits]
        for chosen, union in closed_sets(rows, size):
            digits = tuple(row + 1 for row in chosen)
            for digit in board.digits:
                places = rows[digit - 1]
                left = places & ~union
                if digit not in digits and places & (places - 1) and left and not left & left - 1:
                    yield _left_by_set(position, house, union, digits, (left, digit))
                    break


def _left_by_set(
    position: Position, house: int, union: int, digits: tuple[int, ...], left: tuple[int, int]
) -> Step:
    cell, digit = left[0].bit_length() - 1, left[1]
    subset = sum(1 << other - 1 for other in digits)
    marks = [
        Mark(Role.SUBSET, other, held)
        for other in members(union)
        for held in digits_in(position.cells[other] & subset)
    ]
    return Step(
        "direct-hidden-pair" if len(digits) == 2 else "direct-hidden-triple",
        ((cell, digit),),
        marks=(Mark(Role.SINGLE, cell, digit), *marks),
        houses=(HouseMark(Role.BASE, house),),
    )


direct_hidden_pairs = partial(direct_hidden_sets, 2)
direct_hidden_triples = partial(direct_hidden_sets, 3)

TECHNIQUES = (
    Technique(
        "direct-pointing",
        "direct pointing",
        "direct",
        direct_locked,
        explainer_name="Direct Pointing",
        rating=1.7,
    ),
    Technique(
        "direct-claiming",
        "direct claiming",
        "direct",
        direct_locked,
        explainer_name="Direct Claiming",
        rating=1.9,
    ),
    Technique(
        "direct-hidden-pair",
        "direct hidden pair",
        "direct",
        direct_hidden_pairs,
        explainer_name="Direct Hidden Pair",
        rating=2.0,
    ),
    Technique(
        "direct-hidden-triple",
        "direct hidden triple",
        "direct",
        direct_hidden_triples,
        explainer_name="Direct Hidden Triplet",
        rating=2.5,
    ),
)
