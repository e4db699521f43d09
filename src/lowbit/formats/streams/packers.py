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
    """A file without a name or a date in it: the same text gives the same bytes."""

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
"""The function that opens a compressed file, by the suffix of its name."""


def packer(name: str) -> Callable[[Path], Any]:
    """Return the function that opens a file for text, by the suffix of its name.

    Raises
    ------
    TableError
        If only tables are compressed in this way.
    """
    pack = PACKERS.get(Path(name).suffix.lower())
    if pack is None:
        raise TableError(
            f"{name}: lines are compressed as {', '.join(PACKERS)}; only tables as this"
        )
    return pack
