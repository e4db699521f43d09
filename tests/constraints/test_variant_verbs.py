"""Verbs on puzzles with constraints, compared with all solutions of small puzzles."""

from __future__ import annotations

import importlib.util
import re
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lowbit
from lowbit import (
    GridError,
    LimitReachedError,
    MultipleSolutionsError,
    NoSolutionError,
    Puzzle,
)
from lowbit.constraints import (
    REGISTRY,
    AntiKing,
    AntiKnight,
    Cage,
    Diagonal,
    NonConsecutive,
    Sum,
    Thermometer,
    Whisper,
)
from lowbit.errors import ConstraintError, UnknownFormatError
from lowbit.kernels.variants.engine import Engine
from support import interrupted, pickled

DOCS = Path(__file__).parents[2] / "docs"

UNIQUE = Puzzle(
    "1...............",
    [Diagonal(), Thermometer((3, 2)), Thermometer((4, 5, 6))],
    geometry="4x4",
    title="Two bulbs",
)
SEVERAL = Puzzle("." * 16, [Cage((0, 1), 4), Cage((2, 6), 5)], geometry="4x4")
NONE = Puzzle("." * 16, [Cage((0, 1), 2)], geometry="4x4")
EMPTY = Puzzle("." * 81, [AntiKnight()])


def test_a_puzzle_is_a_value() -> None:
    assert Puzzle.from_json(UNIQUE.to_json()) == UNIQUE == pickled(UNIQUE)
    assert hash(Puzzle.from_json(UNIQUE.to_json())) == hash(UNIQUE)
    assert UNIQUE.with_constraints(()) != UNIQUE
    assert Cage([0, 1], 3) == Cage((0, 1), 3)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="immutable"):
        UNIQUE.title = ""


def test_solve() -> None:
    solution = lowbit.solve(UNIQUE)
    assert UNIQUE.is_solved_by(solution)
    assert lowbit.any_solution(UNIQUE) == lowbit.smallest_solution(UNIQUE) == solution
    assert lowbit.is_unique(UNIQUE)
    with pytest.raises(MultipleSolutionsError) as several:
        lowbit.solve(SEVERAL)
    assert all(SEVERAL.is_solved_by(found) for found in several.value.solutions)
    with pytest.raises(NoSolutionError):
        lowbit.solve(NONE)
    assert lowbit.any_solution(NONE) is None


def test_smallest_solution() -> None:
    every = [found.to_line() for found in lowbit.solutions(SEVERAL)]
    assert len(set(every)) == len(every) == lowbit.count_solutions(SEVERAL) > 2
    smallest = lowbit.smallest_solution(SEVERAL)
    assert smallest is not None
    assert smallest.to_line() == min(every)
    assert lowbit.count_solutions(SEVERAL, limit=2) == 2


def test_true_candidates() -> None:
    every = [found.allowed for found in lowbit.solutions(SEVERAL)]
    union = reduce(lambda a, b: [x | y for x, y in zip(a, b, strict=True)], every, [0] * 16)
    assert list(lowbit.true_candidates(SEVERAL).allowed) == union
    assert set(lowbit.true_candidates(NONE).allowed) == {0}
    empty = lowbit.true_candidates(Puzzle("." * 81, [AntiKnight(), AntiKing()]))
    assert set(empty.allowed) == {511}


@pytest.mark.parametrize("limit", [0, 1, 255, 256, 257, 288, 289])
def test_a_count_ends_at_its_limit_wherever_blocks_of_solutions_end(limit: int) -> None:
    puzzle = Puzzle("." * 16, [Sum((0, 1, 2, 3), 10)], geometry="4x4")
    assert lowbit.count_solutions(puzzle, limit=limit) == min(limit, 288)


def test_a_search_for_new_candidates_shows_all_of_them_in_few_solutions() -> None:
    engine = Engine(SEVERAL.geometry, SEVERAL.constraints)
    engine.prefer([15] * 16)
    found = np.concatenate(list(engine.search(SEVERAL.grid.allowed, only_new=True)))
    masks = np.bitwise_or.reduce(1 << found.astype(int) - 1, axis=0)
    assert masks.tolist() == list(lowbit.true_candidates(SEVERAL).allowed)
    assert 2 < len(found) < lowbit.count_solutions(SEVERAL)


def test_true_candidates_where_solutions_are_too_many_to_list() -> None:
    puzzle = Puzzle(
        "." * 36, [Thermometer((0, 1, 2)), Thermometer((35, 29, 23, 17))], geometry="6x6"
    )
    counts = lowbit.candidate_counts(puzzle, limit=1)
    expected = (counts << range(6)).sum(axis=1).tolist()
    assert list(lowbit.true_candidates(puzzle).allowed) == expected
    assert expected[0] == 0b1111


def test_true_candidates_by_searches_that_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [lowbit.true_candidates(puzzle) for puzzle in (SEVERAL, UNIQUE, NONE)]
    monkeypatch.setattr("lowbit.kernels.variants.engine.RUNS_AT_ONCE", 1)
    for head_start in (-1000, 0, 3):
        monkeypatch.setattr("lowbit.verbs.solve.candidates.NODES_TOGETHER", head_start)
        for patience in (1, 1000):
            monkeypatch.setattr("lowbit.verbs.solve.candidates.FIRST_PATIENCE", patience)
            found = [lowbit.true_candidates(puzzle) for puzzle in (SEVERAL, UNIQUE, NONE)]
            assert found == expected


def test_the_nodes_of_true_candidates_are_those_of_all_searches() -> None:
    for max_nodes in (1, 3000):
        with pytest.raises(LimitReachedError) as caught:
            lowbit.true_candidates(
                Puzzle("." * 81, [AntiKnight(), AntiKing()]), max_nodes=max_nodes
            )
        assert caught.value.nodes == max_nodes


def test_time_ends_the_searches_for_candidates_of_one_cell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lowbit.verbs.solve.candidates.NODES_TOGETHER", -(10**9))
    with pytest.raises(LimitReachedError, match="time limit"):
        lowbit.true_candidates(EMPTY.with_constraints([NonConsecutive()]), time_limit=0.05)


def test_what_is_needed() -> None:
    solution = lowbit.solve(UNIQUE)
    full = UNIQUE.with_grid(solution)
    assert lowbit.redundant_givens(full) == tuple(range(16))
    minimal = lowbit.minimize(full)
    assert isinstance(minimal, Puzzle)
    assert lowbit.solve(minimal) == solution
    assert lowbit.is_minimal(minimal)
    assert lowbit.redundant_constraints(UNIQUE) == (1,)
    kept = lowbit.minimal_constraints(UNIQUE)
    assert lowbit.redundant_constraints(kept) == ()
    with pytest.raises(MultipleSolutionsError):
        lowbit.redundant_constraints(SEVERAL)
    assert lowbit.redundant_constraints(solution) == ()
    assert lowbit.minimal_constraints(solution) == Puzzle(solution)


def test_check_says_what_is_broken_and_where() -> None:
    (clash,) = lowbit.check(UNIQUE.with_grid("1.34" + "." * 12))
    assert (clash.kind, clash.cells) == ("broken", (3, 2))
    assert str(clash) == "Thermometer at r1c4 r1c3 is broken"
    assert lowbit.check(UNIQUE) == ()


def test_limits() -> None:
    assert lowbit.count_solutions(EMPTY, limit=10) == 10
    with pytest.raises(LimitReachedError) as reached:
        lowbit.count_solutions(EMPTY, max_nodes=200)
    assert reached.value.nodes == 200
    assert reached.value.n_found > 0
    with pytest.raises(LimitReachedError, match="time limit"):
        lowbit.count_solutions(EMPTY, time_limit=0.01)
    found = lowbit.solutions(EMPTY, max_nodes=200)
    with pytest.raises(LimitReachedError):
        list(found)
    with pytest.raises(LimitReachedError):  # not as if there were nothing more
        next(found)


def test_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt), interrupted(0.3):
        lowbit.count_solutions(EMPTY)


def test_what_does_not_fit() -> None:
    with pytest.raises(ConstraintError, match="cell outside"):
        Puzzle("." * 81, [Whisper((80, 81))])
    with pytest.raises(ConstraintError, match="is not a constraint"):
        Puzzle("." * 81, ["Cage"])  # type: ignore[list-item]
    with pytest.raises(GridError, match="cannot be given another"):
        lowbit.solve(Puzzle("." * 81, [Diagonal()]), geometry="windoku")
    with pytest.raises(UnknownFormatError):
        lowbit.read_puzzle("hello")


def docs_module(name: str) -> Any:  # noqa: ANN401 - a module's names are its own
    """Return a module of docs/, which is not a package."""
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_is_up_to_date() -> None:
    page = (DOCS / "reference/constraints.md").read_text(encoding="utf-8")
    assert page == "\n".join(docs_module("write_constraints").page()) + "\n"


def test_the_site_shows_each_constraint_once() -> None:
    pictures = docs_module("constraint_pictures")
    page = (DOCS / "reference/constraints.md").read_text(encoding="utf-8")
    shown = re.findall(
        r"^!\[(\w+)\]\(constraints/\1\.svg\)$", pictures.with_pictures(page), re.MULTILINE
    )
    assert shown == [*REGISTRY]
    drawn = dict(pictures.pictures())
    assert [*drawn] == shown
    assert all(picture.startswith("<svg") for picture in drawn.values())
