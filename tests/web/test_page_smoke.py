"""The page solves a puzzle in a real browser: what `make test` asks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web_page import PUZZLE, SOLUTION, line, open_puzzle, reach, says

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_puzzle_is_pasted_and_solved(page: Page) -> None:
    open_puzzle(page, PUZZLE)
    reach(page, "solve")
    says(page, "One solution")
    assert line(page) == SOLUTION
