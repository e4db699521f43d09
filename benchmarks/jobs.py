"""How many rows a second does a job do, and what does it cost? python -m benchmarks.jobs PUZZLES.

Disguises of a file's puzzles, in Parquet of several row groups, go through `lowbit job run` in
processes of its own: on local threads, and on a Dask cluster that is started for it.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from benchmarks.audit import make, measure
from benchmarks.machine import print_machine
from benchmarks.puzzles import puzzles_of

SHARES = {"solve": 1, "canonical": 4, "audit": 4, "generate": 8}
"""Of so many rows, each task does one: they take longer than to solve."""


def main() -> None:
    """Print a line for each operation and executor."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--rows", type=int, default=8_000_000)
    parser.add_argument("--shard", type=int, default=1 << 18)
    wanted = parser.parse_args()
    print_machine()
    puzzles = puzzles_of(wanted.file)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"shards of {wanted.shard:,} rows; what a job of one row takes is taken off")
        for do, share in SHARES.items():
            compare(folder, puzzles, do, wanted.rows // share, wanted.shard)


def compare(folder: Path, puzzles: list[str], do: str, n: int, shard: int) -> None:
    """Print a line for each executor."""
    sources = {}
    for rows in (1, n):
        sources[rows] = str(rows) if do == "generate" else str(folder / f"{rows}.parquet")
        if do != "generate" and not Path(sources[rows]).exists():
            make(puzzles, rows, Path(sources[rows]))
    for on in ("local", "dask"):
        dest = folder / "dest"
        how = ("job", "run", "-q", "--do", do, "--on", on, "--prefix", "x_", "--rows", str(shard))
        start, *_ = measure(*how, sources[1], str(folder / "one"))
        seconds, _, mebibytes = measure(*how, sources[n], str(dest))
        tables = sum(path.stat().st_size for path in dest.glob("*.parquet"))
        hidden = sum(path.stat().st_size for path in dest.glob("_lowbit/**/*.parquet"))
        again, *_ = measure(*how, "--resume", sources[n], str(dest))
        print(
            f"{do:9}{on:6}{n:>10,} rows {n / (seconds - start):>10,.0f} rows/s "
            f"{mebibytes:>4} MiB {tables / n:>4.0f} bytes a row, {hidden / n:.0f} on the way; "
            f"begun in {start:.1f} s, found done in {again:.1f} s"
        )
        for used in (dest, folder / "one"):
            shutil.rmtree(used)


if __name__ == "__main__":
    main()
