"""``lowbit steps``: how a person solves puzzles, step by step."""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.pictures import FORMATS, THEME
from lowbit.cli.options import SECONDS, run_options
from lowbit.cli.run.progress import StepsLine
from lowbit.cli.run.report import QUIET
from lowbit.cli.run.steps import FoundSteps, step_board, write_steps
from lowbit.cli.step_options import LANGUAGE, RULES
from lowbit.errors import LimitReachedError
from lowbit.formats.puzzle import puzzle_text
from lowbit.status import Status
from lowbit.techniques.books import rule_book
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.wording.description import notation
from lowbit.techniques.wording.notation import eliminations_list, placements_list
from lowbit.techniques.wording.reasons.reason import sentences
from lowbit.techniques.wording.records import rating, record
from lowbit.verbs.puzzles import grid_of
from lowbit.verbs.steps.explain import all_steps, left_out, walkthrough
from lowbit.verbs.steps.start import start_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.cli.run.command_run import Run
    from lowbit.cli.run.steps import Taken
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle
    from lowbit.techniques.books.rule import RuleBook
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step

NAMES = click.Choice(list(TECHNIQUES))


def _lines(_grid: Grid | Puzzle, taken: Taken, scale: str, language: str) -> str:
    return "\n".join(_line(step, position, scale, language) for step, position in taken)


def _line(step: Step, position: Position, scale: str, language: str) -> str:
    board, rated = position.geometry, rating(step, scale)
    placed = " ".join(placements_list(board, step.placements))
    eliminated = " ".join(eliminations_list(board, step.eliminations))
    said = sentences(step, position, language), notation(step, board, language)
    number = "" if rated is None else str(rated)
    return "\t".join([step.technique, placed, eliminated, number, *said])


def _json_lines(grid: Grid | Puzzle, taken: Taken, scale: str, language: str) -> str:
    puzzle = {"puzzle": puzzle_text(grid_of(grid))}
    records = (puzzle | record(step, each, scale, language) for step, each in taken)
    return "\n".join(json.dumps(one, ensure_ascii=False) for one in records)


def _boards(_grid: Grid | Puzzle, taken: Taken, _scale: str, language: str) -> str:
    return "\n\n".join(step_board(step, position, language) for step, position in taken)


WRITERS = {"line": _lines, "json": _json_lines, "board": _boards}
"""The functions that write steps as text, by format."""


@click.command(
    "steps",
    epilog=examples(
        "lowbit steps examples/board.txt",
        "lowbit steps --rules hodoku --to json examples/board.txt",
        "lowbit steps --without x-wing examples/board.txt",
        "lowbit steps --to svg examples/board.txt -o 'step-{}.svg'",
    ),
)
@RULES
@LANGUAGE
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Show every step that applies now, instead of the way to the solution.",
)
@click.option(
    "--only", multiple=True, type=NAMES, metavar="T", help="Use only technique T; may be repeated."
)
@click.option(
    "--without",
    multiple=True,
    type=NAMES,
    metavar="T",
    help="Do not use technique T; may be repeated.",
)
@THEME
@SECONDS
@run_options(*WRITERS, *FORMATS, constraints=True)
def command(  # noqa: PLR0913 - one for each option
    run: Run,
    *,
    rules: str | list[str],
    language: str,
    theme: str,
    every: bool,
    only: tuple[str, ...],
    without: tuple[str, ...],
    time_limit: float | None,
) -> int:
    """Show how a person solves puzzles, step by step.

    PUZZLES are files, - for standard input (the default), or literal puzzles. Each step is a
    line: the technique, what it places and eliminates, its rating, its reason and its notation,
    with tabs between them. --to board draws the position below each reason; --to svg, png and pdf
    make pictures, the pages of one PDF, or files of their own where -o has {} for their number.

    A puzzle that the rules do not solve gets the steps found so far, then its status, stuck or
    limit-reached, and makes the exit code 1. For a puzzle with several solutions, techniques that
    rely on a single one are left out, with a note. They are left out with constraints, too, from
    which other steps follow.
    """
    run, book = run.as_text(), rule_book(rules).without(without)
    book = book.only(only) if only else book
    text_of = partial(_text, to=run.to, scale=book.name, language=language)
    is_watched = run.verbosity > QUIET and sys.stderr.isatty()
    line = StepsLine() if is_watched and len(run.inputs.names) == 1 else None
    search = partial(_steps, book=book, time_limit=time_limit, every=every, line=line)
    find = partial(_find, search=search, text_of=text_of, every=every, time_limit=time_limit)
    return write_steps(run, find, theme, language)


def _text(grid: Grid | Puzzle, taken: Taken, *, to: str, scale: str, language: str) -> str:
    return WRITERS[to](grid, taken, scale, language) if to in WRITERS else ""


def _find(
    grid: Grid | Puzzle,
    *,
    search: Callable[[Grid | Puzzle], Iterator[tuple[Step, Position]]],
    text_of: Callable[[Grid | Puzzle, Taken], str],
    every: bool,
    time_limit: float | None,
) -> FoundSteps:
    found: list[tuple[Step, Position]] = []
    is_whole, note = True, ""
    try:
        note = left_out(grid, time_limit)
        found.extend(search(grid))
    except LimitReachedError:
        is_whole = False
    taken = tuple(found)
    text = text_of(grid, taken)
    if not is_whole:
        return FoundSteps(Status.LIMIT_REACHED.word, text, taken, is_good=False, note=note)
    if every:
        return FoundSteps("explained", text, taken, note=note)
    is_solved = taken[-1][1].apply(taken[-1][0]).is_solved if taken else grid_of(grid).is_complete
    return FoundSteps("solved" if is_solved else "stuck", text, taken, is_good=is_solved, note=note)


def _steps(
    grid: Grid | Puzzle,
    book: RuleBook,
    time_limit: float | None,
    *,
    every: bool,
    line: StepsLine | None,
) -> Iterator[tuple[Step, Position]]:
    found = walkthrough(grid, book, time_limit=time_limit)
    if every:
        position = start_of(grid)
        now = all_steps(grid, rules=book, time_limit=time_limit)
        found = ((step, position) for step in now)
    return _watched(found, line) if line else found


def _watched(
    steps: Iterator[tuple[Step, Position]], line: StepsLine
) -> Iterator[tuple[Step, Position]]:
    """Yield steps, and draw their number so far."""
    try:
        for number, each in enumerate(steps, 1):
            yield each
            line.show_steps(number, each[0].technique)
    finally:
        line.clear()
