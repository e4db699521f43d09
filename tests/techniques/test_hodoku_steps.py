"""The steps that HoDoKu 2.2 takes, one by one, in its order."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

from lowbit.grid import Grid
from lowbit.techniques.position import Position
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.scoring import hodoku_score
from lowbit.techniques.solve_path import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conftest import Data
    from lowbit.techniques.step import Step

EVERY = 11
"""Every so many puzzles, one is compared in the slow suite; kernels take the steps of all."""

PARTS = 2
"""In how many tests these are compared, so that several CPUs share them."""

StepWords = list[str]
"""A name, a placement and eliminations, as the file has them."""


def cases(data: Data) -> list[tuple[str, list[StepWords]]]:
    with gzip.open(data("ratings/hodoku_steps.tsv.gz"), "rt", encoding="utf-8") as lines:
        rows = (line.rstrip("\n").split("\t") for line in lines)
        return [(row[0], json.loads(row[3])) for row in rows]


def effect(position: Position, placements: str, eliminations: str) -> set[tuple[int, int, str]]:
    """Return the effect of a step of the file that is news in a position."""
    cells = {position.geometry.cell_name(cell): cell for cell in range(81)}
    found = {(cells[item[:4]], int(item[5]), "=") for item in placements.split()}
    for item in eliminations.split():
        found |= {(cells[item[:4]], int(digit), "-") for digit in item[5:]}
    return found


def effect_of(step: Step) -> set[tuple[int, int, str]]:
    return {(*item, "=") for item in step.placements} | {(*item, "-") for item in step.eliminations}


def first_difference(line: str, steps: list[StepWords]) -> str | None:
    """Return the first step that differs, in words; None where all are the same."""
    position = Position(Grid(line))
    ours: Iterator[tuple[Step, Position]] = walk(position, "hodoku")
    for number, (name, placements, eliminations) in enumerate(steps):
        step, position = next(ours, (None, position))
        if step is None:
            return f"step {number}: none, not {name}"
        ours_name = TECHNIQUES[step.technique].hodoku_name
        wanted = effect(position, placements, eliminations)
        if ours_name != name or effect_of(step) != wanted:
            return f"step {number}: {ours_name} {effect_of(step)}, not {name} {wanted}"
    return None


def one_of_each(all_cases: list[tuple[str, list[StepWords]]]) -> dict[str, list[StepWords]]:
    """Return, for each technique, a puzzle that takes it and few hard steps."""
    chosen: dict[str, list[StepWords]] = {}
    seen = {"Brute Force"}
    for line, steps in sorted(all_cases, key=lambda case: sum("Forcing" in s[0] for s in case[1])):
        names = {step[0] for step in steps}
        if not names <= seen:
            seen |= names
            chosen[line] = steps
    return chosen


@pytest.mark.slow
def test_a_puzzle_for_each_technique_but_forcing_takes_the_same_steps(data: Data) -> None:
    soon = [case for case in cases(data) if not any("Forcing" in step[0] for step in case[1])]
    for line, steps in one_of_each(soon).items():
        assert first_difference(line, steps) is None, line


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_some_puzzles_take_the_same_steps(part: int, data: Data) -> None:
    some = cases(data)[EVERY * part :: EVERY * PARTS]
    wrong = {line: first_difference(line, steps) for line, steps in some}
    assert not {line: difference for line, difference in wrong.items() if difference}


def test_scores_and_levels_are_those_of_hodoku(data: Data) -> None:
    slugs = {technique.hodoku_name: slug for slug, technique in TECHNIQUES.items()}
    for line in data("ratings/hodoku.tsv").read_text(encoding="utf-8").splitlines():
        puzzle, score, level, counts = line.split("\t")
        taken = [item.rsplit(":", 1) for item in counts.split(";")]
        found = hodoku_score(slugs[name] for name, n in taken for _ in range(int(n)))
        assert found == (int(score), level.lower()), puzzle
