"""``lowbit minimize``: puzzles without their redundant givens."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.outputs import require_kept_file
from lowbit.cli.io.writers import UNSOLVED, Answer, grid_writers, unsolved
from lowbit.cli.options import THREADS, Whole, budget_options, run_options, table_options
from lowbit.cli.run.tables import answer_tables, is_table_run, reads_tables
from lowbit.cli.run.transformations import ALL_ALONE, NONE_ALONE, Transformation
from lowbit.errors import SourceError
from lowbit.status import Status
from lowbit.verbs.minimize.by_candidates import minimal_candidates
from lowbit.verbs.minimize.one import minimize
from lowbit.verbs.puzzles import is_puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.batch.fill import Change
    from lowbit.cli.run.command_run import Run
    from lowbit.geometry import Geometry
    from lowbit.grid import Grid
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle

WORD = Status.UNIQUE.word
"""As tables have it."""


@click.command(
    "minimize",
    epilog=examples(
        "lowbit minimize examples/fifty.txt",
        "lowbit solve -q examples/fifty.txt | lowbit minimize --seed 1",
        "lowbit minimize --all --geometry 4x4 1234.4....4....1",
        "lowbit minimize --candidates --geometry 4x4 1234.4....4....1",
    ),
)
@click.option(
    "--seed",
    type=click.IntRange(min=0, max=(1 << 64) - 1),
    metavar="N",
    help="Try the givens in random order, the same for the same N; in reading order by default.",
)
@click.option(
    "--constraints",
    is_flag=True,
    help="Remove constraints that are not needed, too, once givens are gone.",
)
@click.option(
    "--candidates",
    is_flag=True,
    help="Let back the candidates that need not be left out, in place of removing givens.",
)
@click.option("--all", "is_all", is_flag=True, help="Write every minimal puzzle within each.")
@click.option(
    "--limit", type=Whole(min=1), metavar="N", help="With --all: write N of each puzzle at most."
)
@click.option(
    "--record",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="With --all: keep in FILE what is done. The same command goes on from there, however the "
    "last one ended.",
)
@budget_options
@THREADS
@run_options("line", "board", "csv", "json", constraints=True)
@table_options
def command(  # noqa: PLR0913 - one for each option
    run: Run,
    seed: int | None,
    limit: int | None,
    limits: Limits,
    *,
    constraints: bool,
    candidates: bool,
    is_all: bool,
    record: str | None,
) -> int:
    """Minimise puzzles: remove givens until each one left is needed.

    PUZZLES are files, - for standard input (the default), or literal puzzles. The givens are
    tried one after another, and each is removed unless a second solution would appear. A puzzle
    without exactly one solution is written unchanged, followed by "  # none", "  # several",
    "  # limit-reached" or "  # invalid". Tables stay tables (see "lowbit solve --help") and get
    the column minimal.

    With --candidates, the minimal puzzle is one given by its candidates (Sukaku), with no more of
    them left out than one solution needs; it is written as 729 characters, nine a cell.

    With --all each puzzle becomes every minimal puzzle within it, a line each, as they are found;
    of a puzzle with many redundant givens there are millions. One that a limit ended has a last
    line with its own givens and "  # limit-reached". With --record, the same command goes on from
    there, and writes what was found before, too.

    Of puzzles with constraints (see "lowbit solve --help") the constraints stay without
    --constraints, and the minimal puzzle is written as JSON.
    """
    if is_all:
        if constraints or candidates or seed is not None or reads_tables(run):
            raise click.UsageError(
                "--all goes with neither --seed, --constraints, --candidates nor tables"
            )
        require_kept_file("--record", record, run.output)
        return _write_all(run.as_text(), limits, limit, record)
    if limit is not None or record is not None:
        raise click.UsageError("--limit and --record are for --all")
    if is_table_run(run):
        if constraints:
            raise click.UsageError("--constraints does not apply to tables")
        if seed is not None:
            raise click.UsageError(
                "--seed does not apply to tables, whose givens are tried in reading order"
            )
        return answer_tables(run, "minimize", limits, candidates=candidates)
    search = partial(minimal_candidates if candidates else minimize, seed=seed, **limits.of_search)

    def change_one(puzzle: Grid | Puzzle, number: int) -> Iterator[Answer]:
        try:
            minimal: Grid | Puzzle = search(puzzle, row=number)
            if constraints and is_puzzle(minimal):
                minimal = _without_needless(minimal, limits)
            yield Answer(WORD, minimal)
        except UNSOLVED as error:
            yield unsolved(error)

    def load_many(board: Geometry) -> Change:
        from lowbit.verbs.minimize.many import minimizing  # loads Numba

        return minimizing(board, seed, limits.max_nodes)

    few = (
        None if limits.max_nodes is None else NONE_ALONE
    )  # so that it is the same search that ends
    few = few if limits.time_limit is None and not candidates else ALL_ALONE
    return run.change(
        Transformation(WORD, change_one, load_many, column="minimal", few=few),
        limits.threads,
    )


def _write_all(run: Run, limits: Limits, most: int | None, record: str | None) -> int:
    """Write the minimal puzzles within each puzzle, and return the exit code."""
    from lowbit.verbs.minimize.within import MinimalPuzzles  # loads Numba

    def answers(puzzle: Grid | Puzzle) -> Iterator[Answer]:
        try:
            with closing(MinimalPuzzles(puzzle, record=record, **limits.of_search)) as search:
                for found in islice(search, most):
                    yield Answer("minimal", found)
        except SourceError:
            raise  # of the record
        except UNSOLVED as error:
            yield replace(unsolved(error), note="the same command goes on" if record else "")

    return run.answer_several(answers, grid_writers("minimal")[run.to])


def _without_needless(puzzle: Puzzle, limits: Limits) -> Puzzle:
    """Return a puzzle without the constraints that it can do without."""
    from lowbit.verbs.minimize.variants import minimal_constraints  # loads Numba

    return minimal_constraints(puzzle, **limits.of_search)
