"""The page does what it promises, in Chromium: by keys, by mouse, by touch, and for everyone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import lowbit
from web_page import (
    DROP,
    PUZZLE,
    READY,
    SEVERAL,
    SOLUTION,
    by_axe,
    choose,
    label,
    line,
    open_link,
    open_puzzle,
    paste,
    reach,
    reached,
    saved_list,
    says,
    wait_for_line,
    wait_until,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web_page import NewPage

pytestmark = pytest.mark.slow  # test_page_smoke.py is what make test runs of it

ROOT = Path(__file__).parents[2]
CLIPBOARD = """isRefused => {
    navigator.clipboard.writeText = async text => {
        if (isRefused) throw new DOMException("refused", "NotAllowedError");
        self.copied = text;
    };
}"""


def test_a_puzzle_is_entered_by_keys_and_solved_and_undone(page: Page) -> None:
    for character in PUZZLE:
        page.keyboard.press(character if character != "." else "Space")
    assert line(page) == PUZZLE
    assert page.locator(".cell.given").count() == 24
    reach(page, "solve")
    says(page, "One solution")
    assert line(page) == SOLUTION
    page.keyboard.press("Control+z")
    assert line(page) == PUZZLE
    for _ in range(24):
        page.click("#undo")
    assert line(page) == "." * 81
    assert page.locator("#undo").is_disabled()
    for _ in range(25):
        page.keyboard.press("Control+y")
    assert line(page) == SOLUTION


@pytest.mark.parametrize("name", ["board", "pencilmarks", "euler96", "pyramid", "csv", "zeros"])
def test_a_puzzle_is_pasted_in_any_format(page: Page, name: str) -> None:
    grid = lowbit.Grid(PUZZLE)
    rows = [PUZZLE[at : at + 9].replace(".", "0") for at in range(0, 81, 9)]
    paste(
        page,
        {
            "board": str(grid),
            "pencilmarks": grid.to_pencilmarks(),
            "euler96": "\n".join(["Grid 01", *rows]),
            "pyramid": "\n".join(" ".join(row) for row in rows),
            "csv": f"puzzle,solution\n{PUZZLE},{SOLUTION}\n",
            "zeros": PUZZLE.replace(".", "0"),
        }[name],
    )
    wait_for_line(page, PUZZLE)


def test_what_is_no_puzzle_is_reported_in_the_words_of_the_library(page: Page) -> None:
    paste(page, PUZZLE[:-1] + "%")
    says(page, "No Sudoku found here")
    says(page, "nine rows")
    page.click("#answer summary")
    says(page, "'%' is not a digit or blank")
    choose(page, "open")
    page.fill("#open-text", "acwing")
    page.click("#open-now")
    page.wait_for_selector("#open-error >> text=No Sudoku found here")


def test_marks_and_candidates(page: Page) -> None:
    open_puzzle(page)
    page.click(".cell >> nth=1")
    page.keyboard.press("Shift+Digit3")
    page.keyboard.press("Shift+Digit5")
    assert label(page, 1).endswith("marks 3 5")
    page.click(".cell >> nth=2")
    page.keyboard.press("3")
    assert label(page, 1).endswith("marks 5")
    page.click("#auto")
    grid = lowbit.Grid(line(page))
    for cell in (1, 3, 40, 80):
        marks = " ".join(map(str, grid.candidates_of(cell)))
        assert label(page, cell).endswith(marks)


def test_several_cells_are_selected_by_keys_mouse_and_control(page: Page) -> None:
    def selected() -> int:
        return int(page.locator(".cell[aria-selected=true]").count())

    page.focus(".cell[tabindex='0']")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    assert selected() == 3
    page.keyboard.press("5")
    assert line(page).count("5") == 3
    page.click(".cell >> nth=40")
    page.click(".cell >> nth=50", modifiers=["Control"])
    assert selected() == 2
    page.hover(".cell >> nth=60")
    page.mouse.down()
    for cell in (61, 62, 71):
        page.hover(f".cell >> nth={cell}", force=True)
    page.mouse.up()
    assert selected() == 4
    page.keyboard.press("Control+a")
    assert selected() == 81


def test_clashes_show_at_once_and_solve_names_them(page: Page) -> None:
    open_puzzle(page)
    page.click(".cell >> nth=1")
    page.keyboard.press("6")
    assert page.locator(".cell.clash").count() == 2
    assert "two 6s in row 1" in page.inner_text("#clashes")
    reach(page, "solve")
    says(page, "No solution")
    page.click("text=two 6s in row 1: r1c1 and r1c2")
    assert page.locator(".cell.pointed").count() == 2


def test_solutions_are_counted_and_leafed_through(page: Page) -> None:
    open_puzzle(page, SEVERAL)
    reach(page, "count")
    says(page, "254")
    page.click("[data-tool=leaf]")
    first, second = (grid.to_line() for grid in lowbit.solutions(SEVERAL, limit=2))
    wait_for_line(page, first)
    says(page, "Solution 1 of 254")
    page.click("[data-tool=next]")
    wait_for_line(page, second)
    page.click("[data-tool=previous]")
    wait_for_line(page, first)
    page.keyboard.press("Control+z")
    wait_for_line(page, SEVERAL)


def test_the_best_completion_is_found_with_its_weights_as_a_heat_map(page: Page) -> None:
    paste(page, (ROOT / "examples/pyramid3.txt").read_text(encoding="utf-8"))
    page.wait_for_selector(".cell.given")
    reach(page, "maximize")
    page.click("#maximize-now")
    says(page, "Proven: no score is higher.")
    assert page.locator(".figures dd").all_inner_texts() == ["2,864", "2,864", "0"]
    assert page.locator(".weight").all_inner_texts()[40] == "10"
    assert lowbit.Grid("".join(re.findall(r"\d", line(page)))).is_solved
    page.click("#hide-heat")
    assert page.locator(".weight").count() == 0


def test_maximising_tells_how_far_it_is_and_stops(page: Page) -> None:
    choose(page, "open")
    page.fill("#geometry", "9x9+diagonals")
    page.click("#open-now")
    page.wait_for_selector(".cell.extra")
    reach(page, "maximize")
    page.click("#maximize-now")
    says(page, "Searching for more")
    stop = page.wait_for_selector("[data-tool=stop]")
    page.wait_for_function("() => document.querySelectorAll('.figures dd')[2]?.textContent > '0'")
    assert stop
    assert stop.evaluate("button => button.isConnected")  # or a click that was begun would be lost
    stop.click()
    says(page, "Stopped")
    assert page.locator(".cell.solved").count() == 81


def test_a_link_is_copied_by_one_click_or_shown_where_that_is_refused(page: Page) -> None:
    open_puzzle(page)
    page.evaluate(CLIPBOARD, True)  # noqa: FBT003 - the script's argument
    choose(page, "copy-link")
    page.wait_for_selector("#share-dialog[open]")
    assert "#" in page.input_value("#share-link")
    page.keyboard.press("Escape")
    page.evaluate(CLIPBOARD, False)  # noqa: FBT003 - the script's argument
    choose(page, "copy-link")
    page.wait_for_selector("#toast >> text=Link copied: it opens the board as it is now")
    assert page.locator("#share-dialog").is_hidden()
    choose(page, "clear")
    wait_for_line(page, "." * 81)
    open_link(page, page.evaluate("copied"))
    wait_for_line(page, PUZZLE)


def test_a_link_opens_all_that_was_on_the_board(page: Page, new_page: NewPage) -> None:
    open_puzzle(page)
    page.click(".cell >> nth=1")
    page.keyboard.press("9")
    page.click(".cell >> nth=2")
    page.keyboard.press("Shift+Digit7")
    page.click("#auto")
    choose(page, "share")
    page.wait_for_selector("#share-dialog[open]")
    link = page.input_value("#share-link")
    page.keyboard.press("Escape")
    labels = "() => [...document.querySelectorAll('.cell')].map(cell => cell.ariaLabel)"
    other = new_page(link[link.index("/#") :])
    assert other.evaluate(labels) == page.evaluate(labels)
    other.click("#auto")
    assert label(other, 2).endswith("marks 7")


def test_a_link_that_is_damaged_is_reported(new_page: NewPage) -> None:
    says(new_page("/#notalink"), "This is not a puzzle")


@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_a_file_of_many_lines_is_a_list(page: Page, tmp_path: Path) -> None:
    n = 5_000
    odd = {7: "." * 81, 3_333: "11" + "." * 79, 4_999: "no puzzle"}
    text = "".join(f"{odd.get(number, PUZZLE)}\n" for number in range(1, n + 1))
    file = tmp_path / "many.txt"
    file.write_text(text)
    page.set_input_files("#file", file)
    page.wait_for_selector("#list-save:not([disabled])")
    counts = [
        int(text.replace(",", "")) for text in page.locator("#list-filters b").all_inner_texts()
    ]
    assert counts[:5] == [n, n - 3, 1, 1, 1]
    assert page.locator(".list-row").count() < 60
    page.focus("#rows")
    page.keyboard.press("End")
    page.wait_for_selector(".list-row.current >> text=5000")
    download = saved_list(page, "solved")
    page.click("#list-filters >> text=no solution")
    page.wait_for_selector(".list-row >> text=3333")
    result = Path(download.path()).read_text().splitlines()
    assert [result[0], len(result)] == [SOLUTION, n]
    assert result[4_998].startswith("no puzzle  # invalid: ")
    page.click(".list-row >> text=3333")
    wait_for_line(page, "11" + "." * 79)


def test_a_long_text_that_is_pasted_is_a_list(page: Page) -> None:
    paste(page, f"{PUZZLE}  # as it came\n" * 1000)
    page.wait_for_selector("#list-save:not([disabled])")
    assert page.locator("#list-filters b").all_inner_texts()[:2] == ["1,000", "1,000"]
    assert page.inner_text("#list-name") == "pasted text"


def test_pasted_lines_and_a_dropped_file_become_a_list(page: Page) -> None:
    paste(page, f"{PUZZLE}\n{SEVERAL}\n")
    page.wait_for_selector(".list-row >> text=several")
    page.evaluate(DROP, [(ROOT / "examples/fifty.txt").read_text(encoding="utf-8"), "fifty.txt"])
    page.wait_for_selector("#list-filters >> text=50")
    page.wait_for_selector("#list-save:not([disabled])")
    assert page.inner_text("#list-name") == "fifty.txt"


@pytest.mark.of_server("it imports a module, which the page has bundled")
def test_chinese(page: Page, new_page: NewPage) -> None:
    english = page.evaluate("async () => (await import('/words/en.js')).ENGLISH")
    chinese = page.evaluate("async () => (await import('/words/zh.js')).CHINESE")
    assert chinese.keys() == english.keys()
    for key, text in english.items():
        assert sorted(re.findall(r"{\w+}", chinese[key])) == sorted(re.findall(r"{\w+}", text)), key
    page = new_page(locale="zh-CN")
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    open_puzzle(page)
    reach(page, "solve")
    says(page, "唯一解")
    choose(page, "language")
    says(page, "One solution")
    choose(page, "language")
    open_puzzle(page, "66" + PUZZLE[2:])
    reach(page, "solve")
    page.wait_for_selector("#answer-items >> text=第 1 行有两个 6")


def test_dark_follows_the_system_and_the_button(new_page: NewPage) -> None:
    page = new_page(color_scheme="dark")
    background = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(background)
    choose(page, "theme")
    light = page.evaluate(background)
    assert sum(map(int, re.findall(r"\d+", light))) > 600 > sum(map(int, re.findall(r"\d+", dark)))
    page.reload()
    page.wait_for_selector(READY)
    assert page.evaluate(background) == light


@pytest.mark.of_chromium("Firefox cannot be tapped")
def test_a_phone(new_page: NewPage) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    page = new_page(**phone)
    open_puzzle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator(".cell >> nth=1").tap()
    page.locator("#digits button >> nth=8").tap()
    assert line(page)[1] == "9"
    page.locator("#undo").tap()
    assert line(page) == PUZZLE
    page.locator("#show-list").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = "[...document.querySelectorAll('button')].filter(button => button.offsetParent &&\
        Math.min(button.offsetWidth, button.offsetHeight) < 24).length"
    assert page.evaluate(small) == 0  # WCAG 2.5.8


def test_the_page_works_without_its_server_once_it_was_loaded(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready")
    wait_until(page, lambda: page.evaluate("async () => Boolean(await caches.match('icon.svg'))"))
    page.reload()
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(READY)
    open_puzzle(page)
    page.context.set_offline(False)


@pytest.mark.of_server("the whole engine is loaded into a tab")
def test_what_is_loaded_is_small_and_one_file(new_page: NewPage) -> None:
    page = new_page()
    page.wait_for_load_state()
    entries = page.evaluate(
        "performance.getEntries().filter(entry => entry.transferSize !== undefined)"
        ".map(entry => [new URL(entry.name).pathname, entry.encodedBodySize])"
    )
    assert sum(size for _, size in entries) < 200_000
    assert {name for name, _ in entries} <= {"/", "/icon.svg", "/app.webmanifest"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(new_page: NewPage, scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    open_puzzle(page)
    page.click("#auto")
    page.click(".cell >> nth=1")
    page.keyboard.press("6")
    reach(page, "solve")
    says(page, "two 6s in row 1")
    assert by_axe(page) == []
    page.click("#undo")
    reach(page, "maximize")
    assert by_axe(page) == []
    page.click("#maximize-now")
    says(page, "Proven")
    assert by_axe(page) == []
    for name in ("open", "share", "help"):
        choose(page, name)
        page.wait_for_selector(f"#{name}-dialog[open]")
        assert by_axe(page) == []
        page.keyboard.press("Escape")
    paste(page, f"{PUZZLE}\n{SEVERAL}\n11{PUZZLE[2:]}\n")
    page.wait_for_selector(".list-row >> text=several")
    assert by_axe(page) == []


def test_everything_is_reached_by_keys_alone(page: Page) -> None:
    always = ("skip", "show-list", "language", "theme", "cell", "open")
    assert {*always, "daily", "by-hand", "paste"} <= reached(page)
    open_puzzle(page)
    assert {*always, "hint", "erase", "share", "new-puzzle"} <= reached(page)
