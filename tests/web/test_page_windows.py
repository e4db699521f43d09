"""Every place and dialog of the page: in windows of all sizes, light and dark, both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from web_page import PUZZLE, SEVERAL, by_axe, choose, open_puzzle, paste

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from web_page import NewPage

pytestmark = pytest.mark.slow

WINDOWS: dict[str, dict[str, Any]] = {
    "desk": {
        "viewport": {"width": 1280, "height": 800},
        "locale": "en-GB",
        "color_scheme": "light",
    },
    "large": {
        "viewport": {"width": 1920, "height": 1080},
        "locale": "zh-CN",
        "color_scheme": "dark",
    },
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "locale": "en-GB",
        "color_scheme": "dark",
        "reduced_motion": "no-preference",
    },
    "sideways": {
        "viewport": {"width": 844, "height": 390},
        "locale": "zh-CN",
        "color_scheme": "light",
    },
}
DIALOGS = {  # by place, the buttons that open one
    "play": ("learn", "new-puzzle", "help"),
    "set": (*("generate", "maximize", "new-board", "shelf"), *("export", "book", "share", "open")),
}

IS_WIDER = "document.documentElement.scrollWidth > innerWidth"
BOX = "element => element.getBoundingClientRect().toJSON()"
IS_BROKEN = """() =>
    [...document.querySelectorAll(":is(.actions, .set-actions) button")].filter(button => {
    const range = document.createRange();
    range.selectNodeContents(button);
    const words = button.textContent.split(" ").length;
    const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
    return button.offsetParent && lines.size > words;
}).map(button => button.textContent)"""
HIDES = """() => {
    const dialog = document.querySelector("dialog[open]");
    const box = dialog.getBoundingClientRect();
    const buttons = [...dialog.querySelectorAll(".row.end button")];
    const last = buttons.findLast(button => button.offsetParent).getBoundingClientRect();
    const isWide = [dialog, ...dialog.querySelectorAll("*")].some(element =>
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).overflowX !== "visible" && element.tagName !== "INPUT");
    const isOut = box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight;
    return { isWide, isOut, isCut: last.top < box.top || last.bottom > box.bottom };
}"""


@pytest.fixture(params=WINDOWS)
def window(request: pytest.FixtureRequest, new_page: NewPage) -> Page:
    return new_page(**WINDOWS[request.param])


def sights(page: Page) -> Iterator[str]:
    """Go through all places and dialogs, with a puzzle on the board and in the list."""
    yield "start"
    page.click("#start-more")
    yield "more choices"
    page.keyboard.press("Escape")
    open_puzzle(page)
    page.wait_for_selector("#rating:not(:empty)")
    for place, dialogs in DIALOGS.items():
        page.click(f"#show-{place}")
        yield place
        for menu in ("file", "share", "settings"):
            page.click(f"#{menu}-menu")
            yield f"{place}: {menu}"
            page.keyboard.press("Escape")
        for name in dialogs:
            choose(page, name)
            page.wait_for_selector("dialog[open]")
            for more in page.locator("dialog[open] :is(#generate-drawn, #irregular):visible").all():
                more.check()
            yield name
            page.keyboard.press("Escape")
    page.click("#rules summary")
    page.click("#about-card summary")
    yield "constraints"
    page.click("#show-list")
    yield "an empty list"
    paste(page, f"{PUZZLE}\n{SEVERAL}\nno puzzle at all\n")
    page.wait_for_selector("#list-save:not([disabled])")
    yield "list"


def test_nothing_is_cut_off(window: Page) -> None:
    for name in sights(window):
        assert not window.evaluate(IS_WIDER), name
        if window.locator("dialog[open]").count():
            hidden = {"isWide": False, "isOut": False, "isCut": False}
            assert window.evaluate(HIDES) == hidden, name


@pytest.mark.parametrize("window", ["desk"], indirect=True)
def test_axe_finds_nothing_anywhere(window: Page) -> None:
    for name in sights(window):
        assert by_axe(window) == [], name


def test_the_board_and_the_line_below_it_are_in_sight(window: Page) -> None:
    open_puzzle(window)
    window.wait_for_selector("#rating:not(:empty)")
    height = window.evaluate("innerHeight")
    for element in ("#board", "#facts"):
        assert window.locator(element).evaluate(BOX)["bottom"] <= height
    paste(window, f"{PUZZLE}\n{SEVERAL}\n")
    window.click(".list-row >> nth=1")
    window.wait_for_selector("#list-nav")
    assert window.locator("#list-nav").evaluate(BOX)["bottom"] <= height


FADES = """() => [".cell", "button"].map(each =>
    getComputedStyle(document.querySelector(each)).transitionDuration !== "0s")"""


def test_things_fade_for_those_alone_who_do_not_mind(page: Page) -> None:
    assert page.evaluate(FADES) == [False, False]
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(FADES) == [True, True]


def test_the_board_stays_in_sight_beside_a_long_side(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    page.click("#show-set")
    page.click("#rules summary")
    page.click("#about-card summary")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    box = page.locator("#board").evaluate(BOX)
    assert box["top"] >= 0
    assert box["bottom"] <= 800


@pytest.mark.parametrize(("width", "height"), [(1024, 600), (900, 800), (640, 360)])
def test_the_buttons_fit_the_side(new_page: NewPage, width: int, height: int) -> None:
    page = new_page(viewport={"width": width, "height": height})
    open_puzzle(page)
    right = page.locator(".side").evaluate(BOX)["right"]
    for part in ("#modes", "#digits button:last-child", ".entry-tools", ".actions"):
        assert page.locator(part).first.evaluate(BOX)["right"] <= right + 0.5, part
    tops = {button.evaluate(BOX)["top"] for button in page.locator("#undo, #erase").all()}
    assert len(tops) == 1
    for place in ("play", "set"):
        page.click(f"#show-{place}")
        assert page.evaluate(IS_BROKEN) == []


def test_the_page_can_be_enlarged_four_times(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 320, "height": 256})  # of 1280 by 1024, see WCAG 1.4.10
    open_puzzle(page)
    assert not page.evaluate(IS_WIDER)
    digit = page.locator("#digits button >> nth=0").evaluate(BOX)
    assert digit["width"] >= 24


def test_a_pattern_comes_in_sight_when_it_is_asked_for(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 844, "height": 390})
    page.click("#show-set")
    page.click("#generate")
    page.check("#generate-drawn")
    last = page.locator("#generate-pattern button >> nth=80")
    buttons = page.locator("#generate-cancel")
    assert last.evaluate(BOX)["bottom"] <= buttons.evaluate(BOX)["top"]


def test_an_empty_list_offers_only_what_can_be_done(page: Page) -> None:
    page.click("#show-list")
    shown = page.locator("#list-page button:visible").all_inner_texts()
    assert shown == ["Open a file…", "Generate…", "Try a sample"]
    paste(page, f"{PUZZLE}\n{SEVERAL}\n")
    page.wait_for_selector("#list-save:not([disabled])")
    assert page.locator("#list-rate").is_visible()


def test_the_parts_of_a_place_have_names_that_say_what_is_in_them(page: Page) -> None:
    open_puzzle(page)
    for region, button in (
        ("Hints and puzzles", "All steps"),
        ("Entry", "Hint"),
    ):
        part = page.get_by_role("region", name=region, exact=True)
        assert part.get_by_role("button", name=button, exact=True).count() == 1
