"""``lowbit render``: puzzles as pictures."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.pictures import STDOUT, THEME, encoder, format_of, write_pictures
from lowbit.cli.io.weights import read_weights_option
from lowbit.cli.io.writers import Answer
from lowbit.cli.options import budget_options, run_options
from lowbit.cli.run.report import Report
from lowbit.errors import InputError, LowbitError
from lowbit.grid import Grid
from lowbit.pictures import Shown, draw
from lowbit.verbs.solve.one import solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.cli.run.command_run import Run
    from lowbit.limits import Limits
    from lowbit.pictures.parts import Picture
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.maximize.weights import WeightsLike


@click.command(
    "render",
    epilog=examples(
        "lowbit render --candidates --highlight 'r1c2, row 5' examples/pyramid1.txt",
        "lowbit render --solution --theme print examples/fifty.txt -o fifty.pdf",
        "lowbit render examples/poj2676.txt -o 'puzzle-{}.png'",
        "lowbit render .Cage~10~R1C1~R1C2.Thermo~R3C1~R3C2~R3C3 -o variant.svg",
    ),
)
@click.option("--solution", is_flag=True, help="Fill in the solution.")
@click.option("--candidates", is_flag=True, help="Write candidates into blank cells.")
@click.option(
    "--highlight",
    default="",
    metavar="PLACES",
    help="Highlight cells and houses, separated by commas: r1c1, row 3, box 5 ...",
)
@click.option(
    "--weights",
    metavar="W",
    callback=read_weights_option,
    help="Draw a heat map of weights: pyramid, uniform, or a file of numbers.",
)
@click.option("--score", is_flag=True, help="Write the score by these weights below.")
@THEME
@click.option(
    "--width",
    type=click.IntRange(min=16, max=10_000),
    metavar="PX",
    help="The width in pixels; 40 a cell by default, in PNG 80.",
)
@run_options(constraints=True)
@budget_options
def command(  # noqa: PLR0913, PLR0917 - one for each option
    run: Run,
    limits: Limits,
    highlight: str,
    weights: WeightsLike | None,
    theme: str,
    width: int | None,
    *,
    solution: bool,
    candidates: bool,
    score: bool,
) -> int:
    """Draw puzzles as SVG, PNG or PDF.

    PUZZLES are files, - for standard input (the default), or literal puzzles, with constraints or
    without (see "lowbit solve --help"). -o names the picture, whose ending selects SVG, PNG or
    PDF; without -o, SVG goes to standard output. Several puzzles become the pages of one PDF, or
    one file each if the name has {} for their number. A puzzle that cannot be drawn as asked is
    reported and left out.
    """
    output = run.output or STDOUT
    encode = encoder(format_of(output), theme, width)
    shown = Shown(None, candidates, highlight, weights, score)
    _require_fit(shown, run)
    solver = partial(solve, **limits.of_search) if solution else None
    report = Report(run.verbosity)
    write_pictures(output, encode, _pictures(run, report, shown, solver))
    return report.finish()


def _require_fit(shown: Shown, run: Run) -> None:
    """Raise where an option does not fit the board, before anything is drawn."""
    try:
        draw(Grid("." * run.board.n_cells, run.board), shown)
    except InputError as error:
        raise click.UsageError(str(error)) from None


def _pictures(
    run: Run,
    report: Report,
    shown: Shown,
    solver: Callable[[Grid | Puzzle], Grid] | None,
) -> Iterator[Picture]:
    """Yield the pictures of the puzzles, and report on them."""
    for place, record in run.readable(report):
        if puzzle := record.puzzle:
            try:
                picture = _picture(puzzle, shown, solver)
            except LowbitError as error:
                report.error(f"{place}: {error}")
                report.count(Answer("left out", is_good=False))
                continue
            report.count(Answer("shown"))
            yield picture


def _picture(
    puzzle: Grid | Puzzle, shown: Shown, solver: Callable[[Grid | Puzzle], Grid] | None
) -> Picture:
    """Return the picture of a puzzle, or of its solution if there is a solver."""
    if isinstance(puzzle, Grid):
        grid = puzzle
    else:
        grid = puzzle.grid
        shown = replace(shown, title=puzzle.title, constraints=puzzle.constraints)
        shown = replace(shown, cosmetics=puzzle.cosmetics)
    return draw(solver(puzzle) if solver else grid, replace(shown, givens=grid))
