"""How fast is the command itself: file to file, and from a standing start.

``python -m benchmarks.command PUZZLES N FOLDER`` prints it as JSON. A process that is started
counts the memory of the one that starts it as its own until then, so this one stays small.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.contest import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

RUNS = 3
STARTS = 7

LOWBIT = (sys.executable, "-m", "lowbit")

ONE_PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
"""From the problem statement of target Sudoku."""


def main() -> None:
    """Measure, and print JSON."""
    puzzles, n_puzzles, folder = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    solve = solve_file(puzzles, n_puzzles, folder)
    print(json.dumps({"solve": solve, "start": start_up(folder)}))


def solve_file(puzzles: Path, n_puzzles: int, folder: Path) -> dict[str, Any]:
    """Run ``lowbit solve PUZZLES -o OUT`` some times; return its times and its memory."""
    out = folder / "solved.txt"
    runs = [run((*LOWBIT, "solve", str(puzzles), "-o", str(out))) for _ in range(RUNS)]
    return {
        "puzzles": n_puzzles,
        "seconds": [each["seconds"] for each in runs],
        "megabytes": max(each["megabytes"] for each in runs),
        "bytes_out": out.stat().st_size,
    }


def start_up(folder: Path) -> dict[str, list[float]]:
    """Return the seconds that short commands take, by what they are."""
    batch = folder / "batch.txt"
    batch.write_text(f"{ONE_PUZZLE}\n" * 10_000, encoding="ascii")
    out = ("-o", str(folder / "solved.txt"))
    commands: dict[str, Sequence[str]] = {
        "an empty Python": (sys.executable, "-c", ""),
        "import lowbit": (sys.executable, "-c", "import lowbit"),
        "lowbit --help": (*LOWBIT, "--help"),
        "solve one puzzle": (*LOWBIT, "solve", ONE_PUZZLE),
        "solve 10,000 puzzles": (*LOWBIT, "solve", str(batch), *out),
    }
    found = {
        name: [run(command)["seconds"] for _ in range(STARTS)] for name, command in commands.items()
    }
    cold = {"LOWBIT_CACHE": str(folder / "cold"), "LOWBIT_QUIET": "1"}
    first = run(commands["solve 10,000 puzzles"], cold)
    return {**found, "solve 10,000 puzzles, first run on a machine": [first["seconds"]]}


def run(command: Sequence[str], settings: Mapping[str, str] | None = None) -> dict[str, float]:
    """Run a command to its end; return its wall time and its largest resident size."""
    with tempfile.TemporaryFile() as complaints:
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **(settings or {})},
            stdout=subprocess.DEVNULL,
            stderr=complaints,
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            complaints.seek(0)
            raise RuntimeError(f"{command} failed: {complaints.read().decode()}")
    return {"seconds": seconds, "megabytes": usage.ru_maxrss / 1024}


if __name__ == "__main__":
    main()
