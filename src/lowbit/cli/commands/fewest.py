"""``lowbit fewest``: all puzzles of full grids with a few givens."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.outputs import require_kept_file
from lowbit.cli.io.writers import UNSOLVED, Answer, grid_writers, unsolved
from lowbit.cli.options import SECONDS, THREADS, Whole, run_options, table_options
from lowbit.cli.run.answerer import INVALID
from lowbit.cli.run.progress import PartsLine
from lowbit.cli.run.tables import answer_tables, is_table_run
from lowbit.errors import InputError, LimitReachedError, SourceError
from lowbit.limits import Limits
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.cli.run.command_run import Run
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.fewest.few_clues import FewCluePuzzles


@click.command(
    "fewest",
    epilog=examples(
        "lowbit fewest --clues 4 --geometry 4x4 1234341221434321",
        "lowbit generate --grids --geometry 6x6 --seed 1 | lowbit fewest --clues 8",
    ),
)
@click.option(
    "--clues",
    type=Whole(min=0),
    metavar="K",
    default=17,
    show_default=True,
    help="The most givens. With one more, it takes some ten times as long, or more.",
)
@click.option(
    "--first-part",
    type=Whole(min=0),
    metavar="N",
    default=0,
    help="Go on with part N of the search, which the note of an interrupted one names.",
)
@click.option(
    "--record",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Keep in FILE what is done. The same command goes on from there, however the last one "
    "ended.",
)
@THREADS
@SECONDS
@run_options("line", "board", "csv", "json", constraints=True)
@table_options
def command(  # noqa: PLR0913 - one for each option
    run: Run,
    clues: int,
    first_part: int,
    threads: int | None,
    time_limit: float | None,
    *,
    record: str | None,
) -> int:
    """Find all puzzles of full grids with a few givens, or prove that there are none.

    PUZZLES are files, - for standard input (the default), or literal puzzles: full grids, or
    puzzles with one solution, with constraints or without (see "lowbit solve --help"). Each becomes
    every minimal puzzle with at most K givens that has this solution, a line each, as they are
    found. Where there is none, the grid is written with "  # no puzzle": that is proven then.

    For the 9x9 board and 17 givens a grid takes half a minute, a few minutes at worst. With
    --record, a list of grids goes on where it was, even after a power failure. Without, a search
    that is interrupted names the option that goes on from there.

    Tables stay tables (see "lowbit solve --help") and get the columns puzzles, a line each, and
    n_puzzles; "lowbit job run --do fewest" divides long ones.
    """
    if record is not None and first_part:
        raise click.UsageError("--record knows the first part: it goes without --first-part")
    require_kept_file("--record", record, run.output)
    goes_on = record is not None or first_part > 0
    if goes_on and run.table.column is not None:
        raise click.UsageError("--record and --first-part do not apply to tables")
    if goes_on:
        run = run.as_text()
    elif is_table_run(run):
        return answer_tables(run, "fewest", Limits.of(None, time_limit, threads), clues=clues)

    def answers(puzzle: Grid | Puzzle) -> Iterator[Answer]:
        from lowbit.verbs.fewest.few_clues import FewCluePuzzles  # loads Numba

        line = PartsLine()
        progress = line.show_parts if sys.stderr.isatty() else None
        try:
            search = FewCluePuzzles(
                puzzle,
                clues,
                first_part=first_part,
                record=record,
                time_limit=time_limit,
                threads=threads,
                progress=progress,
            )
            with closing(search):
                yield from _answers(search, line, first_part, record)
        except SourceError:
            raise  # of the record
        except UNSOLVED as error:
            yield unsolved(error)
        except InputError as error:
            yield Answer(INVALID.status, is_good=False, reason=str(error))

    return run.answer_several(answers, grid_writers("minimal")[run.to])


def _answers(
    search: FewCluePuzzles, line: PartsLine, first_part: int, record: str | None = None
) -> Iterator[Answer]:
    """Yield the puzzles of a grid, and how to go on where something ends the search."""
    n_found, end = 0, None
    try:
        for found in search:
            line.clear()
            n_found += 1
            yield Answer("minimal", found)
    except LimitReachedError as error:
        end = unsolved(error)
    except KeyboardInterrupt as signal:
        end = Answer(Status.LIMIT_REACHED.word, is_good=False, ended_by=signal)
    finally:
        line.clear()
    if end:
        way_on = "the same command" if record else f"--first-part {search.part}"
        note = f"part {search.part:,} of {search.n_parts:,}: {way_on} goes on"
        yield replace(end, note=note)
    elif not n_found:
        yield Answer(f"no puzzle from part {first_part} on" if first_part else "no puzzle")
