"""Bytes as UTF-8 text: unpacked, in one encoding, without a byte order mark.

The first bytes of a source show what it holds, never its name::

    gzip, bz2, xz ─ unpack ─┐
    UTF-16, UTF-32 ─ recode ┼─ UTF-8
    a mark of UTF-8 ─ drop ─┘
    zstd, Parquet, ... ─ refused by name
"""

from __future__ import annotations

import codecs
import zlib
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lowbit.errors import FormatError

if TYPE_CHECKING:
    import bz2
    import lzma
    from collections.abc import Callable, Iterable, Iterator

CHUNK: Final = 1 << 16
"""Bytes to request in one read, and to return from one step of unpacking."""


class Packing(NamedTuple):
    """A kind of compression.

    Attributes
    ----------
    name : str
    new_member : callable
        Returns the unpacker of one stream; several may follow one another.
    unpacked : callable
        Yields what more bytes add to a stream, chunk by chunk.
    damage : exception
        What is raised if the data is damaged.
    """

    name: str
    new_member: Callable[[], Any]
    unpacked: Callable[[Any, bytes], Iterator[bytes]]
    damage: type[Exception]


def _inflated(member: zlib._Decompress, packed: bytes) -> Iterator[bytes]:
    text = member.decompress(packed, CHUNK)
    while text:
        yield text
        text = member.decompress(member.unconsumed_tail, CHUNK)


def _decompressed(
    member: bz2.BZ2Decompressor | lzma.LZMADecompressor, packed: bytes
) -> Iterator[bytes]:
    yield member.decompress(packed, CHUNK)
    while not (member.eof or member.needs_input):
        yield member.decompress(b"", CHUNK)


def _gzip() -> Packing:
    return Packing("gzip", lambda: zlib.decompressobj(zlib.MAX_WBITS | 16), _inflated, zlib.error)


def _bzip2() -> Packing:
    import bz2  # noqa: PLC0415 - few texts need it

    return Packing("bzip2", bz2.BZ2Decompressor, _decompressed, OSError)


def _xz() -> Packing:
    import lzma  # noqa: PLC0415 - as above

    return Packing("xz", lzma.LZMADecompressor, _decompressed, lzma.LZMAError)


PACKINGS: Final[dict[bytes, Callable[[], Packing]]] = {
    b"\x1f\x8b": _gzip,
    b"BZh": _bzip2,
    b"\xfd7zXZ\0": _xz,
}
"""The first bytes of compressed data."""

ENCODINGS: Final = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Byte order marks, longer ones first: that of UTF-32 begins with that of UTF-16."""

REFUSED: Final = {
    b"\x28\xb5\x2f\xfd": "this is zstd data; unpack it first: zstd -d",
    b"\x04\x22\x4d\x18": "this is lz4 data; unpack it first: lz4 -d",
    b"PK\x03\x04": "this is a ZIP archive, or a spreadsheet; unpack it, or save it as CSV",
    b"7z\xbc\xaf\x27\x1c": "this is a 7z archive; unpack it first",
    b"PAR1": "this is Parquet; its name must end with .parquet, and it cannot be piped in",
    b"ARROW1": "this is Arrow; its name must end with .arrow, and it cannot be piped in",
    b"%PDF": "this is PDF; puzzles are read from text",
}
"""The first bytes of data that is not text, and the advice for each."""

MARKS: Final = (*PACKINGS, *ENCODINGS, *REFUSED, codecs.BOM_UTF8)


def plain(
    chunks: Iterator[bytes], on_passthrough: Callable[[], object] = lambda: None
) -> Iterator[bytes]:
    """Yield chunks of bytes as UTF-8 text, as far as they go.

    Parameters
    ----------
    chunks : iterator of bytes
    on_passthrough : callable, optional
        Called before the first chunk where all others will be yielded as they come.

    Raises
    ------
    FormatError
        If the bytes are not text, or compressed data is damaged or cut off.
    """
    head = b""
    for chunk in chunks:
        head += chunk
        if not _may_become_mark(head):
            break
    whole = chain((head,), chunks)
    for mark, reason in REFUSED.items():
        if head.startswith(mark):
            raise FormatError(reason)
    for mark, packing in PACKINGS.items():
        if head.startswith(mark):
            yield from plain(_unpacked(packing(), whole))
            return
    for mark, encoding in ENCODINGS.items():
        if head.startswith(mark):
            yield from _recoded(encoding, whole)
            return
    on_passthrough()
    yield head.removeprefix(codecs.BOM_UTF8)
    yield from chunks


def _may_become_mark(head: bytes) -> bool:
    return any(len(head) < len(mark) and mark.startswith(head) for mark in MARKS)


def _unpacked(packing: Packing, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the unpacked bytes, as far as the chunks go; members may follow one another."""
    member = packing.new_member()
    try:
        for chunk in chunks:
            packed = chunk
            while packed := packed.lstrip(b"\0") if member.eof else packed:  # zeros may pad it
                if member.eof:
                    member = packing.new_member()
                yield from packing.unpacked(member, packed)
                packed = member.unused_data
    except packing.damage as error:
        raise FormatError(f"the {packing.name} data is damaged; fetch the file again") from error
    if not member.eof:
        raise FormatError(f"the {packing.name} data is cut off; fetch the file again")


def _recoded(encoding: str, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield text of another encoding as UTF-8; invalid bytes become no character of a puzzle."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    for chunk in chunks:
        yield decoder.decode(chunk).encode(errors="replace")
    yield decoder.decode(b"", final=True).encode(errors="replace")
