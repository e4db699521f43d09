"""Puzzles made from a skeleton."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from lowbit import (
    EffortSpentError,
    GridError,
    InputError,
    LimitReachedError,
    NoSolutionError,
    Puzzle,
    generate_variants,
    is_minimal,
    is_unique,
    redundant_constraints,
    solve,
)
from lowbit.constraints import (
    AntiKnight,
    Cage,
    Clue,
    Difference,
    Even,
    Odd,
    PairSum,
    Ratio,
    Sandwich,
    Skyscraper,
    Thermometer,
    kropki_clues,
    unknown,
)
from lowbit.geometry import CLASSIC, Geometry
from lowbit.verbs.generate import variants

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARD = Geometry.parse("4x4")
SKELETON = Puzzle("." * 16, [Thermometer((12, 8, 4))], geometry=BOARD)
CAGES = [unknown(Cage, cells) for cells in [(0, 1), (2, 3), (10, 14), (13, 9), (6, 7, 11)]]


@pytest.mark.parametrize("minimal", [True, False])
def test_each_has_one_solution(minimal: bool) -> None:  # noqa: FBT001 - pytest passes it by name
    puzzles = generate_variants(12, SKELETON, CAGES, minimal=minimal, seed=1)
    assert len({solve(puzzle) for puzzle in puzzles}) > 6
    for puzzle in puzzles:
        assert puzzle.constraints[0] == SKELETON.constraints[0]
        assert all(isinstance(cage, Cage) and cage.total for cage in puzzle.constraints[1:])
        assert is_minimal(puzzle) or not minimal
        assert not minimal or not set(redundant_constraints(puzzle)) - {0}
        assert minimal or len(puzzle.constraints) == 6


@pytest.mark.parametrize(
    "limit", [LimitReachedError("time is over", 0), EffortSpentError("all in vain", 1, 5, 100)]
)
def test_an_error_holds_what_was_made_before(
    limit: LimitReachedError | EffortSpentError, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made(*_: object) -> Iterator[Puzzle]:
        yield SKELETON
        raise limit

    monkeypatch.setattr(variants, "variants_made", made)
    with pytest.raises(type(limit)):
        generate_variants(5, SKELETON)
    assert limit.made == [SKELETON]


def test_a_seed_gives_the_same_puzzles() -> None:
    some = generate_variants(3, SKELETON, CAGES, seed=7)
    assert generate_variants(5, SKELETON, CAGES, seed=7, threads=1)[:3] == some
    assert generate_variants(3, SKELETON, CAGES, seed=8) != some


def test_givens_of_the_skeleton_stay() -> None:
    given = SKELETON.with_grid("...3" + "." * 12)
    for puzzle in generate_variants(4, given, CAGES, seed=2):
        assert puzzle.grid[3] == 3


def test_clues_alone() -> None:
    lines = [tuple(range(4 * row, 4 * row + 4)) for row in range(4)]
    lines += [tuple(range(column, 16, 4)) for column in range(4)]
    ends = [unknown(Skyscraper, line) for line in lines + [line[::-1] for line in lines]]
    for puzzle in generate_variants(
        4, Puzzle("." * 16, geometry=BOARD), ends, givens=False, seed=3
    ):
        assert puzzle.grid.n_clues == 0
        assert is_unique(puzzle)


def test_what_clues_become() -> None:
    values = [*range(1, 10)] * 9
    assert unknown(Sandwich, tuple(range(9))).filled(values, CLASSIC) == Sandwich(
        tuple(range(9)), 35
    )
    assert unknown(Cage, (0, 9)).filled(values, CLASSIC) is None  # its digits repeat
    assert unknown(Difference, 0, 3).filled(values, CLASSIC) == Difference(0, 3, 3)
    assert Clue((Even((0,)), Odd((0,)))).filled(values, CLASSIC) == Odd((0,))
    dots = [clue.filled(values, CLASSIC) for clue in kropki_clues(CLASSIC)]
    assert dots.count(None) == 72
    assert set(map(type, dots)) == {type(None), Difference}
    assert Clue((Ratio(1, 3),)).filled(values, CLASSIC) == Ratio(1, 3)


def test_numbers_that_are_there_stay_where_some_have_none() -> None:
    typed, open_ = Cage((0, 1), 5), Cage((2, 3))
    skeleton = Puzzle("." * 16, [typed, open_, PairSum(4, 5, 5)], geometry=BOARD)
    wishes: dict[str, Any] = {"kropki": False, "givens": True, "minimal": True}
    recipe = variants.recipe_of(skeleton, ["Cage"], keep=True, **wishes)
    assert recipe.skeleton.constraints == (typed, PairSum(4, 5, 5))
    assert len(recipe.clues) == 1
    recipe = variants.recipe_of(skeleton, ["Cage", "PairSum"], keep=True, **wishes)
    assert recipe.skeleton.constraints == (typed,)
    assert len(variants.recipe_of(skeleton, ["Cage"], **wishes).clues) == 2


def test_what_stands_alone_goes_before_chains() -> None:
    board = Puzzle("..343412..434321", geometry=BOARD)
    alone = Clue((Even((0,)), Odd((0,))))  # it suffices, and so does the difference below a chain
    clues = [alone, unknown(Difference, 4, 5), unknown(Difference, 4, 8)]
    for puzzle in generate_variants(6, board, clues, givens=False, seed=1):
        assert [type(each) for each in puzzle.constraints] == [Difference]


def test_clues_that_never_suffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "SOLUTIONS", 3)
    parities = [Clue((Even((cell,)), Odd((cell,)))) for cell in range(16)]  # 2 and 4 may swap
    with pytest.raises(EffortSpentError, match=r"suffice without givens .*, in 3 tries"):
        generate_variants(1, Puzzle("." * 16, geometry=BOARD), parities, givens=False, seed=1)


def test_what_cannot_be_made() -> None:
    with pytest.raises(NoSolutionError, match="no grid obeys"):
        generate_variants(1, Puzzle("." * 16, [Cage((0, 1), 2)], geometry=BOARD))
    with pytest.raises(GridError, match="9x9 grid has 81 cells, not 80"):
        generate_variants(1, "." * 80)
    with pytest.raises(LimitReachedError):
        generate_variants(50, Puzzle("." * 81, [AntiKnight()]), seed=1, time_limit=0)


@pytest.mark.parametrize(
    ("clue", "reason"),
    [
        (Cage((0, 1), 5), "not Cage.*; constraints belong to the skeleton"),
        (unknown(Cage, (0, 99)), "outside 0 to 15"),
    ],
)
def test_what_is_no_clue(clue: Clue, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        generate_variants(1, SKELETON, [clue])
