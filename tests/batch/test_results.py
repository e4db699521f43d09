"""The results of all batches are sequences of records, with the same words."""

from __future__ import annotations

import json
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import lowbit
from lowbit import Grid, Results, Status

if TYPE_CHECKING:
    from collections.abc import Callable

UNIQUE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
NONE = "11" + "." * 79
PUZZLES = [UNIQUE, "no puzzle", NONE, UNIQUE[:-1] + "?", UNIQUE]

FAMILY: dict[str, Callable[[list[str]], Results[Any]]] = {
    "BatchResult": lowbit.solve_many,
    "CanonicalBatch": lambda puzzles: lowbit.canonical_many(puzzles, transforms=True),
    "MinimalBatch": lowbit.minimize_many,
    "RatingBatch": lambda puzzles: lowbit.rate_many(puzzles, rules=(), measures="redundant"),
    "ScoreBatch": lambda puzzles: lowbit.maximize_many(puzzles, top=2),
    "TraceBatch": lowbit.trace_many,
    "ValueBatch": lambda puzzles: lowbit.shuffle_many(puzzles, seed=1),
    "VerdictBatch": lambda puzzles: lowbit.verify_many(puzzles, puzzles),
}
RECORDS: dict[str, tuple[Any, str]] = {
    "BatchResult": (lowbit.PuzzleResult, "solution"),
    "CanonicalBatch": (lowbit.CanonicalResult, "grid"),
    "MinimalBatch": (lowbit.MinimalResult, "puzzle"),
    "RatingBatch": (lowbit.Rating, ""),
    "ScoreBatch": (lowbit.ScoreResult, "grid"),
    "TraceBatch": (lowbit.Trace, ""),
    "ValueBatch": (lowbit.ValueResult, "answer"),
    "VerdictBatch": (lowbit.AnswerVerdict, "answer"),
}
"""The record of each, and which part of it is the grid that answers a puzzle, if one does."""

EVERY = pytest.mark.parametrize("name", FAMILY)
OF_PUZZLES = pytest.mark.parametrize("name", sorted(FAMILY.keys() - {"VerdictBatch"}))
"""The results of puzzles: verdicts are on answers, and say other words."""


def results(name: str, puzzles: list[str] | None = None) -> Results[Any]:
    found = FAMILY[name](PUZZLES if puzzles is None else puzzles)
    assert type(found).__name__ == name
    return found


def test_the_family_is_all_there_is() -> None:
    public = [
        getattr(lowbit, name) for name in lowbit.__all__
    ]  # loads what is loaded when asked for
    family = {one for one in public if isinstance(one, type) and issubclass(one, Results)}
    assert {one.__name__ for one in family} == {"Results", *FAMILY}
    assert family == {Results, *Results.__subclasses__()}


@EVERY
def test_there_is_a_row_for_each_puzzle(name: str) -> None:
    found = results(name)
    assert len(found) == len(list(found)) == len(found.status) == len(PUZZLES)
    assert found.status.dtype == np.uint8
    assert list(reversed(found)) == list(found)[::-1]
    for place in (len(PUZZLES), -len(PUZZLES) - 1):
        with pytest.raises(IndexError):
            found[place]


@OF_PUZZLES
def test_each_record_says_what_its_row_says(name: str) -> None:
    found, (kind, part) = results(name), RECORDS[name]
    texts = found.to_strings()
    for row, record in enumerate(found):
        assert isinstance(record, kind)
        assert type(record.status) is Status
        assert record.status == found.status[row]
        assert record.reason == found.reasons.get(row)
        assert record == found[row - len(PUZZLES)]
        grid = getattr(record, part) if part else None
        assert not part or texts[row] == (grid.to_line() if grid else "")


@OF_PUZZLES
def test_what_is_no_puzzle_says_why(name: str) -> None:
    found = results(name)
    assert np.flatnonzero(found.status == Status.INVALID).tolist() == [1, 3]
    assert list(found.reasons) == [1, 3]
    assert all(found.reasons.values())
    assert [row for row, text in enumerate(found.to_strings()) if text and row in {1, 3}] == []


@EVERY
@pytest.mark.parametrize("rows", [slice(1, 4), slice(None, None, -1), slice(0), slice(3, 99, 2)])
def test_a_slice_is_a_result_that_looks_at_the_same_arrays(name: str, rows: slice) -> None:
    found = results(name)
    part = found[rows]
    assert type(part) is type(found)
    assert list(part) == list(found)[rows]
    assert part.to_strings() == found.to_strings()[rows]
    assert list(part.reasons.values()) == [one.reason for one in part if one.reason]
    assert not len(part) or np.shares_memory(part.status, found.status)


@OF_PUZZLES
def test_the_summary_counts_all_and_the_text_is_short(name: str) -> None:
    found = results(name)
    summary = found.summary()
    assert summary.pop("invalid") == 2
    assert sum(summary.values()) == 3
    words = ", ".join(f"{n} {word}" for word, n in summary.items())
    assert repr(found) == f"<{name} of 5 puzzles: 2 invalid, {words}>"
    assert repr(found[1:2]) == f"<{name} of 1 puzzle: 1 invalid>"


@EVERY
def test_there_may_be_no_puzzle(name: str) -> None:
    found = results(name, [])
    assert (len(found), list(found), found.to_strings(), found.summary()) == (0, [], [], {})
    assert repr(found) == f"<{name} of 0 puzzles>"


@EVERY
def test_a_result_survives_pickle(name: str) -> None:
    found = results(name)
    copy = pickle.loads(pickle.dumps(found))  # noqa: S301 - our own bytes
    assert list(copy) == list(found)
    assert copy.reasons == found.reasons


def test_a_form_has_a_transform_only_where_it_was_asked_for() -> None:
    with_transforms, without = results("CanonicalBatch")[0], lowbit.canonical_many(PUZZLES)[0]
    assert without.transform is None
    assert with_transforms.transform(Grid(UNIQUE)) == without.grid == with_transforms.grid


def test_the_status_of_a_score_tells_why_there_is_none() -> None:
    words = [record.status.word for record in results("ScoreBatch")]
    assert words == ["solvable", "invalid", "none", "invalid", "solvable"]
    assert lowbit.maximize(NONE).status == Status.NONE
    assert lowbit.maximize("." * 81, max_nodes=0).status == Status.LIMIT_REACHED


def test_a_status_is_a_word_where_it_is_printed_and_a_number_elsewhere() -> None:
    status = Status.LIMIT_REACHED
    assert (str(status), f"{status}", f"{status:>15}") == ("limit-reached",) * 2 + (
        "  limit-reached",
    )
    assert (f"{status:d}", f"{status:02x}", json.dumps(status)) == ("4", "04", "4")
    assert repr(status) == "<Status.LIMIT_REACHED: 4>"
    assert np.array([status], np.uint8).tolist() == [4]


THERMOMETER = ".Shape~4x4.~R1C1_1.Thermo~R2C1~R2C2~R2C3.Thermo~R4C4~R4C3"
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"

PAIRS = sorted(
    {name for name in lowbit.__all__ if f"{name}_many" in lowbit.__all__}
    - {"solve", "any_solution", "verify"}
)
"""Those that answer with any solution may answer with another one; verdicts are on answers."""
OPTIONS: dict[str, dict[str, Any]] = {
    "shuffle": {"seed": 1},
    "rate": {"rules": (), "measures": "redundant"},
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_row_answers_as_the_function_of_one_does(name: str) -> None:
    one: Callable[..., Any] = getattr(lowbit, name)
    many: Callable[..., Any] = getattr(lowbit, f"{name}_many")
    how = OPTIONS.get(name, {})
    for puzzle in (UNIQUE, NONE, SEVERAL, "no puzzle", THERMOMETER):
        (row,) = many([puzzle], **how)
        try:
            expected = one(puzzle, **how)
        except lowbit.LowbitError:
            assert row.status not in {Status.SOLVABLE, Status.VALID}
            assert name == "rate" or row.answer is None
            continue
        if name == "rate":
            assert row == expected
        elif name == "maximize":
            assert (row.scores, row.answer) == (expected.scores, expected.answer)
        else:
            assert row.answer == expected
