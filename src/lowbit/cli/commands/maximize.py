"""``lowbit maximize``: the completions of each puzzle that score most."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TextIO

import click

from lowbit import formats
from lowbit.cli.examples import examples
from lowbit.cli.io.boards import board_in_words
from lowbit.cli.io.weights import read_weights_option
from lowbit.cli.io.writers import Answer, boards_writer, csv_writer, json_writer, reason_of
from lowbit.cli.options import (
    Whole,
    budget_options,
    run_options,
    table_options,
)
from lowbit.cli.run.report import NORMAL
from lowbit.cli.run.tables import answer_tables, is_table_run
from lowbit.errors import InputError, LowbitError
from lowbit.formats.lines.line import cells_or_text
from lowbit.formats.puzzle_texts import is_text_of_variant, read_variant, split_remark
from lowbit.status import Status
from lowbit.verbs.maximize.one import maximize
from lowbit.verbs.maximize.weights import values_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.cli.io.writers import NewWriter, Row, Writer
    from lowbit.cli.run.command_run import Run
    from lowbit.formats import Record
    from lowbit.geometry import Geometry
    from lowbit.grid import Grid
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.maximize.one import ScoreResult

PROVEN = "proven"

BLANK_LINE = "\r\x1b[K"
"""The control sequence that clears the current line of a terminal."""


@click.command(
    "maximize",
    epilog=examples(
        "lowbit maximize --to board examples/pyramid1.txt",
        "lowbit maximize --weights uniform --top 3 examples/pyramid2.txt",
    ),
)
@click.option(
    "--weights",
    default="pyramid",
    metavar="W",
    callback=read_weights_option,
    help="What a completion scores: pyramid (the default), uniform, or a file of numbers, one "
    "for each cell, or a row for each cell with one for each digit.",
)
@click.option("--lowest", is_flag=True, help="Find the lowest scores instead.")
@click.option(
    "--top",
    type=Whole(min=1),
    default=1,
    metavar="K",
    help="Find the K best completions of each puzzle.",
)
@run_options("line", "csv", "json", "board", constraints=True)
@budget_options
@table_options
def command(
    run: Run,
    limits: Limits,
    weights: str | list[Any],
    top: int,
    *,
    lowest: bool,
) -> int:
    """Find the highest-scoring completions of puzzles.

    PUZZLES are files, - for standard input (the default), or literal puzzles, with constraints or
    without (see "lowbit solve --help"). Each completion is written on a line, followed by its
    score, which is proven to be the highest. Among equal scores, smaller grids come first. If a
    limit or Ctrl-C ends the search, the best so far is written, with a bound that no completion
    exceeds.

    A table (CSV, TSV, JSON lines, Parquet or Arrow, known by its name or header) stays a table:
    all its columns, then grid, score, bound, proven and status. If -o names a table, lines
    become one. --from and --to board read a table as lines of puzzles.
    """
    values_on = cache(partial(values_of, weights))
    try:
        values_on(_board_of_first(run))
    except LowbitError as error:
        hint = "" if run.inputs.named_board else "; --geometry names the board of the puzzles"
        raise click.BadParameter(f"{error}{hint}", param_hint="--weights") from None

    if is_table_run(run):
        how = {"weights": weights, "lowest": lowest, "top": top}
        return answer_tables(run, "maximize", limits, **how)

    search = partial(maximize, lowest=lowest, top=top, **limits.of_search)
    is_watched = run.verbosity >= NORMAL and sys.stderr.isatty()

    def answer(puzzle: Grid | Puzzle) -> Answer:
        try:
            values = values_on(puzzle.geometry)
        except LowbitError as error:  # its board is not that of the first puzzle
            return Answer(Status.INVALID.word, is_good=False, reason=str(error))
        return _best(partial(search, puzzle, values), BestSoFar(shows=is_watched))

    return run.answer_each(answer, WRITERS[run.to])


def _board_of_first(run: Run) -> Geometry:
    """Return the board of the first puzzle, which may have constraints and so name it."""
    inputs = run.inputs
    with suppress(InputError):  # to read it again will give the reason
        puzzle = split_remark(inputs.head(inputs.names[0]).first)[0]
        if inputs.named_board is None and is_text_of_variant(puzzle, run.board):
            return read_variant(puzzle).geometry
    return run.board


def _best(search: Callable[..., ScoreResult], watch: BestSoFar) -> Answer:
    """Return the answer of a search; Ctrl-C leaves the best so far."""
    try:
        return _answer(search(progress=watch.see))
    except KeyboardInterrupt as signal:
        if watch.last is None:
            raise
        return replace(_answer(watch.last), ended_by=signal)
    finally:
        watch.clear()


class BestSoFar:
    """The best result so far, shown on a terminal while the search goes on.

    Parameters
    ----------
    shows : bool
        Whether to show it.
    """

    def __init__(self, *, shows: bool) -> None:
        self.last: ScoreResult | None = None
        self._shows = shows

    def see(self, result: ScoreResult) -> None:
        """Record the best so far."""
        self.last = result
        if self._shows:
            click.echo(f"{BLANK_LINE}{_progress(result)}", err=True, nl=False)

    def clear(self) -> None:
        """Clear the progress line."""
        if self._shows and self.last:
            click.echo(BLANK_LINE, err=True, nl=False)


def _progress(result: ScoreResult) -> str:
    if result.score is None or result.bound is None:
        return f"nothing found yet, bound {result.bound}, {result.nodes} nodes"
    gap = abs(result.bound - result.score)
    return f"score {result.score}, bound {result.bound}, gap {gap}, {result.nodes} nodes"


def _answer(result: ScoreResult) -> Answer:
    if result.settled and result.grid is None:
        reason = "the puzzle has no completion"
        return Answer(Status.NONE.word, is_good=False, reason=reason, scored=result)
    if result.settled:
        return Answer(PROVEN, result.grid, scored=result)
    reason = f"the search was ended: {_progress(result)}"
    word = Status.LIMIT_REACHED.word
    return Answer(word, result.grid, is_good=False, reason=reason, scored=result)


def _lines_writer(stream: TextIO) -> Writer:
    """Write completions as the line format, with their scores for a remark."""
    return lambda answered: formats.write(
        (line for record, answer in answered for line in _lines(record, answer)), stream, "line"
    )


def _lines(record: Record, answer: Answer | None) -> Iterator[Record]:
    if answer is None or answer.scored is None:
        reason = answer and answer.reason
        yield _remarked(record, f"{Status.INVALID.word}: {reason}") if reason else record
        return
    result = answer.scored
    known = "" if result.settled else f", {answer.status}, bound {result.bound}"
    for score, grid in zip(result.scores, result.solutions, strict=True):
        yield _remarked(replace(record, grid=grid, variant=None), f"{score}{known}")
    if not result.solutions:
        yield _remarked(record, f"{answer.status}{known.removeprefix(f', {answer.status}')}")


def _remarked(record: Record, remark: str) -> Record:
    return replace(record, remark="  # ".join(filter(None, (remark, record.remark))))


def _boards(record: Record, answer: Answer) -> Iterator[str]:
    """Yield each completion under a comment with its score."""
    result = answer.scored
    if result is None or not result.solutions:
        reason = f": {why}" if (why := reason_of(record, answer)) else ""
        board = f"\n{board_in_words(record.puzzle)}" if record.puzzle else ""
        yield f"# {answer.status}{reason}{board}"
        return
    for score, grid in zip(result.scores, result.solutions, strict=True):
        yield f"# score {score}, {answer.status}\n{grid}"


def _object(record: Record, answer: Answer) -> Iterator[Row]:
    """Yield a puzzle with its completions."""
    fields = _fields(record, answer) | {"solutions": list(_completions(answer))}
    yield fields | _notes(record, answer)


def _rows(record: Record, answer: Answer) -> Iterator[Row]:
    """Yield a row for each completion."""
    fields = _fields(record, answer) | _notes(record, answer)
    for found in list(_completions(answer)) or [{}]:
        yield fields | found


def _fields(record: Record, answer: Answer) -> dict[str, object]:
    result = answer.scored
    return {
        "puzzle": cells_or_text(record) or record.text,
        "status": answer.status,
        "score": result.score if result else None,
        "bound": result.bound if result else None,
        "proven": result.proven if result else None,
        "grid": result.grid.to_line() if result and result.grid else None,
    }


def _completions(answer: Answer) -> Iterator[dict[str, object]]:
    if result := answer.scored:
        for score, grid in zip(result.scores, result.solutions, strict=True):
            yield {"score": score, "grid": grid.to_line()}


def _notes(record: Record, answer: Answer) -> dict[str, object]:
    return {"reason": reason_of(record, answer), "remark": record.remark}


NAMES = ("puzzle", "status", "score", "bound", "proven", "grid", "reason", "remark")

WRITERS: dict[str, NewWriter] = {
    "line": _lines_writer,
    "board": partial(boards_writer, texts_of=_boards),
    "json": partial(json_writer, rows_of=_object),
    "csv": partial(csv_writer, names=NAMES, rows_of=_rows),
}
