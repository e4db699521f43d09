"""Whoever sets a puzzle sees what it is while it changes, in Chromium."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

import lowbit
from web_page import (
    PUZZLE,
    SEVERAL,
    by_axe,
    choose,
    label,
    open_puzzle,
    paste,
    says,
    wait_for_line,
    wait_until,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from web_page import NewPage

UNCLEAR = "." + PUZZLE[1:]
TITLES = "marks => marks.map(mark => mark.title)"


def give_up_at_once(route: Route) -> None:
    """Send a request on with a limit of its own."""
    route.continue_(post_data={**(route.request.post_data_json or {}), "max_nodes": 1})


def verdict(page: Page, title: str) -> None:
    """Wait for a verdict."""
    page.wait_for_selector(f"#verdict:not(.waiting) >> #verdict-title >> text={title}")


def test_the_verdict_follows_what_is_typed(page: Page) -> None:
    page.click("#show-set")
    verdict(page, "No givens yet")
    open_puzzle(page, UNCLEAR)
    verdict(page, f"{lowbit.count_solutions(UNCLEAR)} solutions")
    page.click("#true-candidates")
    truth = lowbit.true_candidates(UNCLEAR)
    expected = " ".join(map(str, truth.candidates_of(0)))
    page.wait_for_selector("#counts-cell >> text=Solutions at r1c1")
    counts = [str(n) for n in lowbit.candidate_counts(UNCLEAR)[0] if n]
    told = f"marks {expected}, in {' '.join(counts)} solutions"
    assert label(page, 0) == f"row 1, column 1, {told}"
    cells, deciding = lowbit.ambiguity(UNCLEAR)
    assert page.locator(".deciding").count() == len(deciding)
    page.click("#verdict-show")
    assert page.locator(".cell.pointed").count() == len(cells)
    page.click(".cell >> nth=0")
    page.keyboard.press("6")
    verdict(page, "One solution")
    assert "2 givens can be removed" in page.inner_text("#verdict")
    page.keyboard.press("2")
    verdict(page, "No solution")
    assert page.locator("#true-candidates").is_disabled()


@pytest.mark.slow
def test_how_many_solutions_have_a_candidate_is_shown_of_the_cell_of_the_cursor(
    page: Page,
) -> None:
    page.click("#show-set")
    open_puzzle(page, SEVERAL)
    verdict(page, "254 solutions")
    page.focus("#true-candidates")
    page.keyboard.press("Enter")
    page.wait_for_selector(".board .count-4")
    counts = lowbit.candidate_counts(SEVERAL, limit=1000)
    levels = [(counts >= least).sum() for least in (1, 2, 10, 100, 1000, 10**6)]
    for at in range(5):  # the colours of all candidates in open cells
        n_givens = 81 - SEVERAL.count(".") if at == 3 else 0  # in all 254
        n = levels[at] - levels[at + 1] - n_givens
        assert page.locator(f".board .count-{at + 1}").count() == n
    page.click(".cell >> nth=0")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    found = [f"{digit}: {n}" for digit, n in enumerate(counts[10].tolist(), 1) if n]
    assert page.locator("#counts-cell span").all_inner_texts() == found
    hovered = page.locator(".cell >> nth=10").locator("[title]").evaluate_all(TITLES)
    assert hovered == [f"{each} solutions" for each in found]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#counts-cell >> text=Select an open cell")
    assert by_axe(page) == []
    page.click("#show-play")
    assert page.locator(".marks").count() == 0


@pytest.mark.slow
@pytest.mark.of_server("it holds up its requests")
def test_no_answer_is_painted_on_another_puzzle(page: Page) -> None:
    page.click("#show-set")
    open_puzzle(page, UNCLEAR)
    verdict(page, "solutions")
    page.click("#true-candidates")
    page.wait_for_selector(".marks [class*=count-]")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if len(held) < 2:
            held.append(route)
        else:
            route.continue_()

    for name in ("verdict", "candidates"):
        page.route(f"**/api/v1/{name}", hold)
    page.click(".cell >> nth=0")
    page.keyboard.press("Delete")
    page.keyboard.press("6")
    assert page.locator(".marks").count() == 0
    wait_until(page, lambda: len(held) == 2)
    open_puzzle(page, SEVERAL)
    verdict(page, "254 solutions")
    page.wait_for_selector(".board .count-4")
    shown = page.inner_text("#board")
    for route in held:
        with suppress(Exception):  # the page has left these
            route.continue_()
    page.wait_for_timeout(500)
    assert page.inner_text("#board") == shown


@pytest.mark.slow
@pytest.mark.of_server("it holds up its requests")
@pytest.mark.of_chromium("Firefox does not tell what is asked")
def test_a_count_that_is_ended_leaves_the_candidates(page: Page) -> None:
    page.route("**/api/v1/candidates", give_up_at_once)
    page.click("#show-set")
    open_puzzle(page, UNCLEAR)
    verdict(page, "solutions")
    page.click("#true-candidates")
    page.wait_for_selector("#counts-cell >> text=the node limit ended the search")
    page.wait_for_selector(".marks .deciding")
    assert page.locator(".board [class*=count-]").count() == 0
    choose(page, "language")
    page.wait_for_selector("#counts-cell >> text=时间或步数达到限制")
    page.unroute("**/api/v1/candidates")
    page.route("**/api/v1/candidates", lambda route: route.abort())
    choose(page, "language")
    page.wait_for_selector("#counts-cell >> text=The server cannot be reached")


@pytest.mark.slow
def test_other_boards_have_verdicts_and_no_rating(page: Page) -> None:
    page.click("#show-set")
    choose(page, "open")
    page.fill("#open-text", "1... ...2 3... ...4")
    page.fill("#geometry", "4x4")
    page.click("#open-now")
    verdict(page, "One solution")
    assert page.inner_text("#rating") == ""
    page.click("#show-play")
    assert page.locator("#verdict").is_hidden()
    assert page.locator(".marks").count() == 0


@pytest.mark.slow
def test_the_verdict_is_reached_by_keys_and_read(new_page: NewPage) -> None:
    page = new_page(locale="zh-CN")
    page.click("#show-set")
    open_puzzle(page, SEVERAL)
    verdict(page, "254 个解")
    assert page.inner_text("#say") == "254 个解"
    page.focus("#true-candidates")
    page.keyboard.press("Enter")
    page.wait_for_selector("#true-candidates[aria-pressed=true]")
    page.wait_for_selector(".marks")
    assert by_axe(page) == []


# How hard it is.


def test_how_hard_a_puzzle_is_stands_below_the_board(page: Page) -> None:
    open_puzzle(page)
    page.wait_for_selector("#rating >> text=Medium · ER 2.6")
    choose(page, "language")
    page.wait_for_selector("#rating >> text=中等 · ER 2.6")
    page.click("#show-set")
    page.wait_for_selector("#rating-details >> text=评为")
    page.click("#measure")
    says(page, "推出矛盾只需不超过 1 步")
    choose(page, "language")
    says(page, "Trial and error: depth 1")
    choose(page, "clear")
    assert page.is_disabled("#measure")
    page.wait_for_function("() => document.getElementById('rating').textContent === ''")


@pytest.mark.slow
def test_a_puzzle_that_is_none_is_said_to_be_none_where_it_is_played(page: Page) -> None:
    open_puzzle(page, SEVERAL)
    page.wait_for_selector("#rating >> text=Several solutions")
    paste(page, "66" + PUZZLE[2:])
    page.wait_for_selector("#rating.clashes >> text=No solution")


@pytest.mark.slow
@pytest.mark.of_server("it holds up its requests")
def test_without_the_server_nothing_is_said_of_the_puzzle(page: Page) -> None:
    page.route("**/api/**", lambda route: route.abort())
    open_puzzle(page)
    page.click("#show-set")
    page.click(".cell >> nth=1")
    page.keyboard.press("9")
    verdict(page, "No verdict")
    wait_for_line(page, PUZZLE[0] + "9" + PUZZLE[2:])
    assert page.inner_text("#rating") == ""
    page.unroute("**/api/**")
    page.keyboard.press("Control+z")
    verdict(page, "One solution")
    page.click("#solve")
    says(page, "One solution")


@pytest.mark.slow
def test_reasons_are_told_in_the_language_of_the_page(new_page: NewPage) -> None:
    page = new_page(locale="zh-CN")
    open_puzzle(page, SEVERAL)
    page.click("#show-set")
    for button, text in (
        ("solve", "可以是"),
        ("minimize", "需要有唯一解"),
    ):
        page.click("#undo")
        open_puzzle(page, SEVERAL)
        page.click(f"#{button}")
        says(page, text)
        assert "solution" not in page.inner_text("#answer")


@pytest.mark.slow
@pytest.mark.of_server("it holds up its requests")
def test_a_server_that_is_not_ready_yet_is_waited_for(page: Page) -> None:
    def not_ready(route: Route) -> None:
        problem = {"type": "urn:lowbit:not-ready", "status": 503, "detail": "being prepared"}
        route.fulfill(status=503, json=problem | {"compiled": 6, "kernels": 44})

    for name in ("verdict", "rate", "solve"):
        page.route(f"**/api/v1/{name}", not_ready)
    page.click("#show-set")
    open_puzzle(page, PUZZLE)
    verdict(page, "Not ready yet")
    page.wait_for_selector("#verdict-text >> text=kernel 7 of 44")
    page.wait_for_selector("#rating >> text=in preparation")
    page.click("#solve")
    says(page, "kernel 7 of 44")
    for name in ("verdict", "rate", "solve"):
        page.unroute(f"**/api/v1/{name}")
    says(page, "One solution")
    verdict(page, "One solution")
    page.wait_for_selector("#rating >> text=ER")
