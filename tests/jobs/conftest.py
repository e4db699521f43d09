"""Fixtures of the tests of jobs: files to work on, and what comes of a job that nothing kills."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from command_line import lowbit
from jobs.job_runs import FEW_ROWS, MADE, ROWS, files, puzzles

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of all kinds: Parquet of several row groups, CSV, text, and one in a folder."""
    return sources(tmp_path_factory.mktemp("source"), 150, ROWS)


@pytest.fixture(scope="session")
def few_inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As many files and shards, for what takes long with each row."""
    return sources(tmp_path_factory.mktemp("few"), 11, FEW_ROWS)


@pytest.fixture
def inputs_of(do: str, request: pytest.FixtureRequest) -> Path:
    """Files for a task."""
    found: Path = request.getfixturevalue("few_inputs" if do == "fewest" else "inputs")
    return found


def sources(folder: Path, n: int, rows: int) -> Path:
    lines = puzzles(n)
    table = pa.table({"id": range(len(lines)), "puzzle": lines, "nested": [[1, None]] * len(lines)})
    pq.write_table(table, folder / "many.parquet", row_group_size=rows)
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
