"""Compiling by all CPUs: what is compiled where, the line that tells, and who waits for whom."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from contextlib import suppress
from io import StringIO
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from command_line import lowbit
from lowbit.kernels import compiling, compiling_line
from lowbit.kernels.calls import PACKAGES, calls
from lowbit.kernels.compiling import compile_all, compile_for
from lowbit.kernels.compiling_line import CompilingLine
from lowbit.kernels.core import cache
from lowbit.kernels.core.compile import Call, kernel, together
from lowbit.processes import WorkerProcessError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lowbit.kernels.core.machine_code import ObjectCode


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for kernels, which is not there yet."""
    monkeypatch.setenv("LOWBIT_CACHE", str(tmp_path / "kernels"))
    monkeypatch.setenv("LOWBIT_QUIET", "1")
    monkeypatch.setenv("LOWBIT_TARGET", "native")
    return tmp_path / "kernels"


@pytest.fixture
def lonely(folder: Path) -> list[Call]:
    """Return the calls of two kernels that no list has, for one question."""

    @kernel
    def doubled(number: int) -> int:
        return 2 * number

    @kernel
    def tripled(number: int) -> int:
        return 3 * number

    assert not folder.exists()
    return [*together(Call(doubled, 1), Call(tripled, 1))]


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the tasks of processes, which all end on their own."""
    given: list[Any] = []

    def end(_task: object, items: list[Any], *_: object) -> Iterator[object]:
        given.extend(items)
        yield from ()
        raise WorkerProcessError

    monkeypatch.setattr(compiling, "as_they_come", end)
    monkeypatch.setattr(compiling, "n_cpus", lambda: 2)
    return given


def test_what_processes_do_not_compile_is_compiled_in_place(
    lonely: list[Call], tasks: list[Any]
) -> None:
    compile_all(lonely)
    assert all(call.is_at_hand for call in lonely)
    assert not tasks  # for no list has them


def test_a_kernel_is_compiled_with_those_of_its_question(
    lonely: list[Call], tasks: list[Any]
) -> None:
    compile_for(lonely[1])
    assert [call.is_at_hand for call in lonely] == [True, True]
    assert not tasks


@pytest.mark.parametrize("why", ["frozen", "no program", "a daemon", "one CPU"])
def test_a_kernel_is_compiled_alone_where_there_are_no_processes(
    lonely: list[Call], monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    monkeypatch.setattr(compiling, "n_cpus", lambda: 1 if why == "one CPU" else 2)
    if why == "frozen":
        monkeypatch.setattr(sys, "frozen", True, raising=False)
    elif why == "no program":
        monkeypatch.setattr(sys, "executable", "")
    elif why == "a daemon":
        daemon = SimpleNamespace(daemon=True)
        monkeypatch.setattr(multiprocessing, "current_process", lambda: daemon)
    compile_for(lonely[1])
    assert [call.is_at_hand for call in lonely] == [False, True]


def test_processes_get_what_is_missing_those_that_take_longest_first(
    folder: Path, tasks: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = calls("rating")
    missing = {call.key for call in wanted[:-2]}
    monkeypatch.setattr(Call, "find", lambda call: call.key not in missing)
    emitted: list[str] = []
    monkeypatch.setattr(Call, "emit", lambda call, _targets: [call.key])
    monkeypatch.setattr(Call, "adopt", lambda _call, code: emitted.append(code))
    compile_for(wanted[-1])
    assert [calls()[number].key for _, number in tasks] == [call.key for call in wanted[:-2]]
    assert wanted[0].key.startswith("take_forcing_steps-")
    assert set(emitted) == missing
    assert not [*folder.glob("*")]


@pytest.mark.slow
def test_processes_compile_what_this_one_keeps(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "n_cpus", lambda: 2)
    monkeypatch.setattr(Call, "emit", lambda *_: pytest.fail("compiled in place"))
    adopted: dict[str, ObjectCode] = {}
    monkeypatch.setattr(Call, "find", lambda call: call.key in adopted)
    monkeypatch.setattr(Call, "adopt", lambda call, code: adopted.update({call.key: code}))
    names = "list_next-", "list_open-"
    compile_all([call for call in calls("rating") if call.key.startswith(names)])
    assert sorted(key.partition("-")[0] + "-" for key in adopted) == [*names]
    assert not [*folder.glob("*")]  # but for the parent


class Stream(StringIO):
    """Standard error, which may be a terminal."""

    is_terminal = False

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.fixture
def stderr(monkeypatch: pytest.MonkeyPatch) -> Stream:
    """Return what is written, in which time passes only where `clock` is set."""
    stream = Stream()
    monkeypatch.setattr(compiling_line, "sys", SimpleNamespace(stderr=stream))
    monkeypatch.setattr(compiling_line, "monotonic", lambda: clock[0])
    monkeypatch.delenv("LOWBIT_QUIET", raising=False)
    clock[0] = 100.0
    return stream


clock = [100.0]


def compile_three(line: CompilingLine) -> None:
    """Tell of three kernels, each of which takes six seconds."""
    with line.shown(3):
        for _ in range(3):
            for _ in range(6):
                clock[0] += 1
                line.tick()
            line.count()


def test_few_lines_tell_how_far_compiling_is(stderr: Stream) -> None:
    line = CompilingLine()
    compile_three(line)
    with line.shown(1):
        line.count()
    said = [each.removeprefix("lowbit: compiling for this machine, once: kernel ")
            for each in stderr.getvalue().splitlines()]  # fmt: skip
    assert said == ["1 of 3", "2 of 3"]


def test_a_line_of_a_terminal_is_rewritten(stderr: Stream) -> None:
    stderr.is_terminal = True
    compile_three(CompilingLine())
    *shown, end = stderr.getvalue().split(compiling_line.CLEAR)[1:]
    assert shown[0].endswith("kernel 1 of 3, 0 s")
    assert end.endswith("kernel 3 of 3, 18 s\n")
    assert len(shown) == 18


def test_nothing_is_told_where_quiet_is_asked_for(
    stderr: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOWBIT_QUIET", "1")
    stderr.is_terminal = True
    compile_three(CompilingLine())
    assert not stderr.getvalue()


def test_what_an_interrupted_compilation_left_is_no_longer_counted(stderr: Stream) -> None:
    line = CompilingLine()
    with suppress(KeyboardInterrupt), line.shown(7):
        line.count()
        raise KeyboardInterrupt
    with line.shown(2):
        pass
    assert stderr.getvalue().endswith("kernel 2 of 3\n")


@pytest.mark.skipif(sys.platform == "win32", reason="no folders are locked there")
def test_who_compiles_by_all_cpus_is_waited_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("LOWBIT_QUIET")
    order: list[str] = []
    looked = threading.Event()
    monkeypatch.setattr(cache, "sleep", lambda _seconds: looked.set())

    def second() -> None:
        with cache.alone():
            order.append("second")

    with cache.alone():
        thread = threading.Thread(target=second)
        thread.start()
        looked.wait()
        order.append("first")
    thread.join()
    assert order == ["first", "second"]
    assert "another process compiles" in capsys.readouterr().err
    assert os.listdir(folder) == []  # noqa: PTH208 - nothing is left there


def test_nobody_is_waited_for_for_ever(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "PATIENCE", 0)
    with cache.alone(), cache.alone():
        assert folder.exists()


def test_warmup_knows_the_packages() -> None:
    done = lowbit("warmup", "classic", "sudoku")
    assert done.returncode == 2
    assert "'sudoku'" in done.stderr
    assert ", ".join(PACKAGES) in done.stderr


def test_warmup_loads_the_packages_that_are_named() -> None:
    first, _ = lowbit("warmup", "hodoku", "variants").stdout.splitlines()
    assert first.startswith(f"{len(calls('hodoku', 'variants'))} kernels, ")
