"""A job from its beginning to its end, and on from where it was killed.

::

    plan ──> tasks ──> executor ──> entries ──> manifest
               ^         │
               └─ again ─┘ up to three times; then the shard is set aside, and the others continue
"""

from __future__ import annotations

import json
import os
from collections import deque
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from typing import TYPE_CHECKING, Any, Final

from lowbit.errors import InputError
from lowbit.jobs.executors import GONE, dask_executor, local_executor
from lowbit.jobs.folder import MANIFEST, Entry, JobFolder
from lowbit.jobs.plan import ROWS, Order, Plan, Shard, plan_of
from lowbit.jobs.progress import OnProgress, StageRun
from lowbit.jobs.report import JobReport, SetAside
from lowbit.jobs.shard_task import ShardTask
from lowbit.jobs.stages.audit import find_all_duplicates, report_of
from lowbit.jobs.stages.dataset import find_repeated
from lowbit.jobs.start import begin, known_plan, require_possible, require_sense, require_unchanged
from lowbit.jobs.task import Failure, Outcome
from lowbit.rng import seed_or_any

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from lowbit.jobs.executors import Executor

TRIES: Final = 3
"""The number of times that a shard is tried before it is set aside."""

PATIENCE: Final = 0.1
"""Seconds to wait before checking whether anything else has happened."""


def run_job(  # noqa: PLR0913 - what, where, how and by whom, by name
    source: str | os.PathLike[str] | int,
    dest: str | os.PathLike[str],
    do: str,
    *,
    on: str = "local",
    scheduler: str | None = None,
    workers: int | None = None,
    resume: bool = False,
    rows: int = ROWS,
    to: str = "parquet",
    column: str | None = None,
    prefix: str = "",
    codec: str | None = None,
    progress: OnProgress | None = None,
    **options: Any,  # noqa: ANN401 - of what is done
) -> JobReport:
    """Do something with all puzzles of many files, in shards that can be done anywhere.

    Each shard is written under a temporary name and renamed when it is whole; then an entry with
    its counts and its SHA-256 is written. A job that was killed resumes with the shards that have
    no entry.

    Parameters
    ----------
    source : path or int
        A file, or a folder of tables and texts (``.txt``, a puzzle per line); or a URI. Parquet is
        divided between row groups, any other file is one shard. If `do` is ``generate``, the number
        of puzzles.
    dest : path
        A folder that does not exist yet, or is empty; or a URI.
    do : str
        ``solve``, ``count``, ``check``, ``maximize``, ``minimize``, ``candidates``,
        ``canonical``, ``rate``, ``audit`` or ``generate``.
    on : str, default ``"local"``
        ``local``, for threads of this process, or ``dask``.
    scheduler : str, optional
        The address of the scheduler of a Dask cluster; by default one is started on this machine.
    workers : int, optional
        The number of threads, or of processes of the cluster that is started; as many as there are
        CPUs by default.
    resume : bool, default False
        Whether `dest` may hold what an earlier run of the same job has left. Finished shards are
        read back and their checksums compared.
    rows : int, default 2**20
        The fewest rows of a shard, if a file can be divided.
    to : str, default ``"parquet"``
        The extension of the tables to write.
    column, prefix, codec
        As for `lowbit.tables.answer_file`.
    progress : callable, optional
        Called a few times a second with a `JobProgress`.
    **options
        The options of the operation: of `lowbit.tables.apply`, `lowbit.audit.audit_files`
        (``fix=True`` writes the rows without defects instead of all with findings) or
        `lowbit.generate`.

    Returns
    -------
    JobReport

    Raises
    ------
    InputError
        If the job is impossible: `dest` has other content, or a job with other files or options; or
        an option makes no sense.
    SourceError
        If there is no such source.
    OSError
        If `dest` cannot be written. Finished shards stay.
    MissingPackageError
        If Dask is requested and not installed.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = run_job(1000, f"{folder}/made", "generate", seed=1, rows=400)
    ...     solved = run_job(f"{folder}/made", f"{folder}/solved", "solve", prefix="my_")
    >>> [entry.n_rows for entry in made.entries], solved.statuses
    ([400, 400, 200], {'unique': 1000})
    """
    folder = JobFolder(os.fspath(dest))
    if (do == "generate" or options.get("estimate")) and options.get("seed") is None:
        known = known_plan(folder)  # a run that goes on has the seed that it began with
        options["seed"] = seed_or_any(known.order.options.get("seed") if known else None)
    options = {name: value for name, value in options.items() if value is not None}
    order = Order(do, to, column, prefix, codec, options)
    require_sense(order)
    plan = plan_of(str(source) if isinstance(source, int) else os.fspath(source), order, rows)
    shards = plan.shards()
    require_possible(plan, shards, folder)
    with _executor(on, scheduler, workers, len(shards)) as executor:
        begin(plan, folder, resume=resume)
        report = _Run(plan, shards, folder, executor, progress).do_all()
    folder.write_text(MANIFEST, json.dumps(report.to_dict(), indent=1) + "\n")
    return report


def job_status(dest: str | os.PathLike[str]) -> dict[str, tuple[int, int]]:
    """Return how many shards of each stage of a job are done, and how many there are.

    Parameters
    ----------
    dest : path
        Where the job writes.

    Raises
    ------
    InputError
        If there is no job.
    """
    folder = JobFolder(os.fspath(dest))
    plan = known_plan(folder)
    if plan is None:
        raise InputError(f"{folder.place.name}: there is no job here")
    return {stage: (folder.n_done(stage), len(plan.shards_of(stage))) for stage in plan.stages}


def _executor(
    on: str, scheduler: str | None, workers: int | None, n_tasks: int
) -> AbstractContextManager[Executor]:
    if on == "dask":
        return dask_executor(scheduler, workers)
    if on != "local" or scheduler is not None:
        raise InputError("a job runs on local or dask, and only dask has a scheduler")
    return local_executor(n_tasks, workers)


class _Run:
    """A run of a job.

    Parameters
    ----------
    plan : Plan
    shards : list of Shard
    folder : JobFolder
    executor : Executor
    progress : callable, optional
    """

    def __init__(
        self,
        plan: Plan,
        shards: list[Shard],
        folder: JobFolder,
        executor: Executor,
        progress: OnProgress | None,
    ) -> None:
        self._plan = plan
        self._shards = shards
        self._folder = folder
        self._executor = executor
        self._progress = progress
        self._report = JobReport(plan, len(shards))

    def do_all(self) -> JobReport:
        """Do all stages."""
        shards, before = self._shards, ""
        entries: dict[str, Entry] = {}
        for stage in self._plan.stages:
            if stage == "write":
                before = find_all_duplicates(self._plan, self._folder, shards, entries)
                shards = [shard for shard in shards if shard.key in entries]
            elif stage in {"rows", "keep"}:
                if len(entries) < len(shards):
                    break  # what was not drawn cannot be written
                before = find_repeated(self._folder, entries.values())
                shards = self._plan.shards_of(stage)
            entries = self._do_stage(stage, shards, before)
            require_unchanged(self._plan)
        self._report.entries = list(entries.values())
        if self._plan.order.do == "audit":
            self._report.audit = report_of(self._plan, self._folder, self._report.entries)
        return self._report

    def _do_stage(self, stage: str, shards: list[Shard], before: str) -> dict[str, Entry]:
        """Run a stage on all shards, and return the entries of those that are done, in order."""

        def task_of(shard: Shard) -> ShardTask:
            work = before + self._plan.work_on(shard)
            return ShardTask(self._folder.address, work, self._plan.order, stage, shard)

        stage_run = StageRun(stage, sum(max(1, shard.n_bytes) for shard in shards))
        waiting = deque((task_of(shard), 1) for shard in shards)
        running: dict[Future[Outcome], tuple[ShardTask, int]] = {}
        failures: dict[str, Failure] = {}
        while waiting or running:
            n_threads = self._executor.n_threads()
            n_at_once = self._executor.ahead * max(1, n_threads)
            for _ in range(min(n_at_once - len(running), len(waiting))):
                task, n_tries = waiting.popleft()
                future = self._executor.submit(task, stage_run.listen(task.shard))
                running[future] = task, n_tries
            done, _ = wait(running, PATIENCE, FIRST_COMPLETED)
            for future in done:
                task, n_tries = running.pop(future)
                outcome = _outcome(future)
                stage_run.note(task.shard, outcome)
                if isinstance(outcome, Entry):
                    continue
                if n_tries < TRIES:
                    waiting.append((task, n_tries + 1))
                elif outcome.cannot_write:  # nor can any other shard be
                    raise OSError(outcome.reason)
                else:
                    failures[task.shard.key] = outcome
            if self._progress:
                self._progress(stage_run.progress(n_threads))
        self._report.set_aside += [
            SetAside(shard.name, failures[shard.key].reason, failures[shard.key].trace)
            for shard in shards
            if shard.key in failures
        ]
        done_ones = stage_run.entries
        return {shard.key: done_ones[shard.key] for shard in shards if shard.key in done_ones}


def _outcome(future: Future[Outcome]) -> Outcome:
    """Return the outcome of a task; a worker that died counts as a failure.

    Raises
    ------
    ConnectionError
        If the cluster no longer knows the task.
    """
    try:
        return future.result()
    except CancelledError:
        raise ConnectionError(GONE) from None
    except Exception as error:  # noqa: BLE001 - whatever a cluster raises
        reason = str(error).partition("\n")[0].partition(". ")[0]
        return Failure(f"{type(error).__name__}: {reason}")
