"""The output of ``lowbit generate``: lines, boards, or the rows of a table."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TextIO

import click

from lowbit.cli.io.outputs import open_output, standard_bytes
from lowbit.cli.io.writers import drawer
from lowbit.formats.puzzle import puzzle_text
from lowbit.formats.streams.table_names import (
    PICTURES,
    TableKind,
    TableName,
    file_ending,
    is_named_json,
    table_name,
)
from lowbit.grid import Grid, Masks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lowbit.geometry import Geometry

TABLE_KINDS: dict[str, TableKind] = {
    "csv": "csv",
    "tsv": "tsv",
    "json": "jsonl",
    "parquet": "parquet",
    "arrow": "arrow",
}
"""The kinds of tables, by the names of formats."""

BINARY = frozenset({"parquet", "arrow"})
"""The kinds that are not text."""

NO_MORE: Final[Mapping[str, Any]] = {}


def table_of(to: str, output: str | None) -> TableName | None:
    """Return the kind of table that is asked for, by the format or by the name of the file."""
    by_name = table_name(output) if output else None
    if output and is_named_json(output):
        raise click.UsageError(
            f"{output}: only lines of JSON can be written; end the name in .jsonl"
        )
    if output and file_ending(output) in PICTURES:
        raise click.UsageError(f"{output} is named as a picture; lowbit render draws puzzles")
    if to == "line":
        return by_name
    asked = TABLE_KINDS.get(to)
    if by_name and by_name.kind != asked:
        raise click.UsageError(f"--to {to} contradicts the name {output}")
    named = by_name or (TableName(asked) if asked else None)
    if named and named.kind in BINARY and sys.stdout.isatty():
        raise click.UsageError(f"{named.kind} is not text: name the file with -o")
    return named


@contextmanager
def opened(  # noqa: PLR0913 - the file, and its content
    board: Geometry,
    output: str | None,
    to: str,
    named: TableName | None,
    heading: str,
    *,
    solutions: bool,
    more: Sequence[str] = (),
) -> Iterator[Callable[..., object]]:
    """Open the output for puzzles, some at a time, and further columns if there are any.

    They are digits, uint8[n, n_cells], or masks of another type.
    """
    if named is None:
        with open_output(output) as stream:
            stream.write(heading)
            yield (
                _lines_writer(board, stream, solutions=solutions)
                if to == "line"
                else _boards_writer(board, stream)
            )
        return
    from lowbit.tables.generated import open_made  # loads pyarrow and Numba

    target = standard_bytes() if output in {None, "-"} else output
    with open_made(target, named, solutions=solutions, more=more, board=board) as write:
        yield write


def _text(board: Geometry, puzzle: NDArray[Any]) -> str:
    if puzzle.itemsize > 1:
        return puzzle_text(Grid.from_masks(puzzle.tolist(), board))
    return puzzle.tobytes().translate(f".{board.symbols}".encode().ljust(256)).decode()


def _lines_writer(
    board: Geometry, stream: TextIO, *, solutions: bool = False
) -> Callable[..., None]:
    """Write a puzzle a line, its solution behind a comma, and further columns alike."""
    text = partial(_text, board)

    def write(block: NDArray[Any], further: Mapping[str, NDArray[Any]] = NO_MORE) -> None:
        columns: list[Iterable[str]] = [map(text, block)]
        if solutions:
            from lowbit.verbs.solve.many import solve_many  # loads Numba

            puzzles = block if block.itemsize == 1 else Masks(block)
            columns.append(map(text, solve_many(puzzles, geometry=board).solutions))
        columns.extend(map(str, numbers.tolist()) for numbers in further.values())
        stream.writelines(f"{','.join(row)}\n" for row in zip(*columns, strict=True))

    return write


def _boards_writer(board: Geometry, stream: TextIO) -> Callable[[NDArray[np.uint8]], None]:
    """Draw each puzzle, with an empty line between two."""
    draw = drawer(stream)

    def write(block: NDArray[np.uint8]) -> None:
        for puzzle in block:
            draw(Grid(puzzle.tolist(), board))

    return write
