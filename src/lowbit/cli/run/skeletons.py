"""Puzzles with constraints made from skeletons, for ``lowbit generate``."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lowbit.cli.io.inputs import Inputs, records
from lowbit.cli.io.outputs import open_output
from lowbit.cli.run.progress import ProgressLine
from lowbit.formats.one_puzzle import write_puzzle
from lowbit.limits import Limits
from lowbit.puzzle import Puzzle
from lowbit.verbs.generate.variants import NODES_OF_A_SEARCH, recipe_of, variants_made
from lowbit.verbs.solve.one import solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.cli.run.report import Report
    from lowbit.verbs.generate.variant_target import VariantTarget

MADE = "made"


@dataclass(frozen=True, slots=True)
class SkeletonRequest:
    """A user's request for puzzles made from skeletons.

    Attributes
    ----------
    name : str
        The file of the skeletons, - for standard input, or the only one itself.
    solutions : bool
        Whether the solution of each puzzle is written, too.
    fill : tuple of str
        The kinds of constraints whose numbers are taken from solutions.
    kropki : bool
        Whether dots are put wherever one fits.
    n : int
        The number of puzzles to make of each skeleton.
    target : VariantTarget, optional
        The wished way to the solution.
    givens, minimal, seed, threads, max_nodes, max_tries, time_limit
        As for `lowbit.generate_variants`.
    """

    name: str
    solutions: bool
    fill: tuple[str, ...]
    kropki: bool
    n: int
    givens: bool
    minimal: bool
    seed: int
    threads: int | None
    max_nodes: int | None
    time_limit: float | None
    target: VariantTarget | None = None
    max_tries: int | None = None


def generate_from_skeletons(
    request: SkeletonRequest, report: Report, *, to: str, output: str | None
) -> int:
    """Write puzzles with constraints in a format, and return the exit code."""
    found = list(skeletons(request.name, report))
    n_all = request.n * len(found)
    if sys.stderr.isatty():
        report.progress = ProgressLine(n_all)
    with open_output(output) as stream:
        for puzzle in _made(found, request):
            solution = solve(puzzle) if request.solutions else None
            print(write_puzzle(puzzle, to, solution=solution), file=stream)
            report.count_many(MADE, 1, is_good=True)
            if report.progress:
                report.progress.show(report.statuses[MADE], report.statuses)
    return report.finish()


def _made(skeletons: list[Puzzle], request: SkeletonRequest) -> Iterator[Puzzle]:
    """Yield the puzzles of one skeleton after the other."""
    max_nodes = request.max_nodes or NODES_OF_A_SEARCH
    limits = Limits.of(max_nodes, request.time_limit, request.threads)
    for number, skeleton in enumerate(skeletons):
        items = range(number * request.n, (number + 1) * request.n)
        recipe = recipe_of(
            skeleton,
            request.fill,
            kropki=request.kropki,
            givens=request.givens,
            minimal=request.minimal,
            target=request.target,
            max_tries=request.max_tries,
        )
        yield from variants_made(recipe, items, request.seed, limits)


def skeletons(name: str, report: Report) -> Iterator[Puzzle]:
    """Yield the puzzles of a file; raise for the first that cannot be read."""
    for place, placed in records(Inputs((name,)), report):
        record = placed.accepted()
        if record.error:
            raise record.error
        report.note(place, record.left_out)
        if record.variant or record.grid:
            yield record.variant or Puzzle(record.grid)  # type: ignore[arg-type]
