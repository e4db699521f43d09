"""Boards are chosen from pictures and painted, in Chromium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import lowbit
from web_page import by_axe, line, open_puzzle, wait_for_line

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

JIGSAW = "jigsaw:AAABABBBCCDDCCDD"


def open_form(page: Page, size: int) -> None:
    page.click("#show-set")
    page.click("#new-board")
    page.click(f"#board-sizes [data-size='{size}']")


def drag(page: Page, start: int, end: int) -> None:
    """Drag from one cell of the painter to another."""
    for cell, act in ((start, page.mouse.down), (end, page.mouse.up)):
        box = page.locator(f"#painter button >> nth={cell}").bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
        act()


def test_a_board_is_chosen_from_pictures(page: Page) -> None:
    open_form(page, 6)
    assert page.locator("#with-windows").is_disabled()
    page.check("#with-diagonals")
    page.click("#board-now")
    wait_for_line(page, "." * 36)
    assert page.locator(".cell.extra").count() == 12
    page.click("#new-board")
    assert page.get_attribute("#board-sizes [data-size='6']", "aria-checked") == "true"


def test_a_jigsaw_is_painted_and_proven_unique(page: Page) -> None:
    open_form(page, 4)
    page.check("#irregular")
    drag(page, 1, 2)
    page.wait_for_selector("#board-error >> text=A has 5 of 4 cells. B has 3 of 4 cells.")
    assert page.locator("#board-now").is_disabled()
    drag(page, 6, 5)
    assert page.inner_text("#board-error") == ""
    assert by_axe(page) == []
    page.click("#board-now")
    wait_for_line(page, "." * 16)
    solution = next(iter(lowbit.solutions("." * 16, geometry=JIGSAW)))
    puzzle = lowbit.minimize(solution).to_line()
    for character in puzzle:
        page.keyboard.press("Space" if character == "." else character)
    assert line(page) == puzzle
    page.wait_for_selector("#verdict:not(.waiting) >> #verdict-title >> text=One solution")
    page.wait_for_selector("#verdict-text >> text=Each given is needed")


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
