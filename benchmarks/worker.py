"""How long does one contestant take over a file, asked turn by turn.

A process of its own for each contestant: a library that crashes takes nobody along, settings
of Numba are read when it starts, and all of them can be asked in turn. It is started with one
argument, a `Task` as JSON; it solves the file once, unmeasured, and prints what it found. Then
it takes a turn for every line on its standard input: it solves the file twice, and prints how
long the second time took.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numba import njit

import lowbit
from benchmarks.puzzles import LINE, N_CELLS, read_lines, sample, wrong_solutions
from lowbit.kernels.classic.engine import search
from lowbit.kernels.classic.search import Answers, Puzzles, new_answers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What a worker has to do."""

    kind: str
    """``lowbit``, ``engine``, ``one`` (lowbit, a puzzle at a time) or ``library``."""
    puzzles: str
    """A file of lines."""
    limit: int
    threads: int = 1
    lanes: int = 0
    """Of an ``engine``."""
    batch: int = 0
    """Puzzles a call, 0 for all at once."""
    library: str = ""
    symbol: str = ""
    counts_guesses: bool = True
    sample: int = 0


class Contestant(Protocol):
    """Something that solves the puzzles it was made with."""

    n_puzzles: int

    def check(self) -> dict[str, Any]:
        """Solve them once, and tell what was found."""
        ...

    def run(self) -> None:
        """Solve them once."""
        ...


def main() -> None:
    """Serve until the standard input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints must not get between the answers
    contestant = make(Task(**json.loads(sys.argv[1])))
    found = contestant.check()
    print(json.dumps({"puzzles": contestant.n_puzzles, **found}), file=answers, flush=True)
    for _ in sys.stdin:
        print(json.dumps(take_turn(contestant)), file=answers, flush=True)


def take_turn(contestant: Contestant) -> dict[str, float]:
    """Solve the puzzles, again if that took no time, and return how many in how many seconds.

    Once before, unmeasured: a virtual machine may have taken the memory of a process that waited
    for its turn, and gives it back page by page.
    """
    contestant.run()
    start, cpu_start = time.perf_counter(), time.process_time()
    seconds, runs = 0.0, 0
    while seconds < SHORTEST_TURN:
        contestant.run()
        runs += 1
        seconds = time.perf_counter() - start
    cpu_seconds = time.process_time() - cpu_start
    return {
        "seconds": seconds,
        "cpu_seconds": cpu_seconds,
        "puzzles": runs * contestant.n_puzzles,
    }


SHORTEST_TURN = 0.2
"""Seconds: what comes before and after a turn must not matter."""


def make(task: Task) -> Contestant:
    """Return the contestant for a task."""
    return KINDS[task.kind](task)


class Lowbit:
    """`lowbit.solve_many`, on arrays of 81 characters a puzzle: what libraries get, too."""

    MAX_CALLS = 5_000

    def __init__(self, task: Task) -> None:
        self._task = task
        self._lines = read_lines(Path(task.puzzles))
        texts = np.ascontiguousarray(self._lines[:, :N_CELLS]).view(f"S{N_CELLS}").ravel()
        size = task.batch or len(texts)
        n_calls = min(len(texts) // size, self.MAX_CALLS)
        self._batches = [texts[size * i : size * (i + 1)] for i in range(n_calls)]
        self.n_puzzles = size * n_calls

    def check(self) -> dict[str, Any]:
        """Solve, and compare with the rules."""
        results = [self._solve(batch) for batch in self._batches]
        solutions = np.concatenate([result.solutions for result in results])
        guesses = np.concatenate([result.guesses for result in results])
        return {
            "solutions": int(sum(result.n_solutions.sum() for result in results)),
            "wrong": wrong_solutions(self._lines[: self.n_puzzles], solutions),
            "guesses": int(guesses.sum()),
            "without_guess": int((guesses == 0).sum()),
        }

    def run(self) -> None:
        """Solve them all."""
        for batch in self._batches:
            self._solve(batch)

    def _solve(self, batch: NDArray[np.bytes_]) -> lowbit.BatchResult:
        return lowbit.solve_many(batch, limit=self._task.limit, threads=self._task.threads)


class Engine:
    """The lane engine below that, with a chosen number of lanes."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._puzzles = to_puzzles(read_lines(Path(task.puzzles)))
        self.n_puzzles = self._puzzles.starts.size

    def check(self) -> dict[str, Any]:
        """Solve, and count."""
        return {"solutions": int(self._search().n_solutions.sum())}

    def run(self) -> None:
        """Solve them all."""
        self._search()

    def _search(self) -> Answers:
        answers = new_answers(self.n_puzzles)
        task = self._task
        search(self._puzzles, answers, limit=task.limit, threads=task.threads, lanes=task.lanes)
        return answers


class LowbitOne:
    """The functions on one puzzle, called for each."""

    def __init__(self, task: Task) -> None:
        lines = sample(read_lines(Path(task.puzzles)), task.sample or sys.maxsize)
        self._puzzles = [bytes(line[:N_CELLS]).decode() for line in lines]
        self._limit = task.limit
        self.n_puzzles = len(lines)

    def check(self) -> dict[str, Any]:
        """Solve, and count."""
        return {"solutions": sum(self._counts())}

    def run(self) -> None:
        """Solve them all."""
        sum(self._counts())

    def _counts(self) -> Iterator[int]:
        return (lowbit.count_solutions(puzzle, limit=self._limit) for puzzle in self._puzzles)


class SharedLibrary:
    """A peer in a shared library, called in a compiled loop.

    A call through ctypes from Python would cost as much as an easy puzzle; from a function
    compiled by Numba it costs what it costs from C.
    """

    def __init__(self, task: Task) -> None:
        self._lines = sample(read_lines(Path(task.puzzles)), task.sample or sys.maxsize).copy()
        self._limit = task.limit
        self._counts_guesses = task.counts_guesses
        self._solve = ctypes.CDLL(task.library)[task.symbol]
        self._solve.restype = ctypes.c_size_t
        self._solve.argtypes = [
            ctypes.c_size_t,  # addresses are passed as numbers: Numba computes with them
            ctypes.c_size_t,
            ctypes.c_uint32,
            ctypes.c_size_t,
            ctypes.c_size_t,
        ]
        self.n_puzzles = len(self._lines)

    def check(self) -> dict[str, Any]:
        """Solve, and compare with the rules."""
        solutions = np.zeros((self.n_puzzles, ROOM), np.uint8)
        guesses = np.zeros(self.n_puzzles, np.uint64)
        n_solutions = solve_each(self._solve, self._lines, self._limit, solutions, guesses)
        written = solutions[:, 0] != 0  # some write none where a second one is looked for
        wrong = wrong_solutions(self._lines[written], solutions[written, :N_CELLS] - ord("0"))
        found = {"solutions": n_solutions, "wrong": wrong if written.any() else None}
        if not self._counts_guesses:
            return found
        n_guesses, without = int(guesses.sum()), int((guesses == 0).sum())
        return {**found, "guesses": n_guesses, "without_guess": without}

    def guesses(self) -> NDArray[np.uint64]:
        """Return how many guesses each puzzle takes."""
        guesses = np.zeros(self.n_puzzles, np.uint64)
        solve_each(self._solve, self._lines, self._limit, np.zeros((1, ROOM), np.uint8), guesses)
        return guesses

    def run(self) -> None:
        """Solve them all."""
        one_solution, one_count = np.zeros((1, ROOM), np.uint8), np.zeros(1, np.uint64)
        solve_each(self._solve, self._lines, self._limit, one_solution, one_count)


ROOM = 128
"""Bytes for a solution: some write more than 81."""


@njit(nogil=True)
def solve_each(
    solve: Any,
    lines: NDArray[np.uint8],
    limit: int,
    solutions: NDArray[np.uint8],
    guesses: NDArray[np.uint64],
) -> int:
    """Call a library for each puzzle; return the number of solutions in all.

    What it writes goes to the rows of `solutions` and `guesses`, as long as there are any.
    """
    found = 0
    for i in range(len(lines)):
        found += solve(
            lines.ctypes.data + LINE * i,
            limit,
            0,
            solutions.ctypes.data + ROOM * min(i, len(solutions) - 1),
            guesses.ctypes.data + 8 * min(i, len(guesses) - 1),
        )
    return found


def to_puzzles(lines: NDArray[np.uint8]) -> Puzzles:
    """Return lines as the engine takes them."""
    starts = np.arange(0, lines.size, LINE, dtype=np.int64)
    return Puzzles(lines.reshape(-1).copy(), starts, MASK_OF, np.zeros(0, np.uint16))


MASK_OF = np.zeros(256, np.uint16)
MASK_OF[ord(".")] = 0x1FF
MASK_OF[ord("1") : ord("9") + 1] = 1 << np.arange(9)

KINDS: dict[str, Callable[[Task], Contestant]] = {
    "lowbit": Lowbit,
    "engine": Engine,
    "one": LowbitOne,
    "library": SharedLibrary,
}


if __name__ == "__main__":
    main()
