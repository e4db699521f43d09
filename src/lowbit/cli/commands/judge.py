"""``lowbit judge``: exactly the output that a judge expects for its input."""

from __future__ import annotations

from typing import Final

import click

from lowbit.cli.contest.dialects import DIALECTS, EVERY
from lowbit.cli.examples import examples
from lowbit.cli.io.outputs import open_output
from lowbit.cli.run.report import QUIET, Report
from lowbit.formats.streams.source import open_bytes

HELP: Final = """\
Answer a judge's input with exactly the output it expects.

FILE is standard input by default. Each grid is answered as soon as it has arrived; white space
never matters. A puzzle without an answer leaves an empty line and is reported on standard
error, as is what is missing or too much. Of several solutions, the smallest is printed: the
first in the order of its digits, row by row.

\b
{dialects}
"""


def help_text() -> str:
    """Return the help of the command, which lists the dialects."""
    lines = [f"{', '.join(each.names)} ({each.problems})\n  {each.output}" for each in EVERY]
    return HELP.format(dialects="\n".join(lines))


@click.command(
    "judge",
    help=help_text(),
    epilog=examples(
        "lowbit judge euler96 examples/fifty.txt", "lowbit judge pyramid < examples/pyramid1.txt"
    ),
)
@click.argument("dialect", type=click.Choice([*DIALECTS]), metavar="DIALECT")
@click.argument("file", type=click.Path(allow_dash=True), default="-")
def command(dialect: str, file: str) -> int:
    """Answer the judge's input in a file."""
    report = Report(QUIET)
    with open_output(None) as stream, open_bytes(file) as arrivals:
        DIALECTS[dialect].answer(arrivals, stream, report)
    return report.finish()
