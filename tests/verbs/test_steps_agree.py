"""No step that is handed out contradicts the solution, be the puzzle unique by candidates alone."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING

import pytest

import lowbit
from lowbit import Grid, Position, WrongStepError
from lowbit.cli.main import main
from lowbit.constraints import Cage
from lowbit.techniques.books import BOOKS
from lowbit.techniques.unique import extended_rectangles
from lowbit.techniques.unique import rectangles as uniqueness
from lowbit.verbs.steps.start import arguing_with
from lowbit.web.problems import problem
from pencilmark_puzzles import RECTANGLES
from support import slow_except

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lowbit.techniques.step import Step

SOLUTION = lowbit.solve(RECTANGLES)
SHARED = {"suk_tiny": (22, 2), "suk_human": (65, 2)}
"""Puzzles as people share them, with a cell and its digit."""

EASY = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."


def is_sound(step: Step, solution: Grid) -> bool:
    return all(solution[cell] == digit for cell, digit in step.placements) and all(
        solution[cell] != digit for cell, digit in step.eliminations
    )


@pytest.fixture
def careless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have techniques exchange digits whatever the puzzle allows."""
    for module in (uniqueness, extended_rectangles):
        monkeypatch.setattr(module, "may_exchange", lambda *_: True)


@pytest.mark.parametrize("rules", slow_except(BOOKS, ["human"]))
def test_each_rule_book_leads_to_the_solution(rules: str) -> None:
    position = Position(Grid(RECTANGLES))
    for step in lowbit.steps(RECTANGLES, rules):
        assert is_sound(step, SOLUTION)
        position = position.apply(step)
    assert position.grid == SOLUTION
    assert lowbit.solves_with(RECTANGLES, rules)


def test_all_steps_and_hints_on_the_way_agree() -> None:
    for number, (_, position) in enumerate(lowbit.walkthrough(RECTANGLES)):
        if number % 2:
            continue
        filled = Grid(position.values)
        for marks in (position, filled):
            step = lowbit.hint(RECTANGLES, marks).step
            assert step is not None
            assert is_sound(step, SOLUTION)
        if number % 12 == 0:
            found = lowbit.all_steps(position, rules=["unique-rectangle-1", *ASKED])
            assert all(is_sound(step, SOLUTION) for step in found)


ASKED = ("hidden-rectangle", "avoidable-rectangle-1", "extended-rectangle-1", "unique-rectangle-4")


@pytest.mark.parametrize("name", SHARED)
def test_shared_puzzles_keep_their_digit(data: Callable[[str], Path], name: str) -> None:
    (line,) = data(f"reports/{name}.txt").read_text(encoding="utf-8").split()
    cell, digit = SHARED[name]
    solution = lowbit.solve(line)
    assert solution[cell] == digit
    for rules in BOOKS:
        assert all(is_sound(step, solution) for step in lowbit.steps(line, rules))
    assert all(is_sound(step, solution) for step in lowbit.all_steps(line, rules=[*ASKED]))


@pytest.mark.usefixtures("careless")
@pytest.mark.parametrize("rules", ["human", "hodoku"])
@pytest.mark.parametrize(
    "ask",
    [lowbit.steps, lowbit.solves_with, lambda puzzle, rules: [*lowbit.walkthrough(puzzle, rules)]],
)
def test_a_wrong_step_is_an_error_that_names_it(ask: Callable[..., object], rules: str) -> None:
    with pytest.raises(WrongStepError, match="'avoidable-rectangle-1' is wrong: it says that r"):
        ask(RECTANGLES, rules)


@pytest.mark.usefixtures("careless")
def test_a_wrong_step_is_an_error_of_all_steps_and_of_hints() -> None:
    with pytest.raises(WrongStepError, match="'unique-rectangle-1'"):
        list(lowbit.all_steps(RECTANGLES, rules=["unique-rectangle-1"]))
    with pytest.raises(WrongStepError, match="'unique-rectangle-1'"):
        lowbit.hint(RECTANGLES, rules=["unique-rectangle-1"])
    with pytest.raises(WrongStepError, match="'unique-rectangle-1'"):
        lowbit.needs(RECTANGLES, "unique-rectangle-1", ["unique-rectangle-1"])


@pytest.mark.usefixtures("careless")
@pytest.mark.parametrize("words", [["steps"], ["hint", "--rules", "unique-rectangle-1"]])
def test_the_command_fails_and_names_the_step(words: list[str]) -> None:
    out, errors = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(errors):
        code = main([*words, RECTANGLES, EASY])
    assert code == 1
    assert "is a fault of lowbit" in errors.getvalue()
    assert "-rectangle-1' is wrong: it says that r" in errors.getvalue()
    lines = out.getvalue().splitlines()
    assert lines[0] == "wrong"
    assert len(lines) > 1, "the next puzzle is answered"


def test_the_server_takes_a_wrong_step_for_its_own_fault() -> None:
    said = problem(WrongStepError("unique-rectangle-1", "r3c5 is not 2"))
    assert said["status"] == 500
    assert "'unique-rectangle-1'" in said["detail"]
    assert said["type"] == "urn:lowbit:wrong-step-error"


def test_candidates_whose_givens_are_enough_count_as_a_players() -> None:
    puzzle = Grid(EASY)
    begun = Position(puzzle).after((), [(1, 9)]).grid
    other = Grid.from_masks([m & ~8 if m == 511 else m for m in Grid("." * 81).allowed])
    assert begun.is_restricted
    assert not any(arguing_with(begun, Position(begun)).withheld)
    assert arguing_with(other, Position(other)).puzzle == other


def test_with_constraints_nothing_is_asked() -> None:
    killer = lowbit.Puzzle(RECTANGLES, [Cage((0, 1), SOLUTION[0] + SOLUTION[1])])
    assert all(is_sound(step, SOLUTION) for step in lowbit.steps(killer))
