"""Searches near puzzles: beside gridchecker, and what they find.

::

    python -m benchmarks.search gridchecker PROGRAM   the same neighbours by both, and the times
    python -m benchmarks.search plain                 the same candidates, each searched alone
    python -m benchmarks.search x12 SECONDS           Sudoku X of 12 clues, from random puzzles
    python -m benchmarks.search high SECONDS          minimal puzzles of many clues, from others
    python -m benchmarks.search depth FILE SECONDS    puzzles in T&E(3), from those in a file

PROGRAM is gridchecker (dobrichev/gridchecker), built by its makefile; ``--similar --minusandup xy``
takes x givens away and adds up to y. Both run on one thread, write a line for each puzzle, and
times are CPU time. What is printed by gridchecker is compared with lowbit's neighbours by canonical
form. Candidates are those that lowbit looked at: both programs decide all of them.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lowbit import Grids, PuzzleSearch, canonical_many, generate, solve_many
from lowbit.errors import LimitReachedError
from lowbit.geometry import CLASSIC
from lowbit.limits import NO_LIMITS
from lowbit.verbs.puzzles import grid_of
from lowbit.verbs.search.neighbours import Vicinity

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lowbit.verbs.search.run import FoundNeighbour


class Found(NamedTuple):
    """The forms that a program has found, the seconds of CPU, and the candidates if it tells."""

    forms: set[bytes]
    seconds: float
    candidates: int = 0


def main() -> None:
    """Run the comparison that was asked for."""
    options = _parser().parse_args()
    options.run(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search")
    commands = parser.add_subparsers(required=True)
    against = commands.add_parser("gridchecker")
    against.add_argument("program", type=Path)
    against.add_argument("--moves", nargs="*", default=["11", "12", "21", "22"], metavar="XY")
    plain = commands.add_parser("plain")
    for command, run in ((against, _beside), (plain, _plainly)):
        command.add_argument("--seeds", type=int, default=10, metavar="N")
        command.add_argument("--seed", type=int, default=1)
        command.set_defaults(run=run)
    for name, run in (("x12", _x12), ("high", _high), ("depth", _depth)):
        command = commands.add_parser(name)
        if name == "depth":
            command.add_argument("file", type=Path)
        command.add_argument("seconds", type=float)
        command.add_argument("--pool", type=Path)
        command.add_argument("--seeds", type=int, default=150, metavar="N")
        command.add_argument("--seed", type=int, default=1)
        command.set_defaults(run=run)
    return parser


def _beside(options: argparse.Namespace) -> None:
    """Compare with gridchecker, and print a row for each move."""
    seeds = generate(options.seeds, seed=options.seed)
    _by_lowbit(generate(1, seed=99), "11")  # loads the kernels
    print("| {-x}{+1..y} | seeds | found | same | candidates | lowbit, s | gridchecker, s | x |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for xy in options.moves:
        ours, theirs = _by_lowbit(seeds, xy), _by_gridchecker(options.program, seeds, xy)
        cells = (
            xy, len(seeds), f"{len(ours.forms):,}", ours.forms == theirs.forms,
            f"{ours.candidates:,}", f"{ours.seconds:.3f}", f"{theirs.seconds:.2f}",
            f"{theirs.seconds / ours.seconds:.1f}",
        )  # fmt: skip
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)
        for name, one in (("lowbit", ours), ("gridchecker", theirs)):
            print(
                f"    {name}: {one.__class__ and ours.candidates / one.seconds:,.0f} candidates/s"
            )


def _by_lowbit(seeds: Grids, xy: str) -> Found:
    """Return the neighbours by gridchecker's rule: what went may come back, too."""
    x, y = map(int, xy)
    moves = sorted({f"-{x - k}+{j - k}" for j in range(1, y + 1) for k in range(min(x, j) + 1)})
    began = time.process_time()
    search = PuzzleSearch(seeds, [move for move in moves if move != "-0+0"], threads=1, seed=1)
    found = [grid_of(one.puzzle).to_line() for one in search]
    seconds = time.process_time() - began
    back = seeds.to_strings() if x <= y else []
    return Found(_forms([*found, *back]), seconds, search.tested)


def _by_gridchecker(program: Path, seeds: Grids, xy: str) -> Found:
    began = _of_children()
    done = subprocess.run(
        [program.resolve(), "--similar", "--minusandup", xy],
        input="".join(f"{line}\n" for line in seeds.to_strings()),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    seconds = _of_children() - began
    return Found(_forms(done.stdout.split()), seconds)


def _forms(puzzles: Sequence[Any]) -> set[bytes]:
    return {form.tobytes() for form in canonical_many(list(puzzles)).grids}


def _of_children() -> float:
    """Return the CPU time of the processes that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _plainly(options: argparse.Namespace) -> None:
    """Compare with a search of each candidate for {-1+1}, minimal or not."""
    seeds = generate(options.seeds, seed=options.seed)
    for name, find in (("sets", _unique_by_sets), ("searches", _unique_by_searches)):
        find(seeds[:1])
        began = time.process_time()
        number, tested = find(seeds)
        seconds = time.process_time() - began
        print(f"{name}: {tested:,} candidates, {number:,} unique, {tested / seconds:,.0f}/s")


def _unique_by_sets(seeds: Grids) -> tuple[int, int]:
    from lowbit.verbs.search.moves import Move

    number = tested = 0
    for seed in seeds:
        vicinity = Vicinity(seed, NO_LIMITS, minimal=False)
        number += sum(len(block.masks) for block in vicinity.blocks(Move(1, 1)))
        tested += vicinity.tested
    return number, tested


def _unique_by_searches(seeds: Grids) -> tuple[int, int]:
    number = tested = 0
    for seed in seeds:
        rows = _one_changed(np.array(list(seed), np.uint8))
        number += solve_many(rows, threads=1).summary().get("unique", 0)
        tested += len(rows)
    return number, tested


def _one_changed(puzzle: np.ndarray[Any, np.dtype[np.uint8]]) -> np.ndarray[Any, Any]:
    """Return the puzzles with one given fewer and another one that clashes with none."""
    rows = []
    for gone in np.flatnonzero(puzzle):
        rest = puzzle.copy()
        rest[gone] = 0
        for cell in np.flatnonzero(rest == 0):
            seen = {int(rest[peer]) for peer in CLASSIC.peers[cell]}
            for digit in range(1, 10):
                if digit not in seen and not (cell == gone and digit == puzzle[gone]):
                    row = rest.copy()
                    row[cell] = digit
                    rows.append(row)
    return np.array(rows)


def _x12(options: argparse.Namespace) -> None:
    """Look for Sudoku X of 12 clues."""
    seeds = generate(options.seeds, geometry="x", seed=options.seed)
    print("clues of the seeds:", _clues([list(one) for one in seeds]))
    search = PuzzleSearch(
        seeds, ["-2+1", "-1+1"], lowest="clues", want={"clues": (None, 12)}, generations=None,
        seed=options.seed, pool=options.pool, time_limit=options.seconds,
    )  # fmt: skip
    _report(search, lambda one: one.measures["clues"])


def _high(options: argparse.Namespace) -> None:
    """Look for minimal puzzles with many clues."""
    seeds = generate(options.seeds, seed=options.seed)
    print("clues of the seeds:", _clues([list(one) for one in seeds]))
    search = PuzzleSearch(
        seeds, ["-1+2", "-1+1"], highest="clues", want={"clues": (35, None)}, generations=None,
        seed=options.seed, pool=options.pool, time_limit=options.seconds,
    )  # fmt: skip
    _report(search, lambda one: one.measures["clues"])


def _depth(options: argparse.Namespace) -> None:
    """Look for puzzles in T&E(3)."""
    lines = options.file.read_text("utf-8").splitlines()[: options.seeds]
    search = PuzzleSearch(
        [line[:81] for line in lines], ["-1+1"], keep={"depth": 3}, generations=None,
        seed=options.seed, pool=options.pool, time_limit=options.seconds,
    )  # fmt: skip
    _report(search, lambda one: one.measures["depth"])


def _report(search: PuzzleSearch, kind: Callable[[FoundNeighbour], float]) -> None:
    """Print how many puzzles of each kind were found, and when the first one was."""
    numbers: dict[float, int] = {}
    began, cpu = time.monotonic(), time.process_time()
    try:
        for one in search:
            if kind(one) not in numbers:
                seconds = time.monotonic() - began
                print(
                    f"{seconds:8.1f} s: first of {kind(one):g}: {grid_of(one.puzzle).to_line()}",
                    flush=True,
                )
            numbers[kind(one)] = numbers.get(kind(one), 0) + 1
    except LimitReachedError:
        pass
    used = time.process_time() - cpu
    print(dict(sorted(numbers.items())), f"{search.n_pool:,} in the pool, {search.tested:,} tested")
    print(f"{time.monotonic() - began:.0f} s, {used:.0f} s of CPU")


def _clues(puzzles: Sequence[Sequence[int]]) -> dict[int, int]:
    numbers, counts = np.unique(np.count_nonzero(puzzles, axis=1), return_counts=True)
    return dict(zip(numbers.tolist(), counts.tolist(), strict=True))


if __name__ == "__main__":
    main()
