"""The kernels take the steps that the plain twin takes, one for one, and that HoDoKu took."""

from __future__ import annotations

import gzip
import json
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from lowbit import generate
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels.hodoku.engine import (
    advance,
    begin,
    counts,
    first_steps,
    give_up,
    go_on_without,
    hand_back,
    is_solved,
    left_over,
    waiting,
)
from lowbit.kernels.hodoku.steps import (
    CANDIDATES,
    N_ELIMINATED,
    N_MARKED,
    N_PLACED,
    TECHNIQUE,
    TECHNIQUES,
)
from lowbit.techniques import registry
from lowbit.techniques.books.hodoku import ORDER
from lowbit.techniques.position import Position
from lowbit.techniques.scoring import hodoku_score
from lowbit.techniques.solve_path import walk
from lowbit.verbs.rate.scores import Solver, step_left_over
from support import slow_except

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from conftest import Data

    Told = tuple[str, tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
    """A technique, placements and eliminations."""

OWN = Path(__file__).parents[1] / "techniques" / "puzzles.txt"
GOLDEN = Path(__file__).parents[1] / "golden" / "hodoku.tsv"

BY_KERNELS = {
    ".34..7..1..24......6.5..2.........9..43..5...17...95.3.5716...9........6...3...8.": (
        "continuous-nice-loop",
        "discontinuous-nice-loop",
        "aic",
        "grouped-discontinuous-nice-loop",
        "als-xz",
        "als-xy-wing",
        "forcing-chain-contradiction",
    ),
    "2.1...5....8.51...5..7.9...4..1.82......3.1...........9...8..2....6...73.23.....6": (
        "grouped-aic",
        "als-chain",
    ),
    ".....1.5...2......4..9..7..5.....8.7..7..6...823....9..9.8.2..3.8.1.3925.........": (
        "grouped-continuous-nice-loop",
    ),
    "8492....1.6..5...9.1...4....2....1.....9..23...8....7.73..........7.8.424..6.....": (
        "forcing-chain-verity",
    ),
}
"""Puzzles with the techniques behind XY-chains that they take, all of them found by kernels."""

COLOURED = "98.7..6..5...8......7..6.9.4......3...5.6.92...13.2....1.6....2..9.7.8.......4.1."
"""A puzzle whose singles after multi colours tell in which order these eliminate."""

ROOM = 1 << 14
"""Words for the steps of a puzzle."""

EVERY = 64
"""Every so many of HoDoKu's puzzles, one is tried in the quick suite."""


def arrays(lines: Iterable[str]) -> NDArray[np.uint8]:
    return np.array([list(Grid(line).givens) for line in lines], np.uint8)


def ways(puzzles: NDArray[np.uint8]) -> list[list[Told]]:
    """Return the steps of the kernels, with those that they leave to plain finders."""
    states, trace = begin(puzzles), np.zeros((len(puzzles), ROOM), np.int32)
    advance(states, threads=1, trace=trace)
    while (rows := waiting(states)).size:
        for row in rows:
            step = step_left_over((left_over(states[row]), None))
            if step is None:
                go_on_without(states[row])
            else:
                assert not isinstance(step, str)
                hand_back(states[row], *step, trace=trace[row])
        advance(states, threads=1, trace=trace)
    assert is_solved(states).all()
    return [list(told(row.tolist())) for row in trace]


def told(words: list[int]) -> Iterator[Told]:
    while words[TECHNIQUE]:
        placed = CANDIDATES + words[N_PLACED]
        end = placed + words[N_ELIMINATED]
        candidates = [(number // 9, number % 9 + 1) for number in words[CANDIDATES:end]]
        placements = tuple(candidates[: words[N_PLACED]])
        yield TECHNIQUES[words[TECHNIQUE]], placements, tuple(candidates[words[N_PLACED] :])
        words = words[end + words[N_MARKED] :]


def way_of_twin(puzzle: NDArray[np.uint8]) -> list[Told]:
    steps = (step for step, _ in walk(Position(Grid(puzzle.tolist())), "hodoku"))
    return [(step.technique, step.placements, step.eliminations) for step in steps]


def assert_same(puzzles: NDArray[np.uint8]) -> None:
    for puzzle, way in zip(puzzles, ways(puzzles), strict=True):
        line = str(Grid(puzzle.tolist()))
        for number, (ours, theirs) in enumerate(zip_longest(way, way_of_twin(puzzle))):
            assert ours == theirs, f"{line}: step {number}"


def cases(data: Data) -> list[tuple[str, list[list[str]]]]:
    with gzip.open(data("ratings/hodoku_steps.tsv.gz"), "rt", encoding="utf-8") as lines:
        rows = (line.rstrip("\n").split("\t") for line in lines)
        return [(row[0], json.loads(row[3])) for row in rows]


def test_techniques_are_those_of_the_rule_book_in_its_order() -> None:
    slugs = [slug for rule in ORDER for slug in ([rule] if isinstance(rule, str) else rule)]
    assert [slug for slug in TECHNIQUES[1:] if "nice" not in slug and "aic" not in slug] == [
        slug for slug in slugs if "nice" not in slug and "aic" not in slug
    ]
    assert set(TECHNIQUES[1:]) == set(slugs)


@pytest.mark.slow
def test_own_puzzles_take_the_steps_of_the_twin() -> None:
    assert_same(arrays(line for line in OWN.read_text(encoding="utf-8").split() if len(line) == 81))


@pytest.mark.parametrize(
    ("line", "slugs"), BY_KERNELS.items(), ids=["loops", "chains", "groups", "verity"]
)
def test_kernels_alone_take_hard_steps_of_the_twin(line: str, slugs: tuple[str, ...]) -> None:
    puzzle = arrays([line])
    states, trace = begin(puzzle), np.zeros((1, ROOM), np.int32)
    advance(states, trace=trace)
    assert is_solved(states).all()
    way = list(told(trace[0].tolist()))
    assert set(slugs) <= {slug for slug, _, _ in way}
    assert way == way_of_twin(puzzle[0])


@pytest.mark.parametrize(
    ("n", "seed"), [(25, 1), pytest.param(100, 2, marks=pytest.mark.slow, id="many")]
)
def test_random_minimal_puzzles_take_the_steps_of_the_twin(n: int, seed: int) -> None:
    assert_same(generate(n, seed=seed).array)


@pytest.mark.parametrize(
    "every", [EVERY, pytest.param(4, marks=pytest.mark.slow)], ids=["some", "many"]
)
def test_steps_are_those_that_hodoku_took(every: int, data: Data) -> None:
    some = cases(data)[::every]
    names = {slug: registry.TECHNIQUES[slug].hodoku_name for slug in TECHNIQUES[1:]}
    for (line, wanted), way in zip(some, ways(arrays(line for line, _ in some)), strict=True):
        assert [names[slug] for slug, _, _ in way] == [step[0] for step in wanted], line


def golden() -> list[list[str]]:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def test_scores_and_levels_are_those_of_hodoku() -> None:
    for row, way in zip(golden(), ways(arrays(row[0] for row in golden())), strict=True):
        assert hodoku_score(slug for slug, _, _ in way) == (int(row[1]), row[2]), row[0]


@pytest.mark.parametrize("line", slow_except([row[0] for row in golden()], golden()[0]))
def test_golden_puzzles_take_the_steps_of_the_twin(line: str) -> None:
    assert_same(arrays([line]))


def test_multi_colours_eliminate_for_one_pair_of_colours_after_the_other() -> None:
    puzzle = arrays([COLOURED])
    step = ("multi-colours-1", (), ((44, 4), (12, 4)))
    assert step in ways(puzzle)[0]
    assert step in way_of_twin(puzzle[0])


def test_what_is_left_over_is_a_position_of_the_way() -> None:
    puzzles = generate(400, seed=3).array
    states = begin(puzzles)
    advance(states)
    row = waiting(states)[0]
    left = left_over(states[row])
    position = Position.of(CLASSIC, left.cells, left.values, left.givens)
    steps = walk(Position(Grid(puzzles[row].tolist())), "hodoku")
    assert position in [before for _, before in steps]


def test_a_puzzle_that_is_given_up_is_not_solved() -> None:
    puzzles = generate(3, seed=4).array
    states = begin(puzzles)
    give_up(states)
    advance(states)
    assert not is_solved(states).any()
    assert not counts(states).any()


def test_the_first_step_of_each_technique_is_noted() -> None:
    puzzles = generate(5, seed=5).array
    states = begin(puzzles)
    advance(states)
    for puzzle, first in zip(puzzles, first_steps(states), strict=True):
        slugs = [slug for slug, _, _ in way_of_twin(puzzle)]
        known = {slug: number for slug, number in zip(TECHNIQUES, first, strict=True) if number}
        assert known == {slug: slugs.index(slug) + 1 for slug in known}
        assert known


@pytest.mark.parametrize("last", ["hidden-single", "naked-pair", "multi-colours-2", "aic"])
def test_no_technique_is_taken_behind_the_last_one(last: str) -> None:
    puzzles = generate(40, seed=8).array
    bounded = begin(puzzles, last)
    with closing(Solver(threads=1)) as solver:
        solver.solve(bounded)
    ways_of_all = ways(puzzles)
    most = TECHNIQUES.index(last)
    is_within = [max(TECHNIQUES.index(slug) for slug, _, _ in way) <= most for way in ways_of_all]
    assert 0 < sum(is_within) < len(puzzles)
    assert is_solved(bounded).tolist() == is_within


def test_clashing_givens_are_not_solved() -> None:
    states = begin(arrays(["11" + "." * 79]))
    advance(states)
    assert not is_solved(states).any()


def test_steps_do_not_depend_on_the_number_of_threads() -> None:
    puzzles = generate(150, seed=6).array
    one, three = begin(puzzles), begin(puzzles)
    advance(one, threads=1)
    advance(three, threads=3)
    np.testing.assert_array_equal(one, three)
