"""Rule books, and the way to the solution."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lowbit.errors import InputError
from lowbit.geometry import CLASSIC, Geometry
from lowbit.grid import Grid
from lowbit.techniques.books import BOOKS, rule_book
from lowbit.techniques.books.rule import Rule, RuleBook
from lowbit.techniques.position import Position
from lowbit.techniques.registry import TECHNIQUES, technique_named
from lowbit.techniques.solve_path import every_step, walk
from lowbit.techniques.technique import Options

TINY = Position(Grid("1... ...2 3... ...4", Geometry.parse("4x4")))
LONG_CHAINS = "..2..9.7.........656..1.....81......3..6..4..7....26...45...81....4....9.3..27..."
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
    with pytest.raises(InputError, match="unknown technique 'x-ring'; choose from x-wing"):
        technique_named("x-ring")
    with pytest.raises(InputError, match="unknown rule book 'x'; choose from hodoku"):
        rule_book("x")


def test_techniques_of_a_list_have_options() -> None:
    book = rule_book(["x-chain:chain-links=6:duals=yes", "als-xz:als_overlap=no", "naked-single"])
    assert [rule.options for rule in book.rules] == [
        Options(chain_links=6, duals=True),
        Options(als_overlap=False),
        Options(),
    ]
    assert book.options_of("x-chain").chain_links == 6


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("x-chain:links=6", "unknown option 'links'; choose from uniqueness, missing-c"),
        ("x-chain:chain-links=-1", "the option 'chain-links' must be a whole number, not '-1'"),
        ("x-chain:chain-links", "the option 'chain-links' must be a whole number, not ''"),
        ("x-chain:chain-links=2", "a chain has at least 3 links, not 2"),
        ("x-chain:duals=1", "the option 'duals' must be yes or no, not '1'"),
    ],
)
def test_options_that_there_are_not_are_told(entry: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        rule_book([entry])


def test_options_of_a_list_hold_for_the_way_and_for_all_that_applies() -> None:
    found = {}
    for links in (3, 20):
        book = rule_book([f"x-chain:chain-links={links}"])
        position = Position(Grid(LONG_CHAINS))
        found[links] = [len(step.chains[0]) - 1 for step in every_step(position, book=book)]
        first = book.first(position)
        assert first is not None
        assert len(first.chains[0]) - 1 == found[links][0]
    assert max(found[3]) == 3 < max(found[20])


def test_what_takes_long_is_looked_for_by_name_alone() -> None:
    # 3 has two places in columns 4 and 8, in rows 6 and 7: the other seven rows are a leviathan.
    lacking = {9 * row + column for row in range(9) if row not in {5, 6} for column in (3, 7)}
    masks = [511 & ~(1 << 2) if cell in lacking else 511 for cell in range(81)]
    position = Position(Grid.from_masks(masks, CLASSIC))
    by_name = rule_book(["leviathan"])
    assert not TECHNIQUES["leviathan"].in_all
    assert [step.technique for step in every_step(position, book=by_name)] == ["leviathan"]
    assert not list(every_step(position, book=replace(by_name, is_list=False)))


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
