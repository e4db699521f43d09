"""The steps that Sudoku Explainer 1.2.1 takes, one by one, in its order, and its ratings."""

from __future__ import annotations

import gzip
import json
from itertools import zip_longest
from typing import TYPE_CHECKING

import pytest

from lowbit.grid import Grid
from lowbit.techniques.difficulty import difficulty, rating_of
from lowbit.techniques.position import Position
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.solve_path import walk
from lowbit.techniques.step import Role
from lowbit.techniques.wording.notation import eliminations_list, placements_list

if TYPE_CHECKING:
    from conftest import Data
    from lowbit.techniques.step import Step

EVERY = 240
"""Every so many puzzles, one is tried in the quick suite."""

EVERY_SLOW = 60
"""Every so many puzzles of any rating, one is tried in the slow suite; kernels rate all of them.
With 1, the plain finders take the better part of an hour."""

N_PARTS = 4
"""Tests that these are parted into, so that the processes of a run can share them."""

HARD = 3
"""Which of the hardest puzzles is tried: most take ten times as long."""

EASY_ENOUGH = 9.0
"""The hardest rating that is tried in the quick suite."""

StepWords = list[str | float]
"""A name, a rating, a placement, eliminations and, of chains, the length, as the file has them."""


def cases(data: Data) -> list[tuple[str, str, list[StepWords]]]:
    with gzip.open(data("ratings/explainer_steps.tsv.gz"), "rt", encoding="utf-8") as lines:
        rows = (line.rstrip("\n").split("\t") for line in lines)
        return [(row[0], " ".join(row[1:4]), json.loads(row[4])) for row in rows]


def name_of(step: Step) -> str | None:
    """Return Sudoku Explainer's name of a step, in which a long loop tells its length."""
    name = TECHNIQUES[step.technique].explainer_name
    length = len({mark.cell for mark in step.marks if mark.role is Role.CORNER})
    return name.replace("Loop", f"Loop {length}") if name and length > 6 else name


def words_of(step: Step, position: Position) -> StepWords:
    """Return a step as the file has it."""
    board = position.geometry
    placements = " ".join(placements_list(board, step.placements))
    eliminations = " ".join(eliminations_list(board, step.eliminations))
    length = [step.complexity] if step.complexity else []
    return [str(name_of(step)), rating_of(step), placements, eliminations, *length]


def way(line: str) -> tuple[list[StepWords], str]:
    """Return the steps of a puzzle, and its rating."""
    position = Position(Grid(line))
    found, steps = [], []
    for step, before in walk(position, "explainer"):
        found.append(words_of(step, before))
        steps.append(step)
        position = before.apply(step)
    return found, str(difficulty(steps, solved=position.is_solved))


def first_difference(line: str, rating: str, wanted: list[StepWords]) -> str | None:
    """Return the first step that differs, in words; None where all are the same."""
    found, found_rating = way(line)
    for number, (ours, theirs) in enumerate(zip_longest(found, wanted)):
        if ours != theirs:
            return f"step {number}: {ours}, not {theirs}"
    return None if found_rating == rating else f"rated {found_rating}, not {rating}"


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, EVERY // 2])
def test_some_puzzles_take_the_same_steps(data: Data, first: int) -> None:
    easy = [case for case in cases(data) if float(case[1].split()[0]) <= EASY_ENOUGH]
    for line, rating, wanted in easy[first::EVERY]:
        assert first_difference(line, rating, wanted) is None, line


@pytest.mark.slow
@pytest.mark.parametrize("part", range(N_PARTS))
def test_puzzles_of_any_rating_take_the_same_steps(data: Data, part: int) -> None:
    some = cases(data)[EVERY_SLOW * part :: EVERY_SLOW * N_PARTS]
    wrong = {case[0]: first_difference(*case) for case in some}
    assert not {line: difference for line, difference in wrong.items() if difference}


@pytest.mark.slow
def test_a_hard_puzzle_is_rated_the_same(data: Data) -> None:
    lines = data("ratings/explainer_hard.tsv").read_text(encoding="utf-8").splitlines()
    line, rating = lines[HARD].split("\t", 1)
    assert way(line)[1] == rating.replace("\t", " ")
