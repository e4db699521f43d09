"""Positions: what is left of candidates, and which singles came up when."""

from __future__ import annotations

import pytest

from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.techniques.facts import recall
from lowbit.techniques.position import Position
from support import BOARDS, random_solution, seeded, unique_puzzle

TINY = Grid("1... ...2 3... ...4", Geometry.parse("4x4"))


def puzzle_on(spec: str) -> Grid:
    rng = seeded("position", spec)
    return unique_puzzle(random_solution(Geometry.parse(spec), rng), rng)


def rescanned(position: Position) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Return the naked and the hidden singles, looked for cell by cell and house by house."""
    naked = {
        (cell, mask.bit_length())
        for cell, mask in enumerate(position.cells)
        if mask.bit_count() == 1
    }
    hidden = {
        (holders[0], digit)
        for house in position.geometry.houses
        for digit in range(1, position.geometry.size + 1)
        if len(holders := [c for c in house.cells if position.has(c, digit)]) == 1
    }
    return naked, hidden


@pytest.mark.parametrize("spec", BOARDS)
def test_the_candidates_of_the_givens_are_those_of_the_grid(spec: str) -> None:
    grid = puzzle_on(spec)
    assert Position(grid).masks == grid.candidates


@pytest.mark.parametrize("spec", BOARDS)
def test_the_singles_that_are_noted_are_all_that_there_are(spec: str) -> None:
    position = Position(puzzle_on(spec))
    while not position.is_dead and (position.naked or position.hidden):
        naked, hidden = rescanned(position)
        assert {single for single in position.naked if position.has(*single)} == naked
        noted = {single for single in position.hidden if position.has(*single)}
        assert noted == hidden
        if not naked | hidden:
            break
        position = position.after(sorted(naked | hidden)[:1], [])


def test_a_restricted_cell_keeps_what_it_allows() -> None:
    masks = list(TINY.allowed)
    masks[1] = 0b0110
    position = Position(Grid.from_masks(masks, TINY.geometry))
    assert position.candidates_of(1) == (2, 3)
    assert Position(TINY).candidates_of(1) == (2, 3, 4)


def test_a_position_does_not_change() -> None:
    position = Position(TINY)
    before = (position.masks, list(position.naked), list(position.hidden))
    position.after([(1, 2)], [(2, 3)])
    assert (position.masks, position.naked, position.hidden) == before


def test_eliminating_what_is_gone_and_placing_twice_change_nothing() -> None:
    position = Position(TINY).after([(1, 2)], [])
    assert position.after([(1, 2)], [(2, 2)]) == position


def test_givens_differ_from_what_was_placed() -> None:
    position = Position(TINY, solved=[0]).after([(1, 2)], [])
    assert position.givens == 1 << 7 | 1 << 8 | 1 << 15
    assert position.values[:2] == [1, 2]
    assert position != Position(TINY).after([(1, 2)], [])


def test_a_dead_position_is_reported() -> None:
    assert not Position(TINY).is_dead
    position = Position(TINY)
    assert position.after([], [(1, 2), (1, 3), (1, 4)]).is_dead
    assert position.after([], [(1, 4), (2, 4), (3, 4)]).is_dead


def test_a_fact_is_computed_once() -> None:
    calls = []

    def fact(position: Position) -> int:
        calls.append(position)
        return len(calls)

    position = Position(TINY)
    assert (recall(position, fact), recall(position, fact)) == (1, 1)
    assert recall(position.after([(1, 2)], []), fact) == 2
