"""How many rows a second does a job do, and what does it cost? python -m benchmarks.jobs PUZZLES.

Disguises of a file's puzzles, in Parquet of several row groups, go through `lowbit job run` in
processes of its own: on local threads, and on a Dask cluster that is started for it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.audit import make
from benchmarks.machine import describe
from lowbit import solve_many
from lowbit.formats import read

DEEDS = ("solve", "canon", "audit", "generate")


def measure(*arguments: str) -> tuple[float, int]:
    """Return the seconds and the MiB that a job took, the latter without a cluster's workers."""
    started = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "lowbit", "job", "run", "-q", *arguments])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in {0, 1}
    return time.perf_counter() - started, usage.ru_maxrss >> 10


def main() -> None:
    """Print a line for each deed and crew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--shard", type=int, default=1 << 18)
    wanted = parser.parse_args()
    for name, value in describe().items():
        print(f"{name}: {value}")
    puzzles = [r.grid.to_line() for r in read(wanted.file) if r.grid is not None]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "source.parquet"
        make(puzzles, wanted.rows, source)
        size = source.stat().st_size / wanted.rows
        print(f"{wanted.rows:,} rows of {size:.0f} bytes in, shards of {wanted.shard:,}")
        sample = (puzzles * (200_000 // len(puzzles) + 1))[:200_000]
        started = time.perf_counter()
        solve_many("\n".join(sample).encode())
        print(f"engine: {len(sample) / (time.perf_counter() - started):,.0f} puzzles/s")
        for do in DEEDS:
            n = wanted.rows // 4 if do == "generate" else wanted.rows
            for on in ("local", "dask"):
                dest = folder / "dest"
                what = (str(n) if do == "generate" else str(source), str(dest))
                how = ("--do", do, "--on", on, "--prefix", "x_", "--rows", str(wanted.shard), *what)
                seconds, mebibytes = measure(*how)
                tables = sum(path.stat().st_size for path in dest.glob("*.parquet"))
                hidden = sum(path.stat().st_size for path in dest.glob("_lowbit/**/*.parquet"))
                again, _ = measure("--resume", *how)
                print(
                    f"{do:9}{on:6} {n / seconds:>10,.0f} rows/s {mebibytes:>5} MiB "
                    f"{tables / n:>5.0f} bytes a row and {hidden / n:.0f} on the way; "
                    f"to find it done {again:.1f} s"
                )
                shutil.rmtree(dest)


if __name__ == "__main__":
    main()
