"""Add a picture of each constraint to the site, and show it on the page of all constraints."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lowbit import Puzzle, render
from lowbit.constraints import REGISTRY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

PAGE = "reference/constraints.md"
FOLDER = "reference/constraints"
FORMATS_OF_ONE = re.compile(r"^### (\w+)$(.*?)(?=^Written as )", re.MULTILINE | re.DOTALL)


def pictures() -> Iterator[tuple[str, str]]:
    """Yield each constraint's name, and how its sample looks."""
    for name, kind in REGISTRY.items():
        yield name, render(Puzzle("." * 81, [kind.sample]), theme="auto", title=name, width=270)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pictures."""
    from mkdocs.structure.files import File  # the tests of this module have no mkdocs

    for name, picture in pictures():
        files.append(File.generated(config, f"{FOLDER}/{name}.svg", content=picture))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Show each picture above the formats of its constraint."""
    return with_pictures(markdown) if page.file.src_uri == PAGE else markdown


def with_pictures(markdown: str) -> str:
    """Return the page of all constraints with their pictures."""
    return FORMATS_OF_ONE.sub(r"### \1\2![\1](constraints/\1.svg)\n\n", markdown)
