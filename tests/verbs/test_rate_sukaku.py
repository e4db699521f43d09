"""Ratings of puzzles that are given by their candidates, beside Sudoku Explainer's."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import lowbit
from lowbit import Grid, Status, rate, rate_many
from lowbit.kernels.rating.position.ratings import new_ratings
from lowbit.limits import NO_LIMITS
from lowbit.techniques.difficulty import difficulty
from lowbit.verbs.rate.handover import steps_by
from lowbit.verbs.rate.restricted import rate_restricted
from lowbit.verbs.rate.solved_puzzle import SolvedPuzzle

FILE = Path(__file__).parents[1] / "techniques/sukaku.txt"

# The ratings are those of SukakuExplainer 1.2.1.5 (serate), Java 17.
RATED = [line.split() for line in FILE.read_text().splitlines()]
SUKAKU = [line[0] for line in RATED]
RATINGS = [tuple(map(float, line[1:])) for line in RATED]
PLAIN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_finders_rate_as_sudoku_explainer() -> None:
    for text, expected in zip(SUKAKU, RATINGS, strict=True):
        grid = Grid(text)
        puzzle = SolvedPuzzle(grid, lowbit.solve(grid), NO_LIMITS)
        steps, is_solved = steps_by(puzzle, "explainer")
        assert difficulty(steps, solved=is_solved) == expected


def test_kernels_rate_as_sudoku_explainer() -> None:
    masks = np.array([Grid(text).allowed for text in SUKAKU], np.uint16)
    ratings = new_ratings(len(masks))
    rate_restricted(masks, ratings, threads=2)
    assert [tuple(row) for row in (ratings.ratings / 10).tolist()] == RATINGS


def test_a_batch_may_hold_puzzles_of_both_forms() -> None:
    batch = rate_many([PLAIN, SUKAKU[0], "?", SUKAKU[1]], rules=("explainer", "hodoku"))
    assert batch.to_strings() == [
        "1.2 1.2 1.2 204 Easy",
        *(str(rate(SUKAKU[0], rules=("explainer", "hodoku"))), ""),
        str(rate(SUKAKU[1], rules=("explainer", "hodoku"))),
    ]
    assert [tuple(map(float, batch.to_strings()[row].split()[:3])) for row in (1, 3)] == RATINGS[:2]


def test_candidates_of_givens_are_measured_as_the_givens() -> None:
    measures = ("search", "backdoor", "redundant", "difficulty", "depth", "B")
    position = Grid.from_masks(Grid(PLAIN).candidates)
    assert position.is_restricted
    found = rate_many([position, PLAIN], rules=(), measures=measures)
    assert found[0].status is Status.UNIQUE
    names = ("backdoor", "depth", "B", "difficulty", "hardest", "guesses")
    assert [getattr(found[0], name) for name in names] == [
        getattr(found[1], name) for name in names
    ]


def test_other_boards_have_measures_of_candidates() -> None:
    masks = [1 << digit - 1 for digit in Grid("1234341221434321", "4x4")]
    masks[0], masks[5], masks[15] = 0b0011, 0b1101, 0b1111
    restricted = Grid.from_masks(masks, "4x4")
    measures = ("search", "redundant", "backdoor", "depth", "difficulty")
    batch = rate_many([restricted], geometry="4x4", measures=measures)
    assert batch[0] == rate(restricted, measures=measures)
    assert batch[0].status is Status.UNIQUE
