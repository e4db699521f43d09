"""``lowbit show``: puzzles as boards, or in any other format."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TextIO

import click

from lowbit import formats
from lowbit.cli.examples import examples
from lowbit.cli.io.writers import Answer, drawer
from lowbit.cli.options import request_options
from lowbit.formats import FORMATS
from lowbit.grid import digits_of
from lowbit.verbs.puzzles import grid_of, is_puzzle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.cli.io.writers import Answered, NewWriter, Writer
    from lowbit.cli.run.request import Request
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle

WITH_CONSTRAINTS: Final = {"board", "line"}
"""The formats that have a place for constraints."""


@click.command(
    "show",
    epilog=examples(
        "lowbit show examples/pyramid1.txt", "lowbit show --to line examples/fifty.txt"
    ),
)
@request_options("board", *sorted(FORMATS.keys() - {"board"}), constraints=True)
def command(request: Request) -> int:
    """Draw puzzles as boards, or write them in another format.

    PUZZLES are files, - for standard input (the default), or literal puzzles, with constraints or
    without (see "lowbit solve --help"). An unreadable puzzle is reported and left out; the line
    format keeps it, and comments, in place.

    Below a board stand the candidates of cells that may not hold every digit, and each constraint,
    in words. The line format writes a puzzle with constraints as it was read; other formats have no
    constraints.
    """
    request = replace(request, takes_constraints=request.to in WITH_CONSTRAINTS)
    return request.answer_each(
        lambda _puzzle: Answer("shown"), _boards if request.to == "board" else _writer_of(request)
    )


def _boards(stream: TextIO) -> Writer:
    """Draw boards, and the constraints below them."""
    draw = drawer(stream)

    def write(answered: Iterable[Answered]) -> None:
        for record, _ in answered:
            if record.puzzle and not record.error:
                draw("\n".join(_lines(record.puzzle)))

    return write


def _lines(puzzle: Grid | Puzzle) -> Iterator[str]:
    grid = grid_of(puzzle)
    yield str(grid)
    yield from _candidates_in_words(grid)
    if is_puzzle(puzzle):
        from lowbit.techniques.constraint_words import in_words  # noqa: PLC0415 - loads constraints

        yield from filter(None, [puzzle.title, puzzle.author, puzzle.rules])
        for constraint in puzzle.constraints:
            yield in_words(constraint, puzzle.geometry)


def _candidates_in_words(grid: Grid) -> Iterator[str]:
    """Yield what the board does not show: the candidates of cells that may not hold every digit."""
    board = grid.geometry
    for cell, mask in enumerate(grid.allowed):
        if not grid[cell] and mask != board.full_mask:
            symbols = [board.symbols[digit - 1] for digit in digits_of(mask)]
            yield f"candidates of {board.cell_name(cell)}: {' '.join(symbols) or 'none'}"


def _writer_of(request: Request) -> NewWriter:
    def new_writer(stream: TextIO) -> Writer:
        def write(answered: Iterable[Answered]) -> None:
            keeps_errors = request.to == "line"
            records = (record for record, _ in answered if keeps_errors or not record.error)
            formats.write(records, stream, request.to)

        return write

    return new_writer
