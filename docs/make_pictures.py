"""Take the pictures of the page that the docs show: ``python docs/make_pictures.py``.

Runs the server and Chromium, and needs what the tests of the page need, and a font with Chinese.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs/pictures"
BROWSERS = ("chromium", "google-chrome", "chromium-headless-shell")
STILL = 500
"""Milliseconds until nothing moves or glows any more."""

PUZZLE = "...5.32....5........8.6...57..19....5.2.8..6.6......78....2....97......6......43."
"""A puzzle whose hardest step is an XY-chain."""


def main() -> None:
    """Take all pictures."""
    with serving() as address, sync_playwright() as driver:
        path = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        take_steps(browser, address)
        take_phone(browser, address)
        browser.close()


def take_steps(browser: Browser, address: str) -> None:
    """Show the hardest step of a puzzle in the list of all steps."""
    page = browser.new_page(viewport={"width": 1140, "height": 760})
    open_text(page, address, PUZZLE)
    page.click("#all-steps")
    page.click("#walk-hardest")
    page.wait_for_selector("#walk-step >> text=XY-chain")
    page.mouse.move(0, 0)
    page.wait_for_timeout(STILL)
    page.screenshot(path=FOLDER / "page.png")


def take_phone(browser: Browser, address: str) -> None:
    """Show a hint; dark, Chinese, on a phone."""
    page = browser.new_page(
        viewport={"width": 360, "height": 740},
        locale="zh-CN",
        color_scheme="dark",
        is_mobile=True,
        has_touch=True,
    )
    open_text(page, address, PUZZLE)
    page.locator("#hint").tap()
    for _ in range(2):
        page.locator("[data-tool=hintMore]").tap()
    page.wait_for_selector("[data-tool=applyStep]")
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(STILL)
    page.screenshot(path=FOLDER / "phone.png")


def open_text(page: Page, address: str, text: str) -> None:
    """Open the page, and a puzzle on it."""
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    page.click("#file-menu")
    page.click("#open")
    page.fill("#open-text", text)
    page.click("#open-now")
    page.wait_for_selector(".cell.given")


@contextmanager
def serving() -> Iterator[str]:
    """Run a server, and give its address."""
    command = (sys.executable, "-m", "lowbit", "serve", "--port", "0")
    with subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8") as process:
        try:
            found = re.search(r"http://\S+", process.stderr.readline() if process.stderr else "")
            yield found[0] if found else sys.exit("the server does not start")
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
