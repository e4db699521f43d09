"""The hand-over of a long search: nothing is found twice, nothing is lost, limits hold."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from itertools import islice
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lowbit
from lowbit import Geometry, Grid, Puzzle, loaded
from lowbit.constraints import Cage
from lowbit.errors import LimitReachedError, MultipleSolutionsError, NoSolutionError
from lowbit.kernels import at_hand
from lowbit.kernels.classic import engine
from lowbit.limits import Limits
from lowbit.reference.search import Search
from lowbit.verbs.solve import handover
from lowbit.verbs.solve import variants as variants_module
from lowbit.verbs.solve.handover import SolutionBlocks, Solutions
from support import MAKERS, count, random_puzzle, random_solution, seeded, without

GUESSED = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"
EMPTY = Grid("." * 81)


@pytest.fixture
def early(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let the hand-over come after a few nodes."""
    monkeypatch.setattr(handover, "HANDOVER_NODES", 5)
    return monkeypatch


@pytest.mark.slow
@given(st.integers(0, 400))
def test_what_is_left_of_a_search_has_the_other_solutions_and_each_once(nodes: int) -> None:
    search = Search(Grid(SEVERAL), Limits(nodes))
    found: list[Grid] = []
    with suppress(LimitReachedError):
        found.extend(search)
    rest = [solution for puzzle in search.rest for solution in Search(puzzle)]
    assert found + rest == list(Search(Grid(SEVERAL)))


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("spec", ["4x4", "6x6", "9x9", "9x9+windows"])
def test_what_is_left_on_other_boards(spec: str, kind: str) -> None:
    puzzle = random_puzzle(spec, kind)
    expected = list(islice(Search(puzzle), 100))
    for nodes in (0, 1, 2, 5):
        search = Search(puzzle, Limits(nodes))
        found: list[Grid] = []
        with suppress(LimitReachedError):
            found.extend(search)
        rest = (solution for puzzle in search.rest for solution in Search(puzzle))
        assert [*found, *islice(rest, 100)][:100] == expected


def test_nothing_is_left_of_a_search_that_is_done() -> None:
    search = Search(Grid(SEVERAL))
    assert search.rest == [Grid(SEVERAL)]
    list(search)
    assert search.rest == []


@pytest.mark.parametrize("nodes", [0, 1, 2, 3, 10, 50, 200, 500, 10**6])
def test_every_solution_is_found_once_wherever_the_hand_over_comes(
    monkeypatch: pytest.MonkeyPatch, nodes: int
) -> None:
    monkeypatch.setattr(handover, "HANDOVER_NODES", nodes)
    for line in (SEVERAL, GUESSED, "11" + "." * 79):
        found = list(Solutions(Grid(line)))
        assert len(found) == len(set(found)) == lowbit.count_solutions(line)
        assert set(found) == set(Search(Grid(line)))
        assert found == list(Solutions(Grid(line)))


@pytest.mark.usefixtures("early")
def test_the_verbs_answer_alike_after_a_hand_over() -> None:
    solution = next(Search(Grid(GUESSED)))
    assert lowbit.solve(GUESSED) == lowbit.any_solution(GUESSED) == solution
    assert lowbit.is_unique(GUESSED)
    assert not lowbit.is_unique(SEVERAL)
    assert lowbit.count_solutions(SEVERAL) == 254
    assert len(set(lowbit.solutions(SEVERAL))) == 254
    with pytest.raises(MultipleSolutionsError):
        lowbit.solve(SEVERAL)
    masks = Grid(GUESSED).allowed
    spoilt = [mask & ~solution.allowed[40] if c == 40 else mask for c, mask in enumerate(masks)]
    with pytest.raises(NoSolutionError):
        lowbit.solve(Grid.from_masks(spoilt))


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("limit", [0, 1, 2, 100, 253, 254, 255, None])
def test_a_limit_of_solutions(limit: int | None) -> None:
    found = list(lowbit.solutions(SEVERAL, limit=limit))
    assert len(found) == lowbit.count_solutions(SEVERAL, limit=limit)
    assert len(found) == min(254 if limit is None else limit, 254)
    assert found == list(lowbit.solutions(SEVERAL))[:limit]


@pytest.mark.usefixtures("early")
def test_solutions_stay_lazy() -> None:
    solutions = lowbit.solutions(EMPTY)
    assert len(set(islice(solutions, 500))) == 500
    assert len(set(islice(solutions, 500))) == 500


def test_nodes_are_limited_over_both_engines(early: pytest.MonkeyPatch) -> None:
    blocks = SolutionBlocks(Grid(SEVERAL))
    number = sum(map(len, blocks))
    assert number == 254
    assert blocks.nodes > 100
    assert lowbit.count_solutions(SEVERAL, max_nodes=blocks.nodes) == 254
    for max_nodes in (0, 4, 5, 6, 7, 20, blocks.nodes - 1):
        with pytest.raises(LimitReachedError, match=r"^the node limit ended the search") as caught:
            lowbit.count_solutions(SEVERAL, max_nodes=max_nodes)
        assert caught.value.nodes == max_nodes


@pytest.mark.parametrize("nodes", [0, 5, 10**9])
def test_solutions_before_a_limit_are_kept(monkeypatch: pytest.MonkeyPatch, nodes: int) -> None:
    monkeypatch.setattr(handover, "HANDOVER_NODES", nodes)
    for max_nodes in (60, 200):
        found: list[Grid] = []
        with pytest.raises(LimitReachedError) as listed:
            found.extend(lowbit.solutions(SEVERAL, max_nodes=max_nodes))
        with pytest.raises(LimitReachedError) as counted:
            lowbit.count_solutions(SEVERAL, max_nodes=max_nodes)
        assert counted.value.n_found == listed.value.n_found == len(set(found))
        assert (max_nodes == 60) or 0 < len(found) < 254


@pytest.mark.parametrize("nodes", [0, 5, 10**9])
def test_time_is_limited_over_both_engines(monkeypatch: pytest.MonkeyPatch, nodes: int) -> None:
    monkeypatch.setattr(handover, "HANDOVER_NODES", nodes)
    for time_limit in (0, 0.05):
        with pytest.raises(LimitReachedError, match=r"^the time limit ended the search"):
            lowbit.count_solutions(EMPTY, time_limit=time_limit)


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("budget", [{"max_nodes": 10**9}, {"time_limit": 1200}])
def test_a_limit_that_is_far_away_ends_neither_engine(budget: dict[str, Any]) -> None:
    assert lowbit.count_solutions(SEVERAL, **budget) == 254


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("budget", [{"max_nodes": 3}, {"max_nodes": 300}, {"time_limit": 0.02}])
def test_asking_again_does_not_make_a_limit_the_end(budget: dict[str, Any]) -> None:
    solutions = lowbit.solutions(EMPTY, **budget)
    for _ in range(3):
        with pytest.raises(LimitReachedError):
            list(solutions)


def test_asking_again_does_not_make_ctrl_c_the_end(early: pytest.MonkeyPatch) -> None:
    solutions = lowbit.solutions(EMPTY)
    assert len(list(islice(solutions, 50))) == 50

    def press_ctrl_c(*_: object) -> int:
        raise KeyboardInterrupt

    early.setattr(engine, "advance", press_ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        list(solutions)
    early.undo()
    with pytest.raises(LimitReachedError, match=r"^an interruption ended the search"):
        next(solutions)


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("name", ["4x4", "9x9+diagonals"])
def test_other_boards_are_handed_over_too(name: str) -> None:
    board = Geometry.parse(name)
    puzzle = random_solution(board, seeded(name))
    rng = seeded(name, "blanks")
    for cell in rng.sample(range(board.n_cells), board.n_cells * 3 // 4):
        puzzle = without(puzzle, cell)
    found = list(Solutions(puzzle, 3000))
    assert len(found) == len(set(found)) == min(3000, count(puzzle, 3000)) > 5
    assert found == list(Solutions(puzzle, 3000))
    assert all(solution.is_solution_of(puzzle) for solution in found)


@pytest.mark.parametrize(("name", "nodes"), [("6x6", 1536), ("16x16", 153), ("25x25", 25)])
def test_patience_is_shorter_on_large_boards(name: str, nodes: int) -> None:
    assert handover.patience_on(Geometry.parse(name)) == nodes


@pytest.mark.usefixtures("early")
def test_solutions_that_are_only_counted_are_no_grids() -> None:
    blocks = list(islice(SolutionBlocks(EMPTY), 10))
    assert isinstance(blocks[-1], np.ndarray)
    assert blocks[-1].shape[1:] == (81,)


@pytest.mark.parametrize(("limit", "is_loaded"), [(100, "False"), (10_000, "True")])
def test_only_a_long_search_loads_the_kernels(limit: int, is_loaded: str) -> None:
    code = (
        "import lowbit, sys; "
        f"print(lowbit.count_solutions('.' * 81, limit={limit}), 'llvmlite' in sys.modules, "
        "'lowbit.formats' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.split() == [str(limit), is_loaded, "False"]


@pytest.mark.parametrize("nodes", [0, 20, 10**9])
def test_solutions_that_are_counted_are_not_listed(
    monkeypatch: pytest.MonkeyPatch, nodes: int
) -> None:
    """But where the nodes of one engine are told, they are."""
    monkeypatch.setattr(handover, "HANDOVER_NODES", nodes)
    monkeypatch.setattr(loaded.SEARCHED, "visited", 0.0)
    monkeypatch.setattr(handover, "_of_classic", listing := Mock(side_effect=RuntimeError))
    assert lowbit.count_solutions(SEVERAL) == 254
    assert lowbit.count_solutions(SEVERAL, limit=100) == 100
    assert lowbit.count_solutions(SEVERAL, progress=lambda *_: None) == 254
    with pytest.raises(LimitReachedError, match=r"^the time limit ended the search"):
        lowbit.count_solutions(EMPTY, time_limit=0.01)
    listing.assert_not_called()
    if nodes == 20:
        with pytest.raises(RuntimeError):
            lowbit.count_solutions(EMPTY, max_nodes=100)


def test_an_empty_grid_is_counted_to_a_hundred_thousand() -> None:
    assert lowbit.count_solutions(EMPTY, limit=10**5) == 10**5


KINDS: dict[str, tuple[Grid | Puzzle, int]] = {
    "classic": (Grid(SEVERAL), 254),
    "board": (Grid("1..." + "." * 12, Geometry.parse("4x4")), 72),
    "constraints": (Puzzle("." * 16, [Cage((0, 1, 2), 6)], geometry="4x4"), 72),
}


@pytest.mark.parametrize("n_looks", [0, 1, 2, 10**9])
@pytest.mark.parametrize("kind", KINDS)
def test_the_reference_goes_on_until_kernels_are_at_hand(
    kind: str, n_looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, n_solutions = KINDS[kind]
    left = n_looks

    def come_to_hand(_: at_hand.KernelSet) -> bool:
        nonlocal left
        left -= 1
        return left < 0

    monkeypatch.setattr(loaded.SEARCHED, "visited", 0.0)
    monkeypatch.setattr(handover, "HANDOVER_NODES", 16)
    monkeypatch.setattr(variants_module, "PORTION", 16)
    monkeypatch.setattr(at_hand, "come_to_hand", come_to_hand)
    assert lowbit.count_solutions(puzzle) == n_solutions
    assert left < n_looks
    left = n_looks
    found = list(Solutions(puzzle, order="any"))
    assert len(set(found)) == len(found) == n_solutions
    left = n_looks
    with pytest.raises(LimitReachedError, match=r"^the time limit ended the search"):
        lowbit.count_solutions(puzzle, time_limit=0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_limit_on_nodes_is_on_those_of_both_engines_where_they_are_awaited(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, n_solutions = KINDS[kind]
    monkeypatch.setattr(at_hand, "are_at_hand", lambda _: False)
    monkeypatch.setattr(handover, "HANDOVER_NODES", 16)
    monkeypatch.setattr(variants_module, "PORTION", 16)
    with at_hand.left_to_others(awaits=True):
        for max_nodes in (10, 40):
            with pytest.raises(LimitReachedError, match=r"^the node limit") as caught:
                lowbit.count_solutions(puzzle, max_nodes=max_nodes)
            assert caught.value.nodes == max_nodes
        assert lowbit.count_solutions(puzzle, max_nodes=10**9) == n_solutions
