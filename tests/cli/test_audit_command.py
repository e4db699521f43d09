"""``lowbit audit``: a table for people, a report for programs, an exit code for both."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from command_line import PATIENCE, lowbit

if TYPE_CHECKING:
    from conftest import Data

from lowbit.audit.findings import DEFECTS
from lowbit.cli.commands.audit import DEFECTS as CHOICES

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "audit.csv"
GOLDEN = ROOT / "tests" / "audit" / "golden" / "report.txt"


def test_people_get_a_table() -> None:
    done = lowbit("audit", "--split-column", "split", EXAMPLE)
    assert done.stdout.replace(str(EXAMPLE), "examples/audit.csv") == GOLDEN.read_text()
    assert (done.returncode, done.stderr) == (1, "")


def test_programs_get_a_report_and_copies(tmp_path: Path) -> None:
    names = {name: tmp_path / name for name in ("report.json", "audited.jsonl", "clean.parquet")}
    report, audited, clean = names.values()
    how = ("--report", report, "-o", audited, "--fix", clean, "--split-column", "split", "-q")
    done = lowbit("audit", *how, EXAMPLE)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
    reported = json.loads(report.read_text())
    assert reported["fixed"] == {"rows": 3, "dropped": 9, "corrected": 0}
    rows = [json.loads(line) for line in audited.read_text().splitlines()]
    assert [row["audit_defect"] for row in rows] == [
        None, None, "wrong", "several", "none", "invalid", "exact-duplicate",
        "isomorphic-duplicate", None, "leak", "leak", "wrong",
    ]  # fmt: skip
    again = lowbit("audit", "--split-column", "split", clean)
    assert again.returncode == 0
    assert ["defects", "0", "0", "0"] in map(str.split, again.stdout.splitlines())


def test_a_set_on_another_board_is_told_how_to_name_it(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_text("1.A." + "." * 252 + "\n")
    check = "job", "run", "--do", "check", path
    for done in (lowbit("audit", path), lowbit(*check, tmp_path / "job")):
        assert done.stderr.startswith("lowbit: no row is a puzzle on 9x9; --geometry names another")
    for words in (("audit", path), (*check, tmp_path / "another")):
        assert "no row" not in lowbit(*words, "--geometry", "6x6").stderr
    path.write_text("." * 81 + "\nno puzzle\n")
    assert lowbit("audit", path).stderr == ""


def test_a_clean_set_ends_well(data: Data) -> None:
    done = lowbit("audit", data("kaggle_sample469.tsv"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "one solution, and right" in done.stdout


def test_every_defect_can_be_allowed() -> None:
    assert [defect.word for defect in DEFECTS] == list(CHOICES)
    allowed = [word for defect in CHOICES for word in ("--allow", defect)]
    done = lowbit("audit", *allowed, EXAMPLE)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ((), 2, "Missing argument"),
        (("missing.csv",), 1, "missing.csv: "),
        (("--column", "x", str(EXAMPLE)), 1, "there is no column x"),
        (("--allow", "typos", str(EXAMPLE)), 2, "'typos' is not one of"),
        (("--limit", "1", str(EXAMPLE)), 2, "not in the range"),
        (("--correct", str(EXAMPLE)), 1, "name a file for it"),
        (("-o", "/dev/null/x.csv", str(EXAMPLE)), 1, "/dev/null/x.csv"),
        (("--report", "/dev/null/x.json", str(EXAMPLE)), 1, "/dev/null/x.json"),
    ],
)
def test_what_cannot_be_is_reported(arguments: tuple[str, ...], code: int, says: str) -> None:
    done = lowbit("audit", *arguments)
    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_ctrl_c_ends_it_and_leaves_nothing(data: Data, tmp_path: Path) -> None:
    puzzles = tmp_path / "many.txt"
    puzzles.write_text(data("hardest_se11plus.txt").read_text() * 20)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    command = [sys.executable, "-m", "lowbit", "audit", str(puzzles), "--fix"]
    with subprocess.Popen(
        [*command, str(tmp_path / "clean.csv")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(temporary)},
        text=True,
    ) as process:
        deadline = time.monotonic() + PATIENCE
        while not list(temporary.glob("*/rows")) and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err.strip()) == (130, "", "")
    assert list(temporary.iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["many.txt", "tmp"]
