"""Puzzles that are lists, as programs print them into texts and columns of tables."""

from __future__ import annotations

import json

import numpy as np
import pyarrow as pa
import pytest

import lowbit
from lowbit import Grid, GridError
from lowbit.tables import solve

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
DIGITS = [int(character) for character in LINE.replace(".", "0")]
ROWS = [DIGITS[at : at + 9] for at in range(0, 81, 9)]
EMPTY = [[digit or None for digit in row] for row in ROWS]

PRINTED = {
    "JSON": json.dumps(ROWS),
    "JSON, flat": json.dumps(DIGITS),
    "null": json.dumps(EMPTY),
    "None": str(EMPTY),
    "tuples": str(tuple(map(tuple, ROWS))),
    "NumPy": str(np.array(ROWS)),
    "floats of NumPy": str(np.array(ROWS, float)),
    "nan": str(np.where(np.array(ROWS), ROWS, np.nan)),
    "characters": str([*LINE]),
    "empty characters": str([*LINE]).replace(".", ""),
    "rows": json.dumps([LINE[at : at + 9] for at in range(0, 81, 9)]),
}


@pytest.mark.parametrize("name", PRINTED)
def test_a_list_is_the_puzzle_that_it_holds(name: str) -> None:
    text = PRINTED[name]
    assert Grid(text).to_line() == LINE
    assert lowbit.solve(text) == lowbit.solve(LINE)
    assert lowbit.solve_many([LINE, text]).summary() == {"unique": 2}
    assert solve(pa.table({"puzzle": [LINE, text]}))["status"].to_pylist() == ["unique"] * 2


def test_digits_above_nine_are_numbers() -> None:
    digits = [(4 * (row % 4) + row // 4 + at) % 16 + 1 for row in range(16) for at in range(16)]
    assert Grid(json.dumps(digits), "16x16") == Grid(digits, "16x16")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("[", "'\\['"),
        ("[5]", "'\\['"),
        ("[abc]", "'\\['"),
        ("[" * 9999, "'\\['"),
        ("[1, 2]", "81 cells, not 2"),
        (str([99, *DIGITS[1:]]), "99 is not a digit"),
    ],
)
def test_other_lists_are_refused(text: str, error: str) -> None:
    with pytest.raises(GridError, match=error):
        Grid(text)


@pytest.mark.parametrize("n", [1, 3])
def test_lines_have_spaces_between_digits_and_points(n: int) -> None:
    assert lowbit.solve_many(f"{' '.join(LINE)}  easy\n" * n).summary() == {"unique": n}
