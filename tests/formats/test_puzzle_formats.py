"""Puzzles with constraints as text: each constraint in each format, there and back."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from lowbit import LimitReachedError, Puzzle, any_solution, random_grids, read_puzzle, write_puzzle
from lowbit.constraints import REGISTRY, Cage, Constraint, Diagonal, Difference, PairSum, Ratio
from lowbit.errors import FormatError, GridError, UnknownFormatError
from lowbit.formats import one_puzzle
from lowbit.formats.variants import PUZZLE_FORMATS, puzzle_format_of
from support import seeded

if TYPE_CHECKING:
    from collections.abc import Sequence

WRITABLE = list(PUZZLE_FORMATS)

FPUZZLES = set(REGISTRY) - {
    *(
        "AntiQueen",
        "AntiTaxicab",
        "ConnectedValues",
        "CountDistinct",
        "CountingCircles",
        "DutchFlatmates",
        "EqualSums",
        "EqualityCage",
    ),
    *("ChaosArrow", "ChaosConstruction", "ChaosCount"),
    *("Doppelganger", "FullRank", "NoEqualRanks"),
    *("GlobalEntropy", "GlobalModulus", "Greater", "HiddenSkyscraper", "LookAndSay"),
    *("Lunchbox", "NumberedRoom", "Or", "Outside", "ParityLine", "RegularLanguage"),
    *("Relation", "RellikCage", "SameDifference", "SameValues", "Sum", "SumLine"),
}

SAID = {
    "fpuzzles": FPUZZLES,
    "iss": set(REGISTRY) - {"ChaosConstruction"},  # it says those of whole boards
    "json": set(REGISTRY),
    "jigsaw": set(),
    "killer": {"Cage"},
    "sudokupad": FPUZZLES,
    "pencilmark": set(REGISTRY)
    - {
        *("AntiTaxicab", "ConnectedValues", "DutchFlatmates", "GlobalModulus", "HiddenSkyscraper"),
        *("ChaosArrow", "ChaosConstruction", "ChaosCount"),
        *("Doppelganger", "FullRank", "Indexer", "NoEqualRanks"),
        *("Lunchbox", "NumberedRoom", "SameValues", "SumLine"),
    },
    "penpa": {"AllDifferent", "Arrow", "Cage", "Diagonal", "Thermometer"},
    "ps": {"Cage"},
    "sgt": set(),
    "sumocue": {"Cage"},
}
"""The constraints that each format says; all others are refused by their names."""

OTHERWISE = {
    "fpuzzles": {"Holds", "And", "Equal", "Windows"},
    "sudokupad": {"Holds", "And", "Equal", "Windows"},
    "penpa": {"Cage", "Diagonal"},
    "pencilmark": {
        *("Holds", "And", "Minimum", "Maximum", "NoSum", "RegularLanguage", "Or", "Nabner", "Sum"),
        *("SameDifference", "Outside", "Equal", "AntiQueen", "Windows", "DisjointGroups"),
        *("LookAndSay", "EqualityCage", "RellikCage", "CountDistinct"),
    },
    "iss": {
        *("Holds", "Even", "Odd", "Minimum", "Maximum", "NonConsecutive", "NoRatio", "NoSum"),
        *("And", "Nabner", "ParityLine", "SameDifference", "Outside", "Clone", "AntiQueen"),
        *("ChaosArrow", "ChaosCount"),
    },
}
"""Those that are read back otherwise: as constraints that say the same, or with other rules."""

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
    return [list(map(int, grid)) for grid in random_grids(20, seed=1).array]


def test_every_format_is_tested() -> None:
    assert set(SAID) == set(WRITABLE)


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.parametrize("form", WRITABLE)
def test_each_constraint_there_and_back(form: str, name: str, grids: list[list[int]]) -> None:
    puzzle = Puzzle("." * 81, [*MARKS.get(name, ()), REGISTRY[name].sample])
    if name not in SAID[form]:
        names = "|".join(type(one).__name__ for one in puzzle.constraints)
        with pytest.raises(
            FormatError, match=rf"cannot express ({names}|that r\dc\d)\b|in no cage"
        ):
            write_puzzle(puzzle, form)
        return
    text = write_puzzle(puzzle, form)
    assert puzzle_format_of(text) == form
    again = read_puzzle(text)
    if name not in OTHERWISE.get(form, ()):
        assert again == puzzle
        return
    rng = seeded(name)
    grids = grids + [[rng.randint(1, 9) for _ in range(81)] for _ in grids]
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


KILLER = Puzzle(
    "." * 16,
    [
        Cage((0, 1), 3),
        Cage((2, 3), 7),
        Cage((4, 8), 5),
        Cage((5, 6, 7), 8),
        Cage((9, 13, 14, 12)),
        Cage((10, 11, 15), 7),
    ],
    geometry="4x4",
)
X = [Diagonal(), Diagonal(rising=True)]
JIGSAW = "jigsaw:" + "AAAAAAAAABBBBBBBBCBCCCCCCCC" + "".join(9 * letter for letter in "DEFGHI")


@pytest.mark.parametrize(
    ("form", "puzzle"),
    [
        ("sgt", KILLER),
        ("sgt", Puzzle(KILLER.grid, [*X, *KILLER.constraints])),
        ("sgt", Puzzle("1" + "." * 34 + "6", X, geometry="6x6:3x2")),
        ("sgt", Puzzle("1" + "." * 34 + "6", geometry="6x6")),
        ("sgt", Puzzle("." * 30 + "13" + "." * 49, geometry=JIGSAW)),
        ("jigsaw", Puzzle("." * 30 + "13" + "." * 49, geometry=JIGSAW)),
        ("jigsaw", Puzzle("G" + "." * 255, geometry="16x16")),
        ("sumocue", Puzzle("." * 30 + "13" + "." * 49, [Cage((0, 9), 8), *X], geometry=JIGSAW)),
        ("ps", Puzzle("." * 81, [Cage((0, 9, 10), 8), Cage((79, 80), 17), *X])),
        ("killer", Puzzle("." * 81, [Cage((0, 9, 10, 20), 28), Cage((79, 80)), Cage((44,), 9)])),
    ],
)
def test_whole_puzzles_there_and_back(form: str, puzzle: Puzzle) -> None:
    text = write_puzzle(puzzle, form)
    assert puzzle_format_of(text) == form
    again = read_puzzle(text)
    assert again.grid == puzzle.grid
    assert set(again.constraints) == {sorted_cage(one) for one in puzzle.constraints}


def sorted_cage(constraint: Constraint) -> Constraint:
    """Return a cage with its cells in order; anything else as it is."""
    if isinstance(constraint, Cage):
        return Cage(tuple(sorted(constraint.cells)), constraint.total)
    return constraint


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("3x3::k:1:2:", "a number for each of 81 cells, not 2"),
        ("3x3::s:" + "0:" * 81, "is not how a killer begins"),
        ("SumoCueV1=3+0", "each of 81 cells, not 2"),
        ("SumoCueV1=" + "9" * 5000 + "=0" * 80, "'9999.* is not =SUM or"),
        ("3x3::k:" + "9" * 5000 + ":0" * 80 + ":", "a number for each of 81 cells"),
        ("2x2:" + "9" * 5000, "is not 16 numbers up to 4"),
        ("SumoCueV1=3+2" + "+0" * 79, "cell 1 names 2 as the head of its cage, which it is not"),
        ("SumoCueV1=12" + "=0" * 80, "a cell alone has the sum 12"),
        ("<" * 81, "r1c1 points off the board"),
        ("><" + "0" * 79, "r1c1 points in a circle"),
        ("1" + "." * 15 + "1234341221434321", "the second half of this line is a solution"),
        ("2x2:1b4b2b3b4b", "is not 16 numbers up to 4"),
        ("2x2:1b4b2b3b4b9", "is not 16 numbers up to 4"),
        ("2x2k:1b4b2b3b4b1", "has 2 more parts behind its givens, not 0"),
        ("4j:1b4b2b3b4b1,abb", "does not tell the borders of 4x4 cells"),
        ("99x99:1", "a board of 1 to 64 digits, not 9801"),
        ("0x2:1", "a board of 1 to 64 digits, not 0"),
    ],
)
def test_what_breaks_a_grammar(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read_puzzle(text)


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (Puzzle("." * 16, geometry="4x4~0-3"), "no boards but squares whose values begin with 1"),
        (Puzzle("." * 63, geometry="7x9:none"), "no boards but squares whose values begin with 1"),
        (Puzzle("." * 16, geometry="4x4:none"), "no boards with cells in no region, or in two"),
        (Puzzle("." * 16, geometry="4x4+diagonals"), "cannot express Diagonal at"),
    ],
    ids=lambda puzzle: str(getattr(puzzle, "geometry", "")),
)
def test_boards_that_are_no_jigsaws(puzzle: Puzzle, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        write_puzzle(puzzle, "jigsaw")


def test_jigsaws_with_letters_and_a_blank() -> None:
    regions = "AAABACBBCCDBCDDD"
    puzzle = read_puzzle("D" + "." * 14 + "A " + regions)
    assert (str(puzzle.geometry.name), puzzle.grid[0], puzzle.grid[15]) == (
        f"jigsaw:{regions}",
        4,
        1,
    )
    assert write_puzzle(puzzle, "jigsaw") == "4" + "." * 14 + "1" + regions
    solution = "1234341221434321"
    assert read_puzzle("1" + "." * 15 + " " + solution).geometry.name == "4x4"


def test_grids_are_puzzles_without_constraints() -> None:
    for form in ("iss", "sudokupad", "penpa", "json"):
        assert read_puzzle(write_puzzle("1" + "." * 80, form)) == Puzzle("1" + "." * 80)
    with pytest.raises(GridError, match="a 9x9 grid has 81 cells, not 5"):
        write_puzzle("1...2", "iss")


@pytest.mark.parametrize("text", [None, 5, [], b".Cage~3~R1C1~R1C2"], ids=repr)
def test_what_is_no_text(text: Any) -> None:  # noqa: ANN401 - of types that are not allowed
    for read in (read_puzzle, puzzle_format_of):
        with pytest.raises(UnknownFormatError, match=f"not from {type(text).__name__}"):
            read(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{}", "it names no board"),
        ('{"board": x}', "it is damaged at character 11"),
        ('{"board": "4x4"}', "it lacks 'symbols'"),
        ('{"board": "4x4", "symbols": 5}', "it lacks 'candidates'|a field is not what it should"),
        ('{"houses": [[1]], "size": 4, "symbols": "1234"}', "a field is not what it should be"),
    ],
)
def test_what_is_not_the_json_of_a_puzzle(text: str, reason: str) -> None:
    with pytest.raises(GridError, match=f"this is (not the|no) JSON of a puzzle: ({reason})"):
        read_puzzle(text)


def test_what_looks_like_a_link_and_is_none() -> None:
    with pytest.raises(UnknownFormatError, match="in none of these formats"):
        read_puzzle("https://f[-puzzles.com/?load=N4Ig")


@pytest.mark.parametrize("query", ["", "?q="])
def test_a_link_to_interactive_sudoku_solver_without_a_puzzle(query: str) -> None:
    with pytest.raises(FormatError, match=r"with a puzzle has \?q= in it"):
        read_puzzle(f"https://sigh.github.io/Interactive-Sudoku-Solver/{query}")


def test_what_is_in_no_format() -> None:
    with pytest.raises(UnknownFormatError, match="in none of these formats:\n  iss: the text of"):
        read_puzzle("hello")
    with pytest.raises(UnknownFormatError, match=r"links to example\.org are not known"):
        read_puzzle("https://example.org/puzzle/7")
    with pytest.raises(UnknownFormatError, match="unknown format 'is'; choose from iss"):
        read_puzzle("hello", format="is")


@pytest.mark.parametrize("text", ["a\n" * 9000, "ab " * 20_000, "|" * 50_000, "1" * 50_000])
def test_a_text_longer_than_any_puzzle_is_not_searched_for_one(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_puzzle, "Head", lambda *_: pytest.fail("it is searched"))
    with pytest.raises(UnknownFormatError, match="in none of these formats"):
        read_puzzle(text)


@pytest.mark.parametrize("form", ["iss", "fpuzzles", "sudokupad", "penpa", "json"])
def test_boxes_that_are_rows_leave_no_windows(form: str) -> None:
    puzzle = Puzzle("1" + "." * 15, geometry="4x4:AAAABBBBCCCCDDDD")
    assert read_puzzle(write_puzzle(puzzle, form)) == puzzle
