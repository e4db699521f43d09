"""Processes of their own that compile kernels, and keep them in a folder."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

from command_line import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

ANNOUNCED = "lowbit: compiling for this machine, once: kernel 1 of 1\n"

SMALL = """
from lowbit.kernels.core.compile import kernel

@kernel
def double(number):
    return 2 * number

print(double(21))
"""
"""A kernel that is soon compiled."""


class Done(NamedTuple):
    """What came of a process."""

    out: str
    err: str


def start(folder: Path, *command: str, **variables: str) -> subprocess.Popen[str]:
    """Start a process that keeps its kernels in a folder, and finds no spare one."""
    environment = {name: value for name, value in os.environ.items() if name != "LOWBIT_QUIET"}
    environment |= {"LOWBIT_CACHE": str(folder), "TMPDIR": str(folder.parent)}
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment | variables,
        text=True,
    )


def run_small(folder: Path) -> Done:
    """Run one kernel."""
    with start(folder, sys.executable, "-c", SMALL) as process:
        return Done(*process.communicate(timeout=PATIENCE))
