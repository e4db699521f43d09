"""Rule books, and the way to the solution."""

from __future__ import annotations

import pytest

from lowbit.errors import InputError
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.techniques.books import BOOKS, rule_book
from lowbit.techniques.position import Position
from lowbit.techniques.registry import TECHNIQUES, technique_named
from lowbit.techniques.walk import every_step, walk

TINY = Position(Grid("1... ...2 3... ...4", Geometry.parse("2x2")))
SOLUTION = "1243431234212134"


@pytest.mark.parametrize("rules", BOOKS)
def test_each_rule_book_solves_what_singles_solve(rules: str) -> None:
    position = TINY
    for step, before in walk(TINY, rules):
        assert before == position
        position = position.apply(step)
    assert position.grid.to_line() == SOLUTION


def test_a_list_of_techniques_is_a_rule_book() -> None:
    steps = [step.technique for step, _ in walk(TINY, ["hidden-single", "naked-single"])]
    assert set(steps) <= {"hidden-single", "naked-single"}
    assert steps[0] == "hidden-single"


def test_a_walk_ends_where_no_rule_applies() -> None:
    assert list(walk(TINY, ["full-house"])) == []


def test_every_step_yields_each_effect_of_a_technique_once() -> None:
    steps = [(step.technique, step.effect) for step in every_step(TINY)]
    assert len(steps) == len(set(steps))
    assert {technique for technique, _ in steps} >= {"naked-single", "hidden-single"}


def test_unknown_names_are_told() -> None:
    with pytest.raises(InputError, match="no technique 'x'; there are full-house"):
        technique_named("x")
    with pytest.raises(InputError, match="no rule book 'x'; there are hodoku"):
        rule_book("x")


def test_slugs_and_foreign_names_are_unique() -> None:
    foreign = [t.hodoku_name for t in TECHNIQUES.values() if t.hodoku_name]
    assert len(set(foreign)) == len(foreign)
    assert all(slug == technique.slug for slug, technique in TECHNIQUES.items())
