"""The page exports the board, in Chromium: as pictures and as a line, downloaded or copied."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import lowbit
from lowbit.pictures import Shown, draw, to_pdf, to_png
from web_page import (
    PUZZLE,
    SOLUTION,
    open_puzzle,
    reach,
    says,
    wait_for_line,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web_page import NewPage


pytestmark = pytest.mark.slow  # test_page_smoke.py is what make test runs of it


def download(page: Page, name: str) -> tuple[str, bytes]:
    """Choose a format, and return the name and the content of what is downloaded."""
    page.click("#export")
    page.check(f"input[name=format][value={name}]")
    with page.expect_download() as coming:
        page.click("#export-save")
    return coming.value.suggested_filename, Path(coming.value.path()).read_bytes()


@pytest.mark.parametrize("name", ["svg", "png", "pdf"])
def test_the_board_is_downloaded_as_a_picture(page: Page, name: str) -> None:
    open_puzzle(page)
    reach(page, "solve")
    wait_for_line(page, SOLUTION)
    shown = Shown(givens=PUZZLE, candidates=[0] * 81)
    drawn = draw(lowbit.Grid(SOLUTION), shown)
    expected = {
        "svg": lowbit.render(SOLUTION, givens=PUZZLE).encode(),
        "png": to_png(drawn),
        "pdf": to_pdf(drawn),
    }
    assert download(page, name) == (f"sudoku.{name}", expected[name])
    says(page, "Downloaded")
    says(page, f"sudoku.{name}")


def test_the_board_is_downloaded_as_a_line(page: Page) -> None:
    open_puzzle(page)
    assert download(page, "line") == ("sudoku.txt", f"{PUZZLE}\n".encode())


def test_a_picture_shows_what_the_board_shows(page: Page) -> None:
    open_puzzle(page)
    page.click("#auto")
    reach(page, "maximize")
    page.click("#maximize-now")
    says(page, "Proven")
    page.click("#undo")
    wait_for_line(page, PUZZLE)
    page.click("#export")
    page.select_option("#export-theme", "print")
    page.keyboard.press("Escape")
    page.click("#theme")
    _, picture = download(page, "svg")
    expected = lowbit.render(PUZZLE, candidates=True, weights="pyramid", theme="dark")
    assert picture.decode() == expected


def test_a_picture_is_seen_before_it_is_exported(page: Page) -> None:
    open_puzzle(page)
    page.click("#export")
    page.wait_for_function("() => document.getElementById('export-picture').naturalWidth === 368")
    before = page.get_attribute("#export-picture", "src")
    page.select_option("#export-theme", "dark")
    page.wait_for_function(
        "before => document.getElementById('export-picture').src !== before", arg=before
    )
    page.check("input[name=format][value=line]")
    assert page.inner_text("#export-line") == PUZZLE
    assert page.locator("#export-theme").is_disabled()
    page.check("input[name=format][value=pdf]")
    assert page.locator("#export-copy").is_disabled()


@pytest.mark.parametrize("name", ["svg", "line"])
def test_the_board_is_copied_as_text(new_page: NewPage, name: str) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    open_puzzle(page)
    page.click("#export")
    page.check(f"input[name=format][value={name}]")
    page.click("#export-copy")
    says(page, "Copied")
    expected = {"svg": lowbit.render(PUZZLE), "line": PUZZLE}[name]
    assert page.evaluate("navigator.clipboard.readText()") == expected


def test_the_board_is_copied_as_an_image(new_page: NewPage) -> None:
    pictures = pytest.importorskip("PIL.Image")
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    open_puzzle(page)
    page.click("#export")
    page.check("input[name=format][value=png]")
    page.click("#export-copy")
    says(page, "Copied")
    copied = page.evaluate(
        "async () => { const [item] = await navigator.clipboard.read();"
        "const bytes = new Uint8Array(await (await item.getType('image/png')).arrayBuffer());"
        "return [...bytes]; }"
    )
    same = pictures.open(io.BytesIO(to_png(draw(lowbit.Grid(PUZZLE)))))
    found = pictures.open(io.BytesIO(bytes(copied)))
    assert found.convert("RGB").tobytes() == same.convert("RGB").tobytes()


def test_a_picture_needs_the_server_and_a_line_does_not(page: Page) -> None:
    open_puzzle(page)
    page.route("**/api/v1/render", lambda route: route.abort())
    page.click("#export")
    page.wait_for_selector("#export-error >> text=The server cannot be reached")
    with page.expect_download():
        page.check("input[name=format][value=line]")
        page.click("#export-save")
    says(page, "Downloaded")
