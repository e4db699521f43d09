"""A loop over the items of a batch, spread over threads.

A kernel that works through a range of items, off the GIL and for a few milliseconds, is called
on one range after the other, by each thread for the next one. Between two calls Ctrl-C, time
limits and progress are seen to. The result for an item must not depend on its range.
"""

from __future__ import annotations

import os
import threading
import time
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    Work: TypeAlias = Callable[[int, int], object]
    """Does the items from the first number up to the second."""
    Progress: TypeAlias = Callable[[int, int], object]

INTERVAL = 0.1
"""Seconds between two reports of progress."""


def share(
    total: int,
    new_worker: Callable[[], Work],
    *,
    portion: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> None:
    """Do all items of a batch.

    Parameters
    ----------
    total : int
        How many there are.
    new_worker : callable
        Called once in each thread. It returns a function that does a range of items, ``work(first,
        end)``, perhaps with scratch arrays of its own.
    portion : int
        How many items make a range: those of some milliseconds.
    threads : int, optional
        How many; the CPUs that this process may use if None.
    progress : callable, optional
        Called with the numbers of items begun and of all, a few times a second, from this
        thread. An exception of it ends the work.
    """
    n_threads = min(threads or n_cpus(), -(-total // portion))
    _Sharing(total, portion, new_worker).run(n_threads, progress)


@cache
def n_cpus() -> int:
    """Return how many CPUs this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Loop:
    """The items of a batch, and the threads that take a portion of them at a time.

    Parameters
    ----------
    total : int
        How many items there are.
    portion : int
        How many are taken at a time.
    """

    def __init__(self, total: int, portion: int) -> None:
        self.total = total
        self.portion = portion
        self.taken = 0
        self.stopped = False
        self.lock = threading.Lock()
        self._error: BaseException | None = None
        self._next_report = time.monotonic() + INTERVAL

    def work(self, progress: Progress | None = None) -> None:
        """Take items and do them until there are no more or the loop is stopped."""
        raise NotImplementedError

    def run(self, n_threads: int, progress: Progress | None = None) -> None:
        """Do all items; `progress` is called from this thread, and its exceptions pass."""
        others: list[threading.Thread] = []
        try:
            for _ in range(n_threads - 1):
                others.append(threading.Thread(target=self._aside, daemon=True))
                others[-1].start()
            self.work(progress)
            for thread in others:
                while thread.is_alive():
                    thread.join(INTERVAL)
                    self.report(progress)
        finally:
            self.stopped = True
            for thread in others:
                thread.join()
        if self._error is not None:
            raise self._error

    def take(self) -> tuple[int, int]:
        """Return the next items, from and up to; none are left where these are equal."""
        with self.lock:
            first = self.taken
            self.taken = min(first + self.portion, self.total)
            return first, self.taken

    def report(self, progress: Progress | None) -> None:
        """Call `progress`, if it is time again."""
        if progress is not None and time.monotonic() >= self._next_report:
            self._next_report = time.monotonic() + INTERVAL
            progress(self.taken, self.total)

    def _aside(self) -> None:
        """Work in a thread of its own: keep an error, to be raised in the caller."""
        try:
            self.work()
        except BaseException as error:  # noqa: BLE001 - raised by run
            self.stopped = True
            self._error = error


class _Sharing(Loop):
    """A loop of one call after the other."""

    def __init__(self, total: int, portion: int, new_worker: Callable[[], Work]) -> None:
        super().__init__(total, portion)
        self._new_worker = new_worker

    def work(self, progress: Progress | None = None) -> None:
        """Take items and do them until there are no more or the loop is stopped."""
        work = self._new_worker()
        first, end = self.take()
        while first < end and not self.stopped:
            work(first, end)
            self.report(progress)
            first, end = self.take()
