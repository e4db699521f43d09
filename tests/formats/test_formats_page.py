"""The page about formats has a section for each, and its order is the sniffer's."""

import re
from pathlib import Path

from lowbit.formats import FORMATS

PAGE = (Path(__file__).parents[2] / "docs/guide/formats.md").read_text(encoding="utf-8")


def test_every_format_has_its_section() -> None:
    assert set(re.findall(r"^## `(\w+)`$", PAGE, re.MULTILINE)) == set(FORMATS)


def test_the_order_in_which_formats_are_asked() -> None:
    assert re.findall(r"^\d+\. `(\w+)`:", PAGE, re.MULTILINE) == list(FORMATS)
