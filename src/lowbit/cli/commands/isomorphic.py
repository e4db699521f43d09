"""``lowbit isomorphic``: whether two puzzles are isomorphic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.inputs import Inputs, given_on_command_line, is_source
from lowbit.cli.options import GEOMETRY
from lowbit.cli.run.report import FAILED, OK
from lowbit.errors import InputError
from lowbit.formats import Record, read
from lowbit.verbs.canonical.one import isomorphism

if TYPE_CHECKING:
    from lowbit.geometry import Geometry
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle


@click.command(
    "isomorphic",
    epilog=examples("lowbit isomorphic examples/board.txt examples/board.txt"),
)
@click.argument("first", type=click.Path(allow_dash=True))
@click.argument("second", type=click.Path(allow_dash=True))
@GEOMETRY
def command(first: str, second: str, board: Geometry | None) -> int:
    """Report whether two puzzles are isomorphic.

    FIRST and SECOND are literal puzzles, or files, whose first puzzle is taken; - is standard
    input. If a symmetry maps one to the other, it is printed: t for a transposition, then the
    rows that become rows 1 to 9, the columns likewise, and what the digits 1 to 9 become; on
    other boards, which cells become cells 1, 2, 3, and so on, and what the digits become. If
    there is none, the exit code is 1.

    The symmetries of puzzles with constraints are turns and reflections, and other names of digits
    if all constraints only tell equal digits from different ones.
    """
    found = isomorphism(_first_puzzle(first, board), _first_puzzle(second, board))
    click.echo("not isomorphic" if found is None else found)
    return FAILED if found is None else OK


def _first_puzzle(name: str, board: Geometry | None) -> Grid | Puzzle:
    if is_source(name):
        records = read(name, geometry=board)
    else:
        records = iter(given_on_command_line(name, Inputs(board=board)))
    for record in map(Record.accepted, records):
        if record.error:
            raise record.error
        if record.puzzle:
            return record.puzzle
    raise InputError(f"{name} has no puzzle")
