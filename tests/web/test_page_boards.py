"""Boards are chosen from pictures and painted, in Chromium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from web_page import line, open_puzzle, wait_for_line

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

JIGSAW = "jigsaw:AAABABBBCCDDCCDD"


def open_form(page: Page, size: int) -> None:
    page.click("#show-set")
    page.click("#new-board")
    page.click(f"#board-sizes [data-size='{size}']")


def test_a_board_is_chosen_from_pictures(page: Page) -> None:
    open_form(page, 6)
    assert page.locator("#with-windows").is_disabled()
    page.check("#with-diagonals")
    page.click("#board-now")
    wait_for_line(page, "." * 36)
    assert page.locator(".cell.extra").count() == 12
    page.click("#new-board")
    assert page.get_attribute("#board-sizes [data-size='6']", "aria-checked") == "true"


def test_regions_are_painted_by_keys_alone(page: Page) -> None:
    open_puzzle(page)
    open_form(page, 4)
    page.focus("#irregular")
    page.keyboard.press("Space")
    page.focus("#painter button")
    for key in ("ArrowRight", "ArrowRight", "a", "ArrowDown", "ArrowLeft", "b"):
        page.keyboard.press(key)
    assert page.locator("#painter").inner_text().split() == [*JIGSAW.split(":")[1]]
    page.focus("#board-now")
    page.keyboard.press("Enter")
    wait_for_line(page, "." * 16)
    page.click("#undo")
    assert len(line(page)) == 81
