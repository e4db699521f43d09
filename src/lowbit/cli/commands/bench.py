"""``lowbit bench``: the speed of solving on this machine."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.messages import describe
from lowbit.cli.options import Whole
from lowbit.cli.run.report import FAILED, OK, Searched, print_error
from lowbit.cli.run.samples import sample_puzzles
from lowbit.errors import InputError
from lowbit.formats.headings import Headings
from lowbit.formats.opening.head import Head, read_lines
from lowbit.formats.streams.source import lines_of_bytes, open_bytes
from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    from lowbit.kernels.classic.search import Puzzles

SECONDS = 1.0
"""The seconds that each row is measured."""

LIMITS = (1, 2)
"""The first solution, and the proof that it is the only one."""

ROW = "{:>9}  {:>5}  {:>11}  {:>21}  {:>15}  {:>16}  {}"
HEADER = ROW.format(
    "puzzles",
    "limit",
    "puzzles/s",
    "microseconds a puzzle",
    "without a guess",
    "guesses a puzzle",
    "source",
)


@click.command(
    "bench", epilog=examples("lowbit bench", "lowbit bench --threads 1 examples/fifty.txt")
)
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True))
@click.option(
    "--threads",
    type=Whole(min=1),
    metavar="N",
    help="Search with N threads; one a CPU by default.",
)
def command(files: tuple[str, ...], threads: int | None) -> int:
    """Measure how fast puzzles are solved on this machine.

    FILES hold puzzles on the classic board, in any format; without FILES, ten puzzles are
    shuffled into 100,000. Each row of the table is the best of the runs that fit into a second,
    with all puzzles in memory. With limit 1 a search ends at the first solution; with limit 2 it
    proves that there is no other.
    """
    code = OK
    click.echo(HEADER)
    for name in files or (None,):
        try:
            puzzles = _puzzles(name)
        except InputError as error:
            print_error(describe(error))
            code = FAILED
            continue
        for limit in LIMITS:
            click.echo(_row(puzzles, limit, threads, name or "ten puzzles, turned into many"))
    return code


def _puzzles(name: str | None) -> Puzzles:
    """Return the puzzles of a file, ready for the kernels."""
    from lowbit.batch.puzzles import read_puzzles  # loads Numba

    if name is None:
        return read_puzzles(list(sample_puzzles()))
    with open_bytes(name) as arrivals:
        content = b"".join(arrivals)
    head = Head(lines_of_bytes([content], name), None, CLASSIC, Headings())
    if head.format.name == "line":
        return read_puzzles(content)
    grids = [record.grid for record in read_lines(head) if record.grid]
    if other := next((grid for grid in grids if not grid.geometry.is_classic), None):
        raise InputError(f"{name} names the board {other.geometry}; the classic one is measured")
    return read_puzzles(grids)


def _row(puzzles: Puzzles, limit: int, threads: int | None, source: str) -> str:
    """Measure, and return a row of the table."""
    n_puzzles = puzzles.starts.size
    if not n_puzzles:
        return ROW.format(0, limit, "", "", "", "", source)
    seconds, searched = _measure(puzzles, limit, threads)
    took = dict(searched.rows())
    return ROW.format(
        f"{n_puzzles:,}",
        limit,
        f"{n_puzzles / seconds:,.0f}",
        f"{1e6 * seconds / n_puzzles:.3f}",
        *took.values(),
        source,
    )


def _measure(puzzles: Puzzles, limit: int, threads: int | None) -> tuple[float, Searched]:
    """Return the seconds of the best run, and its effort."""
    from lowbit.kernels.classic.engine import search  # loads Numba
    from lowbit.kernels.classic.search import new_answers

    times: list[float] = []
    while not times or sum(times) < SECONDS:
        answers = new_answers(puzzles.starts.size)
        started = perf_counter()
        search(puzzles, answers, limit=limit, threads=threads)
        times.append(perf_counter() - started)
    guesses = answers.guesses
    return min(times), Searched(guesses.size, int((guesses == 0).sum()), int(guesses.sum()))
