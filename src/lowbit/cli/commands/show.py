"""``lowbit show``: puzzles as boards, or in any other format."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, TextIO

import click

from lowbit import formats
from lowbit.cli.examples import examples
from lowbit.cli.io.boards import board_in_words
from lowbit.cli.io.writers import Answer, bare_writer, drawer
from lowbit.cli.options import OTHER_PROGRAMS, run_options
from lowbit.errors import FormatError
from lowbit.formats import FORMATS
from lowbit.formats.headed import HeadingWriter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.cli.io.writers import AnsweredRecord, NewWriter, Writer
    from lowbit.cli.run.command_run import Run
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle

WITH_CONSTRAINTS: Final = {"board", "csv", "json", "line", *OTHER_PROGRAMS}
"""The formats that have a place for constraints."""


@click.command(
    "show",
    epilog=examples(
        "lowbit show examples/pyramid1.txt",
        "lowbit show --to line examples/fifty.txt",
        "lowbit show --to sudokupad .AntiKnight.Cage~10~R1C1~R1C2",
    ),
)
@run_options("board", *sorted(FORMATS.keys() - {"board"}), *OTHER_PROGRAMS, constraints=True)
def command(run: Run) -> int:
    """Draw puzzles as boards, or write them in another format.

    PUZZLES are files, - for standard input (the default), or literal puzzles, with constraints or
    without (see "lowbit solve --help"). An unreadable puzzle is reported and left out; the line
    format keeps it, and comments, in place.

    Below a board stand the candidates of cells that may not hold every digit, and each constraint,
    in words. The formats line, csv and json have puzzles with constraints as they were read. Those
    from fpuzzles to sumocue are texts and links of other programs, a line each; a puzzle that one
    of them cannot express is reported and left out. Other formats have no constraints.
    """
    run = replace(run.as_text(), takes_constraints=run.to in WITH_CONSTRAINTS)
    if run.to in OTHER_PROGRAMS:
        return run.answer_each(partial(_written, form=run.to), bare_writer)
    return run.answer_each(
        lambda _puzzle: Answer("shown"), _boards if run.to == "board" else _writer_of(run)
    )


def _written(puzzle: Grid | Puzzle, form: str) -> Answer:
    from lowbit.formats.one_puzzle import write_puzzle  # loads constraints

    try:
        return Answer("written", write_puzzle(puzzle, form))
    except FormatError as error:
        return Answer("not written", is_good=False, error=str(error))


def _boards(stream: TextIO) -> Writer:
    """Draw boards under their names where they do not show them, and above their constraints."""
    draw = drawer(stream)
    headings = HeadingWriter()

    def write(answered: Iterable[AnsweredRecord]) -> None:
        for record, _ in answered:
            if record.puzzle and not record.error:
                heading = headings.above(record.puzzle.geometry)
                draw("\n".join([*filter(None, [heading]), board_in_words(record.puzzle)]))

    return write


def _writer_of(run: Run) -> NewWriter:
    def new_writer(stream: TextIO) -> Writer:
        def write(answered: Iterable[AnsweredRecord]) -> None:
            keeps_errors = run.to == "line"
            records = (record for record, _ in answered if keeps_errors or not record.error)
            formats.write(records, stream, run.to)

        return write

    return new_writer
