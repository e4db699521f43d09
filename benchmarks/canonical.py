"""Canonical forms per second, in one thread and by the command.

``python -m benchmarks.canonical FILE [LIBRARY]`` prints a table. FILE has a puzzle a line, each
with a solution: the puzzles are measured as they are and shuffled, and so are their solutions.
LIBRARY is a peer, measured in the same run: a shared library with ``size_t
RustSudokuCanonMany(const char *puzzles, size_t n, char *forms)``, which reads and writes 81
characters a puzzle. Rates are those of a second of a core, so that others on the machine disturb
them little; those of the command are of a second on the wall.
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.command import LOWBIT
from benchmarks.machine import print_machine
from benchmarks.timing import best_of
from lowbit import any_solution_many, automorphisms, canonical, canonical_many, shuffle_many
from lowbit.batch.cells import cells_of
from lowbit.batch.puzzles import read_puzzles

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

RUNS = 5
ROW = "| {:56} | {:>9} | {:>9} |"

WORST = {
    "three full rows": "984751623..................846139257.................."
    "271694835..................",
    "two full rows": "981735624..................324569817..................."
    "..........................",
    "nine rows, shifted by one": "".join(
        "123456789"[(i + j) % 9] for i in range(9) for j in range(9)
    ),
    "most automorphisms": "123456789456789123789123456231564897564897231"
    "897231564312645978645978312978312645",
    "nine digits on a diagonal": "".join(
        str(1 + cell // 10) if cell % 10 == 0 else "." for cell in range(81)
    ),
    "empty": "." * 81,
}
"""What took longest of all that was tried, and what one might think does."""


def main() -> None:
    """Measure, and print Markdown."""
    file, *peer = sys.argv[1:]
    text = Path(file).read_text(encoding="ascii")
    puzzles = cells_of(read_puzzles(text))[0]
    batches = {
        "puzzles, as they are": puzzles,
        "puzzles, shuffled": shuffle_many(puzzles, seed=1).array,
        "solutions, shuffled": shuffle_many(any_solution_many(puzzles).solutions, seed=1).array,
    }
    print_machine()
    print(f"\n`{' '.join(sys.orig_argv[1:])}`, best of {RUNS} runs\n")
    print(ROW.format("what", "a second", "us each"))
    print("| --- | ---: | ---: |")
    for name, batch in batches.items():
        _row(f"canonical_many, {name}", len(batch), partial(canonical_many, batch, threads=1))
        if peer:
            _row(f"peer, {name}", len(batch), _peer(peer[0], batch))
    few = puzzles[:1000].tolist()
    _row("canonical, one by one", len(few), lambda: [canonical(puzzle) for puzzle in few])
    _row("automorphisms, one by one", len(few), lambda: [automorphisms(puzzle) for puzzle in few])
    for name, puzzle in WORST.items():
        many = shuffle_many([puzzle] * 200, seed=1).array
        _row(f"canonical_many, {name}", 200, partial(canonical_many, many, threads=1))
    with tempfile.TemporaryDirectory() as folder:
        words = (*LOWBIT, "canonical", "-q", "-o", f"{folder}/out.txt", file)
        for threads in ("1", "2"):
            run = partial(subprocess.run, (*words, "--threads", threads), check=True)
            name = f"lowbit canonical, file to file, --threads {threads}"
            _row(name, len(puzzles), run, clock=time.perf_counter)


def _peer(library: str, puzzles: NDArray[Any]) -> Callable[[], object]:
    function = ctypes.CDLL(library).RustSudokuCanonMany
    text = (puzzles + ord("0")).tobytes()
    forms = ctypes.create_string_buffer(len(text))
    return lambda: function(text, ctypes.c_size_t(len(puzzles)), forms)


def _row(
    name: str,
    n: int,
    do: Callable[[], object],
    clock: Callable[[], float] = time.process_time,
) -> None:
    """Measure something done to `n` puzzles, in seconds of a core by default, and print it."""
    seconds = best_of(RUNS, do, clock)
    print(ROW.format(name, f"{n / seconds:,.0f}", f"{1e6 * seconds / n:,.1f}"), flush=True)


if __name__ == "__main__":
    main()
