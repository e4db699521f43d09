"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import reduce, wraps
from math import isnan
from typing import Any, Final, TypeAlias

import click

from lowbit.alphabets import SYMBOLS
from lowbit.arguments import MOST
from lowbit.cli.io.inputs import Inputs
from lowbit.cli.run.command_run import Run, TableOptions
from lowbit.cli.run.report import NORMAL, QUIET, VERBOSE
from lowbit.errors import GeometryError
from lowbit.formats import FORMATS
from lowbit.formats.registry import FORMATS_WITH_CONSTRAINTS
from lowbit.formats.streams.table_names import CODECS, PICTURES, file_ending, why_unwritable
from lowbit.geometry import CLASSIC, Geometry, board_of
from lowbit.limits import Limits

Body: TypeAlias = Callable[..., int]
"""The body of a command: takes its options, and returns the exit code."""

Decorator: TypeAlias = Callable[[Body], Body]
"""A function that adds an option to a body."""

OTHER_PROGRAMS: Final = (
    *("fpuzzles", "iss", "jigsaw", "killer", "pencilmark", "penpa", "ps", "sgt"),
    *("sudokupad", "sumocue"),
)
"""The formats of other programs with constraints, which `lowbit.write_puzzle` writes."""


ENDINGS: Final = {f".{name}": name for name in ("json", "sdk", "svg", "png", "pdf")}
"""The formats that the names of files imply, by their ending."""

TEXT_ENDINGS: Final = {**ENDINGS, ".csv": "csv", ".jsonl": "json", ".ndjson": "json"}
"""The same where the answers are no tables, but text."""


PROMISES: Final = {".json": "JSON", **dict.fromkeys(PICTURES, "a picture")}
"""Promises of names, by their endings, which are refused for another output."""


def _require_writable(
    _ctx: click.Context, _option: click.Parameter, name: str | None
) -> str | None:
    if name and (reason := why_unwritable(name)):
        raise click.BadParameter(f"{name}: {reason}")
    return name


OUTPUT = click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="FILE",
    callback=_require_writable,
    help="Write to FILE, which appears only when complete.",
)


def run_options(*to: str, any_board: bool = True, constraints: bool = False) -> Decorator:
    """Add the options that make up a `Run`, which the command gets as its first argument.

    Parameters
    ----------
    *to : str
        The names of the output formats; the first is the default. Without any, the command
        has no such option.
    any_board : bool, default True
        Whether the command takes other boards than the classic one.
    constraints : bool, default False
        Whether it takes puzzles with constraints.

    Returns
    -------
    callable
        The decorator of the command's body.
    """
    options: tuple[Decorator, ...] = (
        click.argument("puzzles", nargs=-1, type=click.Path(allow_dash=True)),
        click.option(
            "--from",
            "format_name",
            type=click.Choice([*FORMATS, *(FORMATS_WITH_CONSTRAINTS if constraints else ())]),
            help="The format of the files; detected for each file by default.",
        ),
        *((GEOMETRY, ALPHABET) if any_board else ()),
        *_format_option(to),
        OUTPUT,
        click.option("-q", "--quiet", is_flag=True, help="Print no summary."),
        click.option("-v", "--verbose", is_flag=True, help="Report why a puzzle has no answer."),
    )

    def decorate(body: Body) -> Body:
        @wraps(body)
        def with_run(*, quiet: bool, verbose: bool, **values: Any) -> int:  # noqa: ANN401 - click's
            verbosity = QUIET if quiet else VERBOSE if verbose else NORMAL
            inputs, board = _inputs_of(values)
            click.get_current_context().call_on_close(inputs.close)
            output = values.pop("output")
            asked = values.pop("to", None)
            run = Run(
                inputs,
                board,
                _chosen_format(asked, output, to),
                output,
                verbosity,
                takes_constraints=constraints,
                to_as_text=_chosen_format(asked, output, to, TEXT_ENDINGS),
            )
            return body(run, **values)

        return _decorated(with_run, options)

    return decorate


def _inputs_of(values: dict[str, Any]) -> tuple[Inputs, Geometry]:
    """Take the inputs out of the options; return them, and the board of the first."""
    names, form = values.pop("puzzles"), values.pop("format_name")
    if "board" not in values:
        return Inputs(names, form, CLASSIC), CLASSIC
    board, alphabet = values.pop("board"), values.pop("alphabet")
    try:
        named = None if board is None else board_of(board, alphabet)
        inputs = Inputs(names, form, named, alphabet)
        return inputs, inputs.board_of(inputs.names[0])
    except GeometryError as error:
        raise click.BadParameter(str(error), param_hint="--alphabet") from None


def parse_board(_ctx: click.Context, _option: click.Parameter, name: str | None) -> Geometry | None:
    """Return the board of an option, None without it; as click's callback."""
    try:
        return None if name is None else Geometry.parse(name)
    except GeometryError as error:
        raise click.BadParameter(str(error)) from None


GEOMETRY = click.option(
    "--geometry",
    "board",
    metavar="BOARD",
    callback=parse_board,
    help="The board: its size, such as 9x9, with its boxes if need be (6x6:3x2), or "
    "jigsaw:REGIONS, then +diagonals, +windows or +groups; or x, windoku, disjoint, samurai, "
    "butterfly, sohei, windmill, gattai8, shogun, sumo. Without it, a comment that is the name of "
    "a board names that of the puzzles below; else the first puzzle of each file shows the size.",
)


ALPHABET = click.option(
    "--alphabet",
    default=SYMBOLS,
    show_default=False,
    metavar="SYMBOLS",
    help="The symbols for digits, in input and output, such as 0-9A-F; 1-9A-P by default.",
)


def _format_option(to: tuple[str, ...]) -> tuple[Decorator, ...]:
    if not to:
        return ()
    is_by_name = not set(to).isdisjoint(ENDINGS.values())
    by_name = "the one that the name of FILE implies, or " if is_by_name else ""
    says = f"The output format; by default {by_name}{to[0]}."
    return (click.option("--to", type=click.Choice(to), help=says),)


def _chosen_format(
    to: str | None,
    output: str | None,
    offered: tuple[str, ...],
    endings: Mapping[str, str] = ENDINGS,
) -> str:
    """Return the format of the output: the one asked for, that of its name, or the usual one."""
    ending = file_ending(output) if output else ""
    usual = next(iter(offered), "")
    chosen = to or next((name for name in (endings.get(ending),) if name in offered), usual)
    if offered and ending in PROMISES and chosen != endings[ending]:
        raise click.UsageError(
            f"{output} is named as {PROMISES[ending]}, but the output is {chosen}"
        )
    return chosen


class Whole(click.IntRange):
    """Whole numbers in a range; a larger one than kernels can count to becomes their largest."""

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as in click
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> int:
        """Return the number that a user typed."""
        return min(int(super().convert(value, param, ctx)), MOST)


class Seconds(click.FloatRange):
    """Seconds in a range; unlike click's own type, never NaN, which compares with nothing."""

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as in click
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> float:
        """Return the number that a user typed."""
        seconds: float = super().convert(value, param, ctx)
        if isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return seconds


MAX_NODES = click.option(
    "--max-nodes",
    type=Whole(min=1),
    metavar="N",
    help="Give up on a puzzle after N nodes of its search tree.",
)

BUDGET = (
    MAX_NODES,
    click.option(
        "--time-limit",
        type=Seconds(min=0),
        metavar="S",
        help="Give up on a puzzle after S seconds, with 0 at once. Puzzles are then answered one "
        "by one.",
    ),
)

SECONDS = click.option(
    "--time-limit",
    type=Seconds(min=0),
    metavar="S",
    help="Stop after S seconds for each puzzle, and keep what has been found.",
)

THREADS = click.option(
    "--threads",
    type=Whole(min=1),
    metavar="N",
    help="Use N threads for many puzzles; one per CPU by default.",
)

SEED = click.option(
    "--seed",
    type=click.IntRange(min=0, max=(1 << 64) - 1),
    metavar="N",
    help="Seed the random numbers: the same N gives the same output.",
)


def budget_options(body: Body) -> Body:
    """Add the limits of a search, which the command gets as `limits`, with its threads if any."""

    @wraps(body)
    def with_limits(*args: Any, **values: Any) -> int:  # noqa: ANN401 - click's
        of_search = values.pop("max_nodes"), values.pop("time_limit")
        limits = Limits(*of_search, threads=values.pop("threads", None))
        return body(*args, limits=limits, **values)

    return _decorated(with_limits, BUDGET)


def search_options(body: Body) -> Body:
    """Add the limits of a search, its threads, and whether its effort is shown."""
    stats = click.option("--stats", is_flag=True, help="Print a table of what the search took.")

    @wraps(body)
    def with_stats(run: Run, *, stats: bool, **values: Any) -> int:  # noqa: ANN401 - click's
        return body(replace(run, stats=stats), **values)

    return budget_options(_decorated(with_stats, (THREADS, stats)))


def table_options(body: Body) -> Body:
    """Add the options on tables, which become the `table` of the run."""
    options = (
        click.option(
            "--column",
            metavar="NAME",
            help="The column of puzzles in tables; by default the one called puzzle, quizzes, "
            "question or similar.",
        ),
        click.option(
            "--prefix",
            default="",
            metavar="P",
            help="Prefix the names of the answer columns with P.",
        ),
        click.option(
            "--compress",
            "codec",
            type=click.Choice(CODECS),
            help="The compression of Parquet (by default that of the input, else zstd) or Arrow "
            "(none by default).",
        ),
    )

    @wraps(body)
    def with_table_options(run: Run, *others: Any, **values: Any) -> int:  # noqa: ANN401 - click's
        table = TableOptions(**{name: values.pop(name) for name in ("column", "prefix", "codec")})
        return body(replace(run, table=table), *others, **values)

    return _decorated(with_table_options, options)


def _decorated(body: Body, decorators: tuple[Decorator, ...]) -> Body:
    return reduce(lambda decorated, decorator: decorator(decorated), reversed(decorators), body)
