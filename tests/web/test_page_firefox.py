"""The main task in Firefox, of whichever browser the other tests are: entered, hinted, solved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lowbit.web.site.build import write_site
from web_browser import context_of
from web_page import PUZZLE, READY, SOLUTION, choose, line, reach, wait_for_line, wait_until
from web_site import BELOW, static_server

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

KEEPS_ALL = "async () => (await navigator.serviceWorker.ready).active.state === 'activated'"
SAVES = """() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = blob => {
        if (blob.type === "application/pdf") self.saved = blob; // not what it shows before
        return make(blob);
    };
}"""
"""Has the page remember what it hands to the user: Firefox says nothing of what it downloads."""


@pytest.fixture
def browser(firefox: Browser) -> Browser:
    """Return Firefox, whatever pytest is told."""
    return firefox


def enter(page: Page) -> None:
    page.keyboard.type(PUZZLE.replace(".", " "))
    assert line(page) == PUZZLE


def test_a_puzzle_is_entered_hinted_loaded_again_and_solved(page: Page) -> None:
    enter(page)
    page.click("#play")
    page.click("#hint")
    for tool in ("hintMore", "hintMore", "applyStep"):
        page.click(f"[data-tool={tool}]")
    wait_until(page, lambda: line(page) != PUZZLE)
    hinted = line(page)
    assert all(one in (".", two) for one, two in zip(hinted, SOLUTION, strict=True))
    page.reload()
    page.wait_for_selector(READY)
    assert line(page) == hinted
    reach(page, "solve")
    wait_for_line(page, SOLUTION)


def test_the_static_page_goes_on_without_its_server(
    browser: Browser, built: dict[str, bytes], tmp_path: Path
) -> None:
    write_site(tmp_path / BELOW, built)
    context = context_of(browser)
    page = context.new_page()
    with static_server(tmp_path) as address:
        page.goto(f"{address}/{BELOW}/")
        page.wait_for_selector(READY)
        wait_until(page, lambda: page.evaluate(KEEPS_ALL))
    page.goto("about:blank")
    page.goto(f"{address}/{BELOW}/")
    page.wait_for_selector(READY)
    assert page.evaluate("crossOriginIsolated")
    enter(page)
    reach(page, "solve")
    wait_for_line(page, SOLUTION)
    page.keyboard.press("Escape")  # the answer may lie above the button
    choose(page, "export")
    page.check("input[name=format][value=pdf]")
    page.evaluate(SAVES)
    page.click("#export-save")
    page.wait_for_function("() => Boolean(self.saved)")
    assert page.evaluate("saved.text().then(text => text.slice(0, 5))") == "%PDF-"
    context.close()
