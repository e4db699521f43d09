"""Take files that pages link to, and that lie outside docs/, into the site.

A page links to `benchmarks/LOG.md` as the project has it, so that the link works wherever the
project is browsed. The site has docs/ as its root and these files beside its folders, so a link
that leaves docs/ or enters it is one folder off there.
"""

from __future__ import annotations

import re
from os.path import normpath, relpath
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
TAKEN = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "benchmarks/LOG.md",
    "benchmarks/log/*",
    "benchmarks/peers.toml",
    "benchmarks/results/*",
    "examples/*",
    "tests/golden/README.md",
)
LINK = re.compile(r"(?<=\]\()([^)#: ]+)(?=[)#])")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files to those of docs/."""
    for path in (path for pattern in TAKEN for path in sorted(ROOT.glob(pattern))):
        uri = path.relative_to(ROOT).as_posix()
        files.append(File.generated(config, uri, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Point the links of a page to where the site has what they lead to."""
    here = PurePosixPath(page.file.src_uri)
    outside = any(here.match(pattern) for pattern in TAKEN)
    return LINK.sub(lambda link: _moved(link[0], here, outside=outside), markdown)


def _moved(link: str, here: PurePosixPath, *, outside: bool) -> str:
    folder = here.parent if outside else "docs" / here.parent
    target = PurePosixPath(normpath(folder / link))
    if target.is_relative_to("docs"):
        target = target.relative_to("docs")
    return PurePosixPath(relpath(target, here.parent)).as_posix()
