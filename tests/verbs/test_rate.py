"""How hard puzzles are: ratings and measures, of one puzzle and of a batch."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import numpy as np
import pytest

import lowbit
from lowbit import Grid, LimitReachedError, Rating, Status, loaded, rate, rate_many
from lowbit.kernels import at_hand
from lowbit.limits import Limits
from lowbit.reference.budget import Budget
from lowbit.reference.search import Search, SearchState
from lowbit.techniques.registry import TECHNIQUES
from lowbit.verbs.rate import by_finders as finders_module
from lowbit.verbs.rate import by_kernels as by_kernels_module
from lowbit.verbs.rate import handover
from lowbit.verbs.rate import many as many_module
from lowbit.verbs.rate.backdoor import backdoor_size
from lowbit.verbs.rate.measures import Selection
from lowbit.verbs.rate.measuring import measured
from lowbit.verbs.rate.solved_puzzle import SolvedPuzzle
from lowbit.verbs.solve.many import solve_classic
from support import slow_except

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Data
    from lowbit.kernels.at_hand import KernelSet
    from lowbit.verbs.rate.parts import Unique

JIGSAW = "jigsaw:AAABBBBCCDAAABCCCCDABBBECCCDAAEBEEFFDDDEEEEFFDGDEHFFFFDGGHHIIFIGGHHHIIIIGGGGHHHII"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MEDIUM = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
FULL = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
SEVERAL = "." * 81
HARDER = "3..2...49...5......6..7..5.85.....7.........21..3.49.....1..2.4.4.....8.6.......1"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
NONE = "11" + "." * 79
WRONG = "?" + "." * 80
RESTRICTED = "".join("123456789" if cell else "12......." for cell in range(81))

BOOKS = "explainer", "hodoku"

EVERYTHING: dict[str, Any] = {
    "rules": BOOKS,
    "measures": ("techniques", "search", "backdoor", "redundant"),
}

EVERY_EXPLAINER, EVERY_HODOKU = 170, 60
"""Every so many puzzles, one is tried in the slow suite: with 1, all of them take an hour."""

EASY_ENOUGH = 8.0


def rows(data: Data, name: str) -> list[list[str]]:
    lines = data(f"ratings/{name}").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines]


def test_a_puzzle_has_everything_that_is_asked_for() -> None:
    rating = rate(MEDIUM, **EVERYTHING)
    assert rating == Rating(
        Status.UNIQUE,
        *(2.6, 1.2, 1.2, "pointing", {"hidden-single": 57, "pointing": 2}),
        *(418, "medium", "pointing"),
        {"full-house": 20, "naked-single": 23, "hidden-single": 14, "pointing": 1},
        *(1, 3, 1, 2),
    )
    assert str(rating) == "2.6 1.2 1.2 418 Medium"


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({}, {"er", "ep", "ed"}),
        ({"rules": "hodoku"}, {"score", "level"}),
        ({"rules": (), "measures": "search"}, {"guesses", "nodes"}),
        ({"rules": (), "measures": "backdoor"}, {"backdoor"}),
        ({"rules": [], "measures": ["redundant"]}, {"redundant"}),
        ({"rules": (), "measures": "difficulty"}, {"difficulty", "hardest"}),
        ({"rules": (), "measures": "depth"}, {"depth"}),
        ({"rules": (), "measures": "B"}, {"B"}),
        ({"rules": (), "measures": ["BxBB", "BxB"]}, {"BxB", "BxBB"}),
        (
            {"rules": "hodoku", "measures": "techniques"},
            {"score", "level", "hodoku_hardest", "hodoku_techniques"},
        ),
    ],
)
def test_what_is_not_asked_for_is_none(asked: dict[str, Any], names: set[str]) -> None:
    rating, batch = rate(EASY, **asked), rate_many([EASY], **asked)
    known = {name for name in Rating.__slots__ if getattr(rating, name) is not None}
    assert known == names | {"status"}
    assert {name for name in names if getattr(batch, name) is not None} == names
    assert batch[0] == rating


def test_a_batch_says_what_one_puzzle_after_the_other_says() -> None:
    puzzles = [MEDIUM, SEVERAL, EASY, NONE, FULL]
    batch = rate_many(puzzles, **EVERYTHING)
    assert list(batch) == [rate(puzzle, **EVERYTHING) for puzzle in puzzles]
    assert batch.er is not None
    assert batch.score is not None
    assert batch.hodoku_techniques is not None
    assert batch.hodoku_techniques.shape == (5, len(TECHNIQUES))
    place = batch.technique_names.index("naked-single")
    assert batch.hodoku_techniques[:, place].tolist() == [23, 0, 30, 0, 0]
    assert np.isnan(batch.er).tolist() == [False, True, False, True, False]
    assert batch.score.tolist() == [418, -1, 204, -1, 0]
    assert batch.to_strings()[:2] == ["2.6 1.2 1.2 418 Medium", ""]
    assert batch[1:3][1] == batch[2]


def test_what_has_not_one_solution_has_a_status() -> None:
    puzzles = [SEVERAL, NONE, RESTRICTED, WRONG]
    batch = rate_many(puzzles)
    assert [rating.status.word for rating in batch] == ["several", "none", "several", "invalid"]
    assert [str(rate(puzzle)) for puzzle in puzzles[:3]] == ["several", "none", "several"]
    with pytest.raises(lowbit.GridError):
        rate(WRONG)


def test_a_limit_ends_it_and_what_is_known_by_then_stays() -> None:
    limited = rate(HARD, measures="search", time_limit=0)
    assert (limited.status, limited.er) == (Status.LIMIT_REACHED, None)
    by_nodes = rate(MEDIUM, rules=(), measures=("search", "redundant"), max_nodes=2)
    assert (by_nodes.status, by_nodes.nodes) == (Status.LIMIT_REACHED, None)
    batch = rate_many([EASY, HARD], rules=(), measures=("search", "redundant"), max_nodes=300)
    assert [rating.status.word for rating in batch] == ["unique", "limit-reached"]
    assert (batch[1].nodes, batch[1].redundant) == (None, 0)
    for rules in ("explainer", "hodoku"):
        assert rate_many([HARD] * 2, rules=rules, time_limit=0).summary() == {"limit-reached": 2}


@pytest.mark.slow
def test_neither_the_order_nor_the_number_of_threads_matters() -> None:
    puzzles = [MEDIUM, EASY, SEVERAL, MEDIUM, FULL, EASY]
    found = [list(rate_many(puzzles, rules="hodoku", threads=threads)) for threads in (1, 3)]
    assert found[0] == found[1]


@pytest.mark.usefixtures("reporting")
@pytest.mark.parametrize("by_kernels", [False, True])
def test_progress_counts_all_puzzles_and_may_end_it(
    by_kernels: bool,  # noqa: FBT001 - a parameter
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class EnoughError(Exception):
        pass

    def tell(n_done: int, n: int) -> None:
        assert (n_done, n) in {(1, 2), (2, 2)}
        raise EnoughError

    monkeypatch.setattr(finders_module, "are_at_hand", lambda _: by_kernels)
    with pytest.raises(EnoughError):
        rate_many([SEVERAL, HARD], progress=tell)


@pytest.mark.parametrize(
    "asked",
    [
        {"rules": "human"},
        {"measures": "luck"},
        {"rules": ()},
        {"rules": (), "measures": "techniques"},
        {"max_nodes": -1},
        {"time_limit": -1},
    ],
)
def test_what_cannot_be_asked(asked: dict[str, Any]) -> None:
    for verb, what in ((rate, EASY), (rate_many, [EASY])):
        with pytest.raises(lowbit.InputError):
            verb(what, **asked)


def test_the_search_visits_what_it_says() -> None:
    search = Search(Grid(MEDIUM))
    assert len(list(search)) == 1
    rating = rate(MEDIUM, rules=(), measures="search")
    assert (rating.nodes, rating.guesses) == (search.nodes, search.guesses)
    assert rate(EASY, rules=(), measures="search").guesses == 0
    assert 2 * search.guesses + 1 == search.nodes  # each guess of this one is among two


def test_backdoors_are_those_of_all_sets_of_cells() -> None:
    for line in (EASY, MEDIUM, FULL):
        grid = Grid(line)
        solution = lowbit.solve(grid)
        assert backdoor_size(grid, solution, Budget()) == _smallest_set(grid, solution)


def test_a_backdoor_of_three_cells_is_not_taken_for_two() -> None:
    """What is tried last, of sets of two, does not count with the first set of three."""
    board = lowbit.Geometry.parse(JIGSAW)
    grid = Grid(
        ".4................9..3......95...4.....7.8..6..........82.........4.2..7......7.3", board
    )
    solution = lowbit.solve(grid)
    budget = Budget()
    assert backdoor_size(grid, solution, budget) == 3
    assert budget.nodes < 3_000  # there are 35,990 sets of three
    with pytest.raises(LimitReachedError):
        backdoor_size(grid, solution, Budget(Limits(budget.nodes - 1)))


def _smallest_set(grid: Grid, solution: Grid) -> int:
    """Return the size of the smallest backdoor, by trying all sets of cells."""
    for size in range(4):
        for cells in combinations(range(81), size):
            state = SearchState(grid)
            state.visit(0, ())
            placed = {cell for cell, _ in state.trail}
            wanted = [(cell, solution.allowed[cell]) for cell in cells if cell not in placed]
            for placement in wanted:
                if placement[0] not in {cell for cell, _ in state.trail}:
                    state.visit(len(state.trail), [placement])
            if state.solution() is not None:
                return size
    raise AssertionError


def test_some_puzzles_are_rated_as_sudoku_explainer_rates_them(data: Data) -> None:
    some = [row for row in rows(data, "explainer.tsv") if float(row[1]) < EASY_ENOUGH][::300]
    found = rate_many([row[0] for row in some])
    assert found.to_strings() == [" ".join(row[1:4]) for row in some]


@pytest.mark.slow
def test_puzzles_of_any_rating_are_rated_as_sudoku_explainer_rates_them(data: Data) -> None:
    some = rows(data, "explainer.tsv")[7::EVERY_EXPLAINER]
    found = rate_many([row[0] for row in some])
    assert found.to_strings() == [" ".join(row[1:4]) for row in some]


@pytest.mark.slow
def test_puzzles_are_scored_and_counted_as_hodoku_does(data: Data) -> None:
    some = rows(data, "hodoku.tsv")[::EVERY_HODOKU]
    found = rate_many([row[0] for row in some], rules="hodoku", measures="techniques")
    for row, rating in zip(some, found, strict=True):
        counts = rating.hodoku_techniques
        assert counts is not None
        reported = {TECHNIQUES[slug].hodoku_name: n for slug, n in counts.items()}
        wanted = dict(item.rsplit(":", 1) for item in row[3].split(";"))
        assert str(rating) == " ".join(row[1:3])
        assert reported == {name: int(n) for name, n in wanted.items()}


def test_kernels_count_the_steps_that_finders_take() -> None:
    lines = [EASY, MEDIUM, HARDER, SEVERAL, WRONG]
    # With a limit on nodes kernels rate, even few puzzles.
    batch = rate_many(lines, rules="explainer", measures="techniques", max_nodes=1 << 30)
    alone = [rate(line, rules="explainer", measures="techniques") for line in lines[:3]]
    for by_kernels, by_finders in zip(batch, alone, strict=False):
        assert by_kernels.explainer_techniques == by_finders.explainer_techniques
        assert by_kernels.explainer_hardest == by_finders.explainer_hardest
        assert str(by_kernels) == str(by_finders)
    assert [rating.explainer_techniques for rating in batch[3:]] == [None, None]


@pytest.mark.parametrize("patience", [0, 1, 300, 1 << 40])
def test_one_puzzle_is_rated_alike_by_finders_and_by_kernels(
    patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaded, "RATING", loaded.EngineModule("no kernels are loaded"))
    monkeypatch.setattr(handover, "HANDOVER_NODES", patience)
    monkeypatch.setattr(loaded.RATED, "visited", 0)
    rated_alone = Mock(wraps=by_kernels_module.rated_alone)
    monkeypatch.setattr(by_kernels_module, "rated_alone", rated_alone)
    assert [str(rate(line)) for line in (MEDIUM, HARDER)] == ["2.6 1.2 1.2", "7.1 1.2 1.2"]
    assert rated_alone.call_count == {0: 2, 1: 2, 300: 1, 1 << 40: 0}[patience]


def test_finders_go_on_until_kernels_are_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = [False, False, True]
    monkeypatch.setattr(loaded, "RATING", loaded.EngineModule("no kernels are loaded"))
    monkeypatch.setattr(handover, "HANDOVER_NODES", 1)
    monkeypatch.setattr(loaded.RATED, "visited", 0)
    monkeypatch.setattr(at_hand, "come_to_hand", lambda _: looks.pop(0))
    rated_alone = Mock(wraps=by_kernels_module.rated_alone)
    monkeypatch.setattr(by_kernels_module, "rated_alone", rated_alone)
    assert str(rate(HARDER)) == "7.1 1.2 1.2"
    assert rated_alone.call_count == 1
    assert not looks
    monkeypatch.setattr(at_hand, "come_to_hand", lambda _: False)
    assert str(rate(HARDER)) == "7.1 1.2 1.2"
    assert rated_alone.call_count == 1


def test_whoever_may_come_back_waits_no_longer_than_kernels_would_pay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(handover, "HANDOVER_NODES", 1)
    monkeypatch.setattr(at_hand, "are_at_hand", lambda _: False)
    monkeypatch.setattr(by_kernels_module, "rated_alone", Mock(side_effect=RuntimeError))
    with pytest.raises(RuntimeError), at_hand.left_to_others(awaits=True):
        rate(HARDER)
    with at_hand.left_to_others():
        assert str(rate(HARDER)) == "7.1 1.2 1.2"


@pytest.mark.parametrize(
    ("are_there", "few", "limits", "n_by_kernels"),
    [
        (lambda _: False, 9, {}, 0),
        (lambda _: False, 0, {}, 0),
        (lambda _: True, 9, {}, 3),
        (lambda _: False, 9, {"max_nodes": 10**6}, 3),
        (lambda kernels, seen=[]: seen.append(kernels) or len(seen) % 2 == 0, 0, {}, 2),
    ],
    ids=["few", "many", "at hand", "limited", "in the midst"],
)
def test_kernels_rate_what_is_left_once_they_are_at_hand(
    are_there: Callable[[KernelSet], bool],
    few: int,
    limits: dict[str, Any],
    n_by_kernels: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    n_rated: dict[str, list[int]] = {}
    for name in ("rated_by_kernels", "scored_by_kernels"):
        wrapped = getattr(many_module, name)

        def counted(unique: Unique, *args: Any, wrapped: Any = wrapped, **how: Any) -> Any:  # noqa: ANN401 - as the function
            n_rated.setdefault(wrapped.__name__, []).append(unique.rows.size)
            return wrapped(unique, *args, **how)

        monkeypatch.setattr(many_module, name, counted)
    monkeypatch.setattr(finders_module, "FEW", few)
    monkeypatch.setattr(finders_module, "are_at_hand", are_there)
    monkeypatch.setattr(finders_module, "come_to_hand", are_there)
    monkeypatch.setattr(loaded.RATED_MEANWHILE, "visited", 0)
    lines = [MEDIUM, HARDER, EASY]
    found = rate_many(lines, rules=BOOKS, measures="techniques", threads=1, **limits)
    assert list(found) == [rate(line, rules=BOOKS, measures="techniques") for line in lines]
    assert {n for each in n_rated.values() for n in each} == (
        {n_by_kernels} if n_by_kernels else set()
    )


@pytest.mark.parametrize("n_looks", [0, 1, 100])
def test_puzzles_are_searched_one_by_one_until_kernels_are_at_hand(
    n_looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what is no puzzle, has no solution or several, is known as such either way."""
    lines = [EASY, SEVERAL, WRONG, "no puzzle", NONE, RESTRICTED, MEDIUM]
    wanted = rate_many(lines, rules=(), measures="backdoor")
    looks = iter([False] * n_looks)
    monkeypatch.setattr(finders_module, "AT_ONCE", 2)
    monkeypatch.setattr(finders_module, "kernels_pay", lambda: next(looks, True))
    solved = Mock(wraps=solve_classic)
    monkeypatch.setattr(finders_module, "solve_classic", solved)
    assert list(rate_many(lines, rules=(), measures="backdoor")) == list(wanted)
    assert solved.called == (n_looks < 4)


def test_kernels_that_are_loaded_rate_from_the_first_puzzle_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(handover, "steps_by", None)
    assert str(rate(MEDIUM)) == "2.6 1.2 1.2"


def test_time_ends_the_rating_of_one_puzzle_by_kernels() -> None:
    puzzle = SolvedPuzzle(Grid(HARDER), lowbit.solve(HARDER), Limits.of(time_limit=0.0))
    with pytest.raises(lowbit.LimitReachedError):
        by_kernels_module.rated_alone(puzzle)


@pytest.mark.parametrize("name", slow_except(["6x6", "samurai", "6x8:none"], ["6x6"]))
def test_many_on_a_board_are_measured_as_one_is(name: str) -> None:
    made = lowbit.generate(2, geometry=name, seed=3).array
    minimal = [Grid(row.tolist(), name) for row in made]
    blank, solution = list(minimal[0]).index(0), lowbit.solve(minimal[0])
    with_one_more = [solution[cell] if cell == blank else d for cell, d in enumerate(minimal[0])]
    puzzles = [*minimal, Grid(with_one_more, name)]
    empty = Grid([0] * len(with_one_more), name)
    two_digits = Grid.from_masks([0b11, *empty.allowed[1:]], name)
    measures = ("search", "backdoor", "redundant")
    batch = rate_many([*puzzles, empty, two_digits, "?"], geometry=name, measures=measures)
    assert list(batch[:3]) == [rate(puzzle, measures=measures) for puzzle in puzzles]
    searched = lowbit.solve_many(puzzles, geometry=name)
    assert [one.nodes for one in batch[:3]] == searched.nodes.tolist()
    assert [one.guesses for one in batch[:3]] == searched.guesses.tolist()
    assert [rating.status.word for rating in batch[3:]] == ["several", "several", "invalid"]
    assert max(rating.redundant or 0 for rating in batch) > 0


def test_a_limit_ends_what_is_measured_on_a_board() -> None:
    line = lowbit.generate(1, geometry="9x9+diagonals", seed=1).array[0].tolist()
    for measure in ("search", "redundant"):
        batch = rate_many([line], geometry="9x9+diagonals", measures=measure, max_nodes=1)
        assert batch[0].status is Status.LIMIT_REACHED
    grid = Grid(line, "9x9+diagonals")
    puzzle = SolvedPuzzle(grid, lowbit.solve(grid), Limits(1))
    for measure in ("search", "backdoor"):
        assert measured(puzzle, Selection((), (measure,))) == ({}, False)
    one = rate(line, geometry="9x9+diagonals", measures=("search", "redundant"))
    assert str(one) == f"guesses:{one.guesses} nodes:{one.nodes} redundant:0"
