"""The arithmetic in the reasons of constraints: each bound, sum and list is true in a solution."""

from __future__ import annotations

import re
from math import prod
from random import Random
from typing import TYPE_CHECKING

import pytest
from makers import MAKERS

import lowbit
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.techniques.constrained import by_constraints
from lowbit.techniques.position import Position
from lowbit.techniques.technique import Options
from lowbit.techniques.wording.reasons.reason import reason
from support import slow_except
from telling import assert_true

if TYPE_CHECKING:
    from lowbit.constraints import Constraint

SOLVED = [lowbit.solve(puzzle) for puzzle in lowbit.generate(5, seed=8, threads=1)]
QUICK = {"Arrow", "Sum", "Cage", "Thermometer", "Zipper", "Clone", "EqualSums", "LittleKiller"}
TRIES = 40
"""The random constraints of each kind among which those that hold are looked at."""
BOUND = re.compile(r"so (r\dc\d) is (at least|at most) (\d+)")
ONLY = re.compile(r"(r\dc\d) can only be ((?:\d(?: to |, | or )?)+)")


@pytest.mark.parametrize("name", slow_except(MAKERS, QUICK))
def test_what_a_constraint_is_said_to_leave_is_true_in_the_solution(name: str) -> None:
    rng = Random(f"claims {name}")  # noqa: S311 - no secrets here
    for _ in range(TRIES):
        solution, constraint = rng.choice(SOLVED), MAKERS[name](rng, CLASSIC)
        if not constraint.holds([*solution], CLASSIC):
            continue
        position = Position(some_of(rng, solution, constraint), (), (constraint,))
        for step in by_constraints(position, Options()):
            assert reason(step, position, "zh").endswith("。")
            text = reason(step, position, is_whole=True)
            _, _, claims = text.partition(". ")
            assert_true(claims, solution)
            for cell, side, number in BOUND.findall(claims):
                digit = solution[CLASSIC.cells_named(cell)[0]]
                assert digit >= int(number) if side == "at least" else digit <= int(number)
            for cell, digits in ONLY.findall(claims):
                assert solution[CLASSIC.cells_named(cell)[0]] in spanned(digits)
            for total, made in re.findall(r"([\d+*]+) = (\d+)", claims):
                assert sum(prod(map(int, term.split("*"))) for term in total.split("+")) == int(
                    made
                )


def some_of(rng: Random, solution: Grid, constraint: Constraint) -> Grid:
    """Return a grid with a third of a constraint's cells, and a quarter of the others."""
    own = {*constraint.cells_on(CLASSIC)}
    shown = [rng.random() < (0.35 if cell in own else 0.25) for cell in range(81)]
    return Grid([digit if is_shown else 0 for digit, is_shown in zip(solution, shown, strict=True)])


def spanned(text: str) -> set[int]:
    """Return the digits of a list such as ``2, 4 to 6 or 9``."""
    runs = re.findall(r"(\d)(?: to (\d))?", text)
    return {digit for low, high in runs for digit in range(int(low), int(high or low) + 1)}


def test_an_arrow_says_its_sums() -> None:
    arrow = lowbit.constraints.Arrow((0,), (10, 20))
    position = Position(Grid("." * 81), (), (arrow,))
    (step,) = by_constraints(position, Options())
    assert reason(step, position) == (
        "The digits along the arrow, r2c2 and r3c3, add up to its circle, r1c1. r2c2 and r3c3 make "
        "at least 1+2 = 3, so r1c1 is at least 3: r1c1 cannot be 1 or 2. r1c1 is at most 9, and "
        "r3c3 is at least 1, so r2c2 is at most 8: r2c2 cannot be 9. r1c1 is at most 9, and r2c2 "
        "is at least 1, so r3c3 is at most 8: r3c3 cannot be 9."
    )
