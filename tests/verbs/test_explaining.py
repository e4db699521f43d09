"""Steps, hints, and what a puzzle needs, as verbs."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import pytest

from lowbit.errors import GridError, InputError, LimitReachedError, NoSolutionError
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.techniques.position import Position
from lowbit.verbs.generate.many import generate
from lowbit.verbs.solve.one import smallest_solution, solve
from lowbit.verbs.steps.explain import (
    all_steps,
    explain,
    left_out,
    needs,
    solves_with,
    steps,
    walkthrough,
)
from lowbit.verbs.steps.hint import hint
from lowbit.verbs.steps.mistakes import mistakes, one_or_two_solutions

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.limits import Limits

EASY = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
TINY = Geometry.parse("4x4")
FEW = ("pointing", "naked-pair")
MORE = (
    "hidden-single",
    "pointing",
    "claiming",
    "naked-pair",
    "hidden-pair",
    "x-wing",
    "skyscraper",
)
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


@pytest.mark.parametrize(
    "ask",
    [
        steps,
        lambda puzzle, time_limit: list(all_steps(puzzle, rules=FEW, time_limit=time_limit)),
        hint,
        lambda puzzle, time_limit: mistakes(puzzle, puzzle, time_limit=time_limit),
        lambda puzzle, time_limit: needs(puzzle, "pointing", time_limit=time_limit),
        lambda puzzle, time_limit: solves_with(puzzle, "human", time_limit=time_limit),
    ],
)
def test_a_time_limit_ends_every_question(ask: Callable[..., object]) -> None:
    assert ask(EASY, time_limit=1e9) == ask(EASY, time_limit=None)
    with pytest.raises(LimitReachedError):
        ask(EASY, time_limit=0)


def test_a_hint_has_one_time_limit_for_both_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Limits] = []

    def search(puzzle: Grid, limits: Limits) -> list[Grid]:
        given.append(limits)
        return one_or_two_solutions(puzzle, limits)

    monkeypatch.setattr("lowbit.verbs.steps.hint.one_or_two_solutions", search)
    assert hint("." * 16, geometry=TINY, time_limit=1e6).note
    first, second = given
    assert first == second
    assert first.deadline < inf


def test_a_time_limit_is_one_for_the_search_and_the_steps() -> None:
    position = next(walkthrough(EASY, time_limit=1e9))[1]
    assert position.budget is not Position(Grid(EASY)).budget
    with pytest.raises(LimitReachedError):
        list(all_steps(position, rules=FEW, time_limit=0))
    assert list(all_steps(position, rules=FEW)) == list(all_steps(EASY, rules=FEW))


def test_with_several_solutions_nothing_relies_on_there_being_one() -> None:
    loose = ".......28......13......7.4......5...2.....8....1....6....5.6....4......5....7...."
    families = {step.technique for step in all_steps(loose)}
    assert not {slug for slug in families if "rectangle-" in slug or slug == "hidden-rectangle"}


def test_it_is_said_that_there_are_several_solutions() -> None:
    loose = EASY.replace("6", ".", 1)
    found = hint(loose)
    assert found.note == left_out(loose)
    assert "several solutions" in found.note
    assert hint(EASY).note == left_out(EASY) == ""
    stuck = hint("." * 81, rules=["naked-single"])
    assert str(stuck) == f"nothing of this rule book applies; {stuck.note}"


def test_only_what_is_looked_for_is_found() -> None:
    found = list(all_steps(EASY, rules=FEW))
    assert {step.technique for step in found} == set(FEW)
    assert found == [step for step in all_steps(EASY, rules=MORE) if step.technique in FEW]


def test_a_wrong_digit_is_reported_before_any_step() -> None:
    found = hint(EASY, "64" + EASY[2:])
    assert (str(found), found.step) == ("r1c2 is 9 in the solution, not 4", None)
    assert found.mistakes == (str(found),)


def test_a_candidate_wrongly_eliminated_is_reported() -> None:
    masks = list(Grid(EASY).allowed)
    masks[1] = 0b1100
    assert str(hint(EASY, Grid.from_masks(masks))) == "r1c2 is 9 in the solution"


def test_what_a_wrong_digit_eliminates_is_no_mistake_of_its_own() -> None:
    solution = solve(EASY)
    cell = next(c for c in range(81) if EASY[c] == "." and solution[c] != 5)
    spoilt = Position(Grid(EASY)).after([(cell, 5)], ())
    name = Grid(EASY).geometry.cell_name(cell)
    assert mistakes(EASY, spoilt) == (f"{name} is {solution[cell]} in the solution, not 5",)
    assert [(each.cell, each.solution, each.digit) for each in mistakes(EASY, spoilt)] == [
        (cell, solution[cell], 5)
    ]
    lost = next(c for c in range(81) if EASY[c] == "." and solution[c] != 5 and c != cell)
    both = spoilt.after((), [(lost, solution[lost])])
    found = {each.cell: (each.solution, each.digit) for each in mistakes(EASY, both)}
    assert found == {cell: (solution[cell], 5), lost: (solution[lost], None)}


def test_a_position_tells_a_candidate_that_is_left_from_a_digit() -> None:
    position = Position(Grid(EASY))
    while not (single := next(all_steps(position, rules=["naked-single"]), None)):
        position = position.apply(next(all_steps(position, rules=FEW)))
    (cell, digit), *_ = single.placements
    assert hint(EASY, position, rules=["naked-single"]).step == single
    filled = hint(EASY, position.grid, rules=["naked-single"]).step
    assert filled is None or filled.placements != ((cell, digit),)


def test_the_marks_are_on_the_board_of_the_puzzle() -> None:
    with pytest.raises(GridError, match="different boards"):
        hint(EASY, Position(Grid("." * 16, TINY)))


def test_steps_go_on_from_a_position() -> None:
    way = list(walkthrough(EASY))
    step, position = way[7]
    assert steps(position)[0] == step
    assert steps(position) == tuple(step for step, _ in way[7:])
    assert solves_with(position, "human")


def test_steps_from_a_position_rely_on_the_givens_alone_for_uniqueness() -> None:
    loose = Grid("12..............", geometry=TINY)
    solution = smallest_solution(loose)
    assert solution is not None
    filled = Position(Grid(solution.to_line()[:-1] + ".", TINY), range(2, 15))
    assert filled.puzzle == loose
    assert not solves_with(filled, ["avoidable-rectangle-1"])
    assert solves_with(filled, ["naked-single"])


def test_marks_that_rule_out_every_solution_are_refused() -> None:
    marks = Grid("1..." + "23.." + "4..." + "...3", TINY)
    with pytest.raises(NoSolutionError):
        hint(SEVERAL, marks, geometry=TINY)


def test_no_mistake_is_reported_where_there_are_several_solutions() -> None:
    assert mistakes(SEVERAL, "12..............", geometry=TINY) == ()


def test_a_hint_builds_on_what_the_player_has() -> None:
    first = hint(EASY)
    assert first.step is not None
    cell, digit = first.step.placements[0]
    second = hint(EASY, EASY[:cell] + str(digit) + EASY[cell + 1 :])
    assert second.step is not None
    assert second.step.placements[0][0] != cell


def test_levels_and_languages() -> None:
    assert [str(hint(EASY, detail=level)) for level in (1, 2)] == ["look at row 1", "hidden single"]
    assert str(hint(EASY, language="zh")).startswith("隐性唯一")
    with pytest.raises(InputError, match="1, 2, 3 or 4"):
        hint(EASY, detail=5)


def test_a_needed_technique_is_the_last_of_the_list_that_solves_it() -> None:
    order = ["full-house", "hidden-single", "naked-single", "pointing", "claiming", "naked-pair"]
    n_needed = 0
    for puzzle in generate(8, seed=1).array:
        is_solved = [solves_with(puzzle, order[: place + 1]) for place in range(len(order))]
        for place, technique in enumerate(order):
            before = place > 0 and is_solved[place - 1]
            is_needed = needs(puzzle, technique, rules=order)
            assert is_needed == (is_solved[place] and not before), technique
            n_needed += is_needed
    assert n_needed > 2


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
    assert explain(found[0]) == (
        "Hidden single: In row 1, 2 fits only in r1c2: the 2 in r2c4 blocks the others."
    )
    assert steps(SEVERAL, geometry=TINY) == () or found
