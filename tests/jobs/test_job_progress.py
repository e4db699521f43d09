"""A terminal shows how far a job is, and how long it will take."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest

from command_line import start_on_a_terminal
from lowbit.cli.commands.job import Bar
from lowbit.cli.run import progress
from lowbit.jobs import JobProgress

if TYPE_CHECKING:
    from pathlib import Path

LINE = re.compile(
    r"\[#*-*\] +(\d+)%  ([\d,]+) puzzles  [\d,]+/s  \d+:\d\d left  made 100\.0%"
)  # fmt: skip

EAGER = """
import sys
from lowbit.cli.main import main
from lowbit.cli.run import progress
progress.PATIENCE = progress.INTERVAL = 0
sys.exit(main())
"""
"""The command, which draws the line however soon it is done."""


@pytest.mark.slow
@pytest.mark.parametrize("on", ["local", "dask"])
def test_the_line_comes_to_its_end(on: str, tmp_path: Path) -> None:
    made = ("--do", "generate", "--seed", "1", "--clues", "22", "--rows", "10", "100")
    command = ("job", "run", "--on", on, *made, tmp_path / "job")
    eager = (sys.executable, "-c", EAGER)
    with start_on_a_terminal(*command, command=eager) as (process, pieces):
        shown = "".join(pieces)
    assert process.returncode == 0
    *drawn, rest = shown.split(progress.CLEAR)
    assert re.fullmatch(r"lowbit: 100 puzzles: 100 made \([^)]*\)\r\n", rest)
    lines = [LINE.fullmatch(line) for line in drawn if line.startswith("[")]
    shares = [int(line[1]) for line in lines if line]
    assert len(shares) == len(lines) > 0
    assert shares == sorted(shares)


def test_each_stage_has_a_line_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(progress, "INTERVAL", 0)
    bar = Bar(is_drawn=True)
    for stage, n_done in (("examine", 5), ("examine", 10), ("write", 1)):
        bar.show(JobProgress(stage, n_done, 10, {"right": n_done}, n_threads=1))
    shown = capsys.readouterr().err.split(progress.CLEAR)
    assert [line[:25] for line in shown if line.startswith("[")] == [
        "[##########----------]  5", "[####################] 10", "[##------------------]  1",
    ]  # fmt: skip
