"""Tables some of whose puzzles have constraints, each a text of one."""

from __future__ import annotations

import csv
import io
import json
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from command_line import lowbit
from lowbit import (
    InputError,
    canonical,
    count_solutions,
    estimate_solutions,
    maximize,
    minimize,
    read_puzzle,
    shuffle,
    tables,
    write_puzzle,
)
from lowbit.batch.ordered import StoppedError
from lowbit.symmetry import shuffled_copy
from lowbit.tables.answers.operations import operation
from lowbit.tables.batches import all_answered, query_of

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
ROW = "~R1C1_1.~R1C2_2.~R1C3_3.~R1C4_4"
UNIQUE = f".Shape~4x4.{ROW}.~R2C1_3.Diagonal~1.Diagonal~-1"
SEVERAL = read_puzzle(".Shape~4x4.Cage~3~R1C1~R1C2").to_json()
NONE = ".Shape~4x4.Cage~2~R1C1~R1C2"
BROKEN = f".Shape~4x4.{ROW}.Thermo~R1C3~R1C2"
UNKNOWN = ".AntiKing.Chaos~R1C1"

TEXTS = [PLAIN, UNIQUE, SEVERAL, NONE, BROKEN, UNKNOWN, "no puzzle", None]
STATUSES = ["unique", "unique", "several", "none", "none", *["invalid"] * 3]
SOLUTIONS = [SOLUTION, "1234341243212143", *[None] * 6]
NUMBERS = [1, 1, count_solutions(read_puzzle(SEVERAL)), 0, 0, None, None, None]
CLASHES = [None] * 4 + ["Thermometer at r1c3 r1c2 is broken"] + [None] * 3


@pytest.mark.parametrize(
    "kind",
    [pa.string(), pa.large_binary(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())],
)
def test_every_row_is_answered_on_its_own_board(kind: pa.DataType) -> None:
    column = pa.array(TEXTS, pa.string()).cast(kind)
    assert tables.solve(column).to_pydict() == {"solution": SOLUTIONS, "status": STATUSES}
    assert tables.count(column).to_pydict()["n_solutions"] == NUMBERS
    assert tables.check(column, unique=True).to_pydict() == {"status": STATUSES}
    checked = tables.check(column).to_pydict()
    assert checked["clashes"] == CLASHES
    assert checked["status"] == ["ok"] * 4 + ["clash"] + ["invalid"] * 3


def test_puzzles_with_constraints_have_measures_and_no_ratings() -> None:
    answered = tables.rate(pa.array(TEXTS), measures=("search", "redundant"))
    assert answered["status"].to_pylist() == STATUSES
    assert answered["er"].to_pylist() == [2.6, *[None] * 7]
    assert answered["nodes"].to_pylist() == [3, 1, *[None] * 6]
    assert answered["redundant"].to_pylist() == [2, 4, *[None] * 6]


def test_what_is_left_of_a_puzzle_is_json() -> None:
    restricted = f"{UNIQUE}.~R3C1_2_4"
    answered = tables.minimize(pa.array([PLAIN, UNIQUE, restricted, SEVERAL, NONE, UNKNOWN]))
    words = ["unique", "unique", "unique", "several", "none", "invalid"]
    assert answered["status"].to_pylist() == words
    plain, *left = answered["minimal"].to_pylist()
    assert plain == minimize(PLAIN).to_line()
    assert left[2:] == [None] * 3
    for text, minimal in zip((UNIQUE, restricted), left, strict=False):
        assert read_puzzle(minimal) == minimize(read_puzzle(text))


def test_canonical_forms_of_each_row() -> None:
    turned = write_puzzle(shuffle(read_puzzle(UNIQUE), seed=1), "iss")
    answered = tables.canonical(pa.array([PLAIN, UNIQUE, turned, UNKNOWN]))
    assert answered["status"].to_pylist() == ["canonical"] * 3 + ["invalid"]
    plain, *forms, none = answered["canonical"].to_pylist()
    assert (plain, none) == (canonical(PLAIN).to_line(), None)
    assert forms[0] == forms[1]
    assert read_puzzle(forms[0]) == canonical(read_puzzle(UNIQUE))


def test_the_best_completions_of_each_row() -> None:
    column = pa.array([*TEXTS[:4], "no puzzle"])
    answered = tables.maximize(column, "uniform", top=2)
    words = ["proven", "proven", "proven", "none", "invalid"]
    assert answered["status"].to_pylist() == words
    assert answered["grid"].to_pylist()[:2] == SOLUTIONS[:2]
    best = maximize(read_puzzle(SEVERAL), "uniform", top=2)
    assert answered["grids"].to_pylist()[1:] == [
        SOLUTIONS[1:2], [each.to_line() for each in best.solutions], [], [],
    ]  # fmt: skip
    assert answered["scores"].to_pylist() == [[405], [40], [40, 40], [], []]
    assert answered["proven"].to_pylist() == [True] * 4 + [None]
    cut = tables.maximize(pa.array([".AntiKnight", PLAIN]), max_nodes=20)
    assert cut["status"].to_pylist() == ["limit-reached", "proven"]
    assert cut["bound"].to_pylist()[0] == 2980


def test_limits_hold() -> None:
    assert tables.count(pa.array([SEVERAL, PLAIN]), limit=5)["n_solutions"].to_pylist() == [5, 1]
    cut = tables.solve(pa.array([PLAIN, ".AntiKnight.AntiKing"]), time_limit=0.0)
    assert cut["status"].to_pylist()[1] == "limit-reached"
    cut = tables.count(pa.array([".AntiKnight.AntiKing", PLAIN]), max_nodes=100)
    assert cut["status"].to_pylist() == ["limit-reached", "unique"]
    assert cut["n_solutions"].to_pylist() == [None, 1]


def test_estimates_stand_beside_counts() -> None:
    open_ = read_puzzle(".Shape~6x6.Cage~9~R3C3~R4C3.~R1C1_1~R1C2_2~R1C3_3")
    column = pa.array([*TEXTS[:4], open_.to_json(), "no puzzle", "1" + "." * 80])
    answered = tables.count(column, estimate=2, seed=1)
    found = estimate_solutions(open_, samples=2, seed=1)
    plain = estimate_solutions("1" + "." * 80, samples=2, seed=1)
    numbers = [*NUMBERS[:4], found.mean, None, plain.mean]
    assert answered["estimate"].to_pylist() == numbers
    assert answered["error"].to_pylist() == [0.0] * 4 + [found.error, None, plain.error]
    assert answered["status"].to_pylist() == [*STATUSES[:4], "several", "invalid", "several"]
    cut = tables.count(pa.array([".AntiKnight"]), estimate=5, max_nodes=3000)
    assert cut.to_pylist() == [{"estimate": None, "error": None, "status": "limit-reached"}]
    small = tables.count(pa.array(["1" + "." * 15]), estimate=5, geometry="4x4")
    assert small["estimate"].to_pylist() == [72.0]
    with pytest.raises(InputError, match="no limit where to stop"):
        tables.count(column, estimate=5, limit=3)
    with pytest.raises(InputError, match="a seed is for estimates"):
        tables.count(column, seed=1)


def test_a_frame_takes_them_in_any_row() -> None:
    frame = pd.DataFrame({"puzzle": TEXTS}, index=np.arange(7, -1, -1)).sort_index()
    answered = tables.solve(frame)
    assert answered["status"].tolist() == STATUSES[::-1]


def test_on_another_board_constraints_come_with_that_board() -> None:
    column = pa.array(["1..." * 4, UNIQUE, ".AntiKnight"])
    answered = tables.solve(column, geometry="4x4").to_pydict()
    assert answered["status"] == ["none", "unique", "invalid"]
    assert answered["solution"] == [None, SOLUTIONS[1], None]


@pytest.mark.parametrize("name", ["in.csv", "in.jsonl", "in.parquet"])
def test_files(name: str, tmp_path: Path) -> None:
    path, source = tmp_path / name, tmp_path / "source.jsonl"
    source.write_text("".join(f"{json.dumps({'id': 1, 'puzzle': text})}\n" for text in TEXTS))
    if name == "in.jsonl":
        source.rename(path)
    else:
        tables.answer_file(source, path, "canonical", prefix="x_")
    done = lowbit("solve", path)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [row["status"] for row in rows] == STATUSES
    assert [row["solution"] or None for row in rows] == SOLUTIONS
    reason = "character 10: Chaos is a constraint that lowbit does not know"
    assert f"lowbit: error: {path}: row 6: {reason}\n" in done.stderr


def test_a_row_is_shuffled_by_its_number_and_its_solution_goes_along(tmp_path: Path) -> None:
    regions = read_puzzle(".Shape~4x4.Jigsaw~AABBAABBCCDDCCDD.~R1C1_2")
    texts = [PLAIN, UNIQUE, UNIQUE, regions.to_json(), SEVERAL, UNKNOWN]
    answers = [SOLUTION, SOLUTIONS[1], SOLUTIONS[1], "2" + "." * 15, None, SOLUTION]
    table = pa.table({"puzzle": texts, "answer": answers})
    found = tables.shuffle(table, seed=7, solution_column="answer")
    assert found["status"].to_pylist() == ["shuffled"] * 5 + ["invalid"]
    expected = [None, *(shuffled_copy(read_puzzle(texts[row]), 7, row) for row in range(1, 5))]
    shuffled = found["shuffled"].to_pylist()
    assert shuffled[0] == shuffle(PLAIN, seed=7).to_line()
    assert [read_puzzle(text) for text in shuffled[1:3]] == expected[1:3]
    assert expected[1] != expected[2]
    assert read_puzzle(shuffled[3]).geometry == regions.geometry
    assert (read_puzzle(shuffled[4]), shuffled[5]) == (expected[4], None)
    moved = found["shuffled_solution"].to_pylist()
    assert tables.solve(found["shuffled"])["solution"].to_pylist()[:3] == moved[:3]
    assert (len(moved[3]), moved[4:]) == (16, [None, None])
    path = tmp_path / "in.csv"
    path.write_text(f"id,puzzle\n1,{PLAIN}\n2,{UNIQUE}\n")
    rows = list(csv.DictReader(io.StringIO(lowbit("shuffle", "--seed", "7", path).stdout)))
    assert [row["shuffled"] for row in rows] == shuffled[:2]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("count", {}),
        ("count", {"estimate": 50, "seed": 1}),
        pytest.param("maximize", {}, marks=pytest.mark.slow),
    ],
)
def test_a_long_row_ends_with_the_run(name: str, options: dict[str, Any]) -> None:
    asked = operation(name, max_nodes=5_000_000, **options)  # without an end, the row has this one
    batch = pa.record_batch([pa.array([".AntiKnight"])], names=["puzzle"])
    looks = count()
    with pytest.raises(StoppedError):
        list(all_answered(query_of(batch.schema, asked), [batch], 1, lambda: next(looks) > 9))


def test_jobs_answer_them_in_tables_and_texts(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "a.jsonl").write_text(
        f"{json.dumps({'puzzle': UNIQUE})}\n{json.dumps({'puzzle': PLAIN})}\n"
    )
    (source / "b.txt").write_text(f"{SEVERAL}  # some\n{NONE}\n")
    target = tmp_path / "target"
    done = lowbit("job", "run", "--do", "count", "--to", "csv", source, target)
    assert "4 puzzles: 2 unique, 1 several, 1 none" in done.stderr
    texts = [path.read_text() for path in sorted(target.glob("*.csv"))]
    found = [csv.DictReader(io.StringIO(text)) for text in texts]
    assert [row["n_solutions"] for rows in found for row in rows] == [
        "1",
        "1",
        str(NUMBERS[2]),
        "0",
    ]
