"""Tridagons: twelve cells in four boxes that three digits cannot fill, so another is in one.

The boxes lie in a rectangle, and in each of them three cells lie in different rows and columns. If
three digits filled them, each box would have all three. Boxes side by side have no digit twice in a
row, so from top to bottom their digits go round in the same order; and so from left to right in
boxes one above the other. Both directions are one in a box whose cells are an even permutation of
rows to columns, and opposite in a box where it is odd: around the four boxes, the order would be
reversed as often as there are odd ones. It comes back as it was, so an odd number of them is
impossible. Then one of the other candidates, the guardians, is true.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.techniques.board_masks import BoardMasks, digits_in, mask_of, members
from lowbit.techniques.step import HouseMark, Mark, Role, Step
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position

SIDE: Final = 3
"""The rows and the columns of a box, and the digits of a tridagon."""
LEAST_CANDIDATES: Final = 2
"""The least candidates of a cell among the three digits: with one, easier techniques do."""


class BoxDiagonal(NamedTuple):
    """Three cells of a box in different rows and columns.

    Parameters
    ----------
    cells : tuple of int
        The cells, from top to bottom.
    is_odd : bool
        Whether three digits in them go round from left to right against their order from top to
        bottom.
    """

    cells: tuple[int, ...]
    is_odd: bool


class GuardedCells(NamedTuple):
    """Cells of diagonals with their guardians: the candidates that are none of the three digits.

    Parameters
    ----------
    diagonals : tuple of BoxDiagonal
        The diagonals.
    guardians : int
        The set of the guardians.
    ruled_out : int
        The set of the candidates that no guardian allows.
    """

    diagonals: tuple[BoxDiagonal, ...]
    guardians: int
    ruled_out: int


def tridagons(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the tridagons whose guardians have a consequence in common, few guardians first."""
    search, found = _TridagonSearch(position), []
    for boxes in rectangles(position.board):
        for digits in combinations(position.board.digits, SIDE):
            position.budget.charge()
            found += [(digits, guarded) for guarded in search.among(boxes, digits)]
    for digits, guarded in sorted(found, key=lambda item: item[1].guardians.bit_count()):
        yield search.step(digits, guarded)


@lru_cache(maxsize=64)
def rectangles(board: BoardMasks) -> tuple[tuple[int, ...], ...]:
    """Return all boxes of three rows and three columns that lie in a rectangle, four each."""
    spans = {}
    for box in board.boxes if board.is_square else ():
        cells = board.house_cells[box]
        rows = tuple(sorted({board.row_of[cell] for cell in cells}))
        columns = tuple(sorted({board.column_of[cell] for cell in cells}))
        if len(rows) == len(columns) == SIDE:
            spans[rows, columns] = box
    bands, stacks = ({span[way] for span in spans} for way in (0, 1))
    fours = (
        tuple(spans.get(span, -1) for span in product(two_bands, two_stacks))
        for two_bands in combinations(sorted(bands), 2)
        for two_stacks in combinations(sorted(stacks), 2)
    )
    return tuple(four for four in fours if min(four) >= 0)


@lru_cache(maxsize=64)
def diagonals(board: BoardMasks, box: int) -> tuple[BoxDiagonal, ...]:
    """Return the diagonals of a box of three rows and three columns."""
    cells = sorted(board.house_cells[box])
    rows = [cells[start : start + SIDE] for start in range(0, SIDE**2, SIDE)]
    return tuple(
        BoxDiagonal(
            tuple(row[column] for row, column in zip(rows, columns, strict=True)),
            sum(one > other for one, other in combinations(columns, 2)) % 2 == 1,
        )
        for columns in permutations(range(SIDE))
    )


class _TridagonSearch:
    """A search for tridagons in a position.

    A set of candidates is an integer, too: bit ``n_cells * (digit - 1) + cell``.
    """

    def __init__(self, position: Position) -> None:
        self.position, self.board = position, position.board
        self.n_cells = position.board.n_cells
        self._conflicts: dict[tuple[int, int], int] = {}
        self._in_box: dict[tuple[int, tuple[int, ...]], list[GuardedCells]] = {}

    def among(self, boxes: tuple[int, ...], digits: tuple[int, ...]) -> Iterator[GuardedCells]:
        """Yield the tridagons of some digits in four boxes."""
        parts = [self._of_box(box, digits) for box in boxes]
        wholes = parts[0] if all(parts) else []
        for part in parts[1:]:
            wholes = [
                GuardedCells(
                    one.diagonals + other.diagonals,
                    one.guardians | other.guardians,
                    one.ruled_out & other.ruled_out,
                )
                for one in wholes
                for other in part
                if one.ruled_out & other.ruled_out
            ]
        for whole in wholes:
            if whole.guardians and sum(each.is_odd for each in whole.diagonals) % 2:
                yield whole

    def _of_box(self, box: int, digits: tuple[int, ...]) -> list[GuardedCells]:
        """Return the diagonals of a box that can be part of a tridagon of some digits."""
        if (box, digits) not in self._in_box:
            house = self.board.houses[box]
            is_open = all(self.position.places[digit] & house for digit in digits)
            guarded = map(self._guarded, diagonals(self.board, box), [digits] * 6)
            self._in_box[box, digits] = [each for each in guarded if each] if is_open else []
        return self._in_box[box, digits]

    def _guarded(self, diagonal: BoxDiagonal, digits: tuple[int, ...]) -> GuardedCells | None:
        three = mask_of(digit - 1 for digit in digits)
        guardians, ruled_out = 0, -1
        for cell in diagonal.cells:
            mask = self.position.cells[cell]
            if (mask & three).bit_count() < LEAST_CANDIDATES:
                return None
            for digit in digits_in(mask & ~three):
                guardians |= 1 << self.n_cells * (digit - 1) + cell
                ruled_out &= self._conflicting(cell, digit)
        return GuardedCells((diagonal,), guardians, ruled_out) if ruled_out else None

    def _conflicting(self, cell: int, digit: int) -> int:
        """Return the set of the candidates that cannot be true beside one."""
        if (cell, digit) not in self._conflicts:
            places = self.position.places[digit] & self.board.peers[cell]
            found = places << self.n_cells * (digit - 1)
            for other in self.position.candidates_of(cell):
                found |= (other != digit) << self.n_cells * (other - 1) + cell
            self._conflicts[cell, digit] = found
        return self._conflicts[cell, digit]

    def step(self, digits: tuple[int, ...], guarded: GuardedCells) -> Step:
        """Return the step that follows from a tridagon."""
        guardians, eliminated = (
            tuple((bit % self.n_cells, bit // self.n_cells + 1) for bit in members(candidates))
            for candidates in (guarded.guardians, guarded.ruled_out)
        )
        cells = sorted(cell for diagonal in guarded.diagonals for cell in diagonal.cells)
        inside = [
            Mark(Role.BASE, cell, digit)
            for cell in cells
            for digit in digits
            if self.position.has(cell, digit)
        ]
        boxes = sorted({self.board.box_of[cell] for cell in cells})
        is_single = len(guardians) == 1
        return Step(
            "tridagon",
            placements=guardians if is_single else (),
            eliminations=() if is_single else eliminated,
            marks=(*inside, *(Mark(Role.EXTRA, cell, digit) for cell, digit in guardians)),
            houses=tuple(HouseMark(Role.BASE, box) for box in boxes),
        )


TECHNIQUES = (Technique("tridagon", "tridagon", "tridagons", tridagons),)
