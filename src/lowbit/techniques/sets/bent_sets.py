"""Bent sets: cells of a line and a box that cross, with as many candidates as cells.

Each of the digits but one has all its places in the set within the line, or all within the box, so
it occurs in the set at most once. There are as many cells as digits, so the remaining digit occurs,
too: every cell that sees all its places in the set loses it.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.step import HouseMark, Mark, Role, Step
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position

NAMES = {4: "WXYZ-wing", 5: "VWXYZ-wing"}


def bent_sets(size: int, position: Position, _options: Options) -> Iterator[Step]:
    """Yield the bent sets of a size, each once."""
    board, cells, seen = position.board, position.cells, set()
    few = mask_of(cell for cell in members(position.open) if cells[cell].bit_count() <= size)
    for line in board.lines:
        for box in board.crossings[line]:
            position.budget.charge()
            houses = board.houses[line], board.houses[box]
            pool = members(few & (houses[0] | houses[1]))
            for chosen in _sets(pool, tuple(cells[cell] for cell in pool), houses, size):
                if chosen not in seen:
                    seen.add(chosen)
                    yield from _step(position, (line, box), chosen)


@lru_cache(maxsize=1 << 12)
def _sets(
    pool: tuple[int, ...], masks: tuple[int, ...], houses: tuple[int, int], size: int
) -> tuple[int, ...]:
    """Return the sets of as many cells as digits that lie in neither of two houses alone."""
    found: list[int] = []
    outside = [~house for house in houses]

    def extend(start: int, left: int, cells: int, digits: int) -> None:
        for place in range(start, len(pool) - left + 1):
            wider = digits | masks[place]
            if wider.bit_count() > size:
                continue
            more = cells | 1 << pool[place]
            if left > 1:
                extend(place + 1, left - 1, more, wider)
            elif wider.bit_count() == size and more & outside[0] and more & outside[1]:
                found.append(more)

    extend(0, size, 0, 0)
    return tuple(found)


def _step(position: Position, houses: tuple[int, int], cells: int) -> Iterator[Step]:
    """Yield the eliminations of a set, if just one of its digits occurs in both line and box."""
    board = position.board
    line, box = (board.houses[house] for house in houses)
    free = [
        digit
        for digit in board.digits
        if position.places[digit] & cells & ~line and position.places[digit] & cells & ~box
    ]
    if len(free) != 1:
        return
    (digit,) = free
    eliminated = position.places[digit] & board.common_peers(position.places[digit] & cells)
    if eliminated:
        marks = tuple(
            Mark(Role.PIVOT if (line & box) >> cell & 1 else Role.PINCER, cell, each)
            for cell in sorted(members(cells), key=lambda cell: not (line & box) >> cell & 1)
            for each in digits_in(position.cells[cell])
        )
        yield Step(
            NAMES[cells.bit_count()].lower(),
            eliminations=tuple((cell, digit) for cell in members(eliminated)),
            marks=marks,
            houses=tuple(HouseMark(Role.BASE, house) for house in houses),
        )


TECHNIQUES = tuple(
    Technique(name.lower(), name, "wings", partial(bent_sets, size)) for size, name in NAMES.items()
)
