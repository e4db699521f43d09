"""The reference shows every public name, with an example."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import lowbit
from lowbit.cli.signals import ENDING, OF_A_SIGNAL

REFERENCE = Path(__file__).parents[2] / "docs/reference"
PAGES = REFERENCE.glob("*.md")
SHOWN = [
    entry
    for page in PAGES
    for entry in re.split(r"^::: ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
]
"""What the pages show, each with what they say about it beside its docstring."""

MODULES = ("lowbit", "lowbit.audit", "lowbit.formats", "lowbit.jobs", "lowbit.tables")
NAMES = sorted(set(lowbit.__all__) - {"__version__"})


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_shown_once(module: str) -> None:
    shown = [name for entry in SHOWN for parent, _, name in [target(entry)] if parent == module]
    assert sorted(shown) == sorted(set(import_module(module).__all__) - {"__version__"})


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_an_example(name: str) -> None:
    (entry,) = (entry for entry in SHOWN if target(entry) == ("lowbit", ".", name))
    value = getattr(lowbit, name)
    docstring = value.__doc__ if callable(value) else ""
    assert ">>> " in f"{docstring}{entry}"


@pytest.mark.parametrize("name", NAMES)
def test_every_class_has_an_example_in_its_docstring(name: str) -> None:
    value = getattr(lowbit, name)
    if isinstance(value, type) and not issubclass(value, Exception):
        assert ">>> " in (value.__doc__ or "")


def test_every_signal_that_ends_a_run_has_its_exit_code_in_the_table() -> None:
    page = (REFERENCE / "cli.md").read_text(encoding="utf-8")
    for number in ENDING:
        assert f"\n| {OF_A_SIGNAL + number} | {number.name}" in page


def target(entry: str) -> tuple[str, str, str]:
    return entry.splitlines()[0].rpartition(".")
