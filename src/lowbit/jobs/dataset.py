"""`build_dataset`: a data set from a wish, as a job, with its card."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lowbit.dataset.card import card_of
from lowbit.dataset.shards import rows_of_shard
from lowbit.dataset.skeletons import OF_SKELETONS, text_of
from lowbit.dataset.wish import CRITERIA, Wish
from lowbit.jobs.folder import JobFolder
from lowbit.jobs.run import run_job
from lowbit.jobs.start import known_plan
from lowbit.rng import seed_or_any
from lowbit.verbs.puzzles import as_puzzle, whole_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lowbit.jobs.progress import OnProgress
    from lowbit.jobs.report import JobReport
    from lowbit.verbs.puzzles import PuzzleLike

CARD: Final = "README.md"

OF_WISHES: Final = (
    "by", "bands", "splits", "measures", "copies", "geometry", "skeleton", "license", "seed",
    "max_tries",
)  # fmt: skip
"""The parameters of `build_dataset` that say what is wanted, beside those of each puzzle."""


@dataclass(frozen=True, slots=True)
class DatasetReport:
    """A data set that was built.

    Parameters
    ----------
    job : JobReport
        The job that built it.
    splits : dict of str to dict of str to int
        The rows of each split by band; the only band is "" if there are none.
    missing : dict of str to int
        The puzzles that were not found, copies not counted, by split and band.
    """

    job: JobReport
    splits: dict[str, dict[str, int]]
    missing: dict[str, int]

    @property
    def is_good(self) -> bool:
        """Whether all of it is there."""
        return self.job.is_good and not self.missing


def build_dataset(  # noqa: PLR0913 - by name: what to make, where, and by whom
    n: int,
    dest: str | os.PathLike[str],
    *,
    by: str | None = None,
    bands: Sequence[str] = (),
    splits: Mapping[str, float] | None = None,
    measures: Sequence[str] = (),
    copies: int = 0,
    geometry: str | None = None,
    skeleton: PuzzleLike | None = None,
    license: str = "cc0-1.0",  # noqa: A002 - as the card calls it
    seed: int | None = None,
    max_tries: int | None = None,
    on: str = "local",
    scheduler: str | None = None,
    workers: int | None = None,
    rows: int | None = None,
    resume: bool = False,
    progress: OnProgress | None = None,
    **criteria: Any,  # noqa: ANN401 - as `generate` has them
) -> DatasetReport:
    """Build a data set of puzzles whose splits have nothing in common.

    No two puzzles have isomorphic solutions, so none are isomorphic, and no two positions on the
    way to their solutions. A hash of the solution's canonical form says which split a puzzle is in.
    The folder has the layout of the Hugging Face Hub: Parquet in ``data``, and a card. The same
    wish makes the same bytes on any machine; a build that was killed resumes.

    Parameters
    ----------
    n : int
        The number of puzzles.
    dest : path
        A folder that does not exist yet, or is empty; or a URI.
    by : {'er', 'level', 'depth', 'score', 'clues'}, optional
        The measure of which each band gets as many puzzles: Sudoku Explainer's ER, HoDoKu's level
        or score, the depth of trial and error, or the number of givens. Puzzles come as random ones
        are by default, mostly easy.
    bands : sequence of str, optional
        Its bands, such as ``["1.2-1.9", "7.1-7.9"]``, or ``["easy", "hard"]``; by default each
        whole number of ER from 1 to 8, each level, each depth from 0 to 2.
    splits : mapping of str to float, optional
        The share of each split; ``{"train": 0.9, "test": 0.1}`` by default.
    measures : sequence of str, optional
        What to measure beside the ratings: ``depth``, ``B``, ``search``, ``backdoor``,
        ``redundant``.
    copies : int, default 0
        Random isomorphic copies of each puzzle, in the first split.
    geometry : str, optional
        The name of the board; the classic one by default. On others there are no ratings.
    skeleton : PuzzleLike, optional
        A puzzle whose constraints all puzzles have, as for `lowbit.generate_variants`. These have
        no ratings, either, and no copies.
    license : str, default 'cc0-1.0'
        The licence that the card names.
    seed : int, optional
        From 0 to 2**64 - 1; a random one if None, or that of the build that is resumed.
    max_tries : int, optional
        Do without the rest of a band when a shard has tried so many puzzles in vain, one after
        another; 2,000,000 by default.
    on, scheduler, workers, progress
        As for `run_job`.
    rows : int, optional
        The puzzles that a shard draws; 16,384 if there are bands, else 262,144. Other shards make
        another data set.
    resume : bool, default False
        Whether `dest` may hold what an earlier build of the same data set has left.
    **criteria
        Of each puzzle, as `lowbit.generate` takes them: `clues`, `symmetry`, `minimal`, `needs`,
        `only`, `without`, `rules`. Of puzzles of a skeleton: `fill`, the kinds of constraints whose
        numbers are taken from the solution; `kropki`, whether dots are put wherever one fits;
        `givens`, whether some may be added; `minimal`, `needs`, `only`, `without`, `rules`.

    Returns
    -------
    DatasetReport

    Raises
    ------
    InputError
        If the wish makes no sense, or `dest` has other content.
    OSError
        If `dest` cannot be written. What is done stays.
    MissingPackageError
        If Dask is requested and not installed.

    Examples
    --------
    >>> import tempfile
    >>> bands = ["1.2-1.9", "2.0-2.9"]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report = build_dataset(60, f"{folder}/set", by="er", bands=bands, seed=1)
    >>> report.splits["train"], report.is_good
    ({'1.2-1.9': 27, '2.0-2.9': 27}, True)
    """
    wish = wanted(
        n,
        dest,
        by=by,
        bands=bands,
        splits=splits,
        measures=measures,
        copies=copies,
        geometry=geometry,
        skeleton=skeleton,
        license=license,
        seed=seed,
        max_tries=max_tries,
        **criteria,
    )
    rows = rows or rows_of_shard(wish)
    job = run_job(
        n,
        dest,
        "dataset",
        on=on,
        scheduler=scheduler,
        workers=workers,
        resume=resume,
        rows=rows,
        progress=progress,
        n=n,
        shards=-(-n // rows),
        **wish.to_options(),
    )
    return _reported(job, wish, JobFolder(os.fspath(dest)))


def wanted(n: int, dest: str | os.PathLike[str], **said: Any) -> Wish:  # noqa: ANN401 - as `build_dataset` has them
    """Return the wish for a data set; without a seed, it gets that of a build that is resumed.

    Raises
    ------
    InputError
        If it makes no sense.
    """
    if said.get("seed") is None:
        known = known_plan(JobFolder(os.fspath(dest)))
        said["seed"] = seed_or_any(known.order.options.get("seed") if known else None)
    if said.get("skeleton") is not None:
        said["skeleton"] = text_of(as_puzzle(whole_of(said["skeleton"], None)))
    own = {name: said.pop(name) for name in OF_WISHES if name in said}
    options = {name: value for name, value in own.items() if value not in (None, {}, ())}
    return Wish.from_options(n, options | {"criteria": _of_json(said)})


BY_DEFAULT: Final = {"minimal": True, "givens": True, "kropki": False}
"""The values of criteria that ask for nothing."""


def _of_json(criteria: Mapping[str, Any]) -> dict[str, Any]:
    """Return criteria as JSON has them, without those that ask for nothing."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in sorted(criteria.items(), key=_place)
        if value not in (None, (), [], BY_DEFAULT.get(name))
    }


def _place(criterion: tuple[str, Any]) -> tuple[int, str]:
    name = criterion[0]
    known = *CRITERIA, *OF_SKELETONS
    return (known.index(name) if name in known else len(known), name)


def _reported(job: JobReport, wish: Wish, folder: JobFolder) -> DatasetReport:
    """Return the report of a build, once its card is written; there is none without all files."""
    counts = {split: Counter[str]() for split in wish.splits}
    n_bytes = Counter[str]()
    for entry in job.entries:
        if "split" in entry.more:
            counts[entry.more["split"]].update(entry.more["bands"])
            n_bytes[entry.more["split"]] += entry.n_bytes
    splits = {split: dict(of_bands) for split, of_bands in counts.items()}
    if not job.set_aside:
        folder.write_text(CARD, card_of(wish, job.plan.rows, splits, n_bytes))
    return DatasetReport(job, splits, _missing(wish, splits))


def _missing(wish: Wish, splits: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Return how many puzzles are missing of each split and band where any are."""
    missing = {}
    for place, (split, quotas) in enumerate(zip(wish.splits, wish.quotas(), strict=True)):
        each = 1 + (wish.copies if place == 0 else 0)
        for band, quota in zip(wish.all_bands, quotas.tolist(), strict=True):
            n = quota - splits[split].get(band.name, 0) // each
            if n:
                missing[f"{split} {band.name}".strip()] = n
    return missing
