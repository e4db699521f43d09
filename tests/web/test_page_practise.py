"""A technique is practised, in Chromium: found by the player, by a hint, or given up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from web_page import PUZZLE, by_axe, label, open_puzzle, press, says
from web_server import ask

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.slow


def practise(page: Page, technique: str) -> dict[str, Any]:
    """Ask for a position, and return the step to find."""
    page.click("#practise")
    page.wait_for_selector(f"#practise-technique option[value={technique}]", state="attached")
    page.select_option("#practise-technique", technique)
    with page.expect_response("**/practise") as response:
        page.click("#practise-now")
    found = response.value.json()
    page.wait_for_selector("[data-tool=another]")
    known = {name: found[name] for name in ("puzzle", "digits", "candidates")}
    server = page.url.rstrip("/")
    step: dict[str, Any] = ask(server, "hint", **known)["step"]
    assert step["technique"] == technique
    return step


def strike(page: Page, elimination: str) -> None:
    """Strike the first candidate of an elimination such as r1c2-34."""
    cell, digits = elimination.split("-")
    row, column = map(int, cell[1:].split("c"))
    page.click(f".cell >> nth={9 * row + column - 10}")
    page.keyboard.press(digits[0])


@pytest.mark.of_server("it holds up its requests")
def test_a_technique_is_found_by_the_player(page: Page) -> None:
    open_puzzle(page)
    step = practise(page, "naked-pair")
    says(page, "Find the naked pair")
    blank = next(cell for cell in range(81) if "marks" in label(page, cell))
    page.click(f".cell >> nth={blank}")
    page.keyboard.press("Control+Shift+Digit1")  # a colour finds nothing
    says(page, "Find the naked pair")
    strike(page, step["eliminations"][0])
    says(page, "Found!")
    assert page.locator("#across .stroke").count() > 0
    assert by_axe(page) == []
    page.click("[data-tool=another]")
    says(page, "Find the naked pair")


@pytest.mark.of_server("it holds up its requests")
def test_a_digit_that_a_single_places_is_found_too(page: Page) -> None:
    step = practise(page, "hidden-single")
    strike(page, step["placements"][0].replace("=", "-"))
    says(page, "Found!")


@pytest.mark.of_server("it holds up its requests")
def test_a_hint_that_does_the_step_ends_the_practice(page: Page) -> None:
    practise(page, "pointing")
    page.keyboard.press("Escape")
    for _ in range(3):
        page.click("#hint")
    page.click("[data-tool=applyStep]")
    page.keyboard.press("Control+Shift+Digit1")
    page.wait_for_selector("[data-tool=nextHint]", state="detached")
    assert "Found" not in page.inner_text("#answer")
    press(page, "show-set")
    open_puzzle(page, PUZZLE)
    assert page.locator("[data-tool=another]").count() == 0


@pytest.mark.of_server("it holds up its requests")
def test_what_is_too_rare_is_said_to_be(page: Page) -> None:
    def give_up_soon(route: Route) -> None:
        route.continue_(post_data={**(route.request.post_data_json or {}), "time_limit": 0.05})

    page.route("**/practise", give_up_soon)
    page.click("#practise")
    page.wait_for_selector("#practise-technique option[value=sk-loop]", state="attached")
    page.select_option("#practise-technique", "sk-loop")
    page.click("#practise-now")
    says(page, "No position found in time")
    page.click("[data-tool=tryAgain]")
    says(page, "No position found in time")


@pytest.mark.of_server("it holds up its requests")
def test_without_the_server_the_form_says_so(page: Page) -> None:
    page.route("**/api/**", lambda route: route.abort())
    page.click("#practise")
    page.wait_for_selector("#practise-error >> text=The server cannot be reached")
    assert page.locator("#practise-now").is_disabled()
    page.unroute("**/api/**")
    page.keyboard.press("Escape")
    page.click("#practise")
    page.wait_for_selector("#practise-technique option[value=x-wing]", state="attached")
    assert page.locator("#practise-now").is_enabled()
