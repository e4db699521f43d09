"""Runs of jobs over small files: what they are asked, their files, and what they wrote."""

from __future__ import annotations

import hashlib
import subprocess
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import lowbit as library
from command_line import LOWBIT, lowbit
from lowbit.jobs import JobReport, run_job

if TYPE_CHECKING:
    from pathlib import Path

ROWS = 40
"""Rows of a row group in these tests, and of a shard."""


OPTIONS: dict[str, dict[str, Any]] = {
    "solve": {"max_nodes": 1000},
    "count": {"limit": 5},
    "check": {"max_nodes": 1000},
    "maximize": {"weights": "uniform", "minimize": True, "top": 2},
    "minimize": {},
    "canonical": {},
    "rate": {"rules": [], "measures": ["redundant"]},
    "audit": {"limit": 3, "allow": ["several"]},
    "generate": {"seed": 5, "clues": [22, 26], "symmetry": "half-turn", "minimal": False},
}
"""What is asked of each task."""

MADE = ("--do", "generate", "--seed", "1", "--rows", "40", "--clues", "22", "1600")


def puzzles(n: int, seed: int = 1) -> list[str]:
    made = library.generate(n, seed=seed)
    return ["".join(map(str, puzzle)).replace("0", ".") for puzzle in made]


@pytest.fixture(scope="session")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of all kinds: Parquet of several row groups, CSV, text, and one in a folder."""
    folder = tmp_path_factory.mktemp("source")
    lines = puzzles(150)
    table = pa.table({"id": range(len(lines)), "puzzle": lines, "nested": [[1, None]] * len(lines)})
    pq.write_table(table, folder / "many.parquet", row_group_size=ROWS)
    (folder / "few.csv").write_text("\n".join(["puzzle", *puzzles(9, 2), "no puzzle"]) + "\n")
    (folder / "lines.txt").write_text("".join(f"{line}\n" for line in puzzles(7, 3)))
    (folder / "deep").mkdir()
    pq.write_table(pa.table({"quizzes": [*puzzles(5, 4), lines[3]]}), folder / "deep/one.parquet")
    (folder / "_left_out.csv").write_text("puzzle\n")
    return folder


@pytest.fixture(scope="session")
def whole_job(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What comes of `MADE` where nothing is killed."""
    folder = tmp_path_factory.mktemp("whole") / "job"
    assert lowbit("job", "run", "-q", *MADE, folder).returncode == 0
    return files(folder)


def files(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file in a folder."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def together(folder: Path) -> pa.Table:
    """Return the rows of all tables in a folder."""
    return pa.concat_tables([pq.read_table(path) for path in sorted(folder.glob("*.parquet"))])


def from_source(do: str, inputs: Path) -> str:
    return "100" if do == "generate" else str(inputs)


def run(do: str, inputs: Path, dest: Path, **how: Any) -> JobReport:
    return run_job(from_source(do, inputs), dest, do, rows=ROWS, **OPTIONS[do], **how)


def start_job(*arguments: str | Path) -> subprocess.Popen[bytes]:
    """Start a job that is to be killed."""
    return subprocess.Popen(
        [*LOWBIT, "job", "run", "-q", *map(str, arguments)], stderr=subprocess.PIPE
    )


def n_done(folder: Path) -> int:
    return len(list(folder.glob("_lowbit/generate/*.json")))
