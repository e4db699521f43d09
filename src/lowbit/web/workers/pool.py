"""The pool of workers: which of them works on which task, and until when.

::

    waiting ──> quick lane ────── done within QUICK ─────────────> answer
                     │ still searching: moved on, with a lower priority
                     v
    waiting ──> medium lane ───── done within MEDIUM ────────────> answer
                     │ still searching
                     v
    waiting ──> slow lane ─────── done within its limit ─────────> answer
                               └─ or else killed

A lane has a number of turns. A task waits only for others of its lane, so never for those that take
longer, however many there are. It keeps its worker when it moves to the next lane; if all turns of
that lane are taken, the worker is ended, and another restarts the task when a turn is free.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from lowbit.web.errors import ClosedError, CrashError, LostError, TimedOutError
from lowbit.web.http.logs import log
from lowbit.web.workers.turns import Lane
from lowbit.web.workers.worker import Message, MessageKind, Worker, WorkerTask

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable

    from lowbit.web.limits import ServerLimits

QUICK = 0.01
"""Seconds of CPU after which a task is no longer quick."""

MEDIUM = 0.1
"""Seconds of CPU after which it is slow."""

PATIENCE = 100
"""The factor by which a turn may last longer if others keep its worker from a CPU. A task that did
not get its CPU is not slow: otherwise it would wait for its next turn behind those that are."""

LOOK = 10
"""Checks of a task's CPU time during a turn with a CPU of its own."""

SPARE_THREADS = 4
"""Threads that start and end workers, besides those that wait for messages."""

GRACE = 5.0
"""Seconds by which a worker may overrun the limit that its search checks itself."""


class Pool:
    """The worker processes of a server.

    Parameters
    ----------
    limits : ServerLimits
        The number of workers, and of requests that may wait.
    is_compiling : callable, optional
        Whether a process aside compiles kernels, which workers then leave to it.
    """

    def __init__(
        self, limits: ServerLimits, is_compiling: Callable[[], bool] = lambda: False
    ) -> None:
        self._limits = limits
        self.is_compiling = is_compiling
        waiting = limits.waiting, limits.wait_limit
        self.quick = Lane(limits.workers, *waiting, QUICK)
        self.medium = Lane(limits.workers, *waiting, MEDIUM)
        self.slow = Lane(limits.slow_workers, *waiting)
        self.idle: list[Worker] = []
        self._orphans: list[asyncio.Future[Worker]] = []
        self.slots: set[_Slot] = set()
        self._threads = ThreadPoolExecutor(2 * limits.workers + limits.slow_workers + SPARE_THREADS)
        self.is_closed = False
        self.n_killed = 0
        self.n_set_aside = 0

    @property
    def n_waiting(self) -> int:
        """The number of tasks that wait for a turn."""
        return sum(lane.n_waiting for lane in (self.quick, self.medium, self.slow))

    async def open(self) -> None:
        """Have the quick workers made, for the first requests to take."""
        for _ in range(self._limits.workers):
            self._orphans.append(self._make())

    def _make(self) -> asyncio.Future[Worker]:
        return asyncio.get_running_loop().run_in_executor(self._threads, self._made)

    def _made(self) -> Worker:
        """Return a new worker, in a thread, which may outlive the loop of its pool."""
        worker = Worker()
        if self.is_closed:
            worker.end()
            raise ClosedError
        return worker

    async def close(self) -> None:
        """End all workers; tasks under way get ClosedError."""
        self.is_closed = True
        for slot in list(self.slots):
            slot.leave()
        while self.idle:
            self.end(self.idle.pop())
        while self._orphans:
            self._orphans.pop().add_done_callback(self._end_orphan)
        self._threads.shutdown(wait=False)

    async def run(self, task: WorkerTask, seconds: float, client: str = "") -> AsyncGenerator[Any]:
        """Yield the items of a task. Closing the generator stops the task.

        A task whose worker is lost before its first item runs once more.

        Parameters
        ----------
        task : WorkerTask
        seconds : float
            The seconds that the task may search; it checks that itself, and is ended soon after.
        client : str, optional
            The client; clients take turns.

        Raises
        ------
        LowbitError, NotReadyError
            An error of the task.
        BusyError, ClosedError, TimedOutError, CrashError, LostError
            If it could not be done.
        """
        has_items = False
        try:
            async with aclosing(self._run_once(task, seconds, client)) as response:
                async for item in response:
                    has_items = True
                    yield item
        except LostError:
            log("worker lost", logging.WARNING, task=task.name)
            if has_items:
                raise
        else:
            return
        async with aclosing(self._run_once(task, seconds, client)) as response:
            async for item in response:
                yield item

    async def _run_once(self, task: WorkerTask, seconds: float, client: str) -> AsyncGenerator[Any]:
        async with self._slot(task, client) as slot, aclosing(slot.messages(seconds)) as messages:
            async for kind, value in messages:
                if kind is MessageKind.ITEM:
                    yield value
                elif kind is MessageKind.DONE:
                    return
                elif kind is MessageKind.FAILED:
                    raise value
                else:
                    raise CrashError(value)

    async def new_worker(self) -> Worker:
        """Make a worker, or take one that is being made already, and for no other request."""
        coming = self._orphans.pop(0) if self._orphans else self._make()
        try:
            worker = await asyncio.shield(coming)
        except asyncio.CancelledError:
            self._keep_orphan(coming)
            raise
        except (EOFError, OSError) as error:  # it was lost before it had begun, or cannot begin
            raise LostError from error
        if self.is_closed:
            self.end(worker)
            raise ClosedError
        return worker

    async def receive(self, worker: Worker, task: WorkerTask | None = None) -> Message:
        """Wait for a worker's message, the first one after a task has been sent to it.

        That may take long, or fail: a thread waits for it.
        """
        wait = worker.receive if task is None else partial(worker.answer, task)
        return await asyncio.get_running_loop().run_in_executor(self._threads, wait)

    async def idle_worker(self) -> Worker:
        """Take an idle worker, or make one."""
        while self.idle:
            worker = self.idle.pop()
            if worker.is_fresh:
                return worker
            self.end(worker)
        return await self.new_worker()

    def release(self, worker: Worker) -> None:
        """Keep a worker that has finished its task."""
        if worker.is_fresh and not self.is_closed:
            self.idle.append(worker)
        else:
            self.end(worker)

    def end(self, worker: Worker, coming: asyncio.Future[Message] | None = None) -> None:
        """End a worker, and clean up once nobody reads its messages."""
        worker.end()
        if coming:
            coming.add_done_callback(partial(self._bury_read, worker))
        else:
            self._bury(worker)

    def _bury_read(self, worker: Worker, coming: asyncio.Future[Message]) -> None:
        if not coming.cancelled():
            coming.exception()  # whatever came last
        self._bury(worker)

    def _bury(self, worker: Worker) -> None:
        if self.is_closed:
            worker.bury()
        else:
            self._threads.submit(worker.bury)

    def _keep_orphan(self, coming: asyncio.Future[Worker]) -> None:
        """Keep a worker that is still being made for the next request.

        Otherwise clients that go at once would have more and more made, and all others wait.
        """
        if self.is_closed:
            coming.add_done_callback(self._end_orphan)
        else:
            self._orphans.append(coming)

    def _end_orphan(self, coming: asyncio.Future[Worker]) -> None:
        """End a worker that nobody waits for."""
        if not coming.cancelled() and not coming.exception():
            self.end(coming.result())

    @asynccontextmanager
    async def _slot(self, task: WorkerTask, client: str) -> AsyncIterator[_Slot]:
        slot = _Slot(self, task, client)
        self.slots.add(slot)
        try:
            yield slot
        finally:
            self.slots.discard(slot)
            slot.leave()


class _Slot:
    """The place where a task is worked on: a turn in a lane, and a worker."""

    def __init__(self, pool: Pool, task: WorkerTask, client: str) -> None:
        self._pool = pool
        self._task = task
        self._client = client
        self._lane: Lane | None = None
        self.worker: Worker | None = None
        self._coming: asyncio.Future[Message] | None = None
        self._held: list[Message] = []

    async def messages(self, seconds: float) -> AsyncGenerator[Message]:
        """Yield the worker's messages, up to the last one."""
        for lane in (self._pool.quick, self._pool.medium):
            if await self._is_done_in(lane):
                break
            self._pool.n_set_aside += lane is self._pool.quick
        else:
            await self._enter(self._pool.slow)
        for held in self._held:
            yield held
        self._held.clear()
        until = monotonic() + seconds + GRACE
        while message := await self._next(until - monotonic()):
            yield message
        raise TimedOutError

    def leave(self) -> None:
        """End the worker, if it still works, and free the turn."""
        if self.worker:
            self._pool.n_killed += 1
        self._drop()
        self._leave_lane()

    async def _is_done_in(self, lane: Lane) -> bool:
        """Work for a turn, and return whether that was enough.

        The worker's messages are held back as long as the task may have to restart.
        """
        worker = await self._enter(lane)
        until = monotonic() + PATIENCE * lane.seconds
        while monotonic() < until and (left := lane.seconds - worker.spent) > 0:
            if message := await self._next(max(left, lane.seconds / LOOK)):
                self._held.append(message)
                if message[0] is not MessageKind.ITEM:
                    return True
        return False

    async def _enter(self, lane: Lane) -> Worker:
        """Continue in a lane: with this worker at once, or later with another."""
        if not lane.has_turn:
            self._drop()
        self._leave_lane()
        await lane.enter(self._client, self._task.name)
        self._lane = lane
        if self._pool.is_closed:
            raise ClosedError
        worker = self.worker
        if worker is None:
            worker = self.worker = await self._pool.idle_worker()
            worker.begin()
            task = self._task._replace(compiles=not self._pool.is_compiling())
            self._coming = asyncio.ensure_future(self._pool.receive(worker, task))
        if lane is not self._pool.quick:
            worker.set_aside()
        return worker

    async def _next(self, seconds: float) -> Message | None:
        """Return the next message, or None if it does not arrive in time."""
        worker = self.worker
        if worker is None:
            raise ClosedError
        coming = self._coming = self._coming or asyncio.ensure_future(self._pool.receive(worker))
        done, _ = await asyncio.wait({coming}, timeout=max(0.0, seconds))
        if not done:
            return None
        self._coming = None
        try:
            message = coming.result()
        except (EOFError, OSError):
            is_ours = self.worker is None  # the pool was closed
            raise (ClosedError if is_ours else LostError) from None
        if message[0] is not MessageKind.ITEM:
            self._settle()
        return message

    def _leave_lane(self) -> None:
        if self._lane:
            self._lane.leave()
        self._lane = None

    def _settle(self) -> None:
        """Give the worker back once it has nothing more to do."""
        if self.worker:
            self._pool.release(self.worker)
        self.worker = None

    def _drop(self) -> None:
        """End the worker, and drop its messages."""
        if self.worker:
            self._pool.end(self.worker, self._coming)
        self.worker = self._coming = None
        self._held.clear()
