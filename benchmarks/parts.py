"""What is compared with what: each part of a run, from the files it needs to plain results."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks import puzzles
from benchmarks.contest import ROOT, Contestant, compete, contestant
from benchmarks.machine import settings
from benchmarks.worker import SharedLibrary, Task

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from benchmarks.peers import Library, Peers

FEW, MANY = 20_000, 100_000
"""A file of fewer puzzles is repeated to so many: a batch must be long enough to be one."""

LIMITS = (1, 2)

INSTRUCTIONS = ("AVX2", "SSE2")
LANES = (8, 16, 32, 64)
BATCHES = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)

DIFFICULTIES = (0, 1, 4, 16, 64, 256, 1024)
"""The fewest guesses of each class."""
CLASS_SIZE = 5_000
SMALLEST_CLASS = 100


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run works with.

    Parameters
    ----------
    files : sequence of Path
        Puzzles as they are measured, see `prepare`.
    folder : Path
        Where files can be written.
    peers : Peers
        Those that are at hand.
    peer_python : str or None
        The interpreter that has the packages.
    seconds : float
        How long each contest goes on.
    package_seconds : float
        How long each package may try.
    file_lines : int
        How many lines the command is given.
    """

    files: Sequence[Path]
    folder: Path
    peers: Peers
    peer_python: str | None
    seconds: float
    package_seconds: float
    file_lines: int


def prepare(file: Path, folder: Path) -> Path:
    """Write the puzzles of a file shuffled, and repeated if they are few, under the same name."""
    lines = puzzles.shuffled(puzzles.read_lines(file))
    if len(lines) == 0:
        raise ValueError(f"{file} holds no line of 81 characters")
    if len(lines) < FEW:
        lines = puzzles.repeated(lines, MANY)
    return puzzles.write_lines(lines, folder / file.name)


def files(plan: Plan) -> list[dict[str, Any]]:
    """Compare with every library on every file."""
    return [
        contest(
            plan,
            file,
            limit,
            [
                contestant("lowbit", own(file, limit)),
                *rivals(plan.peers.libraries(), file, limit),
            ],
        )
        for file in plan.files
        for limit in LIMITS
    ]


def instructions(plan: Plan) -> list[dict[str, Any]]:
    """Compare what is left on machines with narrower vectors, with the yardstick and its builds."""
    libraries = (*plan.peers.libraries(plan.peers.yardstick), *plan.peers.narrower())
    return [
        contest(
            plan,
            file,
            limit,
            [
                contestant("lowbit", own(file, limit)),
                *(
                    contestant(f"lowbit, {name}", own(file, limit), settings(name))
                    for name in INSTRUCTIONS
                ),
                *rivals(libraries, file, limit),
            ],
        )
        for file in plan.files
        for limit in LIMITS
    ]


def lanes(plan: Plan) -> list[dict[str, Any]]:
    """Compare blocks of more and fewer lanes than a register has."""
    return [
        contest(
            plan,
            file,
            2,
            [
                contestant(f"{n} lanes", replace(own(file, 2), kind="engine", lanes=n))
                for n in LANES
            ],
        )
        for file in plan.files
    ]


def threads(plan: Plan) -> list[dict[str, Any]]:
    """Compare one thread, two, four, and so on, up to the CPUs there are."""
    counts = [1 << n for n in range((os.cpu_count() or 1).bit_length())]
    found = []
    for file in plan.files:
        many = puzzles.repeated(puzzles.read_lines(file), 2 * MANY)
        path = puzzles.write_lines(many, plan.folder / f"many-{file.name}")
        entrants = [contestant(str(n), replace(own(path, 2), threads=n)) for n in counts]
        found.append(contest(plan, file, 2, entrants))
    return found


def batches(plan: Plan) -> list[dict[str, Any]]:
    """Compare batches of one puzzle to a million, in one thread."""
    file = plan.files[0]
    many = puzzles.repeated(puzzles.read_lines(file), max(BATCHES))
    path = puzzles.write_lines(many, plan.folder / f"million-{file.name}")
    entrants = [contestant(str(size), replace(own(path, 2), batch=size)) for size in BATCHES]
    yardstick = rivals(plan.peers.libraries(plan.peers.yardstick), file, 2)
    return [contest(plan, file, 2, [*entrants, *yardstick])]


def difficulty(plan: Plan) -> list[dict[str, Any]]:
    """Compare on the puzzles of all files, sorted by the guesses of one of the libraries."""
    found = []
    libraries = [each for each in plan.peers.libraries() if not each.sample]
    for library in plan.peers.libraries(plan.peers.difficulty_by):
        for name, guesses, lines in _classes(plan, library):
            path = puzzles.write_lines(lines, plan.folder / f"{name}.txt")
            entrants = [contestant("lowbit", own(path, 2)), *rivals(libraries, path, 2)]
            found.append({**contest(plan, path, 2, entrants), "guesses": guesses})
    return found


def _classes(plan: Plan, library: Library) -> Iterable[tuple[str, float, NDArray[np.uint8]]]:
    """Yield each class of difficulty: its name, its guesses a puzzle, and puzzles of all files."""
    lines = np.concatenate([np.unique(puzzles.read_lines(file), axis=0) for file in plan.files])
    everything = puzzles.write_lines(puzzles.shuffled(lines), plan.folder / "everything.txt")
    guesses = SharedLibrary(replace(library.task(everything, 2), sample=0)).guesses()
    lines = puzzles.read_lines(everything)
    for least, most in zip(DIFFICULTIES, (*DIFFICULTIES[1:], None), strict=True):
        chosen = (guesses >= least) & (guesses < (most or np.inf))
        if np.count_nonzero(chosen) >= SMALLEST_CLASS:
            name = f"{least} and more" if most is None else f"{least} to {most - 1}"
            some = puzzles.sample(lines[chosen], CLASS_SIZE)
            yield ("0" if most == 1 else name), float(guesses[chosen].mean()), some


def packages(plan: Plan) -> list[dict[str, Any]]:
    """Compare with packages from PyPI; lowbit called for all puzzles, and for one at a time."""
    python = plan.peer_python
    if python is None:
        return []
    script, seconds = str(ROOT / "benchmarks" / "packages.py"), str(plan.package_seconds)
    found = []
    for file in plan.files[:2]:
        one = replace(own(file, 2), kind="one", sample=300)
        entrants = [
            contestant("lowbit, all at once", own(file, 2)),
            contestant("lowbit, one at a time", one),
            *(
                Contestant(each.name, (python, script, each.name, str(file), seconds))
                for each in plan.peers.package
            ),
        ]
        found.append(contest(plan, file, 2, entrants, rounds=1))
    return found


def command(plan: Plan) -> dict[str, Any]:
    """Measure the whole command, file to file, and how long it takes to start."""
    file = plan.files[0]
    lines = puzzles.repeated(puzzles.read_lines(file), plan.file_lines)
    path = puzzles.write_lines(lines, plan.folder / f"long-{file.name}")
    return run_module("benchmarks.command", [path, len(lines), plan.folder])


def floor(plan: Plan) -> dict[str, Any]:
    """Measure what sweeps cost, and all else, with each set of instructions."""
    return {
        name: run_module("benchmarks.floor", plan.files, name) for name in ("native", *INSTRUCTIONS)
    }


PARTS: dict[str, Callable[[Plan], Any]] = {
    part.__name__: part
    for part in (
        files,
        instructions,
        lanes,
        threads,
        batches,
        difficulty,
        packages,
        command,
        floor,
    )
}


def contest(
    plan: Plan,
    file: Path,
    limit: int,
    entrants: Sequence[Contestant],
    rounds: int | None = None,
) -> dict[str, Any]:
    """Hold a contest over a file, and return it with its rows."""
    rows = compete(entrants, plan.seconds, rounds)
    return {"file": file.stem, "limit": limit, "rows": rows}


def own(file: Path, limit: int) -> Task:
    """Return what lowbit has to do."""
    return Task(kind="lowbit", puzzles=str(file), limit=limit)


def rivals(libraries: Iterable[Library], file: Path, limit: int) -> list[Contestant]:
    """Return the libraries that know a limit, as contestants."""
    return [
        contestant(each.name, each.task(file, limit)) for each in libraries if limit in each.limits
    ]


def run_module(
    module: str, arguments: Iterable[object], instructions: str = "native"
) -> dict[str, Any]:
    """Run a module that prints JSON."""
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **settings(instructions)},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found
