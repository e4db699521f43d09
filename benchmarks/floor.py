"""What is the floor: what a sweep costs, and what is spent outside of sweeps.

Each part of the search is compiled alone and timed in a loop, then the search runs over a
file with its sweeps, nodes and guesses counted; what the parts do not explain is the rest.
Runs in a process of its own, ``python -m benchmarks.floor FILE...``, under the settings that
say what Numba compiles for, and prints JSON.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

from benchmarks import assembly
from benchmarks.puzzles import read_lines
from benchmarks.worker import to_puzzles
from lowbit.kernels.classic.lane import load, read_digits, restore, save
from lowbit.kernels.classic.layout import N_CELLS, N_ROWS, SAVED
from lowbit.kernels.classic.loop import DONE, SWEEPS, feed, new_lanes
from lowbit.kernels.classic.search import (
    NOT_LISTED,
    UNLIMITED,
    LaneLimits,
    advance,
    new_answers,
)
from lowbit.kernels.classic.sweep import choose, sweep
from lowbit.kernels.core.numba_compiler import OPTIONS
from lowbit.kernels.core.simd import native_lanes, register_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

REPEATS = 30
TIMES = 10_000
"""Calls that are timed together."""

N_SAVED = 64
"""Saved lanes that a loop goes round: few enough to stay in the cache."""

ZERO = np.uint64(0)


def main() -> None:
    """Print the floor of this machine as JSON."""
    lanes = native_lanes()
    parts = time_parts(lanes)
    searches = {Path(file).stem: count_search(Path(file), lanes, limit=2) for file in sys.argv[1:]}
    print(
        json.dumps(
            {
                "lanes": lanes,
                "gigahertz": gigahertz(),
                "nanoseconds": parts,
                "registers": assembly.widest(assembly_of(sweep_often, lanes)),
                "instructions": {
                    "sweep": assembly.count(assembly_of(sweep_once, lanes)),
                    "choose": assembly.count(assembly_of(choose_once, lanes)),
                },
                "searches": searches,
            }
        )
    )


def time_parts(lanes: int) -> dict[str, float]:
    """Return the nanoseconds that one call of each part takes, at best."""
    rows, words = register_file(N_ROWS, lanes, N_SAVED * SAVED)
    cells = np.full(N_SAVED * SAVED, ord("."), np.uint8)
    mask_of = np.full(256, 0x1FF, np.uint16)
    rows.view(np.uint16)[:] = 0x1FF
    words[:] = 0x1FF
    return {
        "sweep": nanoseconds(lambda: sweep_often(rows, TIMES)),
        "choose": nanoseconds(lambda: choose_often(rows, TIMES)),
        "save": nanoseconds(lambda: save_often(rows, words, lanes, TIMES)),
        "restore": nanoseconds(lambda: restore_often(rows, words, lanes, TIMES)),
        "load": nanoseconds(lambda: load_often(rows, cells, mask_of, lanes, TIMES)),
        "read": nanoseconds(lambda: read_often(rows, cells, lanes, TIMES)),
    }


def nanoseconds(run: Callable[[], object]) -> float:
    """Return the nanoseconds of CPU time for one of the TIMES that `run` does something."""
    run()
    best = min(_seconds(run) for _ in range(REPEATS))
    return 1e9 * best / TIMES


def _seconds(run: Callable[[], object]) -> float:
    start = time.thread_time()
    run()
    return time.thread_time() - start


def gigahertz() -> float:
    """Return how many billion cycles a second this CPU makes, from steps of one cycle each."""
    return 6 / nanoseconds(lambda: shift_often(1, TIMES))


def count_search(file: Path, lanes: int, limit: int) -> dict[str, float]:
    """Search a file in one thread; return what it took."""
    puzzles = to_puzzles(read_lines(file))
    n_puzzles = puzzles.starts.size
    limits, best = LaneLimits(limit, UNLIMITED), float("inf")
    for _ in range(4):
        answers, state = new_answers(n_puzzles), new_lanes(lanes)
        feed(state, 0, n_puzzles, True)  # noqa: FBT003 - Numba calls by position
        start = time.thread_time()
        while advance(state, puzzles, answers, limits, NOT_LISTED, 1 << 20) != DONE:
            pass
        best = min(best, time.thread_time() - start)
    return {
        "puzzles": n_puzzles,
        "nanoseconds": 1e9 * best,
        "sweeps": int(state.control[SWEEPS]),
        "nodes": int(answers.nodes.sum()),
        "guesses": int(answers.guesses.sum()),
    }


def assembly_of(kernel: Any, lanes: int) -> str:
    """Return the assembly of a kernel on a register file."""
    rows, _ = register_file(N_ROWS, lanes)
    kernel(rows, 1)
    return str(kernel.inspect_asm(kernel.signatures[0]))


compiled = njit(**OPTIONS)


@compiled
def sweep_once(rows: Any, reset: int) -> Any:
    """Sweep."""
    return sweep(rows, (np.uint64(reset),))


@compiled
def choose_once(rows: Any, _: int) -> Any:
    """Choose."""
    return choose(rows, ())


@compiled
def sweep_often(rows: Any, times: int) -> None:
    """Sweep again and again: what the cells hold makes no difference to the time."""
    for _ in range(times):
        sweep(rows, (ZERO,))


@compiled
def choose_often(rows: Any, times: int) -> None:
    """Choose again and again."""
    for _ in range(times):
        choose(rows, ())


@compiled
def save_often(rows: Any, words: NDArray[np.uint16], lanes: int, times: int) -> None:
    """Save one lane after the other."""
    for i in range(times):
        save(rows, i & (lanes - 1), words, SAVED * (i & (N_SAVED - 1)))


@compiled
def restore_often(rows: Any, words: NDArray[np.uint16], lanes: int, times: int) -> None:
    """Restore one lane after the other."""
    for i in range(times):
        restore(rows, i & (lanes - 1), words, SAVED * (i & (N_SAVED - 1)))


@compiled
def load_often(
    rows: Any, cells: NDArray[np.uint8], mask_of: NDArray[np.uint16], lanes: int, times: int
) -> int:
    """Load one lane after the other."""
    union = 0
    for i in range(times):
        union |= load(rows, i & (lanes - 1), cells, SAVED * (i & (N_SAVED - 1)), mask_of)
    return union


@compiled
def read_often(rows: Any, cells: NDArray[np.uint8], lanes: int, times: int) -> None:
    """Read the solution of one lane after the other."""
    for i in range(times):
        read_digits(rows, i & (lanes - 1), cells, N_CELLS * (i & (N_SAVED - 1)))


@compiled
def shift_often(start: int, times: int) -> np.uint64:
    """Do six things that each wait for the one before and take a cycle."""
    x = np.uint64(start)
    for _ in range(times):
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
    return x


if __name__ == "__main__":
    main()
