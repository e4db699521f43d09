"""Runs of jobs over small files: their options, and what they wrote."""

from __future__ import annotations

import hashlib
import subprocess
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

import lowbit as library
from command_line import LOWBIT
from lowbit.jobs import JobReport, run_job

if TYPE_CHECKING:
    from pathlib import Path

ROWS = 40
"""Rows of a row group in these tests, and of a shard."""

FEW_ROWS = 3
"""Those of a task that takes long with each row."""


OPTIONS: dict[str, dict[str, Any]] = {
    "solve": {"max_nodes": 1000},
    "count": {"limit": 5},
    "check": {"max_nodes": 1000},
    "maximize": {"weights": "uniform", "lowest": True, "top": 2},
    "minimize": {},
    "candidates": {},
    "canonical": {},
    "rate": {"rules": [], "measures": ["redundant"]},
    "trace": {"kind": "search"},
    "fewest": {"clues": 8},
    "audit": {"limit": 3, "allow": ["several"]},
    "generate": {"seed": 5, "clues": [22, 26], "symmetry": "half-turn", "minimal": False},
}
"""What is asked of each task."""

MADE = ("--do", "generate", "--seed", "1", "--rows", "40", "--clues", "22", "1600")


def puzzles(n: int, seed: int = 1) -> list[str]:
    made = library.generate(n, seed=seed)
    return ["".join(map(str, puzzle)).replace("0", ".") for puzzle in made]


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
    rows = FEW_ROWS if do == "fewest" else ROWS
    return run_job(from_source(do, inputs), dest, do, rows=rows, **OPTIONS[do], **how)


def start_job(*arguments: str | Path) -> subprocess.Popen[bytes]:
    """Start a job that is to be killed."""
    return subprocess.Popen(
        [*LOWBIT, "job", "run", "-q", *map(str, arguments)], stderr=subprocess.PIPE
    )


def n_done(folder: Path) -> int:
    return len(list(folder.glob("_lowbit/generate/*.json")))
