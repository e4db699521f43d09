"""Puzzles with constraints, turned and mirrored: what held before holds after."""

from __future__ import annotations

import pytest
from makers import MAKERS

from lowbit import Geometry, Grid, GridError, Puzzle, any_solution, count_solutions, shuffle
from lowbit.constraints import AntiKnight, Cage, Diagonal, Or, Thermometer
from lowbit.puzzle_symmetry import turns_of
from support import seeded

BOARDS = ("4x4", "jigsaw:AABBAABBCCDDCCDD", "4x4~0-3")


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_a_constraint_holds_where_it_held(name: str) -> None:
    rng = seeded(f"shuffled {name}")
    for _ in range(12):
        board = Geometry.parse(rng.choice(BOARDS))
        if name == "Windows":
            board = Geometry.parse(rng.choice(("9x9", "6x6")))  # on the latter they lie off centre
        elif name in {"Entropic", "GlobalEntropy"} or (
            name == "DisjointGroups" and "jigsaw" in str(board)
        ):
            board = Geometry.parse("9x9")
        constraint = MAKERS[name](rng, board)
        values = [rng.choice(board.values) for _ in range(board.n_cells)]
        if rng.random() < 0.5:  # many constraints hold of hardly any other values
            found = any_solution(Puzzle(Grid("." * board.n_cells, board), [constraint]))
            values = [board.values[digit - 1] for digit in found.givens] if found else values
        for places in turns_of(Puzzle(Grid("." * board.n_cells, board), [constraint])):
            turned = [0] * board.n_cells
            for cell, value in zip(places, values, strict=True):
                turned[cell] = value
            moved = constraint.moved(places, board)
            assert moved.holds(turned, board) == constraint.holds(values, board), (places, moved)


def test_as_many_solutions_as_before() -> None:
    puzzle = Puzzle(
        "1...............", [Diagonal(), Or((Cage((0, 1), 3), Cage((2, 6), 7)))], geometry="4x4"
    )
    shuffled = {shuffle(puzzle, seed=seed) for seed in range(20)}
    assert len(shuffled) > 3
    assert {count_solutions(each) for each in shuffled} == {count_solutions(puzzle)}
    assert all(1 in each.grid.givens for each in shuffled)
    assert shuffle(puzzle, seed=1) == shuffle(puzzle, seed=1)


def test_digits_are_renamed_where_they_only_differ() -> None:
    knights = Puzzle("1" + "." * 80, [AntiKnight(), Cage((0, 1))])
    assert len({max(shuffle(knights, seed=seed).grid.givens) for seed in range(20)}) > 3
    rising = knights.with_constraints([*knights.constraints, Thermometer((0, 1))])
    assert {max(shuffle(rising, seed=seed).grid.givens) for seed in range(5)} == {1}


def test_a_puzzle_keeps_its_board() -> None:
    with pytest.raises(GridError, match="the grid lies on 4x4"):
        shuffle(Puzzle("." * 16, [AntiKnight()], geometry="4x4"), geometry="9x9")
