"""A person who has a keyboard and a screen reader, in any window and language of the page."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from web_page import READY, line

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WINDOWS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"},
    "large": {
        "viewport": {"width": 1920, "height": 1080},
        "locale": "zh-CN",
        "color_scheme": "dark",
    },
    "phone": {"viewport": {"width": 390, "height": 844}, "locale": "zh-CN"},
    "sideways": {
        "viewport": {"width": 844, "height": 390},
        "locale": "en-GB",
        "color_scheme": "dark",
    },
}
"""The windows in which all must be possible, the options of a context for each."""

MOST_TABS = 200
HAS_FOCUS = "element => element === document.activeElement"
ENTRY = re.compile(r'^  "?([\w-]+)"?: "((?:[^"\\]|\\.)*)"', re.MULTILINE)


@cache
def strings(language: str) -> dict[str, str]:
    """Return the strings of the page in a language, by key."""
    text = (files("lowbit.web") / f"static/words/{language}.js").read_text(encoding="utf-8")
    return dict(ENTRY.findall(text))


class Person:
    """Uses the page by keys alone, and finds things by the names that a screen reader says.

    Parameters
    ----------
    page : Page
        The page.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._language = page.evaluate("document.documentElement.lang")[:2]

    def word(self, key: str, **values: object) -> str:
        """Return what the page calls something."""
        return strings(self._language)[key].format(**values)

    def find(self, role: Any, name: str) -> Locator:  # noqa: ANN401 - one of many literals
        """Return what has a role, and a name of the page."""
        return self.page.get_by_role(role, name=self.word(name), exact=True)

    def go_to(self, there: Locator) -> None:
        """Go to a control with the tab key."""
        element = there.element_handle()  # to look for it by its role each time takes far longer
        for _ in range(MOST_TABS):
            if element.evaluate(HAS_FOCUS):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the tab key does not lead to {there}")

    def press(self, name: str, role: str = "button") -> None:
        """Go to a button and press it, in its menu where it is in one."""
        there = self.find(role, name)
        if role == "button" and not there.count():
            there = self.page.get_by_role(
                "menuitem", name=self.word(name), exact=True, include_hidden=True
            )
            menu = there.locator("xpath=..").get_attribute("id")
            self.go_to(self.page.locator(f"[aria-controls={menu}]"))
            self.page.keyboard.press("Enter")
            while not there.evaluate(HAS_FOCUS):
                self.page.keyboard.press("ArrowDown")
        else:
            self.go_to(there)
        self.page.keyboard.press("Enter")

    def choose(self, name: str, number: int) -> None:
        """Choose an item of a list by its number."""
        self.go_to(self.find("combobox", name))
        self.page.keyboard.press("Home")
        for _ in range(number):
            self.page.keyboard.press("ArrowDown")

    def tick(self, name: str) -> None:
        """Tick a box."""
        self.go_to(self.find("checkbox", name))
        self.page.keyboard.press("Space")

    def hears(self, key: str, **values: object) -> None:
        """Wait until the card of answers, which is read out, says something."""
        self.page.get_by_role("status").get_by_text(self.word(key, **values)).first.wait_for()

    def go_to_cell(self, cell: int) -> None:
        """Go to a cell, from wherever the focus is."""
        self.page.keyboard.press("Control+Home")
        for key, times in (("ArrowDown", cell // 9), ("ArrowRight", cell % 9)):
            for _ in range(times):
                self.page.keyboard.press(key)

    def type_in(self, text: str) -> None:
        """Type digits row by row, with the space bar for blanks."""
        for character in text:
            self.page.keyboard.press("Space" if character == "." else character)

    def open_puzzle(self, text: str) -> None:
        """Open a puzzle with the dialog."""
        self.press("openAsk")
        self.page.keyboard.insert_text(text)
        self.press("open")
        self.page.locator("#open-dialog").wait_for(state="hidden")
        assert line(self.page) == text

    def reload(self) -> None:
        """Load the page again."""
        self.page.reload()
        self.page.wait_for_selector(READY)
