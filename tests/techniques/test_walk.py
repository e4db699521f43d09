"""Rule books, and the way to the solution."""

from __future__ import annotations

import pytest

from lowbit.errors import InputError
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.techniques.books import BOOKS, rule_book
from lowbit.techniques.books.rule import Rule, RuleBook
from lowbit.techniques.position import Position
from lowbit.techniques.registry import TECHNIQUES, technique_named
from lowbit.techniques.walk import every_step, walk

TINY = Position(Grid("1... ...2 3... ...4", Geometry.parse("4x4")))
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


def test_unknown_names_are_reported() -> None:
    with pytest.raises(InputError, match="unknown technique 'x'; choose from full-house"):
        technique_named("x")
    with pytest.raises(InputError, match="unknown rule book 'x'; choose from hodoku"):
        rule_book("x")


def test_slugs_and_foreign_names_are_unique() -> None:
    foreign = [t.hodoku_name for t in TECHNIQUES.values() if t.hodoku_name]
    assert len(set(foreign)) == len(foreign)
    assert all(slug == technique.slug for slug, technique in TECHNIQUES.items())


def test_a_rule_without_slugs_takes_all_that_its_finder_yields() -> None:
    book = RuleBook("one", (Rule(TECHNIQUES["naked-single"].find),))
    assert book.counts("naked-single")
    step = book.first(TINY)
    assert step is not None
    assert step.technique == "naked-single"
    assert book.without(["naked-single"]).first(TINY) is None
    assert book.only(["hidden-single"]).first(TINY) is None


def test_a_book_can_be_cut_and_narrowed() -> None:
    book = rule_book(["full-house", "naked-single", "hidden-single"])
    assert [rule.slugs for rule in book.up_to("naked-single").rules] == [
        ("full-house",),
        ("naked-single",),
    ]
    assert [rule.slugs for rule in book.only(["hidden-single"]).rules] == [("hidden-single",)]
    assert not book.without(["full-house"]).counts("full-house")
    assert all(not rule.options.uniqueness for rule in book.without_uniqueness().rules)
    for change in (book.without, book.only):
        with pytest.raises(InputError, match="unknown technique"):
            change(["x"])
