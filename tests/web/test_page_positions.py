"""What is asked about a position ends with it, in Chromium, and what is opened is opened whole."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import cycle
from typing import TYPE_CHECKING

import pytest

import lowbit
from support import slow_except
from web_page import (
    DROP,
    LINE,
    PUZZLE,
    SEVERAL,
    SOLUTION,
    choose,
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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page, Request, Route

CANONICAL = lowbit.canonical(PUZZLE).to_line()
OTHER = lowbit.shuffle(PUZZLE, seed=1).to_line()
TYPED = PUZZLE[:1] + "9" + PUZZLE[2:]


def by_link(page: Page) -> None:
    open_link(page, page.evaluate("window.link"))


def from_list(page: Page) -> None:
    page.click("#show-list")
    page.click(".list-row >> nth=1")


MOVES: dict[str, tuple[Callable[[Page], None], str]] = {
    "a digit": (lambda page: page.keyboard.press("9"), TYPED),
    "a mark": (lambda page: page.keyboard.press("Shift+Digit3"), PUZZLE),
    "the pad": (lambda page: page.click("#digits button >> nth=8"), TYPED),
    "undo": (lambda page: page.click("#undo"), "." * 81),
    "undo by key": (lambda page: page.keyboard.press("Control+z"), "." * 81),
    "clear": (lambda page: choose(page, "clear"), "." * 81),
    "open": (lambda page: through_dialog(page, OTHER), OTHER),
    "paste": (lambda page: paste(page, OTHER), OTHER),
    "drop": (lambda page: page.evaluate(DROP, [OTHER, "other.txt"]), OTHER),
    "another board": (lambda page: through_dialog(page, "", "4x4"), "." * 16),
    "a link": (by_link, SOLUTION),
    "the list": (from_list, SEVERAL),
}
"""Ways to change the position, each with the line that it leads to."""

QUESTIONS = {
    "solve": "solve",
    "count": "count",
    "maximize": "maximize",
    "minimize": "minimize",
    "canonical": "canonical",
    "shuffle": "shuffle",
    "generate": "generate",
}
"""The buttons that ask, each with the request that it makes."""


@contextmanager
def held(page: Page, name: str) -> Iterator[list[Route]]:
    """Keep the answers to requests back; an aborted one never comes."""
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    address = f"**/api/v1/{name}*"
    page.route(address, hold)
    yield routes
    page.unroute(address)


@pytest.fixture
def aborted(page: Page) -> list[str]:
    """Collect the paths of the requests that the page aborts."""
    found: list[str] = []

    def note(request: Request) -> None:
        if request.failure == "net::ERR_ABORTED":
            found.append(request.url.rsplit("/", 1)[-1])

    page.on("requestfailed", note)
    return found


@pytest.fixture
def ready(page: Page) -> Page:
    """Return a page with a list, and a link to a solved board."""
    open_puzzle(page, SOLUTION)
    page.evaluate("link => { window.link = link; }", shared_link(page))
    paste(page, f"{PUZZLE}\n{SEVERAL}\n")
    page.wait_for_selector(".list-row >> text=several")
    return page


def start_again(page: Page) -> None:
    """Put the puzzle on the board, with the blank board before it, and the cursor on r1c2."""
    page.click("#show-play")
    if page.locator("#clear").is_enabled():  # not on a blank board
        choose(page, "clear")
    through_dialog(page, PUZZLE)
    wait_for_line(page, PUZZLE)
    page.click(".cell >> nth=1")


# An answer.


SOME_MOVES = ("a digit", "a mark", "the pad")
IN_TURN = [*zip(QUESTIONS, cycle(SOME_MOVES), strict=False)]
"""Each question, with one of these moves."""


@pytest.mark.of_server("it holds up its requests")
@pytest.mark.parametrize(
    "case",
    slow_except(
        [
            ("solve", tuple(MOVES)),
            ("solve", SOME_MOVES),
            *((name, (move,)) for name, move in IN_TURN if name != "solve"),
        ],
        [("solve", SOME_MOVES)],
    ),
)
@pytest.mark.of_chromium("Firefox does not say which requests end")
def test_a_request_ends_with_its_position(
    ready: Page, aborted: list[str], case: tuple[str, tuple[str, ...]]
) -> None:
    name, moves = case
    for move in moves:
        change, expected = MOVES[move]
        start_again(ready)
        del aborted[:]
        with held(ready, QUESTIONS[name]) as routes:
            press(ready, name)
            wait_until(ready, routes.__len__)
            ready.wait_for_selector("[data-tool=stop]")
            change(ready)
            wait_for_line(ready, expected)
            wait_until(ready, lambda: QUESTIONS[name] in aborted)
        assert ready.locator("[data-tool=stop]").count() == 0, move
        assert line(ready) == expected, move


def test_an_answer_that_is_there_already_is_for_its_position_alone(page: Page) -> None:
    """Change the position in the very moment between the response and its body."""
    open_puzzle(page)
    page.evaluate(
        """() => {
            const reader = ReadableStreamDefaultReader.prototype;
            const read = reader.read;
            reader.read = async function () {
                const piece = await read.call(this);
                const clear = document.getElementById("clear");
                clear.disabled = false; // even where the board is blank by now
                clear.click();
                await new Promise((done) => setTimeout(done, 50));
                return piece;
            };
        }"""
    )
    reach(page, "solve")
    says(page, "Cleared")
    page.wait_for_timeout(200)
    assert line(page) == "." * 81
    assert "One solution" not in page.inner_text("#answer")


@pytest.mark.of_server("it hears which of its requests end")
@pytest.mark.slow
@pytest.mark.of_chromium("Firefox does not say which requests end")
def test_what_comes_step_by_step_ends_with_its_position(page: Page, aborted: list[str]) -> None:
    through_dialog(page, "", "9x9+diagonals")
    page.wait_for_selector(".cell.extra")
    press(page, "maximize")
    page.wait_for_selector(".cell.solved")
    through_dialog(page, "", "16x16")
    wait_for_line(page, "." * 256)
    wait_until(page, lambda: "maximize" in aborted)
    page.wait_for_timeout(500)
    assert line(page) == "." * 256
    says(page, "Cleared")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", slow_except(["solve", "count", "maximize", "shuffle", "generate"], ["maximize"])
)
@pytest.mark.of_server("it holds up its requests")
@pytest.mark.of_chromium("Firefox does not say which requests end")
def test_a_request_ends_with_the_next_one(page: Page, aborted: list[str], name: str) -> None:
    open_puzzle(page)
    with held(page, name):
        press(page, name)
        page.wait_for_selector("[data-tool=stop]")
        reach(page, "minimize")
        says(page, "Minimal now")
        wait_until(page, lambda: name in aborted)
    assert page.locator("[data-tool=stop]").count() == 0


@pytest.mark.slow
@pytest.mark.of_server("it holds up its requests")
@pytest.mark.of_chromium("Firefox does not say which requests end")
def test_what_is_opened_last_is_opened(page: Page, aborted: list[str]) -> None:
    with held(page, "parse") as routes:
        paste(page, f"{PUZZLE},{SOLUTION}")
        wait_until(page, routes.__len__)
        open_puzzle(page, OTHER)
        wait_until(page, lambda: "parse" in aborted)
    assert line(page) == OTHER


@pytest.mark.slow
@pytest.mark.of_server("it holds up its requests")
@pytest.mark.of_chromium("Firefox does not say which requests end")
def test_nothing_is_opened_once_the_dialog_is_cancelled(page: Page, aborted: list[str]) -> None:
    open_puzzle(page)
    ways: list[Callable[[], None]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: page.click("#open-dialog [data-close]"),
    ]
    for leave in ways:
        del aborted[:]
        with held(page, "parse") as routes:
            through_dialog(page, f"{OTHER},{SOLUTION}")
            wait_until(page, routes.__len__)
            leave()
            wait_until(page, lambda: "parse" in aborted)
        assert line(page) == PUZZLE
        assert page.locator("[data-tool=stop]").count() == 0


@pytest.mark.slow
@pytest.mark.of_server("it holds up its requests")
@pytest.mark.of_chromium("Firefox does not tell what is asked")
def test_a_picture_is_of_the_position_on_the_board(page: Page, aborted: list[str]) -> None:
    open_puzzle(page)
    with held(page, "solve") as routes:
        reach(page, "solve")
        wait_until(page, routes.__len__)
        with page.expect_request("**/render") as first:
            choose(page, "export")
        with page.expect_request("**/render") as second:
            routes[0].continue_()
    for request, expected in ((first, PUZZLE), (second, SOLUTION)):
        assert f'"puzzle":"{expected}"' in (request.value.post_data or "")
    with held(page, "render") as renders:
        page.click("#export-save")
        wait_until(page, renders.__len__)
        page.keyboard.press("Escape")
        wait_until(page, lambda: "render" in aborted)


# A verdict.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "case"),
    [
        *enumerate(
            [
                ("solve", PUZZLE, "One solution"),
                ("solve", "66" + PUZZLE[2:], "No solution"),
                ("solve", SEVERAL, "Several solutions"),
                ("count", SEVERAL, "254"),
                ("maximize", PUZZLE, "Proven"),
                ("minimize", PUZZLE, "Minimal now"),
                ("canonical", PUZZLE, "Canonical form"),
                ("shuffle", PUZZLE, "Shuffled"),
                ("generate", PUZZLE, "A new puzzle"),
            ]
        )
    ],
)
def test_a_verdict_goes_with_its_position(
    page: Page, number: int, case: tuple[str, str, str]
) -> None:
    """Change it in all ways for the first verdict, in two of them, in turn, for each other."""
    button, puzzle, verdict = case
    moves: list[Callable[[Page], None]] = [
        lambda page: page.click("#undo"),
        lambda page: page.keyboard.press("Control+z"),
        lambda page: choose(page, "clear"),
        lambda page: paste(page, OTHER),
        lambda page: through_dialog(page, "", "6x6"),
    ]
    some = [moves[2 * number % len(moves)], moves[(2 * number + 1) % len(moves)]]
    for change in some if number else moves:
        open_puzzle(page, puzzle)
        press(page, button)
        says(page, verdict)
        before = line(page)
        change(page)
        page.wait_for_function(
            f"before => ({LINE})() !== before", arg=before
        )  # may need the server
        assert verdict not in page.inner_text("#answer")
        through_dialog(page, "")
        wait_for_line(page, "." * 81)


@pytest.mark.slow
def test_the_number_of_a_solution_goes_with_it(page: Page) -> None:
    open_puzzle(page, SEVERAL)
    reach(page, "count")
    page.click("[data-tool=leaf]")
    for number in (1, 2, 3):
        says(page, f"Solution {number} of 254")
        page.click("[data-tool=next]")
    says(page, "Solution 4 of 254")
    page.click("#undo")
    wait_for_line(page, SEVERAL)
    assert "Solution" not in page.inner_text("#answer")
    assert page.locator("#answer-tools button").count() == 0


@pytest.mark.slow
def test_the_weights_can_be_hidden_once_the_verdict_is_gone(page: Page) -> None:
    open_puzzle(page)
    press(page, "maximize")
    says(page, "Proven")
    page.click("#undo")
    assert "Proven" not in page.inner_text("#answer")
    assert page.locator(".weight").count() == 81
    page.click("#hide-heat")
    assert page.locator(".weight").count() == 0
    assert page.locator("#hide-heat").is_hidden()


# The list.


ROWS = "".join(f"{PUZZLE[at : at + 9]}\n" for at in range(0, 81, 9)).replace(".", "0")


@pytest.mark.slow
@pytest.mark.parametrize(("n", "newline"), [(21_000, "\n"), (3000, "\r\n")])
def test_a_text_with_several_lines_a_puzzle_is_read_to_its_end(
    page: Page, tmp_path: Path, n: int, newline: str
) -> None:
    """Whether it takes more puzzles than the server reads at once, or pieces of the text alone."""
    last = SEVERAL.replace(".", "0")
    rows = ROWS * (n - 1) + "".join(f"{last[at : at + 9]}\n" for at in range(0, 81, 9))
    file = tmp_path / "poj.txt"
    file.write_text(f"{n}\n{rows}", newline=newline)
    page.set_input_files("#file", file)
    page.wait_for_selector("#list-save:not([disabled])")
    found = page.locator("#list-filters b").all_inner_texts()[:4]
    assert found == [f"{n:,}", f"{n - 1:,}", "1", "0"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["euler96", "pyramid", "board", "pencilmarks"])
def test_a_long_text_of_any_format_is_read_to_its_end(
    page: Page, tmp_path: Path, name: str
) -> None:
    grid = lowbit.Grid(PUZZLE)
    n = 400 if name == "pencilmarks" else 1200  # as long as the others: several pieces of a body
    text = {
        "euler96": "".join(f"Grid {number:02}\n{ROWS}" for number in range(1, n + 1)),
        "pyramid": "".join(f"{' '.join(row)}\n" for row in ROWS.split()) * n,
        "board": f"{grid}\n\n" * n,
        "pencilmarks": f"{grid.to_pencilmarks()}\n\n" * n,
    }[name]
    file = tmp_path / "long.txt"
    file.write_text(text)
    page.set_input_files("#file", file)
    page.wait_for_selector("#list-save:not([disabled])")
    filters = page.locator("#list-filters b").all_inner_texts()
    assert filters[:4] == [f"{n:,}", f"{n:,}", "0", "0"]


@pytest.mark.slow
def test_what_goes_wrong_is_reported_in_the_list_while_it_is_shown(page: Page) -> None:
    paste(page, f"{PUZZLE}\nno puzzle\n")
    page.wait_for_selector(".list-row >> text=no puzzle")
    page.click(".list-row >> text=no puzzle")
    page.wait_for_selector("#list-error >> text=line 2")
    page.wait_for_selector(".list-row.current >> text=no puzzle")
    assert page.locator("#list-page").is_visible()
    paste(page, "neither is this")
    page.wait_for_selector("#list-error >> text=No Sudoku found here")
    page.click("#list-error summary")
    page.wait_for_selector("#list-error >> text=neither")
    page.click(".list-row >> nth=0")
    wait_for_line(page, PUZZLE)
    page.click("#show-list")
    assert page.inner_text("#list-error") == ""


@pytest.mark.slow
def test_a_row_that_is_drawn_anew_while_it_is_pressed_opens(page: Page) -> None:
    paste(page, f"{PUZZLE}\nno puzzle\n")
    page.wait_for_selector(".list-row >> text=no puzzle")
    page.evaluate(
        """() => {
          const isBad = (row) => row.textContent.includes("no puzzle");
          const row = [...document.querySelectorAll(".list-row")].find(isBad);
          const { x, y } = row.getBoundingClientRect();
          const click = new MouseEvent("click", { bubbles: true, clientX: x + 5, clientY: y + 5 });
          row.parentElement.dispatchEvent(click);
        }"""
    )
    page.wait_for_selector("#list-error >> text=line 2")


@pytest.mark.slow
@pytest.mark.of_server("it holds up its requests")
def test_a_list_that_was_stopped_says_that_it_is_not_whole(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "many.txt"
    file.write_text(f"{PUZZLE}\n" * 10_000)
    with held(page, "batch"):
        page.set_input_files("#file", file)
        page.click("#list-stop")
        page.wait_for_selector("#list-note >> text=Some lines were not answered")


# What holds no puzzle.


@pytest.mark.parametrize("text", slow_except(["", " \n\t\n", "\ufeff"], [" \n\t\n"]))
def test_what_holds_no_text_wipes_nothing(page: Page, tmp_path: Path, text: str) -> None:
    open_puzzle(page)
    file = tmp_path / "empty.txt"
    file.write_text(text, encoding="utf-8")
    ways: list[Callable[[], object]] = [
        lambda: paste(page, text),
        lambda: page.evaluate(DROP, [text, "empty.txt"]),
        lambda: page.set_input_files("#file", file),
    ]
    for way in ways:
        reach(page, "count")
        page.wait_for_selector("[data-tool=leaf]")
        way()
        says(page, "That did not work")
        assert line(page) == PUZZLE


@pytest.mark.slow
def test_only_one_file_is_dropped_at_a_time(page: Page) -> None:
    open_puzzle(page)
    page.evaluate(
        """texts => {
            const data = new DataTransfer();
            for (const text of texts) data.items.add(new File([text], "a.txt"));
            document.body.dispatchEvent(new DragEvent("drop",
                { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        [OTHER, SOLUTION],
    )
    says(page, "One file at a time")
    assert line(page) == PUZZLE


def test_an_image_that_is_pasted_wipes_nothing(page: Page) -> None:
    open_puzzle(page)
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(100)], "image.png", { type: "image/png" }));
            document.body.dispatchEvent(
                new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        }"""
    )
    says(page, "There is nothing in it")
    assert line(page) == PUZZLE
