"""The page exports the board, in Chromium: as pictures and as a line, downloaded or copied."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import lowbit
from lowbit.pictures import Shown, draw, to_pdf, to_png, to_svg
from web_browser import context_of
from web_page import (
    PUZZLE,
    SOLUTION,
    choose,
    open_puzzle,
    reach,
    says,
    wait_for_line,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from lowbit.pictures.parts import Picture
    from web_page import NewPage


pytestmark = pytest.mark.slow  # test_page_smoke.py is what make test runs of it


FILLING = "<style>body { margin: 0 } svg { width: 100vw; height: 100vh }</style>"
SCALE = 4 / 3
"""Pixels a unit of a picture."""


def download(page: Page, name: str, button: str = "export") -> tuple[str, bytes]:
    """Choose a format, and return the name and the content of what is downloaded."""
    choose(page, button)
    page.check(f"input[name=format][value={name}]")
    with page.expect_download() as coming:
        page.click("#export-save")
    return coming.value.suggested_filename, Path(coming.value.path()).read_bytes()


def looks_like(found: bytes, expected: bytes) -> bool:
    """Whether a picture is another, but for a hundredth of it."""
    pictures = pytest.importorskip("PIL.Image")
    one, other = (pictures.open(io.BytesIO(each)).convert("L") for each in (found, expected))
    pairs = zip(one.tobytes(), other.tobytes(), strict=True)
    far = sum(abs(a - b) > 64 for a, b in pairs)
    return bool(one.size == other.size) and far < 0.01 * one.width * one.height


@pytest.fixture
def as_png(request: pytest.FixtureRequest, browser: Browser) -> Callable[[Picture], bytes]:
    """Return what draws a picture as the page's PNG: in a tab it has the letters of the browser."""

    def painted(picture: Picture) -> bytes:
        width, height = (round(side * SCALE) for side in (picture.width, picture.height))
        context = context_of(browser, viewport={"width": width, "height": height})
        page = context.new_page()
        page.set_content(FILLING + to_svg(picture))
        found = page.screenshot()
        context.close()
        return found

    return painted if request.config.getoption("--transport") == "tab" else to_png


@pytest.mark.parametrize("name", ["svg", "png", "pdf"])
@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_the_board_is_downloaded_as_a_picture(
    page: Page, as_png: Callable[[Picture], bytes], name: str
) -> None:
    open_puzzle(page)
    reach(page, "solve")
    wait_for_line(page, SOLUTION)
    shown = Shown(givens=PUZZLE, candidates=[0] * 81)
    drawn = draw(lowbit.Grid(SOLUTION), shown)
    file, found = download(page, name)
    assert file == f"sudoku.{name}"
    if name == "png":
        assert looks_like(found, as_png(drawn))
    elif name == "pdf":
        assert found == to_pdf(drawn)
    else:
        assert found.decode() == lowbit.render(SOLUTION, givens=PUZZLE)
    says(page, "Downloaded")
    says(page, f"sudoku.{name}")


@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_the_board_is_downloaded_as_a_line(page: Page) -> None:
    open_puzzle(page)
    assert download(page, "line") == ("sudoku.txt", f"{PUZZLE}\n".encode())


@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_a_picture_shows_what_the_board_shows(page: Page) -> None:
    open_puzzle(page)
    page.click("#auto")
    reach(page, "maximize")
    page.click("#maximize-now")
    says(page, "Proven")
    page.click("#undo")
    wait_for_line(page, PUZZLE)
    choose(page, "export")
    page.select_option("#export-theme", "print")
    page.keyboard.press("Escape")
    choose(page, "theme")
    _, picture = download(page, "svg")
    expected = lowbit.render(PUZZLE, candidates=True, weights="pyramid", theme="dark")
    assert picture.decode() == expected


@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_a_step_is_taken_along_as_it_is_drawn(page: Page) -> None:
    open_puzzle(page)
    page.click("#all-steps")
    page.wait_for_selector("#picture-tools:visible")
    page.click("#walk-next")
    step, position = list(lowbit.walkthrough(PUZZLE))[1]
    with page.expect_download() as coming:
        page.click("#picture-sheet")
    assert Path(coming.value.path()).read_bytes()[:4] == b"%PDF"
    _, text = download(page, "candidates", "picture-save")
    values = zip(position.values, position.masks, strict=True)
    masks = [1 << digit - 1 if digit else mask for digit, mask in values]
    assert list(lowbit.read_puzzle(text.decode()).grid.allowed) == masks
    shown = Shown(position.puzzle, position.masks, step=step)
    picture = to_svg(draw(lowbit.Grid(position.values), shown))
    assert download(page, "svg", "picture-save")[1].decode() == picture
    assert page.locator("#walk").is_visible()
    page.emulate_media(media="print")
    assert page.locator("#behind .placed").is_visible()
    page.emulate_media(media="screen")
    page.evaluate("print = () => (window.paper = document.getElementById('print-sheet').innerText)")
    choose(page, "language")
    page.wait_for_selector("#walk-step >> text=第 2 步")
    page.click("#picture-sheet")
    paper = page.wait_for_function("() => window.paper").json_value()
    assert "2. 第 5 行中" in paper


def test_a_picture_is_seen_before_it_is_exported(page: Page) -> None:
    open_puzzle(page)
    choose(page, "export")
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
    choose(page, "export")
    page.check(f"input[name=format][value={name}]")
    page.click("#export-copy")
    says(page, "Copied")
    expected = {"svg": lowbit.render(PUZZLE), "line": PUZZLE}[name]
    assert page.evaluate("navigator.clipboard.readText()") == expected


@pytest.mark.of_chromium("Firefox without a window has no picture to read")
def test_the_board_is_copied_as_an_image(
    new_page: NewPage, as_png: Callable[[Picture], bytes]
) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    open_puzzle(page)
    choose(page, "export")
    page.check("input[name=format][value=png]")
    page.click("#export-copy")
    says(page, "Copied")
    copied = page.evaluate(
        "async () => { const [item] = await navigator.clipboard.read();"
        "const bytes = new Uint8Array(await (await item.getType('image/png')).arrayBuffer());"
        "return [...bytes]; }"
    )
    assert looks_like(bytes(copied), as_png(draw(lowbit.Grid(PUZZLE))))


@pytest.mark.of_server("it holds up its requests")
@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_a_picture_needs_the_server_and_a_line_does_not(page: Page) -> None:
    open_puzzle(page)
    page.route("**/api/v1/render", lambda route: route.abort())
    choose(page, "export")
    page.wait_for_selector("#export-error >> text=The server cannot be reached")
    with page.expect_download():
        page.check("input[name=format][value=line]")
        page.click("#export-save")
    says(page, "Downloaded")
