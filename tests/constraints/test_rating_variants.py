"""How hard puzzles with constraints are: what their engine takes."""

from __future__ import annotations

import pytest

from lowbit import (
    GridError,
    Puzzle,
    Status,
    rate,
    rate_many,
    redundant_givens,
    solve,
    solve_many,
    steps,
)
from lowbit.constraints import AntiKnight, Cage, Diagonal, Thermometer

EASY = Puzzle(
    "1...............", [Diagonal(), Thermometer((3, 2)), Thermometer((4, 5, 6))], geometry="4x4"
)
HARD = Puzzle(
    "...18..........4...6...7....3.....................96.....2.4....7..........8..23.",
    [AntiKnight()],
)
SEVERAL = Puzzle("." * 16, [Cage((0, 1), 4)], geometry="4x4")
MEASURES = ("search", "backdoor", "redundant")
ON_4X4 = (*MEASURES, "difficulty")


@pytest.mark.parametrize("puzzle", [EASY, HARD])
def test_measures_are_what_verbs_tell(puzzle: Puzzle) -> None:
    rating = rate(puzzle, measures=MEASURES)
    (found,) = solve_many([puzzle])
    assert rating.status is Status.UNIQUE
    assert (rating.guesses, rating.nodes) == (found.guesses, found.nodes)
    assert rating.redundant == len(redundant_givens(puzzle))


def test_a_backdoor_leaves_nothing_to_guess() -> None:
    """None is empty, and some cell is one, as the guesses with its digit say."""
    solution = solve(HARD).givens
    givens = HARD.grid.givens

    def guesses(cell: int) -> int | None:
        filled = [*givens[:cell], solution[cell], *givens[cell + 1 :]]
        return rate(HARD.with_grid(filled)).guesses

    assert rate(HARD).guesses
    assert rate(HARD, measures="backdoor").backdoor == 1
    assert any(guesses(cell) == 0 for cell in range(81) if not givens[cell])
    assert rate(EASY, measures="backdoor").backdoor == 0


def test_the_steps_by_constraints_tell_a_difficulty() -> None:
    way = steps(EASY)
    assert way.hardest is not None
    rating = rate(EASY, measures="difficulty")
    assert (rating.difficulty, rating.hardest) == (way.difficulty, way.hardest.technique)
    too_hard = HARD.with_constraints([*HARD.constraints, *HARD.constraints])
    assert rate(too_hard, measures="difficulty", time_limit=0).status is Status.LIMIT_REACHED


def test_what_has_no_rating() -> None:
    assert rate(SEVERAL).status is Status.SEVERAL
    assert rate(SEVERAL.with_constraints([Cage((0, 1), 2)])).status is Status.NONE
    assert rate(HARD, max_nodes=3).status is Status.LIMIT_REACHED
    for how in ({"rules": "hodoku"}, {"measures": "techniques"}):
        with pytest.raises(GridError, match="do not rate puzzles with constraints"):
            rate(HARD, **how)  # type: ignore[arg-type]


def test_a_batch_has_what_each_has() -> None:
    puzzles = [EASY, HARD, SEVERAL]
    batch = rate_many([*puzzles, "no puzzle"], measures=MEASURES)
    assert list(batch)[:3] == [rate(puzzle, measures=MEASURES) for puzzle in puzzles]
    assert batch[3].status is Status.INVALID
    assert batch[3].reason
    assert list(rate_many([EASY, SEVERAL], measures=ON_4X4)) == [
        rate(puzzle, measures=ON_4X4) for puzzle in (EASY, SEVERAL)
    ]
