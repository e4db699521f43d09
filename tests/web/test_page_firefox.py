"""The main task in Firefox: a puzzle is entered, a hint taken, and the page loaded again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import firefox
import pytest

import lowbit
from web_page import LINE, PUZZLE

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not firefox.path(), reason="no browser: Firefox is not installed (make browser)"
    ),
]

READY = "document.documentElement.dataset.ready"


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
