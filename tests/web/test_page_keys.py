"""Keys, dialogs, paper and seeds do what a user expects of them, in Chromium."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import lowbit
from web_page import (
    PUZZLE,
    choose,
    line,
    open_puzzle,
    press,
    put_number,
    reach,
    says,
    wait_for_line,
    wait_until,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web_page import NewPage

pytestmark = pytest.mark.slow

OTHER = lowbit.shuffle(PUZZLE, seed=1).to_line()


# Keys.


def test_the_skip_link_leads_to_the_board_and_is_no_shared_one(
    page: Page, new_page: NewPage
) -> None:
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("5")
    assert line(page)[0] == "5"
    assert "#" not in page.url
    page.click("#show-list")
    page.focus("#skip")
    page.keyboard.press("Enter")
    assert page.locator("#board").is_visible()
    assert "did not work" not in new_page("/#board").inner_text("#answer")


@pytest.mark.parametrize(
    "button",
    ["count", "undo", "erase", "skip-cell", "theme", "language", "copy", "show-play", "clear"],
)
def test_a_key_reaches_the_board_after_a_button(new_page: NewPage, button: str) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.click(".cell >> nth=40")
    page.keyboard.press("4")
    reach(page, button)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("7")
    wait_until(page, lambda: "7" in line(page))


def test_keys_that_a_button_takes_are_its_own(page: Page) -> None:
    open_puzzle(page)
    page.focus("[data-mode=digit]")
    page.keyboard.press("ArrowRight")
    assert page.locator("[data-mode=corner]").get_attribute("aria-checked") == "true"
    page.focus("#auto")
    page.keyboard.press("Space")
    assert page.locator("#auto").get_attribute("aria-pressed") == "true"


def test_letters_press_the_buttons_whose_shortcuts_they_are(page: Page) -> None:
    open_puzzle(page)
    for key, mode in {"x": "corner", "c": "centre", "v": "colour", "z": "digit"}.items():
        page.keyboard.press(key)
        assert page.locator(f"[data-mode={mode}]").get_attribute("aria-checked") == "true"
    page.keyboard.press("h")
    says(page, "Look at")
    assert page.locator("#hint").get_attribute("title") == "Key H"


def test_a_menu_is_used_by_keys(page: Page) -> None:
    open_puzzle(page)
    focused = "() => document.activeElement.id"
    page.focus("#file-menu")
    for key, item in {
        "ArrowUp": "clear",
        "ArrowDown": "new-puzzle",
        "m": "shelf",
        "End": "clear",
        "Home": "new-puzzle",
        "5": "new-puzzle",
        "Escape": "file-menu",
        "Enter": "new-puzzle",
        "Tab": "share-menu",
    }.items():
        page.keyboard.press(key)
        assert page.evaluate(focused) == item, key
    assert page.locator(".menu:visible").count() == 0
    choose(page, "warn")
    page.click("#settings-menu")
    assert page.get_attribute("#warn", "aria-checked") == "true"
    page.click("#board")
    assert page.locator("#settings-items").is_hidden()
    assert line(page) == PUZZLE


def test_no_key_reaches_a_board_that_is_hidden(page: Page) -> None:
    open_puzzle(page)
    page.click(".cell >> nth=1")
    page.click("#show-list")
    for key in ("9", "Delete", "Control+z"):
        page.keyboard.press(key)
    page.click("#show-play")
    choose(page, "help")
    page.keyboard.press("9")
    page.keyboard.press("Control+z")
    assert line(page) == PUZZLE


@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_enter_does_what_a_dialog_is_for(new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    choose(page, "open")
    page.fill("#open-text", PUZZLE)
    page.press("#geometry", "Enter")
    wait_for_line(page, PUZZLE)
    choose(page, "share")
    page.wait_for_selector("#share-dialog[open]")
    page.press("#share-link", "Enter")
    wait_until(page, lambda: "#" in page.evaluate("navigator.clipboard.readText()"))
    choose(page, "export")
    page.wait_for_selector("#export-dialog[open]")
    with page.expect_download():
        page.press("input[name=format]:checked", "Enter")
    reach(page, "maximize")
    page.wait_for_selector("#maximize-dialog[open]")
    page.press("#lowest", "Enter")
    says(page, "Proven")
    reach(page, "generate")
    page.wait_for_selector("#generate-dialog[open]")
    page.press("#generate-clues", "Enter")
    says(page, "A new puzzle")
    choose(page, "help")
    page.keyboard.press("Enter")
    assert page.locator("dialog[open]").count() == 0


def test_enter_in_a_choice_and_control_with_enter_in_a_text_confirm(page: Page) -> None:
    choose(page, "open")
    page.fill("#open-text", PUZZLE)
    page.press("#open-text", "Enter")
    assert page.input_value("#open-text") == f"{PUZZLE}\n"
    page.press("#open-text", "Control+Enter")
    wait_for_line(page, PUZZLE)
    reach(page, "generate")
    page.wait_for_selector("#generate-dialog[open]")
    page.press("#generate-level", "Enter")
    says(page, "A new puzzle")


@pytest.mark.parametrize("name", ["open", "maximize", "generate", "export", "share"])
def test_cancel_and_escape_leave_a_dialog(page: Page, name: str) -> None:
    open_puzzle(page)
    for leave in ("Cancel", "Escape"):
        reach(page, name)
        page.wait_for_selector(f"#{name}-dialog[open]")
        if leave == "Escape":
            page.keyboard.press("Escape")
        else:
            page.click(f"#{name}-dialog [data-close]")
        assert page.locator("dialog[open]").count() == 0
        assert line(page) == PUZZLE


# Paper, and seeds.


@pytest.mark.of_chromium("Firefox cannot be told to be paper")
def test_the_board_is_printed_on_one_page_whatever_is_shown(page: Page) -> None:
    open_puzzle(page)
    for paper in ("A4", "Letter", "A5"):
        assert n_pages(page.pdf(format=paper)) == 1
    choose(page, "help")
    assert n_pages(page.pdf()) == 1
    page.keyboard.press("Escape")
    page.click("#show-list")
    page.emulate_media(media="print")
    assert page.locator("#board").is_visible()
    assert n_pages(page.pdf()) == 1


def n_pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_a_seed_that_is_shown_makes_the_same_puzzle_again(page: Page) -> None:
    press(page, "generate")
    says(page, "generates the same puzzle again")
    made = line(page)
    found = re.search(r"Seed (\d+)", page.inner_text("#answer"))
    assert found
    open_puzzle(page, OTHER)
    reach(page, "generate")
    put_number(page, "#generate-seed", found[1])
    page.click("#generate-dialog .primary")
    wait_for_line(page, made)
