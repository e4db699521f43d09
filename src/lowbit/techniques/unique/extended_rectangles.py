"""Extended rectangles: exchanging two lines of cells would give a second solution.

The cells lie in two rows and three columns, or the other way round, and no house distinguishes the
two lines. If they held only three digits, each line would hold all of them, and exchanging the
lines would give another solution; so, if there is only one and the puzzle allows that exchange
(`lowbit.techniques.unique.exchanges`), some cell holds a further digit.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.board_masks import BoardMasks, digits_in, mask_of, members
from lowbit.techniques.step import HouseMark, Mark, Role, Step
from lowbit.techniques.technique import Options, Technique
from lowbit.techniques.unique.exchanges import may_exchange

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position

LENGTH = 3
"""The number of cells in either line. Two make a unique rectangle; longer ones are rare."""
MOST_EXTRA = 2
"""The most cells with digits of their own; more, if these have all the same one."""
MOST_SUBSET_CELLS = 3
"""The most cells of a subset of type 3, apart from those of the rectangle."""


class ExtendedRectangle(NamedTuple):
    """Open cells that must hold a digit other than some.

    Parameters
    ----------
    cells : int
        The cells.
    digits : int
        The digits that may not fill all of them.
    extra : tuple of int
        The cells with other candidates.
    """

    cells: int
    digits: int
    extra: tuple[int, ...]

    def steps(self, position: Position) -> Iterator[Step]:
        """Yield its steps, type by type."""
        others = 0
        for cell in self.extra:
            others |= position.cells[cell] & ~self.digits
        if len(self.extra) == 1:
            yield from self._step(position, 1, position.among(self.extra, self.digits))
        elif others.bit_count() == 1:
            digit = others.bit_length()
            seen = position.board.common_peers(mask_of(self.extra))
            places = members(position.places[digit] & seen)
            yield from self._step(position, 2, position.among(places, others))
        elif len(self.extra) == 2:
            for house in position.board.shared_houses(mask_of(self.extra)):
                yield from self._type_3(position, house, others)
        if len(self.extra) == 2:
            for house in position.board.shared_houses(mask_of(self.extra)):
                yield from self._type_4(position, house)

    def _type_3(self, position: Position, house: int, others: int) -> Iterator[Step]:
        """Yield the naked subsets that one of two cells is part of, with its other digits."""
        roof = mask_of(self.extra)
        pool = members(position.board.houses[house] & position.open & ~self.cells)
        for size in range(1, MOST_SUBSET_CELLS + 1):
            for chosen in combinations(pool, size):
                digits = others
                for cell in chosen:
                    digits |= position.cells[cell]
                if digits.bit_count() == size + 1:
                    rest = position.board.houses[house] & ~roof & ~mask_of(chosen)
                    marks = [Mark(Role.SUBSET, *item) for item in position.among(chosen, digits)]
                    eliminated = position.among(members(rest), digits)
                    yield from self._step(position, 3, eliminated, marks, (house,))

    def _type_4(self, position: Position, house: int) -> Iterator[Step]:
        """Yield the eliminations in two cells of which one must hold a digit of the rectangle."""
        roof = mask_of(self.extra)
        for digit in digits_in(self.digits):
            places = position.places[digit] & position.board.houses[house]
            if places and not places & ~roof:
                eliminated = position.among(self.extra, self.digits & ~(1 << digit - 1))
                yield from self._step(position, 4, eliminated, [], (house,))

    def _step(
        self,
        position: Position,
        kind: int,
        eliminated: tuple[Candidate, ...],
        marks: list[Mark] | None = None,
        houses: tuple[int, ...] = (),
    ) -> Iterator[Step]:
        if eliminated:
            corners = [
                Mark(role, *item)
                for role, digits in ((Role.CORNER, self.digits), (Role.EXTRA, ~self.digits))
                for item in position.among(members(self.cells), digits)
            ]
            yield Step(
                f"extended-rectangle-{kind}",
                eliminations=eliminated,
                marks=(*corners, *(marks or ())),
                houses=tuple(HouseMark(Role.BASE, house) for house in houses),
            )


def extended_rectangles(position: Position, options: Options) -> Iterator[Step]:
    """Yield the steps of extended rectangles."""
    if not options.uniqueness:
        return
    fewest = 2 * LENGTH - MOST_EXTRA
    few = mask_of(c for c, own in enumerate(position.cells) if 0 < own.bit_count() <= LENGTH + 1)
    closed = ~position.open
    for cells in exchangeable(position.board):
        if (cells & few).bit_count() >= fewest and not cells & closed:
            position.budget.charge()
            for rectangle in _rectangles(position, cells):
                if may_exchange(position, cells, digits_in(rectangle.digits)):
                    yield from rectangle.steps(position)


def _rectangles(position: Position, cells: int) -> Iterator[ExtendedRectangle]:
    """Yield the choices of digits that leave few cells with extra ones, or the same extra ones."""
    inside = members(cells)
    every = _digits_of(position, inside)
    if every.bit_count() == LENGTH + 1:
        for digit in digits_in(every):
            extra = members(position.places[digit] & cells)
            yield ExtendedRectangle(cells, every & ~(1 << digit - 1), extra)
    elif every.bit_count() > LENGTH + 1:
        for count in range(1, MOST_EXTRA + 1):
            for extra in combinations(inside, count):
                digits = _digits_of(position, tuple(cell for cell in inside if cell not in extra))
                has_others = all(position.cells[cell] & ~digits for cell in extra)
                if digits.bit_count() == LENGTH and has_others:
                    yield ExtendedRectangle(cells, digits, extra)


def _digits_of(position: Position, cells: tuple[int, ...]) -> int:
    digits = 0
    for cell in cells:
        digits |= position.cells[cell]
    return digits


@lru_cache(maxsize=64)
def exchangeable(board: BoardMasks) -> tuple[int, ...]:
    """Return the cells of two lines that no house distinguishes."""
    return tuple(
        cells
        for lines, crossings in ((board.rows, board.columns), (board.columns, board.rows))
        for pair in combinations(lines, 2)
        for cells in _between(board, pair, crossings)
    )


def _between(board: BoardMasks, pair: tuple[int, int], crossings: tuple[int, ...]) -> Iterator[int]:
    """Yield the exchangeable cells of two lines, in the order of their crossings.

    A house keeps its digits if it has both cells of each crossing or neither, or else the same one
    of each. So crossings go together whose cells differ by the same houses. If a house has more
    of the cells than there are digits, they cannot all be filled, so these are left out.
    """
    first, second = (board.houses[line] for line in pair)
    alike: dict[tuple[int, int], list[int]] = {}
    for crossing in crossings:
        ends = first & board.houses[crossing], second & board.houses[crossing]
        one, other = (mask_of(board.houses_of[cell.bit_length() - 1]) for cell in ends)
        alike.setdefault((one & ~other, other & ~one), []).append(crossing)
    chosen = (each for group in alike.values() for each in combinations(group, LENGTH))
    for each in sorted(chosen):
        across = reduce(or_, map(board.houses.__getitem__, each))
        cells = (first | second) & across
        if all((board.houses[index] & cells).bit_count() <= LENGTH for index in board.others):
            yield cells


TECHNIQUES = tuple(
    Technique(
        f"extended-rectangle-{kind}",
        f"extended rectangle type {kind}",
        "uniqueness",
        extended_rectangles,
        uniqueness=True,
    )
    for kind in range(1, 5)
)
