"""Work done side by side by processes: in order, and ended when nobody waits for it any more."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from operator import neg
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lowbit import processes
from lowbit.processes import WorkerProcessError, in_processes

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 60


def nothing() -> None:
    pass


@pytest.mark.parametrize("n", [1, 3])
def test_results_come_in_order_and_each_once(n: int) -> None:
    assert list(in_processes(neg, range(20), n, nothing)) == [-item for item in range(20)]


def test_there_may_be_nothing_to_do() -> None:
    assert list(in_processes(neg, [], 2, nothing)) == []


def test_a_slow_item_does_not_change_the_order() -> None:
    seconds = [0.3, 0.0, 0.0]
    assert list(in_processes(time.sleep, seconds, 2, nothing)) == [None] * 3


def test_items_are_asked_for_when_a_process_is_free() -> None:
    taken = []

    def seconds() -> Iterator[float]:
        for number in range(50):
            taken.append(number)
            yield 0.1

    results = in_processes(time.sleep, seconds(), 2, nothing)
    next(results)
    results.close()
    assert len(taken) < 50


def test_what_tick_raises_ends_the_processes() -> None:
    class EnoughError(Exception):
        pass

    def tick() -> None:
        raise EnoughError

    before = threading.active_count()
    with pytest.raises(EnoughError):
        list(in_processes(time.sleep, [PATIENCE] * 2, 2, tick))
    assert threading.active_count() == before


def test_a_process_that_ends_on_its_own_is_an_error() -> None:
    with pytest.raises(WorkerProcessError, match="ended on its own"):
        list(in_processes(os._exit, [1], 1, nothing))


def test_no_process_outlives_its_parent() -> None:
    script = (
        "import time\n"
        "from lowbit.processes import Processes\n"
        "processes = Processes(time.sleep, 1)\n"
        "processes._begin(iter([(0, 1000)]))\n"
        "print(processes._started[0]._process.pid, flush=True)\n"
        "time.sleep(1000)\n"
    )
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        parent.kill()
    until = time.monotonic() + PATIENCE
    while _is_there(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _is_there(pid)


def _is_there(pid: int) -> bool:
    """Return whether a process runs, which nobody may have waited for."""
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except FileNotFoundError:
        return False


def test_a_script_needs_no_guard_around_its_main_part(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import lowbit\nprint('begun')\n"
        "print(lowbit.rate_many(['1' * 81, '.' * 81], rules=(), measures='redundant'))\n"
        "from operator import neg\n"
        "from lowbit.processes import in_processes\n"
        "print(list(in_processes(neg, [1, 2], 2, bool)))\n"
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, check=True, text=True, timeout=PATIENCE
    )
    begun, batch, results = done.stdout.splitlines()
    assert (begun, results) == ("begun", "[-1, -2]")
    assert batch == "<RatingBatch of 2 puzzles: 1 none, 1 several>"


def test_where_no_process_can_be_started_this_one_does_the_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes, "IS_ALONE", True)
    monkeypatch.setattr(processes, "CODE", "raise SystemExit")
    ticks: list[None] = []
    found = in_processes(neg, range(3), 2, lambda: ticks.append(None))
    assert list(found) == [0, -1, -2]
    assert len(ticks) == 3
