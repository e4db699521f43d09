"""Each constraint, as its checker and as the engines know it, on boards small enough to count."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from makers import MAKERS

from lowbit import (
    CLASSIC,
    Geometry,
    Grid,
    InputError,
    Masks,
    Puzzle,
    count_solutions,
    count_solutions_many,
    read_puzzle,
    solutions,
    solve_many,
)
from lowbit.constraints import (
    REGISTRY,
    AllDifferent,
    And,
    Arrow,
    Cage,
    Constraint,
    CountingCircles,
    Diagonal,
    Difference,
    DisjointGroups,
    Entropic,
    EqualSums,
    FullRank,
    GlobalEntropy,
    GlobalModulus,
    HiddenSkyscraper,
    Holds,
    LookAndSay,
    Lunchbox,
    NoEqualRanks,
    NonConsecutive,
    NoSum,
    Or,
    Relation,
    SameValues,
    Sandwich,
    Skyscraper,
    SumLine,
    Thermometer,
    Windows,
    XSum,
    unknown,
)
from lowbit.constraints.scale import neighbours
from lowbit.errors import ConstraintError
from lowbit.reference.variants import VariantSearch
from support import seeded

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

HOUSES = Geometry.parse("4x4")
FROM_ZERO = Geometry.parse("4x4", "0-9")
LOOSE = Geometry(4, HOUSES.boxes[:1])
"""A board whose cells may repeat, but those of a box."""

ONLY_NINE = {"Entropic", "GlobalEntropy"}
"""Constraints of boards with digits in threes."""

BOXES = {"DisjointGroups", "Windows"}

RANKS = {"FullRank", "NoEqualRanks"}
"""Constraints of boards with each digit in all rows and columns."""


@pytest.fixture(scope="module")
def full_grids() -> list[tuple[int, ...]]:
    return [tuple(grid) for grid in solutions("." * 16, geometry=HOUSES)]


def test_there_is_a_maker_for_each_constraint() -> None:
    assert set(MAKERS) == set(REGISTRY)


@pytest.mark.parametrize("name", MAKERS)
def test_all_grids_of_a_board_that_a_constraint_allows(
    name: str, full_grids: list[tuple[int, ...]]
) -> None:
    if name in ONLY_NINE:
        pytest.skip("the next test tries it")
    rng = seeded(name)
    for board in (HOUSES, FROM_ZERO):
        lowest = board.values[0]
        constraint = MAKERS[name](rng, board)
        allowed = [
            grid
            for grid in full_grids
            if constraint.holds([digit - 1 + lowest for digit in grid], board)
        ]
        puzzle = Puzzle("." * 16, [constraint], geometry=board)
        assert sorted(tuple(grid) for grid in solutions(puzzle)) == sorted(allowed), constraint


@pytest.mark.parametrize(("size", "n_cells"), [(9, 5), (16, 16), (16, 6)])
def test_all_that_stands_between_two_cells_of_a_line(size: int, n_cells: int) -> None:
    """A line of 16 has more fillings with a sum than a word has bits."""
    rng = seeded("fillings", size, n_cells)
    line = Geometry(size, [], places=[(0, at) for at in range(n_cells)])
    cells = tuple(range(n_cells))
    for _ in range(3):
        digits = rng.sample(range(1, size + 1), n_cells)
        open_cells = rng.sample(cells, 3)
        masks = [1 << digit - 1 for digit in digits]
        totals: Counter[int] = Counter()
        for order in permutations([digits[cell] for cell in open_cells]):
            for cell, digit in zip(open_cells, order, strict=True):
                digits[cell] = digit
                masks[cell] |= 1 << digit - 1
            low, high = sorted((digits.index(min(digits)), digits.index(max(digits))))
            totals[sum(digits[low + 1 : high])] += 1
        boxes = [Puzzle(Grid(Masks(masks), line), [Lunchbox(cells, total)]) for total in totals]
        assert count_solutions_many(boxes).array.tolist() == [*totals.values()]


ROWS_AND_COLUMNS = [
    *(tuple(range(4 * at, 4 * at + 4)) for at in range(4)),
    *(tuple(range(at, 16, 4)) for at in range(4)),
]


def in_all_directions(kind: Callable[[tuple[int, ...], int], Constraint]) -> list[Constraint]:
    """Return a clue of each number at each end of some rows and columns."""
    lines = [*ROWS_AND_COLUMNS[::3], *(line[::-1] for line in ROWS_AND_COLUMNS[::3])]
    return [kind(line, number) for line in lines for number in range(5)]


@pytest.mark.parametrize("board", [HOUSES, FROM_ZERO])
@pytest.mark.parametrize(
    "constraints",
    [
        in_all_directions(Skyscraper),
        in_all_directions(HiddenSkyscraper),
        [
            FullRank(line, rank, ties)
            for line in (*ROWS_AND_COLUMNS[::3], ROWS_AND_COLUMNS[5][::-1])
            for rank in (1, 2, 7, 11, 16)
            for ties in (False, True)
        ],
        [NoEqualRanks()],
        [GlobalModulus(modulus) for modulus in (1, 2, 3, 4)],
        [
            CountingCircles(tuple(seeded(n, at).sample(range(16), n)))
            for n in range(6, 16)
            for at in range(12)
        ],
    ],
)
def test_what_houses_tell_of_a_constraint_is_true(
    board: Geometry, constraints: list[Constraint], full_grids: list[tuple[int, ...]]
) -> None:
    """Where its cells are houses, or leave few others, the operations say more than it does."""
    lowest = board.values[0]
    grids = [[digit - 1 + lowest for digit in grid] for grid in full_grids]
    numbers = [sum(each.holds(grid, board) for grid in grids) for each in constraints]
    puzzles = [Puzzle("." * 16, [each], geometry=board) for each in constraints]
    assert count_solutions_many(puzzles).array.tolist() == numbers
    assert any(numbers)


@pytest.mark.parametrize("name", [name for name in MAKERS if name not in RANKS])
def test_digits_that_repeat(name: str) -> None:
    """Four cells are open, the others known at random: each of all fillings is checked."""
    rng = seeded(name)
    board = Geometry.parse("6x6") if name in ONLY_NINE else LOOSE
    if name in ONLY_NINE:
        board = Geometry(6, board.boxes[:1])
    elif name in BOXES:
        board = Geometry(4, HOUSES.boxes)
    for _ in range(12):
        constraint = MAKERS[name](rng, board)
        puzzle, found = _four_open(rng, board, constraint)
        assert count_solutions(puzzle) == found, constraint
        assert sum(1 for _ in VariantSearch(puzzle)) == found, constraint


def _four_open(rng: Random, board: Geometry, constraint: Constraint) -> tuple[Puzzle, int]:
    """Return a puzzle with four open cells of the constraint's, and how many solutions it has."""
    cells = constraint.cells_on(board)
    open_cells = rng.sample(cells, min(4, len(cells)))
    grid = [rng.choice(range(1, board.size + 1)) for _ in range(board.n_cells)]
    lowest, n_found = board.values[0], 0
    for filling in product(range(1, board.size + 1), repeat=len(open_cells)):
        for cell, digit in zip(open_cells, filling, strict=True):
            grid[cell] = digit
        fits = all(len({grid[cell] for cell in h.cells}) == len(h.cells) for h in board.houses)
        n_found += fits and constraint.holds([digit - 1 + lowest for digit in grid], board)
    masks = [1 << digit - 1 for digit in grid]
    for cell in open_cells:
        masks[cell] = board.full_mask
    return Puzzle(Grid(Masks(masks), board), [constraint]), n_found


def test_samples_are_of_the_classic_board() -> None:
    for kind in REGISTRY.values():
        assert isinstance(kind.sample, kind)
        assert kind.__doc__
        Puzzle("." * 81, [kind.sample])
        assert kind.sample.describe(CLASSIC)


def test_neighbours_on_a_board_that_is_no_square() -> None:
    board = Geometry(6, [], places=[(row, column) for row in range(2) for column in range(3)])
    assert set(neighbours(board, ((0, 1), (1, 0)))) == {
        (0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5),
    }  # fmt: skip
    assert set(neighbours(board, ((1, 2), (1, -2)))) == {(0, 5), (2, 3)}
    with pytest.raises(ConstraintError, match="need a square board"):
        count_solutions(Puzzle("." * 6, [REGISTRY["Diagonal"].sample], geometry=board))


ROW = (0, 1, 2, 3)
IMPOSSIBLE = [
    Sandwich(ROW, 1),
    Lunchbox(ROW, 1),
    XSum(ROW, 99),
    Or(()),
    And((Or(()),)),
    And((Sandwich(ROW, 1),)),
    Or((Sandwich(ROW, 1), Sandwich(ROW, 4))),
    Or((And((Or(()), Holds(0, (1,)))),)),
    Or((And((Sandwich(ROW, 1), Holds(0, (1,)))), And((Sandwich(ROW, 4), Holds(0, (2,)))))),
]
"""What no grid obeys, and leaves no alternative rather than cells without a digit."""


@pytest.mark.parametrize("constraint", IMPOSSIBLE, ids=repr)
def test_what_cannot_hold_leaves_no_solution(constraint: Constraint) -> None:
    puzzle = Puzzle("." * 16, [constraint], geometry=HOUSES)
    assert count_solutions(puzzle) == sum(1 for _ in VariantSearch(puzzle)) == 0
    either = Or((constraint, Holds(0, (1,))))
    assert count_solutions(Puzzle("." * 16, [either], geometry=HOUSES)) == 288 // 4


def wrong(value: Any) -> Any:  # noqa: ANN401 - of a type that is not allowed
    """Return a value that a type checker would refuse."""
    return value


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: Cage((0, 1), wrong("3")),
            "Cage: total must be a whole number, up to 10..9, not '3'",
        ),
        (
            lambda: Cage((0, 1), wrong(2.5)),
            "Cage: total must be a whole number, up to 10..9, not 2.5",
        ),
        (
            lambda: Cage(wrong((0.0, 1)), 3),
            r"Cage: cells must be whole numbers, up to 10..9, not \(0.0, 1\)",
        ),
        (lambda: Thermometer(wrong(("a", 1))), "Thermometer: cells must be whole numbers"),
        (lambda: Thermometer((True, 2)), "Thermometer: cells must be whole numbers"),
        (
            lambda: Thermometer(wrong(5)),
            "Thermometer: cells must be whole numbers, up to 10..9, not 5",
        ),
        (lambda: Difference(wrong((20, 21)), 1), "Difference: first must be a whole number"),
        (lambda: Difference(wrong(np.array([20, 21])), 1), "first must be a whole number"),
        (lambda: Cage((0, 1), 10**10), "up to 10..9, not 10000000000"),
        (lambda: Or(wrong(5)), "Or: constraints must be constraints, not 5"),
        (lambda: Or(wrong((Cage((0, 1)), 5))), "Or: constraints must be constraints"),
        (lambda: LookAndSay((0, 1), wrong(11)), "LookAndSay: clue must be a str, not 11"),
        (lambda: Holds(0, wrong(5)), "Holds: values must be whole numbers"),
        (lambda: Puzzle("." * 81, [Arrow((0,), ())]), "an arrow has cells in its circle and"),
        (lambda: Puzzle("." * 81, [GlobalModulus(0)]), "a modulus of 1 to 4, not 0"),
        (lambda: Diagonal(rising=wrong(2)), "Diagonal: rising must be True or False, not 2"),
        (lambda: unknown(Difference, (20, 21)), "first must be a whole number"),
        (lambda: EqualSums(wrong((1, 2))), "groups must be lists of whole numbers"),
        (lambda: Puzzle("." * 81, [Cage((), 3)]), "Cage names no cells"),
        (lambda: Puzzle("." * 81, [Cage((0, 1, 0), 3)]), "Cage names r1c1 twice, which cannot"),
        (lambda: Puzzle("." * 81, [AllDifferent((1, 1))]), "AllDifferent names r1c2 twice"),
        (lambda: Puzzle("." * 16, [GlobalEntropy()], geometry="4x4"), "as many low as middle"),
        (lambda: Puzzle("." * 16, [Entropic((0, 1))], geometry="4x4"), "as many low as middle"),
        (lambda: Puzzle("." * 81, [SumLine((0, 1), 0)]), "stretches of 1 or more, not 0"),
        (lambda: Puzzle("." * 81, [Arrow((*range(10),), (20,))]), "at most 9 digits, not 10"),
        (lambda: Puzzle("." * 81, [NonConsecutive(((0,),))]), r"0 to 80, not at \(0,\)"),
        (lambda: Puzzle("." * 81, [NoSum(((80, 81),))]), "a mark lies between two cells"),
        (lambda: Puzzle("." * 49, [Windows()], geometry="7x7:none"), "windows need a square board"),
        (lambda: Puzzle("." * 24, [DisjointGroups()], geometry="4x6:none"), "groups need a square"),
        (lambda: Puzzle("." * 81, [Cage((81,), 3)]), "outside 0 to 80"),
        (lambda: Cage(wrong(["r1c1"]), 3), "the cells_named of a board returns the numbers"),
        (lambda: Puzzle("." * 81, [wrong(Cage)]), r"but a kind of them: Cage\(\) is"),
        (lambda: Puzzle("." * 81, [EqualSums(((0,), ()))]), "group 2 of EqualSums is empty"),
        (lambda: Puzzle("." * 81, [SameValues(((), (0,)))]), "group 1 of SameValues is empty"),
    ],
)
def test_what_is_no_constraint_is_refused(make: Callable[[], object], words: str) -> None:
    with pytest.raises(ConstraintError, match=words):
        make()


@pytest.mark.slow
def test_what_is_nested_too_deep_is_refused() -> None:
    with pytest.raises(ConstraintError, match=r"constraints are a list, such as \[Cage"):
        Puzzle("." * 81, wrong(Cage((0, 1), 5)))
    brackets = "[" * 100_000 + "]" * 100_000
    texts = ".Or" * 3000 + ".Cage~5~R1C1" + ".End" * 3000, f'{{"size":9,"grid":{brackets}}}'
    for text in texts:
        with pytest.raises(InputError):
            read_puzzle(text)
    assert solve_many([*texts, "." * 81]).summary() == {"invalid": 2, "several": 1}
    with pytest.raises(InputError, match="nested too deep"):
        Puzzle.from_json(f'{{"board":"9x9","constraints":{brackets}}}')


def test_numbers_of_numpy_are_numbers() -> None:
    cage = Cage(tuple(np.arange(2)), wrong(np.int64(3)))
    assert cage == Cage((0, 1), 3)
    assert all(type(number) is int for number in (*cage.cells, cage.total))


def test_a_program_grows_with_what_is_said() -> None:
    """Tables of fifty relations are several times what is tried first for a program."""
    rng = seeded("tables")
    full = Grid(next(iter(solutions("." * 81))))
    every = [(first, second) for first in range(1, 10) for second in range(1, 10)]
    tables: list[Constraint] = []
    while len(tables) < 50:
        cells = tuple(rng.sample(range(81), 2))
        forbidden = rng.sample(every, 12)
        if (full[cells[0]], full[cells[1]]) not in forbidden:
            tables.append(Relation(cells, tuple(pair for pair in every if pair not in forbidden)))
    blank = rng.sample(range(81), 36)
    givens = Grid([0 if cell in blank else digit for cell, digit in enumerate(full)])
    plain = set(map(str, solutions(givens)))
    expected = {text for text in plain if Puzzle(givens, tables).is_solved_by(Grid(text))}
    assert set(map(str, solutions(Puzzle(givens, tables)))) == expected
