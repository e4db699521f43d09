"""Techniques that assume one solution exchange only what the puzzle allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from benchmarks.soundness import NODES, found_in, made_puzzles
from test_soundness import is_sound

from lowbit.grid import Grid
from lowbit.reference.search import Search
from lowbit.techniques.board_masks import digits_in
from lowbit.techniques.lessons.examples import example
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.step import Role
from lowbit.techniques.technique import Options
from lowbit.techniques.unique.exchanges import may_exchange
from support import IRREGULAR, count, slow_except

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step

BY_UNIQUENESS = [slug for slug, technique in TECHNIQUES.items() if technique.uniqueness]
ASKING = [slug for slug in BY_UNIQUENESS if "rectangle" in slug]
"""Those that may put a digit where the position has no such candidate."""

BOARDS = ("4x4", "6x6", "8x8", "9x9", "9x9+diagonals", "9x9+windows", IRREGULAR)


def example_of(slug: str) -> tuple[Position, Step]:
    shown = example(slug)
    return shown.position, shown.step()


def steps_of(slug: str, position: Position) -> list[Step]:
    found = TECHNIQUES[slug].find(position, Options())
    return [step for step in found if step.technique == slug]


def leaving_out(position: Position, cell: int, digit: int) -> Position:
    """Return a position as of a puzzle that never allowed a digit in a cell."""
    masks = list(position.puzzle.allowed)
    masks[cell] &= ~(1 << digit - 1)
    return position.on_the_way_from(Grid.from_masks(masks))


def pattern_of(step: Step, position: Position) -> tuple[set[int], set[int]]:
    """Return the cells and the digits of the pattern that a step argues with."""
    corners = [mark for mark in step.marks if mark.role is Role.CORNER]
    cells = {mark.cell for mark in corners}
    digits = {mark.digit for mark in corners if mark.digit}
    return cells, digits or {position.values[cell] for cell in cells} - {0}


def is_among(step: Step, steps: Iterable[Step]) -> bool:
    return any((step.effect, step.marks) == (other.effect, other.marks) for other in steps)


@pytest.mark.parametrize("slug", ASKING)
def test_a_pattern_is_none_where_the_puzzle_leaves_one_of_its_candidates_out(slug: str) -> None:
    position, step = example_of(slug)
    cells, digits = pattern_of(step, position)
    assert len(cells) in {4, 6}
    assert is_among(step, steps_of(slug, position))
    for cell in cells:
        for digit in digits:
            assert not is_among(step, steps_of(slug, leaving_out(position, cell, digit)))


@pytest.mark.parametrize("slug", BY_UNIQUENESS)
def test_a_pattern_stays_where_the_puzzle_leaves_out_what_it_has_no_part_in(slug: str) -> None:
    position, step = example_of(slug)
    cells, digits = pattern_of(step, position)
    blanks = {cell for cell in range(81) if not position.givens >> cell & 1}
    elsewhere = leaving_out(position, min(blanks - cells), min(digits or {1}))
    assert is_among(step, steps_of(slug, elsewhere))
    if slug in ASKING:
        other = min({*range(1, 10)} - digits)
        assert is_among(step, steps_of(slug, leaving_out(position, min(cells), other)))


@pytest.mark.parametrize("slug", [slug for slug in BY_UNIQUENESS if slug not in ASKING])
def test_loops_and_graves_exchange_candidates_that_are_there(slug: str) -> None:
    position, step = example_of(slug)
    extra = {(mark.cell, mark.digit) for mark in step.marks if mark.role is Role.EXTRA}
    pattern = [
        (cell, digit)
        for cell in range(81)
        for digit in digits_in(position.cells[cell])
        if slug.startswith("bug") and (cell, digit) not in extra
    ] or [(mark.cell, mark.digit) for mark in step.marks if mark.role is Role.CORNER]
    assert pattern
    assert all(position.has(*candidate) for candidate in pattern)


def test_a_position_remembers_what_its_puzzle_left_out() -> None:
    position, _ = example_of("unique-rectangle-1")
    cell = next(cell for cell in range(81) if position.cells[cell])
    restricted = leaving_out(position, cell, 9)
    later = restricted.after([(cell, position.candidates_of(cell)[0])], ())
    for each in (restricted, later, later.within(later.budget)):
        assert not each.puzzle.allowed[cell] >> 8 & 1
        assert not may_exchange(each, 1 << cell, (9,))
        assert may_exchange(each, 1 << cell, range(1, 9))
    assert position.puzzle == Grid(list(position.puzzle.givens))


@pytest.mark.parametrize("spec", slow_except(BOARDS, ["4x4", "6x6"]))
def test_made_puzzles_need_what_they_leave_out(spec: str) -> None:
    for puzzle, _ in zip(made_puzzles(spec, 7), range(2), strict=False):
        assert puzzle.is_restricted
        assert count(puzzle, 2) == 1
        assert count(Grid(list(puzzle.givens), puzzle.geometry), 2) == 2


@pytest.mark.parametrize("spec", slow_except(BOARDS, ["4x4", "6x6"]))
def test_no_step_contradicts_the_solution_of_such_puzzles(spec: str) -> None:
    for puzzle, _ in zip(made_puzzles(spec, 7), range(2), strict=False):
        solution = next(Search(puzzle))
        assert [step for step in found_in(puzzle, NODES) if not is_sound(step, solution)] == []
