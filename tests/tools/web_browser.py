"""The browsers of the tests of the page, Chromium and Firefox, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from web_server import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Playwright

NAMES = {
    "chromium": ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    "firefox": ("firefox-esr", "firefox"),
}
"""The programs of each browser. The first of Chromium's takes half the time of the others."""

NO_REQUESTS: dict[str, str | float | bool] = {
    "services.settings.server": "data:,",
    "extensions.getAddons.cache.enabled": False,
}
"""Firefox's settings by which it asks no other host for anything of its own."""

IN_THE_DARK = """
const ask = matchMedia;
self.matchMedia = query => query === "(prefers-color-scheme: dark)"
    ? Object.assign(new EventTarget(), { matches: true }) : ask(query);
"""


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Return Playwright, or skip the test."""
    module = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with module.sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Return Chromium, or skip the test."""
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    launch = playwright.chromium.launch
    browser = launch(executable_path=path_of("chromium"), args=as_root, timeout=1000 * PATIENCE)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """Return Firefox as it is installed, by WebDriver's new protocol, or skip the test."""
    browser = playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=path_of("firefox"),
        firefox_user_prefs=NO_REQUESTS,
        timeout=1000 * PATIENCE,
    )
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Browser:
    """Return the browser that pytest is told to use."""
    chosen: Browser = request.getfixturevalue(request.config.getoption("--browser"))
    return chosen


def path_of(browser: str) -> str:
    """Return where a browser is, or skip the test."""
    path = next(filter(None, map(shutil.which, NAMES[browser])), None)
    if path is None:
        pytest.skip(f"no browser: {', '.join(NAMES[browser])} are not installed (make browser)")
    return path


def context_of(browser: Browser, **options: Any) -> BrowserContext:  # noqa: ANN401 - of a context
    """Return a context, in Firefox too with a colour scheme, which its protocol cannot set."""
    context = browser.new_context(**options)
    context.set_default_timeout(1000 * PATIENCE)
    if browser.browser_type.name == "firefox" and options.get("color_scheme") == "dark":
        context.add_init_script(IN_THE_DARK)
    return context
