"""Bytes that come in pieces, read as a file is read."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Pieces(io.RawIOBase):
    """Bytes in pieces of any length, none of them empty.

    Parameters
    ----------
    pieces : iterator of bytes
        The pieces.

    Examples
    --------
    >>> file = Pieces(iter([b"ab", b"cde", b"f"]))
    >>> file.read(3), file.read(), file.read(1)
    (b'abc', b'def', b'')
    """

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._held = b""

    def readable(self) -> bool:
        """Return True."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """Return `size` bytes, fewer only at the end; all that are left if `size` is negative."""
        pieces, n_bytes = [self._held], len(self._held)
        while (size < 0 or n_bytes < size) and (piece := next(self._pieces, b"")):
            pieces.append(piece)
            n_bytes += len(piece)
        text = b"".join(pieces)
        end = len(text) if size < 0 else size
        self._held = text[end:]
        return text[:end]
