"""Kernels that are not at hand are compiled in a process aside."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from command_line import PATIENCE
from lowbit.kernels import at_hand
from lowbit.kernels.at_hand import KernelSet, are_at_hand, are_awaited, come_to_hand, left_to_others
from lowbit.kernels.calls import calls
from lowbit.kernels.core.compile import Call

if TYPE_CHECKING:
    from pathlib import Path

SETS = (
    at_hand.CLASSIC,
    at_hand.CLASSIC_TEXTS,
    at_hand.GENERAL,
    at_hand.VARIANTS,
    at_hand.RATING,
    at_hand.HODOKU,
)

HODOKU = at_hand.HODOKU


class Started(list[subprocess.Popen[bytes]]):
    """The processes aside, which do nothing until they are told to end."""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Started:
    """Return the processes aside, on a machine where nothing is at hand."""
    processes, popen = Started(), subprocess.Popen

    def start(command: list[str], **options: Any) -> subprocess.Popen[bytes]:
        assert "compile_for_parent('hodoku', 'calls', 10)" in command[-1]
        waiting = [sys.executable, "-c", "import sys; sys.stdin.read()"]
        processes.append(popen(waiting, **options))
        return processes[-1]

    monkeypatch.setattr(at_hand, "LOOKS", at_hand.Looks())
    monkeypatch.setattr(at_hand, "INTERVAL", 0)
    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setenv("LOWBIT_CACHE", str(tmp_path))
    return processes


@pytest.mark.parametrize("needed", SETS)
def test_a_set_has_kernels_of_its_package(needed: KernelSet) -> None:
    keys = {call.key for call in needed.calls()}
    assert keys
    assert keys <= {call.key for call in calls(needed.package)}


def test_what_is_missing_is_compiled_aside_until_it_is_there(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not are_at_hand(HODOKU)
    assert not started
    assert not come_to_hand(HODOKU)
    assert not come_to_hand(HODOKU)
    (process,) = started
    monkeypatch.setattr(Call, "is_at_hand", property(lambda _: True))
    assert come_to_hand(HODOKU)
    assert are_at_hand(HODOKU)
    assert process.poll() is None
    process.communicate()


def test_what_no_other_process_can_keep_is_compiled_here(started: Started) -> None:
    assert not come_to_hand(HODOKU)
    (process,) = started
    process.communicate()
    assert come_to_hand(HODOKU)
    assert not are_at_hand(HODOKU)


def test_nothing_is_compiled_that_others_see_to_or_that_cannot_be(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    with left_to_others(awaits=True):
        assert not come_to_hand(HODOKU)
        assert are_awaited(HODOKU)
        with left_to_others():
            assert not are_awaited(HODOKU)
        assert are_awaited(HODOKU)
    assert not are_awaited(HODOKU)
    monkeypatch.setattr(at_hand, "_has_numba", lambda: False)
    assert not come_to_hand(HODOKU)
    assert not started


def test_a_look_is_not_repeated_at_once(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_hand, "INTERVAL", PATIENCE)
    assert not are_at_hand(HODOKU)
    monkeypatch.setattr(Call, "is_at_hand", property(lambda _: True))
    assert not are_at_hand(HODOKU)
    assert not started


ENDS = """
import sys
from lowbit.kernels import at_hand
print(at_hand.come_to_hand(at_hand.HODOKU), at_hand.LOOKS.asides[at_hand.HODOKU].pid, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="tells processes by their numbers")
@pytest.mark.parametrize("how", ["", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"])
def test_the_process_aside_ends_with_its_parent(how: str, tmp_path: Path) -> None:
    """It has the end of the pipe that shows when it ends, too."""
    done = subprocess.run(
        [sys.executable, "-c", ENDS + how],
        capture_output=True,
        timeout=PATIENCE,
        env=os.environ | {"LOWBIT_CACHE": str(tmp_path / "none"), "TMPDIR": str(tmp_path)},
        check=False,
        text=True,
    )
    is_there, number = done.stdout.split()
    assert is_there == "False"
    for _ in range(10 * PATIENCE):
        if not _is_running(int(number)):
            return
        time.sleep(0.1)
    raise AssertionError


def _is_running(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True
