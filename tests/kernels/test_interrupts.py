"""Ctrl-C ends a search in the kernels, in a process of its own, as a KeyboardInterrupt."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from command_line import PATIENCE
from support import slow_except

EMPTY = "." * 81

WORK = {
    "solve_many": f"lowbit.solve_many([{EMPTY!r}] * 10**5, limit=10**7, threads=1)",
    "solve_many on threads": f"lowbit.solve_many([{EMPTY!r}] * 10**5, limit=10**7, threads=3)",
    "count_solutions_many": f"lowbit.count_solutions_many([{EMPTY!r}]).array",
    "count_solutions": f"lowbit.count_solutions({EMPTY!r})",
    "solutions": f"all(lowbit.solutions({EMPTY!r}))",
}

SCRIPT = """
import lowbit, time
lowbit.solve_many(["." * 81])  # compiled or loaded, from here on
lowbit.count_solutions("." * 81, limit=20_000)
try:
    print("ready", flush=True)
    {work}
except KeyboardInterrupt:
    print(time.monotonic())
    raise
"""


@pytest.mark.parametrize("name", slow_except(WORK, ["solve_many"]))
def test_ctrl_c(name: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(work=WORK[name])],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.2)  # mostly enough to be in a kernel; any moment before will do
        assert process.poll() is None
        pressed = time.monotonic()
        process.send_signal(signal.SIGINT)
        raised, errors = process.communicate(timeout=PATIENCE)
        ended = time.monotonic()
    print(  # noqa: T201 - a time is reported, never asserted
        f"Ctrl-C raised after {float(raised) - pressed:.3f} s, all over {ended - pressed:.3f} s"
    )
    assert process.returncode == -signal.SIGINT
    assert errors.rstrip().endswith("KeyboardInterrupt")
