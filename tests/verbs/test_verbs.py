"""The verbs on one puzzle: what they return, what they raise, and what they import."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import pytest

import lowbit
from lowbit import CLASSIC, Geometry, Grid, Status
from lowbit.errors import (
    GridError,
    InputError,
    LimitReachedError,
    MultipleSolutionsError,
    NoSolutionError,
)
from lowbit.reference.search import Search

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.grid import GridLike

UNIQUE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
GUESSED = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"
NONE = "536...8.4........7.7.....13.68..4...7...8...5...97......95..7..3....1.8.....4.539"
CLASHING = "66...2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
EMPTY = "." * 81
SMALL, SMALL_BOARD = "12.. 34.. .... ....", Geometry.parse("4x4")

VERBS: dict[str, Callable[..., object]] = {
    "solve": lowbit.solve,
    "any_solution": lowbit.any_solution,
    "smallest_solution": lowbit.smallest_solution,
    "solutions": lambda *args, **named: list(lowbit.solutions(*args, **named)),
    "count_solutions": lowbit.count_solutions,
    "is_unique": lowbit.is_unique,
    "check": lowbit.check,
    "maximize": lowbit.maximize,
    "minimize": lowbit.minimize,
    "is_minimal": lowbit.is_minimal,
    "redundant_givens": lowbit.redundant_givens,
    "true_candidates": lowbit.true_candidates,
}
SEARCHING = {
    name: VERBS[name]
    for name in (
        "solve",
        "any_solution",
        "smallest_solution",
        "solutions",
        "count_solutions",
        "is_unique",
    )
}


@pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param(UNIQUE, id="line"),
        pytest.param(UNIQUE.encode(), id="bytes"),
        pytest.param(str(Grid(UNIQUE)), id="board"),
        pytest.param(Grid(UNIQUE).to_pencilmarks(), id="pencilmarks"),
        pytest.param([list(Grid(UNIQUE).givens[i : i + 9]) for i in range(0, 81, 9)], id="rows"),
        pytest.param(np.array(list(Grid(UNIQUE))).reshape(9, 9), id="array"),
        pytest.param(Grid(UNIQUE), id="Grid"),
    ],
)
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("solve", Grid(SOLUTION)),
        ("any_solution", Grid(SOLUTION)),
        ("solutions", [Grid(SOLUTION)]),
        ("count_solutions", 1),
        ("is_unique", True),
        ("check", ()),
        ("true_candidates", Grid(SOLUTION)),
    ],
)
def test_every_verb_takes_what_grid_takes(name: str, expected: object, puzzle: GridLike) -> None:
    assert VERBS[name](puzzle) == expected


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_says_what_is_no_grid(name: str) -> None:
    with pytest.raises(GridError, match="81 cells, not 80"):
        VERBS[name](EMPTY[:-1])
    with pytest.raises(GridError, match="character 1: 'x' is not a digit or blank"):
        VERBS[name]("x" + EMPTY[1:])


def test_bad_input_is_reported_before_the_first_solution_is_asked_for() -> None:
    with pytest.raises(GridError):
        lowbit.solutions("x")
    with pytest.raises(InputError):
        lowbit.solutions(EMPTY, limit=-1)
    with pytest.raises(InputError):
        lowbit.solutions(EMPTY, max_nodes=-1)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("any_solution", True), ("solutions", True), ("count_solutions", True), ("is_unique", False)],
)
@pytest.mark.parametrize("as_grid", [False, True])
def test_every_verb_takes_a_board(name: str, expected: bool, as_grid: bool) -> None:  # noqa: FBT001 - a table
    if as_grid:
        assert bool(VERBS[name](Grid(SMALL, SMALL_BOARD))) is expected
    else:
        assert bool(VERBS[name](SMALL, geometry=SMALL_BOARD)) is expected
        assert bool(VERBS[name](SMALL, geometry=SMALL_BOARD)) is expected


def test_solve_on_another_board() -> None:
    assert lowbit.solve("1... ...2 3... ...4", geometry=SMALL_BOARD).to_line() == "1243431234212134"
    assert lowbit.check("11.. .... .... ....", geometry=SMALL_BOARD)[0].cells == (0, 1)


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (NONE, "the puzzle has no solution"),
        (CLASHING, "the puzzle has no solution: two 6s in row 1: r1c1 and r1c2"),
        (".123456789".ljust(81, "."), "the puzzle has no solution: r1c1 has no candidate"),
    ],
)
def test_solve_without_a_solution(puzzle: str, message: str) -> None:
    with pytest.raises(NoSolutionError) as caught:
        lowbit.solve(puzzle)
    assert str(caught.value) == message


@pytest.mark.parametrize("puzzle", [SEVERAL, EMPTY])
def test_solve_with_several_solutions(puzzle: str) -> None:
    with pytest.raises(MultipleSolutionsError, match=r"^the puzzle has more than one") as caught:
        lowbit.solve(puzzle)
    first, second = caught.value.solutions
    assert first != second
    assert first.is_solution_of(Grid(puzzle))
    assert second.is_solution_of(Grid(puzzle))


@pytest.mark.parametrize("puzzle", [NONE, CLASHING])
def test_no_solution_without_an_error(puzzle: str) -> None:
    assert lowbit.any_solution(puzzle) is None
    assert list(lowbit.solutions(puzzle)) == []
    assert lowbit.count_solutions(puzzle) == 0
    assert not lowbit.is_unique(puzzle)


def test_several_solutions() -> None:
    found = list(lowbit.solutions(SEVERAL))
    assert len(set(found)) == len(found) == lowbit.count_solutions(SEVERAL) == 254
    assert lowbit.any_solution(SEVERAL) == found[0]
    assert not lowbit.is_unique(SEVERAL)


@pytest.mark.parametrize("limit", [0, 1, 2, 253, 254, 255])
def test_a_limit_of_solutions(limit: int) -> None:
    found = list(lowbit.solutions(SEVERAL, limit=limit))
    assert len(found) == lowbit.count_solutions(SEVERAL, limit=limit) == min(limit, 254)
    assert found == list(islice(lowbit.solutions(SEVERAL), limit))


def test_solutions_are_lazy() -> None:
    assert len(list(islice(lowbit.solutions(EMPTY), 3))) == 3


def test_a_full_limit_needs_no_further_search() -> None:
    # The first solution comes within these nodes; the proof that it is alone would not.
    assert lowbit.count_solutions(EMPTY, limit=1, max_nodes=100) == 1


@pytest.mark.parametrize("name", SEARCHING)
@pytest.mark.parametrize("budget", [{"max_nodes": 0}, {"time_limit": 0}])
def test_a_search_that_ran_out_says_so(name: str, budget: dict[str, int]) -> None:
    for puzzle in (UNIQUE, NONE, CLASHING, SEVERAL):
        with pytest.raises(LimitReachedError):
            SEARCHING[name](puzzle, **budget)


@pytest.mark.parametrize("name", SEARCHING)
@pytest.mark.parametrize("budget", [{"max_nodes": 10**9}, {"time_limit": 1200}])
def test_a_limit_that_is_far_away_changes_nothing(name: str, budget: dict[str, int]) -> None:
    assert SEARCHING[name](UNIQUE, **budget) == SEARCHING[name](UNIQUE)


def test_two_solutions_are_enough_to_know() -> None:
    search = Search(Grid(EMPTY))
    next(search)
    next(search)
    assert not lowbit.is_unique(EMPTY, max_nodes=search.nodes)
    with pytest.raises(MultipleSolutionsError):
        lowbit.solve(EMPTY, max_nodes=search.nodes)


@pytest.mark.parametrize("name", ["solve", "is_unique", "count_solutions", "solutions"])
def test_one_solution_is_not_unique_until_proven(name: str) -> None:
    search = Search(Grid(GUESSED))
    assert next(search) == lowbit.any_solution(GUESSED, max_nodes=search.nodes)
    with pytest.raises(LimitReachedError):
        SEARCHING[name](GUESSED, max_nodes=search.nodes)


@pytest.mark.parametrize("name", ["solutions", "count_solutions"])
def test_a_limit_is_not_negative(name: str) -> None:
    with pytest.raises(InputError, match="limit must be 0 or more, or None, not -1"):
        VERBS[name](EMPTY, limit=-1)


@pytest.mark.parametrize("name", [name for name in VERBS if name != "check"])
@pytest.mark.parametrize("budget", ["max_nodes", "time_limit"])
def test_a_budget_is_not_negative(name: str, budget: str) -> None:
    with pytest.raises(InputError, match=f"{budget} must be (a number of seconds, )?0 or more"):
        VERBS[name](UNIQUE, **{budget: -1})


def test_check_lists_every_clash() -> None:
    clashes = lowbit.check(CLASHING)
    assert clashes == Grid(CLASHING).clashes
    assert {clash.kind for clash in clashes} >= {"duplicate"}
    assert lowbit.check(NONE) == lowbit.check(SOLUTION) == ()


@pytest.mark.parametrize(
    ("status", "number", "word"),
    [
        (Status.INVALID, 0, "invalid"),
        (Status.NONE, 1, "none"),
        (Status.UNIQUE, 2, "unique"),
        (Status.SEVERAL, 3, "several"),
        (Status.LIMIT_REACHED, 4, "limit-reached"),
        (Status.SOLVABLE, 5, "solvable"),
        (Status.VALID, 6, "valid"),
    ],
)
def test_each_status_has_a_number_and_a_word(status: Status, number: int, word: str) -> None:
    assert (status, status.word) == (number, word)


def test_there_are_no_further_statuses() -> None:
    assert list(Status) == [0, 1, 2, 3, 4, 5, 6]


def run(code: str) -> list[str]:
    """Return what a fresh interpreter prints, in words."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


@pytest.mark.parametrize("name", lowbit.__all__)
def test_each_name_can_be_reached_alone(name: str) -> None:
    assert getattr(lowbit, name) is not None


def test_a_name_that_is_none() -> None:
    with pytest.raises(AttributeError, match="module 'lowbit' has no attribute 'nothing'"):
        lowbit.nothing  # noqa: B018 - to look it up is what is tested


def test_the_names_for_people_and_for_type_checkers_are_the_same() -> None:
    tree = ast.parse(inspect.getsource(lowbit))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = {alias.name for node in imports for alias in node.names if "lowbit" in str(node.module)}
    assert sorted([*names, "__version__"]) == sorted(lowbit.__all__) == dir(lowbit)


def test_every_verb_is_exported() -> None:
    modules = {"lowbit.verbs.solve.one", "lowbit.verbs.minimize.one", "lowbit.verbs.maximize.one"}
    exported = {name: getattr(lowbit, name) for name in lowbit.__all__}
    functions = {name for name, found in exported.items() if inspect.isfunction(found)}
    assert set(VERBS) == {name for name in functions if exported[name].__module__ in modules}


def test_import_lowbit_loads_this_package_alone() -> None:
    modules = run("import lowbit, sys; print(*(m for m in sys.modules if 'lowbit' in m))")
    assert modules == ["lowbit"]


@pytest.mark.parametrize("verb", ["solve", "any_solution", "count_solutions", "is_unique", "check"])
def test_one_puzzle_loads_no_heavy_package(verb: str) -> None:
    code = f"import lowbit, sys; lowbit.{verb}({UNIQUE!r}); lowbit.maximize({UNIQUE!r})"
    modules = set(run(f"{code}; print(*sys.modules)"))
    assert "lowbit.grid" in modules
    assert not modules & {"numpy", "numba", "llvmlite", "click", "pandas", "pyarrow"}


def test_classic_is_the_default_board() -> None:
    assert lowbit.solve(UNIQUE).geometry is CLASSIC


def test_clashes_are_neither_true_nor_false() -> None:
    """`if check(puzzle)` would hold where something is wrong."""
    for puzzle, is_ok in ((UNIQUE, True), (CLASHING, False)):
        found = lowbit.check(puzzle)
        assert found.ok is is_ok
        assert found == Grid(puzzle).clashes
        with pytest.raises(InputError, match=r"ask for .ok"):
            bool(found)
