"""Compression of text on its way out."""

from __future__ import annotations

import bz2
import gzip
import lzma
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lowbit.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Callable


class _Gzip(gzip.GzipFile):
    """A file that says neither its name nor when it was made: the same bytes for the same text."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        super().__init__("", "wb", fileobj=self._file, mtime=0)

    def close(self) -> None:
        super().close()
        self._file.close()


PACKERS: dict[str, Callable[[Path], Any]] = {
    ".gz": _Gzip,
    ".bz2": lambda path: bz2.BZ2File(path, "wb"),
    ".xz": lambda path: lzma.LZMAFile(path, "wb"),  # noqa: SIM115 - the text stream closes it
}
"""What compresses text, by the end of its name."""


def packer(name: str) -> Callable[[Path], Any]:
    """Return what opens a file for text by the end of its name.

    Raises
    ------
    TableError
        If only tables are compressed so.
    """
    pack = PACKERS.get(Path(name).suffix.lower())
    if pack is None:
        raise TableError(
            f"{name}: lines are compressed as {', '.join(PACKERS)}; only tables as this"
        )
    return pack
