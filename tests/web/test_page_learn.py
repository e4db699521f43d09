"""A technique is learned, in Chromium: its lesson is read, and it is found on the board, or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from lowbit.techniques.lessons import lesson
from web_page import PUZZLE, READY, by_axe, choose, label, open_puzzle, press, says
from web_server import ask

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from web_page import NewPage

pytestmark = pytest.mark.slow


def learn(page: Page, technique: str) -> None:
    """Open the lesson on a technique."""
    choose(page, "learn")
    page.click(f".lessons button:has-text('{technique}') >> nth=0")
    page.wait_for_selector(".lesson section")


def practise(page: Page, technique: str) -> dict[str, Any]:
    """Go to the first position of a lesson, and return the step to find."""
    learn(page, technique)
    page.click(".lesson section button:has-text('Position 1')")
    page.wait_for_selector("[data-tool=toLesson]")
    slug = technique.lower().replace(" ", "-")
    return step_in(page, ask(server_of(page), "practise", technique=slug, number=1), technique)


def practise_new(page: Page, technique: str) -> dict[str, Any]:
    """Go to a new position, and return the step to find."""
    found: dict[str, Any] = {}

    def keep(route: Route) -> None:  # the browser may forget an answer
        response = route.fetch()
        found.update(response.json())
        route.fulfill(response=response)

    learn(page, technique)
    page.route("**/practise", keep)
    page.click(".lesson section button:has-text('A new one')")
    page.wait_for_selector("[data-tool=toLesson]")
    page.unroute("**/practise")
    return step_in(page, found, technique)


def step_in(page: Page, found: dict[str, Any], technique: str) -> dict[str, Any]:
    """Return the next step in a position for practice, which is of the technique."""
    known = {name: found[name] for name in ("puzzle", "digits", "candidates")}
    step: dict[str, Any] = ask(server_of(page), "hint", **known)["step"]
    assert step["name"] == technique.lower()
    return step


def server_of(page: Page) -> str:
    """Return the address of a page's server."""
    return page.url.split("#")[0].rstrip("/")


def strike(page: Page, elimination: str) -> None:
    """Strike the first candidate of an elimination such as r1c2-34."""
    cell, digits = elimination.split("-")
    row, column = map(int, cell[1:].split("c"))
    page.click(f".cell >> nth={9 * row + column - 10}")
    page.keyboard.press(digits[0])


@pytest.mark.of_server("it asks the server, too")
def test_a_technique_is_found_by_the_player_and_progress_is_kept(page: Page) -> None:
    open_puzzle(page)
    step = practise(page, "Naked pair")
    says(page, "Find the naked pair")
    blank = next(cell for cell in range(81) if "marks" in label(page, cell))
    page.click(f".cell >> nth={blank}")
    page.keyboard.press("Control+Shift+Digit1")  # a colour finds nothing
    says(page, "Find the naked pair")
    strike(page, step["eliminations"][0])
    says(page, "Found!")
    assert page.locator("#across .stroke").count() > 0
    assert by_axe(page) == []
    page.click("[data-tool=nextPosition]")
    says(page, "Find the naked pair")
    page.reload()
    page.wait_for_selector(READY)
    choose(page, "learn")
    page.wait_for_selector("text=1 of 79 lessons read, 1 of 213 positions solved.")
    page.click("[aria-label='Naked pair: read, 1 of 3 positions solved']")
    page.wait_for_selector("text=✓ Position 1")
    page.click("#learn-all")
    page.click("#learn-reset")
    page.wait_for_selector("text=0 of 79 lessons read, 0 of 213 positions solved.")
    page.click(".lessons button:has-text('Rule of 45')")
    page.wait_for_selector(".lesson img")
    assert page.locator(".lesson section").count() == 0  # nothing to practise it in
    page.click("#learn-all")
    page.wait_for_selector("text=1 of 79 lessons read, 0 of 213 positions solved.")
    assert page.locator("[aria-label='Rule of 45: read']").count() == 1


@pytest.mark.of_server("it holds up its requests")
@pytest.mark.of_chromium("Firefox takes no answer of a test")
def test_a_digit_that_a_single_places_is_found_too(page: Page) -> None:
    step = practise_new(page, "Hidden single")
    strike(page, step["placements"][0].replace("=", "-"))
    says(page, "Found!")


@pytest.mark.of_server("it asks the server, too")
def test_a_hint_that_does_the_step_ends_the_practice(page: Page) -> None:
    practise(page, "Pointing")
    page.keyboard.press("Escape")
    for _ in range(3):
        page.click("#hint")
    page.click("[data-tool=applyStep]")
    page.keyboard.press("Control+Shift+Digit1")
    page.wait_for_selector("[data-tool=nextHint]", state="detached")
    assert "Found" not in page.inner_text("#answer")
    choose(page, "learn")
    page.wait_for_selector("text=1 of 79 lessons read, 0 of 213 positions solved.")
    page.keyboard.press("Escape")
    press(page, "show-set")
    open_puzzle(page, PUZZLE)
    assert page.locator("[data-tool=toLesson]").count() == 0


@pytest.mark.of_server("it holds up its requests")
@pytest.mark.of_chromium("Firefox does not tell what is asked")
def test_what_takes_too_long_to_find_is_said_to(page: Page) -> None:
    def give_up_soon(route: Route) -> None:
        route.continue_(post_data={**(route.request.post_data_json or {}), "time_limit": 0.001})

    learn(page, "SK-loop")
    page.route("**/practise", give_up_soon)
    page.click("text=A new one")
    says(page, "No position found in time")
    page.click("[data-tool=tryAgain]")
    says(page, "No position found in time")


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_a_hint_leads_to_the_lesson_that_says_why(new_page: NewPage, locale: str) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, locale=locale, color_scheme="dark")
    open_puzzle(page)
    page.click("#hint")
    page.wait_for_selector("[data-tool=hintMore]")
    assert page.locator("[data-tool=why]").count() == 0  # it would tell the technique
    page.click("#hint")
    page.click("[data-tool=why]")
    page.wait_for_selector(".lesson img")
    told = lesson("hidden-single", locale[:2])
    assert told.says in page.inner_text("#learn-content")
    assert told.why in page.inner_text("#learn-content")
    page.wait_for_function("document.querySelector('.lesson img').naturalWidth > 0")
    assert by_axe(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-tool=hintMore]")
    page.click("#all-steps")
    page.click("#walk-why")
    page.wait_for_selector(".lesson img")


@pytest.mark.of_server("it holds up its requests")
def test_without_the_server_the_lessons_say_so(page: Page) -> None:
    page.route("**/api/**", lambda route: route.abort())
    choose(page, "learn")
    page.wait_for_selector("#learn-error >> text=The server cannot be reached")
    page.unroute("**/api/**")
    page.keyboard.press("Escape")
    learn(page, "X-wing")
