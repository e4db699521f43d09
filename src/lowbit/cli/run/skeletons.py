"""Puzzles with constraints made from skeletons, for ``lowbit generate``."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from lowbit.cli.io.inputs import Inputs, records
from lowbit.cli.io.outputs import open_output
from lowbit.cli.run.generation import any_asked
from lowbit.cli.run.progress import ProgressLine
from lowbit.cli.run.report import NORMAL, QUIET, Report
from lowbit.errors import InputError
from lowbit.formats.one_puzzle import write_puzzle
from lowbit.formats.streams.table_names import table_name
from lowbit.limits import Limits
from lowbit.puzzle import Puzzle
from lowbit.verbs.generate.variant_target import VariantTarget, variant_target_of
from lowbit.verbs.generate.variants import NODES_OF_A_SEARCH, recipe_of, variants_made
from lowbit.verbs.solve.one import solve

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator


MADE = "made"

WISHES = ("rating", "level", "needs", "only", "without", "rules")
"""The criteria that are about the way to the solution."""

WITH_SOLUTIONS = ("fpuzzles", "sudokupad")
"""The formats of puzzles from a skeleton that have a place for a solution."""


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


def generate_as_asked(
    to: str,
    output: str | None,
    criteria: dict[str, Any],
    *,
    programs: Collection[str],
    quiet: bool,
    **asked: Any,  # noqa: ANN401 - as `SkeletonRequest` has them
) -> int:
    """Write puzzles with constraints, and return the exit code.

    `programs` are the formats of other programs, one of which `to` may be.
    """
    if asked["solutions"] and to not in WITH_SOLUTIONS:
        raise click.UsageError(
            f"--skeleton with --solutions needs --to {' or '.join(WITH_SOLUTIONS)}"
        )
    minimal, time_limit = not criteria.pop("no_minimal"), criteria.pop("time_limit")
    wishes = {name: criteria.pop(name) for name in WISHES}
    max_tries = criteria.pop("max_tries")
    form = "json" if to == "line" else to
    named = table_name(output) if output else None
    is_other = named is not None and (named.kind, form) != ("jsonl", "json")
    if any_asked(criteria) or form not in {"json", *programs} or is_other:
        raise click.UsageError(
            "--skeleton can only be combined with --fill, --kropki, --no-givens, --solutions, "
            "--no-minimal, --rating, --level, --needs, --only, --without, --rules, --seed, "
            "--threads, --max-tries, --max-nodes, --time-limit, "
            f"--to {', '.join(programs)}, -o and -q"
        )
    try:
        target = variant_target_of(**wishes)
    except InputError as error:
        raise click.UsageError(str(error)) from None
    request = SkeletonRequest(
        minimal=minimal, time_limit=time_limit, target=target, max_tries=max_tries, **asked
    )
    report = Report(QUIET if quiet else NORMAL)
    return generate_from_skeletons(request, report, to=form, output=output)


def generate_from_skeletons(
    request: SkeletonRequest, report: Report, *, to: str, output: str | None
) -> int:
    """Write puzzles with constraints in a format, and return the exit code."""
    found = list(skeletons(request.name, report))
    n_all = request.n * len(found)
    if sys.stderr.isatty():
        report.progress = ProgressLine(n_all)
    with open_output(output) as stream, report.ending_at_limits(n_all):
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
