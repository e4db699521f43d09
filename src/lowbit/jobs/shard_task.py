"""A stage of the work on one shard, and the context in which it is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lowbit.jobs.plan import Order, Shard


@dataclass(frozen=True, slots=True)
class ShardTask:
    """A shard, and the work on it.

    Parameters
    ----------
    folder : str
        Where the job writes.
    work : str
        Identifies this work: an entry of other work does not count.
    order : Order
    stage : str
        One of `WORK` of `lowbit.jobs.task`.
    shard : Shard
    """

    folder: str
    work: str
    order: Order
    stage: str
    shard: Shard


def _never() -> bool:
    return False


def _ignore(_statuses: Mapping[str, int]) -> None:
    pass


@dataclass(frozen=True, slots=True)
class TaskContext:
    """The context of a task in its run, if both are in the same process.

    Parameters
    ----------
    threads : int, default 1
        The number that it may use.
    is_over : callable, optional
        Returns whether to stop.
    on_rows : callable, optional
        Called with the number of rows done, by status.
    """

    threads: int = 1
    is_over: Callable[[], bool] = _never
    on_rows: Callable[[Mapping[str, int]], object] = _ignore
