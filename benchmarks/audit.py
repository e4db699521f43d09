"""How fast is an audit, and how much memory has it? python -m benchmarks.audit PUZZLES.

Data sets of disguises of a file's puzzles, one a line, with their solutions, are audited by
``lowbit audit`` in a process of its own: without and with an annotated and a cleaned copy, and as
the set that another one is audited against.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa

from benchmarks.machine import print_machine
from benchmarks.puzzles import puzzles_of
from lowbit import shuffle_many, solve_many
from lowbit.tables.answers.arrow import grid_column, puzzle_column
from lowbit.tables.rows.sinks import open_sink

AT_ONCE = 1 << 15
"""Rows that are made at a time."""


AUDIT = ("audit", "-q", "--allow", "isomorphic-duplicate")


def make(puzzles: list[str], n: int, path: Path) -> None:
    """Write `n` rows."""
    schema = pa.schema([("puzzle", pa.string()), ("solution", pa.string())])
    rng = np.random.default_rng(n)
    with open_sink(path, schema, "zstd") as write:
        for first in range(0, n, AT_ONCE):
            drawn = rng.integers(0, len(puzzles), min(AT_ONCE, n - first)).tolist()
            shuffled = shuffle_many([puzzles[number] for number in drawn], seed=first).array
            solved = solve_many(shuffled).solutions
            every = np.ones(len(drawn), np.bool_)
            columns = [puzzle_column(shuffled.astype(np.uint8), every), grid_column(solved, every)]
            write(pa.RecordBatch.from_arrays(columns, schema=schema))


def measure(*arguments: str) -> tuple[float, float, int]:
    """Return the seconds, those of CPU, and the MiB that a run of ``lowbit`` took."""
    started = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "lowbit", *arguments])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in {0, 1}
    cpu = usage.ru_utime + usage.ru_stime
    return time.perf_counter() - started, cpu, usage.ru_maxrss >> 10


def main() -> None:
    """Print a line for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--rows", type=int, nargs="+", default=[250_000, 1_000_000])
    wanted = parser.parse_args()
    print_machine()
    puzzles = puzzles_of(wanted.file)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for n in wanted.rows:
            source = folder / f"{n}.parquet"
            make(puzzles, n, source)
            copies = ("-o", str(folder / "o.parquet"), "--fix", str(folder / "fixed.parquet"))
            few = folder / "few.parquet"
            make(puzzles, 10, few)
            for what, arguments in (
                ("audit", (str(source),)),
                ("audit, both copies", (*copies, str(source))),
                ("audit against", ("--against", str(source), str(few))),
            ):
                seconds, cpu, mebibytes = measure(*AUDIT, *arguments)
                print(
                    f"{n:>10,} rows  {what:20} {n / seconds:>9,.0f} rows/s  "
                    f"{cpu / n * 1e6:6.1f} us of CPU a row  {mebibytes} MiB"
                )


if __name__ == "__main__":
    main()
