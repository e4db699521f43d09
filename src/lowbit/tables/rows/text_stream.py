"""The text of a table as a stream that Arrow reads: unpacked, without a byte order mark."""

from __future__ import annotations

import codecs
import io
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from lowbit.errors import FormatError
from lowbit.formats.streams.archives import archive_of, open_member
from lowbit.formats.streams.source import Arrivals
from lowbit.formats.streams.table_names import OF_ARROW
from lowbit.nesting import TOO_DEEP, LineDepths
from lowbit.tables.rows.pieces import Pieces

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import ExitStack

    from lowbit.tables.rows.places import Place


BLOCK: Final = 1 << 22
"""Bytes of text to parse at a time: about ten thousand rows. No row may be longer."""

TOO_LONG: Final = f"this line is longer than {BLOCK} characters: no row of a table"


NO_OBJECT: Final = "this is no JSON object"


class TextStream(Pieces):
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
        The number of double quotes that have been read.
    """

    def __init__(self, stream: Any, name: str, *, strict: bool) -> None:  # noqa: ANN401 - of Arrow
        super().__init__(map(self._looked_at, chain(Arrivals(stream, name), (b"",))))
        self._decoder = codecs.getincrementaldecoder("utf-8")("strict" if strict else "ignore")
        self.n_quotes = 0

    def _looked_at(self, part: bytes) -> bytes:
        """Return a part, or the empty one at the end, once it was looked at."""
        self.n_quotes += part.count(b'"')
        if not part.isascii() or self._decoder.getstate()[0] or not part:
            self._decoder.decode(part, final=not part)
        return part


class JsonStream(TextStream):
    """JSON lines as they arrive, none of which Arrow's parser would crash at."""

    def __init__(self, stream: Any, name: str) -> None:  # noqa: ANN401 - as above
        super().__init__(stream, name, strict=False)
        self._name = name
        self._depths = LineDepths()
        self._has_begun = False

    def _looked_at(self, part: bytes) -> bytes:
        if not self._has_begun and (start := part.lstrip()):
            self._has_begun = True
            if start.startswith(b"n"):  # null: Arrow looks for the fields of a row that has none
                n_before = part[: -len(start)].count(b"\n") + self._depths.n_lines
                raise FormatError(NO_OBJECT, self._name, n_before + 1)
        is_deep = self._depths.are_deep(part or b"\n")
        if is_deep or self._depths.n_begun > BLOCK:
            reason = TOO_DEEP if is_deep else TOO_LONG
            raise FormatError(reason, self._name, self._depths.n_lines + 1)
        return super()._looked_at(part)


def text_stream(
    place: Place, packing: str | None, stack: ExitStack, *, strict: bool = False
) -> tuple[Any, TextStream]:
    """Return a file, and the UTF-8 text in it; `stack` closes the file."""
    file, packed = packed_stream(place, packing, stack)
    return file, TextStream(packed, place.name, strict=strict)


def packed_stream(place: Place, packing: str | None, stack: ExitStack) -> tuple[Any, Any]:
    """Return a file, and the bytes in it without the compressions that only Arrow unpacks."""
    packed = file = open_file(place, stack)
    if packing in OF_ARROW:  # the bytes show the rest, whatever the name
        packed = _Unpacked(stack.enter_context(pa.CompressedInputStream(file, packing)), packing)
    return file, packed


def open_file(place: Place, stack: ExitStack) -> Any:  # noqa: ANN401 - of Arrow or of Python
    """Open a file of text, perhaps in an archive; `stack` closes it."""
    inside = archive_of(place.path) if place.is_local else None
    if inside:
        return stack.enter_context(open_member(*inside))
    return stack.enter_context(place.system.open_input_file(place.path))


def for_arrow(text: Pieces, stack: ExitStack) -> pa.PythonFile:
    """Return a text as a file of Arrow's."""
    return stack.enter_context(pa.PythonFile(text, "r"))


def lines_of(place: Place, packing: str | None, stack: ExitStack) -> Iterator[str]:
    """Yield the lines of a text with their ends; bytes that are not UTF-8 are surrogates.

    Raises
    ------
    FormatError
        If a line is too long to be a row: a few kilobytes may unpack to gigabytes of it.
    """
    _, text = text_stream(place, packing, stack)
    whole: Any = for_arrow(text, stack)
    stream = io.TextIOWrapper(whole, encoding="utf-8", errors="surrogateescape", newline="")
    for number, line in enumerate(iter(partial(stream.readline, BLOCK), ""), 1):
        if len(line) == BLOCK:
            raise FormatError(TOO_LONG, place.name, number)
        yield line


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
