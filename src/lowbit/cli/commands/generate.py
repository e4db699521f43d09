"""``lowbit generate``: random puzzles and full grids."""

from __future__ import annotations

import re
import sys
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.generated import TABLE_KINDS, opened, table_of
from lowbit.cli.options import (
    OTHER_PROGRAMS,
    OUTPUT,
    SEED,
    THREADS,
    Seconds,
    Whole,
)
from lowbit.cli.run.generation import any_asked, blocks_made
from lowbit.cli.run.progress import ProgressLine
from lowbit.cli.run.report import NORMAL, QUIET, Report
from lowbit.errors import GeometryError
from lowbit.formats.headings import heading_of, needs_heading
from lowbit.geometry import CLASSIC, Geometry
from lowbit.limits import Limits
from lowbit.rng import seed_or_any

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.cli.run.generation import Blocks
    from lowbit.formats.streams.table_names import TableName

MADE = "made"

RATINGS = {"rating": ("er", "ep", "ed"), "level": ("score", "level")}
"""The ratings that a table has of a set from easy to hard, by what it is spread over."""

RANDOM_BOXES = re.compile(r"jigsaw(?::(\d{1,2})x\1)?", re.IGNORECASE)

LEVELS = ("easy", "medium", "hard", "unfair", "extreme")
"""As `lowbit.techniques.scoring` has them; that would load all techniques."""

FILLABLE = (
    "Cage", "Difference", "FullRank", "HiddenSkyscraper", "LittleKiller", "Lunchbox",
    "NumberedRoom", "PairSum", "Ratio", "Sandwich", "Skyscraper", "Sum", "XSum",
)  # fmt: skip
"""Constraints with a number that a solution tells; the registry would load all of them."""

SYMMETRIES = (
    "none", "half-turn", "quarter-turn", "horizontal", "vertical", "mirrors", "diagonal",
    "diagonals", "full",
)  # fmt: skip

Number = TypeVar("Number", int, float)


def parse_clues(
    _ctx: click.Context, _option: click.Parameter, text: str | None
) -> tuple[int, int] | None:
    """Return the fewest and the most givens that are wanted."""
    return _range(text, int, "a number", "22-26")


def parse_rating(
    _ctx: click.Context, _option: click.Parameter, text: str | None
) -> tuple[float, float] | None:
    """Return the lowest and the highest rating that is wanted."""
    if text and text[:-1] and text.endswith("-"):
        from lowbit.verbs.generate.difficulty.target import HARDEST_KNOWN  # few runs need it

        text += str(HARDEST_KNOWN)
    return _range(text, float, "a rating", "6.6-7.1 or 6.6-")


def _range(
    text: str | None, number: Callable[[str], Number], what: str, example: str
) -> tuple[Number, Number] | None:
    """Return the ends of a range such as ``22-26``; a number alone is both."""
    if text is None:
        return None
    least, between, most = text.partition("-")
    try:
        return number(least), number(most if between else least)
    except ValueError:
        raise click.BadParameter(f"{text!r} is neither {what} nor a range like {example}") from None


def parse_board(_ctx: click.Context, _option: click.Parameter, name: str | None) -> Geometry | int:
    """Return the board that is wanted; its number of digits if its boxes are to be random."""
    if name is None:
        return CLASSIC
    found = RANDOM_BOXES.fullmatch(name)
    if found is not None:
        return int(found[1] or CLASSIC.size)
    try:
        return Geometry.parse(name)
    except GeometryError as error:
        raise click.BadParameter(str(error)) from None


@click.command(
    "generate",
    epilog=examples(
        "lowbit generate",
        "lowbit generate 1000 --seed 1 -o puzzles.txt",
        "lowbit generate 3 --clues 22-24 --symmetry half-turn --no-minimal --to board",
        "lowbit generate 2 --level hard --symmetry half-turn",
        "lowbit generate --needs x-wing --rating 3.2-4.5",
        "lowbit generate 10 --graded rating --rating 1.5-4.5",
        "lowbit generate 5 --grids",
        "lowbit generate 3 --geometry 9x9+diagonals",
        "lowbit generate --geometry jigsaw --seed 1 --to board",
        "lowbit generate 1000 --solutions -o puzzles.parquet",
        "lowbit generate 20 --weighted --seed 1 -o weighted.csv",
        "lowbit generate 5 --skeleton .Shape~4x4.Cage~0~R1C1~R2C1.Thermo~R1C4~R2C4 --fill Cage",
    ),
)
@click.argument("number", metavar="[N]", required=False, type=click.IntRange(min=0))
@click.option(
    "--clues",
    metavar="K",
    callback=parse_clues,
    help="How many givens: a number, or a range such as 22-26.",
)
@click.option(
    "--symmetry",
    type=click.Choice(SYMMETRIES),
    default="none",
    help="The symmetry of the pattern of givens.",
)
@click.option(
    "--pattern",
    metavar="P",
    help="The cells of the givens: 81 characters, with . for a blank.",
)
@click.option("--no-minimal", is_flag=True, help="Allow redundant givens.")
@click.option(
    "--rating",
    metavar="ER",
    callback=parse_rating,
    help="Sudoku Explainer's rating: a number, or a range such as 6.6-7.1; 6.6- is 6.6 and above.",
)
@click.option("--level", type=click.Choice(LEVELS), help="HoDoKu's level.")
@click.option(
    "--graded",
    type=click.Choice(("rating", "level")),
    help="Spread the puzzles evenly from easy to hard, in rising order: over --rating, 1.0-9.0 by "
    "default, or over HoDoKu's five levels.",
)
@click.option(
    "--needs",
    metavar="T",
    help="The rules up to technique T solve the puzzle, and the same without T do not.",
)
@click.option(
    "--only", multiple=True, metavar="T", help="Technique T is enough; with others named."
)
@click.option("--without", multiple=True, metavar="T", help="The rules can do without technique T.")
@click.option(
    "--rules",
    type=click.Choice(("human", "hodoku", "explainer")),
    help="The rule book of --needs, --only and --without; human by default.",
)
@click.option(
    "--independent",
    is_flag=True,
    help="Let no two puzzles have isomorphic solutions, so that a random split leaks nothing: "
    "puzzles of a difficulty share grids otherwise.",
)
@click.option("--not-unique", is_flag=True, help="Allow several solutions.")
@click.option(
    "--from-grids",
    "grids_name",
    type=click.Path(allow_dash=True),
    metavar="FILE",
    help="Take the solutions from FILE, in turn; one puzzle for each by default.",
)
@click.option(
    "--skeleton",
    metavar="FILE",
    help="Make puzzles with constraints: N of each puzzle in FILE, or of the text that this is.",
)
@click.option(
    "--fill",
    multiple=True,
    metavar="KIND",
    type=click.Choice(FILLABLE, case_sensitive=False),
    help="Take the numbers of the skeleton's constraints of KIND, such as Cage or Sandwich, from "
    "the solution, whatever they are; with others named.",
)
@click.option("--kropki", is_flag=True, help="Put dots wherever one fits; --skeleton.")
@click.option("--no-givens", is_flag=True, help="Add no givens to what --skeleton says.")
@click.option("--grids", "is_full", is_flag=True, help="Draw full grids, uniformly at random.")
@click.option(
    "--sukaku",
    is_flag=True,
    help="Puzzles given by their candidates, 729 characters each, that need all that are left out.",
)
@click.option(
    "--weighted",
    is_flag=True,
    help="Draw minimal puzzles with known probabilities, for estimates over all of them, and write "
    "the weight of each, and the number of its grid; a hundred a second. Without N, as many as "
    "--time-limit gives.",
)
@click.option(
    "--first-grid",
    type=click.IntRange(min=0),
    metavar="G",
    help="Begin with grid G of the seed, to go on where a --weighted run ended; it says where.",
)
@click.option("--solutions", is_flag=True, help="Write the solution of each puzzle as well.")
@click.option(
    "--geometry",
    "board",
    metavar="BOARD",
    callback=parse_board,
    help="The board, as for solve; or jigsaw, or jigsaw:12x12: with random irregular boxes. Where "
    "the puzzles do not show their board, a comment before them names it, which all commands read.",
)
@SEED
@THREADS
@click.option(
    "--max-tries",
    type=Whole(min=1),
    metavar="N",
    help="Give up after N failed tries in a row; 3000000 by default, 30000 if difficulty is "
    "asked for; for minimal puzzles on large boards 8 with a symmetry (16x16: 4096), 32 with a "
    "pattern.",
)
@click.option(
    "--max-nodes",
    type=Whole(min=1),
    metavar="N",
    help="The most nodes of each search; --skeleton. A given or clue without which a search takes "
    "more stays. 20000 by default; with 1000, skeletons that are hard to solve are filled ten "
    "times as fast.",
)
@click.option("--time-limit", type=Seconds(min=0), metavar="S", help="Give up after S seconds.")
@click.option(
    "--to",
    type=click.Choice(("line", "board", *TABLE_KINDS, *OTHER_PROGRAMS)),
    default="line",
    help="The format of the output; by default what the name of FILE says, or line. Puzzles made "
    "from a skeleton are JSON, a line each, or texts or links of another program: fpuzzles to "
    "sumocue.",
)
@OUTPUT
@click.option("-q", "--quiet", is_flag=True, help="Leave out the summary.")
def command(  # noqa: PLR0913 - one for each option
    number: int | None,
    seed: int | None,
    threads: int | None,
    to: str,
    output: str | None,
    *,
    board: Geometry | int,
    is_full: bool,
    graded: str | None,
    sukaku: bool,
    weighted: bool,
    first_grid: int | None,
    solutions: bool,
    skeleton: str | None,
    fill: tuple[str, ...],
    kropki: bool,
    no_givens: bool,
    max_nodes: int | None,
    quiet: bool,
    **criteria: Any,  # noqa: ANN401 - the other options
) -> int:
    """Generate N puzzles; one by default.

    Each has one solution and no redundant given. Without further options the puzzles are
    independent: each is what remains of a random grid after givens are removed in random order.
    The same --seed gives the same puzzles. If -o or --to names a table (CSV, TSV, JSON lines,
    Parquet or Arrow), its columns are puzzle, solution if asked for, and clues; those of --graded
    are puzzle, solution, clues and the ratings.

    With --skeleton, a random grid that obeys it gives the constraints to be filled their numbers;
    givens are added until there is one solution, and what is not needed of either goes. --needs,
    --only, --without, --level and --rating are then about lowbit's own steps, those by
    constraints among them, and their difficulty (see "lowbit rate --measure difficulty"); of each
    puzzle at most --max-tries are made, 100 by default.
    """
    if skeleton is not None:
        if is_full or graded or board is not CLASSIC:
            raise click.UsageError("--skeleton excludes --grids, --graded and --geometry")
        from lowbit.cli.run.skeletons import generate_as_asked  # loads Numba

        return generate_as_asked(
            to,
            output,
            criteria,
            programs=OTHER_PROGRAMS,
            quiet=quiet,
            solutions=solutions,
            name=skeleton,
            fill=fill,
            kropki=kropki,
            givens=not no_givens,
            max_nodes=max_nodes,
            n=1 if number is None else number,
            seed=seed_or_any(seed),
            threads=threads,
        )
    if fill or kropki or no_givens or max_nodes:
        raise click.UsageError("--fill, --kropki, --no-givens and --max-nodes need --skeleton")
    named = _table_of(to, output)
    if sukaku:
        from lowbit.cli.run import sukaku as by_candidates  # few need it

        time_limit = criteria.pop("time_limit")
        others = is_full or graded or weighted or first_grid is not None or threads
        if others or to == "board" or isinstance(board, int) or any_asked(criteria):
            raise click.UsageError(by_candidates.ALLOWED)
        wish = {"n": 1 if number is None else number, "seed": seed, "time_limit": time_limit}
        report = Report(QUIET if quiet else NORMAL)
        stream = opened(board, output, to, named, _heading(board), solutions=solutions)
        return by_candidates.write_sukaku(board, wish, report, stream)
    if weighted or first_grid is not None:
        from lowbit.cli.run.weighted import ALLOWED, generate_with_weights  # few need it

        wish = {name: criteria.pop(name) for name in ("clues", "max_tries", "time_limit")}
        wish |= {"number": number, "seed": seed, "first_grid": first_grid, "threads": threads}
        others = is_full or graded or board is not CLASSIC or to == "board" or any_asked(criteria)
        if others or not weighted:
            raise click.UsageError(ALLOWED)
        report = Report(QUIET if quiet else NORMAL)
        written = partial(opened, CLASSIC, output, to, named, "", solutions=solutions)
        return generate_with_weights(wish, report, written)
    _require_room_for_solutions(solutions=solutions, to=to, criteria=criteria)
    chosen = seed_or_any(seed)
    if isinstance(board, int):
        board = _random_board(board, chosen, criteria, named)
    n, made = blocks_made(board, number, chosen, threads, criteria, is_full=is_full, graded=graded)
    report = Report(QUIET if quiet else NORMAL)
    ratings = RATINGS[graded] if graded and named else ()
    solutions = solutions or bool(ratings)
    heading = _heading(board)
    opening = opened(board, output, to, named, heading, solutions=solutions, more=ratings)
    with opening as write, report.ending_at_limits(n):
        _write(made, n, write, report, rated=bool(ratings))
    return report.finish()


def _heading(board: Geometry) -> str:
    """Return the line that names a board before puzzles that do not show it."""
    return f"{heading_of(board)}\n" if needs_heading(board) else ""


def _table_of(to: str, output: str | None) -> TableName | None:
    """Return the table that the output is, if it is one; raise where only skeletons go there."""
    if to in OTHER_PROGRAMS:
        raise click.UsageError(
            f"--to {to} needs --skeleton; without one, lowbit show --to {to} writes what was made"
        )
    return table_of(to, output)


def _write(
    made: Blocks, n: int, write: Callable[..., object], report: Report, *, rated: bool
) -> None:
    """Write blocks as they are made, with their ratings or not, and report how many there are."""
    if sys.stderr.isatty():
        report.progress = ProgressLine(n)
    for block in made:
        puzzles, *ratings = block if isinstance(block, tuple) else (block,)
        write(puzzles, *(ratings if rated else ()))
        report.count_many(MADE, len(puzzles), is_good=True)
        if report.progress:
            n_made = report.statuses[MADE]
            report.progress.show(n_made, {MADE: n_made} if n_made else {})


def _random_board(
    size: int, seed: int, criteria: dict[str, Any], named: TableName | None
) -> Geometry:
    """Return a board with random boxes; subtract the time that it took from the time limit."""
    if named:
        raise click.UsageError(
            "a table does not say what random boxes are: name them, as the first line of the "
            "puzzles does without --to and -o"
        )
    from lowbit.verbs.generate.layouts import random_jigsaw  # few need it

    limits = Limits.of(time_limit=criteria["time_limit"])
    board = random_jigsaw(size, seed=seed, time_limit=criteria["time_limit"])
    criteria["time_limit"] = limits.seconds_left
    return board


def _require_room_for_solutions(*, solutions: bool, to: str, criteria: dict[str, Any]) -> None:
    if solutions and criteria["not_unique"]:
        raise click.UsageError("--solutions and --not-unique exclude each other")
    if solutions and to == "board":
        raise click.UsageError("--solutions needs lines or a table, not boards")
