"""Puzzles with constraints as text: each constraint in each format, there and back."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from lowbit import LimitReachedError, Puzzle, any_solution, random_grids, read_puzzle, write_puzzle
from lowbit.constraints import REGISTRY, Constraint, Difference, PairSum, Ratio
from lowbit.errors import FormatError, UnknownFormatError
from lowbit.formats.variants import PUZZLE_FORMATS, puzzle_format_of
from support import seeded

if TYPE_CHECKING:
    from collections.abc import Sequence

WRITABLE = [name for name, form in PUZZLE_FORMATS.items() if form.write]

SAID = {
    "fpuzzles": set(REGISTRY)
    - {
        *("AntiQueen", "CountDistinct", "CountingCircles", "EqualSums", "EqualityCage"),
        *("GlobalEntropy", "GlobalModulus", "Greater", "HiddenSkyscraper", "LookAndSay"),
        *("Lunchbox", "NumberedRoom", "Or", "Outside", "ParityLine", "RegularLanguage"),
        *("Relation", "RellikCage", "SameDifference", "SameValues", "Sum", "SumLine"),
    },
    "iss": set(REGISTRY),
    "json": set(REGISTRY),
}
"""The constraints that each format says; all others are refused by their names."""

OTHERWISE = {
    "fpuzzles": {"Holds", "And", "Equal", "Windows"},
    "iss": {
        *("Holds", "Even", "Odd", "Minimum", "Maximum", "NonConsecutive", "NoRatio", "NoSum"),
        *("And", "Nabner", "ParityLine", "SameDifference", "Outside", "Clone", "AntiQueen"),
    },
}
"""Those that are read back as other constraints, which say the same."""

MARKS: dict[str, list[Constraint]] = {
    "NonConsecutive": [Difference(0, 1)],
    "NoRatio": [Ratio(0, 1)],
    "NoSum": [PairSum(0, 1, 10)],
}
"""The marks that a negative constraint leaves out."""

REACH = 2_000
"""Nodes to find a grid that a constraint allows; those that take more are compared without."""


@pytest.fixture(scope="module")
def grids() -> list[list[int]]:
    return [list(map(int, grid)) for grid in random_grids(20, seed=1)]


def test_every_format_is_tested() -> None:
    assert set(SAID) == set(WRITABLE)


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.parametrize("form", WRITABLE)
def test_each_constraint_there_and_back(form: str, name: str, grids: list[list[int]]) -> None:
    puzzle = Puzzle("." * 81, [*MARKS.get(name, ()), REGISTRY[name].sample])
    if name not in SAID[form]:
        with pytest.raises(FormatError, match=rf"cannot say {name}\b"):
            write_puzzle(puzzle, form)
        return
    text = write_puzzle(puzzle, form)
    assert puzzle_format_of(text) == form
    again = read_puzzle(text)
    if name not in OTHERWISE.get(form, ()):
        assert again == puzzle
        return
    chance = seeded(name)
    grids = grids + [[chance.randint(1, 9) for _ in range(81)] for _ in grids]
    with suppress(LimitReachedError):
        grids.append(list(any_solution(puzzle, max_nodes=REACH) or ()))
    for values in grids:
        assert allows(again, values) == allows(puzzle, values)


def allows(puzzle: Puzzle, values: Sequence[int]) -> bool:
    """Whether a puzzle's candidates and constraints allow a full grid, whatever its houses say."""
    masks = zip(puzzle.grid.allowed, values, strict=True)
    return all(mask >> value - 1 & 1 for mask, value in masks) and all(
        constraint.holds(values, puzzle.geometry) for constraint in puzzle.constraints
    )


def test_what_is_in_no_format() -> None:
    with pytest.raises(UnknownFormatError, match="in none of these formats:\n  iss: the text of"):
        read_puzzle("hello")
    with pytest.raises(UnknownFormatError, match=r"links to example\.org are not known"):
        read_puzzle("https://example.org/puzzle/7")
    with pytest.raises(UnknownFormatError, match="unknown format 'is'; choose from iss"):
        read_puzzle("hello", format="is")
