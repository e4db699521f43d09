"""The static page answers by itself, in Chromium: offline, for a list, and until it is stopped."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import lowbit
from lowbit.tab.answers import LIMITS
from lowbit.web.http.bundle import page_texts
from lowbit.web.site import build
from lowbit.web.site.build import write_site
from lowbit.web.site.fetching import Indexes
from lowbit.web.site.kernels import SEARCH
from lowbit.web.workers.questions import Asked, answer
from web_browser import context_of
from web_page import (
    PUZZLE,
    READY,
    SEVERAL,
    SOLUTION,
    line,
    open_link,
    open_puzzle,
    paste,
    press,
    reach,
    says,
    shared_link,
    through_dialog,
    wait_for_line,
    wait_until,
)
from web_site import BELOW, static_server, wanted_kernels

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.slow

NONE = PUZZLE.replace("6", "2")
MANY = 2000
"""More solutions than the plain search finds before it hands over to kernels."""

KEEPS_ALL = "async () => Boolean(await navigator.serviceWorker.ready)"
ASK_QUICK = """async (questions) => {
  const worker = new Worker("quick/worker.js", { type: "module" });
  const answers = [];
  for (const [path, body, query = ""] of questions) {
    worker.postMessage({ id: answers.length, path, query, body });
    const { data } = await new Promise((resolve) => (worker.onmessage = resolve));
    answers.push(data.text ?? null);
  }
  worker.terminate();
  return answers;
}"""
NEW_ONE_WAITS = "async () => Boolean((await navigator.serviceWorker.ready).waiting)"


def opened(context: BrowserContext, address: str) -> Page:
    """Return a page of the static site in a browser."""
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(READY)
    return page


@pytest.fixture(scope="module")
def static_page(browser: Browser, site: str) -> Iterator[Page]:
    """Return the static page, as it is on a second visit of whoever has been there before."""
    context = context_of(browser)
    first = opened(context, f"{site}/")
    assert first.evaluate(KEEPS_ALL)
    first.close()
    yield opened(context, f"{site}/")
    context.close()


@pytest.fixture
def page(static_page: Page, site: str) -> Iterator[Page]:
    """Return the page with nothing on it; whatever it complains of is an error."""
    complaints: list[str] = []
    static_page.evaluate("localStorage.clear(); sessionStorage.clear()")
    static_page.goto("about:blank")
    static_page.goto(f"{site}/")
    static_page.wait_for_selector(READY)
    static_page.on("pageerror", lambda error: complaints.append(str(error)))
    yield static_page
    assert [text for text in complaints if "KeyboardInterrupt" not in text] == []


def test_a_board_is_used_before_the_solver_is_there(browser: Browser, site: str) -> None:
    context = context_of(browser)
    page = opened(context, f"{site}/")
    page.keyboard.type("6")
    assert line(page)[0] == "6"
    assert page.locator("#loading").is_visible()
    paste(page, PUZZLE)
    page.click("#hint")
    says(page, "Look at")
    assert not page.locator("#loading").is_visible()
    assert page.evaluate(KEEPS_ALL)
    context.close()


def test_questions_are_answered(page: Page) -> None:
    assert page.evaluate("crossOriginIsolated")
    open_puzzle(page)
    page.click("#hint")
    says(page, "Look at")
    reach(page, "solve")
    says(page, "One solution")
    assert line(page) == SOLUTION
    page.click("#undo")
    page.wait_for_selector("#verdict:not(.waiting) >> text=One solution")


def test_a_stream_is_shown_as_it_comes(page: Page) -> None:
    open_puzzle(page, SEVERAL)
    press(page, "maximize")
    page.wait_for_selector(".weight")
    says(page, "Proven")


def test_a_question_that_takes_too_long_is_stopped(page: Page) -> None:
    through_dialog(page, "", "16x16")
    reach(page, "count")
    page.click("[data-tool=stop]")
    says(page, "Stopped")
    open_puzzle(page)
    reach(page, "solve")
    says(page, "One solution")


def test_a_page_is_reloaded_without_a_network(page: Page) -> None:
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(READY)
    open_puzzle(page)
    reach(page, "count")
    says(page, "1")
    page.context.set_offline(False)


def test_a_list_is_answered(page: Page) -> None:
    puzzles = lowbit.shuffle_many([PUZZLE] * 2000, seed=1).to_strings()
    paste(page, "\n".join([*puzzles, SEVERAL, "12"]))
    page.wait_for_selector("#list-filters >> text=2,000")


def test_a_link_holds_all_that_is_on_the_board(page: Page) -> None:
    open_puzzle(page)
    link = shared_link(page)
    assert f"/{BELOW}/#" in link
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    open_link(page, link)
    wait_for_line(page, PUZZLE)


def test_puzzles_are_solved_counted_and_listed_without_python(
    browser: Browser, built: dict[str, bytes], site: str
) -> None:
    if SEARCH not in built:
        pytest.skip("no kernels for browsers: there is no linker")
    context = context_of(browser)
    context.route("**/pyodide/**", lambda route: route.abort())
    page = opened(context, f"{site}/")
    open_puzzle(page)
    press(page, "solve")
    wait_for_line(page, SOLUTION)
    open_puzzle(page, SEVERAL)
    press(page, "count")
    says(page, str(lowbit.count_solutions(SEVERAL)))
    press(page, "solve")
    says(page, "Several solutions")
    open_puzzle(page, NONE)
    press(page, "solve")
    says(page, "two 2s in row 1")
    page.click("#undo")
    page.click("#show-set")
    page.wait_for_selector("#verdict:not(.waiting) >> text=One solution")
    paste(page, f"{PUZZLE}\n{SEVERAL}\n{NONE}")
    for counted in ("one solution1", "several1", "no solution1"):
        page.wait_for_selector(f"#list-filters >> text={counted}")
    context.close()


def quick_questions() -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the paths and bodies of questions that take the search of the classic board alone."""
    cut = [SEVERAL.replace(digit, ".") for digit in "1234"]
    for puzzle in (PUZZLE, SEVERAL, NONE, *cut, "1" * 9 + "." * 72, "." * 81):
        for name in ("solve", "solutions", "verdict"):
            yield name, {"puzzle": puzzle}
        yield "count", {"puzzle": puzzle, "limit": 1000}
        yield "candidates", {"puzzle": puzzle, "limit": 20}
    yield "solutions", {"puzzle": cut[0], "offset": MANY, "limit": 10}


def python_answers(name: str, body: dict[str, object]) -> str:
    """Return the answer to a question as Python gives it."""
    said: list[bytes] = []
    asked = Asked(json.dumps(body).encode(), LIMITS)
    answer(lambda answered: said.append(answered.content), name, asked)
    return b"".join(said).decode()


def test_the_quick_worker_answers_as_python_does(page: Page, built: dict[str, bytes]) -> None:
    if SEARCH not in built:
        pytest.skip("no kernels for browsers: there is no linker")
    questions = [(name, json.dumps(body)) for name, body in quick_questions()]
    given = page.evaluate(ASK_QUICK, questions)
    for (name, body), text in zip(quick_questions(), given, strict=True):
        assert (name, body, text) == (name, body, python_answers(name, body))


def test_the_quick_worker_leaves_to_python_what_takes_more(
    page: Page, built: dict[str, bytes]
) -> None:
    if SEARCH not in built:
        pytest.skip("no kernels for browsers: there is no linker")
    cage = {"type": "Cage", "cells": [0, 1], "total": 5}
    others: list[dict[str, object]] = [
        {"constraints": [cage]},
        {"geometry": "9x9+diagonals"},
        {"puzzle": "123456789" * 81},
        {"max_nodes": 3},
    ]
    questions = [("solve", json.dumps({"puzzle": PUZZLE, **other})) for other in others]
    assert page.evaluate(ASK_QUICK, questions) == [None] * len(others)
    listed = "geometry=9x9&solutions=false"
    wishes = ("", "&rules=explainer", "&measures=depth")
    batches = [("batch", PUZZLE, f"{listed}{wish}") for wish in wishes]
    solved = '{"line":1,"status":"unique"}\n'
    assert page.evaluate(ASK_QUICK, batches) == [solved, None, None]


def test_what_cannot_be_loaded_is_said_and_tried_again(browser: Browser, site: str) -> None:
    context = context_of(browser, service_workers="block")
    context.route("**/library.packed", lambda route: route.fulfill(body=b"no archive"))
    context.route("**/quick/worker.js", lambda route: route.abort())
    page = opened(context, f"{site}/")
    open_puzzle(page)
    press(page, "solve")
    says(page, "The solver cannot be loaded")
    context.unroute_all()
    press(page, "solve")
    wait_for_line(page, SOLUTION)
    context.close()


def test_a_board_is_shown_on_another_page(
    browser: Browser, built: dict[str, bytes], tmp_path: Path
) -> None:
    write_site(tmp_path / BELOW, built)
    script = f'<script type="module" src="{BELOW}/embed.js"></script>'
    board = f'<lowbit-sudoku puzzle="{PUZZLE}" hints="off"></lowbit-sudoku>'
    (tmp_path / "host.html").write_text(f"<!doctype html>{script}{board}", encoding="utf-8")
    context = context_of(browser)
    with static_server(tmp_path) as address:
        page = context.new_page()
        page.goto(f"{address}/host.html")
        frame = page.frame_locator("lowbit-sudoku iframe")
        frame.locator(READY).wait_for()
        assert frame.locator(".cell >> nth=0").inner_text() == "6"
        assert not frame.locator("#hint").is_visible()
        assert frame.locator("#undo").is_visible()
        page.evaluate("document.querySelector('lowbit-sudoku').removeAttribute('hints')")
        frame.locator("#hint").wait_for(state="visible")
        assert not frame.locator(".bar").is_visible()
    context.close()


def test_a_new_version_is_fetched_whole_and_used_at_the_next_opening(
    browser: Browser,
    pytestconfig: pytest.Config,
    built: dict[str, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = page_texts()
    texts["index.html"] = texts["index.html"].replace("<html", '<html id="newer"')
    monkeypatch.setattr(build, "page_texts", lambda: texts)
    wanted = wanted_kernels(pytestconfig)  # those that are compiled already
    newer = build.site_files(Indexes.of(None, None, is_offline=True), print, wanted)
    write_site(tmp_path / BELOW, built)
    context = context_of(browser)
    with static_server(tmp_path) as address:
        page = opened(context, f"{address}/{BELOW}/")
        assert page.evaluate(KEEPS_ALL)
        write_site(tmp_path / BELOW, newer)
        page.reload()
        wait_until(page, lambda: page.evaluate(NEW_ONE_WAITS))
        assert page.locator("#newer").count() == 0
        page.close()
        page = opened(context, f"{address}/{BELOW}/")
        wait_until(page, lambda: len(page.evaluate("caches.keys()")) == 1)
        assert page.locator("#newer").count() == 1
    context.close()
