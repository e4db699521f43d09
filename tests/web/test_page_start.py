"""A game begins with one click, in Chromium: at a level, with the day's puzzle, with one's own."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING

import pytest

import lowbit
from web_page import (
    PUZZLE,
    by_axe,
    choose,
    line,
    open_puzzle,
    press,
    put_number,
    wait_for_line,
    wait_until,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web_page import NewPage

DEAL = """async dates => {
    const { ofDay } = await import("/making/deal.js");
    return dates.map(([year, month, day]) => ofDay(new Date(year, month - 1, day)));
}"""

START = "#start"
BUTTONS = 17
"""Those that a game shows besides its digits: half of the 34 that there once were."""

DAILY = "7.963.4..2.......6..3.78.1...4....98.........83....5...8.95.2..4.......3..2.678.9"
"""The puzzle of 28 November 2026."""


def bundled() -> dict[str, list[str]]:
    """Return the puzzles that the page has at hand, by level."""
    text = (files("lowbit.web") / "static/making/puzzles.js").read_text(encoding="utf-8")
    return {level: found.split() for level, found in re.findall(r"(\w+): `([^`]+)`", text)}


def given(page: Page) -> str:
    """Return what is on the board, once there are givens."""
    page.wait_for_selector(".cell.given")
    return line(page)


def test_the_puzzles_at_hand_are_of_their_levels() -> None:
    puzzles = bundled()
    assert list(puzzles) == ["easy", "medium", "hard", "unfair", "extreme"]
    for level, lines in puzzles.items():
        ratings = lowbit.rate_many(lines, rules="hodoku")
        assert ratings.level is not None
        assert set(ratings.level) == {level}


def test_one_click_begins_a_game(page: Page) -> None:
    assert page.locator("#hint").is_hidden()
    page.click("[data-level=hard]:visible")
    puzzle = given(page)
    assert lowbit.rate(puzzle, rules="hodoku").level == "hard"
    assert page.locator(START).is_hidden()
    assert page.locator("#modes").is_visible()
    assert page.locator("button:visible").count() == 9 + BUTTONS
    choose(page, "clear")
    page.wait_for_selector(START)
    assert page.locator("#clear").is_hidden()
    page.click("#go-on")  # the one way back, with its mode and clock
    wait_for_line(page, puzzle)
    assert page.locator("#modes").is_visible()
    choose(page, "clear")
    page.click("#toast-undo")
    wait_for_line(page, puzzle)
    page.wait_for_selector("#toast", state="hidden")


@pytest.mark.of_server("it imports a module, which the page has bundled")
def test_the_puzzle_of_a_day_is_the_same_for_all(page: Page) -> None:
    days = [(2026, 11, day) for day in range(22, 30)]
    found = page.evaluate(DEAL, days)
    levels = ["unfair", "easy", "easy", "medium", "medium", "hard", "hard", "unfair"]
    assert [each["level"] for each in found] == levels
    assert found[6]["puzzle"] == DAILY
    keys = {lowbit.canonical(puzzle).to_line() for puzzle in chain(*bundled().values())}
    for each in found:
        assert lowbit.canonical(each["puzzle"]).to_line() in keys


def test_today_is_dealt(new_page: NewPage) -> None:
    page = new_page(timezone_id="Asia/Shanghai")
    page.clock.set_fixed_time("2026-11-27T20:00:00Z")  # the next day over there
    page.click("#daily")
    assert given(page) == DAILY


@pytest.mark.slow
def test_levels_come_first_and_the_rest_behind_them(page: Page) -> None:
    open_puzzle(page)
    choose(page, "new-puzzle")
    assert page.locator("#generate-clues").is_hidden()
    assert by_axe(page) == []
    page.click("#generate-levels [data-level=unfair]")
    wait_until(page, lambda: line(page) != PUZZLE)
    assert lowbit.rate(line(page), rules="hodoku").level == "unfair"
    choose(page, "new-puzzle")
    page.click("#generate-more summary")
    put_number(page, "#generate-clues", "30")
    page.press("#generate-clues", "Enter")
    page.wait_for_function("() => document.querySelectorAll('.cell.given').length === 30")


@pytest.mark.slow
def test_what_a_person_has_is_pasted_or_entered(new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("navigator.clipboard.writeText('')")  # another test may have left a text
    page.click("#paste")
    page.wait_for_selector("#open-dialog[open]")
    page.keyboard.press("Escape")
    page.evaluate("text => navigator.clipboard.writeText(text)", PUZZLE)
    page.click("#paste")
    wait_for_line(page, PUZZLE)
    choose(page, "clear")
    page.click("#by-hand")
    assert page.locator(START).is_hidden()
    page.click("#digits button >> nth=4")
    page.click("#undo")
    assert page.locator(START).is_hidden()


@pytest.mark.slow
def test_each_place_has_a_sample(page: Page) -> None:
    page.click("#play-sample")
    page.wait_for_selector("#rules-above svg")
    choose(page, "clear")
    page.click("#show-set")
    page.click("#set-sample")
    page.wait_for_selector("#verdict-title >> text=One solution")
    assert page.locator("#rules-count").inner_text() == "17"
    page.click("#show-list")
    page.click("#list-sample")
    wait_until(page, lambda: page.locator(".list-row").count() > 10)


@pytest.mark.slow
def test_a_blank_board_offers_nothing_that_needs_a_puzzle(page: Page) -> None:
    page.click("#show-set")
    for name in ("minimize", "shuffle", "canonical", "clear", "copy", "fix"):
        assert page.locator(f"#{name}").is_disabled(), name
    press(page, "generate")
    given(page)
    assert page.locator("#minimize").is_enabled()
