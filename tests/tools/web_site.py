"""The static page, served by Python's own web server below a path, for the tests of the page."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from base64 import b64decode, b64encode
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from lowbit.errors import SourceError
from lowbit.web.site.build import site_files, write_site
from lowbit.web.site.fetching import Indexes
from web_server import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BELOW = "some/where"
"""The path of the page on its server."""

FEW_KERNELS = (
    "classic.search.advance",
    *(f"classic.texts.lines.{name}" for name in ("count_lines", "scan", "render", "settle")),
    "classic.texts.search.search_text",
)
"""The kernels of the static page where only its own tests run: all of them take minutes."""


def wanted_kernels(config: pytest.Config) -> tuple[str, ...]:
    """Return the kernels of the static page; none named are all of them."""
    return () if config.getoption("--transport") == "tab" else FEW_KERNELS


@pytest.fixture(scope="session")
def built(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, bytes]:
    """Return the files of the static page, or skip the test where its packages cannot be had."""
    folder = tmp_path_factory.getbasetemp().parent  # that all processes of these tests share
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", os.getpid())
    kept = folder / f"site-{run}.json"
    with one_at_a_time(folder):
        if not kept.exists():
            try:
                wanted = wanted_kernels(request.config)
                files = site_files(Indexes.of(None, None, is_offline=False), print, wanted)
            except SourceError as error:
                pytest.skip(f"no static page: {error}")
            kept.write_text(json.dumps({name: b64encode(files[name]).decode() for name in files}))
    return {name: b64decode(text) for name, text in json.loads(kept.read_text()).items()}


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Have the processes of the tests wait for the first to build, which keeps it for all."""
    import fcntl  # Windows has none

    with (folder / "site.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def static_server(root: Path) -> Iterator[str]:
    """Serve a folder by Python's own web server; give its address."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    with subprocess.Popen(
        command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout
            found = re.search(r"http://[^/)]+", process.stdout.readline())
            assert found
            yield found[0]
        finally:
            process.terminate()
            process.wait(PATIENCE)


@pytest.fixture(scope="session")
def site(built: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of the static page."""
    root = tmp_path_factory.mktemp("site")
    write_site(root / BELOW, built)
    with static_server(root) as address:
        yield f"{address}/{BELOW}"


@pytest.fixture
def home(request: pytest.FixtureRequest) -> str:
    """Return the address of the page: a server's, or that of the static page, as pytest is told."""
    transport = request.config.getoption("--transport")
    address: str = request.getfixturevalue("site" if transport == "tab" else "server")
    return address
