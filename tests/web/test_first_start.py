"""On a machine's first start, what takes minutes to compile is compiled aside."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast
from unittest.mock import Mock

import pytest

from lowbit.children import python_that_runs
from lowbit.kernels import at_hand
from lowbit.kernels.calls import calls
from lowbit.kernels.core.compile import kernel
from lowbit.verbs.solve import handover
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


def test_what_is_not_kept_is_compiled_aside_as_long_as_the_server_runs(
    started: list[subprocess.Popen[bytes]],
) -> None:
    with suppress(KeyboardInterrupt), compiling_aside():
        (process,) = started
        assert process.poll() is None
        raise KeyboardInterrupt
    assert process.returncode is not None


def test_whether_it_still_compiles_is_told(started: list[subprocess.Popen[bytes]]) -> None:
    with compiling_aside() as is_compiling:
        assert is_compiling()
        (process,) = started
        process.kill()
        process.wait(PATIENCE)
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
        assert (response.status_code, response.headers["Retry-After"]) == (503, "5")
        said = json.loads(bytes(response.body))
        assert said["type"] == "urn:lowbit:not-ready"
        n_kept, n = said["compiled"], said["kernels"]
        assert 0 <= n_kept <= n == len(calls())
        assert f"kernel {min(n_kept + 1, n)} of {n} " in said["detail"]


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


PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
EMPTY = "." * 81
BOUNDS = {"max_nodes": 10**8, "time_limit": PATIENCE}
ON_THE_BOARD = {"puzzle": PUZZLE, "geometry": "9x9", **BOUNDS}
CAGE = {"type": "Cage", "cells": [0, 1, 2], "total": 22}
OF_ANY_KIND = ON_THE_BOARD | {"constraints": []}


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("solve", OF_ANY_KIND),
        ("count", OF_ANY_KIND | {"limit": 2}),
        ("count", OF_ANY_KIND | {"limit": 100, "puzzle": EMPTY}),
        ("solutions", OF_ANY_KIND | {"offset": 0, "limit": 3}),
        ("verdict", OF_ANY_KIND),
        ("rate", ON_THE_BOARD | {"language": "en"}),
        ("solve", OF_ANY_KIND | {"puzzle": "1..." + "." * 12, "geometry": "4x4"}),
        ("solve", OF_ANY_KIND | {"constraints": [CAGE]}),
    ],
)
def test_plain_python_answers_meanwhile(
    name: str, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the search is long; only when it gets too long is there no answer yet."""
    wanted = answers_to(name, asked)
    monkeypatch.setattr(at_hand, "are_at_hand", lambda _: False)
    monkeypatch.setattr(handover, "HANDOVER_NODES", 32)
    with compiling_nothing():
        assert answers_to(name, asked) == wanted


def test_what_takes_plain_python_too_long_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_hand, "are_at_hand", lambda _: False)
    monkeypatch.setattr(handover, "HANDOVER_NODES", 1)
    monkeypatch.setattr(handover, "_of_classic", Mock(side_effect=NotReadyError(6, 44)))
    with pytest.raises(NotReadyError, match="kernel 7 of 44"), compiling_nothing():
        answers_to("count", OF_ANY_KIND | {"puzzle": EMPTY, "limit": 10_000})


def answers_to(name: str, asked: dict[str, Any]) -> list[Any]:
    """Return the answers of a task."""
    found: list[Any] = []
    TASKS[name](found.append, **asked)
    return found
