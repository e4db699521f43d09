"""A real Dask cluster: a scheduler and two workers, each a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from command_line import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@dataclass
class Cluster:
    """What runs."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


def wait_for(is_so: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def _start(stack: ExitStack, log: Path, *words: str) -> subprocess.Popen[bytes]:
    stream = stack.enter_context(log.open("wb"))
    command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
    process = subprocess.Popen(command, stdout=stream, stderr=stream, cwd=log.parent)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def _is_whole(file: Path) -> bool:
    """Whether a file of JSON is there up to its end."""
    return file.exists() and file.read_text().endswith("}")


@contextmanager
def cluster(folder: Path, n_workers: int = 2) -> Iterator[Cluster]:
    """Start a scheduler on loopback and its workers; end them at the end."""
    file = folder / "scheduler.json"
    with ExitStack() as stack:
        listen = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        scheduler = _start(stack, folder / "scheduler.log", "scheduler", *listen)
        wait_for(lambda: _is_whole(file), "the scheduler")
        address = json.loads(file.read_text())["address"]
        one = ("--nthreads", "1", "--no-nanny", "--host", "127.0.0.1")
        workers = [
            _start(stack, folder / f"worker{number}.log", "worker", address, *one)
            for number in range(n_workers)
        ]
        yield Cluster(address, scheduler, workers)
