"""Work in plain Python done side by side by processes, with its results in order.

Such work holds the GIL, so threads would wait for each other. The processes are programs that never
import the caller's main module, so that a script needs no guard around its main part; they exchange
pickles through pipes.

::

    items ──> a process: task(item) ──> a thread that reads ──┐
              a process: task(item) ──> a thread that reads ──┴──> in order
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from contextlib import closing, suppress
from itertools import islice
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeAlias

from lowbit.children import python_that_runs

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    _Numbered: TypeAlias = tuple[int, Any]
    """An item, or its result, and its number."""
    Arrived: TypeAlias = "SimpleQueue[tuple[_Process, _Numbered | None]]"
    """A queue of the messages from processes; None once one has ended."""

INTERVAL: Final = 0.03
"""Seconds between two calls of `tick`, while nothing comes."""

IS_ALONE: Final = sys.platform == "emscripten"
"""Whether this is a worker of a browser's tab, which can start no process."""

CODE: Final = (
    "import sys; from lowbit.processes import work; work(sys.stdin.buffer, sys.stdout.buffer)"
)
"""The program of a process."""


class WorkerProcessError(RuntimeError):
    """A process crashed, by a defect of lowbit or because it was killed."""


def in_processes(
    task: Callable[[Any], Any], items: Iterable[Any], n: int, tick: Callable[[], object]
) -> Generator[Any]:
    """Yield the result of a task for each item, in order.

    Parameters
    ----------
    task : callable
        A function of a module, which the processes import.
    items : iterable
        The items; each is asked for when a process is free.
    n : int
        The number of processes to use. The results do not depend on it.
    tick : callable
        Called a few times a second, in the thread that waits for the results. An exception from
        it ends the work.

    Raises
    ------
    WorkerProcessError
        If a process crashes.

    Examples
    --------
    >>> from operator import neg
    >>> list(in_processes(neg, range(5), 2, lambda: None))
    [0, -1, -2, -3, -4]
    """
    with closing(Processes(task, n)) as processes:
        yield from processes.results(items, tick)


def as_they_come(
    task: Callable[[Any], Any], items: Iterable[Any], n: int, tick: Callable[[], object]
) -> Generator[Any]:
    """Yield the result of a task for each item as soon as it is there; else as `in_processes`."""
    with closing(Processes(task, n)) as processes:
        for _, result in processes.numbered(items, tick):
            yield result


class Processes:
    """Processes that are kept from one batch of items to the next.

    Parameters
    ----------
    task : callable
        A function of a module, which the processes import.
    n : int
        The most processes to use; they are started as needed.
    """

    def __init__(self, task: Callable[[Any], Any], n: int) -> None:
        self._task = task
        self._n = n
        self._arrived: Arrived = SimpleQueue()
        self._started: list[_Process] = []

    def results(self, items: Iterable[Any], tick: Callable[[], object]) -> Iterator[Any]:
        """Yield the result of the task for each item, in order; see `in_processes`.

        One batch ends before the next begins; abandoning one closes the processes.
        """
        held: dict[int, Any] = {}
        n_yielded = 0
        for number, result in self.numbered(items, tick):
            held[number] = result
            while n_yielded in held:
                yield held.pop(n_yielded)
                n_yielded += 1

    def numbered(self, items: Iterable[Any], tick: Callable[[], object]) -> Iterator[_Numbered]:
        """Yield the number of each item and the result of the task, as they come."""
        following = enumerate(items)
        if IS_ALONE:
            return self._one_by_one(following, tick)
        return self._as_they_come(following, self._begin(following), tick)

    def _one_by_one(
        self, numbered: Iterator[_Numbered], tick: Callable[[], object]
    ) -> Iterator[_Numbered]:
        """Yield results of this process, where there can be no other."""
        for number, item in numbered:
            tick()
            yield number, self._task(item)

    def close(self) -> None:
        """End all processes at once."""
        for process in self._started:
            process.end()
        self._started.clear()

    def _begin(self, numbered: Iterator[_Numbered]) -> int:
        """Hand out the first items, and return how many there were."""
        n_busy = 0
        for n_busy, item in enumerate(islice(numbered, self._n), 1):
            if n_busy > len(self._started):
                self._started.append(_Process(self._task, self._arrived))
            self._started[n_busy - 1].send(item)
        return n_busy

    def _as_they_come(
        self, numbered: Iterator[_Numbered], n_busy: int, tick: Callable[[], object]
    ) -> Iterator[_Numbered]:
        """Yield results, and hand out the items that are left."""
        while n_busy:
            try:
                process, result = self._arrived.get(timeout=INTERVAL)
            except Empty:
                tick()
                continue
            if result is None:
                raise WorkerProcessError("a process that lowbit started has ended on its own")
            following = next(numbered, None)
            if following is None:
                n_busy -= 1
            else:
                process.send(following)
            yield result


def work(source: BinaryIO, sink: BinaryIO) -> None:
    """Do the tasks that come in: the main part of a process."""
    task = pickle.load(source)  # noqa: S301 - our own parent's
    items: SimpleQueue[_Numbered] = SimpleQueue()
    threading.Thread(target=_read_items, args=(source, items), daemon=True).start()
    while True:
        number, item = items.get()
        pickle.dump((number, task(item)), sink)
        sink.flush()


def _read_items(source: BinaryIO, items: SimpleQueue[_Numbered]) -> None:
    """Read until the parent is gone, however it ended: then the results are not needed."""
    with suppress(EOFError):
        while True:
            items.put(pickle.load(source))  # noqa: S301 - our own parent's
    os._exit(0)


class _Process:
    """A process, and the thread that reads its messages."""

    def __init__(self, task: Callable[[Any], Any], arrived: Arrived) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - this interpreter
            python_that_runs(CODE),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # a terminal sends Ctrl-C to the parent, who ends its own
        )
        self._reader = threading.Thread(target=self._read, args=(arrived,), daemon=True)
        self._reader.start()
        self.send(task)

    def send(self, what: object) -> None:
        """Send a task; its reader reports a crash."""
        with suppress(BrokenPipeError):
            pickle.dump(what, self._process.stdin)  # type: ignore[arg-type]  # it is a pipe
            self._process.stdin.flush()  # type: ignore[union-attr]  # as above

    def end(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._reader.join()
        with self._process, suppress(BrokenPipeError):  # which waits for it and closes its pipes
            self._process.stdin.close()  # type: ignore[union-attr]  # as above

    def _read(self, arrived: Arrived) -> None:
        try:
            while True:
                arrived.put((self, pickle.load(self._process.stdout)))  # type: ignore[arg-type]  # noqa: S301 - our own child's
        except (EOFError, pickle.UnpicklingError):
            arrived.put((self, None))
