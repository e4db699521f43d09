"""The text of a table as a stream that Arrow reads: unpacked, without a byte order mark."""

from __future__ import annotations

import codecs
import io
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from lowbit.errors import FormatError
from lowbit.formats.source import Arrivals
from lowbit.formats.table_names import OF_ARROW

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import ExitStack

    from lowbit.tables.places import Place


class TextStream(io.RawIOBase):
    """A text as it arrives.

    Parameters
    ----------
    stream : binary stream
        The packed text, or the text.
    name : str
        Its name in messages.
    strict : bool
        Whether a byte that is not UTF-8 raises `UnicodeDecodeError`; Arrow prints a traceback when
        it hands on such a row.

    Attributes
    ----------
    n_quotes : int
        How many double quotes have been read.
    """

    def __init__(self, stream: Any, name: str, *, strict: bool) -> None:  # noqa: ANN401 - of Arrow
        self._arrivals = Arrivals(stream, name)
        self._held = b""
        self._decoder = codecs.getincrementaldecoder("utf-8")("strict" if strict else "ignore")
        self.n_quotes = 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """Return `size` bytes, fewer only at the end; all that are left if `size` is negative."""
        parts = [self._held]
        n_bytes = len(self._held)
        while size < 0 or n_bytes < size:
            part = next(self._arrivals, b"")
            self._look_at(part)
            if not part:
                break
            parts.append(part)
            n_bytes += len(part)
        text = b"".join(parts)
        end = len(text) if size < 0 else size
        self._held = text[end:]
        return text[:end]

    def _look_at(self, part: bytes) -> None:
        self.n_quotes += part.count(b'"')
        if not part.isascii() or self._decoder.getstate()[0] or not part:
            self._decoder.decode(part, final=not part)


def text_stream(
    place: Place, packing: str | None, stack: ExitStack, *, strict: bool = False
) -> tuple[Any, TextStream]:
    """Return a file, and the UTF-8 text in it; `stack` closes the file."""
    file = stack.enter_context(place.system.open_input_file(place.path))
    packed = file
    if packing in OF_ARROW:  # the bytes show the rest, whatever the name
        packed = _Unpacked(stack.enter_context(pa.CompressedInputStream(file, packing)), packing)
    return file, TextStream(packed, place.name, strict=strict)


def for_arrow(text: TextStream, stack: ExitStack) -> pa.PythonFile:
    """Return a text as a file of Arrow's."""
    return stack.enter_context(pa.PythonFile(text, "r"))


def lines_of(place: Place, packing: str | None, stack: ExitStack) -> Iterator[str]:
    """Return the lines of a text with their ends; bytes that are not UTF-8 are surrogates."""
    _, text = text_stream(place, packing, stack)
    whole: Any = for_arrow(text, stack)
    return io.TextIOWrapper(whole, encoding="utf-8", errors="surrogateescape", newline="")


class _Unpacked:
    """A stream that Arrow unpacks, with lowbit's messages where it cannot."""

    def __init__(self, stream: Any, packing: str | None) -> None:  # noqa: ANN401 - of Arrow
        self._stream = stream
        self._packing = packing

    def read(self, size: int, /) -> bytes:
        try:
            return bytes(self._stream.read(size))
        except OSError as error:
            how = "cut off" if "Truncated" in str(error) else "damaged"
            reason = f"the {self._packing} data is {how}; fetch the file again"
            raise FormatError(reason) from error
