"""The verbs on many puzzles: statuses, limits, and what is raised when."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import lowbit
from lowbit import Grid, Masks, Status
from lowbit.errors import InputError
from lowbit.kernels.core.threads import Loop
from lowbit.reference.search import Search

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Data
    from lowbit.kernels.core.threads import Progress

UNIQUE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
GUESSED = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"
NONE = "536...8.4........7.7.....13.68..4...7...8...5...97......95..7..3....1.8.....4.539"
EMPTY = "." * 81
PUZZLES = [UNIQUE, GUESSED, SEVERAL, NONE, "no puzzle", EMPTY]

VERBS: dict[str, Callable[..., Any]] = {
    "solve_many": lowbit.solve_many,
    "any_solution_many": lowbit.any_solution_many,
    "count_solutions_many": lowbit.count_solutions_many,
    "is_unique_many": lowbit.is_unique_many,
    "smallest_solution_many": lowbit.smallest_solution_many,
}


@pytest.mark.parametrize("limit", [1, 2, 3, 253, 254, 255, 10**4, 1 << 80])
def test_solve_many(limit: int) -> None:
    result = lowbit.solve_many(PUZZLES[:-1], limit=limit)
    one = Status.SOLVABLE if limit == 1 else Status.UNIQUE
    several = Status.SOLVABLE if limit == 1 else Status.SEVERAL
    assert result.status.tolist() == [one, one, several, Status.NONE, Status.INVALID]
    assert result.n_solutions.tolist() == [1, 1, min(254, limit), 0, 0]
    for puzzle, answer in zip(PUZZLES, result, strict=False):
        assert answer.solution is None or answer.solution.is_solution_of(Grid(puzzle))
    assert result.summary() == lowbit.solve_many(PUZZLES[:-1], limit=limit, threads=1).summary()


def test_invalid_rows_leave_the_others_alone() -> None:
    lines = [UNIQUE, SEVERAL, NONE] * 30
    digits = np.array([list(Grid(line)) for line in lines], np.uint8)
    masks = np.array([Grid(line).allowed for line in lines], np.uint16)
    expected = list(lowbit.solve_many(lines))
    for row in (0, 1, 31, 32, 50, 89):
        lines[row] = lines[row][:-1] + "x"
        digits[row, row % 81] = 10
        masks[row, row % 81] = 512
        expected[row] = lowbit.PuzzleResult(Status.INVALID, 0, None, 0, 0)
    for puzzles in (
        lines,
        "\n".join(lines),
        np.array(lines),
        digits,
        digits.astype(int),
        digits.astype(np.uint16),
        Masks(masks),
    ):
        assert list(lowbit.solve_many(puzzles)) == expected


def test_solve_many_looks_for_all_solutions_if_asked() -> None:
    assert lowbit.solve_many([SEVERAL], limit=None).n_solutions.tolist() == [254]
    assert lowbit.solve_many([SEVERAL]).n_solutions.tolist() == [2]


def test_any_solution_many() -> None:
    result = lowbit.any_solution_many(PUZZLES)
    assert result.summary() == {"invalid": 1, "none": 1, "solvable": 4}
    assert result.to_strings() == lowbit.solve_many(PUZZLES, limit=2).to_strings()


def test_count_solutions_many() -> None:
    counts = lowbit.count_solutions_many(PUZZLES[:-1])
    assert counts.array.dtype == np.int64
    assert [row.answer for row in counts] == [1, 1, 254, 0, None]
    limited = lowbit.count_solutions_many(PUZZLES, limit=5)
    assert [row.answer for row in limited] == [1, 1, 5, 0, None, 5]


def test_a_count_that_a_limit_cut_short_is_not_known() -> None:
    nodes = lowbit.solve_many(PUZZLES[:-1], limit=None).nodes
    enough_for_others = int(np.delete(nodes, 2).max())
    assert nodes[2] > enough_for_others
    counts = lowbit.count_solutions_many(PUZZLES, max_nodes=enough_for_others)
    assert [row.answer for row in counts] == [1, 1, None, 0, None, None]
    assert counts.status[2] == counts.status[5] == Status.LIMIT_REACHED
    most = lowbit.count_solutions_many([SEVERAL], max_nodes=int(nodes[2]) - 1)
    assert most[0].answer is None
    assert 1 < most.array[0] <= 254


ONE_BY_ONE: dict[str, tuple[Callable[..., Any], Callable[[str], object], set[Status]]] = {
    "count_solutions_many": (lowbit.count_solutions_many, lowbit.count_solutions, set()),
    "is_minimal_many": (lowbit.is_minimal_many, lowbit.is_minimal, {Status.NONE, Status.SEVERAL}),
    "is_unique_many": (lowbit.is_unique_many, lowbit.is_unique, set()),
    "redundant_givens_many": (
        lowbit.redundant_givens_many,
        lowbit.redundant_givens,
        {Status.NONE, Status.SEVERAL},
    ),
    "true_candidates_many": (lowbit.true_candidates_many, lowbit.true_candidates, set()),
}
"""A function of many, that of one, and the statuses of puzzles for which that raises."""


@pytest.mark.parametrize("name", ONE_BY_ONE)
def test_a_row_says_what_the_function_of_one_says(name: str) -> None:
    many, one, raises = ONE_BY_ONE[name]
    puzzles = [UNIQUE, "no puzzle", SEVERAL, NONE]
    found = many(puzzles)
    words = ["unique", "invalid", "several", "none"]
    assert [row.status.word for row in found] == words
    assert found.reasons == {1: "character 1: 'n' is not a digit or blank"}
    for puzzle, row, is_known in zip(puzzles, found, found.is_known.tolist(), strict=True):
        is_answered = row.status not in {Status.INVALID, *raises}
        assert row.answer == (one(puzzle) if is_answered else None)
        assert is_known is is_answered
    assert [row.answer for row in found[1:]] == [row.answer for row in found][1:]


@pytest.mark.parametrize("name", ONE_BY_ONE)
def test_a_limit_leaves_a_row_without_an_answer(name: str) -> None:
    many, _, _ = ONE_BY_ONE[name]
    found = many(["no puzzle", EMPTY, UNIQUE], max_nodes=1)
    assert [row.status.word for row in found][:2] == ["invalid", "limit-reached"]
    assert found[1].answer is None
    late = many([EMPTY] * 10**5, time_limit=0)
    assert "limit-reached" in late.summary()
    assert not late.is_known[late.status == Status.LIMIT_REACHED].any()


@pytest.mark.parametrize("name", ONE_BY_ONE)
def test_a_limit_that_is_not_reached_changes_nothing(name: str) -> None:
    many, _, _ = ONE_BY_ONE[name]
    free = many([UNIQUE, NONE, "no puzzle"])
    bounded = many([UNIQUE, NONE, "no puzzle"], max_nodes=10**6, time_limit=600)
    assert list(bounded) == list(free)
    assert (bounded.array == free.array).all()


def test_is_unique_many() -> None:
    unique = lowbit.is_unique_many(PUZZLES)
    assert unique.array.dtype == np.bool_
    assert [row.answer for row in unique] == [True, True, False, False, None, False]
    with pytest.raises(InputError, match=r"ask for its \.answer"):
        bool(unique[0])


def test_is_unique_many_does_not_guess() -> None:
    found = lowbit.is_unique_many([EMPTY, UNIQUE, EMPTY], max_nodes=2)
    assert [row.answer for row in found] == [None, True, None]


@pytest.mark.parametrize("name", ["solve_many", "any_solution_many"])
def test_a_node_limit_is_never_an_answer(name: str) -> None:
    for max_nodes in range(4):
        result = VERBS[name]([UNIQUE, NONE, GUESSED, "x"], max_nodes=max_nodes)
        free = VERBS[name]([UNIQUE, NONE, GUESSED, "x"])
        for bounded, known in zip(result, free, strict=True):
            enough = known.nodes <= max_nodes
            assert bounded.status == (known.status if enough else Status.LIMIT_REACHED)


@pytest.mark.parametrize("name", VERBS)
def test_a_time_limit_ends_it(name: str) -> None:
    puzzles = [EMPTY] * 10**5
    assert "limit-reached" in VERBS[name](puzzles, time_limit=0).summary()


@pytest.mark.parametrize("name", VERBS)
@pytest.mark.parametrize("budget", [{"max_nodes": 10**9}, {"time_limit": 1200}])
def test_a_limit_that_is_far_away_changes_nothing(name: str, budget: dict[str, int]) -> None:
    puzzles = [UNIQUE, GUESSED, SEVERAL, NONE] * 50  # which take more than one portion
    assert list(VERBS[name](puzzles, **budget)) == list(VERBS[name](puzzles))


@pytest.mark.usefixtures("reporting")
@pytest.mark.parametrize("name", VERBS)
def test_progress_and_threads_are_passed_on(name: str) -> None:
    calls: list[tuple[int, int]] = []

    def listen(begun: int, total: int) -> None:
        calls.append((begun, total))
        raise KeyboardInterrupt

    limit = {"limit": 10**7} if name in {"solve_many", "count_solutions_many"} else {}
    with pytest.raises(KeyboardInterrupt):
        VERBS[name]([EMPTY] * 10**6, threads=1, progress=listen, **limit)
    assert [total for _, total in calls] == [10**6]


@pytest.mark.parametrize("name", VERBS)
def test_as_many_threads_work_as_were_asked_for(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    run = Loop.run

    def listen(loop: Loop, n_threads: int, progress: Progress | None = None) -> None:
        asked.append(n_threads)
        run(loop, n_threads, progress)

    monkeypatch.setattr(Loop, "run", listen)
    VERBS[name]([SEVERAL] * 1000, threads=3)
    assert set(asked) == {3}


@pytest.mark.parametrize("name", VERBS)
@pytest.mark.parametrize(
    ("option", "value", "least"),
    [
        ("limit", 0, 1),
        ("limit", -1, 1),
        ("threads", 0, 1),
        ("threads", -3, 1),
        ("max_nodes", -1, 0),
        ("time_limit", -0.5, 0),
        ("time_limit", float("nan"), 0),
    ],
)
def test_a_limit_that_is_too_small(name: str, option: str, value: float, least: int) -> None:
    if option == "limit" and name not in {"solve_many", "count_solutions_many"}:
        with pytest.raises(TypeError):
            VERBS[name](PUZZLES, **{option: value})
        return
    with pytest.raises(
        InputError, match=rf"{option} must be .*{least} or more, or None, not {value}"
    ):
        VERBS[name](PUZZLES, **{option: value})


@pytest.mark.parametrize("name", VERBS)
def test_what_is_no_batch_raises(name: str) -> None:
    with pytest.raises(InputError):
        VERBS[name](np.zeros(81))


def test_many_puzzles_and_one_agree() -> None:
    for puzzle, answer in zip(PUZZLES[:4], lowbit.solve_many(PUZZLES[:4], limit=None), strict=True):
        assert answer.n_solutions == lowbit.count_solutions(puzzle)
        assert (answer.status == Status.UNIQUE) == lowbit.is_unique(puzzle)


def test_kaggle_sample(data: Data) -> None:
    text = data("kaggle_sample469.tsv").read_bytes()
    rows = [line.split("\t") for line in text.decode().splitlines()[1:]]
    result = lowbit.solve_many(text)
    assert result.summary() == {"unique": len(rows)}
    assert result.to_strings() == [solution for _, solution, *_ in rows]


def test_counts(data: Data) -> None:
    text = data("counts.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    assert lowbit.count_solutions_many(text).array.tolist() == [int(row[1]) for row in rows]


def test_edge_cases(data: Data) -> None:
    lines = data("edge_cases.tsv").read_text(encoding="utf-8").splitlines()
    columns = lines[0].split("\t")
    rows = [dict(zip(columns, line.split("\t"), strict=False)) for line in lines[1:]]
    counts = lowbit.count_solutions_many([row["puzzle"] for row in rows], limit=1000).array
    assert counts.tolist() == [int(row["n_solutions"].removeprefix(">=")) for row in rows]


def test_the_first_solution_is_always_the_same() -> None:
    puzzles = [Grid(SEVERAL), Grid(EMPTY)]
    first = lowbit.solve_many(puzzles).to_strings()
    for limit, threads in ((1, 1), (2, 3), (100, 2)):
        result = lowbit.solve_many(puzzles * 50, limit=limit, threads=threads)
        assert result.to_strings() == first * 50
    assert len(set(islice(Search(puzzles[0]), 254)) & {Grid(first[0])}) == 1


def test_the_names_load_what_they_need_and_no_more() -> None:
    code = (
        "import lowbit, sys; lowbit.Status; lowbit.solve; print('numpy' in sys.modules);"
        "lowbit.BatchResult; print('numba' in sys.modules);"
        "lowbit.solve_many; print('lowbit.kernels.core.compile' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["False", "False", "True"]
