"""Every full grid is drawn with equal probability: what that rests on, and what it shows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from lowbit.kernels.classic.layout import ALL_DIGITS
from lowbit.kernels.classic.making.chutes import N_ARRANGEMENTS, N_CROSSING, N_DIVISIONS, chutes
from lowbit.kernels.classic.making.grids import LARGEST_SUM, draw_grids, new_sketch
from lowbit.kernels.core.compile import kernel

N_GRIDS = 6_670_903_752_021_072_936_960


@kernel
def n_grids(divisions: Any, first: Any, second: Any, third: Any) -> int:
    """Sum up, over all second and third bands, the ways to arrange the three stacks."""
    total = 0
    for band in range(len(divisions)):
        rows = first[divisions[band, 0]], second[divisions[band, 1]], third[divisions[band, 2]]
        for other in range(len(divisions)):
            one, two, three = divisions[other]
            total += int(rows[0][one]) * int(rows[1][two]) * int(rows[2][three])
    return total


def test_there_are_as_many_divisions_and_arrangements_as_the_tables_say() -> None:
    tables = chutes()
    assert tables.crosses.shape == (N_DIVISIONS, N_DIVISIONS)
    assert (tables.crosses.sum(axis=1) == N_CROSSING).all()
    assert tables.crosses[np.arange(N_DIVISIONS)[:, None], tables.crossing].all()
    assert len({lines.tobytes() for lines in tables.lines}) == N_DIVISIONS * N_ARRANGEMENTS
    first = np.repeat(np.arange(N_DIVISIONS), N_ARRANGEMENTS)
    assert (tables.divisions[:, 0] == first).all()


def test_an_arrangement_has_each_digit_once_in_each_line_and_box() -> None:
    lines = chutes().lines
    for axis in (1, 2):
        assert (np.bitwise_or.reduce(lines, axis=axis) == ALL_DIGITS).all()
        assert (np.bitwise_xor.reduce(lines, axis=axis) == ALL_DIGITS).all()


@kernel
def largest_sum(divisions: Any, in_second: Any, in_third: Any) -> int:
    """Return the most ways to arrange two stacks, summed up over the third band.

    All second bands, and all divisions that a third one can begin with, beside one first band;
    of this the ways are given, int16[280, 280], by the divisions of the other two.
    """
    largest = 0
    for band in range(len(divisions)):
        second, third = in_second[divisions[band, 1]], in_third[divisions[band, 2]]
        for begin in range(0, len(divisions), N_ARRANGEMENTS):
            total = 0
            for other in range(begin, begin + N_ARRANGEMENTS):
                total += int(second[divisions[other, 1]]) * int(third[divisions[other, 2]])
            largest = max(largest, total)
    return largest


def ways_beside(division: int) -> Any:
    """Return the ways to arrange a stack with this division first, by the other two."""
    tables = chutes()
    renamed = tables.renamed[division]
    return np.ascontiguousarray(tables.ways[np.ix_(renamed, renamed)])


def first_bands() -> list[tuple[int, Any]]:
    """Return how many bands there are of each kind, and the divisions of one.

    Of the 56 that begin with division 0, 2 are pure, with the same division in all boxes, and 54
    mixed; those of a kind become each other when digits are renamed and boxes change places.
    """
    bands = chutes().divisions[:N_ARRANGEMENTS]
    kinds = orbits()[bands[:, 1], bands[:, 2]]
    found = [(int((kinds == kind).sum()), bands[kinds == kind][0]) for kind in np.unique(kinds)]
    assert [number for number, _ in found] == [2, 54]
    return found


@pytest.mark.slow
def test_no_sum_is_larger_than_the_rejection_allows_for() -> None:
    """The proof of its bound: all cases, but for the names of digits."""
    sums = [
        largest_sum(chutes().divisions, ways_beside(band[1]), ways_beside(band[2]))
        for _, band in first_bands()
    ]
    assert max(sums) == LARGEST_SUM


@pytest.mark.parametrize("seed", range(20))
def test_the_ways_are_those_that_a_plain_count_finds(seed: int) -> None:
    tables = chutes()
    chosen = np.random.default_rng(seed).integers(N_DIVISIONS, size=3)
    crossed = [tables.crosses[chosen[box], tables.divisions[:, box]] for box in range(3)]
    renamed = tables.renamed[chosen[0]]
    assert (
        np.logical_and.reduce(crossed).sum() == tables.ways[renamed[chosen[1]], renamed[chosen[2]]]
    )


@pytest.mark.slow
def test_the_arrangements_of_bands_and_stacks_make_up_all_grids() -> None:
    """The number of all grids, found by B. Felgenhauer and F. Jarvis in 2005.

    A band can be named in 280 ways, and its rows and the columns of each stack come in any order.
    """
    total = sum(
        times * n_grids(chutes().divisions, *map(ways_beside, band))
        for times, band in first_bands()
    )
    assert N_DIVISIONS * 6**6 * total == N_GRIDS


@kernel
def n_completions(renamed: Any, ways: Any, first: Any, second: Any, third: Any) -> int:
    """Sum up, over all stacks that begin in three ways, the ways to arrange the other bands.

    Of each stack the divisions in the second and third box are given, int16[56, 2].
    """
    total = 0
    for one in first:
        above, below = renamed[one[0]], renamed[one[1]]
        for two in second:
            in_second, in_third = ways[above[two[0]]], ways[below[two[1]]]
            for three in third:
                total += int(in_second[above[three[0]]]) * int(in_third[below[three[1]]])
    return total


def orbits() -> Any:
    """Return int64[280, 280]: a number for division 0 beside two others.

    It is the same for those that become each other when digits are renamed and boxes change
    places.
    """
    lines = chutes().lines[::N_ARRANGEMENTS, 0].astype(np.int64)
    numbers = {frozenset(division): number for number, division in enumerate(lines.tolist())}
    moves = [{one: one + 1, one + 1: one} for one in (0, 1, 3, 4, 6, 7)]  # within a line
    moves += [{digit: (digit + 3) % 6 for digit in range(6)}]  # two lines
    moves += [{digit: (digit + 3) % 9 for digit in range(9)}]  # all three
    assert lines[0].tolist() == [0o7, 0o70, 0o700]
    labels = np.arange(N_DIVISIONS**2).reshape(N_DIVISIONS, N_DIVISIONS)
    renamings = []
    for move in moves:
        renamed = np.sum([(lines >> d & 1) << move.get(d, d) for d in range(9)], axis=0)
        renamings.append([numbers[frozenset(division)] for division in renamed.tolist()])
    while True:
        before = labels
        labels = np.minimum(labels, labels.T)
        for renaming in renamings:
            labels = np.minimum(labels, labels[np.ix_(renaming, renaming)])
        if (labels == before).all():
            return labels


@pytest.fixture(scope="module")
def gangsters() -> Any:
    """Return the ways to complete a band whose columns are divisions 0 and two others."""
    tables = chutes()
    labels = orbits()
    begun = tables.divisions.reshape(N_DIVISIONS, N_ARRANGEMENTS, 3)[:, :, 1:]
    numbers = np.zeros(N_DIVISIONS**2, np.int64)
    for label in np.unique(labels):
        second, third = divmod(int(label), N_DIVISIONS)
        numbers[label] = n_completions(
            tables.renamed, tables.ways, begun[0], begun[second], begun[third]
        )
    return numbers[labels]


def test_bands_have_44_numbers_of_completions_that_make_up_all_grids(gangsters: Any) -> None:
    """The 44 classes that B. Felgenhauer and F. Jarvis found."""
    assert len(np.unique(gangsters)) == 44
    assert N_DIVISIONS * 6**6 * int((gangsters * chutes().ways.astype(np.int64)).sum()) == N_GRIDS


def p_value(chi_squared: float, freedom: int) -> float:
    """Return how likely it is to deviate so much (E. B. Wilson, M. M. Hilferty, 1931)."""
    spread = 2 / (9 * freedom)
    deviation = ((chi_squared / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5
    return math.erfc(deviation / 2**0.5) / 2


def division_numbers(boxes: Any) -> Any:
    """Return the number of the division that the columns of each box are, uint8[n, 3, 3]."""
    divisions = in_one_number(chutes().lines[::N_ARRANGEMENTS, 0].astype(np.int64))
    order = np.argsort(divisions)
    found = in_one_number(np.bitwise_or.reduce(1 << (boxes.astype(np.int64) - 1), axis=1))
    places = np.searchsorted(divisions[order], found)
    assert (divisions[order][places] == found).all()
    return order[places]


def in_one_number(masks: Any) -> Any:
    """Return the masks of three columns, in any order, as one number."""
    return np.sort(masks, axis=1) @ np.array([1 << 18, 1 << 9, 1])


@pytest.fixture(scope="module")
def drawn() -> Any:
    grids = np.zeros((60_000, 81), np.uint8)
    draw_grids(chutes(), new_sketch(), np.uint64(5), np.arange(len(grids)), grids, 0, len(grids))
    return grids


@pytest.mark.parametrize("chute", range(6))
def test_chutes_come_up_as_often_as_grids_have_them(chute: int, gangsters: Any, drawn: Any) -> None:
    """Chi-squared, 43 degrees of freedom: the chutes of random grids in the 44 classes."""
    squares = drawn.reshape(-1, 9, 9)
    if chute >= 3:
        squares = squares.transpose(0, 2, 1)
    rows = squares[:, 3 * (chute % 3) : 3 * (chute % 3) + 3]
    first, second, third = (division_numbers(rows[:, :, 3 * box : 3 * box + 3]) for box in range(3))
    tables = chutes()
    classes, of_pair = np.unique(gangsters, return_inverse=True)
    of_pair = of_pair.reshape(gangsters.shape)
    weights = np.bincount(of_pair.ravel(), (gangsters * tables.ways.astype(np.int64)).ravel())
    expected = len(drawn) * weights / weights.sum()
    of_grid = of_pair[tables.renamed[first, second], tables.renamed[first, third]]
    observed = np.bincount(of_grid, minlength=len(classes))
    chi_squared = float(((observed - expected) ** 2 / expected).sum())
    assert p_value(chi_squared, 43) > 1e-4
