"""``lowbit dataset``: data sets of puzzles, whose splits have nothing in common."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from lowbit.cli.commands.generate import FILLABLE, SYMMETRIES, parse_clues
from lowbit.cli.commands.job import Bar
from lowbit.cli.examples import examples
from lowbit.cli.options import SEED, Whole
from lowbit.cli.run.report import FAILED, NORMAL, OK, QUIET, Report, print_note
from lowbit.errors import InputError

if TYPE_CHECKING:
    from lowbit.dataset.estimate import WorkEstimate
    from lowbit.dataset.wish import Wish
    from lowbit.jobs import DatasetReport
    from lowbit.puzzle import Puzzle

BY = ("er", "level", "depth", "score", "clues")
"""As `lowbit.dataset.bands.DEFAULTS` has them; that would load Numba."""

MEASURES = ("depth", "B", "search", "backdoor", "redundant")
"""As `lowbit.dataset.wish.MEASURES` has them."""

OF_RUNS = ("on", "scheduler", "workers", "rows", "resume")
"""The options that say how it is made, not what."""

FEW_SECONDS = 100
"""Seconds below which a time is said in them."""

MINUTE = 60


def parse_splits(
    _ctx: click.Context, _option: click.Parameter, texts: tuple[str, ...]
) -> dict[str, float]:
    """Return the share of each split."""
    splits: dict[str, float] = {}
    for text in texts:
        name, _, share = text.partition("=")
        if name in splits:
            raise click.BadParameter(f"{name} is named twice")
        try:
            splits[name] = float(share)
        except ValueError:
            raise click.BadParameter(f"{text!r} is not a name and a share, as test=0.1") from None
    return splits


@click.group("dataset")
def command() -> None:
    """Build data sets of puzzles."""


@command.command(
    "build",
    epilog=examples(
        "lowbit dataset build 1000 puzzles --seed 1",
        "lowbit dataset build 200 even --by er --band 1.2-1.9 --band 2.0-2.9 --band 7.1-7.2",
        "lowbit dataset build 300 some --split train=8 --split validation=1 --split test=1",
        "lowbit dataset build 20 knights --skeleton .AntiKnight --seed 1",
    ),
)
@click.argument("number", metavar="N", type=click.IntRange(min=1))
@click.argument("folder")
@click.option(
    "--by",
    type=click.Choice(BY),
    help="Spread the puzzles evenly over bands of this: Sudoku Explainer's ER, HoDoKu's level or "
    "score, the depth of trial and error, or the number of givens.",
)
@click.option(
    "--band",
    "bands",
    multiple=True,
    metavar="RANGE",
    help="A band, such as 7.1-7.9, easy, or 22-24; with others named. By default 1.0-1.9 to "
    "8.0-8.9, the five levels, or depth 0 to 2.",
)
@click.option(
    "--split",
    "splits",
    multiple=True,
    metavar="NAME=SHARE",
    callback=parse_splits,
    help="A split and its share; with others named. By default train=0.9 and test=0.1.",
)
@click.option(
    "--measure",
    "measures",
    type=click.Choice(MEASURES),
    multiple=True,
    help="Write this of each puzzle, too, beside the ratings; see lowbit rate.",
)
@click.option(
    "--copies",
    type=Whole(min=0),
    default=0,
    metavar="K",
    help="Add K random isomorphic copies of each puzzle to the first split.",
)
@click.option("--clues", metavar="K", callback=parse_clues, help="How many givens: 24, or 22-26.")
@click.option("--symmetry", type=click.Choice(SYMMETRIES), help="The symmetry of the givens.")
@click.option("--no-minimal", is_flag=True, help="Allow redundant givens; with --clues.")
@click.option("--needs", metavar="T", help="Puzzles that take technique T; see lowbit generate.")
@click.option("--only", multiple=True, metavar="T", help="Technique T is enough.")
@click.option("--without", multiple=True, metavar="T", help="Not technique T.")
@click.option(
    "--rules",
    type=click.Choice(("human", "hodoku", "explainer")),
    help="The rule book of --needs, --only and --without; human by default.",
)
@click.option("--geometry", metavar="BOARD", help="The board; without ratings if it is not 9x9.")
@click.option(
    "--skeleton",
    metavar="FILE",
    help="Make puzzles with the constraints of the one in FILE, or of the text that this is; see "
    "lowbit generate.",
)
@click.option(
    "--fill",
    multiple=True,
    metavar="KIND",
    type=click.Choice(FILLABLE, case_sensitive=False),
    help="Take the numbers of the skeleton's constraints of KIND from the solution; with others "
    "named.",
)
@click.option("--kropki", is_flag=True, help="Put dots wherever one fits; --skeleton.")
@click.option("--no-givens", is_flag=True, help="Add no givens to what --skeleton says.")
@click.option(
    "--license",
    default="cc0-1.0",
    show_default=True,
    metavar="ID",
    help="The licence that the card names.",
)
@SEED
@click.option(
    "--max-tries",
    type=Whole(min=1),
    metavar="N",
    help="Do without the rest of a band once a shard has tried N puzzles in vain, one after "
    "another; 2000000 by default.",
)
@click.option(
    "--on",
    type=click.Choice(("local", "dask")),
    default="local",
    show_default=True,
    help="Where to run; see lowbit job run.",
)
@click.option("--scheduler", metavar="ADDRESS", help="The scheduler of a Dask cluster.")
@click.option(
    "--workers", type=Whole(min=1), metavar="N", help="Use N threads; one per CPU by default."
)
@click.option(
    "--rows",
    type=Whole(min=1),
    metavar="N",
    help="Puzzles that a shard draws: 16384 with --by, else 262144. Other shards make another "
    "data set.",
)
@click.option("--resume", is_flag=True, help="Continue an interrupted build of this data set.")
@click.option("--dry-run", is_flag=True, help="Say what would be made, and how long it takes.")
@click.option("-q", "--quiet", is_flag=True, help="Leave out what is said beforehand, and after.")
def build(number: int, folder: str, *, dry_run: bool, quiet: bool, **said: Any) -> int:  # noqa: ANN401 - click's
    """Build a data set of N puzzles in FOLDER.

    No two puzzles have isomorphic solutions, so that no two share the position after the singles or
    any other, either; a hash of the solution says which split a puzzle is in. FOLDER gets Parquet
    in data/ and a card, README.md, as the Hugging Face Hub reads them. Each row has the puzzle, its
    solution, clues, ratings by Sudoku Explainer and HoDoKu, ids that isomorphic puzzles share, and
    the seed that makes it. The same seed and options make the same bytes; a build that was killed
    goes on with --resume. FOLDER/_lowbit is what it needs for that; delete it once all is made.
    """
    from lowbit.jobs import build_dataset  # loads pyarrow and Numba

    for name in ("minimal", "givens"):
        if said.pop(f"no_{name}"):
            said[name] = False
    if said["skeleton"] is not None:
        said["skeleton"] = _skeleton(said["skeleton"])
    wish = _wish(number, folder, said)
    said["seed"] = wish.seed
    if dry_run or not quiet:
        _foretell(wish, said["workers"])
    if dry_run:
        return OK
    summary = Report(QUIET if quiet else NORMAL)
    bar = Bar(is_drawn=sys.stderr.isatty() and not quiet)
    try:
        done = build_dataset(number, folder, progress=bar.show, **said)
    except KeyboardInterrupt:
        bar.clear()
        print_note(f"what is done stays in {folder}; go on with --resume")
        raise
    finally:
        bar.clear()
    return _summarize(done, summary)


def _wish(number: int, folder: str, said: dict[str, Any]) -> Wish:
    """Return the wish for the data set."""
    from lowbit.jobs.dataset import wanted  # loads pyarrow and Numba

    return wanted(number, folder, **{name: said[name] for name in said.keys() - set(OF_RUNS)})


def _skeleton(name: str) -> Puzzle:
    """Return the puzzle of a file, or of the text that this is."""
    from lowbit.cli.run.skeletons import skeletons  # loads the engine for constraints

    report = Report(QUIET)
    found = list(skeletons(name, report))
    if report.exit_code == FAILED:
        raise SystemExit(FAILED)  # the reason is said
    if len(found) != 1:
        raise InputError(f"{name}: a data set has one skeleton, not {len(found)}")
    return found[0]


def _foretell(wish: Wish, workers: int | None) -> None:
    """Say what will be made, and about how long it takes."""
    from lowbit.dataset.estimate import estimate_of  # loads Numba
    from lowbit.kernels.core.threads import n_cpus

    of_splits = wish.quotas().sum(axis=1).tolist()
    splits = ", ".join(f"{name} {n:,}" for name, n in zip(wish.splits, of_splits, strict=True))
    n_bands = len(wish.all_bands)
    of_bands = "one band" if n_bands == 1 else f"{n_bands} bands"
    bands = f", evenly over {of_bands} of {wish.by}" if wish.by else ""
    puzzles = "puzzle" if wish.n == 1 else "puzzles"
    print_note(f"{wish.n:,} {puzzles}{bands}: {splits}; seed {wish.seed}")
    estimate = estimate_of(wish)
    if estimate is None:
        print_note("nobody knows how long that takes")
    else:
        print_note(_time_of(estimate, workers or n_cpus()))


def _time_of(estimate: WorkEstimate, threads: int) -> str:
    """Return an estimate in words.

    Examples
    --------
    >>> from lowbit.dataset.estimate import WorkEstimate
    >>> _time_of(WorkEstimate({"": 1.0}, 1000, 90.0), 2)
    'about 1,000 puzzles to try, 45 s with 2 threads'
    >>> _time_of(WorkEstimate({"": 1.0}, 1, 0.1), 1)
    'about 1 puzzle to try, 1 s with 1 thread'
    >>> _time_of(WorkEstimate({"11.1-11.9": 0.0}, None, None), 2)
    'hardly any random puzzle is in 11.1-11.9: nobody knows how long these take'
    """
    if estimate.n_tries is None or estimate.seconds is None:
        rare = ", ".join(name for name, share in estimate.shares.items() if not share)
        return f"hardly any random puzzle is in {rare}: nobody knows how long these take"
    count = "thread" if threads == 1 else "threads"
    time = _in_words(estimate.seconds / threads)
    puzzles = "puzzle" if estimate.n_tries == 1 else "puzzles"
    return f"about {estimate.n_tries:,} {puzzles} to try, {time} with {threads} {count}"


def _in_words(seconds: float) -> str:
    """Return a time with its unit.

    Examples
    --------
    >>> _in_words(0.2), _in_words(2000), _in_words(9000)
    ('1 s', '33 min', '2.5 h')
    """
    if seconds < FEW_SECONDS:
        return f"{max(1, round(seconds))} s"
    minutes = seconds / MINUTE
    return f"{minutes:.0f} min" if minutes < MINUTE else f"{minutes / MINUTE:.1f} h"


def _summarize(done: DatasetReport, summary: Report) -> int:
    """Sum up a build, and return the exit code."""
    for word, number in done.job.statuses.items():
        summary.count_many(word, number, is_good=True)
    for one in done.job.set_aside:
        summary.error(f"{one.shard} is set aside: {one.reason}")
    for name, number in done.missing.items():
        summary.error(f"{number:,} of {name} are missing: too many puzzles were tried in vain")
    summary.finish()
    return OK if done.is_good else FAILED
