"""The verdicts on a column of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import polars as pl
import pyarrow as pa
import pytest

import lowbit
from command_line import lowbit as command
from lowbit import tables
from lowbit.constraints import AntiKnight, Cage
from lowbit.errors import TableError

if TYPE_CHECKING:
    from pathlib import Path

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = lowbit.solve(PUZZLE).to_line()
CAGES = lowbit.Puzzle("." * 81, [AntiKnight(), Cage((0, 1), 3)])
CAGED = lowbit.any_solution(CAGES)
ROWS = [
    (PUZZLE, SOLUTION),
    (PUZZLE, f"So it is\n{SOLUTION}."),
    (PUZZLE, f"{SOLUTION[:2]}.{SOLUTION[3:]}"),
    (PUZZLE, SOLUTION[::-1]),
    (PUZZLE, "no"),
    (PUZZLE, None),
    ("?", SOLUTION),
    (CAGES.to_json(), str(CAGED.to_line() if CAGED else "")),
    (CAGES.to_json(), f"I think {SOLUTION}"),
]


@pytest.mark.parametrize("limit", [None, 60])
def test_a_row_has_its_verdict(limit: float | None) -> None:
    puzzles, answers = map(list, zip(*ROWS, strict=True))
    table = pa.table({"puzzle": puzzles, "reply": answers})
    found = tables.verify(table, answer_column="reply", time_limit=limit).to_pylist()
    status = [row["status"] for row in found]
    assert status[:3] == ["right", "right", "completable"]
    assert status[3:7] == ["changes-given", "unreadable", "unreadable", "invalid"]
    assert status[7:] == ["right", "breaks-rule"]
    assert [row["score"] for row in found[:3]] == [1, 1, 50 / 51]
    assert all(found[row]["n_right"] is None for row in (4, 5, 6))
    assert [row["score"] for row in found[4:7]] == [0, 0, None]
    names = " ".join(
        lowbit.CLASSIC.cell_name(cell) for cell in lowbit.verify(PUZZLE, SOLUTION[::-1]).wrong
    )
    assert found[3]["wrong"] == names
    assert found[0]["wrong"] is None


def test_answers_may_be_lists_of_digits() -> None:
    digits = [[*map(int, SOLUTION)], [0] * 81]
    table = pa.table({"puzzle": [PUZZLE] * 2, "answer": digits})
    assert tables.verify(table)["status"].to_pylist() == ["right", "completable"]


def test_duckdb_and_polars_name_the_column_of_answers() -> None:
    rows = {"puzzle": [PUZZLE] * 2, "reply": [f"It is {SOLUTION}", SOLUTION[::-1]]}
    connection = duckdb.connect()
    tables.register_duckdb(connection)
    replies = pa.table(rows)
    query = "select lowbit_verify(puzzle, reply).status from replies"
    assert [row[0] for row in connection.sql(query).fetchall()] == ["right", "changes-given"]
    assert replies.num_rows == 2
    tables.register_polars()
    asked = pl.col("puzzle").lowbit.verify(answer_column="reply")  # type: ignore[attr-defined]
    found = pl.LazyFrame(rows).select(asked.struct.field("status")).collect()
    assert found["status"].to_list() == ["right", "changes-given"]


def test_a_column_alone_has_no_answers() -> None:
    with pytest.raises(TableError, match=r"no column answer beside a column alone$"):
        tables.verify(pa.array([PUZZLE]))


def test_the_command_says_whether_all_are_right(tmp_path: Path) -> None:
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text(f"puzzle,answer\n{PUZZLE},{SOLUTION}\n")
    assert command("verify", "-q", path, "-o", out).returncode == 0
    assert out.read_text().splitlines()[1].endswith(",1,51,51,,right")
    path.write_text(f"puzzle,answer\n{PUZZLE},{PUZZLE}\n")
    assert command("verify", "-q", path).returncode == 1
    assert "there is no column answer" in command("verify", PUZZLE).stderr
    assert "no such file" in command("verify", tmp_path / "none.csv").stderr
