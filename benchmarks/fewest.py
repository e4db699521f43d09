"""The fewest givens of a grid: beside gridchecker, and whether known puzzles are found.

::

    python -m benchmarks.fewest gridchecker PROGRAM   the same unavoidable sets by both, and times
    python -m benchmarks.fewest parts                 the time for 17 givens, from a sample of parts
    python -m benchmarks.fewest known                 17-clue puzzles, looked for in their grids

PROGRAM is gridchecker (dobrichev/gridchecker), built by its makefile; ``--unav --unav12`` lists
unavoidable sets of up to 12 cells. Times are CPU time on one thread. A known puzzle is looked for
in the part of the search that it lies in: no other part can have it. The puzzles are those of
sudoku17.txt in LOWBIT_DATA.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.shared_data import shared_file
from lowbit import FewCluePuzzles, Grid, random_grids, unavoidable_sets
from lowbit.kernels.fewest.nodes import CLUES, DEAD, LEFT
from lowbit.verbs.fewest.few_clues import PARTS_AT_ONCE, as_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

PARTS = 10
"""The samples of parts of each grid."""


def main() -> None:
    """Run the comparison that was asked for."""
    options = _parser().parse_args()
    options.run(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fewest")
    commands = parser.add_subparsers(required=True)
    for name, run in (("gridchecker", _beside), ("parts", _parts), ("known", _known)):
        command = commands.add_parser(name)
        if name == "gridchecker":
            command.add_argument("program", type=Path)
        command.add_argument("-n", type=int, default=10, help="how many grids or puzzles")
        command.add_argument("--seed", type=int, default=1)
        command.set_defaults(run=run)
    return parser


def _beside(options: argparse.Namespace) -> None:
    """Compare unavoidable sets of random grids with gridchecker's."""
    grids = [grid.to_line() for grid in random_grids(options.n, seed=options.seed)]
    unavoidable_sets(grids[0])  # loads the kernels
    ours, theirs, same, number = 0.0, 0.0, 0, 0
    for grid in grids:
        began = time.process_time()
        sets = unavoidable_sets(grid)
        ours += time.process_time() - began
        began = _of_children()
        same += _of_gridchecker(options.program, grid) == {*sets}
        theirs += _of_children() - began
        number += len(sets)
    n = len(grids)
    print(f"{n} grids, {number:,} sets, the same in {same}")
    print(f"lowbit {ours / n:.4f} s a grid, gridchecker {theirs / n:.4f} s")


def _of_gridchecker(program: Path, grid: str) -> set[tuple[int, ...]]:
    """Return the sets that gridchecker writes beside a file of the grid."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "grid"
        path.with_suffix(".txt").write_text(f"{grid}\n")
        command = [str(program.resolve()), "--unav", "--unav12", "--gridfile", str(path)]
        subprocess.run(command, capture_output=True, check=True)
        lines = path.with_suffix(".unav.txt").read_text().split()
    places = ([int(one) for one in line.strip("{}").split(",")] for line in lines)
    return {tuple(9 * (one // 10 - 1) + one % 10 - 1 for one in cells) for cells in places}


def _of_children() -> float:
    """Return the CPU time of the processes that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _parts(options: argparse.Namespace) -> None:
    """Print an estimate of the time for each of some random grids."""
    stream = np.random.default_rng(options.seed)
    for grid in random_grids(options.n, seed=options.seed):
        search, seconds = FewCluePuzzles(grid, 17, threads=1), []
        n_samples = search.n_parts // PARTS_AT_ONCE
        for sample in stream.choice(n_samples, min(PARTS, n_samples), replace=False):
            search.part = int(sample) * PARTS_AT_ONCE
            began = time.process_time()
            search.next_block()
            seconds.append((time.process_time() - began) * n_samples)
        error = np.std(seconds) / len(seconds) ** 0.5
        print(f"{grid.to_line()} {search.n_parts:,} parts, {np.mean(seconds):.0f} ± {error:.0f} s")


def _known(options: argparse.Namespace) -> None:
    """Look for known puzzles in their own grids."""
    lines = shared_file("sudoku17.txt").read_text(encoding="utf-8").split()
    stream, found = np.random.default_rng(options.seed), 0
    for row in stream.choice(len(lines), options.n, replace=False):
        puzzle = Grid(lines[row])
        search = FewCluePuzzles(puzzle, 17, threads=1)
        clues = np.array([allowed.bit_count() == 1 for allowed in puzzle.allowed])
        search.part = part_with(search, clues)
        found += clues.tolist() in search.next_block().tolist()
    print(f"{found} of {options.n} known puzzles found in their own grids")


def part_with(search: FewCluePuzzles, clues: NDArray[np.bool_]) -> int:
    """Return the number of the part that a puzzle lies in."""
    nodes = search._parts  # noqa: SLF001 - no user asks for it
    taken, dead = (
        as_cells(nodes[:, CLUES:DEAD], clues.size),
        as_cells(nodes[:, DEAD:LEFT], clues.size),
    )
    (part,) = np.flatnonzero(~(taken & ~clues).any(axis=1) & ~(dead & clues).any(axis=1))
    return int(part)


if __name__ == "__main__":
    main()
