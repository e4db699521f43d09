"""The bytes of a text as they arrive, written where they are wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator


class Chunks(Protocol):
    """Bytes of a source as they arrive.

    It may have a method ``read_into``, as `lowbit.formats.streams.source.Arrivals`, which saves a
    copy.
    """

    name: str

    def has_more(self) -> bool:
        """Whether more, or the end, has arrived."""

    def __iter__(self) -> Iterator[bytes]:
        """Yield the bytes as they arrive."""


class Incoming:
    r"""A text whose beginning has been read.

    Parameters
    ----------
    begun : bytes
        The beginning.
    chunks : Chunks
        The rest.

    Examples
    --------
    >>> import io
    >>> from lowbit.formats.streams.source import Arrivals
    >>> incoming = Incoming(b"be", Arrivals(io.BytesIO(b"ginning"), "a text"))
    >>> memory = bytearray(5)
    >>> [(incoming.read_into(memoryview(memory)), bytes(memory)) for _ in range(4)]
    [(2, b'be\x00\x00\x00'), (5, b'ginni'), (2, b'ngnni'), (None, b'ngnni')]
    """

    def __init__(self, begun: bytes, chunks: Chunks) -> None:
        self._held = memoryview(begun)
        self._chunks = iter(chunks)
        self._has_more = chunks.has_more
        self._read_straight = getattr(chunks, "read_into", lambda _memory: None)

    def read_into(self, memory: memoryview) -> int | None:
        """Write the next bytes, at most as many as the memory holds; return their number.

        0 means that nothing has arrived yet, None that the text has ended.
        """
        if not self._held:
            n_bytes: int | None = self._read_straight(memory)
            if n_bytes is not None:
                return n_bytes or None
            chunk = next(self._chunks, None)
            if chunk is None:
                return None
            self._held = memoryview(chunk)
        n_bytes = min(len(memory), len(self._held))
        memory[:n_bytes] = self._held[:n_bytes]
        self._held = self._held[n_bytes:]
        return n_bytes

    def push_back(self, text: bytes) -> None:
        """Leave unread the bytes that were read last."""
        self._held = memoryview(text + self._held)

    def rest(self) -> bytes:
        """Return the bytes that were read of the chunks, and not from here."""
        return bytes(self._held)

    def has_more(self) -> bool:
        """Whether more, or the end, has arrived: reading on does not wait."""
        return len(self._held) > 0 or self._has_more()
