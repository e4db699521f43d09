"""Steps, hints, and what a puzzle needs, as verbs."""

from __future__ import annotations

import pytest

from lowbit.errors import InputError, LimitReachedError, NoSolutionError
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.techniques.position import Position
from lowbit.verbs.explain import all_steps, explain, hint, needs, solves_with, steps
from lowbit.verbs.solve.one import solve

EASY = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
TINY = Geometry.parse("4x4")
SEVERAL = "1..." + "." * 12


def test_steps_lead_to_the_solution() -> None:
    position = Position(Grid(EASY))
    for step in steps(EASY):
        position = position.apply(step)
    assert position.grid == solve(EASY)


def test_a_puzzle_without_a_solution_is_refused_with_the_reason() -> None:
    with pytest.raises(NoSolutionError, match="two 1s in row 1"):
        steps("11" + "." * 79)
    with pytest.raises(NoSolutionError):
        hint("11" + "." * 79)


def test_a_time_limit_ends_steps() -> None:
    with pytest.raises(LimitReachedError):
        steps(EASY, time_limit=0)


def test_with_several_solutions_nothing_relies_on_there_being_one() -> None:
    loose = ".......28......13......7.4......5...2.....8....1....6....5.6....4......5....7...."
    families = {step.technique for step in all_steps(loose)}
    assert not {slug for slug in families if "rectangle-" in slug or slug == "hidden-rectangle"}


def test_only_what_is_looked_for_is_found() -> None:
    wanted = ["pointing", "naked-pair"]
    found = list(all_steps(EASY, rules=wanted))
    assert {step.technique for step in found} == set(wanted)
    assert found == [step for step in all_steps(EASY) if step.technique in wanted]


def test_a_wrong_digit_is_told_before_any_step() -> None:
    found = hint(EASY, "64" + EASY[2:])
    assert (str(found), found.step) == ("r1c2 is 9 in the solution, not 4", None)
    assert found.mistakes == (str(found),)


def test_a_candidate_wrongly_struck_is_told() -> None:
    masks = list(Grid(EASY).allowed)
    masks[1] = 0b1100
    assert str(hint(EASY, Grid.from_masks(masks))) == "r1c2 is 9 in the solution"


def test_a_hint_builds_on_what_the_player_has() -> None:
    first = hint(EASY)
    assert first.step is not None
    cell, digit = first.step.placements[0]
    second = hint(EASY, EASY[:cell] + str(digit) + EASY[cell + 1 :])
    assert second.step is not None
    assert second.step.placements[0][0] != cell


def test_levels_and_languages() -> None:
    assert [str(hint(EASY, level=level)) for level in (1, 2)] == ["look at row 1", "hidden single"]
    assert str(hint(EASY, language="zh")).startswith("隐性唯一")
    with pytest.raises(InputError, match="1, 2 or 3"):
        hint(EASY, level=4)


def test_what_a_puzzle_needs() -> None:
    assert solves_with(EASY, ["full-house", "naked-single", "hidden-single", "pointing"])
    assert not solves_with(EASY, ["full-house"])
    assert needs(EASY, "pointing")
    assert not needs(EASY, "x-wing")
    with pytest.raises(InputError, match="does not have 'x-wing'"):
        needs(EASY, "x-wing", rules=["naked-single"])


def test_steps_on_another_board() -> None:
    found = steps("1... ...2 3... ...4", geometry=TINY)
    assert len(found) == 12
    assert explain(found[0], geometry=TINY) == "hidden single: 2 in row 1; so r1c2 is 2"
    assert steps(SEVERAL, geometry=TINY) == () or found
