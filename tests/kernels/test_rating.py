"""The kernels rate puzzles as the plain twin does, step for step, and as Sudoku Explainer did."""

from __future__ import annotations

import gzip
import json
import re
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from lowbit import generate, solve_many
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels.rating.bounded import BoundedRater
from lowbit.kernels.rating.engine import rate
from lowbit.kernels.rating.lanes.block import new_lane_space
from lowbit.kernels.rating.lanes.easy import take_easy_steps
from lowbit.kernels.rating.lanes.load import load_puzzles
from lowbit.kernels.rating.position.ratings import (
    CLASHING,
    LIMIT_REACHED,
    RATED,
    Ratings,
    new_ratings,
)
from lowbit.kernels.rating.position.stages import BASIC, XYZ_WINGS
from lowbit.kernels.rating.position.state import CELLS, N_STATE, RATINGS, WAITING
from lowbit.kernels.rating.position.steps import (
    ELIMINATED,
    LENGTH,
    N_ELIMINATED,
    PLACED,
    RATING,
    TECHNIQUE,
    TECHNIQUES,
)
from lowbit.techniques import registry
from lowbit.techniques.difficulty import difficulty, rating_of
from lowbit.techniques.position import Position
from lowbit.techniques.solve_path import walk
from lowbit.techniques.wording.notation import eliminations_list, placements_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from conftest import Data

OWN = Path(__file__).parents[1] / "techniques" / "explainer_puzzles.txt"

EVERY = 16
"""Every so many puzzles, one is tried in the quick suite."""

EVERY_HARD = 4
"""Of the hardest, which take some seconds, every so many."""

NESTED = 9.5
"""From this rating on chains nest."""

DYNAMIC = 8.6
"""From this rating on chains are dynamic."""

CHEAP = 7.5
"""Below this rating the twin takes a tenth of a second."""

ROOM = 1 << 12
"""Words for the steps of a puzzle."""

StepWords = list[str | float]
"""A name, a rating, a placement, eliminations and, of chains, the length, as the file has them."""


def own_puzzles() -> list[tuple[str, str]]:
    lines = OWN.read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and line[0] not in "# "]
    puzzles = [(row[0], " ".join(row[1:4])) for row in rows]
    return [puzzle for puzzle in puzzles if len(puzzle[0]) == CLASSIC.n_cells]


def arrays(lines: Sequence[str]) -> NDArray[np.uint8]:
    return np.array([list(Grid(line).givens) for line in lines], np.uint8)


def rated(
    lines: Sequence[str], *, threads: int | None = None, max_nodes: int | None = None
) -> Ratings:
    ratings = new_ratings(len(lines))
    rate(arrays(lines), ratings, threads=threads, max_nodes=max_nodes)
    return ratings


def texts(ratings: Ratings) -> list[str]:
    return [" ".join(f"{tenths / 10:.1f}" for tenths in row) for row in ratings.ratings]


def ways(lines: Sequence[str]) -> list[list[StepWords]]:
    """Return the steps of the kernels."""
    trace = np.zeros((len(lines), ROOM), np.int32)
    rate(arrays(lines), new_ratings(len(lines)), trace=trace)
    return [list(words_of(row.tolist())) for row in trace]


def words_of(words: list[int]) -> Iterator[StepWords]:
    while words[RATING]:
        end = ELIMINATED + words[N_ELIMINATED]
        placed = [words[PLACED]] if words[PLACED] >= 0 else []
        placements, eliminations = (
            [(number // 9, number % 9 + 1) for number in numbers]
            for numbers in (placed, words[ELIMINATED:end])
        )
        length = [words[LENGTH]] if words[LENGTH] else []
        yield [
            TECHNIQUES[words[TECHNIQUE]],
            words[RATING] / 10,
            " ".join(placements_list(CLASSIC, placements)),
            " ".join(eliminations_list(CLASSIC, sorted(eliminations))),
            *length,
        ]
        words = words[end:]


def way_of_twin(line: str) -> tuple[list[StepWords], str]:
    position, steps = Position(Grid(line)), []
    found: list[StepWords] = []
    for step, before in walk(position, "explainer"):
        length = [step.complexity] if step.complexity else []
        placements = " ".join(placements_list(CLASSIC, step.placements))
        eliminations = " ".join(eliminations_list(CLASSIC, step.eliminations))
        found.append([step.technique, rating_of(step), placements, eliminations, *length])
        steps.append(step)
        position = before.apply(step)
    return found, str(difficulty(steps, solved=position.is_solved))


def cases(data: Data) -> list[tuple[str, str, list[StepWords]]]:
    with gzip.open(data("ratings/explainer_steps.tsv.gz"), "rt", encoding="utf-8") as lines:
        rows = (line.rstrip("\n").split("\t") for line in lines)
        return [(row[0], " ".join(row[1:4]), json.loads(row[4])) for row in rows]


def named(way: list[StepWords]) -> list[StepWords]:
    """Return steps with Sudoku Explainer's names, in which a loop does not tell its length."""
    return [[str(registry.TECHNIQUES[str(name)].explainer_name), *rest] for name, *rest in way]


def without_lengths(way: list[StepWords]) -> list[StepWords]:
    """Return steps of which loops do not tell their lengths."""
    return [[re.sub(r"Loop \d+", "Loop", str(name)), *rest] for name, *rest in way]


def assert_same(way: list[StepWords], wanted: list[StepWords], line: str) -> None:
    for number, (ours, theirs) in enumerate(zip_longest(way, wanted)):
        assert ours == theirs, f"{line}: step {number}"


@pytest.mark.parametrize("most", [15, 26, 65, 72])
def test_a_bound_gives_up_what_is_harder_and_nothing_else(most: int) -> None:
    puzzles = generate(60, seed=9).array
    ratings = new_ratings(len(puzzles))
    rate(puzzles, ratings)
    bounded = BoundedRater(most).rate(puzzles)
    hardest = ratings.ratings[:, 0]
    is_within = hardest <= most
    assert 0 < is_within.sum() < len(puzzles)
    assert ((bounded.n_left == 0) & (bounded.hardest <= most)).tolist() == is_within.tolist()
    assert bounded.hardest[is_within].tolist() == hardest[is_within].tolist()
    assert not bounded.is_beyond.any()


RANGES = [
    (66, 70),
    (73, 76),
    (83, 85),
    (57, 62),
    (65, 66),
    (67, 70),
    (71, 71),
    (72, 72),
    (78, 82),
    (83, 83),
]
"""Tenths."""


def assert_ranges(rows: list[str], ranges: list[tuple[int, int]]) -> None:
    lines, ratings = zip(*(row.split("\t")[:2] for row in rows), strict=True)
    puzzles, hardest = arrays(lines), np.round(10 * np.array(ratings, float))
    for least, most in ranges:
        rater = BoundedRater(most, least=least)
        batches = [rater.rate(batch) for batch in np.array_split(puzzles, 2)]
        found, n_left = (np.concatenate(words) for words in list(zip(*batches, strict=True))[:2])
        is_solved = (n_left == 0) & (found <= most)
        is_within = is_solved & (found >= least)
        assert is_within.tolist() == ((hardest >= least) & (hardest <= most)).tolist()
        assert is_solved.tolist() == (hardest <= most).tolist()


def test_whether_some_puzzles_are_in_a_range_is_known(data: Data) -> None:
    rows = data("ratings/explainer.tsv").read_text(encoding="utf-8").splitlines()
    assert_ranges(rows[::EVERY], RANGES[:3])


@pytest.mark.slow
def test_whether_all_puzzles_are_in_a_range_is_known(data: Data) -> None:
    assert_ranges(data("ratings/explainer.tsv").read_text(encoding="utf-8").splitlines(), RANGES)


def test_techniques_are_those_of_the_registry() -> None:
    assert set(TECHNIQUES) <= set(registry.TECHNIQUES)
    assert len(set(TECHNIQUES)) == len(TECHNIQUES)


def test_own_puzzles_are_rated_as_the_twin_rates_them() -> None:
    lines, wanted = zip(*own_puzzles(), strict=True)
    ratings = rated(lines)
    assert set(ratings.status) == {RATED}
    assert dict(zip(lines, texts(ratings), strict=True)) == dict(zip(lines, wanted, strict=True))


def test_own_puzzles_take_the_steps_of_the_twin() -> None:
    lines = [line for line, rating in own_puzzles() if float(rating.split()[0]) < CHEAP]
    for line, way in zip(lines, ways(lines), strict=True):
        assert_same(way, way_of_twin(line)[0], line)


@pytest.mark.slow
def test_random_puzzles_take_the_steps_of_the_twin() -> None:
    puzzles = generate(40, seed=16).array
    ratings = new_ratings(len(puzzles))
    rate(puzzles, ratings)
    lines = ["".join(map(str, row)) for row in puzzles[ratings.ratings[:, 0] < 10 * CHEAP].tolist()]
    for line, way in zip(lines, ways(lines), strict=True):
        assert_same(way, way_of_twin(line)[0], line)


HARDER_LATER = [
    "...2.8.5.....5.6.....7.4..137..4......1..79....93.6...7.....48..5.4.9.6..2.......",
    ".8...7.....9.2..5...4..3.12...2.8....2......6......4.9.9.......7...819....543..6.",
    "..49.6..81.....4..38...4.....1.49..6......78...35..........51..2..3..9...3..7....",
]
"""Puzzles in which chains of 8.4 come after some of 8.3."""


def test_what_is_left_is_not_solved_by_chains_that_are_too_long() -> None:
    assert texts(rated(HARDER_LATER)) == ["8.4 1.2 1.2"] * len(HARDER_LATER)


WITH_A_THIRD_DIGIT = [
    "...475....5.3.......6......2.8....91..5......47....3.6.6.23...43......19.416.9...",
    "..9.1..3..........5.79......2..3...6........7...28...5.86.....9...75...2..5...8..",
]
"""Puzzles with a loop of which three cells or more have the same digit beside the two."""


def test_loops_with_three_cells_beside_the_plain_ones_are_those_of_the_twin() -> None:
    for line, way in zip(WITH_A_THIRD_DIGIT, ways(WITH_A_THIRD_DIGIT), strict=True):
        assert "unique-loop-2" in [step[0] for step in way]
        assert_same(way, way_of_twin(line)[0], line)


def assert_all_rated(rows: list[str]) -> None:
    lines, wanted = zip(*(row.split("\t", 1) for row in rows), strict=True)
    ratings = rated(lines)
    expected = [rating.replace("\t", " ") for rating in wanted]
    assert set(ratings.status) == {RATED}
    assert dict(zip(lines, texts(ratings), strict=True)) == dict(zip(lines, expected, strict=True))


def test_some_puzzles_are_rated_as_sudoku_explainer_rated_them(data: Data) -> None:
    rows = data("ratings/explainer.tsv").read_text(encoding="utf-8").splitlines()
    assert_all_rated(rows[1::EVERY])


@pytest.mark.slow
def test_all_puzzles_are_rated_as_sudoku_explainer_rated_them(data: Data) -> None:
    assert_all_rated(data("ratings/explainer.tsv").read_text(encoding="utf-8").splitlines())


@pytest.mark.slow
def test_some_of_the_hardest_are_rated_as_sudoku_explainer_rated_them(data: Data) -> None:
    rows = data("ratings/explainer_hard.tsv").read_text(encoding="utf-8").splitlines()
    assert_all_rated(rows[3::EVERY_HARD])


@pytest.mark.slow
def test_puzzles_with_a_name_are_rated_as_published(data: Data) -> None:
    assert_all_rated(data("ratings/published.tsv").read_text(encoding="utf-8").splitlines())


def assert_steps(chosen: list[tuple[str, str, list[StepWords]]]) -> None:
    for (line, _, wanted), way in zip(chosen, ways([case[0] for case in chosen]), strict=True):
        assert_same(named(way), without_lengths(wanted), line)


def test_steps_of_some_puzzles_are_those_of_sudoku_explainer(data: Data) -> None:
    assert_steps(cases(data)[::EVERY])


def test_steps_with_nested_chains_are_those_of_sudoku_explainer(data: Data) -> None:
    nested = [case for case in cases(data) if float(case[1].split()[0]) >= NESTED]
    assert nested
    assert_steps(nested)


@pytest.mark.slow
def test_steps_of_all_puzzles_are_those_of_sudoku_explainer(data: Data) -> None:
    assert_steps(cases(data))


def test_dynamic_chains_are_only_looked_for_where_there_may_be_any() -> None:
    lines = [line for line, rating in own_puzzles() if float(rating.split()[0]) >= DYNAMIC]
    assert 0 < rated(lines).nodes.sum() < 2_400  # with a tree for each root it was 3,381


@pytest.mark.parametrize("threads", [1, 3])
def test_order_and_threads_change_nothing(threads: int) -> None:
    lines = [line for line, _ in own_puzzles()]
    forwards, backwards = rated(lines), rated(lines[::-1], threads=threads)
    assert (forwards.status == backwards.status[::-1]).all()
    assert (forwards.ratings == backwards.ratings[::-1]).all()
    assert (forwards.nodes == backwards.nodes[::-1]).all()


def with_few_blanks(n: int) -> NDArray[np.uint8]:
    """Return solutions with one to twenty blanks, many of them last open cells of houses."""
    generator = np.random.default_rng(16)
    grids = solve_many(generate(n, seed=17).array).solutions.copy()
    for grid in grids:
        grid[generator.choice(CLASSIC.n_cells, generator.integers(1, 21), replace=False)] = 0
    return grids


def test_steps_side_by_side_count_as_those_one_by_one() -> None:
    puzzles = np.concatenate([generate(200, seed=34).array, with_few_blanks(50)])
    by_lanes, by_steps = new_ratings(len(puzzles)), new_ratings(len(puzzles))
    rate(puzzles, by_lanes)
    rate(puzzles, by_steps, trace=np.zeros((len(puzzles), 1), np.int32))
    hardest = {*by_steps.ratings[:, 0].tolist()}
    assert {10, 12, 15, 17, 20, 23, 25, 26, 28, 30, 32, 34, 36, 42, 44} <= hardest
    assert by_lanes.ratings.tolist() == by_steps.ratings.tolist()


def test_steps_side_by_side_leave_what_those_one_by_one_leave() -> None:
    puzzles = generate(100, seed=19).array
    left, _ = left_by_lanes(puzzles)
    trace = np.zeros((len(puzzles), ROOM), np.int32)
    rate(puzzles, new_ratings(len(puzzles)), trace=trace)
    by_steps = [after_easy_steps(*pair) for pair in zip(puzzles, trace.tolist(), strict=True)]
    assert left == {row: cells for row, cells in enumerate(by_steps) if any(cells)}


@pytest.mark.slow
def test_steps_are_the_same_with_any_number_of_lanes() -> None:
    puzzles = generate(50, seed=20).array
    assert left_by_lanes(puzzles, 8) == left_by_lanes(puzzles)


def left_by_lanes(
    puzzles: NDArray[np.uint8], lanes: int | None = None
) -> tuple[dict[int, list[int]], list[list[int]]]:
    """Return the candidates that easy steps leave, by puzzle, and the ratings by then of all."""
    n = len(puzzles)
    states, rows, ratings = np.zeros((n, N_STATE), np.int64), np.zeros(n, np.int64), new_ratings(n)
    space, in_lanes = new_lane_space(lanes), True
    n_states = load_puzzles(puzzles, states, rows, 0, n, space, ratings, in_lanes)
    waiting = np.arange(-1, n_states)
    waiting[0] = n_states
    take_easy_steps(states, waiting, space, np.zeros((n, 0), np.int32))
    left = {}
    for row, state in zip(rows[:n_states].tolist(), states, strict=False):
        ratings.ratings[row] = state[RATINGS : RATINGS + 3]
        if state[WAITING] == BASIC:
            left[row] = state[CELLS : CELLS + CLASSIC.n_cells].tolist()
    return left, ratings.ratings.tolist()


def after_easy_steps(puzzle: NDArray[np.uint8], words: list[int]) -> list[int]:
    """Return the candidates after the first steps, up to one harder than an XYZ-wing."""
    cells = list(Position(Grid(puzzle.tolist())).cells)
    while 0 < words[RATING] <= XYZ_WINGS:
        end = ELIMINATED + words[N_ELIMINATED]
        if words[PLACED] >= 0:
            cell, digit = divmod(words[PLACED], CLASSIC.size)
            cells[cell] = 0
            for peer in CLASSIC.peers[cell]:
                cells[peer] &= ~(1 << digit)
        for candidate in words[ELIMINATED:end]:
            cells[candidate // CLASSIC.size] &= ~(1 << candidate % CLASSIC.size)
        words = words[end:]
    return cells


def test_a_puzzle_that_takes_too_long_is_left() -> None:
    lines = [line for line, _ in own_puzzles()]
    nodes = rated(lines).nodes
    limit = int(np.median(nodes))
    ratings = rated(lines, max_nodes=limit)
    assert ((ratings.status == LIMIT_REACHED) <= (nodes > limit)).all()
    assert (ratings.status == LIMIT_REACHED).any()
    assert (ratings.nodes[ratings.status == RATED] == nodes[ratings.status == RATED]).all()


def test_time_ends_a_batch() -> None:
    puzzles = np.concatenate([arrays([line for line, _ in own_puzzles()]), with_few_blanks(1)])
    ratings = new_ratings(len(puzzles))
    rate(puzzles, ratings, time_limit=0.0)
    assert set(ratings.status) == {RATED, LIMIT_REACHED}  # what singles have not solved


def test_what_clashes_is_not_rated() -> None:
    ratings = rated(["11" + "." * 79, own_puzzles()[0][0]])
    assert ratings.status.tolist() == [CLASHING, RATED]
    assert not ratings.ratings[0].any()


def test_an_empty_batch_is_rated() -> None:
    rate(np.zeros((0, 81), np.uint8), new_ratings(0))


@pytest.mark.slow
def test_a_puzzle_with_many_solutions_comes_to_an_end() -> None:
    assert rated(["." * 81], max_nodes=5_000).status[0] == LIMIT_REACHED
