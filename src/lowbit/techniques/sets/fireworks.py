"""Fireworks: a digit that a row and a column can each put into one cell outside a shared box.

The row and the column of a pivot have at most one place for the digit outside the pivot's box, its
wings. If neither wing holds the digit, the row and the column both need it in the box, which only
the pivot allows. So the pivot or a wing holds it.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.facts import recall
from lowbit.techniques.sets.wings import bivalue_cells
from lowbit.techniques.step import Mark, Role, Step
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position


class Firework(NamedTuple):
    """Digits that share a pivot and its wings.

    Parameters
    ----------
    pivot : int
        The pivot.
    in_row, in_column : int
        The wings, in the row and in the column of the pivot.
    digits : tuple of int
        The digits.
    """

    pivot: int
    in_row: int
    in_column: int
    digits: tuple[int, ...]

    @property
    def cells(self) -> tuple[int, int, int]:
        """The pivot and the wings."""
        return self.pivot, self.in_row, self.in_column

    def off_lines(self, position: Position) -> Iterator[Candidate]:
        """Yield the digits in the pivot's box off its row and column.

        They are eliminated if no two of the cells hold the same digit: then the digit lies in the
        box for the row or for the column.
        """
        board = position.board
        row = board.houses[board.rows[board.row_of[self.pivot]]]
        column = board.houses[board.columns[board.column_of[self.pivot]]]
        cells = board.houses[board.box_of[self.pivot]] & ~row & ~column
        for digit in self.digits:
            for cell in members(position.places[digit] & cells):
                yield cell, digit


def firework_triples(position: Position, _options: Options) -> Iterator[Step]:
    """Yield three digits with one pivot and its wings, which have no room for other digits."""
    for firework in recall(position, _triples):
        eliminated = [
            *(item for cell in firework.cells for item in _others(position, cell, firework.digits)),
            *firework.off_lines(position),
        ]
        yield from _step("firework-triple", eliminated, _marks(position, firework))


def firework_quadruples(position: Position, _options: Options) -> Iterator[Step]:
    """Yield two pairs of digits with pivots at two corners; the other corners are both's wings."""
    pairs = recall(position, _pairs)
    for one, two in combinations(pairs, 2):
        across = one.in_row == two.in_column and one.in_column == two.in_row
        if not across or one.pivot == two.pivot or set(one.digits) & set(two.digits):
            continue
        eliminated = [
            *_others(position, one.pivot, one.digits),
            *_others(position, two.pivot, two.digits),
            *_others(position, one.in_row, one.digits + two.digits),
            *_others(position, one.in_column, one.digits + two.digits),
            *one.off_lines(position),
            *two.off_lines(position),
        ]
        marks = dict.fromkeys((*_marks(position, one), *_marks(position, two)))
        yield from _step("firework-quadruple", eliminated, marks)


def firework_pairs(position: Position, _options: Options) -> Iterator[Step]:
    """Yield two digits with one pivot, and a cell of these alone in sight of each wing."""
    cells, peers = position.cells, position.board.peers
    for firework in recall(position, _pairs):
        pair = mask_of(digit - 1 for digit in firework.digits)
        equal = [cell for cell in recall(position, bivalue_cells) if cells[cell] == pair]
        partners = [
            [cell for cell in equal if cell not in firework.cells and peers[wing] >> cell & 1]
            for wing in (firework.in_row, firework.in_column)
        ]
        seen = peers[firework.in_row] & peers[firework.in_column]
        for first in partners[0]:
            for second in partners[1]:
                both = seen & peers[first] & peers[second]
                eliminated = [
                    (c, d) for d in firework.digits for c in members(position.places[d] & both)
                ]
                ends = dict.fromkeys((first, second))
                marks = [Mark(Role.EXTRA, cell, d) for cell in ends for d in firework.digits]
                whole = (*_marks(position, firework), *marks)
                yield from _step("firework-pair", eliminated, whole)


def _pairs(position: Position) -> list[Firework]:
    return list(fireworks(position, 2))


def _triples(position: Position) -> list[Firework]:
    return list(fireworks(position, 3))


def fireworks(position: Position, size: int) -> Iterator[Firework]:
    """Yield the fireworks of so many digits that share their pivot and both wings."""
    for pivot in members(position.open):
        if position.board.box_of[pivot] < 0:
            continue
        position.budget.charge()
        for chosen in combinations(_wings(position, pivot), size):
            in_row = in_column = 0
            for _, row, column in chosen:
                in_row |= row
                in_column |= column
            if in_row.bit_count() == in_column.bit_count() == 1:
                wings = in_row.bit_length() - 1, in_column.bit_length() - 1
                yield Firework(pivot, *wings, tuple(digit for digit, _, _ in chosen))


def _wings(position: Position, pivot: int) -> list[tuple[int, int, int]]:
    """Return the digits that row and column can put into one cell outside the box, with cells."""
    board = position.board
    box = board.houses[board.box_of[pivot]]
    row = board.houses[board.rows[board.row_of[pivot]]]
    column = board.houses[board.columns[board.column_of[pivot]]]
    found = []
    for digit in board.digits:
        places = position.places[digit]
        in_row, in_column = places & row & ~box, places & column & ~box
        is_missing = places & row and places & column
        if is_missing and not in_row & (in_row - 1) and not in_column & (in_column - 1):
            found.append((digit, in_row, in_column))
    return found


def _others(position: Position, cell: int, digits: tuple[int, ...]) -> Iterator[Candidate]:
    for digit in digits_in(position.cells[cell]):
        if digit not in digits:
            yield cell, digit


def _marks(position: Position, firework: Firework) -> Iterator[Mark]:
    for cell in firework.cells:
        role = Role.PIVOT if cell == firework.pivot else Role.PINCER
        for digit in firework.digits:
            if position.has(cell, digit):
                yield Mark(role, cell, digit)


def _step(slug: str, eliminated: list[Candidate], marks: Iterable[Mark]) -> Iterator[Step]:
    if eliminated:
        yield Step(slug, eliminations=tuple(eliminated), marks=tuple(marks))


TECHNIQUES = (
    Technique("firework-triple", "firework triple", "fireworks", firework_triples),
    Technique("firework-quadruple", "firework quadruple", "fireworks", firework_quadruples),
    Technique("firework-pair", "firework pair", "fireworks", firework_pairs),
)
