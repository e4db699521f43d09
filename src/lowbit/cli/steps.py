"""``lowbit steps``: how a person solves puzzles, step by step."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import click

from lowbit.cli.options import errand_options, examples
from lowbit.cli.writers import Answer, words_writer
from lowbit.errors import NoSolutionError
from lowbit.techniques.books import BOOKS, rule_book
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.telling import record, sentence
from lowbit.verbs.explaining import all_steps, steps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.cli.errand import Errand
    from lowbit.grid import Grid
    from lowbit.techniques.books.rule import RuleBook
    from lowbit.techniques.step import Step

NAMES = click.Choice(list(TECHNIQUES))


@click.command(
    "steps",
    epilog=examples(
        "lowbit steps examples/board.txt",
        "lowbit steps --rules hodoku --to json examples/board.txt",
        "lowbit steps --without x-wing examples/board.txt",
    ),
)
@click.option(
    "--rules",
    type=click.Choice(list(BOOKS)),
    default="human",
    help="The rule book: which techniques are tried, and in which order; human by default.",
)
@click.option("--all", "every", is_flag=True, help="Tell all that applies now, not the way.")
@click.option("--only", multiple=True, type=NAMES, metavar="T", help="Try technique T alone.")
@click.option("--without", multiple=True, type=NAMES, metavar="T", help="Leave technique T out.")
@errand_options("line", "json")
def command(
    errand: Errand, *, rules: str, every: bool, only: tuple[str, ...], without: tuple[str, ...]
) -> int:
    """Tell how a person solves puzzles.

    PUZZLES are files, - for standard input (the default), or puzzles as they are. Each step is a
    line: the technique, what it places, what it strikes, its rating and a sentence, with tabs
    between them. A puzzle that the rules do not solve gets the steps that there are, and makes the
    exit code 1. Where a puzzle has several solutions, techniques that rely on there being only
    one are left out.
    """
    book = rule_book(rules).without(without)
    book = book.only(only) if only else book
    answer = partial(_answer, book=book, every=every, as_json=errand.to == "json")
    return errand.answer_each(answer, words_writer)


def _answer(grid: Grid, *, book: RuleBook, every: bool, as_json: bool) -> Answer:
    try:
        if every:
            found = tuple(step for step in all_steps(grid) if book.counts(step.technique))
        else:
            found = steps(grid, book)
    except NoSolutionError as error:
        return Answer("none", is_good=False, reason=str(error))
    told = "\n".join(_lines(found, grid, book.name, as_json=as_json))
    open_cells = sum(not digit for digit in grid)
    is_solved = sum(len(step.placements) for step in found) == open_cells
    if every or is_solved:
        return Answer("told" if every else "solved", told)
    return Answer("stuck", told or None, is_good=False)


def _lines(found: Iterable[Step], grid: Grid, scale: str, *, as_json: bool) -> Iterable[str]:
    for step in found:
        fields = record(step, grid.geometry, scale)
        if as_json:
            yield json.dumps(fields, ensure_ascii=False)
        else:
            lists = (" ".join(fields[name]) for name in ("placements", "eliminations"))
            rating = "" if fields["rating"] is None else str(fields["rating"])
            yield "\t".join([step.technique, *lists, rating, sentence(step, grid.geometry)])
