"""Run the real command in a process of its own."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"

LOWBIT = (sys.executable, "-m", "lowbit")
PATIENCE = 240
"""Seconds after which a process that hangs is ended."""


def lowbit(*arguments: str | Path, stdin: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """Run ``lowbit`` from the project's folder and return what came out of it."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [*LOWBIT, *map(str, arguments)],
        input=given,
        capture_output=True,
        cwd=ROOT,
        check=False,
        timeout=PATIENCE,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def bash(script: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a script of bash in a folder, in which ``lowbit`` is the command."""
    define = f'lowbit() {{ {shlex.join(LOWBIT)} "$@"; }}'
    return subprocess.run(
        ["bash", "-c", f"{define}; {script}"],
        capture_output=True,
        cwd=folder,
        check=False,
        text=True,
        timeout=PATIENCE,
    )


@contextmanager
def start(*arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
    """Start ``lowbit`` with pipes on all sides, buffered as usual; end it where it hangs."""
    with subprocess.Popen(
        [*LOWBIT, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        text=True,
    ) as process:
        watchdog = Timer(PATIENCE, process.kill)
        watchdog.start()
        try:
            yield process
        finally:
            watchdog.cancel()
