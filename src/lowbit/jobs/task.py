"""One task: a stage of the work on one shard, done by any worker.

A task is done once, however often it is requested: if its output is complete, nothing happens.
Errors come back as a `Failure`, which can be sent between machines where an exception might not.
"""

from __future__ import annotations

import traceback
from typing import Any, Final, NamedTuple, TypeAlias

import lowbit
from lowbit.batch.ordered import StoppedError
from lowbit.errors import LowbitError
from lowbit.jobs.folder import Entry, JobFolder
from lowbit.jobs.shard_task import ShardTask, TaskContext
from lowbit.jobs.stages.answer import answer
from lowbit.jobs.stages.audit import examine_shard, write_shard
from lowbit.jobs.stages.dataset import draw_shard, write_rows
from lowbit.jobs.stages.generate import generate_shard
from lowbit.jobs.stages.independent import keep_independent, sample_shard
from lowbit.tables.rows.sinks import Checksum

WORK: Final = {
    "answer": answer,
    "generate": generate_shard,
    "sample": sample_shard,
    "keep": keep_independent,
    "examine": examine_shard,
    "write": write_shard,
    "draw": draw_shard,
    "rows": write_rows,
}
"""The function of each stage: it writes a table for a shard, and returns the name of the table, the
number of rows by status, and information for the next stage."""


class Failure(NamedTuple):
    """Why a shard is not done.

    Attributes
    ----------
    reason : str
        The reason, on one line.
    trace : str
        The traceback, if lowbit did not expect the error.
    cannot_write : bool
        Whether it affects every other shard as well.
    """

    reason: str
    trace: str = ""
    cannot_write: bool = False


Outcome: TypeAlias = Entry | Failure


def run_task(task: ShardTask, context: TaskContext | None = None) -> Outcome:
    """Do a shard, unless it is done, and return its entry.

    Raises
    ------
    StoppedError
        If `context` says so.
    """
    try:
        if lowbit.__version__ != task.order.version:
            reason = f"this worker has lowbit {lowbit.__version__}, not {task.order.version}"
            return Failure(reason)
        folder = JobFolder(task.folder)
        if not folder.has_plan():
            return Failure(f"{task.folder}: there is no job here, as this worker sees it")
        context = context or TaskContext()
        return _whole_entry(task, folder, context) or _done(task, folder, context)
    except StoppedError:
        raise
    except LowbitError as error:
        return Failure(str(error))
    except OSError as error:  # what cannot be read is an error of lowbit's
        return Failure(_of_system(error), cannot_write=True)
    except Exception as error:  # noqa: BLE001 - one shard stops no other
        return Failure(f"{type(error).__name__}: {error}", traceback.format_exc())


def _whole_entry(task: ShardTask, folder: JobFolder, context: TaskContext) -> Entry | None:
    entry = folder.entry(task.stage, task.shard.key)
    is_done = entry is not None and entry.work == task.work and folder.holds(entry, context.is_over)
    return entry if is_done else None


def _done(task: ShardTask, folder: JobFolder, context: TaskContext) -> Entry:
    checksum = Checksum()
    output, statuses, more = WORK[task.stage](task, folder, checksum, context)
    known: dict[str, Any] = {"n_bytes": checksum.n_bytes, "sha256": checksum.sha256}
    entry = Entry(task.shard.key, task.work, output, statuses, **known, more=more)
    folder.keep(task.stage, entry)
    return entry


def _of_system(error: OSError) -> str:
    if error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
