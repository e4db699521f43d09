"""Any source as lines.

::

    path, "-", binary stream ─ read ─ unpack ─ Arrivals ─ decode ─┐
    text stream, iterable of str ─────────────────────────────────┴─ texts ─ LineStream

No step waits for more than one read, so a line moves on as soon as it has arrived; no step keeps a
line, so memory stays constant. Readers of bytes use `Arrivals`.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import select
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count, islice
from typing import IO, Any, Final, Protocol, TypeAlias, TypeGuard, cast

from lowbit.errors import FormatError, InputError, SourceError
from lowbit.formats.streams.archives import archive_of, behind, open_member
from lowbit.formats.streams.packing import CHUNK, plain
from lowbit.formats.streams.stream import LineStream


class BinaryStream(Protocol):
    """An object with a `read` that returns bytes."""

    def read(self, size: int, /) -> bytes:
        """Return at most `size` bytes, and none at the end."""


Source: TypeAlias = str | os.PathLike[str] | BinaryStream | Iterable[str]
"""A path, ``-`` for standard input, a binary or text stream, or lines."""

STDIN = "-"
"""The name of standard input, where a path is asked for."""

BATCH = 1000
"""Lines to take at a time from a source of text that does not block."""

NEWLINE = re.compile(r"\r\n?|\n")

LEAST_CELLS: Final = 16
"""The cells of the smallest board."""

OF_CELLS: Final = frozenset("0123456789.*_")
"""The characters of puzzles on a line."""

MOST_SHOWN: Final = 32
"""The characters of a text that messages show."""

ADVICE: dict[type[OSError], str] = {
    FileNotFoundError: "there is no such file; check the path",
    IsADirectoryError: "this is a directory; name a file in it",
    PermissionError: "reading is not permitted; change the file's permissions",
}


class Arrivals:
    """The bytes of a source as they arrive: unpacked, and without a byte order mark.

    An iterator that yields the bytes of each read at once.

    Parameters
    ----------
    stream : binary stream
        The stream to read.
    name : str
        The name of the source in messages.

    Attributes
    ----------
    n_read : int
        The number of bytes that the source has given so far.
    n_lines : int
        The number of lines before those that are read next, if some were pushed back.
    """

    def __init__(self, stream: BinaryStream, name: str) -> None:
        self.name = name
        self.stream = stream
        self.n_read = 0
        self.n_lines = 0
        self._chunks = filter(None, plain(self._reads(), self._pass_through))
        self._held: list[bytes] = []
        self._comes_as_read = False
        self._failure: InputError | None = None

    def __iter__(self) -> Arrivals:
        return self

    def __next__(self) -> bytes:
        return self._held.pop(0) if self._held else self._read()

    def read_into(self, memory: memoryview) -> int | None:
        """Read the next bytes straight into memory; return their number, 0 at the end.

        None means that they must come by `next`: they were read already, or have to be unpacked.
        """
        if self._held or not self._comes_as_read:
            return None
        try:
            n_bytes: int = cast("Any", self.stream).readinto1(memory)
        except OSError as error:
            raise _source_error(error, self.name) from error
        self.n_read += n_bytes
        return n_bytes

    def push_back(self, chunk: bytes, n_lines: int) -> None:
        """Leave the last chunk unread; `n_lines` lines come before it."""
        self._held.insert(0, chunk)
        self.n_lines = n_lines

    def ahead(self) -> Iterator[bytes]:
        """Iterate over the chunks ahead, and leave them unread."""
        for number in count():
            if number == len(self._held):
                try:
                    self._held.append(self._read())
                except StopIteration:
                    return
            yield self._held[number]

    def has_more(self) -> bool:
        """Whether more has arrived, or the end, so that reading does not wait."""
        if self._held or _is_seekable(self.stream):
            return True
        try:
            return bool(select.select([cast("Any", self.stream)], [], [], 0)[0])
        except (OSError, TypeError, ValueError):  # of a stream that cannot be asked
            return False

    def _pass_through(self) -> None:
        self._comes_as_read = hasattr(self.stream, "readinto1")

    def _reads(self) -> Iterator[bytes]:
        """Yield the bytes of each read."""
        read = getattr(self.stream, "read1", self.stream.read)  # read1 waits for no full chunk
        while chunk := read(CHUNK):
            self.n_read += len(chunk)
            yield chunk

    def _read(self) -> bytes:
        """Return the next chunk; after a failure, fail again."""
        if self._failure:
            raise self._failure
        try:
            return next(self._chunks)
        except OSError as error:
            self._failure = _source_error(error, self.name)
            raise self._failure from error
        except FormatError as error:
            self._failure = FormatError(error.reason, self.name)
            raise self._failure from error
        except InputError as error:
            self._failure = error
            raise


@contextmanager
def open_bytes(source: str | os.PathLike[str] | BinaryStream) -> Iterator[Arrivals]:
    """Open a source as bytes; a file opened here is closed at the end.

    Raises
    ------
    SourceError
        If the source cannot be opened, or later cannot be read.
    """
    source = _standard_input() if source == STDIN else source
    if isinstance(source, (str, os.PathLike)):
        name = os.fspath(source)
        try:
            inside = archive_of(behind(name))
            opened = open_member(*inside) if inside else open(name, "rb")  # noqa: PTH123, SIM115 - pathlib loads URLs; closed below
        except OSError as error:
            raise _source_error(error, name) from error
        with opened as stream:
            yield Arrivals(stream, name)
    else:
        yield Arrivals(source, _name_of(source))


@contextmanager
def open_lines(source: Source) -> Iterator[LineStream]:
    """Open a source as lines; a file opened here is closed at the end.

    Raises
    ------
    SourceError
        If the source cannot be opened, or later cannot be read.
    """
    source = _standard_input() if source == STDIN else source
    if isinstance(source, (str, os.PathLike)) or _is_binary(source):
        with open_bytes(source) as arrivals:
            yield lines_of_bytes(arrivals, arrivals.name)
    else:
        name = _name_of(source)
        texts = _without_mark(_texts_of_lines(cast("Iterable[str]", source)))
        yield LineStream(_named(texts, name), name)


def lines_of_bytes(chunks: Iterable[bytes], name: str) -> LineStream:
    """Return the lines of UTF-8 text that comes in chunks, cut anywhere."""
    return LineStream(_decoded(chunks), name)


@contextmanager
def kept_in_place(source: Source) -> Iterator[None]:
    """Rewind a source to its present position at the end of the block.

    Raises
    ------
    SourceError
        If the source cannot be rewound: a pipe, or an iterator of lines.
    """
    source = _standard_input() if source == STDIN else source
    if isinstance(source, (str, os.PathLike, Sequence)):
        yield
    elif _is_seekable(source):
        place = source.tell()
        try:
            yield
        finally:
            source.seek(place)
    else:
        reason = "a look would use up what it reads; read() names the format as it reads"
        raise SourceError(reason, _name_of(source))


def _standard_input() -> IO[Any]:
    if sys.stdin is None:  # as Python has it where the process was started without one
        raise SourceError("standard input is closed; name a file", "<stdin>")
    return getattr(sys.stdin, "buffer", sys.stdin)


def _name_of(source: object) -> str:
    name = getattr(source, "name", "")
    return name if isinstance(name, str) else ""


def _source_error(error: OSError, name: str) -> SourceError:
    """Return an error of the system as one of lowbit's, with the source's name and advice."""
    if _is_text(name):
        return SourceError(
            "this is a text, where the name of a file is asked for: give its lines, "
            "text.splitlines()",
            f"{name.strip()[:MOST_SHOWN].splitlines()[0]}...",
        )
    return SourceError(ADVICE.get(type(error), error.strerror or str(error)), name)


def _is_text(name: str) -> bool:
    """Whether the name of a file that is not there is a text of puzzles rather than a name."""
    text = name.strip()
    return "\n" in text or (len(text) >= LEAST_CELLS and {*text} <= OF_CELLS)


def _named(texts: Iterator[str], name: str) -> Iterator[str]:
    try:
        yield from texts
    except OSError as error:
        raise _source_error(error, name) from error


def _without_mark(texts: Iterator[str]) -> Iterator[str]:
    """Drop the byte order mark that some editors put before the first character."""
    for text in texts:
        yield text.removeprefix("\ufeff")
        if text:
            break
    yield from texts


def _is_seekable(source: object) -> TypeGuard[IO[Any]]:
    return hasattr(source, "seekable") and source.seekable()


def _is_binary(source: object) -> TypeGuard[BinaryStream]:
    return hasattr(source, "read") and isinstance(source.read(0), bytes)


def _decoded(chunks: Iterable[bytes]) -> Iterator[str]:
    """Yield the text of each chunk."""
    utf8 = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    decoder = io.IncrementalNewlineDecoder(utf8, translate=True)
    for chunk in chunks:
        yield decoder.decode(chunk)
    yield decoder.decode(b"", final=True)


def _texts_of_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines with their ends, several at a time where that cannot block."""
    size = BATCH if isinstance(lines, Sequence) or _is_seekable(lines) else 1
    remaining = iter(lines)
    try:
        while batch := list(islice(remaining, size)):
            yield "".join(map(_with_end, batch))
    except UnicodeDecodeError as error:
        byte, encoding = error.object[error.start], error.encoding
        reason = f"byte 0x{byte:02x} is not {encoding}; open it as bytes to lose this line alone"
        raise FormatError(reason) from error


def _with_end(line: str) -> str:
    line = NEWLINE.sub("\n", line)
    return line if line.endswith("\n") else f"{line}\n"
