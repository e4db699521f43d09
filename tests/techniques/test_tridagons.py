"""Tridagons: twelve cells that three digits cannot fill, by trying all fillings."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

import pytest

from lowbit.geometry import CLASSIC, Geometry
from lowbit.grid import Grid
from lowbit.techniques.board_masks import masks_of_board
from lowbit.techniques.lessons.examples import example
from lowbit.techniques.position import Position
from lowbit.techniques.sets.tridagons import diagonals, rectangles, tridagons
from lowbit.techniques.step import Mark, Role
from lowbit.techniques.technique import Options
from lowbit.verbs.solve.one import solve
from lowbit.verbs.steps.practice import lesson_position
from support import seeded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.step import Step

Parts = tuple[tuple[int, ...], frozenset[int], frozenset["Candidate"]]
"""The digits of a tridagon, its cells, and the candidates that go."""
BOARD = masks_of_board(CLASSIC)
ORDERS = tuple(permutations(range(3)))
Columns = tuple[int, ...]
"""For each row of a box, the column of its cell; or the digit there."""


def meet(one: Columns, other: Columns) -> bool:
    return any(a == b for a, b in zip(one, other, strict=True))


def by_column(columns: Columns, filling: Columns) -> Columns:
    return tuple(filling[columns.index(column)] for column in range(3))


@cache
def can_be_filled(columns: tuple[Columns, ...]) -> bool:
    """Whether three digits fill diagonals of four boxes: up left, up right, down left, down right.

    The digits of the first box have any names, so it is filled in one way.
    """
    first = ORDERS[0]
    return any(
        not meet(first, right)
        and not meet(down, across)
        and not meet(by_column(columns[0], first), by_column(columns[2], down))
        and not meet(by_column(columns[1], right), by_column(columns[3], across))
        for right, down, across in product(ORDERS, repeat=3)
    )


def columns_of(cells: tuple[int, ...]) -> Columns:
    return tuple(cell % 3 for cell in sorted(cells))


def test_three_digits_fill_the_cells_unless_an_odd_number_of_diagonals_is_odd() -> None:
    for boxes in rectangles(BOARD)[:1]:
        chosen = list(product(*(diagonals(BOARD, box) for box in boxes)))
        assert len(chosen) == 6**4
        for four in chosen:
            is_possible = can_be_filled(tuple(columns_of(diagonal.cells) for diagonal in four))
            assert is_possible == (sum(diagonal.is_odd for diagonal in four) % 2 == 0)


def test_boxes_in_a_rectangle_are_found_on_boards_that_have_them() -> None:
    assert len(rectangles(BOARD)) == len(set(rectangles(BOARD))) == 9
    assert rectangles(BOARD)[0] == BOARD.boxes[:2] + BOARD.boxes[3:5]
    assert len(rectangles(masks_of_board(Geometry.parse("9x9+diagonals")))) == 9
    for spec in ("4x4", "6x6", "12x12", "samurai"):
        assert rectangles(masks_of_board(Geometry.parse(spec))) == ()


def conflict(one: Candidate, other: Candidate) -> bool:
    if one[0] == other[0]:
        return one[1] != other[1]
    return one[1] == other[1] and other[0] in CLASSIC.peers[one[0]]


def plain_tridagons(
    position: Position, digits: tuple[int, ...]
) -> Iterator[tuple[frozenset[int], frozenset[Candidate]]]:
    """Yield the cells of each tridagon of three digits, and what all its guardians rule out."""
    own = [set(position.candidates_of(cell)) for cell in range(81)]
    three = set(digits)
    left = {(cell, digit) for cell in range(81) for digit in own[cell]}
    corners = [27 * band + 3 * stack for band, stack in product(range(3), repeat=2)]
    for bands, stacks in product(combinations(range(3), 2), repeat=2):
        boxes = [corners[3 * band + stack] for band in bands for stack in stacks]
        able = [
            [
                columns
                for columns in ORDERS
                if all(len(own[corner + 9 * r + c] & three) > 1 for r, c in enumerate(columns))
            ]
            for corner in boxes
        ]
        for four in product(*able):
            if can_be_filled(four):
                continue
            cells = [
                corner + 9 * row + column
                for corner, columns in zip(boxes, four, strict=True)
                for row, column in enumerate(columns)
            ]
            guardians = [(cell, digit) for cell in cells for digit in own[cell] - three]
            lost = frozenset(x for x in left if all(conflict(x, each) for each in guardians))
            if lost and guardians:
                yield frozenset(cells), lost


def parts(step: Step, position: Position) -> Parts:
    """Return the digits and cells of a step, and what it eliminates, by a digit placed, too."""
    base = [mark for mark in step.marks if mark.role is Role.BASE]
    lost = set(step.eliminations)
    for placed in step.placements:
        lost |= {
            (cell, digit)
            for cell in range(81)
            for digit in position.candidates_of(cell)
            if conflict(placed, (cell, digit))
        }
    digits = tuple(sorted({mark.digit for mark in base}))
    return digits, frozenset(mark.cell for mark in base), frozenset(lost)


def invented(seed: int) -> Position:
    """Return a position, with a solution or not, in which 1, 2 and 3 have room in four boxes."""
    rng = seeded("tridagon", seed)
    masks = [0b111111000] * 81
    for corner in (0, 6, 27, 33):
        for cell in (corner + 9 * row + column for row in range(3) for column in range(3)):
            others = 1 << rng.choice((3, 4)) if rng.random() < 0.4 else 0
            masks[cell] = rng.choice((7, 7, 7, 3, 5)) | others if rng.random() < 0.8 else 0b1001
    return Position(Grid.from_masks(masks))


def guardians(step: Step) -> list[Mark]:
    return [mark for mark in step.marks if mark.role is Role.EXTRA]


def test_all_tridagons_are_found_those_with_few_guardians_first() -> None:
    most = 0
    for seed in range(8):
        position = invented(seed)
        steps = list(tridagons(position, Options()))
        told = [parts(step, position) for step in steps]
        found = {(cells, lost) for digits, cells, lost in told if digits == (1, 2, 3)}
        assert found == set(plain_tridagons(position, (1, 2, 3)))
        numbers = [len(guardians(step)) for step in steps]
        assert numbers == sorted(numbers)
        most = max(most, len({*numbers}))
    assert most > 1


@pytest.mark.parametrize("number", range(1, 4))
def test_no_tridagon_eliminates_a_digit_of_the_solution(number: int) -> None:
    """Candidates come back to a position, here and there, and change guardians and pattern."""
    position = lesson_position("tridagon", number)
    solution = solve(position.puzzle)
    rng, found = seeded("tridagon", number), 0
    for _ in range(15):
        masks = list(position.masks)
        for cell in rng.sample([cell for cell in range(81) if position.cells[cell]], 10):
            masks[cell] |= 1 << rng.randrange(9)
        for step in tridagons(Position(Grid.from_masks(masks)), Options()):
            found += 1
            assert all(solution[cell] != digit for cell, digit in step.eliminations)
            assert all(solution[cell] == digit for cell, digit in step.placements)
    assert found


def test_a_single_guardian_is_placed() -> None:
    (step,) = tridagons(example("tridagon").position, Options())
    assert step.placements == tuple((mark.cell, mark.digit) for mark in guardians(step))
    assert not step.eliminations
    assert {mark.house for mark in step.houses} <= {*BOARD.boxes}
    assert not list(tridagons(Position(Grid("." * 81)), Options()))
