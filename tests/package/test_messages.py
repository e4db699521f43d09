"""What messages say of limits, of puzzles with constraints and of names that are unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import lowbit
from lowbit import Grid, constraints
from lowbit.errors import GeometryError, GridError, InputError, LimitReachedError
from lowbit.techniques.books import rule_book

if TYPE_CHECKING:
    from collections.abc import Callable

MINIMAL = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@pytest.mark.parametrize("max_nodes", [1, 10, 50, 90])
@pytest.mark.parametrize(
    ("verb", "puzzle"),
    [
        (lowbit.true_candidates, "." * 81),
        (lowbit.minimize, MINIMAL),
        (lowbit.is_minimal, MINIMAL),
        (lowbit.redundant_givens, MINIMAL),
    ],
)
def test_the_nodes_of_a_limit_are_those_of_all_searches(
    verb: Callable[..., object], puzzle: str, max_nodes: int
) -> None:
    with pytest.raises(LimitReachedError) as caught:
        verb(puzzle, max_nodes=max_nodes)
    assert caught.value.nodes == max_nodes


def test_a_puzzle_with_constraints_is_refused_with_what_takes_it() -> None:
    puzzle: Any = lowbit.Puzzle(MINIMAL, [constraints.AntiKnight()])
    with pytest.raises(GridError, match=r"takes no constraints; what solves, .* its \.grid is"):
        lowbit.Grid(puzzle)


@pytest.mark.parametrize("verb", [lowbit.solve, lowbit.true_candidates, lowbit.canonical])
def test_a_wrong_text_is_refused_with_its_fault(verb: Callable[..., object]) -> None:
    with pytest.raises(GridError, match="'R99C2' is not a cell of this board"):
        verb(".Cage~3~R1C1~R99C2")
    with pytest.raises(GridError, match="character 82"):
        verb("." * 81 + "x")


@pytest.mark.parametrize(
    ("slug", "near"), [("xwing", "x-wing"), ("naked-singel", "naked-single"), ("skyscaper", "sky")]
)
def test_an_unknown_technique_is_answered_with_those_like_it(slug: str, near: str) -> None:
    with pytest.raises(InputError, match=f"unknown technique '{slug}'; choose from {near}"):
        rule_book([slug])


def test_an_unknown_technique_that_is_like_none() -> None:
    with pytest.raises(InputError) as caught:
        rule_book(["bogus"])
    assert str(caught.value) == (
        "unknown technique 'bogus'; the keys of lowbit.techniques.TECHNIQUES are all of them"
    )


@pytest.mark.parametrize("name", ["human", "hodoku", "hodoku:chain-links=6"])
def test_a_rule_book_in_a_list_of_techniques(name: str) -> None:
    with pytest.raises(InputError, match="is a rule book; name it alone, or list techniques"):
        rule_book(["naked-single", name])


@pytest.mark.parametrize("what", [lowbit.hint(MINIMAL), lowbit.Grid(MINIMAL), MINIMAL, None])
def test_what_is_not_a_step_is_not_explained(what: Any) -> None:  # noqa: ANN401 - anything
    with pytest.raises(InputError, match=r"takes a Step, such as hint\(puzzle\)\.step, not \w+$"):
        lowbit.explain(what)


@pytest.mark.parametrize(
    ("sequence", "index", "message"),
    [
        (lowbit.solve_many([MINIMAL]), 9, "no row 9: there are 1, counted from 0"),
        (lowbit.solve_many([MINIMAL]), "a", "a row is a whole number, not 'a'"),
        (Grid(MINIMAL), (9, 0), "no row 9: there are 9, counted from 0"),
        (Grid(MINIMAL), (0, -10), "no column -10: there are 9, counted from 0"),
        (Grid(MINIMAL), 81, "no cell 81: there are 81, counted from 0"),
        (Grid(MINIMAL), "r1c1", "a cell is a whole number, not 'r1c1'"),
    ],
)
def test_a_wrong_index_is_named(sequence: Any, index: object, message: str) -> None:  # noqa: ANN401 - any that has places
    with pytest.raises((IndexError, TypeError), match=message):
        sequence[index]


def test_a_board_with_the_size_of_a_box_is_named_too() -> None:
    with pytest.raises(GeometryError, match="'25x25'; one of 5 by 5 cells is called '5x5:none'"):
        lowbit.Geometry.parse("5x5")


def test_one_number_of_clues_is_named_once() -> None:
    with pytest.raises(InputError, match=r"clues must be from 0 to 81, not 90$"):
        lowbit.generate(1, clues=90)


def test_what_is_no_symmetry_is_refused() -> None:
    with pytest.raises(InputError, match="transforms are a Transform"):
        lowbit.transform_many([MINIMAL], 3)  # type: ignore[arg-type]
