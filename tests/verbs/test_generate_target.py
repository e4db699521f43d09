"""Puzzles as hard as they are asked for."""

from __future__ import annotations

import gzip
import json
from contextlib import closing
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import lowbit
from command_line import lowbit as run
from lowbit import EffortSpentError, generate, needs, rate, rate_many, solves_with
from lowbit.batch.puzzles import DIGITS
from lowbit.grid import Grid
from lowbit.kernels.hodoku.engine import advance, begin, digits, n_open
from lowbit.limits import Limits
from lowbit.processes import Processes
from lowbit.techniques.books import rule_book
from lowbit.techniques.books.explainer import BOOK, FLOORS, up_to_rating
from lowbit.techniques.position import Position
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.scoring import LEVELS
from lowbit.verbs.generate.difficulty.by_rules import (
    DistancesByRules,
    last_in_common,
    needed_in_common,
)
from lowbit.verbs.generate.difficulty.cores import KnownCores, cores_of
from lowbit.verbs.generate.difficulty.distances import LAST_OF, MISSED, STUCK, Distances
from lowbit.verbs.generate.difficulty.finds import Finds, Keys, relabelled, turned
from lowbit.verbs.generate.difficulty.target import EASY as EASY_RATINGS
from lowbit.verbs.generate.difficulty.target import n_left_open, target_of
from lowbit.verbs.generate.request import target_asked_for
from lowbit.verbs.generate.walks import FINDS, SCALE
from lowbit.verbs.minimize.stripping import strip_puzzles
from lowbit.verbs.rate.scores import Solver

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from conftest import Data
    from lowbit.verbs.generate.difficulty.target import Target

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MEDIUM = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
HARD = ".34..7..1..24......6.5..2.........9..43..5...17...95.3.5716...9........6...3...8."


def solved(puzzles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return lowbit.solve_many(puzzles).solutions


def away(puzzle: str, **wishes: Any) -> int:  # noqa: ANN401 - as generate has them
    scores = np.zeros(1, np.int64)
    puzzles = np.array([list(lowbit.Grid(puzzle).givens)], np.uint8)
    with closing(Distances(target_of(**wishes), Limits(threads=1))) as distances:
        distances.add_to(scores, puzzles, distances.cores(puzzles, solved(puzzles), scores == 0))
    return int(scores[0])


@pytest.mark.parametrize(
    "rating",
    [
        (2.6, 3.4),
        pytest.param((1.0, 1.2), marks=pytest.mark.slow),
        pytest.param((7.1, 7.2), marks=pytest.mark.slow),
        pytest.param((8.3, 8.5), marks=pytest.mark.slow),
    ],
)
def test_a_range_of_ratings(rating: tuple[float, float]) -> None:
    puzzles = generate(400, rating=rating, seed=1).array
    found = rate_many(puzzles).er
    assert found is not None
    assert ((found >= rating[0]) & (found <= rating[1])).all()
    assert lowbit.is_minimal_many(puzzles).array.all()


@pytest.mark.parametrize(
    "level",
    [
        "easy",
        "medium",
        "hard",
        pytest.param("unfair", marks=pytest.mark.slow),
        pytest.param("extreme", marks=pytest.mark.slow),
    ],
)
def test_a_level(level: str) -> None:
    found = rate_many(generate(5, level=level, seed=2).array, rules="hodoku").level
    assert found is not None
    assert set(found.tolist()) == {level}


def test_the_last_technique_of_a_level_is_followed_by_higher_ones_alone() -> None:
    slugs = [
        slug for rule in rule_book("hodoku").rules for slug in rule.slugs if "nice" not in slug
    ]
    for level, last in LAST_OF.items():
        after = slugs[slugs.index(last) + 1 :]
        levels = [LEVELS.index(TECHNIQUES[slug].level or LEVELS[0]) for slug in after]
        assert all(other > LEVELS.index(level) for other in levels), level


def test_what_a_walk_finds_near_each_other_has_many_solutions() -> None:
    n = 8 * FINDS
    puzzles = generate(n, rating=(1.5, 1.5), seed=4).array
    assert len({bytes(form) for form in lowbit.canonical_many(puzzles).grids}) == n
    assert len({bytes(grid) for grid in lowbit.solve_many(puzzles).solutions}) == n


def test_puzzles_with_one_core_are_rated_alike() -> None:
    puzzles = generate(40, rating=(2.6, 7.2), seed=6).array
    solutions = solved(puzzles)
    cores = cores_of(puzzles, solutions)
    rows = np.repeat(np.arange(len(puzzles)), 8)
    others = strip_puzzles(DIGITS[cores[rows]], solutions[rows], seed=1).puzzles
    is_alike = (cores_of(others, solutions[rows]) == cores[rows]).all(axis=1)
    is_alike &= (others != puzzles[rows]).any(axis=1)
    assert is_alike.sum() > len(puzzles)
    own, found = rate_many(puzzles).er, rate_many(others[is_alike]).er
    assert own is not None
    assert found is not None
    assert found.tolist() == own[rows[is_alike]].tolist()


def test_a_core_is_what_singles_place() -> None:
    puzzles = np.concatenate([generate(70, seed=5).array, solved(generate(1, seed=5).array)])
    states = begin(puzzles, "hidden-single")
    advance(states)
    assert (n_open(states) == 0).sum() > 1
    assert cores_of(puzzles, solved(puzzles)).tolist() == digits(states).tolist()
    assert len(cores_of(puzzles[:0], puzzles[:0])) == 0


def test_a_core_is_measured_once() -> None:
    puzzles = generate(3, seed=1).array
    asked: list[int] = []

    def measure(some: NDArray[np.uint8], some_cores: NDArray[np.uint8]) -> NDArray[np.int64]:
        assert some_cores.tolist() == cores_of(some, solved(some)).tolist()
        asked.append(len(some))
        return np.array([(row > 0).sum() for row in some], np.int64)

    known, cores = KnownCores(measure), cores_of(puzzles, solved(puzzles))
    wanted, rows = np.count_nonzero(puzzles, axis=1).tolist(), [0, 1, 0]
    assert known.measured(puzzles[rows], cores[rows]).tolist() == [wanted[row] for row in rows]
    assert known.measured(puzzles, cores).tolist() == wanted
    assert asked == [2, 1]


def test_what_was_found_is_known_again_in_any_turn() -> None:
    puzzles = generate(6, seed=1).array
    fits = np.array([True, True, False, True, True, True])
    finds = Finds(6, FINDS, threads=1)
    assert finds.note(puzzles, fits).tolist() == fits.tolist()
    others = turned(puzzles, 5, np.arange(6))
    assert finds.know(others, np.arange(6) != 4).tolist() == [True, True, False, True, False, True]
    assert not finds.note(others, fits).any()
    assert finds.are_some.tolist() == fits.tolist()


def test_a_canonical_form_is_found_once_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def canonical(puzzles: NDArray[np.uint8], threads: int | None) -> lowbit.CanonicalBatch:
        asked.append(len(puzzles))
        return lowbit.canonical_many(puzzles, threads=threads)

    monkeypatch.setattr("lowbit.verbs.generate.difficulty.finds.canonical_many", canonical)
    puzzles, finds = generate(4, seed=1).array, Finds(4, FINDS, threads=1)
    finds.know(puzzles, np.ones(4, np.bool_))
    for _ in range(2):
        finds.note(puzzles, np.arange(4) < 3)
    assert asked == [4, 0, 3]


def test_keys_that_are_sorted_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lowbit.verbs.generate.difficulty.finds.MOST_RECENT", 3)
    keys = Keys()
    numbers = [5, 2**64 - 1, 0, 7, 5, 2**63, 1, 9, 0]
    assert [keys.add(number) for number in numbers] == [True] * 4 + [False] + [True] * 3 + [False]
    assert all(number in keys for number in numbers)
    assert not any(number in keys for number in (2, 3, 6, 8, 2**63 - 1, 2**64 - 2))


def test_other_digits_go_into_the_same_cells() -> None:
    puzzles = generate(3, seed=1).array
    others = relabelled(puzzles, 7, np.arange(3))
    assert ((others > 0) == (puzzles > 0)).all()
    assert (others != puzzles).any(axis=1).all()
    assert lowbit.is_unique_many(others).array.all()
    assert relabelled(puzzles[2:], 7, np.array([2])).tolist() == others[2:].tolist()


@pytest.mark.slow
def test_a_technique_that_it_takes() -> None:
    assert needs(generate(1, needs="naked-pair", seed=1).array[0], "naked-pair")
    puzzle = generate(1, needs="pointing", rules=["naked-single", "pointing"], seed=1).array[0]
    assert solves_with(puzzle, ["naked-single", "pointing"])
    assert not solves_with(puzzle, ["naked-single"])


@pytest.mark.slow
@pytest.mark.parametrize("book", ["human", "hodoku", "explainer"])
def test_a_technique_that_it_takes_by_each_rule_book(book: str) -> None:
    puzzle = generate(1, needs="x-wing", rules=book, seed=1).array[0]
    cut_off = rule_book(book).up_to("x-wing")
    assert "x-wing" in cut_off.rules[-1].slugs
    assert solves_with(puzzle, cut_off)
    assert not solves_with(puzzle, cut_off.without(["x-wing"]))


@pytest.mark.slow
def test_techniques_that_are_enough_and_others_that_are_not_needed() -> None:
    assert solves_with(generate(1, only=["naked-single"], seed=1).array[0], ["naked-single"])
    rules = rule_book("hodoku").without(["hidden-single"])
    puzzle = generate(1, without="hidden-single", rules="hodoku", level="easy", seed=1).array[0]
    assert solves_with(puzzle, rules)


@pytest.mark.slow
def test_together_with_clues_and_a_symmetry() -> None:
    puzzle = generate(1, rating=(1.0, 2.3), clues=(24, 30), symmetry="half-turn", seed=1).array[0]
    assert (puzzle != 0).tolist() == (puzzle[::-1] != 0).tolist()
    assert 24 <= (puzzle != 0).sum() <= 30
    assert (rate(puzzle).er or 20) <= 2.3


@pytest.mark.slow
def test_together_with_a_pattern() -> None:
    pattern = generate(1, seed=1).array[0]
    puzzle = generate(1, pattern=pattern, level="easy", seed=1).array[0]
    assert (puzzle != 0).tolist() == (pattern != 0).tolist()
    assert rate(puzzle, rules="hodoku").level == "easy"


def test_a_seed_makes_the_same_puzzles_for_any_threads_and_any_number() -> None:
    few = generate(2, rating=(1.0, 2.5), seed=3, threads=1).array
    many = generate(40, rating=(1.0, 2.5), seed=3, threads=2).array
    assert few.tolist() == many[:2].tolist()


MANY_GIVENS = "...111.....11..1....11...11.1...1...11..1....1.111.111.1..1.11..1.1.1...1..1..1.."


@pytest.mark.parametrize(
    "wishes",
    [
        {"needs": "x-wing"},
        {"needs": "x-wing", "pattern": MANY_GIVENS, "minimal": False},
    ],
    ids=["walks", "patterns"],
)
def test_time_ends_a_round_whose_puzzles_other_processes_look_at(wishes: dict[str, Any]) -> None:
    with pytest.raises(EffortSpentError, match="0 of 1 were found, in 0 tries"):
        generate(1, **wishes, time_limit=1e-9, seed=1)


@pytest.mark.slow
def test_what_cannot_be_had_ends_with_what_was_found_and_how_rare_it_is() -> None:
    with pytest.raises(EffortSpentError, match="0 of 1 were found, in 64 tries") as caught:
        generate(1, only=["naked-single", "jellyfish"], needs="jellyfish", max_tries=64, seed=1)
    assert caught.value.found is not None
    assert len(caught.value.found) == 0
    assert "1 of 2 were found, in 90 tries, one in 90. " in str(EffortSpentError("x", 1, 2, 90))


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        ({"rating": (3.0, 2.0)}, "the lowest and the highest ER"),
        ({"rating": 0}, "the lowest and the highest ER"),
        ({"rating": "hard"}, "a rating is an ER"),
        ({"rating": (0.1, 0.9)}, "no puzzle is rated below 1.0"),
        ({"rating": 25}, "no puzzle is known that is rated above 11.9, not 25"),
        ({"rating": (12.0, 13.0)}, "no puzzle is known that is rated above 11.9"),
        ({"rating": 1.3}, "no step is rated 1.3 to 1.3; the next rating is 1.5"),
        ({"rating": (4.25, 4.3)}, "the next rating is 4.4"),
        ({"only": "x-wing"}, "the techniques that are left place no last digit"),
        ({"needs": "x-wing", "without": ["x-wing"]}, "cannot be needed and left out"),
        ({"needs": "x-wing", "only": ["full-house"]}, "cannot be needed and left out"),
        ({"level": "mild"}, "unknown level 'mild'"),
        ({"needs": "luck"}, "unknown technique 'luck'"),
        ({"needs": "brute-force"}, "does not have 'brute-force'"),
        ({"only": ["brute-force"]}, "do not have 'brute-force'"),
        ({"needs": "x-wing", "rules": "mine"}, "unknown rule book 'mine'"),
        ({"level": "hard", "unique": False, "clues": 24}, "one solution are rated"),
    ],
)
def test_what_makes_no_sense(wishes: dict[str, Any], why: str) -> None:
    with pytest.raises(lowbit.InputError, match=why):
        generate(1, **wishes)


@pytest.mark.parametrize("rating", [1.0, (1.1, 1.3), 4.4, (4.41, 4.5), 11.9, (11.0, 20.0)])
def test_what_might_be_found_is_looked_for(rating: Any) -> None:  # noqa: ANN401 - one or two
    assert target_asked_for(rating=rating) is not None


def test_the_easy_ratings_are_those_of_steps() -> None:
    rated = {technique.rating for technique in TECHNIQUES.values()} - {None}
    singles = {1.0, 1.2, 1.5, 2.3}
    assert {rating for rating in rated if rating and rating <= 4.5} | singles == {*EASY_RATINGS}


def test_without_a_wish_there_is_no_target() -> None:
    assert target_asked_for(rules="hodoku", level=None, only=()) is None
    assert generate(3, seed=5).array.tolist() == generate(3, rules="hodoku", seed=5).array.tolist()


def test_the_first_wish_that_is_not_met_says_how_far_a_puzzle_is() -> None:
    assert away(EASY, rating=(1.0, 1.2)) == 0
    assert away(EASY, rating=2.0) == 8
    assert away(MEDIUM, rating=(1.0, 2.5)) >= STUCK
    assert away(EASY, rating=(3.0, 4.0)) == MISSED + 1  # singles solve it
    assert away(MEDIUM, rating=(3.0, 4.0)) == 4
    assert away(MEDIUM, level="medium") == 0
    assert away(EASY, level="medium") == 1
    assert away(MEDIUM, level="easy") > STUCK
    assert away(MEDIUM, needs="pointing") == 0
    assert away(EASY, needs="pointing", level="hard", rating=5) == 3 * MISSED + 1
    assert away(MEDIUM, only=["naked-single"]) > 0
    assert away(MEDIUM, without=["x-wing"]) == 0
    assert 5 * MISSED < SCALE


def by_walks(puzzle: NDArray[np.uint8], target: Target) -> int:
    start = Position(Grid(puzzle.tolist()))
    left = n_left_open(start, target.book) if target.only or target.without else 0
    if left or target.needs is None:
        return left and left + 81
    book = target.book.up_to(target.needs)
    if n_left_open(start, book.without([target.needs])) == 0:
        return 1
    left = n_left_open(start, book)
    return left and left + 1


@pytest.mark.parametrize(
    ("wishes", "last"),
    [
        ({"needs": "x-wing"}, "hidden-triple"),
        *(
            pytest.param(wishes, last, marks=pytest.mark.slow)
            for wishes, last in (
                ({"needs": "naked-pair"}, "hidden-single"),
                ({"needs": "xy-wing"}, "hidden-triple"),
                ({"needs": "x-wing", "rules": "hodoku"}, "hidden-quadruple"),
                ({"needs": "jellyfish", "rules": "hodoku"}, "swordfish"),
                ({"needs": "simple-colours-wrap", "rules": "hodoku"}, "simple-colours-trap"),
                ({"needs": "pointing", "rules": ("naked-single", "pointing")}, None),
                ({"needs": "x-wing", "without": "naked-triple"}, "hidden-single"),
                ({"without": ("naked-pair", "hidden-pair")}, "claiming"),
                ({"only": ("full-house", "naked-single", "hidden-single")}, "hidden-single"),
                ({"needs": "hidden-single", "rules": "hodoku"}, None),
            )
        ),
    ],
)
def test_kernels_and_finders_together_are_as_far_away_as_finders(
    wishes: dict[str, Any], last: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = target_of(**wishes)
    assert last_in_common(target) == last
    monkeypatch.setattr(Processes, "results", lambda self, tasks, _: map(self._task, tasks))
    puzzles = generate(5, seed=21).array
    own = [MEDIUM] if target.without else [MEDIUM, HARD]  # all of the book would take seconds
    puzzles[: len(own)] = [list(lowbit.Grid(line).givens) for line in own]
    with closing(Solver(1)) as solver:
        found = DistancesByRules(target, solver, Limits(threads=1)).of(puzzles).tolist()
    assert found == [by_walks(puzzle, target) for puzzle in puzzles]


@pytest.mark.parametrize(
    ("wishes", "needed"),
    [
        ({"needs": "xy-wing", "rules": "hodoku"}, "xy-wing"),
        ({"needs": "hidden-triple"}, "hidden-triple"),
        ({"needs": "x-wing"}, None),
        ({"needs": "simple-colours-wrap", "rules": "hodoku"}, None),
        ({"needs": "xy-wing", "rules": "hodoku", "without": "x-wing"}, None),
        ({"needs": "full-house"}, None),
    ],
)
def test_the_kernel_takes_the_needed_technique_where_it_takes_all_before(
    wishes: dict[str, Any], needed: str | None
) -> None:
    assert needed_in_common(target_of(**wishes)) == needed


@pytest.mark.slow
def test_the_floors_of_the_rules_are_below_all_their_steps(data: Data) -> None:
    assert len(FLOORS) == len(BOOK.rules)
    floor_of = {
        TECHNIQUES[slug].explainer_name: floor
        for rule, floor in zip(BOOK.rules, FLOORS, strict=True)
        for slug in rule.slugs
    }
    with gzip.open(data("ratings/explainer_steps.tsv.gz"), "rt", encoding="utf-8") as lines:
        for line in lines:
            for name, rating, *_ in json.loads(line.rstrip("\n").split("\t")[4]):
                assert rating >= floor_of.get(name, 0.0), name
    assert [len(up_to_rating(most).rules) for most in (0.5, 1.0, 2.4, 7.5, 20.0)] == [
        1,
        1,
        4,
        23,
        30,
    ]


@pytest.mark.slow
def test_the_command_takes_the_same_wishes() -> None:
    wishes = ("--level", "easy", "--rating", "1.0-2.3", "--without", "x-wing", "--rules", "hodoku")
    done = run("generate", "2", "--seed", "1", "-q", *wishes)
    made = generate(
        2, level="easy", rating=(1.0, 2.3), without="x-wing", rules="hodoku", seed=1
    ).array
    assert done.stdout.replace(".", "0").split() == [
        "".join(map(str, row)) for row in made.tolist()
    ]
    assert run("generate", "--needs", "luck").returncode == 2
    assert "neither a rating nor a range" in run("generate", "--rating", "hard").stderr
    assert run("generate", "--grids", "--level", "hard").returncode == 2
