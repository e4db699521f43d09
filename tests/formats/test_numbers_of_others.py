"""Files that NumPy, pandas and Excel write: digits as floats, `sep=;`, zeros lost at the front."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from command_line import lowbit
from lowbit import FormatError, Grid, GridError, formats, read, solve_many, tables

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PUZZLE = "..4...1.8.......5....9542.3.5.......6..8......7......6..6.4...1.....2.39.2..356.."
OTHER = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
DIGITS = np.array([[*map(int, cells.replace(".", "0"))] for cells in (PUZZLE, OTHER)])


@pytest.mark.parametrize("shape", [(2, 81), (18, 9)], ids=["lines", "rows"])
@pytest.mark.parametrize("fmt", ["%d", "%.18e", "%.2f"])
@pytest.mark.parametrize("delimiter", [" ", ",", "\t"])
def test_what_numpy_saves_is_read(
    delimiter: str, fmt: str, shape: tuple[int, int], tmp_path: Path
) -> None:
    path = tmp_path / "saved.csv"
    np.savetxt(path, DIGITS.reshape(shape), fmt=fmt, delimiter=delimiter)
    assert read(path) == [Grid(PUZZLE), Grid(OTHER)]
    shown = f"{PUZZLE}\n{OTHER}\n"
    assert lowbit("show", "-q", "--to", "line", path).stdout == shown
    text = path.read_text(encoding="utf-8")
    assert lowbit("show", "-q", "--to", "line", stdin=text).stdout == shown


@pytest.mark.parametrize("line", ["sep=;", '"sep=;"', "SEP=;", "\ufeffsep=;"])
@pytest.mark.parametrize("ending", ["csv", "txt"])
def test_the_separator_that_excel_is_told_is_no_row(ending: str, line: str, tmp_path: Path) -> None:
    path = tmp_path / f"given.{ending}"
    path.write_text(f"{line}\r\nid;puzzle\r\n7;{OTHER}\r\n", encoding="utf-8")
    answered = f"id,puzzle,n_solutions,status\n7,{OTHER},1,unique\n"
    assert lowbit("count", "-q", path).stdout == answered
    assert lowbit("count", "-q", stdin=path.read_text(encoding="utf-8")).stdout == answered
    assert read(path) == [Grid(OTHER)]


def test_a_row_without_a_puzzle_is_said_in_words(tmp_path: Path) -> None:
    path = tmp_path / "given.parquet"
    pq.write_table(pa.table({"puzzle": [OTHER, None]}), path)
    with pytest.raises(FormatError, match="row 2: there is no puzzle"):
        read(path)


NUMBER = int(PUZZLE.replace(".", "0"))
"""It has lost two zeros."""

BY_NUMBER: dict[str, Callable[[Any], object]] = {
    "Grid": Grid,
    "solve_many": lambda number: solve_many([number])[0].status.word,
    "an array": lambda number: solve_many(np.array([number], object))[0].status.word,
    "a data frame": lambda number: tables.check(pd.DataFrame({"puzzle": [number]}), unique=True)[
        "status"
    ][0],
    "JSON": lambda number: next(formats.read(io.StringIO(json.dumps([number])))).grid,
    "an object": lambda number: next(formats.read(io.StringIO(json.dumps({"q": number})))).grid,
}


@pytest.mark.parametrize("door", BY_NUMBER)
def test_a_number_gets_the_zeros_that_it_lost(door: str) -> None:
    assert BY_NUMBER[door](NUMBER) in {Grid(PUZZLE), "unique"}


def test_a_number_of_few_digits_says_what_to_do() -> None:
    with pytest.raises(
        GridError, match="cannot make a grid from int of 40 digits, of 81: keep its column"
    ):
        Grid(int("1" * 40))  # type: ignore[arg-type]


@pytest.mark.parametrize("door", ["Grid", "solve_many", "table", "text"])
def test_a_text_that_lost_zeros_is_refused_with_the_reason(door: str, tmp_path: Path) -> None:
    """It may have lost cells anywhere."""
    text, said = str(NUMBER), "blanks at its beginning are lost where it is kept as a number"
    if door == "Grid":
        with pytest.raises(GridError, match=said):
            Grid(text)
    elif door == "solve_many":
        assert said in str(solve_many([text]).reasons[0])
    else:
        path = tmp_path / "given.csv"
        path.write_text(f"puzzle,n\n{text},1\n" if door == "table" else f"{text}\n")
        assert said in lowbit("count", path).stderr
