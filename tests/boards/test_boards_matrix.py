"""Every verb on every kind of board: what is done, and what says by name why it is not."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import lowbit
from lowbit import Grid, GridError
from support import IRREGULAR, slow_except

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = ("4x4", "6x6", IRREGULAR, "9x9+diagonals", "9x9~0-8", "5x4:none")
BOARDS = (*SMALL, "9x9+windows", "12x12", "16x16", "samurai", "6x8:none")


VERBS: dict[str, Callable[[str, str], Any]] = {
    "solve": lambda line, board: lowbit.solve(line, geometry=board).is_solved,
    "solve_many": lambda line, board: lowbit.solve_many([line], geometry=board).n_solutions[0] == 1,
    "any_solution": lambda line, board: lowbit.any_solution(line, geometry=board) is not None,
    "smallest_solution": lambda line, board: (
        lowbit.smallest_solution(line, geometry=board) == lowbit.solve(line, geometry=board)
    ),
    "count_solutions": lambda line, board: lowbit.count_solutions(line, geometry=board) == 1,
    "solutions": lambda line, board: len(list(lowbit.solutions(line, geometry=board))) == 1,
    "is_unique": lambda line, board: lowbit.is_unique(line, geometry=board),
    "check": lambda line, board: lowbit.check(line, geometry=board) == (),
    "true_candidates": lambda line, board: (
        lowbit.true_candidates(line, geometry=board) == lowbit.solve(line, geometry=board)
    ),
    "redundant_givens": lambda line, board: lowbit.redundant_givens(line, geometry=board) == (),
    "is_minimal": lambda line, board: lowbit.is_minimal(line, geometry=board),
    "minimize": lambda line, board: lowbit.minimize(line, geometry=board).to_line() == line,
    "generate": lambda _, board: len(lowbit.generate(1, geometry=board, seed=2).array) == 1,
    "random_grids": lambda _, board: len(lowbit.random_grids(1, geometry=board, seed=2).array) == 1,
    "canonical": lambda line, board: lowbit.canonical(line, geometry=board).n_clues > 0,
    "automorphisms": lambda line, board: lowbit.automorphisms(line, geometry=board).count >= 1,
    "is_isomorphic": lambda line, board: lowbit.is_isomorphic(line, line, geometry=board),
    "shuffle": lambda line, board: lowbit.is_unique(lowbit.shuffle(line, geometry=board, seed=1)),
    "rate": lambda line, board: (
        lowbit.rate(line, geometry=board, measures="search").nodes is not None
    ),
    "rate_many": lambda line, board: (
        lowbit.rate_many([line], geometry=board, measures="redundant")[0]
        == lowbit.rate(line, geometry=board, measures="redundant")
    ),
    "render": lambda line, board: lowbit.render(Grid(line, board)).startswith("<svg"),
    "steps": lambda line, board: lowbit.steps(line, geometry=board) is not None,
    "hint": lambda line, board: lowbit.hint(line, geometry=board) is not None,
}


@cache
def minimal_puzzle(board: str) -> str:
    (row,) = lowbit.generate(1, geometry=board, seed=1).array
    return Grid(row.tolist(), board).to_line()


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("name", slow_except(BOARDS, SMALL))
def test_a_verb_on_a_board(verb: str, name: str) -> None:
    assert VERBS[verb](minimal_puzzle(name), name)


@pytest.mark.parametrize("rules", ["explainer", "hodoku"])
def test_ratings_of_other_boards_are_refused_by_name(rules: str) -> None:
    for rate, puzzle in ((lowbit.rate, "." * 16), (lowbit.rate_many, ["." * 16])):
        with pytest.raises(GridError, match=r"classic board alone, and this lies on 4x4"):
            rate(puzzle, geometry="4x4", rules=rules)
        with pytest.raises(GridError, match=r"name no rules"):
            rate(puzzle, geometry="4x4", rules=(), measures=("techniques", "search"))
