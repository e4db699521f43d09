"""The page as one file, with its styles and its modules.

A browser that requests each module on its own takes some milliseconds for each. So the server puts
all of them into the page when it starts. A module becomes a function that is called once and
returns the module's exports::

    import { $, make } from "./page.js";       modules["answer.js"] = (() => {
    export function show(...) {...}       ──>    const { $, make } = modules["page.js"];
                                                 function show(...) {...}
                                                 return { show };
                                               })();

The policy of the page allows just these styles and this script, by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
import posixpath
import re
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable

IMPORT: Final = re.compile(r'^import \{([^}]+)\} from "(\.\.?/[\w/.-]+\.js)";\n', re.MULTILINE)
EXPORT: Final = re.compile(
    r"^export ((?:async )?(?:function\*?|class|const) ([\w$]+))", re.MULTILINE
)
LEFT_OVER: Final = re.compile(r"^(?:import|export)\b.*|\bimport\(|</script|<!--", re.MULTILINE)

STYLE: Final = re.compile(r'<link rel="stylesheet" href="([\w/-]+\.css)">')
SCRIPT: Final = re.compile(r'<script type="module" src="([\w-]+\.js)"></script>')


class Page(NamedTuple):
    """The page as one file.

    Attributes
    ----------
    html : str
        All of it.
    sources : dict
        The sources that its policy has to allow, by hash: its styles and its script.
    """

    html: str
    sources: dict[str, str]


def page_texts() -> dict[str, str]:
    """Return the files of the page by their paths from its folder."""
    return dict(_texts_in(files("lowbit.web") / "static"))


def bundle(html: str, texts: Mapping[str, str]) -> Page:
    """Inline the styles and the modules that a page refers to.

    Parameters
    ----------
    html : str
        The page.
    texts : mapping of str to str
        Its other files, by their paths from the page's folder.

    Returns
    -------
    Page

    Raises
    ------
    ValueError
        If a module is written in a way that cannot be parsed here.
    """
    sources: dict[str, str] = {}

    def allow(directive: str, text: str) -> None:
        sources[directive] = f"{sources.get(directive, '')} {_hash(text)}".lstrip()

    def put_style(found: re.Match[str]) -> str:
        allow("style-src", texts[found[1]])
        return f"<style>{texts[found[1]]}</style>"

    def put_script(found: re.Match[str]) -> str:
        script = one_script(found[1], texts)
        allow("script-src", script)
        return f'<script type="module">{script}</script>'

    return Page(SCRIPT.sub(put_script, STYLE.sub(put_style, html)), sources)


def _texts_in(folder: Traversable, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path of each file in a folder and below, and its text."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _texts_in(entry, f"{path}{entry.name}/")
        else:
            yield f"{path}{entry.name}", entry.read_text(encoding="utf-8")


def one_script(first: str, texts: Mapping[str, str]) -> str:
    """Return a module, and all that it imports, as one script."""
    done: dict[str, str] = {}
    _add(first, texts, done, ())
    return "const modules = {};\n" + "".join(done.values())


def _add(name: str, texts: Mapping[str, str], done: dict[str, str], above: tuple[str, ...]) -> None:
    """Add a module after those that it imports."""
    if name in above:
        raise ValueError(f"{name} imports itself, by way of {above[-1]}")
    for _, path in IMPORT.findall(texts[name]):
        if (other := _beside(name, path)) not in done:
            _add(other, texts, done, (*above, name))
    done[name] = _as_function(name, texts[name])


def _as_function(name: str, text: str) -> str:
    exported = ", ".join(found[2] for found in EXPORT.finditer(text))
    body = EXPORT.sub(r"\1", IMPORT.sub(partial(_taken, name), text))
    if found := LEFT_OVER.search(body):
        raise ValueError(f"{name}: what to do with {found[0]!r}?")
    return f'modules["{name}"] = (() => {{\n{body}return {{ {exported} }};\n}})();\n'


def _taken(name: str, found: re.Match[str]) -> str:
    """Return the replacement of an import."""
    other = _beside(name, found[2])
    return f'const {{{found[1].replace(" as ", ": ")}}} = modules["{other}"];\n'


def _beside(name: str, path: str) -> str:
    """Return the module that another one imports by a path from its own folder."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
