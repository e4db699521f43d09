"""``lowbit audit``: the defects of a data set."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.inputs import board_headed
from lowbit.cli.io.outputs import open_output, require_distinct
from lowbit.cli.options import (
    MAX_NODES,
    THREADS,
    Whole,
    parse_board,
)
from lowbit.cli.run.progress import ProgressLine, total_size
from lowbit.cli.run.report import FAILED, NO_PUZZLE_HERE, OK, print_note
from lowbit.formats.streams.table_names import CODECS
from lowbit.geometry import CLASSIC

DEFECTS = (
    "invalid", "none", "several", "limit-reached", "wrong", "leak", "exact-duplicate",
    "isomorphic-duplicate",
)  # fmt: skip
"""As `lowbit.audit.Defect` has them; that would load pyarrow and Numba."""


@click.command(
    "audit",
    epilog=examples(
        "lowbit audit examples/audit.csv",
        "lowbit audit --report report.json --fix clean.csv examples/audit.csv",
        "lowbit audit --against examples/audit.csv examples/audit.csv",
        "lowbit audit -o audited.parquet examples/audit.csv",
    ),
)
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option(
    "--column",
    metavar="NAME",
    help="The column of puzzles; by default the one called puzzle, quizzes, question or similar.",
)
@click.option(
    "--solution-column",
    metavar="NAME",
    help="The column of solutions; by default the one called solution, answers or similar, if "
    "there is one.",
)
@click.option(
    "--split-column",
    metavar="NAME",
    help="The column of split names; by default each file is a split.",
)
@click.option(
    "--keep",
    metavar="SPLIT",
    multiple=True,
    help="Of a puzzle in several splits, keep the copy in SPLIT; by default that in the first "
    "split. May be repeated.",
)
@click.option(
    "--against",
    metavar="PATH",
    multiple=True,
    type=click.Path(),
    help="Another data set: what it has counts as in an earlier split, and nothing else is said of "
    "it. May be repeated.",
)
@click.option(
    "--limit",
    type=Whole(min=2),
    default=100,
    show_default=True,
    metavar="N",
    help="Count up to N solutions.",
)
@MAX_NODES
@click.option(
    "--rate",
    is_flag=True,
    help="Rate the puzzles that have one solution by Sudoku Explainer, for a histogram of each "
    "split; this takes longer than all else.",
)
@click.option(
    "--allow",
    type=click.Choice(DEFECTS),
    multiple=True,
    help="Do not count this as a defect. May be repeated.",
)
@click.option(
    "--report",
    "report_name",
    type=click.Path(),
    metavar="FILE",
    help="Write all counts, and the first rows with each defect, as JSON.",
)
@click.option(
    "-o",
    "--output",
    "annotated",
    type=click.Path(),
    metavar="PATH",
    help="Write a copy with a column for each finding: a table, or of several files a folder.",
)
@click.option(
    "--fix",
    "fixed",
    type=click.Path(),
    metavar="PATH",
    help="Write a copy without defective rows; like -o.",
)
@click.option(
    "--correct",
    is_flag=True,
    help="With --fix, put the right solution in place of a wrong one instead of dropping the row.",
)
@click.option(
    "--prefix",
    default="audit_",
    show_default=True,
    metavar="P",
    help="Begin the names of the columns of findings with P.",
)
@click.option("--compress", "codec", type=click.Choice(CODECS), help="How to compress Parquet.")
@click.option(
    "--geometry",
    metavar="BOARD",
    callback=parse_board,
    help="The board of the puzzles, as for lowbit solve; 9x9 by default. --rate is for 9x9 alone.",
)
@THREADS
@click.option("-q", "--quiet", is_flag=True, help="Leave out the table.")
def command(files: tuple[str, ...], report_name: str | None, *, quiet: bool, **how: Any) -> int:  # noqa: ANN401 - click's
    """Audit a data set of puzzles.

    FILES are tables, texts with a puzzle a line, or folders of tables. Each is a split, and so are
    all parts of one (train-00000-of-00004.parquet). For each row the audit reports whether
    the puzzle has exactly one solution, whether the row's solution is that one, how many clues it
    has, whether it is minimal, and which other rows have the same puzzle or an isomorphic one, in
    the same split or in another. The exit code is 1 if any row has a defect.
    """
    from lowbit.audit import audit_files  # loads pyarrow and Numba

    how["geometry"] = how["geometry"] or board_headed(files)
    if how["rate"] and how["geometry"] not in {None, CLASSIC, str(CLASSIC)}:
        raise click.UsageError("--rate is for the classic board alone")
    require_distinct({"-o": how["annotated"], "--fix": how["fixed"], "--report": report_name})
    read = (*files, *how["against"])
    progress = ProgressLine(total_size(read)) if sys.stderr.isatty() and not quiet else None
    try:
        report = audit_files(files, progress=None if progress is None else progress.show, **how)
    finally:
        if progress:
            progress.clear()
    if report_name:
        with open_output(report_name) as stream:
            stream.write(json.dumps(report.to_dict(), indent=2, ensure_ascii=False) + "\n")
    if not quiet:
        click.echo(report.to_text())
        if how["geometry"] is None and report.has_no_puzzle:
            print_note(NO_PUZZLE_HERE)
    return OK if report.is_clean else FAILED
