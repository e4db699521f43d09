"""What the tests of the page and the API share: a server."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from time import sleep
from typing import TYPE_CHECKING, Any, TypeVar

import httpx
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Sequence
    from pathlib import Path

T = TypeVar("T")

PATIENCE = 120
"""Seconds after which a process that hangs is ended."""

MAX_CONNECTIONS = "499"
"""Of a client, to the server that all tests share: one less than there are if nothing is said."""

BYTES = {"Content-Type": "application/octet-stream"}
"""The header of a text or of a file that is sent as it is."""


@contextmanager
def serving(
    log: Path, *options: str, **variables: str
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run `lowbit serve` with its log in a file; give its address and its process."""
    command = (sys.executable, "-m", "lowbit", "serve", "--port", "0", *options)
    with running(log, command, **variables) as served:
        yield served


@contextmanager
def running(
    log: Path, command: Sequence[str], **variables: str
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run a command that serves, as `serving` does, with more variables in its environment."""
    environment = os.environ | variables
    with (
        log.open("w") as stream,
        subprocess.Popen(command, stderr=stream, env=environment) as process,
    ):
        try:
            while not (found := re.search(r"lowbit: (http://\S+)/\n", log.read_text())):
                assert process.poll() is None, log.read_text()
                sleep(0.05)
            yield found[1], process
        finally:
            process.terminate()
            process.wait(PATIENCE)


LONG: dict[str, Any] = dict.fromkeys(
    ("header_patience", "body_patience", "send_patience", "time_limit", "wait_limit"), 600
)
"""Longer than any test takes."""

PROGRAM = """
import json, sys
from lowbit.web.limits import ServerLimits
from lowbit.web.serve import serve
limits, proxies = json.loads(sys.argv[1])
say = lambda where: print(f"lowbit: {where}", file=sys.stderr, flush=True)
limits = ServerLimits(workers=1, slow_workers=1, **limits)
serve("127.0.0.1", 0, limits, proxies=proxies, opens=False, say=say)
"""


@contextmanager
def limited(
    folder: Path, *proxies: str, **limits: float
) -> Iterator[tuple[str, Callable[[], socket.socket]]]:
    """Run a server within limits; give its address, and what opens a connection to it."""
    arguments = json.dumps([LONG | limits, proxies])
    command = (sys.executable, "-c", PROGRAM, arguments)
    with running(folder / "log", command) as (address, _), ExitStack() as stack:
        host, port = address.removeprefix("http://").split(":")

        def connect() -> socket.socket:
            opened = socket.create_connection((host, int(port)), timeout=PATIENCE)
            return stack.enter_context(opened)

        yield address, connect


@pytest.fixture(scope="session")
def temporary_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which `server`, and no other process, makes its temporary files."""
    return tmp_path_factory.mktemp("temporary")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, temporary_files: Path) -> Iterator[str]:
    """Return the address of a server that must not fail, with time for all that is not endless."""
    log = tmp_path_factory.mktemp("server") / "log"
    limits = ("--workers", "2", "--time-limit", "60", "--long-time-limit", "120")
    connections = ("--max-connections", MAX_CONNECTIONS)
    with serving(log, *limits, *connections, TMPDIR=str(temporary_files)) as (address, _):
        yield address
    assert '"failure"' not in log.read_text(), log.read_text()


def post(server: str, path: str, **query: object) -> httpx.Response:
    return httpx.post(f"{server}/api/v1/{path}", json=query, timeout=PATIENCE)


def ask(server: str, path: str, **query: object) -> Any:  # noqa: ANN401 - any answer
    response = post(server, path, **query)
    assert response.status_code == 200, response.text
    return response.json()


def run_apart(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: Playwright leaves its event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
