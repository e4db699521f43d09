"""On a machine's first start, what takes minutes to compile is compiled aside."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

import pytest

from lowbit.children import python_that_runs
from lowbit.kernels.calls import PACKAGES
from lowbit.kernels.core.compile import Kernel, kernel
from lowbit.kernels.warmup import packages_at_hand
from lowbit.web import serve
from lowbit.web.errors import NotReadyError
from lowbit.web.http.problems import problem_response
from lowbit.web.limits import ServerLimits
from lowbit.web.serve import COMPILE, compiling_aside
from lowbit.web.workers import worker
from lowbit.web.workers.compiling import COMPILER, compiling_nothing
from lowbit.web.workers.pool import Pool
from lowbit.web.workers.tasks.verbs import TASKS
from lowbit.web.workers.worker import MessageKind, WorkerTask
from web_server import PATIENCE, run_apart

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from pathlib import Path

    from lowbit.web.workers.worker import Worker


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """Return the processes that are started, which compile for ever."""
    processes: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def start(
        command: list[str],
        **options: Any,  # noqa: ANN401 - those of `Popen`
    ) -> subprocess.Popen[bytes]:
        assert command == python_that_runs(COMPILE)
        processes.append(popen([command[0], "-c", "import time; time.sleep(1000)"], **options))
        return processes[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    return processes


def test_all_kernels_that_are_not_kept_are_compiled_aside(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "packages_at_hand", lambda: ["classic", "general"])
    with suppress(KeyboardInterrupt), compiling_aside():
        (process,) = started
        assert process.poll() is None
        raise KeyboardInterrupt
    assert process.returncode is not None


def test_nothing_is_compiled_where_all_is_kept(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "packages_at_hand", lambda: [*PACKAGES])
    with compiling_aside():
        assert not started


def test_a_package_is_at_hand_once_all_its_kernels_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kernel, "is_at_hand", lambda kernel, *_: kernel.name != "apply_step")
    assert set(packages_at_hand()) == {*PACKAGES} - {"hodoku"}


def test_whether_it_still_compiles_is_told(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "packages_at_hand", list)
    with compiling_aside() as is_compiling:
        assert is_compiling()
        (process,) = started
        process.kill()
        process.wait(PATIENCE)
        assert not is_compiling()
    monkeypatch.setattr(serve, "packages_at_hand", lambda: [*PACKAGES])
    with compiling_aside() as is_compiling:
        assert not is_compiling()


@kernel
def doubled(number: int) -> int:
    return 2 * number


def test_a_kernel_that_is_not_kept_is_refused_and_compiled_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOWBIT_CACHE", str(tmp_path))
    before = sys.modules.get(COMPILER)
    with pytest.raises(NotReadyError), compiling_nothing():
        doubled(2)
    assert sys.modules.get(COMPILER) is before
    assert doubled(2) == 4


class Pipe:
    """A connection that brings one task, and lists what is sent."""

    def __init__(self, task: WorkerTask) -> None:
        self._tasks = [task]
        self.sent: list[Any] = []

    def recv(self) -> WorkerTask:
        if not self._tasks:
            raise EOFError
        return self._tasks.pop()

    def send(self, message: object) -> None:
        self.sent.append(message)


@pytest.mark.parametrize("compiles", [True, False])
def test_a_worker_compiles_what_a_task_may_have_compiled(
    *, compiles: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @kernel
    def tripled(number: int) -> int:
        return 3 * number

    monkeypatch.setenv("LOWBIT_CACHE", str(tmp_path))
    monkeypatch.setitem(TASKS, "triple", lambda send, number: send(tripled(number)))
    # The bound is for a process of its own: LLVM dies in one of tests that has grown beyond it.
    monkeypatch.setattr(worker, "_bound_memory", lambda: None)
    pipe = Pipe(WorkerTask("triple", {"number": 2}, compiles))
    worker.work(cast("Connection", pipe))
    _, *sent = pipe.sent
    if compiles:
        assert sent == [(MessageKind.ITEM, 6), (MessageKind.DONE, None)]
    else:
        ((kind, error),) = sent
        assert kind is MessageKind.FAILED
        response = problem_response(error)
        assert (response.status_code, response.headers["Retry-After"]) == (503, "20")
        assert b"urn:lowbit:not-ready" in response.body


class Done:
    """A worker that is done at once, and lists its tasks."""

    is_fresh, spent = True, 0.0

    def __init__(self) -> None:
        self.tasks: list[WorkerTask] = []

    def begin(self) -> None:
        """Take no time."""

    def answer(self, task: WorkerTask) -> tuple[MessageKind, None]:
        self.tasks.append(task)
        return MessageKind.DONE, None


@pytest.mark.parametrize("is_compiling", [True, False])
def test_tasks_may_compile_only_while_no_other_process_does(*, is_compiling: bool) -> None:
    done = Done()

    async def run() -> None:
        pool = Pool(ServerLimits(), lambda: is_compiling)
        pool.idle.append(cast("Worker", done))
        async for _ in pool.run(WorkerTask("check", {}), PATIENCE):
            pass

    run_apart(run())
    assert [task.compiles for task in done.tasks] == [not is_compiling]
