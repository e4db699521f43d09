"""The reason of each technique and constraint, in sentences of both languages."""

from __future__ import annotations

import pytest

import lowbit
from lowbit.constraints.base import REGISTRY
from lowbit.grid import Grid
from lowbit.techniques.books import BOOKS
from lowbit.techniques.lessons.examples import example
from lowbit.techniques.position import Position
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.solve_path import walk
from lowbit.techniques.step import HouseMark, Mark, Role, Step
from lowbit.techniques.technique import Options
from lowbit.techniques.wording.constraints import SLUGS
from lowbit.techniques.wording.reasons.reason import REASONS, reason, sentences
from lowbit.techniques.wording.reasons.rules import RULES
from telling import LATIN, assert_told

EMPTY = Position(Grid("." * 81))
HARD = "....1....318......6.7.8..2..6.1...9......3..4..28...367.......3..964...7.4....5.."


def test_every_technique_of_every_rule_book_has_a_reason() -> None:
    assert REASONS.keys() == {*TECHNIQUES, *SLUGS}
    for book in BOOKS.values():
        assert all(REASONS.keys() >= set(rule.slugs) for rule in book.rules)


@pytest.mark.parametrize("rules", ["human", "hodoku", "explainer"])
def test_the_steps_of_each_rule_book_are_told(rules: str) -> None:
    for step, position in walk(Position(Grid(HARD)), rules):
        assert_told(step, position)


def test_every_kind_of_constraint_has_its_rule() -> None:
    assert RULES.keys() == REGISTRY.keys()
    for name, kind in REGISTRY.items():
        step = Step("constraint", eliminations=((0, 1),), constraint=kind.sample)
        for language in ("en", "zh"):
            text = sentences(step, EMPTY, language)
            assert not {"{", "}"} & {*text}, name
            assert "None" not in text
            if language == "zh":
                assert not LATIN.search(text.replace("XV", "")), text


def test_a_hidden_single_names_what_blocks_the_others() -> None:
    grid = Grid("1" + "." * 17 + "....1...." + "." * 54)
    step = Step(
        "hidden-single",
        ((16, 1),),
        marks=(Mark(Role.SINGLE, 16, 1),),
        houses=(HouseMark(Role.BASE, 20),),
    )
    assert reason(step, Position(grid)) == (
        "In box 3, 1 fits only in r2c8: the 1s in r1c1 and r3c5 block others, and 1 is not among "
        "the candidates of r2c7 and r2c9."
    )


def test_a_naked_single_names_where_the_other_digits_are() -> None:
    step = Step("naked-single", ((0, 9),), marks=(Mark(Role.SINGLE, 0, 9),))
    rows = [".123.....", "4........", "5........", ".6.......", "7........"]
    position = Position(Grid("".join(rows) + "." * 36)).after((), [(0, 6), (0, 8)])
    assert reason(step, position) == (
        "Only 9 is left for r1c1: row 1 has 1, 2 and 3, column 1 has 4, 5 and 7, and 6 and 8 are "
        "not among its candidates."
    )
    assert reason(step, position, "zh") == (
        "r1c1 只剩 9 可填：第 1 行已有 1、2 和 3，第 1 列已有 4、5 和 7，候选数中没有 6 和 8。"
    )


def test_all_steps_with_uncommon_options_are_told() -> None:
    position = next(position for step, position in walk(Position(Grid(HARD)), "human")
                    if not step.placements)  # fmt: skip
    options = Options(duals=True, als_overlap=True, als_in_chains=True, two_candidate_er=True)
    rules = ["als-xz", "als-xy-wing", "grouped-aic", "finned-swordfish", "dual-empty-rectangle"]
    for step in lowbit.all_steps(position, rules=rules, options=options):
        assert_told(step, position)


def test_a_fish_says_of_each_cell_why_it_is_ruled_out() -> None:
    told_of = {slug: told_by_example(slug) for slug in ("finned-x-wing", "mutant-swordfish")}
    assert told_of["finned-x-wing"].endswith(
        "No other cell of these columns can be 3. Either way r6c8 cannot be 3."
    )
    crossing = "5 has no place where two of row 1, row 2 and column 2 cross"
    assert crossing in told_of["mutant-swordfish"]
    inside = told_by_example("franken-whale")
    assert "No other cell" not in inside
    assert "If r2c7 were 5, that one 5 would take up two of column 2" in inside


def test_each_half_of_a_dual_step_has_its_own_cells() -> None:
    assert told_by_example("dual-empty-rectangle").endswith(
        "In row 9, 7 has only two places, r9c2 and r9c8: if r9c8 is 7, it rules out r1c8; if r9c2 "
        "is 7, only r1c3 is left for the 7 of box 1, which rules out r1c8, too. Either way r1c8 "
        "cannot be 7."
    )


def test_sets_tell_which_house_has_which_digits() -> None:
    assert "all places of 1 and 8 are in row 5, and all places of 5 and 7 are in box 6" in (
        told_by_example("sue-de-coq")
    )
    assert "if it is 8, A has no 8; if it is 9, B has no 9" in told_by_example("death-blossom")


def test_a_sum_is_said_with_its_weights() -> None:
    puzzle = lowbit.Puzzle("." * 81, [lowbit.constraints.Sum((0, 10), 26, (1, 2))])
    found = lowbit.hint(puzzle)
    assert found.step
    assert found.position
    assert reason(found.step, found.position).startswith("r1c1 + 2*r2c2 must be 26.")


def told_by_example(slug: str) -> str:
    shown = example(slug)
    return reason(shown.step(), shown.position)
