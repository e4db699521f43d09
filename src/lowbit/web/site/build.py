"""The folder of the static page."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
from contextlib import suppress
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from lowbit.errors import SourceError
from lowbit.web.http.bundle import bundle, one_script, page_texts
from lowbit.web.http.policy import policy
from lowbit.web.site.archive import (
    archived,
    contents_of,
    modules_of,
    own_modules,
    packed,
    unzipped,
    zipped,
)
from lowbit.web.site.bytecode import compiled
from lowbit.web.site.fetching import fetched
from lowbit.web.site.kernels import found_kernels, library_of, search_of
from lowbit.web.site.packages import PRINTING, PYODIDE, QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from lowbit.web.site.fetching import Indexes
    from lowbit.web.site.packages import PinnedPackage

KEPT_AS_THEY_ARE: Final = ("icon.svg", "app.webmanifest")
"""The files of the page that stand beside it."""

WORKER: Final = "tab/python.js"
SERVICE: Final = "sw.js"

SCRIPTS: Final = {WORKER: "python.js", SERVICE: "sw.js"}
"""The scripts that only the static page has, by their places in it."""

EMBED: Final = "embed.js"
"""The script by which other pages show a board."""

QUICK: Final = "quick/worker.js"
"""The script of the worker that answers without Python."""

PYTHON: Final = "pyodide/"
"""The folder of Python."""

OF_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs")

STANDARD: Final = "python_stdlib.zip"
"""Python's own library."""

PACKAGES: Final = {"library": QUESTIONS, "printing": PRINTING}
"""The packages of each part that is fetched alone."""

WASM: Final = "pyodide.asm.wasm"
PACKED: Final = ".packed"
"""The ending of a compressed file: one that no server takes for gzip, and unpacks on its own."""

LOCK: Final = "pyodide-lock.json"
"""Pyodide's list of packages to fetch from elsewhere, which is empty here."""

SERVED: Final = 'data-transport="server"'
IN_TAB: Final = 'data-transport="tab"'
HEAD: Final = '<meta charset="utf-8">\n'

FOR_WASM: Final = "'wasm-unsafe-eval'"
"""The source of scripts that lets WebAssembly be compiled."""

SIGNED: Final = "lowbit-page.json"
"""The file by which a folder is known as one that was built here."""


def site_files(
    indexes: Indexes, tell: Callable[[str], object], kernels: Sequence[str] = ()
) -> dict[str, bytes]:
    """Return the files of the static page by their paths.

    Parameters
    ----------
    indexes : Indexes
        The places that packages come from.
    tell : callable
        Hears of each package that is fetched, and of each kernel.
    kernels : sequence of str, optional
        Names of the kernels that it has; all if none is named.

    Raises
    ------
    SourceError
        If a package cannot be had.
    """
    archives = {each: fetched(each, indexes, tell) for each in (PYODIDE, *QUESTIONS, *PRINTING)}
    texts = page_texts()
    found = {"index.html": _page(texts)}
    found |= {name: texts[name].encode() for name in KEPT_AS_THEY_ARE}
    found[QUICK] = one_script(QUICK, texts).encode()
    found[EMBED] = _script(EMBED).encode()
    code = found_kernels(tell, kernels)
    found |= search_of(code)
    python = _python(archives, library_of(code), tell)
    found |= {f"{PYTHON}{name}": content for name, content in python.items()}
    scripts = {place: _script(name) for place, name in SCRIPTS.items()}
    version = f"const VERSION = {json.dumps(_version_of(found, scripts))};\n"
    found[WORKER] = (version + scripts[WORKER]).encode()
    found[SERVICE] = f"{version}{_hashes(found)}\n{scripts[SERVICE]}".encode()
    found[SIGNED] = json.dumps({"files": sorted(found)}, indent=1).encode()
    return found


def require_place(folder: Path) -> None:
    """Require a folder that the page may be written to.

    Raises
    ------
    SourceError
        If it holds anything but a page that was built there before.
    """
    if folder.exists() and not _is_replaceable(folder):
        reason = (
            "it holds other files; name an empty folder, a new one, or one with a page built before"
        )
        raise SourceError(reason, str(folder))


def write_site(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write a folder whole or not at all, in place of a page that was built there before.

    Raises
    ------
    SourceError
        As `require_place`.
    """
    require_place(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        for path, content in contents.items():
            place = beside / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        _take_place(beside, folder)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise


def _page(texts: Mapping[str, str]) -> bytes:
    page = bundle(texts["index.html"].replace(SERVED, IN_TAB), texts)
    sources = dict(page.sources)
    sources["script-src"] += f" {FOR_WASM}"
    meta = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy(sources, in_page=True)}">\n'
    )
    return page.html.replace(HEAD, HEAD + meta, 1).encode()


def _python(
    archives: Mapping[PinnedPackage, bytes],
    kernels: Mapping[str, bytes],
    tell: Callable[[str], object],
) -> dict[str, bytes]:
    """Return the files of Python and of all that it imports, by their names."""
    package = contents_of(archives[PYODIDE])
    pyodide = {name: package[f"package/{name}"] for name in (*OF_PYODIDE, STANDARD, WASM, LOCK)}
    wheels = {
        name: modules_of(archives[each] for each in packages) for name, packages in PACKAGES.items()
    }
    wheels["library"] |= {**own_modules(), **kernels}
    modules = {STANDARD: unzipped(pyodide[STANDARD]), **wheels}
    parts = _bytecode(modules, pyodide, tell)
    pyodide[STANDARD] = zipped(parts.pop(STANDARD))
    pyodide[f"{WASM}{PACKED}"] = packed(pyodide.pop(WASM))
    pyodide[LOCK] = json.dumps(json.loads(pyodide[LOCK]) | {"packages": {}}).encode()
    return pyodide | {f"{name}{PACKED}": archived(files) for name, files in parts.items()}


def _bytecode(
    parts: Mapping[str, Mapping[str, bytes]],
    pyodide: Mapping[str, bytes],
    tell: Callable[[str], object],
) -> dict[str, Mapping[str, bytes]]:
    """Return parts of the library with bytecode in the place of modules, where that can be had."""
    sources = {f"{name}/{path}": parts[name][path] for name in parts for path in parts[name]}
    made = compiled(sources, pyodide)
    if made is None:
        tell(
            "no node, which compiles Python for browsers: first visits wait for that, some seconds"
        )
        return dict(parts)
    return {
        name: {
            path.removeprefix(f"{name}/"): content
            for path, content in made.items()
            if path.startswith(f"{name}/")
        }
        for name in parts
    }


def _version_of(contents: Mapping[str, bytes], scripts: Mapping[str, str]) -> str:
    digest = hashlib.sha256("".join(scripts.values()).encode())
    for path in sorted(contents):
        digest.update(f"{path}\n".encode() + hashlib.sha256(contents[path]).digest())
    return digest.hexdigest()[:16]


def _hashes(contents: Mapping[str, bytes]) -> str:
    """Return the hashes of all files, as the service worker knows them; the page has no name."""
    hashes = {path: _integrity(contents[path]) for path in sorted(contents)}
    hashes[""] = hashes.pop("index.html")
    return f"const FILES = {json.dumps(hashes, indent=1)};\n"


def _script(name: str) -> str:
    return (files("lowbit.web.site") / name).read_text(encoding="utf-8")


def _integrity(content: bytes) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"


def _is_replaceable(folder: Path) -> bool:
    """Whether a folder holds nothing, or no more than a page that was built there."""
    if not folder.is_dir():
        return False
    present = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    if not present:
        return True
    with suppress(OSError, ValueError, TypeError, KeyError):
        known = json.loads((folder / SIGNED).read_text(encoding="utf-8"))["files"]
        return present <= {*known, SIGNED}
    return False


def _take_place(beside: Path, folder: Path) -> None:
    """Move a folder to where another one may be."""
    if not folder.exists():
        beside.rename(folder)
        return
    old = folder.with_name(f".{folder.name}.{os.getpid()}.old")
    folder.rename(old)
    try:
        beside.rename(folder)
    except BaseException:
        old.rename(folder)
        raise
    shutil.rmtree(old)
