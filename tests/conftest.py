"""What the tests share: the data folder, the engines, and hypothesis's settings."""

from __future__ import annotations

import gc
import multiprocessing
import os
import re
import signal
import subprocess
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import lane_engine
from lowbit.grid import Grid
from lowbit.reference.search import Search

settings.register_profile(
    "lowbit",
    deadline=None,
    derandomize=True,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],  # so is any on a busy machine
)
settings.load_profile("lowbit")

# Where the tests run in the background, the shell has them ignore Ctrl-C, and so would all the
# processes that they start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # as nohup has them ignore it

pytest_plugins = ["web_server", "web_site", "web_browser", "web_page", "web_choices"]

Data = Callable[[str], Path]
Engine = Callable[[Grid, int], list[Grid]]
Opinion = Callable[..., Any]


def pytest_xdist_auto_num_workers() -> int:
    """Return two processes more than there are CPUs: servers and browsers let the tests wait."""
    return (os.cpu_count() or 1) + 2


ALL_SLOW = re.compile(r"^pytestmark = pytest\.mark\.slow$", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the files of which no test is wanted: each process would import them all."""
    wanted = config.getoption("markexpr")
    if wanted not in {"slow", "not slow"} or collection_path.suffix != ".py":
        return None
    text = collection_path.read_text(encoding="utf-8")
    is_needless = "slow" not in text if wanted == "slow" else bool(ALL_SLOW.search(text))
    return is_needless or None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for garbage: all those tests stay, and are looked at no more."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.enable()
    return collected


@pytest.fixture(scope="session")
def data() -> Data:
    """Return the path of a file in LOWBIT_DATA, or skip the test by that file's name."""

    def path_of(name: str) -> Path:
        folder = os.environ.get("LOWBIT_DATA")
        if folder is None:
            pytest.skip(f"{name}: LOWBIT_DATA is not set")
        path = Path(folder, name)
        if not path.exists():
            pytest.skip(f"{name}: not in LOWBIT_DATA")
        return path

    return path_of


@pytest.fixture
def reporting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have progress reported whenever it can be: a fast machine is done before the first time."""
    for module in ("kernels.core.threads", "processes"):
        monkeypatch.setattr(f"lowbit.{module}.INTERVAL", 0)


def reference(grid: Grid, limit: int) -> list[Grid]:
    return list(islice(Search(grid), limit))


ENGINES: dict[str, Engine] = {"reference": reference, **lane_engine.ENGINES}
"""Each returns the first solutions of a puzzle, at most as many as the limit says."""


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    """Return one engine after the other."""
    return ENGINES[request.param]


@pytest.fixture(scope="session")
def opinion() -> Iterator[Opinion]:
    """Return what asks a function of `second_opinion`, by its name, in a process of its own."""
    if find_spec("ortools") is None:
        pytest.skip("ortools is not installed")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        yield lambda *question: pool.submit(_ask, *question).result()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 KiB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip("only root can mount a small disk")
    yield disk
    subprocess.run(["umount", disk], check=True)


def _ask(name: str, *arguments: object) -> object:
    return getattr(import_module("second_opinion"), name)(*arguments)
