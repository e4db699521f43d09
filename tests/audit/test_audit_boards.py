"""Audits of data sets on other boards than the classic one, and jobs that make and audit them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from audited import load

import lowbit
from command_line import lowbit as run
from lowbit import Grid, InputError
from lowbit.audit import audit_files
from lowbit.jobs import run_job
from support import IRREGULAR, slow_except

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("4x4", "6x6", "9x9+diagonals", "9x9~0-8", "7x7~1-9:none", IRREGULAR, "16x16", "samurai")
ONE_EACH = slow_except(NAMES, NAMES[:6])


def lines(rows: Any, name: str) -> list[str]:  # noqa: ANN401 - digits
    return [Grid(row.tolist(), name).to_line() for row in rows]


def planted(name: str, path: Path) -> list[tuple[str | None, ...]]:
    """Save a data set with a defect of each kind; return what is to be found in its rows."""
    made = lowbit.generate(3, geometry=name, seed=1, minimal=True).array
    puzzles = lines(made, name)
    solutions = lines(lowbit.solve_many(made, geometry=name).solutions, name)
    isomorph, first = (
        lines(lowbit.shuffle_many(rows[:1], geometry=name, seed=3).array, name)[0]
        for rows in (made, lowbit.solve_many(made, geometry=name).solutions)
    )
    clash = solutions[0][1] + solutions[0][1:]
    rows = [
        (puzzles[0], solutions[0], "right", "right", None),
        (puzzles[1], solutions[2], "wrong", "other-puzzle", "wrong"),
        (puzzles[0], solutions[0], "right", "right", "exact-duplicate"),
        (isomorph, first, "right", "right", "isomorphic-duplicate"),
        (puzzles[2], "", "wrong", "missing", "wrong"),
        (solutions[2], clash, "wrong", "clash", "wrong"),
        ("." * len(puzzles[0]), solutions[1], "several", "one-of-several", "several"),
        (puzzles[2][:-1], solutions[2], "invalid", None, "invalid"),
    ]
    path.write_text("puzzle,solution\n" + "".join(f"{row[0]},{row[1]}\n" for row in rows))
    return [row[2:] for row in rows]


@pytest.mark.parametrize("name", ONE_EACH)
def test_each_defect_is_found_on(name: str, tmp_path: Path) -> None:
    expected = planted(name, tmp_path / "set.csv")
    report = audit_files(
        tmp_path / "set.csv", geometry=name, limit=3, annotated=tmp_path / "out.parquet"
    )
    rows = load(tmp_path / "out.parquet").to_pylist()
    found = [
        (row["audit_verdict"], row["audit_given_solution"], row["audit_defect"]) for row in rows
    ]
    assert found[:-1] == expected[:-1]
    assert (found[-1][0], found[-1][2]) == ("invalid", "invalid")
    assert [row["audit_minimal"] for row in rows] == [True] * 5 + [False, None, None]
    assert rows[3]["audit_isomorph_of"].endswith("set.csv:1")
    assert rows[0]["audit_solution"] == rows[0]["solution"]
    assert rows[0]["audit_n_clues"] == sum(c != "." for c in rows[0]["puzzle"])
    empty = rows[6]
    assert empty["audit_n_solutions"] == 3
    for solution in (empty["audit_solution"], empty["audit_other_solution"]):
        assert Grid(solution, name).is_solved
    assert empty["audit_solution"] != empty["audit_other_solution"]
    assert report.to_dict()["settings"]["geometry"] == str(Grid(empty["puzzle"], name).geometry)


def test_the_solution_of_a_row_is_corrected(tmp_path: Path) -> None:
    planted("6x6", tmp_path / "set.csv")
    audit_files(tmp_path / "set.csv", geometry="6x6", fixed=tmp_path / "out.csv", correct=True)
    rows = load(tmp_path / "out.csv").to_pylist()
    assert len(rows) == 4
    for row in rows:
        assert str(lowbit.solve(row["puzzle"], geometry="6x6").to_line()) == str(row["solution"])


def test_a_limit_leaves_open_whether_a_puzzle_is_minimal(tmp_path: Path) -> None:
    made = lowbit.generate(20, geometry="9x9+diagonals", seed=2, minimal=True).array
    path = tmp_path / "set.txt"
    path.write_text("\n".join(lines(made, "9x9+diagonals")))
    counts = audit_files(path, geometry="9x9+diagonals", max_nodes=20).to_dict()
    assert counts["verdicts"]["limit-reached"] > 0
    assert counts["verdicts"]["unique"] + counts["verdicts"]["limit-reached"] == 20
    assert counts["minimal"] < counts["verdicts"]["unique"]


def test_ratings_are_the_classic_boards_alone(tmp_path: Path) -> None:
    planted("4x4", tmp_path / "set.csv")
    with pytest.raises(InputError, match="rates puzzles on the classic board alone"):
        audit_files(tmp_path / "set.csv", geometry="4x4", rate=True)
    done = run("audit", "--geometry", "4x4", "--rate", str(tmp_path / "set.csv"))
    assert done.returncode == 2
    assert "classic board alone" in done.stderr


def test_the_command_audits_a_board(tmp_path: Path) -> None:
    planted("6x6", tmp_path / "set.csv")
    report = tmp_path / "report.json"
    done = run("audit", "--geometry", "6x6", "--report", str(report), str(tmp_path / "set.csv"))
    assert done.returncode == 1
    assert "several solutions                        1" in done.stdout
    assert json.loads(report.read_text())["settings"]["geometry"] == "6x6"


@pytest.mark.parametrize("name", ["6x6", "9x9+diagonals", "9x9~0-8"])
def test_a_job_makes_puzzles_on_a_board_and_another_audits_them(name: str, tmp_path: Path) -> None:
    made, audited = tmp_path / "made", tmp_path / "audited"
    run_job("20", made, do="generate", seed=5, geometry=name, rows=10)
    rows = [row for path in sorted(made.glob("*.parquet")) for row in load(path).to_pylist()]
    assert len(rows) == 20
    for row in rows:
        assert lowbit.solve(row["puzzle"], geometry=name).to_line() == row["solution"]
        assert row["n_clues"] == sum(c != "." for c in row["puzzle"])
    assert lowbit.is_minimal_many([row["puzzle"] for row in rows], geometry=name).array.all()
    run_job(made, audited, do="audit", geometry=name, one_split=True)
    found = [row for path in sorted(audited.glob("*.parquet")) for row in load(path).to_pylist()]
    assert [row["audit_verdict"] for row in found] == ["right"] * 20


def test_a_job_makes_no_puzzles_of_a_rating_on_another_board(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="made on the classic board"):
        run_job("5", tmp_path / "made", do="generate", seed=5, geometry="6x6", level="easy")
