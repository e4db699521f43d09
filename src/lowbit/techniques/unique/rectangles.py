"""Uniqueness: exchanging two digits in four cells would give a second solution.

A rectangle lies in two rows, two columns and two boxes. If all four cells held only the same two
digits, exchanging them would give another solution; so, if there is only one, the rectangle must
avoid that. All steps here assume a unique solution, and rectangles that the puzzle lets exchange
their digits (`lowbit.techniques.unique.exchanges`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import BoardMasks, digits_in, mask_of, members
from lowbit.techniques.facts import recall
from lowbit.techniques.sets.wings import bivalue_cells
from lowbit.techniques.step import HouseMark, Mark, Role, Step, marks_of
from lowbit.techniques.technique import Options, Technique
from lowbit.techniques.unique.exchanges import may_exchange

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position

Corners = tuple[int, int, int, int]
"""The cells of a rectangle: two in one box, then, opposite to each of them, two in another."""


@lru_cache(maxsize=64)
def rectangles(board: BoardMasks) -> tuple[tuple[tuple[Corners, int, int], ...], ...]:
    """Return, for each cell, the rectangles that begin with it.

    With each, as sets of cells, come its other corners, and the second and the fourth corner.
    """
    return tuple(
        tuple(
            (corners, mask_of(corners[1:]), mask_of(corners[1::2]))
            for corners in _rectangles_from(board, cell)
        )
        for cell in range(board.n_cells)
    )


def _rectangles_from(board: BoardMasks, first: int) -> Iterator[Corners]:
    size, box = board.size, board.box_of[first]
    if box < 0:
        return
    row, column = board.row_of[first], board.column_of[first]
    for second in board.house_cells[box]:
        other_row, other_column = board.row_of[second], board.column_of[second]
        if (row == other_row) == (column == other_column):
            continue
        for k in range(size):
            if row == other_row:
                third, fourth = k * size + column, k * size + other_column
            else:
                third, fourth = row * size + k, other_row * size + k
            corners = (first, second, third, fourth)
            if board.box_of[third] != box and _is_exchangeable(board, corners):
                yield corners


def _is_exchangeable(board: BoardMasks, corners: Corners) -> bool:
    """Whether exchanging two digits in the corners leaves each house with both."""
    one, other = 1 << corners[0] | 1 << corners[3], 1 << corners[1] | 1 << corners[2]
    return all((one & h).bit_count() == (other & h).bit_count() for h in board.houses)


class UniqueRectangle:
    """Four open cells that two digits could fill in two ways.

    Parameters
    ----------
    position : Position
        The position.
    corners : Corners
        The cells.
    pair : tuple of int
        The digits.
    """

    def __init__(self, position: Position, corners: Corners, pair: tuple[int, int]) -> None:
        self.position = position
        self.corners = corners
        self.pair = pair
        self.cells = mask_of(corners)
        self.digits = 1 << pair[0] - 1 | 1 << pair[1] - 1
        cells = position.cells
        self.floor = [c for c in sorted(corners) if not cells[c] & ~self.digits]
        self.roof = [c for c in sorted(corners) if cells[c] & ~self.digits]

    def steps(self) -> Iterator[Step]:
        """Yield the steps of the rectangle, type by type."""
        if len(self.floor) == 3:
            yield from self.type_1()
        if len(self.floor) in {1, 2}:
            yield from self.type_2_and_5()
        if len(self.floor) == 2:
            yield from self.type_3()
            yield from self.type_4()
            yield from self.type_6()
        if len(self.floor) in {1, 2}:
            yield from self.hidden()

    def type_1(self) -> Iterator[Step]:
        """Yield the pair in the fourth cell, if the other three have nothing else."""
        yield from self._step("unique-rectangle-1", self._pair_in(self.roof, self.pair))

    def type_2_and_5(self) -> Iterator[Step]:
        """Yield the eliminations by the only extra digit of the other cells."""
        position = self.position
        extra = 0
        for cell in self.roof:
            extra |= position.cells[cell] & ~self.digits
        if extra.bit_count() != 1:
            return
        digit = extra.bit_length()
        eliminated = position.places[digit] & position.board.common_peers(mask_of(self.roof))
        in_line = len(self.roof) == 2 and self._roof_lines()
        slug = "unique-rectangle-2" if in_line else "unique-rectangle-5"
        yield from self._step(slug, [(cell, digit) for cell in members(eliminated)])

    def type_3(self) -> Iterator[Step]:
        """Yield the naked subsets that the extra digits of two cells form with cells of a house."""
        position, board = self.position, self.position.board
        extra = 0
        for cell in self.roof:
            extra |= position.cells[cell] & ~self.digits
        for house in board.shared_houses(mask_of(self.roof)):
            pool = [
                cell
                for cell in members(board.houses[house] & position.open & ~self.cells)
                if not position.cells[cell] & self.digits
            ]
            yield from self._subsets(house, pool, extra, mask_of(self.roof))

    def _subsets(self, house: int, pool: list[int], digits: int, cells: int) -> Iterator[Step]:
        position, board = self.position, self.position.board
        for place, cell in enumerate(pool):
            all_digits, all_cells = digits | position.cells[cell], cells | 1 << cell
            in_line = any(h in board.lines for h in board.shared_houses(all_cells))
            repeated = house in board.others and in_line
            if not repeated and all_digits.bit_count() == all_cells.bit_count() - 1:
                eliminated = self._others(house, all_cells, all_digits)
                for other in board.shared_houses(all_cells) if eliminated else ():
                    eliminated |= self._others(other, all_cells, all_digits)
                marks = tuple(
                    Mark(Role.SUBSET, c, d)
                    for c in members(all_cells)
                    for d in digits_in(position.cells[c] & all_digits)
                )
                yield from self._step("unique-rectangle-3", list(eliminated), marks, (house,))
            yield from self._subsets(house, pool[place + 1 :], all_digits, all_cells)

    def _others(self, house: int, cells: int, digits: int) -> dict[Candidate, None]:
        position = self.position
        return {
            (cell, digit): None
            for cell in members(position.board.houses[house] & ~cells)
            for digit in digits_in(position.cells[cell] & digits)
        }

    def type_4(self) -> Iterator[Step]:
        """Yield the eliminations in two cells that must hold one digit of the pair."""
        position, board = self.position, self.position.board
        if not self._roof_lines():
            return
        common = board.common_peers(mask_of(self.roof))
        low, high = self.pair
        if not position.places[low] & common:
            eliminated = high
        elif not position.places[high] & common:
            eliminated = low
        else:
            return
        yield from self._step("unique-rectangle-4", self._pair_in(self.roof, (eliminated,)))

    def type_6(self) -> Iterator[Step]:
        """Yield the digit of the pair whose lines through opposite cells have no other place."""
        position, board = self.position, self.position.board
        if self._roof_lines():
            return
        lines = 0
        for cell in self.roof:
            lines |= board.houses[board.rows[board.row_of[cell]]]
            lines |= board.houses[board.columns[board.column_of[cell]]]
        lines &= ~self.cells
        low, high = self.pair
        if not position.places[low] & lines:
            eliminated = low
        elif not position.places[high] & lines:
            eliminated = high
        else:
            return
        yield from self._step("unique-rectangle-6", self._pair_in(self.roof, (eliminated,)))

    def hidden(self) -> Iterator[Step]:
        """Yield eliminations by strong links on the lines of a cell opposite to one of the pair."""
        board = self.position.board
        if len(self.floor) == 2 and board_lines(board, self.floor):
            return
        for corner in self.floor:
            opposite = next(
                cell
                for cell in self.corners
                if board.row_of[cell] != board.row_of[corner]
                and board.column_of[cell] != board.column_of[corner]
            )
            row = board.houses[board.rows[board.row_of[opposite]]] & ~self.cells
            column = board.houses[board.columns[board.column_of[opposite]]] & ~self.cells
            for kept, eliminated in (self.pair, self.pair[::-1]):
                if not self.position.places[kept] & (row | column):
                    yield from self._step(
                        "hidden-rectangle", self._pair_in([opposite], (eliminated,))
                    )

    def _roof_lines(self) -> bool:
        return board_lines(self.position.board, self.roof)

    def _pair_in(self, cells: list[int], digits: tuple[int, ...]) -> list[Candidate]:
        has = self.position.has
        return [(cell, digit) for cell in cells for digit in digits if has(cell, digit)]

    def _step(
        self,
        slug: str,
        eliminated: list[Candidate],
        marks: tuple[Mark, ...] = (),
        houses: tuple[int, ...] = (),
    ) -> Iterator[Step]:
        if eliminated:
            has = self.position.has
            corners = (
                Mark(Role.CORNER, cell, digit)
                for cell in self.corners
                for digit in self.pair
                if has(cell, digit)
            )
            yield Step(
                slug,
                eliminations=tuple(eliminated),
                marks=(*corners, *marks),
                houses=tuple(HouseMark(Role.BASE, house) for house in houses),
            )


def board_lines(board: BoardMasks, cells: list[int]) -> bool:
    """Whether two cells lie in one row or in one column."""
    return (
        board.row_of[cells[0]] == board.row_of[cells[1]]
        or board.column_of[cells[0]] == board.column_of[cells[1]]
    )


def unique_rectangles(position: Position, options: Options) -> Iterator[Step]:
    """Yield the steps of rectangles of two digits, each rectangle once."""
    if not options.uniqueness:
        return
    yield from recall(
        position,
        _with_missing_candidates if options.missing_candidates else _without_missing_candidates,
    )


def _with_missing_candidates(position: Position) -> list[Step]:
    return list(_unique_rectangles(position, missing=True))


def _without_missing_candidates(position: Position) -> list[Step]:
    return list(_unique_rectangles(position, missing=False))


def _unique_rectangles(position: Position, *, missing: bool) -> Iterator[Step]:
    seen = set()
    for first in recall(position, bivalue_cells):
        low, high = digits_in(position.cells[first])
        barred = [~position.allowed[digit] for digit in (low, high)]
        for corners, others, even in rectangles(position.board)[first]:
            if missing:
                fits = not others & barred[0] and not even & barred[1]
            else:
                pair = position.cells[first]
                fits = all(position.cells[cell] & pair == pair for cell in corners)
            key = frozenset(corners)
            if (
                fits
                and key not in seen
                and may_exchange(position, 1 << first | others, (low, high))
            ):
                seen.add(key)
                yield from UniqueRectangle(position, corners, (low, high)).steps()


def avoidable_rectangles(position: Position, options: Options) -> Iterator[Step]:
    """Yield the steps of rectangles with two or three digits placed, none of them a given."""
    if not options.uniqueness:
        return
    values, seen = position.values, set()
    placed = position.board.all_cells & ~position.open & ~position.givens
    for first in members(placed):
        for corners, others, _ in rectangles(position.board)[first]:
            # None is a given, and one at least is open.
            if others & position.givens or not others & position.open:
                continue
            pair = values[first], values[corners[1]]
            if (
                placed >> corners[1] & 1
                and frozenset(corners) not in seen
                and may_exchange(position, 1 << first | others, pair)
            ):
                steps = list(_avoidable(position, corners, pair))
                if steps:
                    seen.add(frozenset(corners))
                yield from steps


def _avoidable(position: Position, corners: Corners, pair: tuple[int, int]) -> Iterator[Step]:
    third, fourth = corners[2:]
    first_digit, second_digit = pair
    marks = tuple(Mark(Role.CORNER, cell) for cell in corners)
    for near, far, there, missing in (
        (third, fourth, second_digit, first_digit),
        (fourth, third, first_digit, second_digit),
    ):
        is_pair = position.cells[far].bit_count() == 2
        if position.values[near] == there and is_pair and position.has(far, missing):
            yield Step("avoidable-rectangle-1", (), ((far, missing),), marks)
            return
    cells = position.cells
    if not (position.has(third, second_digit) and position.has(fourth, first_digit)):
        return
    extras = cells[third] & ~(1 << second_digit - 1), cells[fourth] & ~(1 << first_digit - 1)
    if extras[0] != extras[1] or extras[0].bit_count() != 1:
        return
    digit = extras[0].bit_length()
    eliminated = position.places[digit] & position.board.peers[third] & position.board.peers[fourth]
    if eliminated:
        ends = marks_of(Role.FIN, 1 << third | 1 << fourth, (digit,))
        yield Step(
            "avoidable-rectangle-2",
            (),
            tuple((cell, digit) for cell in members(eliminated)),
            (*marks, *ends),
        )


def bug_plus_one(position: Position, options: Options) -> Iterator[Step]:
    """Yield the extra candidate of the only cell with three among cells with two."""
    counts = [(position.cells[cell].bit_count(), cell) for cell in members(position.open)]
    three = [cell for count, cell in counts if count == 3]
    if not options.uniqueness or len(three) != 1 or any(count not in {2, 3} for count, _ in counts):
        return
    cell = three[0]
    for digit in position.candidates_of(cell):
        if _is_universal_grave_without(position, cell, digit):
            yield Step(
                "bug-plus-1",
                eliminations=tuple(
                    (cell, other) for other in position.candidates_of(cell) if other != digit
                ),
                marks=(Mark(Role.EXTRA, cell, digit),),
            )


def _is_universal_grave_without(position: Position, cell: int, digit: int) -> bool:
    """Whether each digit has two places or none in each house, but for one candidate."""
    for other, places in enumerate(position.places):
        left = places & ~(1 << cell) if other == digit else places
        if any((left & house).bit_count() not in {0, 2} for house in position.board.houses):
            return False
    return True


def _technique(slug: str, name: str, foreign: str, explainer_name: str | None = None) -> Technique:
    avoidable = slug.startswith("avoidable")
    rating = 4.5 if explainer_name and not slug.endswith("3") else None
    return Technique(
        slug,
        name,
        "uniqueness",
        avoidable_rectangles if avoidable else unique_rectangles,
        hodoku_name=foreign,
        explainer_name=explainer_name,
        score=100,
        level="hard",
        rating=rating,
        uniqueness=True,
    )


TECHNIQUES = (
    Technique(
        "bug-plus-1",
        "bivalue universal grave + 1",
        "uniqueness",
        bug_plus_one,
        hodoku_name="Bivalue Universal Grave + 1",
        explainer_name="BUG type 1",
        score=100,
        level="hard",
        rating=5.6,
        uniqueness=True,
    ),
    *(
        _technique(
            f"unique-rectangle-{n}",
            f"unique rectangle type {n}",
            f"Uniqueness Test {n}",
            f"Unique Rectangle type {n}" if n <= 4 else None,
        )
        for n in range(1, 7)
    ),
    _technique("hidden-rectangle", "hidden rectangle", "Hidden Rectangle"),
    _technique("avoidable-rectangle-1", "avoidable rectangle type 1", "Avoidable Rectangle Type 1"),
    _technique("avoidable-rectangle-2", "avoidable rectangle type 2", "Avoidable Rectangle Type 2"),
)
