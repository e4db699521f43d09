"""A puzzle is entered and played on the page, in Chromium: keys, marks, checks, the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import lowbit
from web_page import (
    PUZZLE,
    READY,
    SEVERAL,
    SOLUTION,
    choose,
    label,
    line,
    open_link,
    open_puzzle,
    says,
    shared_link,
    wait_for_line,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web_page import NewPage

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PHONED = lowbit.Grid(lowbit.generate(1, clues=28, minimal=False, seed=33).array[0]).to_line()
PHONED_GIVENS = 28
MOST_TAPS = 40


def type_in(page: Page, text: str) -> None:
    for character in text:
        page.keyboard.press("Space" if character == "." else character)


def go_to(page: Page, cell: int) -> None:
    page.click(f".cell >> nth={cell}")


# Entering.


def test_a_puzzle_is_typed_row_by_row_before_any_click(page: Page) -> None:
    type_in(page, PUZZLE[:5])
    page.keyboard.press("7")
    assert line(page)[:6] == PUZZLE[:5] + "7"
    page.keyboard.press("Backspace")
    type_in(page, PUZZLE[5:9])
    page.click("#undo")
    type_in(page, PUZZLE[9:])
    assert line(page) == PUZZLE[:7] + "." + PUZZLE[8:]
    go_to(page, 7)
    page.keyboard.press(PUZZLE[7])
    assert line(page) == PUZZLE
    assert page.locator(".cell.given").count() == 24
    page.keyboard.press("Enter")
    assert page.locator("#entering").is_hidden()
    assert page.locator("[data-mode=digit]").get_attribute("aria-checked") == "true"


@pytest.mark.slow
@pytest.mark.of_chromium("Firefox cannot be tapped")
def test_a_puzzle_is_tapped_in_on_a_phone_with_40_taps(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    taps = ["#by-hand"]
    for digit in sorted(set(PHONED) - {"."}):
        cells = [cell for cell, other in enumerate(PHONED) if other == digit]
        taps += [f"#digits button >> nth={int(digit) - 1}", *(f".cell >> nth={at}" for at in cells)]
    taps.append("#play")
    for each in taps:
        page.locator(each).tap()
    assert line(page) == PHONED
    assert page.locator(".cell.given").count() == PHONED_GIVENS
    assert page.locator("#modes").is_visible()
    assert len(taps) <= MOST_TAPS


@pytest.mark.slow
def test_cells_come_first_or_digits(page: Page) -> None:
    open_puzzle(page)
    go_to(page, 1)
    page.click("#digits button >> nth=8")
    assert line(page)[1] == "9"
    choose(page, "play-digit-first")
    page.click("#digits button >> nth=6")
    assert line(page)[1] == "9"
    for cell in (2, 0, 3):  # the second one is a given
        go_to(page, cell)
    assert line(page)[:4] == "6977"
    go_to(page, 3)
    assert line(page)[:4] == "697."
    assert page.get_attribute("#digits button >> nth=6", "aria-label") == "7, 4 left"
    page.click("#digits button >> nth=6")
    go_to(page, 4)
    assert line(page)[4] == "."


@pytest.mark.slow
@pytest.mark.of_chromium("Firefox cannot be tapped")
def test_keys_undo_and_hint_stay_where_they_are_on_a_phone(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    tops = []
    buttons = ("#digits button >> nth=0", "#undo", "#hint", "#board")
    open_puzzle(page)

    def look() -> None:
        boxes = [page.locator(each).bounding_box() for each in buttons]
        tops.append([box["y"] for box in boxes if box])

    look()
    page.wait_for_selector("#rating:not(:empty)")
    look()
    page.locator("#hint").tap()
    page.wait_for_selector("[data-tool=hintMore]")
    look()
    assert tops[0] == tops[1] == tops[2]
    card, hint = (page.locator(each).bounding_box() for each in ("#answer-card", "#hint"))
    board = page.locator("#board").bounding_box()
    assert card
    assert hint
    assert board
    assert board["y"] + board["height"] <= card["y"]
    assert card["y"] + card["height"] <= hint["y"]
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    look()
    assert tops[3][:3] == pytest.approx(tops[0][:3], abs=0.5)
    page.evaluate("scrollTo(0, 0)")
    for width, height, below in ((360, 640, "#board"), (844, 390, "#hint")):
        page.set_viewport_size({"width": width, "height": height})
        card, above = (page.locator(each).bounding_box() for each in ("#answer-card", below))
        assert card
        assert above
        assert above["y"] + above["height"] <= card["y"]


@pytest.mark.slow
def test_entries_become_givens_and_givens_entries(page: Page) -> None:
    page.keyboard.press("m")
    go_to(page, 3)
    page.keyboard.press("5")
    assert page.locator(".cell.given").count() == 0
    page.click("#show-set")
    choose(page, "fix")
    assert label(page, 3).endswith("given 5")
    choose(page, "unfix")
    assert label(page, 3).endswith(", 5")
    page.click("#undo")
    assert label(page, 3).endswith("given 5")


@pytest.mark.slow
def test_the_places_begin_with_what_belongs_there(page: Page) -> None:
    open_puzzle(page)
    assert page.locator("#modes").is_visible()
    page.click("#show-set")
    assert page.locator("#entering").is_visible()
    assert page.locator("#hint").is_hidden()
    page.hover("#canonical")
    assert "equivalent" in (page.get_attribute("#canonical", "data-tip") or "")
    page.reload()
    page.wait_for_selector(READY)
    assert page.locator("#solve").is_visible()
    page.click("#show-play")
    assert page.locator("#modes").is_visible()
    assert page.locator("#solve").is_hidden()


# Playing.


@pytest.mark.slow
def test_marks_have_their_places_and_are_kept(page: Page) -> None:
    open_puzzle(page)
    go_to(page, 1)
    for key in ("Shift+Digit3", "Shift+Digit5", "Control+Digit4", "Control+Shift+Digit2"):
        page.keyboard.press(key)
    expected = "row 1, column 2, marks 3 5, centre 4, colour 2"
    assert label(page, 1) == expected
    page.click("[data-mode=colour]")
    page.click("#digits button >> nth=6")
    assert label(page, 1).endswith("colour 2, colour 7")
    page.click("#digits button >> nth=8")
    assert label(page, 1).endswith("centre 4")
    page.click("#undo")
    page.click("#undo")
    link = shared_link(page)
    choose(page, "clear")
    page.reload()
    page.wait_for_selector(READY)
    open_link(page, link)
    wait_for_line(page, PUZZLE)
    assert label(page, 1) == expected
    go_to(page, 1)
    page.keyboard.press("Delete")
    page.keyboard.press("Delete")
    assert label(page, 1) == "row 1, column 2, blank"


@pytest.mark.slow
def test_candidates_follow_the_digits(page: Page) -> None:
    open_puzzle(page)
    page.click("#auto")
    go_to(page, 1)
    page.keyboard.press("9")
    go_to(page, 2)
    assert label(page, 2).endswith(
        " ".join(map(str, lowbit.Grid(PUZZLE[0] + "9" + PUZZLE[2:]).candidates_of(2)))
    )
    page.keyboard.press("Shift+Digit3")
    assert "3" not in label(page, 2).split("marks")[1]


@pytest.mark.slow
@pytest.mark.of_chromium("Firefox takes two clicks for no double click")
def test_all_alike_are_selected_by_a_double_click(page: Page) -> None:
    open_puzzle(page)
    go_to(page, 5)
    assert page.locator(".cell.same").count() == PUZZLE.count("2")
    page.dblclick(".cell >> nth=5")
    assert page.locator(".cell[aria-selected=true]").count() == PUZZLE.count("2")


@pytest.mark.slow
def test_work_is_checked_without_giving_the_solution_away(page: Page) -> None:
    open_puzzle(page)
    page.click("#check-work")
    says(page, "57 cells to go")
    go_to(page, 1)
    page.keyboard.press("4")
    go_to(page, 2)
    page.keyboard.press(SOLUTION[2])
    page.click("#check-work")
    says(page, "One mistake")
    assert page.locator("#answer-items li").all_inner_texts() == ["r1c2 is not 4"]
    assert page.locator(".cell.pointed").count() == 1
    assert "9" not in page.inner_text("#answer-card")
    page.click("[data-tool=takeBack]")
    wait_for_line(page, PUZZLE[:2] + SOLUTION[2] + PUZZLE[3:])
    open_puzzle(page, SEVERAL)
    page.click("#check-work")
    says(page, "no digit is right or wrong")


@pytest.mark.slow
def test_a_puzzle_is_played_to_its_end(page: Page) -> None:
    open_puzzle(page, SOLUTION[:79] + "..")
    page.clock.install()
    go_to(page, 79)
    page.keyboard.press(SOLUTION[79])
    page.clock.run_for(61_000)
    go_to(page, 80)
    page.keyboard.press("3" if SOLUTION[80] != "3" else "4")
    assert "Solved" not in page.inner_text("#answer")
    page.keyboard.press(SOLUTION[80])
    says(page, "Solved. Well done!")
    choose(page, "restart")
    wait_for_line(page, SOLUTION[:79] + "..")


@pytest.mark.slow
def test_the_clock_is_stopped_and_hidden(page: Page) -> None:
    open_puzzle(page)
    page.wait_for_function("() => document.querySelector('#time').textContent >= '0:01'")
    page.click("#pause")
    assert page.locator("#board").evaluate("board => board.inert")
    page.keyboard.press("5")
    assert line(page) == PUZZLE
    page.click("#resume")
    go_to(page, 1)
    page.keyboard.press("9")
    assert line(page)[1] == "9"
    choose(page, "show-clock")
    assert page.locator("#time").is_hidden()
    page.reload()
    page.wait_for_selector(READY)
    assert page.locator("#time").is_hidden()
    choose(page, "show-clock")
    assert page.inner_text("#time") >= "0:01"


@pytest.mark.slow
def test_checkpoints_are_kept_and_gone_back_to(page: Page) -> None:
    open_puzzle(page)
    go_to(page, 1)
    page.keyboard.press("9")
    choose(page, "checkpoints")
    page.click("[data-tool=keepPoint]")
    kept = line(page)
    page.keyboard.press("Delete")
    wait_for_line(page, PUZZLE)
    page.reload()
    page.wait_for_selector(READY)
    choose(page, "checkpoints")
    page.click("#answer-items >> text=25 of 81 filled")
    wait_for_line(page, kept)
    page.click("#undo")
    wait_for_line(page, PUZZLE)
    open_puzzle(page, SEVERAL)
    choose(page, "checkpoints")
    says(page, "Keep a position")
    assert page.locator("#answer-items li").count() == 0
