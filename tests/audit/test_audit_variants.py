"""Audits of data sets with constraints: each row on its own board, beside plain ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pytest
from audited import load, save

import lowbit
from lowbit import Grid, Puzzle
from lowbit.audit import audit_files
from lowbit.constraints import Cage, Thermometer
from lowbit.jobs import run_job

if TYPE_CHECKING:
    from pathlib import Path

SOLUTION = "1234341221434321"
CAGES = (
    Cage((0, 1), 3),
    Cage((2, 3), 7),
    Cage((4, 8), 5),
    Cage((1, 5), 6),
    Thermometer((0, 1, 2, 3)),
)
UNIQUE = Puzzle("1.............21", CAGES, geometry="4x4", title="of one solution")
PLAIN = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."

ROWS = (  # puzzle, solution, verdict, what is given, defect
    (UNIQUE.to_json(), SOLUTION, "right", "right", None),
    (UNIQUE.with_constraints(CAGES[::-1]).to_json(), SOLUTION, "right", "right", "exact-duplicate"),
    (UNIQUE.to_json(), "", "wrong", "missing", "wrong"),
    (UNIQUE.to_json(), "1234" * 4, "wrong", "clash", "wrong"),
    (UNIQUE.to_json(), "1243341221344321", "wrong", "clash", "wrong"),
    (UNIQUE.to_json(), "no grid", "wrong", "unreadable", "wrong"),
    (
        UNIQUE.with_constraints(CAGES[:2]).to_json(),
        SOLUTION,
        "several",
        "one-of-several",
        "several",
    ),
    (".Shape~4x4.Cage~1~R1C1~R1C2", SOLUTION, "none", "clash", "none"),
    (".Cage~no~R1C1", SOLUTION, "invalid", None, "invalid"),
    (PLAIN, lowbit.solve(PLAIN).to_line(), "right", "right", None),
)


def planted(path: Path) -> Path:
    columns = {"puzzle": [row[0] for row in ROWS], "solution": [row[1] for row in ROWS]}
    return save(pa.table(columns), path)


def test_each_defect_is_found_in_a_table_with_constraints(tmp_path: Path) -> None:
    audit_files(planted(tmp_path / "set.csv"), annotated=tmp_path / "out.parquet", limit=3)
    rows = load(tmp_path / "out.parquet").to_pylist()
    keys = ("audit_verdict", "audit_given_solution", "audit_defect")
    assert [tuple(row[key] for key in keys) for row in rows] == [row[2:] for row in ROWS]
    assert [row["audit_n_clues"] for row in rows[:2]] == [3, 3]
    assert [row["audit_minimal"] for row in rows] == [False] * 6 + [None] * 3 + [False]
    several = rows[6]
    assert several["audit_n_solutions"] == 3
    found = [Grid(several[f"audit_{name}"], "4x4") for name in ("solution", "other_solution")]
    assert found[0] != found[1]
    assert all(map(UNIQUE.with_constraints(CAGES[:2]).is_solved_by, found))


def test_turned_and_renamed_puzzles_are_isomorphic_unless_constraints_tell_digits(
    tmp_path: Path,
) -> None:
    turned = [lowbit.shuffle(UNIQUE, seed=seed).to_json() for seed in range(1, 9)]
    different = [text for text in dict.fromkeys(turned) if text != UNIQUE.to_json()][:2]
    other = UNIQUE.with_constraints(CAGES[:-1]).to_json()
    path = tmp_path / "set.txt"
    path.write_text("\n".join([UNIQUE.to_json(), *different, other]))
    counts = audit_files(path).to_dict()
    assert (counts["rows"], counts["isomorphic_duplicates"]) == (4, 2)


def test_a_text_may_have_an_item_a_line_and_plain_puzzles_have_the_keys_of_rows(
    tmp_path: Path,
) -> None:
    path = tmp_path / "set.iss"
    givens = "".join(
        f".~R{n // 9 + 1}C{n % 9 + 1}_{digit}\n" for n, digit in enumerate(PLAIN) if digit != "."
    )
    turned = lowbit.shuffle(Grid(PLAIN), seed=1).to_line()
    path.write_text(
        f"# set\n\n.Cage~3~R1C1~R1C2\n.Or\n.X~R1C3~R1C4\n.End\n\n{givens}\n{PLAIN}\n{turned}\n"
    )
    counts = audit_files(path).to_dict()
    assert (counts["rows"], counts["exact_duplicates"]) == (4, 1)
    assert counts["isomorphic_duplicates"] == 1
    assert counts["verdicts"]["several"] == 1


def test_a_job_audits_constraints_as_the_command_does(tmp_path: Path) -> None:
    source = planted(tmp_path / "set.parquet")
    audit_files(source, annotated=tmp_path / "own.parquet")
    run_job(source, tmp_path / "out", do="audit")
    (shard,) = (tmp_path / "out").glob("*.parquet")
    names = [f"audit_{name}" for name in ("verdict", "defect", "solution", "minimal", "leak")]
    assert load(shard).select(names) == load(tmp_path / "own.parquet").select(names)


@pytest.mark.parametrize("board", ["4x4", "6x6"])
def test_constraints_on_another_board_than_the_one_named_are_no_puzzles(
    board: str, tmp_path: Path
) -> None:
    path = tmp_path / "set.txt"
    path.write_text(UNIQUE.to_json())
    verdicts = audit_files(path, geometry=board).to_dict()["verdicts"]
    assert verdicts["unique" if board == "4x4" else "invalid"] == 1
