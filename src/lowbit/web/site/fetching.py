"""Packages as files: kept once they are fetched, used only if their bytes are the pinned ones."""

from __future__ import annotations

import hashlib
import os
import re
from html import unescape
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.error import URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import urlopen

from lowbit.atomic import whole_file
from lowbit.errors import SourceError
from lowbit.kernels.core import cache
from lowbit.web.site.packages import PYODIDE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lowbit.web.site.packages import PinnedPackage

NPM: Final = "https://registry.npmjs.org"
PYPI: Final = "https://pypi.org/simple"

PATIENCE: Final = 60
"""Seconds that a server may take for its next bytes."""

LINK: Final = re.compile(r"<a\b[^>]*\bhref=[\"']([^\"']+)[\"']")


class Indexes(NamedTuple):
    """The places that packages are fetched from.

    Attributes
    ----------
    npm : str
        The address of a registry of npm packages.
    pypi : str
        The address of an index of Python packages, as pip takes it.
    is_offline : bool
        Whether to fetch nothing.
    """

    npm: str
    pypi: str
    is_offline: bool = False

    @classmethod
    def of(cls, npm: str | None, pypi: str | None, *, is_offline: bool) -> Indexes:
        """Return the indexes that are named, or else those of npm's and pip's own settings."""
        return cls(
            npm or os.environ.get("npm_config_registry") or NPM,  # noqa: SIM112 - as npm has it
            pypi or os.environ.get("PIP_INDEX_URL") or PYPI,
            is_offline,
        )

    def address_of(self, package: PinnedPackage) -> str:
        """Return the address of a package's file."""
        if package is PYODIDE:
            return f"{self.npm.rstrip('/')}/{package.name}/-/{package.file}"
        page = f"{self.pypi.rstrip('/')}/{package.name}/"
        for link in LINK.findall(_read(page).decode()):
            address = urljoin(page, unescape(link))
            if urlsplit(address).path.endswith(f"/{package.file}"):
                return address
        raise OSError(f"{page} does not list it")


def folder() -> Path:
    """Return where packages are kept, whether it exists or not."""
    return cache.folder() / "packages"


def fetched(package: PinnedPackage, indexes: Indexes, tell: Callable[[str], object]) -> bytes:
    """Return the bytes of a package's file; `tell` hears what is done.

    Raises
    ------
    SourceError
        If it is not kept and cannot be fetched, or is another file than the pinned one.
    """
    kept = folder() / package.file
    if kept.exists() and _is_pinned(package, content := kept.read_bytes()):
        return content
    if indexes.is_offline:
        raise SourceError(f"it is not in {folder()}; {_advice(package)}", package.file)
    tell(f"fetching {package.file}")
    try:
        content = _read(address := indexes.address_of(package))
    except OSError as error:
        raise SourceError(
            f"it cannot be fetched: {error}; {_advice(package)}", package.file
        ) from None
    if not _is_pinned(package, content):
        reason = f"{address} is not the file that was tried, whose SHA-256 is {package.sha256}"
        raise SourceError(reason, package.file)
    kept.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(kept) as beside, open(beside, "wb") as file:  # noqa: PTH123 - a name
        file.write(content)
    return content


def _advice(package: PinnedPackage) -> str:
    where = f"{NPM}/{package.name}" if package is PYODIDE else f"{PYPI}/{package.name}/"
    return f"with a network it comes from {where}; without, put it into {folder()}"


def _read(address: str) -> bytes:
    """Return what lies at an address."""
    if urlsplit(address).scheme not in {"http", "https", "file"}:
        raise URLError(f"{address} is no address of a file")
    with urlopen(address, timeout=PATIENCE) as response:  # noqa: S310 - as above
        content: bytes = response.read()
    return content


def _is_pinned(package: PinnedPackage, content: bytes) -> bool:
    return hashlib.sha256(content).hexdigest() == package.sha256
