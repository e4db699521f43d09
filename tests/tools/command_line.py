"""Run the real command, each time in a process of its own."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

import pytest

from command_server import server

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"

LOWBIT = (sys.executable, "-m", "lowbit")
PATIENCE = 100
"""Seconds after which a process that hangs is ended. No busy machine takes as long for what does
not hang, and a run of all tests has time for it."""


def lowbit(
    *arguments: str | Path, stdin: str | bytes = "", folder: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run ``lowbit`` in a folder and return what came out of it.

    Where it can be, the process is forked from one that has imported what commands import.
    """
    words = [*map(str, arguments)]
    given = stdin.encode() if isinstance(stdin, str) else stdin
    if sys.platform == "linux":
        code, out, err = server().run(words, given, folder, PATIENCE)
    else:
        done = subprocess.run(
            [*LOWBIT, *words],
            input=given,
            capture_output=True,
            cwd=folder,
            check=False,
            timeout=PATIENCE,
        )
        code, out, err = done.returncode, done.stdout, done.stderr
    return subprocess.CompletedProcess([*LOWBIT, *words], code, out.decode(), err.decode())


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
    with (
        subprocess.Popen(
            [*LOWBIT, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
            text=True,
        ) as process,
        _watched(process),
    ):
        yield process


@contextmanager
def start_on_a_terminal(
    *arguments: str | Path, command: Sequence[str] = LOWBIT
) -> Iterator[tuple[subprocess.Popen[str], Iterator[str]]]:
    """Start ``lowbit`` with a terminal as standard error; give what that shows, piece by piece."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    with (
        subprocess.Popen(
            [*command, *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=theirs,
            cwd=ROOT,
            env=os.environ | {"LOWBIT_QUIET": "1"},
            text=True,
        ) as process,
        _watched(process),
    ):
        os.close(theirs)
        yield process, iter(partial(_read, ours), "")
    os.close(ours)


def _read(terminal: int) -> str:
    """Return what comes next; nothing once the other end is closed."""
    try:
        return os.read(terminal, 1 << 16).decode()
    except OSError:
        return ""


@contextmanager
def _watched(process: subprocess.Popen[str]) -> Iterator[None]:
    watchdog = Timer(PATIENCE, process.kill)
    watchdog.start()
    try:
        yield
    finally:
        watchdog.cancel()
