"""How long steps take: ``python -m benchmarks.steps FILE`` with a puzzle on each line.

For each rule book it prints how many puzzles a second are taken to the end of their way, in
CPU time, and the time of the slowest step of a puzzle: its median, and what 99% stay below.

``python -m benchmarks.steps --hint FILE`` asks `hint` in every position of each way, as a player
would who follows it. It prints how many hints a second there are at the start of puzzles and on the
whole way, and the share of both, and of whole puzzles, that take less than 50 ms.

``python -m benchmarks.steps --constraints FILE`` takes puzzles with constraints, in any format that
`lowbit.read_puzzle` reads from a line. It prints the end of each way, in at most 20 seconds, and
compares each step with the solution.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from time import process_time

from lowbit import Puzzle, any_solution, hint, read_puzzle, walkthrough
from lowbit.errors import LimitReachedError
from lowbit.grid import Grid
from lowbit.techniques.books import BOOKS
from lowbit.techniques.position import Position
from lowbit.techniques.solve_path import walk

MOST_SECONDS = 20
"""Seconds that the way of a puzzle with constraints may take."""

PROMPT = 0.05
"""Seconds that a hint should take at most."""


def main() -> None:
    """Measure the puzzles of the file that the command line names."""
    *options, name = sys.argv[1:]
    lines = Path(name).read_text(encoding="utf-8").split()
    if options == ["--hint"]:
        measure_hints(lines)
    elif options == ["--constraints"]:
        measure_constraints(lines)
    else:
        measure_steps(lines)


def measure_steps(lines: list[str]) -> None:
    """Print how fast each rule book is."""
    for book in BOOKS:
        began = process_time()
        slowest = sorted(map(slowest_step, lines, [book] * len(lines)))
        seconds = process_time() - began
        median, most = slowest[len(slowest) // 2], slowest[len(slowest) * 99 // 100]
        print(f"{book}: {len(lines) / seconds:.0f} puzzles/s, slowest step of a puzzle: ", end="")
        print(f"median {1000 * median:.1f} ms, 99% below {1000 * most:.1f} ms")


def measure_constraints(lines: list[str]) -> None:
    """Print where the way of each puzzle ends, and how many end where."""
    ends = Counter[str]()
    for number, line in enumerate(lines, 1):
        began = process_time()
        end = end_of_way(read_puzzle(line))
        ends[end] += 1
        print(f"{number}: {end}, {process_time() - began:.2f} s", flush=True)
    print(", ".join(f"{end}: {count}" for end, count in ends.most_common()))


def end_of_way(puzzle: Puzzle) -> str:
    """Return how a way ends: solved, stuck, out of time, with a step that is wrong."""
    solution = any_solution(puzzle)
    if solution is None:
        return "without a solution"
    last = None
    try:
        for step, before in walkthrough(puzzle, time_limit=MOST_SECONDS):
            last = before.apply(step)
            gone = any(solution[cell] == digit for cell, digit in step.eliminations)
            if gone or any(solution[cell] != digit for cell, digit in step.placements):
                return "wrong"
    except LimitReachedError:
        return "out of time"
    return "solved" if last and last.is_solved else "stuck"


def slowest_step(line: str, book: str) -> float:
    """Return the seconds that the slowest step of a puzzle takes."""
    slowest, began = 0.0, process_time()
    for _ in walk(Position(Grid(line)), book):
        now = process_time()
        slowest, began = max(slowest, now - began), now
    return slowest


def measure_hints(lines: list[str]) -> None:
    """Print how fast hints are, and how many are prompt."""
    hint(lines[0])  # loads what is needed
    ways = [hint_seconds(line) for line in lines]
    tell("at the start", [way[0] for way in ways])
    tell("on the whole way", [seconds for way in ways for seconds in way])
    prompt = sum(max(way) < PROMPT for way in ways) / len(ways)
    print(f"puzzles all of whose hints take less than {1000 * PROMPT:.0f} ms: {prompt:.1%}")


def tell(where: str, seconds: list[float]) -> None:
    """Print the speed of some hints and the share that is prompt."""
    prompt = sum(one < PROMPT for one in seconds) / len(seconds)
    print(
        f"{where}: {len(seconds) / sum(seconds):.0f} hints/s, "
        f"{prompt:.2%} below {1000 * PROMPT:.0f} ms, slowest {1000 * max(seconds):.0f} ms"
    )


def hint_seconds(line: str) -> list[float]:
    """Return the seconds of a hint in each position on the way to a puzzle's solution."""
    spent = []
    for _, position in walkthrough(line):
        began = process_time()
        hint(line, position)
        spent.append(process_time() - began)
    return spent


if __name__ == "__main__":
    main()
