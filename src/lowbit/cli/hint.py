"""``lowbit hint``: the next step."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from lowbit.cli.options import errand_options, examples
from lowbit.cli.writers import Answer, words_writer
from lowbit.errors import NoSolutionError
from lowbit.techniques.books import BOOKS
from lowbit.verbs.explaining import STEP, WHERE, hint

if TYPE_CHECKING:
    from lowbit.cli.errand import Errand
    from lowbit.grid import Grid


@click.command(
    "hint",
    epilog=examples("lowbit hint examples/board.txt", "lowbit hint --level 1 examples/board.txt"),
)
@click.option(
    "--level",
    type=click.IntRange(WHERE, STEP),
    default=STEP,
    metavar="N",
    help="1: where to look; 2: the technique; 3, the default: the whole step.",
)
@click.option(
    "--rules",
    type=click.Choice(list(BOOKS)),
    default="human",
    help="The rule book; human by default.",
)
@errand_options()
def command(errand: Errand, *, level: int, rules: str) -> int:
    """Tell the next step of puzzles, one line each.

    PUZZLES are files, - for standard input (the default), or puzzles as they are. A puzzle may
    have candidates left out, in the pencilmark format.
    """
    return errand.answer_each(partial(_answer, level=level, rules=rules), words_writer)


def _answer(grid: Grid, *, level: int, rules: str) -> Answer:
    try:
        found = hint(grid, level=level, rules=rules)
    except NoSolutionError as error:
        return Answer("none", is_good=False, reason=str(error))
    return Answer("told" if found.step else "stuck", found.text, is_good=found.step is not None)
