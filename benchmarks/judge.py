"""How fast ``lowbit judge`` answers a stream, beside the usual C++ solution and ``lowbit solve``.

``python -m benchmarks.judge FILE...`` repeats the puzzles of each file to as many lines as a judge
might send, and times whole processes, in turns: CPU time and wall time, the best of some rounds.
The C++ solution (``benchmarks/judge.cpp``, compiled with ``g++ -O2``) is slow on hard puzzles, so
it gets a part of the lines, evenly taken from all.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.machine import print_machine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LOWBIT = (sys.executable, "-m", "lowbit")
N_CELLS = 81
SHORT = 50
"""The puzzles of a stream that is too short for the lane engine to be worth loading."""


class Spent(NamedTuple):
    """What a process took."""

    wall: float
    cpu: float


def main() -> None:
    """Measure each file and print a table of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--cpp-lines", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args()
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(Path(folder))
        for path in wanted.files:
            print(f"\n{path.name}, {wanted.lines:,} lines, best of {wanted.rounds}")
            puzzles = puzzles_of(path)
            for row in rows(puzzles, wanted, program, Path(folder)):
                print(row)


def puzzles_of(path: Path) -> list[str]:
    """Return the puzzles of a file, with a dot for a blank."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line[:N_CELLS].replace("0", ".") for line in lines if line and line[0] != "#"]


def rows(
    puzzles: Sequence[str], wanted: argparse.Namespace, program: Path | None, folder: Path
) -> Iterator[str]:
    """Yield the table's lines."""
    stream = list(islice(cycle(puzzles), wanted.lines))
    part = stream[:: max(1, len(stream) // wanted.cpp_lines)]
    texts = {
        "judge": written(folder / "judge.txt", [*stream, "end"]),
        "solve": written(folder / "solve.txt", stream),
        "short": written(folder / "short.txt", [*stream[:SHORT], "end"]),
        "part": written(folder / "part.txt", [*part, "end"]),
    }
    runs: dict[str, tuple[int, Sequence[str]]] = {
        "lowbit judge acwing166": (len(stream), (*LOWBIT, "judge", "acwing166", texts["judge"])),
        "lowbit solve": (len(stream), (*LOWBIT, "solve", "-q", texts["solve"])),
        f"lowbit judge, {SHORT} lines": (SHORT, (*LOWBIT, "judge", "acwing166", texts["short"])),
    }
    if program:
        runs["the usual C++ solution"] = (len(part), (str(program), texts["part"]))
    best: dict[str, Spent] = {}
    for _ in range(wanted.rounds):
        for name, (_, command) in runs.items():
            spent = run(command)
            known = best.get(name, spent)
            best[name] = Spent(min(known.wall, spent.wall), min(known.cpu, spent.cpu))
    for name, (n_lines, _) in runs.items():
        wall, cpu = best[name]
        yield (
            f"  {name:28} {n_lines:7,} lines  {wall:8.3f} s wall {n_lines / wall:12,.0f}/s"
            f"  {cpu:8.3f} s CPU {n_lines / cpu:12,.0f}/s"
        )


def written(path: Path, lines: Sequence[str]) -> str:
    """Write lines to a file and return its name."""
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    return str(path)


def run(command: Sequence[str]) -> Spent:
    """Run a command on the file that it names last, as standard input too; drop what it writes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    with Path(command[-1]).open("rb") as given:
        subprocess.run(command, stdin=given, stdout=subprocess.DEVNULL, check=True, env=os.environ)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Spent(wall, cpu)


def compiled(folder: Path) -> Path | None:
    """Compile the C++ solution; None where there is no compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    program = folder / "judge"
    source = Path(__file__).with_suffix(".cpp")
    subprocess.run([compiler, "-O2", "-o", str(program), str(source)], check=True)
    return program


if __name__ == "__main__":
    main()
