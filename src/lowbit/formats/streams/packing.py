"""Bytes as UTF-8 text: unpacked, in one encoding, without a byte order mark.

The first bytes of a source show its encoding, never its name::

    gzip, bz2, xz ─ unpack ─┐
    ZIP of one file ─ unzip ┤
    UTF-16, UTF-32 ─ recode ┼─ UTF-8
    a mark of UTF-8 ─ drop ─┘
    zstd, Parquet, ... ─ refused by name
"""

from __future__ import annotations

import codecs
import zlib
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from lowbit.errors import FormatError
from lowbit.formats.streams.archives import ZIP, unzipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

CHUNK: Final = 1 << 16
"""Bytes to request in one read, and to return from one step of unpacking."""


LAYERS: Final = 3
"""The most times that the same bytes may be packed: some archives unpack to themselves for ever."""

MEMORY: Final = 1 << 28
"""Bytes that an unpacker may take: xz data names the size of its dictionary, up to 4 GB."""


class Member(Protocol):
    """The unpacker of one member: packed data may be several, one behind the other."""

    @property
    def eof(self) -> bool:
        """Whether its end was reached."""

    @property
    def needs_input(self) -> bool:
        """Whether it needs more bytes before it can return any."""

    @property
    def unused_data(self) -> bytes:
        """The bytes after the end of the member, of those that it was given."""

    def decompress(self, packed: bytes, most: int, /) -> bytes:
        """Take more bytes, and return at most `most` unpacked ones."""


class Packing(NamedTuple):
    """A kind of compression.

    Attributes
    ----------
    name : str
    mark : bytes
        The first bytes of each member.
    new_member : callable
        Returns the unpacker of one member.
    damage : exception
        The error that is raised if the data is damaged.
    """

    name: str
    mark: bytes
    new_member: Callable[[], Member]
    damage: type[Exception]


class _GzipMember:
    """A member of gzip data with the interface of those of `bz2` and `lzma`, which `zlib` lacks."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj(zlib.MAX_WBITS | 16)
        self.needs_input = True

    @property
    def eof(self) -> bool:
        return self._stream.eof

    @property
    def unused_data(self) -> bytes:
        return self._stream.unused_data

    def decompress(self, packed: bytes, most: int, /) -> bytes:
        text = self._stream.decompress(self._stream.unconsumed_tail + packed, most)
        self.needs_input = len(text) < most
        return text


def _gzip(mark: bytes) -> Packing:
    return Packing("gzip", mark, _GzipMember, zlib.error)


def _bzip2(mark: bytes) -> Packing:
    import bz2  # few texts need it

    return Packing("bzip2", mark, bz2.BZ2Decompressor, OSError)


def _xz(mark: bytes) -> Packing:
    import lzma

    new_member = partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, MEMORY)
    return Packing("xz", mark, new_member, lzma.LZMAError)


PACKINGS: Final[dict[bytes, Callable[[bytes], Packing]]] = {
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
    b"7z\xbc\xaf\x27\x1c": "this is a 7z archive; unpack it first",
    b"PAR1": "this is Parquet; its name must end with .parquet, and it cannot be piped in",
    b"ARROW1": "this is Arrow; its name must end with .arrow, and it cannot be piped in",
    b"%PDF": "this is PDF; puzzles are read from text",
    b"\0\0\0\0": "this is no text: it begins with zero bytes; fetch the file again",
}
"""The first bytes of data that is not text, and the advice for each."""

MARKS: Final = (*PACKINGS, *ENCODINGS, *REFUSED, ZIP, codecs.BOM_UTF8)


def plain(
    chunks: Iterator[bytes],
    on_passthrough: Callable[[], object] = lambda: None,
    layers: int = LAYERS,
) -> Iterator[bytes]:
    """Yield chunks of bytes as UTF-8 text, as far as they go; memory is constant.

    Parameters
    ----------
    chunks : iterator of bytes
    on_passthrough : callable, optional
        Called before the first chunk where all others will be yielded as they come.
    layers : int, default LAYERS
        The most times that the bytes may be packed.

    Raises
    ------
    FormatError
        If the bytes are not text, or compressed data is damaged, cut off or followed by other data.
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
    if packing := _packing_begun(head):
        raise FormatError(f"the {packing.name} data is cut off; fetch the file again")
    if unpack := _unpacker_of(head):
        if not layers:
            raise FormatError(f"this is packed more than {LAYERS} times; unpack it first")
        yield from plain(unpack(whole), layers=layers - 1)
        return
    for mark, encoding in ENCODINGS.items():
        if head.startswith(mark):
            yield from _recoded(encoding, whole)
            return
    on_passthrough()
    yield head.removeprefix(codecs.BOM_UTF8)
    yield from chunks


def _unpacker_of(head: bytes) -> Callable[[Iterable[bytes]], Iterator[bytes]] | None:
    """Return the unpacker of data that begins like this; None if it is not packed."""
    for mark, packing in PACKINGS.items():
        if head.startswith(mark):
            return partial(_unpacked, packing(mark))
    return unzipped if head.startswith(ZIP) else None


def _packing_begun(head: bytes) -> Packing | None:
    """Return the packing whose mark begins with all of the data, unless this is text."""
    if head and not (head.isascii() and head.decode().isprintable()):
        for mark, packing in PACKINGS.items():
            if len(head) < len(mark) and mark.startswith(head):
                return packing(mark)
    return None


def _may_become_mark(head: bytes) -> bool:
    return any(len(head) < len(mark) and mark.startswith(head) for mark in MARKS)


def _unpacked(packing: Packing, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the unpacked bytes of all members, as far as the chunks go."""
    member, packed = packing.new_member(), b""
    try:
        for chunk in chunks:
            packed += chunk
            while packed:
                if member.eof:
                    packed = packed.lstrip(b"\0")  # which may pad it
                    if not _begins_member(packing, packed):
                        break
                    member = packing.new_member()
                yield from _unpacked_member(member, packed)
                packed = member.unused_data
    except packing.damage as error:
        raise FormatError(_why_damaged(packing, error)) from error
    if packed or not member.eof:
        raise FormatError(f"the {packing.name} data is cut off; fetch the file again")


def _unpacked_member(member: Member, packed: bytes) -> Iterator[bytes]:
    """Yield the unpacked bytes of a further piece of a member, chunk by chunk."""
    yield member.decompress(packed, CHUNK)
    while not (member.eof or member.needs_input):
        yield member.decompress(b"", CHUNK)


def _begins_member(packing: Packing, packed: bytes) -> bool:
    """Whether another member begins here; False if too little of it has arrived to tell."""
    if not packing.mark.startswith(packed[: len(packing.mark)]):
        raise FormatError(f"other data follows the {packing.name} data, and is not read")
    return len(packed) >= len(packing.mark)


def _why_damaged(packing: Packing, error: Exception) -> str:
    if "Memory usage limit" in str(error):
        return f"the {packing.name} data needs over {MEMORY >> 20} MB to unpack; unpack it first"
    return f"the {packing.name} data is damaged, and lines before may be; fetch the file again"


def _recoded(encoding: str, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield text of another encoding as UTF-8; invalid bytes become no character of a puzzle."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    for chunk in chunks:
        yield decoder.decode(chunk).encode(errors="replace")
    yield decoder.decode(b"", final=True).encode(errors="replace")
