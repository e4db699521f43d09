"""The progress of a job."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from lowbit.jobs.folder import Entry

if TYPE_CHECKING:
    from lowbit.jobs.plan import Shard
    from lowbit.jobs.task import Outcome


@dataclass(frozen=True, slots=True)
class JobProgress:
    """The progress of a job.

    Parameters
    ----------
    stage : str
        The stage that is under way.
    n_done, n_total : int
        The work that is done, and all of it, in bytes of the source, or in puzzles if they are
        generated.
    statuses : mapping of str to int
        The rows so far, by status.
    n_threads : int
        The number of shards that can be done at a time; 0 if a cluster has no worker.
    """

    stage: str
    n_done: int
    n_total: int
    statuses: Mapping[str, int]
    n_threads: int


OnProgress: TypeAlias = Callable[[JobProgress], object]
"""Called a few times a second with the progress of a job."""


class StageRun:
    """The shards of a stage that are done, and the rows so far of those under way.

    Parameters
    ----------
    stage : str
    n_total : int
        The amount of work, in bytes of the source, or in puzzles if they are generated.
    """

    def __init__(self, stage: str, n_total: int) -> None:
        self.entries: dict[str, Entry] = {}
        self._stage = stage
        self._n_total = n_total
        self._n_done = 0
        self._counted: Counter[str] = Counter()
        self._underway: dict[str, Counter[str]] = {}
        self._made: dict[str, int] = {}

    def listen(self, shard: Shard) -> Callable[[Mapping[str, int]], object]:
        """Return a callback that counts the rows of a shard while it is done."""
        counts = self._underway[shard.key] = Counter()
        if not shard.path:  # its work is its rows
            self._made[shard.key] = shard.n_bytes
        return counts.update

    def note(self, shard: Shard, outcome: Outcome) -> None:
        """Record the outcome of a shard."""
        self._underway.pop(shard.key, None)
        if isinstance(outcome, Entry):
            self.entries[shard.key] = outcome
            self._counted.update(outcome.statuses)
            self._n_done += max(1, shard.n_bytes)

    def progress(self, n_threads: int) -> JobProgress:
        """Return the progress so far."""
        statuses, n_done = Counter(self._counted), self._n_done
        for key, counts in list(self._underway.items()):
            so_far = dict(counts)
            statuses.update(so_far)
            n_done += min(sum(so_far.values()), self._made.get(key, 0))
        return JobProgress(self._stage, n_done, self._n_total, statuses, n_threads)
