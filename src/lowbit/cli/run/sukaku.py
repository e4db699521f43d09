"""Puzzles given by their candidates, for `lowbit generate`."""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING, Any

from lowbit.cli.run.progress import ProgressLine

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
    import numpy as np  # as the next two

    from lowbit.kernels.general.program import dtype_of
    from lowbit.verbs.generate.sukaku import SIDE_BY_SIDE, generate_sukaku

    if sys.stderr.isatty():
        report.progress = ProgressLine(wish["n"])
    made = generate_sukaku(geometry=board, **wish)
    with opened as write:
        while block := [puzzle.allowed for puzzle in islice(made, SIDE_BY_SIDE)]:
            write(np.array(block, dtype_of(board)))
            report.count_many(MADE, len(block), is_good=True)
            if report.progress:
                report.progress.show(report.statuses[MADE], report.statuses)
    return report.finish()
