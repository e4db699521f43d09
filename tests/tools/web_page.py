"""What the tests of the page share: how to open it, what to give it, and what it shows."""

from __future__ import annotations

from contextlib import ExitStack
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from web_browser import context_of
from web_server import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, ConsoleMessage, Download, Error, Page

    from web_browser import UsualContext

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"

PASTE = """text => {
    const clipboardData = new DataTransfer(); // Firefox has data of its own instead
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    event.clipboardData.setData("text/plain", text);
    document.activeElement.dispatchEvent(event);
}"""
DROP = """([text, name]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    document.body.dispatchEvent(
        new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""
LINE = "() => [...document.querySelectorAll('.cell')].map(cell => [...cell.childNodes]\
.filter(node => node.nodeType === 3).map(node => node.data).join('') || '.').join('')"
RATINGS_ARE_KEPT = """async () => {
    const done = request => new Promise(resolve => {
        request.onsuccess = () => resolve(request.result);
    });
    const database = await done(indexedDB.open("lowbit", 1));
    const lists = database.transaction("lists").objectStore("lists");
    database.close();
    return Boolean((await done(lists.getAll())).at(-1)?.ratings);
}"""
MIDDLES = """(all, cells) => cells.map(cell => {
    const { x, y, width, height } = all[cell].getBoundingClientRect();
    return [x + width / 2, y + height / 2];
})"""
READY = "html[data-ready]"
VIOLATIONS = "async () => (await axe.run({ resultTypes: ['violations'] })).violations"

NewPage: TypeAlias = "Callable[..., Page]"


@pytest.fixture
def new_page(browser: Browser, usual_context: UsualContext, home: str) -> Iterator[NewPage]:
    """Open pages; whatever one complains of is an error, and so is a request to another host."""
    lent = ExitStack()
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        is_answer = "/api/" in message.location["url"]  # which the page tells itself
        if message.type == "error" and not is_answer:
            complaints.append(message.text)

    def complain(error: Error) -> None:
        complaints.append(str(error))

    def elsewhere(url: str) -> None:
        if not url.startswith((home, "blob:")):
            complaints.append(url)

    def open_page(path: str = "/", **options: Any) -> Page:  # noqa: ANN401 - of a context
        if options:
            context = lent.enter_context(context_of(browser, **usual_context.OPTIONS | options))
        else:
            context = lent.enter_context(usual_context.lent(browser, home))
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", complain)
        page.on("request", lambda request: elsewhere(request.url))
        page.goto(home + path)
        page.wait_for_selector(READY)
        return page

    with lent:
        yield open_page
    assert complaints == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()


def line(page: Page) -> str:
    found: str = page.evaluate(LINE)
    return found


def wait_for_line(page: Page, expected: str) -> None:
    page.wait_for_function(f"expected => ({LINE})() === expected", arg=expected)


def paste(page: Page, text: str) -> None:
    page.evaluate(PASTE, text)


def put_number(page: Page, field: str, number: str) -> None:
    """Fill in a number; Firefox has Playwright write it behind the old one."""
    page.fill(field, "")
    page.fill(field, number)


def open_puzzle(page: Page, text: str = PUZZLE) -> None:
    paste(page, text)
    wait_for_line(page, text)


SETTING = {
    *("solve", "count", "maximize", "minimize", "generate", "shuffle", "canonical"),
}
"""The buttons of the place where puzzles are set; the others are seen wherever the board is."""


def reach(page: Page, button: str) -> None:
    """Press a button in the place that has it."""
    if button in SETTING:
        page.click("#show-set")
    choose(page, button)


def choose(page: Page, button: str) -> None:
    """Press a button, in its menu where it is in one."""
    menu = page.locator(f".menu:has(#{button})")
    if menu.count():
        page.click(f"[aria-controls={menu.get_attribute('id')}]")
    page.click(f"#{button}")


FOCUSED = "document.activeElement.id || document.activeElement.classList[0] || ''"
"""The id of what has the focus, or its first class."""


def reached(page: Page) -> set[str]:
    """Return what the tab key leads to, and the arrow keys in menus, by its id or first class."""
    found: set[str] = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        found.add(page.evaluate(FOCUSED))
        if page.evaluate("document.activeElement.ariaHasPopup") == "menu":
            found |= reached_in_menu(page)
    return found


def reached_in_menu(page: Page) -> set[str]:
    """Return what the arrow keys lead to in the menu of the button that has the focus."""
    found: set[str] = set()
    page.keyboard.press("Enter")
    while (name := page.evaluate(FOCUSED)) not in found:
        found.add(name)
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    return found


def press(page: Page, button: str) -> None:
    """Ask a question, with its dialog where it has one."""
    reach(page, button)
    if button in {"maximize", "generate"}:
        page.click(f"#{button}-dialog .primary")


def through_dialog(page: Page, text: str, board: str = "9x9") -> None:
    """Open a text with the dialog."""
    choose(page, "open")
    page.fill("#open-text", text)
    page.fill("#geometry", board)
    page.click("#open-now")


def open_link(page: Page, link: str) -> None:
    """Open a link that the page has made, where the page is open already."""
    page.evaluate("hash => { location.hash = hash; }", link[link.index("#") :])


def shared_link(page: Page) -> str:
    """Return the link that holds what is on the board."""
    choose(page, "share")
    page.wait_for_selector("#share-dialog[open]")
    link = page.input_value("#share-link")
    page.keyboard.press("Escape")
    return link


def wait_until(page: Page, condition: Callable[[], object]) -> None:
    end = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < end, "waited in vain"
        page.wait_for_timeout(10)


def wait_for_kept_ratings(page: Page) -> None:
    """Wait until the browser keeps the ratings of the list that was opened last."""
    wait_until(page, lambda: page.evaluate(RATINGS_ARE_KEPT))


def saved_list(page: Page, way: str = "csv") -> Download:
    """Download the rows that the list shows: csv, lines or solved."""
    page.click("#list-save")
    page.check(f"[name=list-format][value={way}]")
    with page.expect_download() as coming:
        page.click("#list-save-now")
    return coming.value


def label(page: Page, cell: int) -> str:
    """Return what a screen reader says of a cell."""
    return page.locator(f".cell >> nth={cell}").get_attribute("aria-label") or ""


def drag(page: Page, *cells: int, steps: int = 4) -> None:
    """Drag over cells, from the middle of each to that of the next, in as many steps."""
    page.wait_for_selector(f".cell >> nth={max(cells)}")
    first, *others = page.locator(".cell").evaluate_all(MIDDLES, cells)
    page.mouse.move(*first)
    page.mouse.down()
    for middle in others:
        page.mouse.move(*middle, steps=steps)
    page.mouse.up()


def says(page: Page, text: str) -> None:
    page.wait_for_selector(f"#answer-card >> text={text}")


def by_axe(page: Page) -> list[str]:
    """Return what axe finds to keep people from using the page."""
    axe = pytest.importorskip("axe_playwright_python.base", reason="no axe")
    if not page.evaluate("'axe' in window"):  # which is half a megabyte
        page.evaluate(axe.AXE_SCRIPT)
    return [f"{each['id']}: {each['nodes']}" for each in page.evaluate(VIOLATIONS)]
