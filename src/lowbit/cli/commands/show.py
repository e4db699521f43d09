"""``lowbit show``: puzzles as boards, or in any other format."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

import click

from lowbit import formats
from lowbit.cli.examples import examples
from lowbit.cli.io.writers import Answer
from lowbit.cli.options import request_options
from lowbit.formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.cli.io.writers import Answered, Writer
    from lowbit.cli.run.request import Request


@click.command(
    "show",
    epilog=examples(
        "lowbit show examples/pyramid1.txt", "lowbit show --to line examples/fifty.txt"
    ),
)
@request_options("board", *sorted(FORMATS.keys() - {"board"}))
def command(request: Request) -> int:
    """Draw puzzles as boards, or write them in another format.

    PUZZLES are files, - for standard input (the default), or literal puzzles. An
    unreadable puzzle is reported and left out; the line format keeps it, and comments, in
    place.
    """

    def new_writer(stream: TextIO) -> Writer:
        def write(answered: Iterable[Answered]) -> None:
            keeps_errors = request.to == "line"
            records = (record for record, _ in answered if keeps_errors or not record.error)
            formats.write(records, stream, request.to)

        return write

    return request.answer_each(lambda _grid: Answer("shown"), new_writer)
