"""``lowbit search``: puzzles among the neighbours of others."""

from __future__ import annotations

import json
import re
import sys
from math import isnan
from typing import TYPE_CHECKING, Any

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.outputs import open_output, require_kept_file
from lowbit.cli.options import SEED, THREADS, Seconds, Whole, run_options
from lowbit.cli.run.progress import ProgressLine
from lowbit.cli.run.report import QUIET, Report, print_note
from lowbit.errors import InputError, LimitReachedError
from lowbit.formats.headings import heading_of, needs_heading
from lowbit.grid import Grid
from lowbit.verbs.puzzles import grid_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from lowbit.cli.run.command_run import Run
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.search.run import FoundNeighbour, PuzzleSearch

FOUND = "found"

RANGE = re.compile(
    r"(?P<name>[\w-]+)=(?P<low>\d+(?:\.\d+)?)?(?P<between>-)?(?P<high>\d+(?:\.\d+)?)?", re.ASCII
)

ANY = "any"
"""The word for no limit of generations."""


def parse_ranges(
    _ctx: click.Context, _option: click.Parameter, texts: tuple[str, ...]
) -> dict[str, tuple[float | None, float | None]]:
    """Return the ranges of measures, such as ``clues=12`` or ``er=9-``."""
    return dict(map(_range_of, texts))


def _range_of(text: str) -> tuple[str, tuple[float | None, float | None]]:
    found = RANGE.fullmatch(text)
    if not found or not (found["low"] or found["high"]):
        raise click.BadParameter(f"{text!r} is not like clues=12, er=7.1-9 or er=9-")
    low = float(found["low"]) if found["low"] else None
    high = float(found["high"]) if found["high"] else None
    return found["name"], (low, high if found["between"] else low)


def parse_generations(ctx: click.Context, option: click.Parameter, text: str) -> int | None:
    """Return the most moves from a seed; None for any number."""
    if text == ANY:
        return None
    if not (text.isascii() and text.isdecimal()):
        raise click.BadParameter(f"{text!r} is neither a whole number nor {ANY}")
    return Whole(min=0).convert(text, option, ctx)


@click.command(
    "search",
    epilog=examples(
        "lowbit search --geometry 4x4 12...4....4....1",
        "lowbit generate 20 --seed 1 | lowbit search --sample 3 --seed 1 --lowest clues",
        "lowbit generate 5 --seed 1 | lowbit search --sample 3 --seed 1 --want pointing=1",
        "lowbit search --move -2+1 --move -1+1 --generations any -n 20 --pool pool.txt "
        "examples/board.txt",
    ),
)
@click.option(
    "--move",
    "moves",
    multiple=True,
    metavar="-X+Y",
    default=("-1+1",),
    show_default=True,
    help="Take X givens away and add Y others, each from 0 to 4; or twins: change the digits of "
    "the givens, and leave those of all other cells. With others named.",
)
@click.option(
    "--keep",
    multiple=True,
    metavar="M=R",
    callback=parse_ranges,
    help="Keep in the pool only puzzles with measure M in range R: clues=12, er=9-, depth=3. M is "
    'clues or a field of "lowbit rate" that is a number, or a technique ("lowbit techniques"): 1 '
    "if it is needed, else 0. With others named.",
)
@click.option(
    "--want",
    multiple=True,
    metavar="M=R",
    callback=parse_ranges,
    help="Write only such puzzles; the others in the pool lead on to more.",
)
@click.option("--lowest", metavar="M", help="Go on from the puzzles with the lowest measure M.")
@click.option("--highest", metavar="M", help="Go on from the puzzles with the highest measure M.")
@click.option(
    "--generations",
    metavar="N",
    default="1",
    show_default=True,
    callback=parse_generations,
    help="The most moves from a seed, or any.",
)
@click.option(
    "--sample",
    type=Whole(min=1),
    metavar="N",
    help="For each move and puzzle, take away only N sets of givens, drawn at random.",
)
@click.option(
    "-n",
    "--number",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop once N puzzles were found.",
)
@click.option("--no-minimal", is_flag=True, help="Allow redundant givens.")
@click.option(
    "--pool",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Keep the pool in FILE. The same command goes on from there, however the last one ended; "
    "all commands read FILE as puzzles.",
)
@SEED
@THREADS
@click.option("--time-limit", type=Seconds(min=0), metavar="S", help="Stop after S seconds.")
@run_options("line", "json", constraints=True)
def command(
    run: Run,
    *,
    no_minimal: bool,
    number: int | None,
    **settings: Any,  # noqa: ANN401 - the other options
) -> int:
    """Search for puzzles among the neighbours of others.

    PUZZLES are files, - for standard input (the default), or literal puzzles: the seeds, each with
    one solution, on one board and with the same constraints if any. Their neighbours by each --move
    that have one solution, and no redundant given, go to the pool, unless isomorphic to one that is
    there. They are written as they are found, each with its measures. With more --generations,
    their own neighbours follow, and so on.
    """
    run = run.as_text()
    run.require_text()
    require_kept_file("--pool", settings["pool"], run.output)
    _require_known(settings)
    report = Report(run.verbosity)
    seeds = list(_seeds(run, report))
    if not seeds:
        return report.finish()
    from lowbit.verbs.search.run import PuzzleSearch  # loads kernels

    try:
        search = PuzzleSearch(seeds, minimal=not no_minimal, **settings)
    except LimitReachedError as error:
        report.error(f"{error.reason}: give it more time")
        return report.finish()
    try:
        with open_output(run.output) as stream:
            is_over = _write(search, number, stream, run.to, report)
    finally:
        search.close()
    if number is not None and report.statuses[FOUND] < number:
        ending = "time is over" if not is_over else "there is nothing more to find"
        report.error(f"{report.statuses[FOUND]} of {number} puzzles found: {ending}")
    if run.verbosity > QUIET:
        print_note(f"{search.n_pool:,} puzzles in the pool, {search.tested:,} candidates tested")
    return report.finish()


def _require_known(settings: dict[str, Any]) -> None:
    """Refuse moves and measures that are none, before a seed is read."""
    from lowbit.verbs.search.moves import moves_of
    from lowbit.verbs.search.wishes import Wishes  # loads kernels

    try:
        moves_of(settings["moves"])
        Wishes(*(settings[name] for name in ("keep", "want", "lowest", "highest")))
    except InputError as error:
        raise click.UsageError(str(error)) from None


def _seeds(run: Run, report: Report) -> Iterator[Grid | Puzzle]:
    """Yield the puzzles to search from, all of one kind; report the others."""
    from lowbit.verbs.solve.many import solve_many  # loads kernels

    placed = [(place, record.puzzle) for place, record in run.readable(report)]
    puzzles: list[Any] = [puzzle for _, puzzle in placed]
    first: Grid | Puzzle | None = None
    for (place, puzzle), found in zip(placed, solve_many(puzzles) if placed else [], strict=True):
        if puzzle is None or found.status.word != "unique":
            report.wrong_puzzle(f"{place}: a seed has one solution, not {found.status.word}")
        elif grid_of(puzzle).is_restricted:
            report.wrong_puzzle(f"{place}: a search changes givens alone; this restricts cells")
        elif first is not None and _kind_of(puzzle) != _kind_of(first):
            report.wrong_puzzle(
                f"{place}: not of the board and the constraints of the first seed: search from "
                "each kind alone"
            )
        else:
            first = puzzle if first is None else first
            yield puzzle


def _kind_of(puzzle: Grid | Puzzle) -> tuple[object, object]:
    """Return what all seeds of a search have in common."""
    constraints = () if isinstance(puzzle, Grid) else puzzle.constraints
    return puzzle.geometry, constraints


def _write(
    search: PuzzleSearch, number: int | None, stream: TextIO, to: str, report: Report
) -> bool:
    """Write puzzles as they are found; return whether nothing more is to be found."""
    if sys.stderr.isatty():
        report.progress = ProgressLine(number)
    is_headed = False
    for found in _found(search, report):
        if to == "line" and not is_headed and needs_heading(found.puzzle.geometry):
            print(heading_of(found.puzzle.geometry), file=stream)
        is_headed = True
        print(_as_json(found) if to == "json" else _as_line(found), file=stream)
        report.count_many(FOUND, 1, is_good=True)
        if report.progress:
            report.progress.show(report.statuses[FOUND], report.statuses)
        if report.statuses[FOUND] == number:
            return True
    return search.is_over


def _found(search: PuzzleSearch, report: Report) -> Iterator[FoundNeighbour]:
    """Yield what earlier runs have found and what this one finds, until time is over."""
    yield from search.known()
    try:
        yield from search
    except LimitReachedError:
        report.note("search", "time is over")


def _as_line(found: FoundNeighbour) -> str:
    from lowbit.verbs.search.wishes import told  # loads kernels

    measures = " ".join(f"{name}={told(value)}" for name, value in found.measures.items())
    return f"{_text(found.puzzle)}  {measures}".rstrip()


def _as_json(found: FoundNeighbour) -> str:
    known = {name: None if isnan(value) else value for name, value in found.measures.items()}
    row = found._replace(measures=known)._asdict() | {"puzzle": _text(found.puzzle)}  # type: ignore[arg-type]
    return json.dumps(row)


def _text(puzzle: Grid | Puzzle) -> str:
    return puzzle.to_line() if isinstance(puzzle, Grid) else puzzle.to_json()
