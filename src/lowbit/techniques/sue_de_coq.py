"""Sue de Coq: two or three cells of a line and a box, with sets in both that share out the rest.

The cells of the crossing have at least two digits more than there are of them. One set of cells
in the line and another in the box hold these digits between them, and no digit is in both sets
unless it is in neither's share of the crossing. So each digit is settled in the line or the box.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.step import HouseMark, Role, Step, marks_of
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position

Cells = tuple[int, int]
"""A set of cells and the set of all their candidates."""


def sue_de_coqs(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the patterns of rows and boxes, then those of columns and boxes."""
    board = position.board
    for line in board.lines:
        for box in board.boxes:
            crossing = board.houses[line] & board.houses[box] & position.open
            if crossing.bit_count() > 1:
                for cells in _subsets(position, members(crossing)):
                    if cells[0].bit_count() in {2, 3}:
                        yield from _in_crossing(position, line, box, cells)


def _subsets(position: Position, pool: tuple[int, ...]) -> Iterator[Cells]:
    """Yield the sets of cells of a pool: each before those that add a later cell to it."""

    def extend(start: int, cells: int, digits: int) -> Iterator[Cells]:
        for place in range(start, len(pool)):
            wider = cells | 1 << pool[place], digits | position.cells[pool[place]]
            yield wider
            yield from extend(place + 1, *wider)

    return extend(0, 0, 0)


def _in_crossing(position: Position, line: int, box: int, crossing: Cells) -> Iterator[Step]:
    cells, digits = crossing
    surplus = digits.bit_count() - cells.bit_count()
    if surplus < 2:
        return
    line_cells = position.board.houses[line] & position.open & ~cells
    box_cells = position.board.houses[box] & position.open & ~cells
    for in_line in _subsets(position, members(line_cells)):
        extra = in_line[1] & ~digits
        share = in_line[0].bit_count() - extra.bit_count()
        if not in_line[1] & digits or not 0 < share < surplus:
            continue
        forbidden = in_line[1] & digits
        pool = tuple(
            cell
            for cell in members(box_cells & ~in_line[0])
            if not position.cells[cell] & forbidden
        )
        for in_box in _subsets(position, pool):
            rest = in_box[0].bit_count() - (in_box[1] & ~digits).bit_count()
            if in_box[1] & digits and rest == surplus - share:
                yield from _step(position, (line, box), crossing, in_line, in_box)


def _step(
    position: Position, houses: tuple[int, int], crossing: Cells, in_line: Cells, in_box: Cells
) -> Iterator[Step]:
    struck: dict[Candidate, None] = {}
    shared = in_line[1] & in_box[1]
    for house, own, other in (houses[1], in_box, in_line), (houses[0], in_line, in_box):
        digits = (crossing[1] | own[1]) & ~other[1] | shared
        cells = position.board.houses[house] & position.open & ~own[0] & ~crossing[0]
        for cell in members(cells):
            for digit in digits_in(position.cells[cell] & digits):
                struck[cell, digit] = None
    if struck:
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
            tuple(struck),
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
