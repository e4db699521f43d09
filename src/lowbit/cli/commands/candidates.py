"""``lowbit candidates``: the candidates of puzzles that occur in some solution."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.writers import (
    UNSOLVED,
    Answer,
    board_texts,
    boards_writer,
    grid_writers,
    json_writer,
    reason_of,
    unsolved,
    writers,
)
from lowbit.cli.options import (
    THREADS,
    Whole,
    budget_options,
    run_options,
    table_options,
)
from lowbit.cli.run.tables import answer_tables, is_table_run, reads_tables
from lowbit.errors import NoSolutionError
from lowbit.formats.lines.line import cells_or_text
from lowbit.grid import Grid
from lowbit.status import Status
from lowbit.verbs.minimize.one import true_candidates
from lowbit.verbs.puzzles import grid_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from lowbit.cli.io.writers import NewWriter, Row
    from lowbit.cli.run.command_run import Run
    from lowbit.formats import Record
    from lowbit.geometry import Geometry
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle

    Question = Callable[[Grid | Puzzle], Answer]


@click.command(
    "candidates",
    epilog=examples(
        "lowbit candidates --to board examples/board.txt",
        "lowbit candidates --counts 10 .Shape~4x4.Cage~3~R1C1~R1C2.~R2C1_4",
        "lowbit candidates --deciding .Shape~4x4.Cage~3~R1C1~R1C2.~R2C1_4.~R3C1_1.~R4C4_4",
    ),
)
@click.option(
    "--counts",
    "most",
    type=Whole(min=1),
    metavar="N",
    help="Write in how many solutions each candidate is; N means N or more.",
)
@click.option(
    "--deciding",
    is_flag=True,
    help="Write the candidates each of which, as a given, would leave one solution.",
)
@budget_options
@THREADS
@run_options("line", "board", "csv", "json", constraints=True)
@table_options
def command(
    run: Run,
    most: int | None,
    limits: Limits,
    *,
    deciding: bool,
) -> int:
    """Write the candidates of puzzles that occur in some solution.

    PUZZLES are files, - for standard input (the default), or literal puzzles, with constraints or
    without (see "lowbit solve --help"). Each gets a line: its candidates as pencilmarks, nine a
    cell, or the solution where there is but one. A puzzle without a solution is written
    unchanged, followed by "  # none". Tables stay tables (see "lowbit solve --help") and get the
    column candidates.

    With --counts the line has a word for each cell, such as 1:6,2:6: each candidate, and in how
    many solutions it is. With --deciding it names candidates, such as r1c1=2; of a puzzle that
    no single given decides, and of one with one solution, it is the status.
    """
    if most is not None or deciding:
        if reads_tables(run):
            raise click.UsageError("--counts and --deciding do not apply to tables")
        run = run.as_text()
    elif is_table_run(run):
        return answer_tables(run, "candidates", limits)
    if most is not None and deciding:
        raise click.UsageError("--counts and --deciding exclude each other")
    if run.to == "board" and (most is not None or deciding):
        raise click.UsageError("--to board draws candidates alone, not their numbers")
    if most is not None:
        return run.answer_each(_answering(partial(_counts, most), limits), COUNTS[run.to])
    if deciding:
        new_writer = writers("deciding")[run.to]
        return run.answer_each(_answering(_deciding, limits), new_writer)
    new_writer = CANDIDATES[run.to]
    return run.answer_each(_answering(_candidates, limits), new_writer)


def _answering(ask: Callable[..., Answer], limits: Limits) -> Question:
    """Return the function that answers a puzzle, within limits."""

    def answer(puzzle: Grid | Puzzle) -> Answer:
        try:
            return ask(puzzle, **limits.of_search)
        except UNSOLVED as error:
            return unsolved(error)

    return answer


def _candidates(puzzle: Grid | Puzzle, **limits: Any) -> Answer:  # noqa: ANN401 - two numbers
    grid = true_candidates(puzzle, **limits)
    if not any(grid.allowed):
        raise NoSolutionError("the puzzle has no solution")
    status = Status.SEVERAL if grid.is_restricted else Status.UNIQUE
    return Answer(status.word, grid)


def _counts(most: int, puzzle: Grid | Puzzle, **limits: Any) -> Answer:  # noqa: ANN401 - as above
    from lowbit.verbs.solve.ambiguity import candidate_counts  # loads NumPy

    counts = candidate_counts(puzzle, limit=most, **limits)
    if not counts.any():
        raise NoSolutionError("the puzzle has no solution")
    status = Status.SEVERAL if ((counts > 0).sum(axis=1) > 1).any() else Status.UNIQUE
    return Answer(status.word, _words(counts, grid_of(puzzle).geometry), counts=counts)


def _words(counts: NDArray[Any], board: Geometry) -> str:
    """Return the counts of each cell as a word."""
    return " ".join(
        ",".join(f"{board.symbols[at]}:{number}" for at, number in enumerate(row) if number)
        for row in counts.tolist()
    )


def _deciding(puzzle: Grid | Puzzle, **limits: Any) -> Answer:  # noqa: ANN401 - as above
    from lowbit.verbs.solve.ambiguity import ambiguity  # loads NumPy

    found = ambiguity(puzzle, **limits)
    board = grid_of(puzzle).geometry
    words = [
        f"{board.cell_name(cell)}={board.symbols[digit - 1]}" for cell, digit in found.deciding
    ]
    status = Status.SEVERAL if found.cells else Status.UNIQUE
    return Answer(status.word, " ".join(words) or None)


def _texts(record: Record, answer: Answer) -> Iterator[str]:
    """Yield a board with the candidates of each cell; where it is no square, with its digits."""
    grid = answer.result
    if not isinstance(grid, Grid) or not grid.geometry.is_one_square:
        yield from board_texts(record, answer)
        return
    from lowbit.techniques.position import Position
    from lowbit.techniques.wording.board_text import board_text  # few runs draw boards

    yield board_text(Position(grid))


def _counts_row(record: Record, answer: Answer) -> Iterator[Row]:
    """Yield an object of JSON whose counts are a list of lists: for each cell, for each digit."""
    yield {
        "puzzle": cells_or_text(record) or record.text,
        "status": answer.status,
        "counts": None if answer.counts is None else answer.counts.tolist(),
        "reason": reason_of(record, answer),
        "remark": record.remark,
    }


CANDIDATES: dict[str, NewWriter] = {
    **grid_writers("candidates"),
    "board": partial(boards_writer, texts_of=_texts),
}

COUNTS: dict[str, NewWriter] = {
    **writers("counts"),
    "json": partial(json_writer, rows_of=_counts_row),
}
