"""No step contradicts the solution, and the evidence of each holds."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.reference.search import Search
from lowbit.techniques.board_masks import members
from lowbit.techniques.explainer.direct import direct_locked
from lowbit.techniques.position import Position
from lowbit.techniques.solve_path import every_step, walk
from lowbit.techniques.technique import Options
from support import BOARDS, IRREGULAR, random_solution, seeded, slow_except, unique_puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.step import Chain, ChainNode, Step

PUZZLES = [
    line
    for line in Path(__file__).with_name("puzzles.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
ALL = Options(
    als_overlap=True, two_candidate_er=True, duals=True, als_in_chains=True, als_both_ways=True
)
OVERLAPPING = "6x6@r1c1,r3c4"
SINGLES = {"full-house", "naked-single", "hidden-single"}


def is_sound(step: Step, solution: Grid) -> bool:
    return all(solution[cell] == digit for cell, digit in step.placements) and all(
        solution[cell] != digit for cell, digit in step.eliminations
    )


def is_news(step: Step, position: Position) -> bool:
    return bool(step.placements or step.eliminations) and all(
        position.has(*item) for item in (*step.placements, *step.eliminations)
    )


def is_linked(position: Position, start: ChainNode, end: ChainNode) -> bool:
    """Whether a node follows from the one before, as a player would check it."""
    board = position.board
    if start.digits or end.digits:
        return True  # within almost locked sets, which count candidates
    if not end.on:
        in_cell = start.cells == end.cells and start.digit != end.digit
        seen = not end.cells & ~board.common_peers(start.cells)
        return start.on and (in_cell or (start.digit == end.digit and seen))
    if start.on:
        return False
    if start.digit != end.digit:
        (cell,) = members(start.cells)
        return start.cells == end.cells and position.cells[cell].bit_count() == 2
    both = start.cells | end.cells
    return any(position.places[start.digit] & house == both for house in board.houses)


def broken_links(position: Position, chain: Chain) -> list[tuple[ChainNode, ChainNode]]:
    return [pair for pair in pairwise(chain.nodes) if not is_linked(position, *pair)]


@cache
def hard_positions(number: int) -> tuple[Position, Position]:
    """Return the first and the last position of a puzzle in which singles do not help."""
    hard = [
        position
        for step, position in walk(Position(Grid(PUZZLES[number])), "hodoku")
        if step.technique not in SINGLES
    ]
    return hard[0], hard[-1]


@cache
def found_steps(number: int) -> tuple[tuple[Step, Position, Grid], ...]:
    """Return all steps of the last hard position of a puzzle."""
    _, position = hard_positions(number)
    solution = next(Search(Grid(PUZZLES[number])))
    return tuple((step, position, solution) for step in every_step(position, ALL))


in_a_hard_position = pytest.mark.parametrize("number", [7])


@in_a_hard_position
def test_every_step_agrees_with_the_solution(number: int) -> None:
    unsound = [step for step, _, solution in found_steps(number) if not is_sound(step, solution)]
    assert unsound == []


@in_a_hard_position
def test_every_step_is_news(number: int) -> None:
    assert [step for step, position, _ in found_steps(number) if not is_news(step, position)] == []


@in_a_hard_position
def test_the_links_of_every_chain_hold(number: int) -> None:
    for step, position, _ in found_steps(number):
        if "net" not in step.technique and "nishio" not in step.technique:
            for chain in step.chains:
                assert broken_links(position, chain) == [], step


@in_a_hard_position
def test_a_step_that_goes_wrong_is_noticed(number: int) -> None:
    for step, _, solution in found_steps(number):
        cell, digit = (*step.placements, *step.eliminations)[0]
        other = digit % 9 + 1
        spoilt = (
            replace(step, placements=((cell, other),))
            if step.placements
            else replace(step, eliminations=((cell, solution[cell]),))
        )
        assert not is_sound(spoilt, solution)


def checked(grid: Grid, options: Options) -> Iterator[Step]:
    """Yield the steps of two positions of a walk that are wrong."""
    solution = next(Search(grid))
    for number, (_, position) in enumerate(walk(Position(grid), "human")):
        if number in {0, 6}:
            yield from (
                step
                for step in every_step(position, options)
                if not is_sound(step, solution) or not is_news(step, position)
            )
        if number > 4:
            break


@pytest.mark.parametrize("spec", slow_except(["4x4", "6x6", OVERLAPPING], ["4x4"]))
def test_every_step_is_sound_on_other_boards(spec: str) -> None:
    rng = seeded("sound", spec)
    grid = unique_puzzle(random_solution(Geometry.parse(spec), rng), rng)
    assert list(checked(grid, ALL)) == []


@pytest.mark.parametrize(
    "spec", slow_except([spec for spec in BOARDS if "+" in spec], ["9x9+windows", "9x9+groups"])
)
def test_the_explainers_steps_are_sound_where_houses_overlap(spec: str) -> None:
    rng = seeded("overlap", spec)
    grid = unique_puzzle(random_solution(Geometry.parse(spec), rng), rng)
    solution = next(Search(grid))
    for taken, position in walk(Position(grid), "explainer"):
        found = [taken, *direct_locked(position, ALL)]
        assert [step for step in found if not is_sound(step, solution)] == []


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["9x9+diagonals", IRREGULAR])
def test_every_step_is_sound_on_more_puzzles(spec: str) -> None:
    rng = seeded("more", spec, 2)
    grid = unique_puzzle(random_solution(Geometry.parse(spec), rng), rng)
    assert list(checked(grid, ALL)) == []
