"""Bytes as they arrive, written where they are wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.batch.incoming import Incoming

if TYPE_CHECKING:
    from collections.abc import Iterator


class Pipe:
    """Chunks of which nobody knows whether more have arrived."""

    name = "a pipe"

    def __init__(self, *chunks: bytes) -> None:
        self._chunks = chunks

    def has_more(self) -> bool:
        return False

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._chunks)


def test_what_is_held_has_arrived_and_comes_first() -> None:
    incoming = Incoming(b"abc", Pipe(b"", b"de"))
    memory = bytearray(2)
    found = []
    while (n_bytes := incoming.read_into(memoryview(memory))) is not None:
        found.append((bytes(memory[:n_bytes]), incoming.has_more()))
    assert found == [(b"ab", True), (b"c", False), (b"", False), (b"de", False)]
