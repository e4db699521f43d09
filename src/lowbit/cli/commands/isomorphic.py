"""``lowbit isomorphic``: whether two puzzles are isomorphic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.inputs import from_command_line, is_source
from lowbit.cli.run.report import FAILED, OK
from lowbit.errors import InputError
from lowbit.formats import read
from lowbit.geometry import CLASSIC
from lowbit.verbs.canonical.one import isomorphism

if TYPE_CHECKING:
    from lowbit.grid import Grid


@click.command(
    "isomorphic",
    epilog=examples("lowbit isomorphic examples/board.txt examples/board.txt"),
)
@click.argument("first", type=click.Path(allow_dash=True))
@click.argument("second", type=click.Path(allow_dash=True))
def command(first: str, second: str) -> int:
    """Report whether two puzzles are isomorphic.

    FIRST and SECOND are literal puzzles, or files, whose first puzzle is taken; - is standard
    input. If a symmetry maps one to the other, it is printed: t for a transposition, then the
    rows that become rows 1 to 9, the columns likewise, and what the digits 1 to 9 become. If
    there is none, the exit code is 1.
    """
    found = isomorphism(_first_puzzle(first), _first_puzzle(second))
    click.echo("not isomorphic" if found is None else found)
    return FAILED if found is None else OK


def _first_puzzle(name: str) -> Grid:
    for record in (
        read(name, geometry=CLASSIC) if is_source(name) else (from_command_line(name, CLASSIC),)
    ):
        if record.error:
            raise record.error
        if record.grid:
            return record.grid
    raise InputError(f"{name} has no puzzle")
