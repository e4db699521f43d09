"""Sue de Coq: two or three cells of a line and a box, with sets in both that share their digits.

The cells of the crossing have at least two candidates more than there are cells. A set of cells in
the line and another in the box hold these digits between them, and no digit is in both sets unless
it is in neither's share of the crossing. So each digit is confined to the line or to the box.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.step import HouseMark, Role, Step, marks_of
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.reference.budget import Budget
    from lowbit.techniques.board_masks import BoardMasks, Candidate
    from lowbit.techniques.position import Position

MIN_SURPLUS, MOST_SURPLUS = 2, 7
"""The surplus of digits over cells in a crossing; none has more of the classic board's digits."""
MOST_CELLS = 7
"""The most cells of the line, or of the box, beside the crossing: all of the classic board's."""

Cells = tuple[int, int]
"""A set of cells and the set of all their candidates."""

Pattern = tuple[Cells, Cells, Cells]
"""The cells of the crossing, those of the line, and those of the box."""


def sue_de_coqs(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the patterns of rows and boxes, then those of columns and boxes."""
    board = position.board
    for line in board.lines:
        for box in board.crossings[line]:
            crossing = board.houses[line] & board.houses[box] & position.open
            if box in board.boxes and crossing.bit_count() > 1:
                around = (board.houses[line] | board.houses[box]) & position.open
                masks = tuple(position.cells[cell] for cell in members(around))
                houses = line, box
                for pattern in _patterns(board, houses, around, masks, position.budget):
                    yield from _step(position, houses, *pattern)


@lru_cache(maxsize=1 << 12)
def _patterns(
    board: BoardMasks,
    houses: tuple[int, int],
    around: int,
    masks: tuple[int, ...],
    budget: Budget,
) -> tuple[Pattern, ...]:
    """Return the patterns of a line and a box; they depend on the candidates there alone.

    Cached: the positions of a walk have most of them in common, and the same budget.
    """
    cells = dict(zip(members(around), masks, strict=True))
    line, box = (board.houses[house] & around for house in houses)
    found = []
    for crossing in _crossings(cells, line & box):
        surplus = crossing[1].bit_count() - crossing[0].bit_count()
        if not MIN_SURPLUS <= surplus <= MOST_SURPLUS:
            continue
        in_line, in_box = line & ~crossing[0], box & ~crossing[0]
        budget.charge()
        in_lines = _shares(cells, in_line, crossing[1], max(1, surplus - in_box.bit_count()))
        most = min(surplus - 1, max((share for _, share in in_lines), default=0))
        if most:
            by_share: dict[int, list[Cells]] = {}
            for own, share in _shares(cells, in_box, crossing[1], surplus - most):
                by_share.setdefault(share, []).append(own)
            for own, share in in_lines:
                forbidden = own[1] & crossing[1]
                found += [
                    (crossing, own, other)
                    for other in by_share.get(surplus - share, ())
                    if not other[1] & forbidden and not other[0] & own[0]
                ]
    return tuple(found)


def _crossings(cells: dict[int, int], pool: int) -> list[Cells]:
    """Return the sets of two or three cells of a crossing: each before those that widen it."""
    order = members(pool)
    chosen = sorted([*combinations(order, 2), *combinations(order, 3)])
    return [(mask_of(own), reduce(or_, (cells[cell] for cell in own))) for own in chosen]


def _shares(cells: dict[int, int], pool: int, digits: int, least: int) -> list[tuple[Cells, int]]:
    """Return the sets of cells that hold so many of the crossing's digits, and how many.

    A set comes before those that add a later cell to it. It is abandoned once it has too many
    digits of its own for the cells that it can have.
    """
    found = []
    order = members(pool)

    def extend(start: int, size: int, own: int, union: int) -> None:
        for place in range(start, len(order)):
            wider = union | cells[order[place]]
            extra = (wider & ~digits).bit_count()
            most = min(size + len(order) - place, MOST_CELLS)  # cells that it can have
            if extra + least <= most:
                more = own | 1 << order[place]
                if extra + least <= size + 1 and wider & digits:
                    found.append(((more, wider), size + 1 - extra))
                if size + 1 < most:
                    extend(place + 1, size + 1, more, wider)

    extend(0, 0, 0, 0)
    return found


def _step(
    position: Position, houses: tuple[int, int], crossing: Cells, in_line: Cells, in_box: Cells
) -> Iterator[Step]:
    eliminated: dict[Candidate, None] = {}
    shared = in_line[1] & in_box[1]
    for house, own, other in (houses[1], in_box, in_line), (houses[0], in_line, in_box):
        digits = (crossing[1] | own[1]) & ~other[1] | shared
        cells = position.board.houses[house] & position.open & ~own[0] & ~crossing[0]
        for cell in members(cells):
            for digit in digits_in(position.cells[cell] & digits):
                eliminated[cell, digit] = None
    if eliminated:
        marks = (
            mark
            for role, (cells, digits) in (
                (Role.BASE, crossing),
                (Role.SET_A, in_line),
                (Role.SET_B, in_box),
            )
            for cell in members(cells)
            for mark in marks_of(role, 1 << cell, digits_in(position.cells[cell] & digits))
        )
        yield Step(
            "sue-de-coq",
            (),
            tuple(eliminated),
            tuple(marks),
            tuple(HouseMark(Role.BASE, house) for house in houses),
        )


TECHNIQUES = (
    Technique(
        "sue-de-coq",
        "Sue de Coq",
        "almost locked sets",
        sue_de_coqs,
        hodoku_name="Sue de Coq",
        score=250,
        level="unfair",
    ),
)
