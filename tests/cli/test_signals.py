"""A signal that ends a run is heard, whatever it interrupts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event, Timer, get_ident
from time import sleep
from types import FunctionType
from typing import TYPE_CHECKING

import numpy as np
import pytest

from command_line import LOWBIT, PATIENCE
from lowbit.cli.signals import AGAIN, ENDING, UNDIVIDED, Terminated, ended_by_signals
from support import slow_except

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there, only Ctrl-C ends a run")


def wait_for_ever() -> int:
    """Wait for what comes as soon as the signal is tried again."""
    for _ in range(int(PATIENCE / AGAIN)):
        sleep(AGAIN)
    return 0


def raise_in_a_destructor(number: int) -> int:
    class Dying:
        def __del__(self) -> None:
            signal.raise_signal(number)

    Dying()
    return wait_for_ever()


def raise_in_a_callback(number: int) -> int:
    from weakref import ref  # as imports have them

    class Watched:
        pass

    watched = Watched()
    watching = ref(watched, lambda _: signal.raise_signal(number))
    del watched
    assert watching() is None
    return wait_for_ever()


def raise_where_numpy_asks(number: int) -> int:
    class Asked(type):
        def __getattr__(cls, name: str) -> None:
            if name == "__array_ufunc__":  # whatever comes of that, NumPy goes on
                signal.raise_signal(number)
            raise AttributeError(name)

    class Number(int, metaclass=Asked):
        pass

    assert np.uint8(1) == Number(1)
    return wait_for_ever()


@pytest.mark.parametrize("number", ENDING)
@pytest.mark.parametrize(
    "run",
    [signal.raise_signal, raise_in_a_destructor, raise_in_a_callback, raise_where_numpy_asks],
    ids=["anywhere", "destructor", "callback", "numpy"],
)
def test_a_signal_ends_what_runs(run: Callable[[int], int], number: int) -> None:
    before = [signal.getsignal(each) for each in (*ENDING, signal.SIGALRM)]
    hook = sys.unraisablehook
    with pytest.raises(Terminated) as ended:
        ended_by_signals(lambda: run(number))
    assert ended.value.code == 128 + number
    assert [signal.getsignal(each) for each in (*ENDING, signal.SIGALRM)] == before
    assert sys.unraisablehook is hook
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


INTERRUPTED_IMPORT = """
import os, signal

class Named:
    def __set_name__(self, *_):
        signal.raise_signal(signal.SIGHUP)  # whose exception Python would make another of

class Made:
    name = Named()

is_whole = True
"""


def test_an_import_is_whole_before_a_signal_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "interrupted_import.py").write_text(INTERRUPTED_IMPORT)
    monkeypatch.syspath_prepend(tmp_path)

    def run() -> int:
        import interrupted_import  # type: ignore[import-not-found]  # noqa: F401 - the import is what a signal interrupts

        return wait_for_ever()

    with pytest.raises(Terminated):
        ended_by_signals(run)
    assert sys.modules.pop("interrupted_import").is_whole


def raise_signal(number: int) -> None:
    """Raise a signal in a frame of another module."""
    signal.raise_signal(number)


def lock_or_free(number: int, call: Callable[[int], object], done: list[str]) -> None:
    call(number)
    done.append("whole")


@pytest.mark.parametrize("module", UNDIVIDED)
def test_a_call_is_whole_before_a_signal_ends_the_run(module: str) -> None:
    call = FunctionType(lock_or_free.__code__, {"__name__": f"{module}.part"})
    done: list[str] = []

    def run() -> int:
        call(signal.SIGTERM, raise_signal, done)
        return wait_for_ever()

    with pytest.raises(Terminated):
        ended_by_signals(run)
    assert done == ["whole"]


def test_an_alarm_that_is_lost_is_followed_by_another() -> None:
    """As one that comes just before a call begins to wait, which it should have woken up."""

    def raise_and_take_alarm(number: int) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        signal.raise_signal(number)
        signal.sigwait({signal.SIGALRM})
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})

    call = FunctionType(lock_or_free.__code__, {"__name__": f"{UNDIVIDED[0]}.part"})
    done: list[str] = []

    def run() -> int:
        call(signal.SIGTERM, raise_and_take_alarm, done)
        return wait_for_ever()

    with pytest.raises(Terminated):
        ended_by_signals(run)
    assert done == ["whole"]


@pytest.mark.parametrize("seconds", [None, PATIENCE])
def test_what_waits_for_a_thread_is_woken_up(seconds: float | None) -> None:
    event = Event()
    timer = Timer(10 * AGAIN, signal.pthread_kill, (get_ident(), signal.SIGTERM))
    timer.start()
    with pytest.raises(Terminated):
        ended_by_signals(lambda: int(event.wait(seconds)))
    timer.join()
    event.set()  # of which no lock is left taken


def test_a_run_is_ended_while_it_is_itself_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "running_import.py").write_text("import __main__; __main__.run_of_a_test()\n")
    monkeypatch.syspath_prepend(tmp_path)

    def run() -> int:
        signal.raise_signal(signal.SIGTERM)
        return wait_for_ever()

    run_of_a_test = partial(ended_by_signals, run)
    monkeypatch.setattr(sys.modules["__main__"], "run_of_a_test", run_of_a_test, raising=False)
    with pytest.raises(Terminated):
        import running_import  # type: ignore[import-not-found]  # noqa: F401 - the import is what a signal interrupts


def test_what_is_cleaned_up_is_not_interrupted_by_a_signal_that_is_tried_again(
    tmp_path: Path,
) -> None:
    cleaned: list[str] = []

    def run() -> int:
        class Dying:
            def __del__(self) -> None:
                signal.raise_signal(signal.SIGHUP)

        try:
            Dying()
            signal.raise_signal(signal.SIGTERM)
        finally:
            try:
                (tmp_path / "missing").stat()
            except OSError:
                sleep(10 * AGAIN)
            cleaned.append("whole")
        return 0

    with pytest.raises(Terminated) as ended:
        ended_by_signals(run)
    assert (cleaned, ended.value.number) == (["whole"], signal.SIGTERM)


def test_another_error_in_a_destructor_is_reported_as_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Dying:
        def __del__(self) -> None:
            raise ValueError

    reported: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: reported.append(lost.exc_type))

    def run() -> int:
        Dying()
        return 7

    assert ended_by_signals(run) == 7
    assert reported == [ValueError]


def test_a_signal_that_is_ignored_or_handled_stays_so() -> None:
    heard: list[int] = []
    ignored = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    handled = signal.signal(signal.SIGTERM, lambda number, _frame: heard.append(number))
    try:

        def run() -> int:
            signal.raise_signal(signal.SIGHUP)
            signal.raise_signal(signal.SIGTERM)
            return 7

        assert ended_by_signals(run) == 7
    finally:
        signal.signal(signal.SIGHUP, ignored)
        signal.signal(signal.SIGTERM, handled)
    assert heard == [signal.SIGTERM]


def test_in_another_thread_no_handler_is_set() -> None:
    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(ended_by_signals, lambda: 7).result() == 7


WHILE_LOADED = """
import os, signal, sys

class Finder:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            class Named:
                def __set_name__(self, *_):
                    os.kill(os.getpid(), getattr(signal, sys.argv[2]))
            class Made:
                name = Named()

from lowbit.__main__ import process
sys.meta_path.insert(0, Finder())
sys.exit(process())
"""


@pytest.mark.parametrize("name", ["click", "lowbit.cli.commands.count", "pyarrow"])
@pytest.mark.parametrize("number", slow_except([signal.SIGINT, signal.SIGHUP], [signal.SIGINT]))
def test_a_signal_while_the_command_is_loaded_ends_it_quietly(
    tmp_path: Path, name: str, number: signal.Signals
) -> None:
    (tmp_path / "in.csv").write_text(f"puzzle\n{'.' * 81}\n")
    words = ["count", "in.csv", "-o", "out.csv"]
    script = WHILE_LOADED.replace("sys.argv[1]", repr(name))
    script = script.replace("sys.argv[2]", repr(number.name))
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        capture_output=True,
        check=False,
        cwd=tmp_path,
        text=True,
        timeout=PATIENCE,
    )
    assert (done.stdout, done.stderr.strip(), done.returncode) == ("", "", 128 + number)
    assert [file.name for file in tmp_path.iterdir()] == ["in.csv"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "number", "first"), [("csv", signal.SIGHUP, 0), ("txt", signal.SIGTERM, 1)]
)
def test_a_run_ends_whenever_the_signal_comes(
    tmp_path: Path, kind: str, number: signal.Signals, first: int
) -> None:
    """Between Python's start and the search: at moments that are spread over that time."""
    (tmp_path / f"in.{kind}").write_text(f"puzzle\n{'.' * 81}\n")
    for moment in range(first, 15, 2):
        with subprocess.Popen(
            [*LOWBIT, "count", f"in.{kind}", "-o", f"out.{kind}"],
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=os.environ | {"PYTHONFAULTHANDLER": "1"},
        ) as process:
            sleep(moment * 0.05)
            process.send_signal(number)
            err = err_of(process)
        assert b"Traceback" not in err
        assert process.returncode in {-number, 128 + number}, err.decode()
        assert [file.name for file in tmp_path.iterdir()] == [f"in.{kind}"]


def err_of(process: subprocess.Popen[bytes]) -> bytes:
    """Return what a process wrote until its end; one that hangs is aborted, and says where."""
    try:
        return process.communicate(timeout=PATIENCE)[1]
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)
        return process.communicate()[1]
