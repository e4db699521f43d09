"""The command passes on what a job takes, and shows what came of it."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest
from click import UsageError

from command_line import EXAMPLES, LOWBIT, lowbit
from jobs.job_runs import ROWS, files, from_source, run
from lowbit import estimate_solutions
from lowbit.cli.commands.job import _options
from lowbit.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path


def test_options_that_are_for_something_else_are_refused(tmp_path: Path) -> None:
    done = lowbit("job", "run", "--do", "solve", "--seed", "1", EXAMPLES, tmp_path / "job")
    assert done.returncode == 2
    assert "--seed applies to generate, count, not to solve" in done.stderr


def test_a_seed_of_0_is_kept_and_measures_go_without_ratings() -> None:
    assert _options("generate", None, {"seed": 0, "no_minimal": False}) == {"seed": 0}
    asked = {"rules": "none", "measure": ("depth",)}
    assert _options("rate", None, dict(asked)) == {"rules": (), "measures": ("depth",)}
    with pytest.raises(UsageError, match="none applies to rate, not to generate"):
        _options("generate", None, {"rules": "none"})


@pytest.mark.slow
def test_the_command_passes_every_option_on(
    inputs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {
        "solve": ["--max-nodes", "1000"],
        "count": ["--limit", "5"],
        "check": ["--max-nodes", "1000"],
        "maximize": ["--weights", "uniform", "--lowest", "--top", "2"],
        "minimize": [],
        "candidates": [],
        "canonical": [],
        "audit": ["--limit", "3", "--allow", "several"],
        "generate": ["--seed", "5", "--clues", "22-26", "--symmetry", "half-turn", "--no-minimal"],
    }
    for do, options in said.items():
        here, there = tmp_path / do, tmp_path / f"{do}-by-command"
        run(do, inputs, here)
        words = ["job", "run", "-q", "--do", do, "--rows", str(ROWS), *options]
        code = main([*words, from_source(do, inputs), str(there)])
        assert capsys.readouterr() == ("", "")
        assert code == (0 if do == "generate" else 1), do
        assert files(here) == files(there), do


def test_a_job_estimates_and_keeps_its_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in.txt").write_text(".Shape~4x4 .Cage~3~R1C1~R1C2\n" + "1" + "." * 80 + "\n")
    words = ["job", "run", "-q", "--do", "count", "--estimate", "2", str(tmp_path / "in.txt")]
    assert main([*words, str(tmp_path / "job")]) == 0
    manifest = json.loads((tmp_path / "job/_lowbit/manifest.json").read_text())
    seed = manifest["options"]["seed"]
    told = pq.read_table(tmp_path / "job/in.parquet").to_pylist()
    known = [(48, 0.0), *[estimate_solutions("1" + "." * 80, samples=2, seed=seed)]]
    assert [(row["estimate"], row["error"]) for row in told] == known
    assert main([*words, str(tmp_path / "job"), "--resume"]) == 0
    assert json.loads((tmp_path / "job/_lowbit/manifest.json").read_text()) == manifest
    capsys.readouterr()


def test_an_audit_tells_its_report(inputs: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = lowbit("job", "run", "--do", "audit", "--report", report, inputs, tmp_path / "job")
    assert done.returncode == 1
    assert done.stdout.startswith("                            ")
    assert "isomorphic duplicates" in done.stdout
    assert json.loads(report.read_text())["rows"] == 173


def test_help_is_quick(tmp_path: Path) -> None:
    code = (
        "import sys; from lowbit.cli.main import main; main(['job', 'run', '--help']); "
        "sys.exit(any(name in sys.modules for name in ('pyarrow', 'numba', 'distributed')))"
    )
    done = subprocess.run([LOWBIT[0], "-c", code], capture_output=True, check=False, env=os.environ)
    assert done.returncode == 0, done.stderr
