"""The browsers of the tests of the page, Chromium and Firefox, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

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

FEW_PROCESSES = (
    "--in-process-gpu",
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
)
"""Chromium's options by which the pages of a context share a process: to start one takes as long as
to load a page."""

STILL: dict[str, Any] = {"reduced_motion": "reduce"}
"""Chromium's option of a context in which nothing fades."""

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
    options = [*as_root, *FEW_PROCESSES]
    browser = launch(executable_path=path_of("chromium"), args=options, timeout=1000 * PATIENCE)
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


@pytest.fixture(scope="session")
def usual_context() -> UsualContext:
    """Return the context of pages that want nothing unusual."""
    return UsualContext()


class UsualContext:
    """A context that forgets what a test left in it: a page opens there in half the time.

    Firefox cannot be told to forget, and has a new one each time.
    """

    OPTIONS: ClassVar[dict[str, Any]] = {"viewport": {"width": 1180, "height": 820}}

    def __init__(self) -> None:
        self._kept: BrowserContext | None = None

    @contextmanager
    def lent(self, browser: Browser, home: str) -> Iterator[BrowserContext]:
        """Lend a browser's context, in which nothing is left of the page at an address."""
        if browser.browser_type.name != "chromium":
            with context_of(browser, **self.OPTIONS) as context:
                yield context
            return
        context, self._kept = self._kept or self._made(browser), None
        yield context
        blank, *pages = context.pages
        for page in pages:
            page.goto("about:blank")  # so that what is kept at the end is there to be forgotten
            page.close()
        context.set_offline(False)  # as tests that fail leave it
        forget = {"origin": home, "storageTypes": "all"}
        context.new_cdp_session(blank).send("Storage.clearDataForOrigin", forget)
        self._kept = context

    def _made(self, browser: Browser) -> BrowserContext:
        context = context_of(browser, **self.OPTIONS)
        context.new_page()  # stays, and with it the process of all
        return context


def path_of(browser: str) -> str:
    """Return where a browser is, or skip the test."""
    path = next(filter(None, map(shutil.which, NAMES[browser])), None)
    if path is None:
        pytest.skip(f"no browser: {', '.join(NAMES[browser])} are not installed (make browser)")
    return path


def context_of(browser: Browser, **options: Any) -> BrowserContext:  # noqa: ANN401 - of a context
    """Return a context, in Firefox too with a colour scheme, which its protocol cannot set.

    In Chromium nothing moves where it is not said: to draw that takes a third of the tests' time.
    """
    is_chromium = browser.browser_type.name == "chromium"
    context = browser.new_context(**(STILL if is_chromium else {}) | options)
    context.set_default_timeout(1000 * PATIENCE)
    if not is_chromium and options.get("color_scheme") == "dark":
        context.add_init_script(IN_THE_DARK)
    return context
