"""Almost locked candidates: digits that two crossing houses share out around their crossing.

Outside the crossing, one house has one cell fewer than there are digits, and these cells have no
other candidates; so the crossing holds at most one of the digits. Outside the crossing, the other
house has only as many places for the digits; so the crossing holds at least one.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.step import HouseMark, Mark, Role, Step
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position

NAMES = {2: "pair", 3: "triple", 4: "quadruple"}


def almost_locked(size: int, position: Position, _options: Options) -> Iterator[Step]:
    """Yield the almost locked pairs, triples or quadruples: naked cells in boxes, then in lines."""
    board, cells = position.board, position.cells
    few = mask_of(cell for cell in members(position.open) if cells[cell].bit_count() <= size)
    for line in board.lines:
        for box in board.crossings[line]:
            position.budget.charge()
            for naked, hidden in ((box, line), (line, box)):
                pool = few & board.houses[naked] & ~board.houses[hidden]
                if pool.bit_count() >= size - 1:
                    yield from _shared_out(position, (naked, hidden), pool, size)


def _shared_out(
    position: Position, houses: tuple[int, int], pool: int, size: int
) -> Iterator[Step]:
    """Yield the steps of two houses; the first has the cells without other digits."""
    board, cells = position.board, position.cells
    hidden = board.houses[houses[1]]
    for chosen in combinations(members(pool), size - 1):
        digits = 0
        for cell in chosen:
            digits |= cells[cell]
        if digits.bit_count() == size:
            places = [position.places[digit] & hidden for digit in digits_in(digits)]
            outside = _union(places) & ~board.houses[houses[0]]
            if all(places) and outside.bit_count() == size - 1:
                yield from _step(position, houses, digits, (mask_of(chosen), outside))


def _union(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _step(
    position: Position, houses: tuple[int, int], digits: int, sides: tuple[int, int]
) -> Iterator[Step]:
    """Yield the eliminations: other digits of the places, and the digits elsewhere in the house."""
    board, (naked, hidden) = position.board, sides
    crossing = board.houses[houses[0]] & board.houses[houses[1]]
    elsewhere = board.houses[houses[0]] & ~naked & ~crossing
    eliminated = [
        *_candidates(position, hidden, ~digits),
        *_candidates(position, elsewhere, digits),
    ]
    if eliminated:
        marks = (
            Mark(role, *candidate)
            for role, cells in (
                (Role.SET_A, naked),
                (Role.SET_B, hidden),
                (Role.LOCKED, crossing),
            )
            for candidate in _candidates(position, cells, digits)
        )
        yield Step(
            f"almost-locked-{NAMES[digits.bit_count()]}",
            eliminations=tuple(eliminated),
            marks=tuple(marks),
            houses=tuple(HouseMark(Role.BASE, house) for house in houses),
        )


def _candidates(position: Position, cells: int, digits: int) -> Iterator[Candidate]:
    for cell in members(cells):
        for digit in digits_in(position.cells[cell] & digits):
            yield cell, digit


TECHNIQUES = tuple(
    Technique(
        f"almost-locked-{name}",
        f"almost locked {name}",
        "locked candidates",
        partial(almost_locked, size),
    )
    for size, name in NAMES.items()
)
