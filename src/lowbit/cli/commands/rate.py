"""``lowbit rate``: the difficulty of each puzzle."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.writers import csv_writer, json_writer, reason_of, words_writer
from lowbit.cli.options import THREADS, budget_options, run_options, table_options
from lowbit.cli.run.ratings import RatingAnswerer
from lowbit.cli.run.report import Report
from lowbit.cli.run.tables import answer_tables, is_table_run
from lowbit.errors import GridError, LowbitError
from lowbit.formats.lines.line import cells_or_text
from lowbit.verbs.rate.measures import (
    FIELDS_OF_MEASURES,
    FIELDS_OF_RULES,
    SEARCH,
    TECHNIQUES,
    counts_text,
    selection_of,
    selection_with_constraints,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.cli.io.writers import Answer, NewWriter, Row
    from lowbit.cli.run.command_run import Run
    from lowbit.formats import Record
    from lowbit.limits import Limits
    from lowbit.verbs.rate.measures import Selection


NO_RULES = "none"
"""The name for no rule book, beside those of the books."""


@click.command(
    "rate",
    epilog=examples(
        "lowbit rate examples/fifty.txt",
        "lowbit rate --rules hodoku examples/fifty.txt",
        "lowbit rate --to json --measure backdoor examples/board.txt",
        "lowbit rate --measure techniques examples/audit.csv",
        "lowbit rate --rules none --measure depth --measure B examples/fifty.txt",
        "lowbit rate --geometry 4x4 --measure search --measure redundant 1..4....4...2..1",
        "lowbit rate --rules none .Shape~4x4.~R3C2_4.~R4C4_2.Thermo~R2C1~R2C2~R2C3",
        "lowbit rate --rules none --measure difficulty "
        ".Shape~4x4.~R3C2_4.~R4C4_2.Thermo~R2C1~R2C2~R2C3",
    ),
)
@click.option(
    "--rules",
    type=click.Choice([*FIELDS_OF_RULES, NO_RULES]),
    multiple=True,
    help="Whose rating: Sudoku Explainer's (explainer, the default) or HoDoKu's, both of the "
    "classic board alone, without constraints; or none, for measures alone. May be repeated.",
)
@click.option(
    "--measure",
    "measures",
    type=click.Choice(list(FIELDS_OF_MEASURES)),
    multiple=True,
    help="Measure this, too, for csv, json and tables: the techniques of all steps, the guesses "
    "and nodes of a search, the size of backdoors, how many givens are redundant, the difficulty "
    "of lowbit's own steps, the depth of trial and error, the length of braids (B, BxB, BxBB). On "
    "other boards all but techniques, with constraints search, backdoor, redundant and difficulty, "
    "also on lines, and search by default. May be repeated.",
)
@budget_options
@THREADS
@run_options("line", "csv", "json", constraints=True)
@table_options
def command(
    run: Run,
    *,
    rules: tuple[str, ...],
    measures: tuple[str, ...],
    limits: Limits,
) -> int:
    """Rate puzzles: show how hard each is, one line each.

    PUZZLES are files, - for standard input (the default), or literal puzzles. By Sudoku Explainer,
    a line is ER, EP and ED, such as "7.1 1.2 1.2": the ratings of the hardest step, of the hardest
    up to the first digit, and of the first step. By HoDoKu, it is the score and the level, such as
    "1286 Hard"; with both, ER, EP and ED come first. A puzzle without exactly one solution gets
    "none", "several", "limit-reached" or "invalid". --to csv and json add the techniques of all
    steps and the hardest of them. Tables stay tables (see "lowbit solve --help") and get the
    columns er, ep and ed, or score and level.

    Both programs rate puzzles on the classic board, without constraints. On other boards, with
    constraints (see "lowbit solve --help"), and with --rules none, a line has what is measured,
    such as "guesses:1 nodes:3". Name --measure to get columns of that in --to csv and json.
    """
    try:
        named = _named(rules)
        selection = selection_of(named, measures if named != () else measures or SEARCH, run.board)
    except LowbitError as error:
        raise click.UsageError(str(error)) from None
    if is_table_run(run):
        return answer_tables(
            run, "rate", limits, rules=selection.rules, measures=selection.measures
        )
    if selection.rules and measures and run.to == "line":
        raise click.UsageError("--measure needs --to csv or json, or a table")
    if selection.rules and run.to != "line":
        selection = selection_of(selection.rules, (*measures, TECHNIQUES))
    constrained = _with_constraints(named, measures)
    rater = RatingAnswerer(selection, constrained, limits, Report(run.verbosity))
    return run.answer_with(rater, _writers(selection)[run.to])


def _named(rules: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the rule books that are named, None where the default is meant."""
    return tuple(name for name in rules if name != NO_RULES) if rules else None


def _with_constraints(
    rules: tuple[str, ...] | None, measures: tuple[str, ...]
) -> Selection | GridError:
    """Return the ratings of puzzles with constraints, or the reason why there are none."""
    known = tuple(name for name in measures if name != TECHNIQUES) or SEARCH
    try:
        return selection_with_constraints(rules, known)
    except GridError as error:
        return error


def _writers(selection: Selection) -> dict[str, NewWriter]:
    names = ("puzzle", "status", *selection.fields, "reason", "remark")
    return {
        "line": words_writer,
        "csv": partial(csv_writer, names=names, rows_of=partial(_flat_row, selection=selection)),
        "json": partial(json_writer, rows_of=partial(_row, selection=selection)),
    }


def _row(record: Record, answer: Answer, selection: Selection) -> Iterator[dict[str, Any]]:
    yield {
        "puzzle": cells_or_text(record) or record.text,
        "status": answer.status,
        **{name: getattr(answer.rated, name, None) for name in selection.fields},
        "reason": reason_of(record, answer),
        "remark": record.remark,
    }


def _flat_row(record: Record, answer: Answer, selection: Selection) -> Iterator[Row]:
    """Yield a row in which counts are text."""
    for row in _row(record, answer, selection):
        yield {
            name: counts_text(value) if isinstance(value, dict) else value
            for name, value in row.items()
        }
