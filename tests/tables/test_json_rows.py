"""Arrays of objects in JSON as tables, the same through every door, as JSON lines are."""

from __future__ import annotations

import csv
import gzip
import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from command_line import lowbit
from lowbit import FormatError, Grid, read
from lowbit.audit import audit_files
from lowbit.tables.files import answer_file
from lowbit.tables.rows.sources import open_source
from lowbit.web.workers.tasks import files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
ROWS: list[dict[str, Any]] = [
    {"id": 1, "puzzle": PUZZLE, "solution": SOLUTION},
    {"id": 2, "puzzle": "." * 81, "solution": None},
]

LAYOUTS: dict[str, Callable[[list[Any]], str]] = {
    "one line": json.dumps,
    "printed": lambda rows: json.dumps(rows, indent=2),
    "a row a line": lambda rows: "[" + ",\n".join(map(json.dumps, rows)) + "]\n",
    "line ends of Windows": lambda rows: json.dumps(rows, indent=1).replace("\n", "\r\n"),
}


def given(folder: Path, rows: list[Any], layout: str = "printed", ending: str = "json") -> Path:
    path = folder / f"given.{ending}"
    path.write_bytes(LAYOUTS[layout](rows).encode())
    return path


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("ending", ["json", "jsonl", "txt"])
def test_an_array_is_answered_as_its_rows_on_lines_are(
    ending: str, layout: str, tmp_path: Path
) -> None:
    path = given(tmp_path, ROWS, layout, ending)
    expected = [{**ROWS[0], "n_solutions": 1, "status": "unique"},
                {**ROWS[1], "n_solutions": 9, "status": "several"}]  # fmt: skip
    count = ("count", "--limit", "9", "-q")
    from_file = lowbit(*count, "--to", "json", path).stdout
    from_pipe = lowbit(*count, "--to", "json", stdin=path.read_text(encoding="utf-8")).stdout
    lowbit(*count, path, "-o", tmp_path / "out.jsonl")
    for text in (from_file, from_pipe, (tmp_path / "out.jsonl").read_text(encoding="utf-8")):
        assert [*map(json.loads, text.splitlines())] == expected
    as_csv = [*csv.DictReader(io.StringIO(lowbit(*count, "--to", "csv", path).stdout))]
    assert [(row["id"], row["status"]) for row in as_csv] == [("1", "unique"), ("2", "several")]


def test_columns_may_be_named(tmp_path: Path) -> None:
    path = given(tmp_path, [{"q": PUZZLE, "a": SOLUTION}, {"q": "." * 81, "a": SOLUTION}])
    done = lowbit("check", "-q", "--unique", "--column", "a", "--to", "json", path)
    assert [json.loads(line)["status"] for line in done.stdout.splitlines()] == ["unique"] * 2
    assert read(path, column="q") == [Grid(PUZZLE), Grid("." * 81)]
    assert answer_file(path, tmp_path / "out.csv", "count", column="q", limit=2) == {
        "unique": 1, "several": 1
    }  # fmt: skip


def test_an_audit_takes_an_array(tmp_path: Path) -> None:
    report = audit_files([given(tmp_path, [*ROWS, ROWS[0]])])
    assert (report.total.n_rows, report.total.n_exact) == (3, 1)


def test_the_server_offers_the_keys_of_an_array(tmp_path: Path) -> None:
    path = given(tmp_path, ROWS, ending="upload")
    for column, puzzles in {None: [PUZZLE, "." * 81], "solution": [SOLUTION, "None"]}.items():
        sent: list[Any] = []
        files.read_file(
            sent.append, path=str(path), name="a.json", column=column, geometry="9x9", limit=9
        )
        assert {"puzzle", "solution"} <= {*sent[0]["columns"]}
        assert sent[0]["column"] == (column or "puzzle")
        found = [line.split("  # ")[0] for part in sent[1:] for line in part["puzzles"]]
        assert found == puzzles


def test_arrays_may_be_compressed(tmp_path: Path) -> None:
    path = tmp_path / "given.json.gz"
    path.write_bytes(gzip.compress(json.dumps(ROWS).encode()))
    assert lowbit("solve", "-q", "--prefix", "x", path).stdout.startswith("id,puzzle,solution,")


@pytest.mark.parametrize("layout", ["one line", "lines"])
def test_numbers_that_hold_puzzles_keep_their_digits(layout: str, tmp_path: Path) -> None:
    """Also without the zeros at their front."""
    short = "0" + PUZZLE[1:].replace(".", "0")
    rows = [{"puzzle": int(short), "n": 3}, {"puzzle": int(PUZZLE.replace(".", "0")), "n": -4}]
    path = tmp_path / "given.json"
    lines = "\n".join(map(json.dumps, rows))
    path.write_text(lines if layout == "lines" else json.dumps(rows), encoding="utf-8")
    with open_source(path) as source:
        [batch] = source.batches
    assert batch.to_pylist() == [
        {"puzzle": short.replace("0", "."), "n": 3}, {"puzzle": PUZZLE, "n": -4}
    ]  # fmt: skip


def test_a_long_array_is_read_in_parts(tmp_path: Path) -> None:
    rows = [{"n": n, "puzzle": PUZZLE, "text": "x" * 300} for n in range(40_000)]
    with open_source(given(tmp_path, rows, "one line")) as source:
        numbers = [n for batch in source.batches for n in batch.column("n").to_pylist()]
    assert numbers == list(range(40_000))


FILLER = [{"puzzle": PUZZLE, "text": "x" * 1000} for _ in range(10_000)]

WRONG: dict[str, tuple[list[Any], str]] = {
    "late key": ([*FILLER, {"puzzle": PUZZLE, "new": 1}], "the key 'new' comes first here"),
    "another type": ([*ROWS, {"id": "x"}], "'id' is a string here, and a number in line 1"),
    "a number": ([*ROWS, 5], "this is no JSON object"),
    "a list": ([*ROWS, [5]], "this is no JSON object"),
    "null": ([*ROWS, None], "this is no JSON object"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_row_that_differs_is_named_by_its_line(fault: str, tmp_path: Path) -> None:
    rows, message = WRONG[fault]
    path = given(tmp_path, rows, "a row a line")
    with pytest.raises(FormatError, match=message) as raised, open_source(path) as source:
        for _ in source.batches:
            pass
    assert str(raised.value).startswith(f"{path}: line {len(rows)}: ")


@pytest.mark.parametrize("cut", [-1, -3, -20])
def test_an_array_that_is_cut_off_is_no_table(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "given.json"
    path.write_text(json.dumps(ROWS)[:cut], encoding="utf-8")
    done = lowbit("count", path, "-o", tmp_path / "out.csv")
    assert "cut off" in done.stderr
    assert not (tmp_path / "out.csv").exists()


def test_what_is_no_row_stays_text(tmp_path: Path) -> None:
    """Where no key is a column's, where text is asked for, and on other boards."""
    rows = [{"id": 1, "grid": {"cells": PUZZLE}}]
    assert lowbit("count", "-q", given(tmp_path, rows)).stdout == "1\n"
    assert lowbit("count", "-q", "--from", "json", given(tmp_path, ROWS[:1])).stdout == "1\n"
    small = given(tmp_path, [{"puzzle": "1....2....3....4"}])
    assert lowbit("count", "-q", small).stdout == "2\n"
