"""Puzzles as people paste and drop them, in Chromium: with stray characters, of other sizes."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import pytest

from web_page import PUZZLE, choose, line, open_puzzle, paste, says, wait_for_line

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web_page import NewPage

ROWS = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
SPACED = "\n".join(" ".join(row) for row in ROWS)
WIDE = {
    ord(digit): unicodedata.lookup(f"FULLWIDTH {unicodedata.name(digit)}") for digit in "123456789"
}

LOOSE = {
    "a title": f"Sudoku #1234 (medium)\n{SPACED}",
    "capital O": SPACED.replace(".", "O"),
    "I for 1": SPACED.replace("1", "I"),
    "l for 1": SPACED.replace("1", "l"),
    "x": SPACED.replace(".", "x"),
    "dashes": SPACED.replace(".", "-"),
    "boxes": SPACED.replace(".", "□"),
    "middle dots": SPACED.replace(".", "·"),
    "question marks": SPACED.replace(".", "?"),
    "full width": SPACED.translate(WIDE),
    "a name": f"puzzle: {PUZZLE}",
    "a program": f"board = '{PUZZLE}';",
    "a full stop": f"{PUZZLE.replace('.', '0')}.",
    "stray ends": SPACED.replace("\n", " ~\n") + "\n© 2021",
    "a quoted mail": "\n".join(f"> {row}" for row in SPACED.split("\n")),
    "row numbers": "\n".join(f"{at}: {row}" for at, row in enumerate(SPACED.split("\n"), 1)),
}

UNCLEAR = {
    "two puzzles": f"one: {PUZZLE}\ntwo: {PUZZLE}",
    "a row is missing": "title\n" + SPACED.partition("\n")[2],
    "too many cells": f"{SPACED}\n1 2 3 4 5 6 7 8 9\n",
    "words": "no box, look: xxx Oo l I",
}

FOLDER = """() => {
    const gone = () => Promise.reject(new DOMException("gone", "NotFoundError"));
    const folder = new File([], "folder");
    folder.slice = () => ({ arrayBuffer: gone });
    const drop = new DragEvent("drop", { bubbles: true, cancelable: true });
    Object.defineProperty(drop, "dataTransfer", { value: { files: [folder] } });
    document.body.dispatchEvent(drop);
}"""


@pytest.mark.slow
def test_a_puzzle_is_found_between_other_characters(page: Page) -> None:
    for text in LOOSE.values():
        paste(page, text)
        wait_for_line(page, PUZZLE)
        says(page, "24 givens opened")
        says(page, "Compare the board with your source")
        choose(page, "clear")
        wait_for_line(page, "." * 81)


@pytest.mark.slow
@pytest.mark.parametrize("name", UNCLEAR)
def test_what_is_not_clear_is_not_guessed(page: Page, name: str) -> None:
    open_puzzle(page)
    paste(page, UNCLEAR[name])
    page.wait_for_selector("#list-page:visible, #answer h2:text('No Sudoku found here')")
    page.click("#show-play")
    assert line(page) == PUZZLE


@pytest.mark.slow
def test_a_puzzle_of_another_size_opens_on_its_own_board(page: Page) -> None:
    open_puzzle(page)
    paste(page, "\n".join(["1...5...........", *["." * 16] * 15]))
    wait_for_line(page, "1...5..........." + "." * 240)
    paste(page, "1..4...........2")
    wait_for_line(page, "1..4...........2")
    open_puzzle(page)


def test_a_comment_names_the_board(page: Page) -> None:
    open_puzzle(page)
    paste(page, f"# easy\n# x\n{PUZZLE}  # which clashes\n")
    page.wait_for_selector(".cell.extra")
    assert page.locator(".cell.extra").count() == 17
    wait_for_line(page, PUZZLE)
    paste(page, f"# 9x9\n{PUZZLE}")
    page.wait_for_selector(".cell.extra", state="detached")


def test_a_puzzle_that_lacks_a_cell_says_how_many_it_has(page: Page) -> None:
    open_puzzle(page)
    paste(page, PUZZLE[:-1])
    says(page, "80 cells, not 81")
    choose(page, "language")
    says(page, "有 80 格")
    assert line(page) == PUZZLE


@pytest.mark.slow
def test_a_puzzle_that_is_dragged_as_text_opens(page: Page) -> None:
    drag = """text => {
        const data = new DataTransfer();
        data.setData("text/plain", text);
        document.body.dispatchEvent(
            new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }"""
    page.evaluate(drag, SPACED)
    wait_for_line(page, PUZZLE)


def test_what_is_no_file_of_text_says_so(page: Page) -> None:
    open_puzzle(page)
    page.evaluate(FOLDER)
    says(page, "A folder cannot be opened")
    picture = bytes([255, 216, 255, 224, 0, 16]) + b"JFIF" * 30_000
    page.set_input_files("#file", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": picture})
    says(page, "This file is not text")
    assert line(page) == PUZZLE


@pytest.mark.slow
def test_numbers_have_the_form_that_one_asks_for(new_page: NewPage) -> None:
    page = new_page()
    page.keyboard.press("5")
    page.wait_for_selector("#facts >> text=/^1 given ·/")
    page.keyboard.press("6")
    page.wait_for_selector("#facts >> text=/^2 givens ·/")
    choose(page, "language")
    page.wait_for_selector("#facts >> text=2 个提示数")
