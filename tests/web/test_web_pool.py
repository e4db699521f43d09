"""Questions are answered in lanes: who is quick does not wait for who is not."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager
from functools import partial
from multiprocessing import Pipe, get_context
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from lowbit.errors import GridError
from lowbit.web.errors import (
    BusyError,
    ClosedError,
    CrashError,
    LostError,
    TimedOutError,
    beyond_bounds,
)
from lowbit.web.http.logs import LOG
from lowbit.web.limits import ServerLimits
from lowbit.web.workers import pool as pools
from lowbit.web.workers import worker as workers
from lowbit.web.workers.pool import Pool
from lowbit.web.workers.tasks.verbs import TASKS
from lowbit.web.workers.worker import Message, MessageKind, Worker, WorkerTask

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
BOUNDS = {"geometry": "16x16", "max_nodes": 10**15, "time_limit": 60.0}
ENDLESS = WorkerTask("count", {"puzzle": "." * 256, "constraints": [], "limit": 10**15, **BOUNDS})
BEST = WorkerTask(
    "maximize",
    {
        "puzzle": "." * 256,
        "constraints": [],
        "weights": [*range(256)],
        "lowest": False,
        "k": 1,
        **BOUNDS,
    },
)
CHECK = WorkerTask("check", {"puzzle": PUZZLE, "geometry": "9x9"})
WRONG = WorkerTask("check", {"puzzle": PUZZLE[1:], "geometry": "9x9"})
PATIENCE = 120

T = TypeVar("T")


@asynccontextmanager
async def opened(**limits: Any) -> AsyncIterator[Pool]:  # noqa: ANN401 - of Limits
    """Open a pool with one turn in each lane."""
    pool = Pool(ServerLimits(**{"workers": 1, "slow_workers": 1} | limits))
    await pool.open()
    pool.idle.append(await pool.new_worker())
    try:
        async with asyncio.timeout(PATIENCE):
            yield pool
    finally:
        await pool.close()


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do some work in a thread of its own, for a browser's tests keep a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def answers(pool: Pool, task: WorkerTask, seconds: float = 60) -> list[Any]:
    async with aclosing(pool.run(task, seconds)) as reported:
        return [answer async for answer in reported]


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - what is waited for knows of no events
        await asyncio.sleep(0.005)


def is_slow(pool: Pool, n_asked: int) -> bool:
    """Whether so many tasks have turned out to be slow; one of them has a turn."""
    return pool.slow.n + pool.slow.n_waiting == n_asked


def is_there(pid: int) -> bool:
    """Whether a process runs."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


class Scripted:
    """A worker that says what a test wants it to, and has had a CPU for as long as it wants."""

    made: list[Scripted]
    spent = 0.0

    def __init__(self) -> None:
        self.says: SimpleQueue[Message | None] = SimpleQueue()
        self.is_fresh = True
        self.is_aside = False
        self.has_begun = False
        self.task = ""
        self.made.append(self)

    def begin(self) -> None:
        self.has_begun = True

    def answer(self, task: WorkerTask) -> Message:
        self.task = task.name
        return MessageKind.ITEM, f"{task.name} begun"

    def receive(self) -> Message:
        if message := self.says.get():
            return message
        raise EOFError

    def set_aside(self) -> None:
        self.is_aside, self.is_fresh = True, False

    def end(self) -> None:
        self.is_fresh = False
        self.says.put(None)

    def bury(self) -> None:
        self.is_fresh = False


def begun(made: list[Scripted]) -> int:
    """How many of the workers that were made have begun a task."""
    return sum(worker.has_begun for worker in made)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Scripted]:
    """Have pools made of scripted workers, which never wait for a CPU; return those made."""
    monkeypatch.setattr(pools, "PATIENCE", 1000)
    workers: list[Scripted] = []
    monkeypatch.setattr(Scripted, "made", workers, raising=False)
    monkeypatch.setattr(pools, "Worker", Scripted)
    return workers


def test_a_worker_is_kept_for_the_next_request() -> None:
    async def asked_thrice() -> None:
        async with opened() as pool:
            (worker,) = pool.idle
            for _ in range(2):
                assert (await answers(pool, CHECK))[0]["n_clues"] == 24
            with pytest.raises(GridError, match="81 cells, not 80"):
                await answers(pool, WRONG)
            assert pool.idle == [worker]
            assert (pool.n_killed, pool.n_set_aside) == (0, 0)

    run(asked_thrice())


def test_a_slow_request_goes_through_all_lanes_and_ends_with_its_client() -> None:
    async def asked() -> None:
        async with opened() as pool:
            (worker,) = pool.idle
            asking = asyncio.create_task(answers(pool, ENDLESS))
            await until(lambda: pool.slow.n == 1)
            assert (pool.quick.n, pool.medium.n, pool.n_set_aside) == (0, 0, 1)
            assert worker.is_aside
            assert os.getpriority(os.PRIO_PROCESS, worker.pid) == 10
            assert (await answers(pool, CHECK))[0]["n_clues"] == 24
            asking.cancel()
            await asyncio.wait([asking])
            assert (pool.slow.n, pool.n_killed) == (0, 1)
            await until(lambda: not is_there(worker.pid))

    run(asked())


def test_what_is_found_meanwhile_is_reported_while_the_search_goes_on() -> None:
    async def asked() -> None:
        async with opened() as pool, aclosing(pool.run(BEST, 60)) as reported:
            assert "values" in await anext(reported)
            known = [await anext(reported) for _ in range(3)]
            assert [each["is_done"] for each in known] == [False] * 3
            assert pool.slow.n == 1

    run(asked())


def test_who_begins_again_says_nothing_twice(made: list[Scripted]) -> None:
    async def asked() -> None:
        async with opened() as pool:
            made[0].spent = 1.0
            first = asyncio.create_task(answers(pool, WorkerTask("first", {})))
            await until(lambda: pool.slow.n == 1)
            second = asyncio.create_task(answers(pool, WorkerTask("second", {})))
            await until(lambda: begun(made) == 2)
            made[1].says.put((MessageKind.ITEM, "more"))
            made[1].spent = 1.0
            await until(lambda: pool.slow.n_waiting == 1)
            assert not made[1].is_fresh
            made[0].says.put((MessageKind.DONE, None))
            assert await first == ["first begun"]
            await until(lambda: begun(made) == 3)
            made[2].says.put((MessageKind.ITEM, "all"))
            made[2].says.put((MessageKind.DONE, None))
            assert await second == ["second begun", "all"]

    run(asked())


def test_items_that_are_held_come_together_and_later_ones_at_once(
    made: list[Scripted],
) -> None:
    async def asked() -> None:
        async with opened() as pool, aclosing(pool.run(WorkerTask("it", {}), 60)) as reported:
            coming = asyncio.ensure_future(anext(reported))
            await until(lambda: pool.quick.n == 1)
            await asyncio.sleep(0.05)
            assert not coming.done()
            made[0].spent = 1.0
            assert await coming == "it begun"
            for number in range(5):
                made[0].says.put((MessageKind.ITEM, number))
                assert await anext(reported) == number

    run(asked())


def test_who_has_to_share_a_cpu_may_still_be_quick(made: list[Scripted]) -> None:
    async def asked() -> None:
        async with opened() as pool:
            asking = asyncio.create_task(answers(pool, WorkerTask("it", {})))
            await asyncio.sleep(20 * pools.QUICK)
            made[0].says.put((MessageKind.DONE, None))
            assert await asking == ["it begun"]
            assert pool.n_set_aside == 0

    run(asked())


def test_many_of_a_kind_do_not_keep_one_of_another_waiting(made: list[Scripted]) -> None:
    async def asked() -> None:
        async with opened() as pool:
            made[0].spent = 1.0
            asking = []
            for n_asked, kind in enumerate(["count", "count", "count", "solve"], 1):
                asking.append(asyncio.create_task(answers(pool, WorkerTask(kind, {}))))
                await until(lambda n=n_asked: begun(made) == n)  # type: ignore[misc] # now
                made[n_asked - 1].spent = 1.0
                await until(partial(is_slow, pool, n_asked))
            for n_begun in (5, 6, 7):  # all but the first lost their workers, and begin again
                made[0 if n_begun == 5 else n_begun - 2].says.put((MessageKind.DONE, None))
                await until(lambda n=n_begun: begun(made) == n)  # type: ignore[misc] # now
            made[6].says.put((MessageKind.DONE, None))
            await asyncio.wait(asking)
            assert [worker.task for worker in made[4:]] == ["count", "solve", "count"]

    run(asked())


def test_but_not_for_ever(made: list[Scripted], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "PATIENCE", 2)

    async def asked() -> None:
        async with opened() as pool:
            asking = asyncio.create_task(answers(pool, WorkerTask("it", {})))
            await until(lambda: pool.slow.n == 1)
            made[0].says.put((MessageKind.DONE, None))
            assert await asking == ["it begun"]

    run(asked())


def test_a_cpu_s_time_is_what_the_task_has_taken() -> None:
    worker = Worker()
    worker.begin()
    assert [worker.answer(CHECK)[0], worker.receive()[0]] == [MessageKind.ITEM, MessageKind.DONE]
    assert 0 <= worker.spent < 1
    worker.begin()
    worker.send(ENDLESS)
    end = monotonic() + PATIENCE
    while worker.spent < 0.1:
        assert monotonic() < end, "the task has ended"
    worker.end()
    with pytest.raises(EOFError):
        worker.receive()
    worker.bury()


def test_a_worker_that_has_grown_retires(monkeypatch: pytest.MonkeyPatch) -> None:
    """With it goes whatever libraries have kept of the boards that strangers have named."""
    new = Worker()
    assert new.is_fresh
    monkeypatch.setattr(workers, "MAX_GROWTH", 0)
    assert not new.is_fresh
    new.end()
    new.bury()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds what a process takes")
def test_a_task_takes_no_more_memory_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is apart, for the bound holds for all of it, and for good."""
    monkeypatch.setitem(TASKS, "check", lambda _send: bytearray(workers.MAX_DATA))
    reading, writing = Pipe()
    worker = get_context("fork").Process(target=workers.work, args=(writing,))
    worker.start()
    assert reading.recv() == workers.READY
    reading.send(WorkerTask("check", {}))
    kind, error = reading.recv()
    assert (kind, str(error)) == (MessageKind.FAILED, str(beyond_bounds(MemoryError())))
    worker.kill()
    worker.join()


@pytest.mark.parametrize("lane", ["quick", "slow"])
def test_what_a_lost_worker_did_is_done_again_once(lane: str) -> None:
    async def asked() -> None:
        async with opened() as pool:
            asking = asyncio.create_task(answers(pool, ENDLESS))
            for _ in range(2):
                await until(lambda: getattr(pool, lane).n == 1 and len(busy(pool)) == 1)
                (pid,) = busy(pool)
                os.kill(pid, signal.SIGKILL)
                await until(lambda pid=pid: pid not in busy(pool))  # type: ignore[misc] # now
            with pytest.raises(LostError):
                await asking
            assert (await answers(pool, CHECK))[0]["n_clues"] == 24
            assert (pool.quick.n, pool.medium.n, pool.slow.n) == (0, 0, 0)

    run(asked())


def busy(pool: Pool) -> list[int]:
    """Return the process ids of the workers that search."""
    return [slot.worker.pid for slot in pool.slots if slot.worker]


def test_a_lost_worker_costs_no_answer(made: list[Scripted]) -> None:
    async def asked() -> None:
        async with opened() as pool:
            asking = asyncio.create_task(answers(pool, WorkerTask("it", {})))
            await until(lambda: begun(made) == 1)
            made[0].says.put(None)
            await until(lambda: begun(made) == 2)
            made[1].says.put((MessageKind.DONE, None))
            assert await asking == ["it begun"]

    run(asked())


class Deaf(Scripted):
    """A worker that ends while a task is sent to it."""

    def answer(self, task: WorkerTask) -> Message:
        raise BrokenPipeError(task.name)


@pytest.mark.parametrize("lost", ["while it is asked", "while it starts", "before it starts"])
@pytest.mark.parametrize("times", [1, 2])
def test_a_worker_that_is_lost_while_it_is_asked_is_replaced_once(
    made: list[Scripted], monkeypatch: pytest.MonkeyPatch, lost: str, times: int
) -> None:
    """A client hears that it was lost, not that the server failed, nor that it went away itself."""
    left = times

    def new() -> Scripted:
        nonlocal left
        left -= 1
        if left < 0:
            return Scripted()
        if lost == "while it is asked":
            return Deaf()
        raise EOFError if lost == "while it starts" else BlockingIOError

    async def asked() -> None:
        async with opened() as pool:
            pool.idle.clear()
            monkeypatch.setattr(pools, "Worker", new)
            asking = asyncio.create_task(answers(pool, WorkerTask("it", {})))
            if times == 2:
                with pytest.raises(LostError):
                    await asking
            else:
                await until(lambda: made[-1].task == "it")
                made[-1].says.put((MessageKind.DONE, None))
                assert await asking == ["it begun"]
            assert (pool.quick.n, pool.medium.n, pool.slow.n) == (0, 0, 0)

    run(asked())


def test_what_was_sent_is_not_sent_again_when_a_worker_is_lost(
    made: list[Scripted], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LOG, "propagate", True)  # as other tests may not have left it
    monkeypatch.setattr(LOG, "disabled", False)

    async def asked() -> None:
        async with opened() as pool, aclosing(pool.run(WorkerTask("it", {}), 60)) as reported:
            made[0].spent = 1.0
            assert await anext(reported) == "it begun"
            made[0].says.put(None)
            with pytest.raises(LostError):
                await anext(reported)
            assert pool.slow.n == 0

    run(asked())
    assert [record.getMessage() for record in caplog.records] == ["worker lost"]


def test_what_fails_in_a_worker_is_reported(made: list[Scripted]) -> None:
    async def asked() -> None:
        async with opened() as pool:
            asking = asyncio.create_task(answers(pool, WorkerTask("it", {})))
            await until(lambda: begun(made) == 1)
            made[0].says.put((MessageKind.CRASHED, "a traceback"))
            with pytest.raises(CrashError, match="a traceback"):
                await asking
            assert len(made) == 1

    run(asked())


def test_a_worker_that_crashed_while_it_was_idle_is_not_asked() -> None:
    async def asked() -> None:
        async with opened() as pool:
            (worker,) = pool.idle
            os.kill(worker.pid, signal.SIGKILL)
            await until(lambda: not worker.is_fresh)
            assert (await answers(pool, CHECK))[0]["n_clues"] == 24

    run(asked())


def test_a_worker_that_does_not_keep_its_limit_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "GRACE", 0.1)

    async def asked() -> None:
        async with opened() as pool:
            (worker,) = pool.idle
            with pytest.raises(TimedOutError):
                await answers(pool, ENDLESS, 0.1)
            await until(lambda: not is_there(worker.pid))

    run(asked())


def test_who_would_wait_behind_too_many_is_turned_away() -> None:
    async def asked() -> None:
        async with opened(waiting=1) as pool:
            asking = []
            for n_asked in range(1, 3):
                asking.append(asyncio.create_task(answers(pool, ENDLESS)))
                await until(partial(is_slow, pool, n_asked))
            with pytest.raises(BusyError):
                await answers(pool, ENDLESS)
            assert (await answers(pool, CHECK))[0]["n_clues"] == 24
            for each in asking:
                each.cancel()
            await asyncio.wait(asking)
            assert (pool.n_waiting, pool.slow.n) == (0, 0)

    run(asked())


def test_who_waits_anywhere_hears_that_the_pool_is_closed() -> None:
    async def asked() -> list[asyncio.Task[list[Any]]]:
        async with opened() as pool:
            asking = [asyncio.create_task(answers(pool, ENDLESS)) for _ in range(3)]
            await until(lambda: pool.slow.n_waiting == 2)
            asking.extend(asyncio.create_task(answers(pool, CHECK)) for _ in range(3))
            await until(lambda: pool.quick.n == 1)
        await asyncio.wait(asking)
        with pytest.raises(ClosedError):
            await answers(pool, CHECK)
        assert (pool.quick.n, pool.medium.n, pool.slow.n, pool.n_waiting) == (0, 0, 0, 0)
        return asking

    errors = [task.exception() for task in run(asked())]
    assert all(isinstance(error, ClosedError) for error in errors)


def test_a_worker_that_comes_when_the_pool_is_closed_is_ended(made: list[Scripted]) -> None:
    async def asked() -> None:
        async with opened() as pool:
            pool.idle.clear()
            asking = asyncio.create_task(answers(pool, CHECK))
            await asyncio.sleep(0)
        with pytest.raises(ClosedError):
            await asking

    run(asked())
    assert not any(worker.is_fresh for worker in made[1:])


def test_a_worker_that_is_made_for_requests_that_go_is_made_once(
    made: list[Scripted], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the next one has it: who goes at once would have more and more made."""
    may_come, n_begun = Event(), 0

    class Late(Scripted):
        def __init__(self) -> None:
            nonlocal n_begun
            n_begun += 1
            may_come.wait(PATIENCE)
            super().__init__()

    async def asked() -> None:
        async with opened() as pool:
            pool.idle.clear()
            monkeypatch.setattr(pools, "Worker", Late)
            for _ in range(5):
                asking = asyncio.create_task(answers(pool, CHECK))
                await until(lambda: pool.quick.n == 1)
                await asyncio.sleep(0)
                asking.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await asking
            may_come.set()
            asking = asyncio.create_task(answers(pool, WorkerTask("it", {})))
            await until(lambda: len(made) == 2 and made[1].task == "it")
            made[1].says.put((MessageKind.DONE, None))
            assert await asking == ["it begun"]
            assert n_begun == 1

    run(asked())


def test_a_worker_that_is_still_made_when_the_pool_is_closed_is_ended(
    made: list[Scripted], monkeypatch: pytest.MonkeyPatch
) -> None:
    may_come = Event()

    class Late(Scripted):
        def __init__(self) -> None:
            may_come.wait(PATIENCE)
            super().__init__()

    async def asked() -> None:
        async with opened() as pool:
            pool.idle.clear()
            monkeypatch.setattr(pools, "Worker", Late)
            asking = asyncio.create_task(answers(pool, CHECK))
            await until(lambda: pool.quick.n == 1)
            await asyncio.sleep(0)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
        may_come.set()
        await until(lambda: len(made) == 2 and not made[1].is_fresh)

    run(asked())
