"""Executors of a job's tasks: threads of this process, or the workers of a Dask cluster."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from lowbit.children import safe_path
from lowbit.errors import InputError, MissingPackageError
from lowbit.jobs.shard_task import ShardTask, TaskContext
from lowbit.jobs.task import Outcome, run_task
from lowbit.kernels.core.threads import n_cpus

if TYPE_CHECKING:
    from collections.abc import Iterator

OnRows: TypeAlias = Callable[[Mapping[str, int]], object]
"""Called with the number of rows done, by status."""

AHEAD: Final = 2
"""Tasks for each thread of a cluster: one that it works on, and one to continue with at once."""

PATIENCE: Final = 10
"""Seconds within which a scheduler has to answer."""

GONE: Final = "the Dask cluster is gone; what is done stays, and the job can be resumed"


@dataclass(frozen=True, slots=True)
class Executor:
    """Runs tasks.

    Parameters
    ----------
    submit : callable
        Starts a task, and reports the rows done on the way, if it can.
    n_threads : callable
        Returns how many tasks it can run at a time; that may change, and may be 0.
    ahead : int, default 1
        The number of tasks that each thread should have.
    """

    submit: Callable[[ShardTask, OnRows], Future[Outcome]]
    n_threads: Callable[[], int]
    ahead: int = 1


@contextmanager
def local_executor(n_tasks: int, threads: int | None = None) -> Iterator[Executor]:
    """Have tasks done by threads of this process.

    If there are fewer tasks than threads, each task gets several. At the end, unfinished tasks are
    cancelled.

    Parameters
    ----------
    n_tasks : int
        The number of tasks.
    threads : int, optional
        The number to use; as many as there are CPUs if None.
    """
    n_threads = threads or n_cpus()
    n_at_once = max(1, min(n_threads, n_tasks))
    over = threading.Event()
    context = TaskContext(max(1, n_threads // n_at_once), over.is_set)
    with ThreadPoolExecutor(n_at_once) as pool:

        def submit(task: ShardTask, on_rows: OnRows) -> Future[Outcome]:
            return pool.submit(run_task, task, replace(context, on_rows=on_rows))

        try:
            yield Executor(submit, lambda: n_at_once)
        finally:
            over.set()
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def dask_executor(scheduler: str | None = None, workers: int | None = None) -> Iterator[Executor]:
    """Have tasks done by a Dask cluster.

    Parameters
    ----------
    scheduler : str, optional
        The address of a running one, such as ``tcp://10.0.0.1:8786``. By default one is started on
        this machine, and stopped at the end.
    workers : int, optional
        The number of processes to start in that case; as many as there are CPUs by default.

    Raises
    ------
    MissingPackageError
        If the package ``distributed`` is not installed.
    InputError
        If no scheduler answers.
    ConnectionError
        From `Executor.submit` and `Executor.n_threads`, if it no longer answers.
    """
    try:
        distributed: Any = import_module("distributed")
    except ModuleNotFoundError:
        raise MissingPackageError("a Dask cluster needs distributed", "dask") from None
    with ExitStack() as stack:
        for name in ("distributed.client", "tornado.application"):
            stack.enter_context(_unlogged(name))  # lowbit says what goes wrong
        if scheduler is None:
            stack.enter_context(safe_path())  # of workers that start again, too
            cluster = stack.enter_context(
                distributed.LocalCluster(
                    n_workers=workers or n_cpus(),
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=50,
                )
            )
            client = stack.enter_context(distributed.Client(cluster))
        else:
            try:
                client = stack.enter_context(distributed.Client(scheduler, timeout=PATIENCE))
            except (OSError, ValueError) as error:
                raise InputError(f"no scheduler answers at {scheduler}: {error}") from None
        executor = client.get_executor(pure=False)
        stack.callback(executor.shutdown, wait=False)

        def submit(task: ShardTask, _on_rows: OnRows) -> Future[Outcome]:
            with _gone_if_it_fails():
                future: Future[Outcome] = executor.submit(run_task, task)
                return future

        def n_threads() -> int:
            if client.status != "running":  # to ask for a new connection takes half a minute
                raise ConnectionError(GONE)
            with _gone_if_it_fails():
                number: int = sum(client.nthreads().values())
                return number

        yield Executor(submit, n_threads, AHEAD)


@contextmanager
def _gone_if_it_fails() -> Iterator[None]:
    """Raise an error of lowbit's for whatever Dask raises if a scheduler no longer answers."""
    try:
        yield
    except Exception as error:
        raise ConnectionError(GONE) from error


@contextmanager
def _unlogged(name: str) -> Iterator[None]:
    """Log nothing but critical messages."""
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)
