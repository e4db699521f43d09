"""``lowbit canonical``: the canonical form of each puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.writers import Answer, words_writer
from lowbit.cli.options import THREADS, run_options, table_options
from lowbit.cli.run.tables import answer_tables, is_table_run
from lowbit.cli.run.transformations import Transformation
from lowbit.errors import GridError
from lowbit.formats.puzzle import puzzle_text
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.canonical.one import canonical, canonical_transform

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.batch.fill import Change
    from lowbit.cli.run.command_run import Run
    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle

WORD = "canonical"


@click.command(
    "canonical",
    epilog=examples(
        "lowbit canonical examples/fifty.txt",
        "lowbit canonical --bare examples/fifty.txt | sort -u  # one of each class",
        "lowbit canonical --with-transform examples/board.txt",
    ),
)
@click.option(
    "--with-transform",
    is_flag=True,
    help="Write the symmetry that leads to each form behind it, as a remark.",
)
@click.option(
    "--bare",
    is_flag=True,
    help="Write the forms alone, without comments, remarks and unreadable lines.",
)
@THREADS
@run_options("line", "board", "csv", "json", constraints=True)
@table_options
def command(run: Run, threads: int | None, *, with_transform: bool, bare: bool) -> int:
    """Write the canonical form of puzzles, which isomorphic puzzles share.

    PUZZLES are files, - for standard input (the default), or literal puzzles. On the classic
    board the form is the smallest grid, read row by row with blanks first, that any
    relabelling, permutation of bands, stacks, rows and columns, or transposition makes of the
    givens; on other boards, and of puzzles given by their candidates, another that their
    symmetries lead to. The puzzle may have one
    solution, several or none. Tables stay tables (see "lowbit solve --help") and get the column
    canonical.

    Of puzzles with constraints, the form is the smallest that turns and reflections make; digits
    are relabelled if all constraints only tell equal digits from different ones. It is JSON.
    """
    if (bare or with_transform) and run.to != "line":
        hint = "--bare" if bare else "--with-transform"
        raise click.BadParameter("it needs --to line", param_hint=hint)
    if with_transform:
        return run.answer_each(_with_transform, words_writer)
    if not bare and is_table_run(run):
        return answer_tables(run, "canonical", Limits(threads=threads))
    changing = Transformation(WORD, _change_one, _load_many, keeps_text=not bare)
    return run.change(changing, threads)


def _change_one(puzzle: Grid | Puzzle, _number: int) -> Iterator[Answer]:
    try:
        yield Answer(WORD, canonical(puzzle))
    except GridError as error:
        yield _invalid(error)


def _load_many(board: Geometry) -> Change:
    from lowbit.verbs.canonical.many import changing_to_canonical  # loads Numba

    return changing_to_canonical(board)


def _with_transform(puzzle: Grid | Puzzle) -> Answer:
    try:
        form, transform = canonical(puzzle), canonical_transform(puzzle)
    except GridError as error:
        return _invalid(error)
    text = puzzle_text(form) if isinstance(form, Grid) else form.to_json()
    return Answer(WORD, f"{text}  # {transform}")


def _invalid(error: GridError) -> Answer:
    return Answer(Status.INVALID.word, is_good=False, reason=str(error))
