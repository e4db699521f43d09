"""``lowbit job``: many files, in shards that any machine can do."""

from __future__ import annotations

import json
import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from lowbit.cli.commands.audit import DEFECTS
from lowbit.cli.commands.generate import LEVELS, SYMMETRIES, parse_clues, parse_rating
from lowbit.cli.commands.rate import NO_RULES
from lowbit.cli.examples import examples
from lowbit.cli.io.inputs import board_headed
from lowbit.cli.io.outputs import open_output
from lowbit.cli.io.weights import read_weights_option
from lowbit.cli.options import (
    MAX_NODES,
    SEED,
    Whole,
)
from lowbit.cli.run.generation import is_given
from lowbit.cli.run.progress import ProgressLine
from lowbit.cli.run.report import (
    FAILED,
    NO_PUZZLE_HERE,
    NORMAL,
    OK,
    QUIET,
    Report,
    print_note,
)
from lowbit.formats.streams.table_names import CODECS
from lowbit.verbs.rate.measures import FIELDS_OF_MEASURES

if TYPE_CHECKING:
    from lowbit.jobs import JobProgress, JobReport

TASKS = (
    "solve", "count", "check", "maximize", "minimize", "candidates", "canonical", "rate", "trace",
    "fewest", "audit", "generate",
)  # fmt: skip
"""As `lowbit.jobs.plan.STAGES` has them; that would load pyarrow and Numba."""

OF_SEARCHES = (
    "solve", "count", "check", "maximize", "minimize", "candidates", "rate", "trace", "audit",
)  # fmt: skip

ON_ANY_BOARD = (
    "solve", "count", "check", "maximize", "minimize", "candidates", "canonical", "rate", "fewest",
    "audit", "generate",
)  # fmt: skip

MEANT_FOR = {
    "geometry": ON_ANY_BOARD,
    "max_nodes": OF_SEARCHES,
    "limit": ("count", "audit"),
    "estimate": ("count",),
    "weights": ("maximize",),
    "lowest": ("maximize",),
    "candidates": ("minimize",),
    "top": ("maximize",),
    "rules": ("rate", "generate"),
    "measure": ("rate",),
    "kind": ("trace",),
    "solution_column": ("audit",),
    "split_column": ("audit",),
    "one_split": ("audit",),
    "rate": ("audit",),
    "keep": ("audit",),
    "against": ("audit",),
    "allow": ("audit",),
    "fix": ("audit",),
    "correct": ("audit",),
    "report": ("audit",),
    "clues": ("generate", "fewest"),
    "symmetry": ("generate",),
    "pattern": ("generate",),
    "no_minimal": ("generate",),
    "independent": ("generate",),
    "rating": ("generate",),
    "level": ("generate",),
    "graded": ("generate",),
    "needs": ("generate",),
    "only": ("generate",),
    "without": ("generate",),
    "max_tries": ("generate",),
    "seed": ("generate", "count"),
}
"""The operations that each option applies to."""


PATIENCE, INTERVAL = 10.0, 60.0
"""Seconds without a worker before the first message, and between messages."""


@click.group("job")
def command() -> None:
    """Process many files, on one machine or a cluster."""


@command.command(
    "run",
    epilog=examples(
        "lowbit job run --do generate --seed 1 --rows 500 2000 made",
        "lowbit job run --do canonical made forms",
        "lowbit job run --do audit examples/audit.csv audited",
    ),
)
@click.argument("source")
@click.argument("dest")
@click.option("--do", required=True, type=click.Choice(TASKS), help="The task.")
@click.option(
    "--on",
    type=click.Choice(("local", "dask")),
    default="local",
    show_default=True,
    help="Where to run: threads of this process, or workers of a Dask cluster.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="The scheduler of a Dask cluster, such as tcp://10.0.0.1:8786; by default a cluster is "
    "started on this machine.",
)
@click.option(
    "--workers",
    type=Whole(min=1),
    metavar="N",
    help="Use N threads, or start a cluster of N processes; one per CPU by default.",
)
@click.option("--resume", is_flag=True, help="Continue an interrupted run of this job.")
@click.option(
    "--rows",
    type=Whole(min=1),
    default=1 << 20,
    show_default=True,
    metavar="N",
    help="The least number of rows in a shard, where a file can be divided.",
)
@click.option(
    "--to",
    default="parquet",
    show_default=True,
    metavar="EXTENSION",
    help="Write tables of this kind: parquet, arrow, csv, csv.gz, ...",
)
@click.option("--compress", "codec", type=click.Choice(CODECS), help="How to compress Parquet.")
@click.option(
    "--column", metavar="NAME", help="The column of puzzles; found by its name by default."
)
@click.option(
    "--prefix", default="", metavar="P", help="Begin the names of the columns of answers with P."
)
@click.option("--geometry", metavar="BOARD", help="The board of the puzzles, as for lowbit solve.")
@MAX_NODES
@click.option(
    "--limit",
    type=Whole(min=1),
    metavar="N",
    help="count, audit: count up to N.",
)
@click.option(
    "--estimate",
    type=Whole(min=1),
    metavar="N",
    help="count: estimate the number from N random samples, where it is more than 1,000.",
)
@click.option(
    "--weights",
    metavar="W",
    callback=read_weights_option,
    help="maximize: the weights; see lowbit maximize.",
)
@click.option("--lowest", is_flag=True, help="maximize: find the lowest scores instead.")
@click.option(
    "--candidates", is_flag=True, help="minimize: let candidates back, as lowbit minimize does."
)
@click.option(
    "--top", type=Whole(min=1), metavar="K", help="maximize: find the K best completions."
)
@click.option(
    "--rules",
    type=click.Choice(("human", "hodoku", "explainer", NO_RULES)),
    help="rate: whose rating, or none, for measures alone; generate: the rule book of --needs, "
    "--only and --without.",
)
@click.option(
    "--kind",
    type=click.Choice(["steps", "search"]),
    help="trace: record steps, or a search; steps by default.",
)
@click.option(
    "--measure",
    type=click.Choice(list(FIELDS_OF_MEASURES)),
    multiple=True,
    help="rate: measure this, too; see lowbit rate.",
)
@click.option("--solution-column", metavar="NAME", help="audit: the column of solutions.")
@click.option("--split-column", metavar="NAME", help="audit: the column of split names.")
@click.option("--one-split", is_flag=True, help="audit: treat all files as one split.")
@click.option("--rate", is_flag=True, help="audit: rate puzzles, too; see lowbit audit.")
@click.option("--keep", multiple=True, metavar="SPLIT", help="audit: see lowbit audit.")
@click.option(
    "--against",
    multiple=True,
    metavar="PATH",
    type=click.Path(),
    help="audit: another data set, which the process that starts the job reads.",
)
@click.option(
    "--allow",
    multiple=True,
    type=click.Choice(DEFECTS),
    help="audit: do not count this as a defect.",
)
@click.option("--fix", is_flag=True, help="audit: write only the rows without defects.")
@click.option("--correct", is_flag=True, help="audit: with --fix, correct wrong solutions.")
@click.option(
    "--report", type=click.Path(), metavar="FILE", help="audit: write all counts as JSON."
)
@click.option(
    "--clues", metavar="K", callback=parse_clues, help="generate: how many givens; fewest: at most."
)
@click.option("--symmetry", type=click.Choice(SYMMETRIES), help="generate: of the pattern.")
@click.option("--pattern", metavar="P", help="generate: the cells of the givens.")
@click.option(
    "--rating", metavar="ER", callback=parse_rating, help="generate: see lowbit generate."
)
@click.option("--level", type=click.Choice(LEVELS), help="generate: HoDoKu's level.")
@click.option(
    "--graded",
    type=click.Choice(("rating", "level")),
    help="generate: let each shard be a set from easy to hard, spread evenly over --rating or over "
    "the levels.",
)
@click.option("--needs", metavar="T", help="generate: puzzles that take technique T.")
@click.option("--only", multiple=True, metavar="T", help="generate: technique T is enough.")
@click.option("--without", multiple=True, metavar="T", help="generate: not technique T.")
@click.option("--no-minimal", is_flag=True, help="generate: let puzzles have givens to spare.")
@click.option(
    "--independent",
    is_flag=True,
    help="generate: no two puzzles, of all shards, share a solution up to isomorphism.",
)
@click.option(
    "--max-tries",
    type=Whole(min=1),
    metavar="N",
    help="generate: give a shard up when N puzzles in a row were tried in vain.",
)
@SEED
@click.option("-q", "--quiet", is_flag=True, help="Leave out the summary.")
def run(source: str, dest: str, do: str, report: str | None, *, quiet: bool, **said: Any) -> int:  # noqa: ANN401 - click's
    """Process all puzzles of SOURCE and write the results to DEST.

    SOURCE is a file, or a folder of tables and texts (.txt, a puzzle a line), here or in an object
    store; with --do generate, how many puzzles to make. DEST is a folder, for a table of each
    shard: Parquet is divided between row groups, any other file is one shard. A shard that fails
    three times is set aside and named, and the others are done. A run that was killed goes on with
    --resume: what it has written is compared with its checksums, and only what is missing is
    done. DEST/_lowbit/manifest.json has the counts and checksums of all shards.
    """
    if do in ON_ANY_BOARD:
        said["geometry"] = said["geometry"] or board_headed((source,))
    is_on_9x9 = said["geometry"] is None
    options = _options(do, report, said)
    from lowbit.jobs import run_job  # loads pyarrow and Numba

    summary = Report(QUIET if quiet else NORMAL)
    bar = Bar(is_drawn=sys.stderr.isatty() and not quiet)
    try:
        done = run_job(source, dest, do, progress=bar.show, **options)
    except KeyboardInterrupt:
        bar.clear()
        print_note(f"what is done stays in {dest}; go on with --resume")
        raise
    finally:
        bar.clear()
    if done.audit is not None and report:
        with open_output(report) as stream:
            stream.write(json.dumps(done.audit.to_dict(), indent=2, ensure_ascii=False) + "\n")
    if is_on_9x9 and set(done.statuses) == {"invalid"} and not quiet:
        print_note(NO_PUZZLE_HERE)
    return _summarize(done, summary)


@command.command("status")
@click.argument("dest")
def status(dest: str) -> int:
    """Show the progress of the job in DEST."""
    from lowbit.jobs import job_status  # loads pyarrow and Numba

    for stage, (n_done, n_shards) in job_status(dest).items():
        click.echo(f"{stage}: {n_done:,} of {n_shards:,} shards are done")
    return OK


class Bar:
    """The progress line of a job, one for each stage.

    Even where it is not drawn, it says when the cluster has no workers.
    """

    def __init__(self, *, is_drawn: bool) -> None:
        self._is_drawn = is_drawn
        self._progress = ProgressLine(None)
        self._stage = ""
        self._next_word: float | None = None

    def show(self, progress: JobProgress) -> None:
        """Redraw the line, if it is time to."""
        self._miss_workers(progress.n_threads)
        if not self._is_drawn:
            return
        if progress.stage != self._stage:
            self.clear()
            self._stage = progress.stage
            self._progress = ProgressLine(progress.n_total)
        self._progress.show(progress.n_done, progress.statuses)

    def clear(self) -> None:
        """Remove the line."""
        self._progress.clear()

    def _miss_workers(self, n_threads: int) -> None:
        """Say now and then that there are no workers: waiting for some looks like hanging."""
        now = perf_counter()
        if n_threads:
            self._next_word = None
        elif self._next_word is None:
            self._next_word = now + PATIENCE
        elif now >= self._next_word:
            self.clear()
            print_note("the cluster has no workers; waiting for one")
            self._next_word = now + INTERVAL


def _options(do: str, report: str | None, said: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a job; refuse those that do not apply to its operation."""
    own = {name: said.pop(name) for name in MEANT_FOR if name in said}
    given = {name: value for name, value in own.items() if is_given(value)}
    for name in [*given, *(["report"] if report else [])]:
        if do not in MEANT_FOR[name]:
            option = f"--{name.replace('_', '-')}"
            raise click.UsageError(f"{option} applies to {', '.join(MEANT_FOR[name])}, not to {do}")
    if given.pop("no_minimal", False):
        given["minimal"] = False
    if given.get("rules") == NO_RULES:
        if do != "rate":
            raise click.UsageError(f"--rules {NO_RULES} applies to rate, not to {do}")
        given["rules"] = ()
    if "measure" in given:
        given["measures"] = given.pop("measure")
    if do == "fewest" and "clues" in given:
        least, given["clues"] = given["clues"]
        if least != given["clues"]:
            raise click.UsageError("--clues is one number for fewest: the most givens")
    return said | given


def _summarize(done: JobReport, summary: Report) -> int:
    """Sum up a job, and return the exit code."""
    if done.audit is not None and summary.verbosity > QUIET:
        click.echo(done.audit.to_text())
    for word, number in done.statuses.items():
        summary.count_many(word, number, is_good=True)
    for one in done.set_aside:
        summary.error(f"{one.shard} is set aside: {one.reason}")
        if one.trace:
            click.echo(one.trace, err=True)
    summary.finish()
    return OK if done.is_good else FAILED
