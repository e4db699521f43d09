"""Links to the static page, where the docs site holds one: a hook of mkdocs.

``make docs-site PAGE=try`` builds the page into the site's folder ``try``. A page says where a link
to it goes, and which puzzle it opens: ``<!-- try -->``, ``<!-- try 53..7… -->``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

MARK = re.compile(r"<!-- try(?: (\S+))? -->")


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    """Put links in the place of marks, or nothing."""
    place = config.extra.get("page")
    root = "../" * page.url.count("/")

    def link(found: re.Match[str]) -> str:
        asked = f"?puzzle={quote_plus(found[1])}" if found[1] else ""
        return f'<a class="md-button" href="{root}{place}/{asked}">Try it in this browser</a>'

    return MARK.sub(link if place else "", markdown)
