"""The candidates that occur in some solution, as a column."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from lowbit import Geometry, solve, tables, true_candidates

UNIQUE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SEVERAL = "." + UNIQUE[1:]
NONE = "11" + "." * 79
WORDS = ["unique", "several", "none", "invalid", "several"]


def test_each_row_gets_its_candidates() -> None:
    column = pa.array([UNIQUE, SEVERAL, NONE, "x", "." * 81])
    found = tables.candidates(column, max_nodes=10**6).to_pydict()
    assert found["status"] == WORDS
    assert found["candidates"] == [
        solve(UNIQUE).to_line(),
        true_candidates(SEVERAL).to_pencilmarks(),
        None,
        None,
        "123456789" * 81,
    ]


def test_other_boards_and_constraints() -> None:
    board = Geometry.parse("4x4")
    puzzle = "1" + "." * 15
    found = tables.candidates(pa.array([puzzle]), geometry=board).to_pydict()
    assert found["candidates"] == [true_candidates(puzzle, geometry=board).to_pencilmarks()]
    texts = [".Shape~4x4.Cage~3~R1C1~R1C2", UNIQUE, ".Cage~1~R1C1~R1C2", ".Cage~1~R1C77"]
    found = tables.candidates(pa.array(texts)).to_pydict()
    assert found["status"] == ["several", "unique", "none", "invalid"]
    assert found["candidates"][0].startswith("12..12....34..34")
    assert found["candidates"][1:] == [solve(UNIQUE).to_line(), None, None]


@pytest.mark.parametrize("limits", [{"max_nodes": 3}, {"max_nodes": 3, "time_limit": 100.0}])
def test_a_row_that_takes_too_long_stops_no_other(limits: dict[str, Any]) -> None:
    column = pa.array([SEVERAL, UNIQUE, "." * 81, ".AntiKnight.AntiKing"])
    found = tables.apply(column, "candidates", **limits).to_pydict()
    assert found["status"] == ["limit-reached", "unique", "limit-reached", "limit-reached"]
    assert found["candidates"] == [None, solve(UNIQUE).to_line(), None, None]
