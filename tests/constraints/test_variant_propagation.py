"""What follows from constraints without a guess, and how much of a program that takes."""

from __future__ import annotations

import operator
from itertools import product

import pytest

from lowbit import Geometry, Grid, LimitReachedError, Puzzle, count_solutions, solutions
from lowbit.constraints import And, Cage, Constraint, Holds, Or, RegularLanguage, Relation, Sum
from lowbit.formats.variants.iss import read_iss
from lowbit.grid import digits_of
from lowbit.kernels.variants.engine import Engine
from lowbit.kernels.variants.layout import DISTINCT, N_OPERATIONS, N_STATE_WORDS, STARTS
from lowbit.kernels.variants.programs.program import program_of
from lowbit.rng import SplitMix64

CLASSIC = Geometry.parse("9x9")


def number_distinct(*constraints: Constraint) -> int:
    """Return how many operations of distinct cells a program has."""
    program = program_of(CLASSIC, constraints)
    starts = program[program[STARTS] :][: program[N_OPERATIONS]]
    return sum(int(program[start]) == DISTINCT for start in starts)


def test_a_sum_with_listed_sets_tells_by_itself_that_its_cells_differ() -> None:
    houses = number_distinct()
    assert houses == 27
    assert number_distinct(Cage((0, 1, 9), 7)) == houses
    assert number_distinct(Cage((0, 1, 9), None)) == houses + 1
    # Two groups of cells that differ, told apart by their order and their size.
    assert number_distinct(Cage((0, 1, 9), None), Cage((0, 9, 1), 7)) == houses + 1


@pytest.mark.parametrize(("total", "pair"), [(3, "1_2"), (4, "1_3"), (17, "8_9")])
def test_two_cells_with_one_pair_left_take_it_from_those_that_see_both(
    total: int, pair: str
) -> None:
    third = read_iss(f".Cage~{total}~R1C1~R1C2.~R1C3_{pair}.")
    assert count_solutions(third, max_nodes=1) == 0


@pytest.mark.parametrize(
    ("weights", "total", "givens"),
    [
        ((1, 1, -1), 0, "~R1C1_3_4~R1C2_2_3~R5C5_6~R1C3_2_4"),
        ((1, 1, 1), 10, "~R1C1_1_2_4_5~R1C2_1_2_4_5~R5C5_2_3_6~R1C3_2_5"),
        ((1, 1, -1), 0, "~R1C1_1_2_4_5~R1C2_1_2_4_5~R5C5_4_7_8~R1C3_2_5"),
        ((-1, -1, -1), -10, "~R1C1_1_2_4_5~R1C2_1_2_4_5~R5C5_2_3_6~R1C3_2_5"),
    ],
)
def test_cells_of_a_sum_that_differ_are_not_the_same(
    weights: tuple[int, ...], total: int, givens: str
) -> None:
    """Only with the same digit in R1C1 and R1C2 would R1C3 have one left."""
    puzzle = Puzzle(read_iss(f".{givens}.").grid, [Sum((0, 1, 40), total, weights)])
    assert count_solutions(puzzle, max_nodes=1) == 0


@pytest.mark.parametrize(("size", "total"), [(3, 12), (3, 19), (4, 16), (4, 23)])
def test_the_last_cells_of_a_cage_are_seen_not_to_add_up(size: int, total: int) -> None:
    """Each way of three or four cells is looked at, and nothing else is said of them."""
    cage, random, refuted = (Cage(tuple(range(size)), total),), SplitMix64(size, total), 0
    for _ in range(200):
        masks = [sum({1 << random.below(9) for _ in range(3)}) for _ in range(size)]
        digits = [digits_of(mask) for mask in masks]
        fits = any(sum(way) == total for way in product(*digits) if len(set(way)) == size)
        assert is_refuted(CLASSIC, dict(enumerate(masks)), cage) != fits
        refuted += not fits
    assert 20 < refuted < 180


@pytest.mark.parametrize("total", [20, 40])
def test_the_bounds_of_a_long_sum_know_which_digits_its_cells_have(total: int) -> None:
    """Three cells of 1, 2, 8 and 9 that differ add up to 11 at least, and to 19 at most."""
    cells = (0, 3, 6, 73, 76, 79)
    givens = read_iss("." + "".join(f"~R{c // 9 + 1}C{c % 9 + 1}_1_2_8_9" for c in cells) + ".")
    assert count_solutions(Puzzle(givens.grid, [Sum(cells, total)]), max_nodes=1) == 0


@pytest.mark.parametrize("third", ["R1C9", "R9C1", "R2C1"])
def test_two_cells_with_the_same_two_digits_take_them_from_all_others(third: str) -> None:
    """R1C1 has a twin in its row and one in its column."""
    pairs = "".join(f"~{cell}_4_7" for cell in ("R1C1", "R1C5", "R5C1", third))
    assert count_solutions(read_iss(f".{pairs}.AntiKnight."), max_nodes=1) == 0


@pytest.mark.parametrize("difference", [-70, -64, 64, 70])
def test_a_difference_that_no_digits_have(difference: int) -> None:
    """Two cells are left when the others are known; their masks are not moved that far."""
    givens = "123456789" + "." * 72
    weights = (1,) * 9 + (1, -1)
    apart = Sum((*range(9), 40, 80), 45 + difference, weights)
    assert count_solutions(Puzzle(givens, [apart]), max_nodes=1) == 0


def test_a_board_whose_cells_take_three_words() -> None:
    """Words of sets of cells are looked at in twos."""
    geometry = Geometry.parse("12x12")
    grid = list(next(iter(solutions("." * 144, geometry=geometry))))
    triples = [(first, first + 1, first + 2) for first in range(0, 144, 10)]
    cages = [Cage(cells, sum(grid[cell] for cell in cells)) for cells in triples]
    givens = Grid([digit if digit > 3 else 0 for digit in grid], geometry)
    puzzle = Puzzle(givens, cages)
    by_hand = [list(each) for each in solutions(givens) if fits(puzzle, list(each))]
    assert 1 < len(by_hand) < 300
    assert sorted(map(list, solutions(puzzle))) == sorted(by_hand)


BOARDS = ("4x4", "9x9", "12x12", "16x16")
"""Sets of cells of two and four words, and houses in one block and two."""


def is_refuted(
    board: Geometry, masks: dict[int, int], constraints: tuple[Constraint, ...] = ()
) -> bool:
    """Say whether a puzzle with some cells restricted is seen not to have a solution at once."""
    cells = [masks.get(cell, board.full_mask) for cell in range(board.n_cells)]
    try:
        return not list(Engine(board, constraints).search(cells, max_nodes=1))
    except LimitReachedError:
        return False


@pytest.mark.parametrize("name", BOARDS)
def test_a_house_without_a_place_for_a_digit(name: str) -> None:
    board = Geometry.parse(name)
    for house in (each.cells for each in board.houses):
        others = dict.fromkeys(house, board.full_mask ^ 1)
        assert is_refuted(board, others)
        assert not is_refuted(board, others | {house[-1]: board.full_mask})


@pytest.mark.parametrize("name", BOARDS)
def test_a_house_with_the_same_single_place_for_two_digits(name: str) -> None:
    board = Geometry.parse(name)
    for house in (each.cells for each in board.houses):
        others = dict.fromkeys(house[1:], board.full_mask & ~3)
        assert is_refuted(board, others)
        assert not is_refuted(board, others | {house[-1]: board.full_mask})


@pytest.mark.parametrize("name", BOARDS[1:])
def test_digits_that_boxes_need_in_a_row_leave_the_rest_of_it(name: str) -> None:
    """In the last two boxes, so that all blocks and words of houses are looked at."""
    board = Geometry.parse(name)
    row = range(board.n_cells - board.size, board.n_cells)
    first, last = (box.cells for box in board.boxes[-2:])
    masks = {each: board.full_mask ^ 1 for each in first if each not in row}
    masks |= {each: board.full_mask ^ 2 for each in last if each not in row}
    for cell in set(row).difference(first, last):
        assert is_refuted(board, masks | {cell: 0b11})
        assert not is_refuted(board, masks | {cell: 0b111})


def test_an_alternative_of_more_branches_than_a_word_has_bits() -> None:
    """A node keeps which of them may hold; each is one grid of 288."""
    grids = [list(each) for each in solutions("." * 16, geometry="4x4")]
    rows = [And(tuple(Holds(cell, (each[cell],)) for cell in range(16))) for each in grids[::3]]
    puzzle = Puzzle(Grid("." * 16, "4x4"), [Or(tuple(rows[:80])), Or(tuple(rows[10:]))])
    assert len(rows) > 90
    found = sorted(map(list, solutions(puzzle)))
    assert found == sorted(each for each in grids if fits(puzzle, each))
    assert len(found) == 70


GRIDS_4X4 = sorted(map(list, solutions("." * 16, geometry="4x4")))


@pytest.mark.parametrize("modulus", [23, 211])
def test_an_automaton_of_more_states_than_a_word_has_bits(modulus: int) -> None:
    """The digits of eight cells, read as a number, are in some classes of a modulus."""
    after = [tuple((5 * state + digit) % modulus for digit in range(4)) for state in range(modulus)]
    word = RegularLanguage(tuple(range(3, 11)), tuple(after), tuple(range(modulus // 3)))
    puzzle = Puzzle(Grid("." * 16, "4x4"), [word])
    assert program_of(puzzle.geometry, (word,))[N_STATE_WORDS] == -(-modulus // 64)
    found = sorted(map(list, solutions(puzzle)))
    assert found == [each for each in GRIDS_4X4 if fits(puzzle, each)]
    assert 50 < len(found) < 150


def test_a_list_may_have_a_cell_twice() -> None:
    """Then it is pruned again after it has changed its own cells."""
    random, n_found = SplitMix64(9, 1), 0
    for _ in range(10):
        cells = tuple((0, 1, 4, 5, 10)[random.below(5)] for _ in range(6))
        pairs = tuple((a, b) for a, b in product(range(1, 5), repeat=2) if random.below(3))
        rows = tuple(tuple(random.below(5) - 1 for _ in range(4)) for _ in range(4))
        for listed in (Relation(cells, pairs), RegularLanguage(cells, rows, (1, 2))):
            puzzle = Puzzle(Grid("." * 16, "4x4"), [listed])
            found = sorted(map(list, solutions(puzzle)))
            assert found == [each for each in GRIDS_4X4 if fits(puzzle, each)]
            n_found += len(found)
    assert n_found > 100


@pytest.mark.parametrize("weight", [1, 2])
def test_the_bounds_of_a_sum_are_those_of_cells_that_differ(weight: int) -> None:
    """Three cells of a row are added up, and one that differs from none is taken away."""
    random, cells, weights = SplitMix64(5, 5), (0, 4, 8, 41), (*(weight,) * 3, -weight)
    refuted = 0
    for _ in range(100):
        ends = [sorted((random.below(9), random.below(9))) for _ in cells]
        masks = [(2 << high) - (1 << low) for low, high in ends]
        ways = [way for way in product(*map(digits_of, masks)) if len({*way[:3]}) == 3]
        sums = {sum(map(operator.mul, weights, way)) for way in ways}
        total = weight * random.below(25)
        is_beyond = not sums or not min(sums) <= total <= max(sums)
        if is_beyond or total in sums:
            sum_of_cells = (Sum(cells, total, weights),)
            found = is_refuted(CLASSIC, dict(zip(cells, masks, strict=True)), sum_of_cells)
            assert found == is_beyond
            refuted += is_beyond
    assert 20 < refuted < 80


def fits(puzzle: Puzzle, grid: list[int]) -> bool:
    """Say whether a full grid keeps to all constraints of a puzzle."""
    return all(each.holds(grid, puzzle.geometry) for each in puzzle.constraints)
