"""Archives of Python modules, from which a worker of the tab imports them."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from importlib.resources.abc import Traversable

LEFT_OUT: Final = frozenset(
    {
        "__pycache__",
        "cli",
        "dataset",
        "jobs",
        "audit",
        "web/http",
        "web/site",
        "web/static",
    }
)
"""Folders of lowbit that no tab needs."""

KERNELS: Final = ".kernels"
TARGET: Final = "wasm32"
"""Libraries of kernels, each for a machine that its name tells: for a browser it is this one."""

UNUSED: Final = (".pyi", "/RECORD", "/METADATA", "/WHEEL", "/entry_points.txt")
"""The endings of files of wheels that no program in a tab reads."""

LEVEL: Final = 6
"""The level of compression: the highest takes twice as long for a hundredth less."""

NO_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip archive can give."""

UNUSED_PARTS: Final = (".data/", "pydantic/v1/")
"""Parts of their paths."""


def own_modules() -> dict[str, bytes]:
    """Return the files of lowbit that a tab needs, by their paths."""
    found = _files_in(files("lowbit"))
    return {f"lowbit/{path}": content for path, content in found if _is_wanted(path)}


def modules_of(wheels: Iterable[bytes]) -> dict[str, bytes]:
    """Return the files of wheels, by their paths."""
    found: dict[str, bytes] = {}
    for wheel in wheels:
        found |= {name: content for name, content in unzipped(wheel).items() if _is_used(name)}
    return found


def archived(contents: Mapping[str, bytes]) -> bytes:
    """Return a compressed archive of files, the same for the same files."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(contents):
            entry = tarfile.TarInfo(path)
            entry.size = len(contents[path])
            archive.addfile(entry, io.BytesIO(contents[path]))
    return packed(written.getvalue())


def contents_of(archive: bytes) -> dict[str, bytes]:
    """Return the files of an archive, compressed or not, by their paths."""
    found: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        for entry in opened:
            if file := opened.extractfile(entry):
                found[entry.name] = file.read()
    return found


def zipped(contents: Mapping[str, bytes]) -> bytes:
    """Return a zip archive of files, the same for the same files."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for path in sorted(contents):
            entry = zipfile.ZipInfo(path, NO_DATE)
            archive.writestr(entry, contents[path], zipfile.ZIP_DEFLATED, LEVEL)
    return written.getvalue()


def unzipped(archive: bytes) -> dict[str, bytes]:
    """Return the files of a zip archive by their paths."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist() if not name.endswith("/")}


def packed(content: bytes) -> bytes:
    """Return content compressed, the same for the same content."""
    return gzip.compress(content, LEVEL, mtime=0)


def _is_used(name: str) -> bool:
    return not name.endswith(UNUSED) and not any(part in name for part in UNUSED_PARTS)


def _is_wanted(path: str) -> bool:
    return not path.endswith(KERNELS) or TARGET in path


def _files_in(folder: Traversable, path: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield the path of each file in a folder and below, and its content."""
    for entry in folder.iterdir():
        below = f"{path}{entry.name}"
        if entry.is_file():
            yield below, entry.read_bytes()
        elif entry.name not in LEFT_OUT and below not in LEFT_OUT:
            yield from _files_in(entry, f"{below}/")
