"""What stands on the classes of constraints: order, repetition and digits that say nothing."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import MISSING, fields, replace
from typing import TYPE_CHECKING, Any

import pytest
from edges import edge
from makers import MAKERS

from lowbit import ConstraintError, Geometry, Grid, LimitReachedError, Puzzle, any_solution
from lowbit.constraints import REGISTRY, Renban
from lowbit.constraints.base import constraint, kinds_named_in, names_cells
from lowbit.constraints.placing import CHINESE_FIELDS, SHAPES, WRITTEN
from support import seeded

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from lowbit.constraints import Constraint

ON_OTHERS = {
    **dict.fromkeys(("AntiTaxicab", "Entropic", "GlobalEntropy", "Windows"), "9x9"),
    "ChaosConstruction": "4x4:free",
    "Doppelganger": "4x4~0-4:2x2+VDGB:4+VDGC:4+VDGR:4",
}
"""The boards of constraints that say little on one of 4x4."""
N_TRIED = 18


def some(rng: Random, name: str) -> dict[Constraint, Geometry]:
    """Return constraints of a kind, usual and odd ones, each with its board."""
    board, found = Geometry.parse(ON_OTHERS.get(name, "4x4")), {}
    for at in range(N_TRIED):
        made = MAKERS[name](rng, board) if at % 3 else edge(rng, board, name)
        with suppress(ConstraintError):
            made.require_fit(board)
            found[made] = board
    assert found
    return found


def grids_for(one: Constraint, board: Geometry) -> list[list[int]]:
    """Return grids as digits from 0: of few digits, and some that the constraint holds of."""
    rng, n = seeded("grids", repr(one)), board.size
    every = []
    for at in range(20):
        few = rng.sample(range(n), min(n, 2 + at % 3)) if at % 2 else range(n)
        every.append([rng.choice(few) for _ in range(board.n_cells)])
    for cell in rng.choices([*one.cells_on(board)] or range(board.n_cells), k=4):
        givens = [0] * board.n_cells
        givens[cell] = rng.randint(1, n)
        with suppress(ConstraintError, LimitReachedError):  # the engines refuse some nested ones
            found = any_solution(Puzzle(Grid(givens, board), [one]), max_nodes=3000)
            every += [[digit - 1 for digit in found.givens]] if found else []
    return every


def truths(one: Constraint, board: Geometry, grids: list[list[int]]) -> list[bool]:
    """Return of which grids a constraint holds."""
    return [one.holds([board.values[digit] for digit in grid], board) for grid in grids]


def lists_of(name: str) -> list[str]:
    """Return the fields of a kind of constraint that are lists."""
    sample = REGISTRY[name].sample
    return [each.name for each in fields(sample) if isinstance(getattr(sample, each.name), tuple)]


def mixed(items: tuple[Any, ...], rng: Random) -> tuple[Any, ...]:
    return tuple(rng.sample(items, len(items)))


def mixed_within(items: tuple[Any, ...], rng: Random) -> tuple[Any, ...]:
    return tuple(mixed(item, rng) if isinstance(item, tuple) else item for item in items)


def from_the_end(items: tuple[Any, ...], _rng: Random) -> tuple[Any, ...]:
    return items[::-1]


def one_twice(items: tuple[Any, ...], rng: Random) -> tuple[Any, ...]:
    return (*items, rng.choice(items)) if items else items


CASES = [
    (name, field, way)
    for name, kind in REGISTRY.items()
    for field in lists_of(name)
    for way in (mixed, mixed_within, from_the_end, one_twice)
    # In a list whose order says something, an item more is another place.
    if way != one_twice or field in (*kind.sets, *kind.multisets)
]


@pytest.mark.parametrize(("name", "field", "way"), CASES)
def test_what_says_nothing_is_left_out_of_the_normal_form(
    name: str, field: str, way: Callable[[tuple[Any, ...], Random], tuple[Any, ...]]
) -> None:
    rng = seeded("order", name, field, way.__name__)
    says_nothing, differ = True, None
    for one, board in some(rng, name).items():
        with suppress(ConstraintError):
            other = replace(one, **{field: way(getattr(one, field), rng)})
            other.require_fit(board)
            grids = grids_for(one, board)
            if truths(one, board, grids) != truths(other, board, grids):
                says_nothing = False
                assert one.normal_form() != other.normal_form(), (one, other)
            elif one.normal_form() != other.normal_form():
                differ = one, other
    assert not (says_nothing and differ), differ


@pytest.mark.parametrize("name", REGISTRY)
def test_a_normal_form_says_the_same(name: str) -> None:
    for one, board in some(seeded("normal", name), name).items():
        normal = one.normal_form()
        assert normal.normal_form() == normal
        grids = grids_for(one, board)
        assert truths(normal, board, grids) == truths(one, board, grids), one


@pytest.mark.parametrize("name", REGISTRY)
def test_whether_digits_may_be_renamed(name: str) -> None:
    rng = seeded("renamed", name)
    depending, changed = 0, 0
    for one, board in some(rng, name).items():
        order = rng.sample(range(board.size), board.size)
        orders = order, order[1:] + order[:1]  # of which one moves the lowest
        grids = grids_for(one, board)
        expected = truths(one, board, grids)
        renamed = ([[order[digit] for digit in grid] for grid in grids] for order in orders)
        is_same = all(truths(one, board, others) == expected for others in renamed)
        assert is_same or one.depends_on_values(), one
        depending += one.depends_on_values()
        changed += not is_same
    assert changed or not depending, "renaming digits changes nothing: say only_compares"


@pytest.mark.parametrize("name", REGISTRY)
def test_each_has_a_name_in_both_languages(name: str) -> None:
    english, chinese = REGISTRY[name].title
    assert english.isascii()
    assert not chinese.isascii()


@pytest.mark.parametrize("name", REGISTRY)
def test_each_field_is_pointed_at_or_typed(name: str) -> None:
    kind = REGISTRY[name]
    by_some = {name for tool in kind.tools for name in SHAPES[tool.shape]}
    named = [each for each in fields(kind) if names_cells(each)]
    others = [each for each in fields(kind) if each not in named or kind.tools]
    typed = {each.name: str(each.type) for each in others if each.name not in by_some}
    # A kind without tools is in texts alone.
    assert not kind.tools or {each.name for each in named} - {"marked"} <= by_some
    for tool in kind.tools:
        pointed_at = SHAPES[tool.shape]
        cells = [each.name for each in named if each.default is MISSING]
        assert {*cells} <= {*pointed_at} <= {each.name for each in fields(kind)}
        assert all(typed[each] in WRITTEN for each in typed if each != "marked")
        assert {*typed} - {"marked"} <= {*CHINESE_FIELDS}
        assert {*tool.values} <= {*typed}
        assert not kind.number or typed[kind.number] in {"int", "int | None"}
        assert not tool.title or not tool.title.chinese.isascii()


def test_a_kind_made_of_another_has_a_name_of_its_own() -> None:
    class LongRenban(Renban):
        """A line of consecutive values."""

    try:
        assert constraint(LongRenban).title == ("long renban", "long renban")
        assert kinds_named_in("iss")["Renban"] is Renban
    finally:
        del REGISTRY["LongRenban"]
