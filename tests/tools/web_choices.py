"""The choices of the tests of the page: in which browser they run, and what answers the page."""

from __future__ import annotations

import pytest

from web_browser import NAMES

CHOICES = {
    "--browser": (tuple(NAMES), "The browser in which the tests of the page run."),
    "--transport": (
        ("server", "tab"),
        "What answers the page in its tests: a server, or its own tab.",
    ),
}
"""The options of pytest, the first of whose values is what is usual."""

ALONE = {"of_chromium": ("--browser", "chromium"), "of_server": ("--transport", "server")}
"""The marks of tests that make sense with one value alone of a choice."""


def pytest_addoption(parser: pytest.Parser) -> None:
    for option, (values, help_text) in CHOICES.items():
        parser.addoption(option, choices=values, default=values[0], help=help_text)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for name, (option, value) in ALONE.items():
        if config.getoption(option) != value:
            for item in items:
                if mark := item.get_closest_marker(name):
                    item.add_marker(pytest.mark.skip(reason=f"of a {value} alone: {mark.args[0]}"))
