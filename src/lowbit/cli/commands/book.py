"""``lowbit book``: puzzles on pages to print, and their solutions at the end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.outputs import STDOUT, open_bytes
from lowbit.cli.io.writers import Answer
from lowbit.cli.options import budget_options, run_options
from lowbit.cli.run.report import Report
from lowbit.cli.step_options import RULES
from lowbit.pictures.book import (
    PAPERS,
    SLOTS,
    BookPuzzle,
    Layout,
    explained,
    solved,
    to_book,
    unwritable,
)
from lowbit.status import Status
from lowbit.verbs.puzzles import is_puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.cli.run.command_run import Run
    from lowbit.grid import Grid
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle


@click.command(
    "book",
    epilog=examples(
        "lowbit book examples/fifty.txt -o fifty.pdf",
        "lowbit book --per-page 6 --title 'All fifty' examples/fifty.txt -o fifty.pdf",
        "lowbit book --walkthrough examples/board.txt -o way.pdf",
    ),
)
@click.option("--title", default="", metavar="TEXT", help="The title above the pages.")
@click.option(
    "--per-page",
    type=click.Choice([str(number) for number in SLOTS]),
    default="4",
    help="Puzzles per page; 4 by default.",
)
@click.option(
    "--paper", type=click.Choice(list(PAPERS)), default="a4", help="The paper; a4 by default."
)
@click.option("--no-solutions", is_flag=True, help="Leave out the solutions; nothing is solved.")
@click.option(
    "--walkthrough", is_flag=True, help="Add the steps to each solution, with a picture of each."
)
@RULES
@click.option(
    "--font",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="A TrueType or OpenType font for titles and remarks in scripts other than Latin.",
)
@run_options(constraints=True)
@budget_options
def command(  # noqa: PLR0913, PLR0917 - one for each option
    run: Run,
    limits: Limits,
    title: str,
    per_page: str,
    paper: str,
    font: str | None,
    rules: str | list[str],
    *,
    no_solutions: bool,
    walkthrough: bool,
) -> int:
    """Print puzzles on pages, with their solutions at the end.

    PUZZLES are files, - for standard input (the default), or literal puzzles, with constraints or
    without (see "lowbit solve --help"); -o names the PDF. Puzzles are numbered in order and titled
    with their remarks, or with the titles that they have. One without exactly one solution is
    reported and keeps its place; the reason stands in place of its solution. An unreadable puzzle
    is reported and left out.
    """
    if run.output is None:
        raise click.UsageError("a book is a PDF: name its file with -o, such as -o book.pdf")
    if run.output not in STDOUT and not run.output.lower().endswith(".pdf"):
        raise click.BadParameter(f"{run.output} must end in .pdf", param_hint="-o")
    run.require_text()
    layout = Layout(title, int(per_page), paper, not no_solutions, font)
    report = Report(run.verbosity)
    has_font = font is not None
    if not has_font:
        _report_letters(title, "the title", report)
    solver = partial(solved, **limits.of_search)
    entries = _entries(run, report, BookPuzzle if no_solutions else solver, has_font=has_font)
    if walkthrough:
        entries = (explained(entry, rules, time_limit=limits.time_limit) for entry in entries)
    book = to_book(entries, layout)
    with open_bytes(run.output) as stream:
        stream.write(book)
    return report.finish()


def _entries(
    run: Run,
    report: Report,
    entry_of: Callable[[Grid | Puzzle, str], BookPuzzle],
    *,
    has_font: bool,
) -> Iterator[BookPuzzle]:
    """Yield an entry for each puzzle, and report on it."""
    for place, record in run.readable(report):
        if puzzle := record.puzzle:
            title = record.remark or (puzzle.title if is_puzzle(puzzle) else "")
            entry = entry_of(puzzle, title)
            word = entry.status.word if entry.status else "shown"
            is_good = entry.status in (None, Status.UNIQUE)
            if not is_good:
                report.error(f"{place}: {entry.note}; printed without a solution")
            if not has_font:
                _report_letters(title, place, report)
            report.count(Answer(word, is_good=is_good))
            yield entry


def _report_letters(text: str, place: str, report: Report) -> None:
    """Report the letters of a text that the fonts lack."""
    if letters := unwritable(text):
        report.error(f"{place}: Helvetica lacks {letters!r}; name a font with --font")
