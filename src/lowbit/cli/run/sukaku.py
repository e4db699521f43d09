"""Puzzles given by their candidates, for `lowbit generate`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from lowbit.cli.io.outputs import open_output
from lowbit.cli.run.progress import ProgressLine
from lowbit.formats.headings import heading_of, needs_heading

if TYPE_CHECKING:
    from lowbit.cli.run.report import Report
    from lowbit.geometry import Geometry

MADE = "made"

ALLOWED = (
    "--sukaku can only be combined with --geometry, --seed, --time-limit, --to line, -o and -q"
)
"""Said where another option is given."""


def write_sukaku(board: Geometry, wish: dict[str, Any], output: str | None, report: Report) -> int:
    """Write puzzles, a line each, as `lowbit.generate_sukaku` makes them; return the exit code."""
    from lowbit.verbs.generate.sukaku import generate_sukaku  # loads Numba

    if sys.stderr.isatty():
        report.progress = ProgressLine(wish["n"])
    with open_output(output) as stream:
        stream.write(f"{heading_of(board)}\n" if needs_heading(board) else "")
        for puzzle in generate_sukaku(geometry=board, **wish):
            stream.write(f"{puzzle.to_pencilmarks()}\n")
            report.count_many(MADE, 1, is_good=True)
            if report.progress:
                report.progress.show(report.statuses[MADE], report.statuses)
    return report.finish()
