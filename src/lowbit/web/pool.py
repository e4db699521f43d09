"""Who works on which question, and until when?

::

    waiting ──> quick workers ── done within QUICK ──────────────> answer
                     │
                     │ still searching: set aside, and another takes its place
                     v
    waiting ──> slow workers, with a smaller priority ── limit ──> killed
                                                       └ done ───> answer

A question that takes long thus never keeps a quick one waiting, however many of them there are.
Where all slow workers are busy, it is stopped and begins again when one is free.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from lowbit.web.worker import Kind, Message, Task, Worker

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from lowbit.web.limits import Limits

QUICK = 0.1
"""Seconds after which a question is not quick."""

GRACE = 1.0
"""Seconds for which a worker may overrun the limit that its search keeps itself."""


class BusyError(Exception):
    """Too many requests wait already."""


class ClosedError(Exception):
    """The server shuts down."""


class TimedOutError(Exception):
    """A worker did not keep its limit, and was ended."""


class CrashError(Exception):
    """A worker ended, or raised what is no error of lowbit's."""


class Pool:
    """The worker processes of a server.

    Parameters
    ----------
    limits : Limits
        How many there are, and how many requests may wait.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._quick = asyncio.Semaphore(limits.workers)
        self._slow = asyncio.Semaphore(limits.slow_workers)
        self._idle: list[Worker] = []
        self._seats: set[_Seat] = set()
        self._threads = ThreadPoolExecutor(limits.workers + limits.slow_workers + 4)
        self._is_closed = False
        self.n_waiting = 0
        self.n_quick = 0
        self.n_slow = 0
        self.n_killed = 0
        self.n_set_aside = 0

    async def open(self) -> None:
        """Make the quick workers."""
        for _ in range(self._limits.workers):
            self._idle.append(await self.new_worker())

    async def close(self) -> None:
        """End all workers; whoever waits for an answer gets ClosedError."""
        self._is_closed = True
        for seat in list(self._seats):
            seat.leave()
        while self._idle:
            worker = self._idle.pop()
            worker.end()
            worker.forget()
        self._threads.shutdown(wait=False)

    async def run(self, task: Task, seconds: float) -> AsyncGenerator[Any]:
        """Yield what a task tells. To close the generator stops the task.

        Parameters
        ----------
        task : Task
        seconds : float
            How long the task may search; it knows that itself, and is ended soon after.

        Raises
        ------
        LowbitError
            Of the task.
        BusyError, ClosedError, TimedOutError, CrashError
            Where it could not be done.
        """
        async with self._seat(task) as seat, aclosing(seat.messages(seconds)) as messages:
            async for kind, value in messages:
                if kind is Kind.ITEM:
                    yield value
                elif kind is Kind.DONE:
                    return
                elif kind is Kind.FAILED:
                    raise value
                else:
                    raise CrashError(value)

    async def new_worker(self) -> Worker:
        """Make a worker."""
        if self._is_closed:
            raise ClosedError
        coming = asyncio.get_running_loop().run_in_executor(self._threads, Worker)
        try:
            return await asyncio.shield(coming)
        except asyncio.CancelledError:
            coming.add_done_callback(_end_orphan)
            raise

    async def receive(self, worker: Worker) -> Message:
        """Wait for a worker's message."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, worker.receive)

    async def idle_worker(self) -> Worker:
        """Take an idle worker, or make one."""
        while self._idle:
            worker = self._idle.pop()
            if worker.is_fresh:
                return worker
            worker.end()
            worker.forget()
        return await self.new_worker()

    def give_back(self, worker: Worker) -> None:
        """Keep a worker that has come to the end of a task."""
        if worker.is_fresh and not self._is_closed:
            self._idle.append(worker)
        else:
            worker.end()
            worker.forget()

    async def wait_quick(self) -> None:
        """Wait for a turn among the quick."""
        await self._wait(self._quick)
        self.n_quick += 1

    def leave_quick(self) -> None:
        """Let the next of the quick have its turn."""
        self.n_quick -= 1
        self._quick.release()

    async def wait_slow(self) -> None:
        """Wait for a turn among the slow."""
        await self._wait(self._slow)
        self.n_slow += 1

    def leave_slow(self) -> None:
        """Let the next of the slow have its turn."""
        self.n_slow -= 1
        self._slow.release()

    @property
    def has_slow_turn(self) -> bool:
        """Whether a turn among the slow is to be had at once."""
        return not self._slow.locked()

    async def _wait(self, turns: asyncio.Semaphore) -> None:
        if self._is_closed:
            raise ClosedError
        if turns.locked() and self.n_waiting >= self._limits.waiting:
            raise BusyError
        self.n_waiting += 1
        try:
            await turns.acquire()
        finally:
            self.n_waiting -= 1

    @asynccontextmanager
    async def _seat(self, task: Task) -> AsyncIterator[_Seat]:
        seat = _Seat(self, task)
        self._seats.add(seat)
        try:
            yield seat
        finally:
            self._seats.discard(seat)
            seat.leave()


class _Seat:
    """Where a task is worked on: a turn, among the quick or the slow, and a worker."""

    def __init__(self, pool: Pool, task: Task) -> None:
        self._pool = pool
        self._task = task
        self._worker: Worker | None = None
        self._coming: asyncio.Future[Message] | None = None
        self._has_quick_turn = False
        self._has_slow_turn = False

    async def messages(self, seconds: float) -> AsyncGenerator[Message]:
        """Yield the worker's messages, up to the last one."""
        await self._pool.wait_quick()
        self._has_quick_turn = True
        self._begin(await self._pool.idle_worker())
        until = monotonic() + QUICK
        while True:
            message = await self._next(until - monotonic())
            if message is None and self._has_quick_turn:
                await self._set_aside()
                until = monotonic() + seconds + GRACE
            elif message is None:
                raise TimedOutError
            else:
                if message[0] is not Kind.ITEM:
                    self._settle()
                yield message

    def leave(self) -> None:
        """End the worker, if it still works, and free the turn."""
        if self._worker:
            self._pool.n_killed += 1
            self._drop(self._worker)
        if self._has_quick_turn:
            self._pool.leave_quick()
        if self._has_slow_turn:
            self._pool.leave_slow()
        self._has_quick_turn = self._has_slow_turn = False

    def _begin(self, worker: Worker) -> None:
        self._worker = worker
        worker.send(self._task)

    async def _next(self, seconds: float) -> Message | None:
        """Return the next message, or None where it does not come in time."""
        worker = self._worker
        if worker is None:
            raise ClosedError
        if seconds <= 0:
            return None
        coming = self._coming = self._coming or asyncio.ensure_future(self._pool.receive(worker))
        done, _ = await asyncio.wait({coming}, timeout=seconds)
        if not done:
            return None
        self._coming = None
        try:
            return coming.result()
        except (EOFError, OSError):
            is_ours = self._worker is None  # the pool was closed
            raise (ClosedError() if is_ours else CrashError("a worker ended")) from None

    async def _set_aside(self) -> None:
        """Go on among the slow: with this worker at once, or later with another."""
        self._pool.n_set_aside += 1
        if not self._pool.has_slow_turn and self._worker:
            self._drop(self._worker)
        self._pool.leave_quick()
        self._has_quick_turn = False
        await self._pool.wait_slow()
        self._has_slow_turn = True
        worker = self._worker
        if worker is None:
            worker = await self._pool.new_worker()
            self._begin(worker)
        worker.set_aside()

    def _settle(self) -> None:
        """Give the worker back, for it has nothing more to do."""
        if self._worker:
            self._pool.give_back(self._worker)
        self._worker = None

    def _drop(self, worker: Worker) -> None:
        """End the worker; whoever reads its connection sees the end of it."""
        self._worker = None
        worker.end()
        if self._coming:
            self._coming.add_done_callback(partial(_forget, worker))
            self._coming = None
        else:
            worker.forget()


def _end_orphan(coming: asyncio.Future[Worker]) -> None:
    """End a worker whose task was gone before it was made."""
    if not coming.cancelled() and not coming.exception():
        coming.result().end()
        coming.result().forget()


def _forget(worker: Worker, coming: asyncio.Future[Message]) -> None:
    """Close the connection that nobody reads any more, whatever came last."""
    if not coming.cancelled():
        coming.exception()
    worker.forget()
