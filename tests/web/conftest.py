"""What the tests of the page and the API share: a server, a browser, a page of it."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from web_server import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

NEEDED = ("fastapi", "uvicorn", "httpx")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
NO_BROWSER = f"no browser: {', '.join(BROWSERS)} are not installed (apt-get install chromium)"

collect_ignore_glob = [] if all(map(find_spec, NEEDED)) else ["test_*.py"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server whose searches end soon, and which must not fail."""
    log = tmp_path_factory.mktemp("server") / "log"
    limits = ("--workers", "2", "--time-limit", "2", "--long-time-limit", "20")
    with serving(log, *limits) as (address, _):
        yield address
    assert '"failure"' not in log.read_text(), log.read_text()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return Debian's Chromium, driven by Playwright, or skip the test."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(NO_BROWSER)
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        chromium = driver.chromium.launch(executable_path=path, args=as_root)
        yield chromium
        chromium.close()
