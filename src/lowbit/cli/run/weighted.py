"""Minimal puzzles with weights, for `lowbit generate`: what was found stays, whatever ends it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from lowbit.cli.run.progress import ProgressLine
from lowbit.errors import InputError
from lowbit.rng import seed_or_any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from lowbit.cli.run.report import Report
    from lowbit.verbs.generate.subsets import MinimalSubsets

MADE = "made"

ALLOWED = (
    "--weighted can only be combined with --clues, --first-grid, --solutions, --seed, --threads, "
    "--max-tries, --time-limit, --to line or a table, -o and -q; --first-grid needs --weighted"
)
"""Said where another option is given."""


def generate_with_weights(
    wish: dict[str, Any],
    report: Report,
    opened: Callable[..., AbstractContextManager[Callable[..., object]]],
) -> int:
    """Write puzzles, their weights and the numbers of their grids; return the exit code.

    Parameters
    ----------
    wish : dict
        The options on what to draw, as `_blocks` has them.
    report : Report
    opened : callable
        Opens the output.
    """
    seed, first = seed_or_any(wish.pop("seed")), wish.pop("first_grid") or 0
    made = _blocks(seed, first, **wish)
    if sys.stderr.isatty():
        report.progress = ProgressLine(wish["number"])
    with opened(more=("weight", "grid")) as write, report.ending_at_limits(wish["number"]):
        _write(made, write, report, f"--seed {seed} --first-grid", first)
    return report.finish()


def _blocks(  # noqa: PLR0913 - one for each option
    seed: int,
    first_grid: int,
    *,
    number: int | None,
    clues: tuple[int, int] | None,
    threads: int | None,
    max_tries: int | None,
    time_limit: float | None,
) -> Iterator[MinimalSubsets]:
    """Return puzzles, block by block: as many as the time gives where no number is asked for."""
    from lowbit.verbs.generate import weighted  # loads Numba

    try:
        request = weighted.read_weighted(clues, seed, first_grid)
    except InputError as error:
        raise click.UsageError(str(error)) from None
    effort = weighted.weighted_effort(max_tries, time_limit)
    n = 1 if number is None and time_limit is None else number
    return weighted.weighted_blocks(request, n, effort, threads)


def _write(
    made: Iterator[MinimalSubsets],
    write: Callable[..., object],
    report: Report,
    way_on: str,
    next_grid: int,
) -> None:
    """Write puzzles as they are found, and tell how to go on."""
    from lowbit.verbs.generate.weighted import weights_of  # loads Numba

    try:
        for block in made:
            write(block.puzzles, {"weight": weights_of(block), "grid": block.grids})
            next_grid = block.next_grid
            report.count_many(MADE, len(block.grids), is_good=True)
            if report.progress:
                report.progress.show(report.statuses[MADE], report.statuses)
    finally:
        report.note("to go on", f"{way_on} {next_grid}")
