"""What the tests of the page and the API share: a server, and a browser."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from time import sleep
from typing import TYPE_CHECKING, Any, TypeVar

import httpx
import pytest

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator, Sequence
    from pathlib import Path

    from playwright.sync_api import Browser

T = TypeVar("T")

PATIENCE = 120
"""Seconds after which a process that hangs is ended."""

MAX_CONNECTIONS = "499"
"""Of a client, to the server that all tests share: one less than there are if nothing is said."""

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first takes half the time of the others."""

NO_BROWSER = f"no browser: {', '.join(BROWSERS)} are not installed (make browser)"


@contextmanager
def serving(log: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run `lowbit serve` with its log in a file; give its address and its process."""
    with running(log, (sys.executable, "-m", "lowbit", "serve", "--port", "0", *options)) as served:
        yield served


@contextmanager
def running(log: Path, command: Sequence[str]) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run a command that serves, as `serving` does."""
    with log.open("w") as stream, subprocess.Popen(command, stderr=stream) as process:
        try:
            while not (found := re.search(r"lowbit: (http://\S+)/\n", log.read_text())):
                assert process.poll() is None, log.read_text()
                sleep(0.05)
            yield found[1], process
        finally:
            process.terminate()
            process.wait(PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server that must not fail, with time for all that is not endless."""
    log = tmp_path_factory.mktemp("server") / "log"
    limits = ("--workers", "2", "--time-limit", "60", "--long-time-limit", "120")
    with serving(log, *limits, "--max-connections", MAX_CONNECTIONS) as (address, _):
        yield address
    assert '"failure"' not in log.read_text(), log.read_text()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return Chromium, driven by Playwright, or skip the test."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(NO_BROWSER)
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        chromium = driver.chromium.launch(
            executable_path=path, args=as_root, timeout=1000 * PATIENCE
        )
        yield chromium
        chromium.close()


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
