"""The result of a batch: arrays that are views, and a sequence of records."""

from __future__ import annotations

import pickle
from itertools import islice

import numpy as np
import pytest

from lowbit import BatchResult, Grid, PuzzleResult, Status, solve_many
from lowbit.batch.reasons import Reasons
from lowbit.reference.search import Search

UNIQUE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
NONE = "11" + "." * 79
PUZZLES = [UNIQUE, NONE, "?", "." * 81]


@pytest.fixture(scope="module")
def result() -> BatchResult:
    return solve_many(PUZZLES)


def test_arrays(result: BatchResult) -> None:
    arrays = (result.status, result.n_solutions, result.solutions, result.nodes, result.guesses)
    dtypes = [np.uint8, np.int64, np.uint8, np.int64, np.int64]
    assert [array.dtype for array in arrays] == dtypes
    assert [array.shape for array in arrays] == [(4,), (4,), (4, 81), (4,), (4,)]
    assert result.status.tolist() == [2, 1, 0, 3]
    assert result.n_solutions.tolist() == [1, 0, 0, 2]
    assert result.nodes[2] == 0
    assert result.nodes[1] == 1
    assert (result.guesses < np.maximum(result.nodes, 1)).all()
    assert not result.solutions[1:3].any()


def test_records(result: BatchResult) -> None:
    expected = [
        (Status.UNIQUE, 1, Grid(SOLUTION)),
        (Status.NONE, 0, None),
        (Status.INVALID, 0, None),
        (Status.SEVERAL, 2, result[3].solution),
    ]
    assert [(row.status, row.n_solutions, row.solution) for row in result] == expected
    for row, answer in enumerate(result):
        assert isinstance(answer, PuzzleResult)
        assert answer == result[row - 4]
        assert answer.nodes == result.nodes[row]
        assert answer.guesses == result.guesses[row]
        assert type(answer.nodes) is type(answer.guesses) is type(answer.n_solutions) is int
    assert result[3].solution is not None
    assert result[3].solution.is_solved
    assert next(islice(Search(Grid(UNIQUE)), 1)) == result[0].solution


@pytest.mark.parametrize("row", [4, -5])
def test_a_row_that_is_not_there(result: BatchResult, row: int) -> None:
    with pytest.raises(IndexError):
        _ = result[row]


def test_a_slice_looks_at_the_same_arrays(result: BatchResult) -> None:
    part = result[1:4:2]
    assert isinstance(part, BatchResult)
    assert list(part) == [result[1], result[3]]
    assert np.shares_memory(part.solutions, result.solutions)
    assert part.to_strings() == result.to_strings()[1:4:2]
    assert len(result[:0]) == 0


def test_a_result_is_a_sequence(result: BatchResult) -> None:
    assert len(result) == 4
    assert result[1] in result
    assert list(reversed(result)) == list(result)[::-1]
    assert result.index(result[2]) == 2


def test_the_reasons_are_a_mapping_of_the_invalid_rows(result: BatchResult) -> None:
    assert len(result.reasons) == 1
    assert dict(result.reasons) == {2: result[2].reason}
    assert result[2].reason
    assert not result[:2].reasons
    assert dict(Reasons()) == {}


def test_two_invalid_puzzles_are_equal_whatever_the_reason(result: BatchResult) -> None:
    other = solve_many(["." * 80])[0]
    assert other.reason != result[2].reason
    assert other == result[2]


def test_strings(result: BatchResult) -> None:
    first, *others, last = result.to_strings()
    assert first == SOLUTION
    assert others == ["", ""]
    assert Grid(last) == result[3].solution


def test_the_summary_names_what_occurs_in_the_order_of_the_statuses(result: BatchResult) -> None:
    expected = {"invalid": 1, "none": 1, "unique": 1, "several": 1}
    assert result.summary() == expected
    assert list(result.summary()) == list(expected)
    assert repr(result) == "<BatchResult of 4 puzzles: 1 invalid, 1 none, 1 unique, 1 several>"


def test_an_empty_result() -> None:
    empty = solve_many([])
    assert (len(empty), list(empty), empty.to_strings(), empty.summary()) == (0, [], [], {})
    assert empty.solutions.shape == (0, 81)
    assert repr(empty) == "<BatchResult of 0 puzzles>"


def test_a_result_survives_pickle(result: BatchResult) -> None:
    copy = pickle.loads(pickle.dumps(result))  # noqa: S301 - our own bytes
    assert list(copy) == list(result)
