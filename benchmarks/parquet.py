"""How fast are tables, beside the engine alone? python -m benchmarks.parquet PUZZLES.

Rows of an id, a puzzle and a remark are drawn from a file of puzzles, one a line. The yardstick
is `solve_many` on an array of their digits, in the same run and with as many threads. With
``--memory`` nothing but ``lowbit solve`` runs, in a process of its own, and what is measured is
the most memory that it had.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from benchmarks.machine import describe
from lowbit import solve_many
from lowbit.tables.batches import ROWS
from lowbit.tables.files import answer_file
from lowbit.tables.rows.sinks import open_sink

if TYPE_CHECKING:
    from numpy.typing import NDArray

TIMES = 3

WAYS = (
    ("parquet, none", "parquet", "none"),
    ("parquet, snappy", "parquet", "snappy"),
    ("parquet, zstd", "parquet", "zstd"),
    ("parquet, lz4", "parquet", "lz4"),
    ("arrow", "arrow", "none"),
    ("csv", "csv", None),
    ("jsonl", "jsonl", None),
)
"""The name, the kind and the codec of tables that are read and written."""


def rows(puzzles: pa.Array, n: int, seed: int) -> pa.Table:
    """Return a table of `n` puzzles, drawn at random."""
    drawn = np.random.default_rng(seed).integers(0, len(puzzles), n)
    remarks = pa.array([f"ré {number} 数独" for number in range(5000)])
    return pa.table(
        {
            "id": pa.array(np.arange(n)),
            "puzzle": puzzles.take(pa.array(drawn)),
            "remark": remarks.take(pa.array(drawn % 5000)),
        }
    )


def digits_of(table: pa.Table) -> NDArray[np.uint8]:
    """Return the puzzles as the engine alone takes them."""
    text = "".join(table["puzzle"].to_pylist()).replace(".", "0").encode()
    return (np.frombuffer(text, np.uint8) - ord("0")).reshape(-1, 81)


def alone(digits: NDArray[np.uint8], threads: int) -> float:
    """Return the seconds that the engine alone takes."""
    seconds = []
    for _ in range(TIMES):
        started = time.perf_counter()
        solve_many(digits, threads=threads)
        seconds.append(time.perf_counter() - started)
    return min(seconds)


def measure(table: pa.Table, way: tuple[str, str, str | None], threads: int) -> tuple[float, int]:
    """Return the seconds from a file to a file, and the size of the latter."""
    _, kind, codec = way
    with tempfile.TemporaryDirectory() as folder:
        source, target = (Path(folder, f"{name}.{kind}") for name in ("source", "target"))
        with open_sink(source, table.schema, codec) as put:
            for batch in table.to_batches(max_chunksize=ROWS):
                put(batch)
        seconds = []
        for _ in range(TIMES):
            target.unlink(missing_ok=True)  # to replace a file takes the system time of its own
            started = time.perf_counter()
            answer_file(source, target, "solve", codec=codec, threads=threads)
            seconds.append(time.perf_counter() - started)
        return min(seconds), target.stat().st_size


def show_rates(puzzles: pa.Array, n: int, threads: int) -> None:
    """Print a line for each kind of table, with its share of the engine's rate."""
    table = rows(puzzles, n, seed=1)
    engine = alone(digits_of(table), threads)
    print(f"{n:,} rows, {threads} threads, best of {TIMES}; in and out packed alike")
    print(f"{'engine alone':18} {n / engine / 1e6:6.2f} M rows/s")
    for way in WAYS:
        seconds, size = measure(table, way, threads)
        rate = f"{n / seconds / 1e6:6.2f} M rows/s {engine / seconds:6.0%}"
        print(f"{way[0]:18} {rate} {size / n:6.0f} bytes a row", flush=True)


def show_memory(puzzles: pa.Array, n: int, threads: int) -> None:
    """Print the most memory that the command had over `n` rows of Parquet."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "source.parquet"), Path(folder, "target.parquet")
        schema = rows(puzzles, 0, seed=0).schema
        with open_sink(source, schema) as put:
            for seed, first in enumerate(range(0, n, ROWS)):
                for batch in rows(puzzles, min(ROWS, n - first), seed).to_batches():
                    put(batch)
        command = [sys.executable, "-m", "lowbit", "solve", str(source), "-o", str(target)]
        done = subprocess.run(
            [*command, "--threads", str(threads)], check=True, capture_output=True, text=True
        )
        used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(done.stderr.strip())
        print(f"{n:,} rows: {used:.0f} MiB at most")


def main() -> None:
    """Parse what was typed, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("puzzles", type=Path)
    parser.add_argument("-n", type=int, default=1_000_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory", action="store_true")
    given = parser.parse_args()
    words = [line.split()[0] for line in given.puzzles.read_text().splitlines() if line.strip()]
    puzzles = pa.array(word for word in words if len(word) == 81)
    for name, value in {**describe(), "pyarrow": pa.__version__}.items():
        print(f"{name}: {value}")
    (show_memory if given.memory else show_rates)(puzzles, given.n, given.threads)


if __name__ == "__main__":
    main()
