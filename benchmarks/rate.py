"""Puzzles rated per second, by how hard they are: python -m benchmarks.rate FILE.

Each line of FILE begins with a puzzle. lowbit rates all of them first, which sorts them into
classes of ER; of all together and of each class so many are then rated again, by lowbit on one CPU
and by every peer. A peer is a command that takes the name of a file with a puzzle a line:

    python -m benchmarks.rate FILE --peer "skfr=skfr {}" --peer "SE=java -jar se.jar {}"

Rates are those of a second of a CPU, with that of all processes that are started, so that others on
the machine disturb them little. What a program takes to start is a part of it. Each rates a class
as often as it takes to fill half a second. Without FILE, random minimal puzzles are rated: the row
of all is theirs.
"""

from __future__ import annotations

import argparse
import resource
import shlex
import subprocess
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.machine import print_machine
from lowbit import generate, rate_many

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CLASSES = {
    "below 6.5": (0.0, 6.4),
    "6.5 to 8.1": (6.5, 8.1),
    "8.2 to 9.2": (8.2, 9.2),
    "above 9.2": (9.3, 20.0),
}

SAMPLE = 100
"""Puzzles of each class that are measured, unless the command line says otherwise."""

N_GENERATED = 2000

ENOUGH = 0.5
"""Seconds of CPU after which a class is not rated again."""


def main() -> None:
    """Measure, and print Markdown."""
    options = _parser().parse_args()
    lines = _lines(options.file)
    print_machine()
    _table(
        _classes(lines, options.sample),
        {
            "lowbit": partial(_by_lowbit, rules="explainer"),
            "lowbit, HoDoKu's score": partial(_by_lowbit, rules="hodoku"),
            **{name: partial(_by_command, command=text) for name, text in options.peers},
        },
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rate")
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--sample", type=int, default=SAMPLE)
    parser.add_argument(
        "--peer", dest="peers", action="append", default=[], type=lambda text: text.split("=", 1)
    )
    return parser


def _lines(file: Path | None) -> list[str]:
    if file is not None:
        return [line.split()[0] for line in file.read_text("utf-8").splitlines() if line.strip()]
    puzzles = generate(N_GENERATED, seed=1).array.tolist()
    return ["".join(map(str, puzzle)).replace("0", ".") for puzzle in puzzles]


def _classes(lines: list[str], sample: int) -> dict[str, list[str]]:
    """Sort puzzles by Sudoku Explainer's rating."""
    ratings = np.array([rating.er or 0.0 for rating in rate_many(lines)])
    found = {"all": lines[:sample]}
    for name, (least, most) in CLASSES.items():
        rows = np.flatnonzero((ratings >= least) & (ratings <= most))[:sample]
        if rows.size:
            found[name] = [lines[row] for row in rows]
    return found


def _table(
    classes: dict[str, list[str]], raters: dict[str, Callable[[Sequence[str]], object]]
) -> None:
    """Print a table with a column for each rater."""
    print(f"\n| ER | puzzles | {' | '.join(raters)} |")
    print("| --- " * (len(raters) + 2) + "|")
    for name, lines in classes.items():
        rates = (
            f"{len(lines) / _mean_seconds(partial(rater, lines)):,.1f}" for rater in raters.values()
        )
        print(f"| {name} | {len(lines)} | {' | '.join(rates)} |", flush=True)


def _mean_seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of some work, done again and again where it takes little."""
    times = [_seconds(work)]
    while sum(times) < ENOUGH:
        times.append(_seconds(work))
    return sum(times) / len(times)


def _seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of some work, in this process and in those that it starts."""
    began = _cpu()
    work()
    return _cpu() - began


def _cpu() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _by_lowbit(lines: Sequence[str], rules: str) -> None:
    rate_many(list(lines), rules=rules, threads=1)


def _by_command(lines: Sequence[str], command: str) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(f"{line}\n" for line in lines))
        file.flush()
        words = [word.replace("{}", file.name) for word in shlex.split(command)]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
