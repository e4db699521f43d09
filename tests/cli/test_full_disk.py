"""A disk that is full: a clear error, and nothing under the final name."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from command_line import lowbit

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
N = 9_000
FULL = ": No space left on device\n"

TABLES = [".csv", ".tsv", ".jsonl", ".parquet", ".arrow", ".csv.gz", ".jsonl.zst"]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rows that no packing gets onto the disk."""
    draw = random.Random(1)  # noqa: S311 - no secret
    noise = [draw.randbytes(30).hex() for _ in range(N)]
    path = tmp_path_factory.mktemp("full") / "in.parquet"
    pq.write_table(pa.table({"puzzle": [PUZZLE] * N, "noise": noise}), path)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("extension", TABLES)
def test_of_a_table_nothing_is_left(extension: str, source: Path, small_disk: Path) -> None:
    target = small_disk / f"out{extension}"
    done = lowbit("solve", "-q", source, "-o", target)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"lowbit: error: {target}{FULL}"
    assert list(small_disk.iterdir()) == []


@pytest.mark.parametrize("extension", [".parquet", ".csv.gz"])
def test_what_was_there_stays(extension: str, source: Path, small_disk: Path) -> None:
    target = small_disk / f"out{extension}"
    target.write_text("old")
    assert lowbit("solve", "-q", source, "-o", target).returncode == 1
    assert [path.name for path in small_disk.iterdir()] == [target.name]
    assert target.read_text() == "old"


def test_of_lines_nothing_is_left(small_disk: Path, tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text(f"{PUZZLE}\n" * N)
    target = small_disk / "out.txt"
    done = lowbit("solve", "-q", lines, "-o", target)
    assert done.returncode == 1
    assert done.stderr == f"lowbit: error: {target}{FULL}"
    assert list(small_disk.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize(("option", "puzzle"), [("-v", PUZZLE), ("--stats", PUZZLE), ("-q", "x")])
def test_a_message_that_cannot_be_written_is_no_failure(option: str, puzzle: str) -> None:
    command = [sys.executable, "-m", "lowbit", "solve", option]
    lines = f"{puzzle}\n{PUZZLE}\n"
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            command, check=False, input=lines, stdout=subprocess.PIPE, stderr=full, text=True
        )
    assert done.stdout.splitlines()[1] == lowbit("solve", PUZZLE).stdout.strip()
    assert done.returncode == (puzzle != PUZZLE)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("option", ["--to=line", "--to=json"])
def test_standard_output_that_is_full_is_one_error(option: str) -> None:
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-m", "lowbit", "solve", option, PUZZLE]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            command, check=False, stdout=full, stderr=subprocess.PIPE, env=buffered, text=True
        )
    assert (done.returncode, done.stderr) == (1, f"lowbit: error: <stdout>{FULL}")


@pytest.mark.slow
@pytest.mark.parametrize("option", ["-o", "--fix"])
@pytest.mark.parametrize("extension", [".parquet", ".csv"])
def test_of_an_audited_set_nothing_is_left(
    extension: str, option: str, source: Path, small_disk: Path
) -> None:
    target = small_disk / f"out{extension}"
    allowed = [f"--allow={defect}" for defect in ("exact-duplicate", "isomorphic-duplicate")]
    done = lowbit("audit", "-q", *allowed, source, option, target)
    assert done.returncode == 1
    assert done.stderr == f"lowbit: error: {target}{FULL}"
    assert list(small_disk.iterdir()) == []
