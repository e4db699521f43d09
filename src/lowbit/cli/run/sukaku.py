"""Puzzles given by their candidates, for `lowbit generate`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from lowbit.cli.run.progress import ProgressLine
from lowbit.limits import Limits
from lowbit.rng import seed_or_any

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from lowbit.cli.run.report import Report
    from lowbit.geometry import Geometry

MADE = "made"

ALLOWED = (
    "--sukaku can only be combined with --geometry, --solutions, --seed, --time-limit, --to line "
    "or a table, -o and -q"
)
"""Said where another option is given."""


def write_sukaku(
    board: Geometry,
    wish: dict[str, Any],
    report: Report,
    opened: AbstractContextManager[Callable[..., object]],
) -> int:
    """Write puzzles as `lowbit.generate_sukaku` makes them; return the exit code.

    Parameters
    ----------
    board : Geometry
    wish : dict
        The other arguments of that function.
    report : Report
    opened : context manager
        Opens the output.
    """
    from lowbit.verbs.generate.sukaku import sukaku_blocks  # loads kernels

    if sys.stderr.isatty():
        report.progress = ProgressLine(wish["n"])
    limits = Limits.of(time_limit=wish["time_limit"])
    made = sukaku_blocks(board, wish["n"], seed_or_any(wish["seed"]), limits)
    with opened as write, report.ending_at_limits(wish["n"]):
        for block in made:
            write(block)
            report.count_many(MADE, len(block), is_good=True)
            if report.progress:
                report.progress.show(report.statuses[MADE], report.statuses)
    return report.finish()
