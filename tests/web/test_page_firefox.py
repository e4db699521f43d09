"""The main task in Firefox: a puzzle is entered, a hint taken, and the page loaded again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import firefox
import pytest

import lowbit
from lowbit.web.site.build import write_site
from web_page import LINE, PUZZLE
from web_site import BELOW, static_server

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not firefox.path(), reason="no browser: Firefox is not installed (make browser)"
    ),
]

READY = "document.documentElement.dataset.ready"


SAVES = """const make = URL.createObjectURL;
URL.createObjectURL = blob => {
    if (blob.type === "application/pdf") self.saved = blob; // not what it shows before
    return make(blob);
}"""
"""Has the page remember what it hands to the user."""


def test_a_puzzle_is_entered_hinted_loaded_again_and_solved(home: str, tmp_path: Path) -> None:
    with firefox.running(tmp_path) as page:
        page.go(f"{home}/")
        page.wait(READY)
        page.type(PUZZLE.replace(".", " "))
        assert page.run(f"return ({LINE})()") == PUZZLE
        page.click("#play")
        page.click("#hint")
        for tool in ("hintMore", "hintMore", "applyStep"):
            page.click(f"[data-tool={tool}]")
        page.wait(f"({LINE})() !== arguments[0]", PUZZLE)
        hinted = page.run(f"return ({LINE})()")
        solution = lowbit.solve(PUZZLE).to_line()
        assert all(one in (".", two) for one, two in zip(hinted, solution, strict=True))
        page.ask("WebDriver:Refresh")
        page.wait(READY)
        assert page.run(f"return ({LINE})()") == hinted
        page.click("#show-set")
        page.wait("document.querySelector('#verdict-title').textContent === 'One solution'")
        page.click("#solve")
        page.wait(f"({LINE})() === arguments[0]", solution)


def test_the_static_page_goes_on_without_its_server(
    built: dict[str, bytes], tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    write_site(tmp_path / "www" / BELOW, built)
    with firefox.running(profile) as page:
        with static_server(tmp_path / "www") as address:
            page.go(f"{address}/{BELOW}/")
            page.wait(READY)
            page.run("navigator.serviceWorker.ready.then(known => { self.known = known; })")
            page.wait("self.known?.active.state === 'activated'")
        page.go("about:blank")  # for Marionette's refresh passes the service worker by
        page.go(f"{address}/{BELOW}/")
        page.wait(READY)
        assert page.run("return crossOriginIsolated")
        page.type(PUZZLE.replace(".", " "))
        page.click("#show-set")
        page.click("#solve")
        page.wait(f"({LINE})() === arguments[0]", lowbit.solve(PUZZLE).to_line())
        page.run("document.getElementById('export').click()")  # the answer may lie above it
        page.click("input[name=format][value=pdf]")
        page.run(SAVES)
        page.click("#export-save")
        page.wait("self.saved")
        assert page.run("return saved.text().then(text => text.slice(0, 5))") == "%PDF-"
