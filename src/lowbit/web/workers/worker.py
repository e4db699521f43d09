"""A worker: a process that can be ended at any moment.

The parent sends a task; the worker answers with a message for each item, and one that says how the
task ended. Workers are forked from a process that has already loaded the engine, so a new one costs
a few milliseconds, and nothing is lost with an old one.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import traceback
from contextlib import contextmanager, nullcontext, suppress
from enum import Enum, auto
from mmap import PAGESIZE
from multiprocessing import forkserver, resource_tracker
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from lowbit.children import safe_path
from lowbit.errors import LowbitError
from lowbit.web.errors import NotReadyError, beyond_bounds
from lowbit.web.workers.compiling import compiling_nothing
from lowbit.web.workers.questions import Asked, answer
from lowbit.web.workers.tasks.verbs import TASKS

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerContext, SpawnContext

SMALL_PRIORITY = 10
"""The niceness of a worker whose task is no longer quick: quick tasks go first."""

MAX_TASKS = 1000
"""Tasks after which a worker retires, with everything that libraries and caches have kept."""

MAX_GROWTH = 256 << 20
"""Bytes by which it may have grown before it retires: one board of many grids takes megabytes."""

MAX_DATA = 2 << 30
"""Bytes that a task may take; then it fails, and not whatever else the machine runs."""

READY = "ready"
"""The message that a worker sends before its first task."""


class WorkerTask(NamedTuple):
    """A task for a worker.

    Attributes
    ----------
    name : str
        A name in `lowbit.web.workers.tasks.verbs.TASKS`.
    arguments : dict or Asked
        The arguments of that function, or a question that says them.
    compiles : bool
        Whether the worker may compile kernels for it.
    """

    name: str
    arguments: dict[str, Any] | Asked
    compiles: bool = True


class MessageKind(Enum):
    """The kind of a worker's message."""

    ITEM = auto()
    """An item of the task's answer."""
    DONE = auto()
    """The task has come to its end."""
    FAILED = auto()
    """The task raised this error of lowbit's."""
    CRASHED = auto()
    """The task raised another error; this is the traceback."""


Message = tuple[MessageKind, Any]


class Worker:
    """A process, as its parent sees it; it is ready for a task once created."""

    def __init__(self) -> None:
        self._connection, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=work, args=(theirs,), daemon=True)
        try:
            start_ahead()
            with safe_path():
                self._process.start()  # waits for what it is forked from, and may be interrupted
            theirs.close()
            self._connection.recv()
        except BaseException:
            if self._process.pid:
                self._process.kill()
            raise
        self.pid = self._process.pid or 0
        self._n_tasks = 0
        self._size = self._resident()
        self._began = 0.0
        self.is_aside = False

    @property
    def is_fresh(self) -> bool:
        """Whether it may be given another task."""
        is_young = self._n_tasks < MAX_TASKS and self._resident() - self._size < MAX_GROWTH
        return not self.is_aside and is_young and self._process.is_alive()

    def begin(self) -> None:
        """Note that a task begins."""
        self._n_tasks += 1
        self._began = self._clock()

    def send(self, task: WorkerTask) -> None:
        """Send the task; OSError if the process has ended."""
        self._connection.send(task)

    def answer(self, task: WorkerTask) -> Message:
        """Send the task, and wait for the first message."""
        self.send(task)
        return self.receive()

    @property
    def spent(self) -> float:
        """Seconds that the task has taken: of CPU on Linux, of wall time elsewhere."""
        return self._clock() - self._began

    def receive(self) -> Message:
        """Wait for a message; EOFError once the process has ended."""
        message: Message = self._connection.recv()
        return message

    def _clock(self) -> float:
        try:
            nanoseconds = Path(f"/proc/{self.pid}/schedstat").read_text("ascii").split()[0]
        except OSError:
            return monotonic()
        return int(nanoseconds) / 1e9

    def _resident(self) -> int:
        """Return the bytes that it has in memory; 0 where only another system tells."""
        try:
            return int(Path(f"/proc/{self.pid}/statm").read_text("ascii").split()[1]) * PAGESIZE
        except OSError:
            return 0

    def set_aside(self) -> None:
        """Lower its priority from now on."""
        if hasattr(os, "setpriority") and not self.is_aside:
            with suppress(ProcessLookupError):  # it has crashed, which whoever reads it will see
                os.setpriority(os.PRIO_PROCESS, self.pid, SMALL_PRIORITY)
        self.is_aside = True

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()

    def bury(self) -> None:
        """Wait for the end of the process, and close its pipe, once nobody reads it."""
        self._process.join()
        self._process.close()
        self._connection.close()


def start_ahead() -> None:
    """Start the process that workers are forked from, which takes longer to load than any fork."""
    if CONTEXT.get_start_method() == "forkserver":
        with safe_path(), _deaf_children():
            forkserver.ensure_running()


def work(connection: Connection) -> None:
    """Do tasks until the parent goes away."""
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # elsewhere see `_deaf_children`
    _bound_memory()
    try:
        connection.send(READY)
        while True:
            _do(connection.recv(), connection)
    except (EOFError, OSError):
        return


def _bound_memory() -> None:
    """Have a task that takes too much memory fail, where the system can see to it."""
    if sys.platform == "linux":
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        bounded = MAX_DATA if most == resource.RLIM_INFINITY else min(MAX_DATA, most)
        resource.setrlimit(resource.RLIMIT_DATA, (bounded, most))


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Make the processes that are started meanwhile ignore Ctrl-C and SIGTERM.

    A terminal sends Ctrl-C to all of them, a supervisor SIGTERM; the parent ends them itself.
    """
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # its start unblocks them, so not between
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _do(task: WorkerTask, connection: Connection) -> None:
    try:
        with nullcontext() if task.compiles else compiling_nothing():
            _run(task, lambda item: connection.send((MessageKind.ITEM, item)))
        connection.send((MessageKind.DONE, None))
    except (LowbitError, NotReadyError) as error:
        connection.send((MessageKind.FAILED, error))
    except (RecursionError, MemoryError) as error:
        connection.send((MessageKind.FAILED, beyond_bounds(error)))
    except OSError:
        raise
    except Exception:  # noqa: BLE001 - the parent logs whatever it is
        connection.send((MessageKind.CRASHED, traceback.format_exc()))


def _run(task: WorkerTask, send: Callable[[Any], object]) -> None:
    if isinstance(task.arguments, Asked):
        answer(send, task.name, task.arguments)
    else:
        TASKS[task.name](send, **task.arguments)


def _context() -> ForkServerContext | SpawnContext:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["lowbit.web.workers.preload"])
    return context


CONTEXT = _context()
