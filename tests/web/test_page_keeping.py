"""What was on the page comes back when it is loaded again, in Chromium, or from a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import lowbit
from web_page import (
    LINE,
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
    press,
    reach,
    says,
    shared_link,
    through_dialog,
    wait_for_line,
)

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from web_page import NewPage

pytestmark = pytest.mark.slow

OTHER = lowbit.shuffle(PUZZLE, seed=1).to_line()
IS_BOARD = "name => name.startsWith('board ')"
LABELS = "() => [...document.querySelectorAll('.cell')].map(cell => cell.ariaLabel)"


def reload(page: Page) -> None:
    page.reload()
    page.wait_for_selector(READY)


def enter(page: Page, cell: int, key: str) -> None:
    page.click(f".cell >> nth={cell}")
    page.keyboard.press(key)


def test_a_reload_brings_back_all_that_was_on_the_board(page: Page) -> None:
    open_puzzle(page)
    page.click(".cell >> nth=1")
    page.keyboard.press("9")
    page.click(".cell >> nth=2")
    page.keyboard.press("Shift+Digit7")
    page.keyboard.press("m")
    before = page.evaluate(LABELS)
    reload(page)
    assert page.evaluate(LABELS) == before
    assert label(page, 2).endswith("marks 7")
    assert "Enter a puzzle" not in page.inner_text("#answer")
    assert page.locator("[data-mode=corner]").get_attribute("aria-checked") == "true"
    assert page.locator("#undo").is_disabled()
    page.click("#auto")
    press(page, "maximize")
    says(page, "Proven")
    reload(page)
    assert page.locator("#auto").get_attribute("aria-pressed") == "true"
    assert page.locator(".weight").count() == 81


@pytest.mark.of_server("it holds up its requests")
def test_a_reload_brings_back_another_board_without_the_server(page: Page) -> None:
    through_dialog(page, "", "9x9+diagonals")
    page.wait_for_selector(".cell.extra")
    page.click(".cell >> nth=0")
    page.keyboard.press("5")
    page.keyboard.press("ArrowRight")
    page.route("**/api/**", lambda route: route.abort())
    reload(page)
    assert line(page) == "5" + "." * 80
    page.click(".cell >> nth=80")
    page.keyboard.press("5")
    assert page.locator(".cell.clash").count() == 2


def test_a_reload_brings_back_the_list(page: Page) -> None:
    paste(page, f"{PUZZLE}\n{SEVERAL}\n")
    page.wait_for_selector(".list-row >> text=several")
    reload(page)
    page.wait_for_selector(".list-row >> text=several")
    assert page.locator("#list-page").is_visible()
    page.click(".list-row >> nth=1")
    wait_for_line(page, SEVERAL)


def test_a_list_that_is_too_long_to_be_kept_is_reported(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text(f"{PUZZLE}\n" * 20_000)
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    reload(page)
    page.set_input_files("#file", file)
    page.wait_for_selector("#list-save:not([disabled])")
    reload(page)
    page.wait_for_selector("#list-note >> text=long.txt was too large")


def n_kept(page: Page, n: int) -> None:
    page.wait_for_function(f"() => Object.keys(localStorage).filter({IS_BOARD}).length === {n}")


def another_tab(page: Page) -> Page:
    other = page.context.new_page()
    other.goto(page.url.split("#")[0])
    other.wait_for_selector(READY)
    return other


def test_tabs_keep_their_own(page: Page) -> None:
    open_puzzle(page)
    n_kept(page, 1)
    other = another_tab(page)
    assert line(other) == PUZZLE
    open_puzzle(other, OTHER)
    reload(page)
    assert line(page) == PUZZLE
    reload(other)
    assert line(other) == OTHER


def test_no_tab_loses_the_board_of_another_and_each_can_be_taken_up(page: Page) -> None:
    open_puzzle(page)
    enter(page, 1, "9")
    n_kept(page, 1)
    other = another_tab(page)  # with the same board, with which each goes on
    enter(other, 2, "5")
    n_kept(page, 2)
    also = line(other)
    open_puzzle(other, OTHER)  # which leaves one
    enter(page, 8, "3")
    boards = {line(page), also, OTHER}
    reload(page)  # it keeps what it has
    page.close()
    reload(other)
    assert line(other) == OTHER
    choose(other, "clear")
    found = set()
    for _ in boards:
        choose(other, "shelf")
        assert other.locator("#shelf-others li").count() == 3
        other.click("#shelf-others .shelf-open >> nth=2")  # then it is the latest
        other.wait_for_selector(".cell.given")
        found.add(line(other))
        choose(other, "clear")
    assert found == boards
    other.click("#go-on")
    assert line(other) in boards


@pytest.mark.parametrize(
    "kept",
    ["nonsense", "{}", '{"version":2}', "null", '{"version":2,"geometry":"9x9","position":{}}'],
)
def test_what_was_kept_by_another_version_is_left_alone(page: Page, kept: str) -> None:
    page.evaluate(
        """kept => addEventListener("pagehide", () => {
            for (const name of ["state", "list", "board 1"]) {
                sessionStorage.setItem(name, kept);
                localStorage.setItem(name, kept);
            }
        })""",
        kept,
    )
    reload(page)
    assert line(page) == "." * 81
    open_puzzle(page)


def test_a_link_is_opened_over_what_was_kept_and_goes(page: Page) -> None:
    open_puzzle(page, SOLUTION)
    link = shared_link(page)
    open_puzzle(page)
    open_link(page, link)
    wait_for_line(page, SOLUTION)
    assert link not in page.url
    page.click("#undo")
    wait_for_line(page, PUZZLE)
    reload(page)
    assert line(page) == PUZZLE


def test_back_and_forward_lead_through_boards_places_and_lessons(
    page: Page, new_page: NewPage
) -> None:
    def is_at(hash_: str, shown: str) -> None:
        page.wait_for_function(f"hash => location.hash === hash && ({LINE})()", arg=hash_)
        wait_for_line(page, shown)

    open_puzzle(page)
    enter(page, 1, "9")
    played = line(page)
    page.click("#show-set")
    open_puzzle(page, OTHER)
    page.click("#show-list")
    page.wait_for_function("location.hash === '#list'")
    for hash_, shown in (
        (f"#set={OTHER}", OTHER),
        (f"#set={PUZZLE}", played),
        (f"#play={PUZZLE}", played),
        ("", "." * 81),
    ):
        page.go_back()
        is_at(hash_, shown)
    page.go_forward()
    is_at(f"#play={PUZZLE}", played)
    choose(page, "learn")
    page.click(".lessons button >> text=X-wing")
    page.wait_for_function("location.hash === '#learn=x-wing'")
    lesson = page.url
    page.go_back()
    page.wait_for_selector("[data-shows=list] .lessons")
    page.keyboard.press("Escape")
    is_at(f"#play={PUZZLE}", played)
    reload(page)
    is_at(f"#play={PUZZLE}", played)
    page.go_forward()
    page.wait_for_selector("#learn-dialog[open]")
    page.go_back()
    page.wait_for_selector("#learn-dialog", state="hidden")
    board = page.url
    other = new_page(board[board.rindex("/") :])
    assert line(other) == PUZZLE
    other.goto(lesson)
    other.wait_for_selector("#learn-title >> text=X-wing")
    other.keyboard.press("Escape")
    other.wait_for_function("hash => location.hash === hash", arg=f"#play={PUZZLE}")


OPEN_OLD = """async change => {
    const none = () => [...Array(81)].map(() => 0);
    const kinds = none().map(() => "given");
    const state = { version: 2, geometry: "9x9", mode: "mark",
        position: { digits: none(), kinds, marks: none(), struck: none(), allowed: null } };
    new Function("state", change)(state);
    const stream = new Blob([JSON.stringify(state)]).stream()
        .pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const text = btoa(String.fromCharCode(...bytes));
    location.hash = text.replace(/\\+/g, "-").replace(/\\//g, "_").replace(/=+$/, "");
}"""
"""Changes a state of version 2, and opens the link that holds it."""


def test_a_link_that_is_pasted_is_opened(page: Page) -> None:
    open_puzzle(page)
    link = shared_link(page)
    choose(page, "clear")
    paste(page, f" {link}\n")
    wait_for_line(page, PUZZLE)
    through_dialog(page, "")
    wait_for_line(page, "." * 81)
    through_dialog(page, link)
    wait_for_line(page, PUZZLE)


def test_a_link_of_the_version_before_is_opened(page: Page) -> None:
    change = """state.position.digits[0] = 5; state.position.marks[1] = 5;
        state.worth = [...Array(81)].map(() => [1, 2, 3, 4, 5, 6, 7, 8, 9])"""
    page.evaluate(OPEN_OLD, change)
    wait_for_line(page, "5" + "." * 80)
    assert label(page, 1).endswith("marks 1 3")
    assert page.locator(".weight").count() == 81
    assert page.locator("[data-mode=corner]").get_attribute("aria-checked") == "true"
    assert not shared_link(page).endswith("/")
    reload(page)
    assert line(page) == "5" + "." * 80


def test_a_link_whose_numbers_are_none_of_the_board_is_reported(page: Page) -> None:
    open_puzzle(page)
    for change in (
        "state.position.digits[3] = 10",
        "state.position.kinds[3] = 'other'",
        "state.position.marks[3] = 1 << 9",
        "state.position.allowed = [1]",
        "state.worth = [1]",
        "state.mode = 'other'",
        "state.version = 1",
        "state.version = 9",
        "delete state.position",
    ):
        reach(page, "count")
        page.wait_for_selector("[data-tool=leaf]")
        page.evaluate(OPEN_OLD, change)
        says(page, "This is not a puzzle")
        assert line(page) == PUZZLE


def test_boards_are_kept_under_names(page: Page) -> None:
    def keep(name: str) -> None:
        choose(page, "shelf")
        page.fill("#shelf-name", name)
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#shelf-list >> text={name}")
        page.keyboard.press("Escape")

    def take(name: str) -> None:
        choose(page, "shelf")
        page.click(f"#shelf-list >> text={name}")

    open_puzzle(page)
    page.click(".cell >> nth=1")
    page.keyboard.press("9")
    played = line(page)
    keep("On the train")
    through_dialog(page, "1" + "." * 15, "4x4")
    wait_for_line(page, "1" + "." * 15)
    keep("Small one")
    take("On the train")
    wait_for_line(page, played)
    assert label(page, 0).endswith("given 6")
    reload(page)
    take("Small one")
    wait_for_line(page, "1" + "." * 15)
    page.click(".cell >> nth=1")
    page.keyboard.press("2")
    keep("Small one")
    choose(page, "shelf")
    assert by_axe(page) == []
    facts = page.locator("#shelf-list li").all_inner_texts()
    assert [text.split("\n")[0] for text in facts] == ["Small one", "On the train"]
    page.click("#shelf-list li:first-child .icon")
    assert page.locator("#shelf-list li").count() == 1


def test_a_reload_brings_back_the_order_and_the_filter_of_the_list(page: Page) -> None:
    paste(page, f"{PUZZLE}\n{SEVERAL}\n{OTHER}\nno puzzle\n{SEVERAL}\n")
    page.wait_for_selector("#list-save:not([disabled])")
    page.click("#list-filters >> text=several")
    page.click("#table-head [data-column=line]")
    page.fill("#list-search", "..3..2.6")
    page.wait_for_function("() => sessionStorage.getItem('wish').includes('..3..2.6')")

    def shows(lines: str) -> None:
        page.wait_for_selector("#list-save:not([disabled])")
        page.wait_for_function(
            "(lines) => [...document.querySelectorAll('.list-row > :first-child')]"
            ".map((cell) => cell.innerText).join(' ') === lines",
            arg=lines,
        )

    shows("5 2")
    reload(page)
    shows("5 2")
    assert page.get_attribute("#list-filters >> text=several", "aria-pressed") == "true"
    assert page.input_value("#list-search") == "..3..2.6"
    paste(page, f"{PUZZLE}\n{SEVERAL}\n")  # another list has wishes of its own
    shows("1 2")
    page.evaluate("sessionStorage.setItem('wish', 'nonsense')")
    reload(page)
    shows("1 2")


FULL = """() => {
    Storage.prototype.setItem = (_, text) => {
        if (text) throw new DOMException("full", "QuotaExceededError");
    };
}"""
OFF = """for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, {
        get() { throw new DOMException("off", "SecurityError"); },
    })"""


def test_a_browser_that_keeps_nothing_says_so_and_the_board_is_not_lost(new_page: NewPage) -> None:
    page = new_page()
    page.evaluate(FULL)
    open_puzzle(page)
    page.keyboard.press("9")
    played = line(page)
    page.wait_for_selector("#not-kept >> text=does not save the board")
    choose(page, "shelf")
    page.fill("#shelf-name", "Mine")
    page.click("#shelf-keep")
    page.wait_for_selector("#shelf-error >> text=no room")
    page.keyboard.press("Escape")
    link = shared_link(page)
    assert line(page) == played
    reload(page)  # with room again
    open_link(page, link)
    wait_for_line(page, played)
    page.wait_for_selector("#not-kept", state="hidden")


def test_the_page_works_where_storage_is_switched_off(page: Page) -> None:
    page.add_init_script(OFF)
    reload(page)
    open_puzzle(page)
    page.wait_for_selector("#not-kept >> text=switched off")
    choose(page, "theme")
    assert page.get_attribute("html", "data-theme") == "dark"
    choose(page, "show-clock")
    assert page.locator("#time").is_hidden()
    choose(page, "language")
    page.wait_for_selector("#not-kept >> text=无法保存")
    page.click("#hint")
    says(page, "再说一点")
