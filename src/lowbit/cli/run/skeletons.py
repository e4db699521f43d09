"""Puzzles with constraints made from skeletons, for ``lowbit generate``."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lowbit.arguments import deadline_after, seconds_left
from lowbit.cli.io.inputs import Boards, Sources, records
from lowbit.cli.io.outputs import open_output
from lowbit.cli.run.progress import ProgressLine
from lowbit.constraints.base import REGISTRY
from lowbit.constraints.skeleton import kropki_clues, unnumbered
from lowbit.errors import InputError
from lowbit.formats.variants import write_puzzle
from lowbit.puzzle import Puzzle
from lowbit.verbs.generate.variants import Recipe, variants_made

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.cli.run.report import Report

MADE = "made"


@dataclass(frozen=True, slots=True)
class SkeletonRequest:
    """What a user asked to be made from skeletons.

    Attributes
    ----------
    name : str
        The file of the skeletons, - for standard input, or the only one itself.
    fill : tuple of str
        The kinds of constraints whose numbers are taken from solutions.
    kropki : bool
        Whether dots are put wherever one fits.
    n : int
        How many puzzles to make of each skeleton.
    givens, minimal, seed, threads, time_limit
        As for `lowbit.generate_variants`.
    """

    name: str
    fill: tuple[str, ...]
    kropki: bool
    n: int
    givens: bool
    minimal: bool
    seed: int
    threads: int | None
    time_limit: float | None


def generate_from_skeletons(
    request: SkeletonRequest, report: Report, *, to: str, output: str | None
) -> int:
    """Write puzzles with constraints in a format, and return the exit code."""
    skeletons = list(_skeletons(request.name, report))
    n_all = request.n * len(skeletons)
    if sys.stderr.isatty():
        report.progress = ProgressLine(n_all)
    with open_output(output) as stream:
        for puzzle in _made(skeletons, request):
            print(write_puzzle(puzzle, to), file=stream)
            report.count_many(MADE, 1, is_good=True)
            if report.progress:
                report.progress.show(report.statuses[MADE], report.statuses)
    return report.finish()


def _made(skeletons: list[Puzzle], request: SkeletonRequest) -> Iterator[Puzzle]:
    """Yield the puzzles of one skeleton after the other."""
    deadline = deadline_after(request.time_limit)
    for number, skeleton in enumerate(skeletons):
        items = range(number * request.n, (number + 1) * request.n)
        recipe, left = _recipe(skeleton, request), seconds_left(deadline)
        yield from variants_made(recipe, items, request.seed, request.threads, left)


def _skeletons(name: str, report: Report) -> Iterator[Puzzle]:
    """Yield the puzzles of a file; raise for the first that cannot be read."""
    for _, placed in records((name,), Boards(Sources(), None, None), report):
        record = placed.accepted()
        if record.error:
            raise record.error
        if record.variant or record.grid:
            yield record.variant or Puzzle(record.grid)  # type: ignore[arg-type]


def _recipe(skeleton: Puzzle, request: SkeletonRequest) -> Recipe:
    """Return what is to be made of a skeleton: constraints to be filled become clues."""
    board, kinds = skeleton.geometry, [REGISTRY[kind] for kind in request.fill]
    filled = [one for one in skeleton.constraints if type(one) in kinds]
    for kind in kinds:
        if not any(type(one) is kind for one in filled):
            raise InputError(f"the skeleton has no {kind.__name__} to be filled")
    clues = [unnumbered(one, board) for one in filled]
    if request.kropki:
        clues += kropki_clues(board)
    kept = [one for one in skeleton.constraints if type(one) not in kinds]
    return Recipe(skeleton.with_constraints(kept), tuple(clues), request.givens, request.minimal)
