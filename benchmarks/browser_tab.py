"""A tab of Chromium that asks lowbit's workers, and others', the same requests.

The folder that ``python -m http.server`` serves has the page of lowbit as ``site``, its modules as
``page``, Interactive Sudoku Solver as ``iss``, this folder as ``bench``, and files of requests.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any, NamedTuple

from lowbit import web

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser

HERE = Path(__file__).parent
MODULES = Path(web.__file__).parent / "static"
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PAGE = '<!doctype html><title>benchmarks</title><script type="module">\n\
import * as asking from "./bench/browser.mjs";\nself.asking = asking;\n</script>'
GET = re.compile(r'"GET (/\S*) HTTP/1\.[01]" 200')
PACKED = ".packed"
TICK = 0.01
"""Seconds of CPU, in which Chromium counts."""


class Served:
    """A folder that is served.

    Parameters
    ----------
    folder : Path
        Is filled.
    site : Path
        What ``lowbit page build`` has written.
    iss : Path
        A checkout of sigh/Interactive-Sudoku-Solver.
    """

    def __init__(self, folder: Path, site: Path, iss: Path) -> None:
        self.folder, self.address = folder, ""
        folders = {"site": site, "page": MODULES, "iss": iss, "bench": HERE}
        for name, target in folders.items():
            (folder / name).symlink_to(target.resolve())
        (folder / "index.html").write_text(PAGE, encoding="utf-8")
        (folder / "inputs").mkdir()
        self._log = folder / "log"

    @contextmanager
    def running(self) -> Iterator[None]:
        """Serve while the block runs."""
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
        with (
            self._log.open("w") as log,
            subprocess.Popen(
                [*command, "--directory", self.folder], stdout=log, stderr=log
            ) as server,
        ):
            try:
                while not (found := re.search(r"http://[\d.:]+", self._log.read_text())):
                    sleep(0.05)
                self.address = found[0]
                yield
            finally:
                server.terminate()

    def put(self, name: str, requests: Sequence[Any]) -> None:
        """Write a file of requests."""
        (self.folder / "inputs" / f"{name}.json").write_text(json.dumps(requests))

    def loaded(self) -> set[str]:
        """Return the paths of files that have been asked for so far."""
        return {path.split("?")[0] for path in GET.findall(self._log.read_text())}


def sizes(files: Sequence[Path]) -> dict[str, int]:
    """Return the bytes of files as they are, as a server sends them that packs, and unpacked."""
    given = [(file.name.endswith(PACKED), file.read_bytes()) for file in files]
    return {
        "as they are": sum(len(content) for _, content in given),
        "packed by the server": sum(
            len(content if is_packed else gzip.compress(content, 6)) for is_packed, content in given
        ),
        "unpacked": sum(
            len(gzip.decompress(content) if is_packed else content) for is_packed, content in given
        ),
    }


@contextmanager
def chromium() -> Iterator[Browser]:
    """Give Chromium, driven by Playwright."""
    from playwright.sync_api import sync_playwright  # few machines have it

    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=as_root)
        yield browser
        browser.close()


class Taken(NamedTuple):
    """What requests took.

    Attributes
    ----------
    seconds : float
        All of them, by the clock or of CPU, whichever is less: a busy machine stretches the one,
        other threads the other.
    each : list of float
        Each, by the clock.
    """

    seconds: float
    each: list[float]


class Tab:
    """A tab whose workers are asked.

    Parameters
    ----------
    browser : Browser
    served : Served
    """

    def __init__(self, browser: Browser, served: Served) -> None:
        self.page = browser.new_page()
        self.page.set_default_timeout(0)
        self.page.on("pageerror", lambda error: print(f"in the tab: {error}", file=sys.stderr))
        self.page.on("console", lambda line: print(f"in the tab: {line.text}", file=sys.stderr))
        self.page.goto(served.address)
        self.page.wait_for_function("self.asking")
        self._session = self.page.context.new_cdp_session(self.page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def take(self, worker: str, file: str) -> Taken:
        """Return what a worker takes for the requests of a file."""
        before = self._cpu()
        passed = self.page.evaluate("([name, file]) => asking.take(name, file)", [worker, file])
        each = [ms / 1000 for ms in passed]
        return Taken(min(sum(each), self._cpu() - before + TICK), each)

    def answers(self, worker: str, file: str) -> list[dict[str, Any]]:
        """Return what a worker answers to the requests of a file."""
        asked = "([name, file]) => asking.answersOf(name, file)"
        answered: list[dict[str, Any]] = self.page.evaluate(asked, [worker, file])
        return answered

    def memory(self) -> int:
        """Return the bytes of the memory of Python's worker."""
        n_bytes: int = self.page.evaluate("asking.memory()")
        return n_bytes

    def _cpu(self) -> float:
        """Return the seconds of CPU that the tab's process has taken."""
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        seconds: dict[str, float] = {metric["name"]: metric["value"] for metric in metrics}
        return seconds["ProcessTime"]
