"""Any source gives the same records: files, streams, lines, packed or not, live or not."""

import bz2
import codecs
import gzip
import io
import lzma
import os
import queue
import sys
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from pathlib import Path

import pytest

from command_line import PATIENCE
from lowbit.errors import FormatError, SourceError
from lowbit.formats import FORMATS, Record, Source, read, sniff
from lowbit.formats.streams.source import Arrivals
from lowbit.geometry import Geometry

EXAMPLES = Path(__file__).parents[2] / "examples"
EXAMPLE_OF = {
    name: EXAMPLES / file
    for name, file in {
        "line": "mixed.txt",
        "euler96": "fifty.txt",
        "pyramid": "pyramid1.txt",
        "csv": "columns.csv",
        "json": "cells.json",
        "sdk": "sections.sdk",
        "opensudoku": "games.opensudoku",
    }.items()
}
FIRST = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SECOND = "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3."
LINES = f"# two\n\n{FIRST}  # eins\n{SECOND}  # zwölf\n"
BYTES = LINES.encode()
TINY = Geometry.parse("4x4")


def places(records: Iterable[Record]) -> list[tuple[int, str, str]]:
    return [(r.line, r.grid.to_line() if r.grid else "", r.remark) for r in records]


EXPECTED = [(1, "", ""), (2, "", ""), (3, FIRST, "eins"), (4, SECOND, "zwölf")]


def raw_pipe(content: bytes) -> io.FileIO:
    reader, writer = os.pipe()
    with os.fdopen(writer, "wb") as stream:
        stream.write(content)
    return io.FileIO(reader)


STREAMS: dict[str, Callable[[Path], Source]] = {
    "path": lambda path: path,
    "name": str,
    "lines": lambda _: LINES.splitlines(),
    "lines with ends": lambda _: LINES.splitlines(keepends=True),
    "generator": lambda _: iter(LINES.splitlines()),
    "one string of all lines": lambda _: [LINES.removesuffix("\n")],
    "text stream": lambda _: io.StringIO(LINES),
    "text stream with a mark": lambda _: io.StringIO("\ufeff" + LINES),
    "text stream, newlines as they are": lambda _: io.StringIO(
        LINES.replace("\n", "\r\n"), newline=""
    ),
    "binary stream": lambda _: io.BytesIO(BYTES),
    "raw stream": lambda _: raw_pipe(BYTES),
    "buffered pipe": lambda _: io.BufferedReader(raw_pipe(BYTES)),
    "gzip stream": lambda _: gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(BYTES, mtime=0))),
}


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("format_name", ["line", None])
def test_every_kind_of_source_gives_the_same_records(
    name: str, format_name: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_bytes(BYTES)
    source = STREAMS[name](path)
    assert places(read(source, format_name)) == EXPECTED
    if isinstance(source, io.IOBase):
        assert not source.closed, "only what lowbit opens is lowbit's to close"
        source.close()


CONTENTS = {
    "plain": BYTES,
    "no last newline": BYTES.removesuffix(b"\n"),
    "CRLF": BYTES.replace(b"\n", b"\r\n"),
    "CR alone": BYTES.replace(b"\n", b"\r"),
    "mark": b"\xef\xbb\xbf" + BYTES,
    "gzip": gzip.compress(BYTES, mtime=0),
    "gzip of a mark and CRLF": gzip.compress(b"\xef\xbb\xbf" + BYTES.replace(b"\n", b"\r\n")),
    "gzip twice": gzip.compress(gzip.compress(BYTES, mtime=0)),
    "gzip in members": gzip.compress(BYTES[:50]) + gzip.compress(BYTES[50:]),
    "gzip with padding": gzip.compress(BYTES, mtime=0) + bytes(512),
    "bzip2": bz2.compress(BYTES),
    "bzip2 in members": bz2.compress(BYTES[:50]) + bz2.compress(BYTES[50:]),
    "xz": lzma.compress(BYTES),
    "xz in members, with padding": lzma.compress(BYTES[:50]) + bytes(4) + lzma.compress(BYTES[50:]),
    "xz in gzip": gzip.compress(lzma.compress(BYTES), mtime=0),
    "UTF-16": LINES.encode("utf-16"),
    "UTF-16, big-endian": codecs.BOM_UTF16_BE + LINES.encode("utf-16-be"),
    "UTF-32": LINES.replace("\n", "\r\n").encode("utf-32"),
    "UTF-16 in gzip": gzip.compress(LINES.encode("utf-16")),
}


@pytest.mark.parametrize("name", CONTENTS)
@pytest.mark.parametrize("size", [1, 2, 7, 1 << 16])
@pytest.mark.parametrize("format_name", ["line", None])
def test_every_way_to_pack_lines_gives_the_same_records(
    name: str, size: int, format_name: str | None
) -> None:
    class Slow(io.BytesIO):
        def read1(self, _size: int | None = -1, /) -> bytes:
            return self.read(size)

    assert places(read(Slow(CONTENTS[name]), format_name)) == EXPECTED


@pytest.mark.parametrize("packed", [False, True])
def test_standard_input(packed: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001 - a parameter
    content = gzip.compress(BYTES, mtime=0) if packed else BYTES
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="ascii"))
    assert sniff("-") == "line"
    assert places(read("-")) == EXPECTED


def test_standard_input_may_be_a_text_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(LINES))
    assert places(read("-")) == EXPECTED


def test_there_may_be_no_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SourceError, match=r"^<stdin>: standard input is closed; name a file$"):
        next(read("-"))


def test_what_is_no_source_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        list(read(81))  # type: ignore[arg-type]


def test_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "none.txt"
    with pytest.raises(SourceError) as caught:
        next(read(path))
    assert str(caught.value) == f"{path}: there is no such file; check the path"


@pytest.mark.parametrize("text", ["1...\n..2.\n.3..\n...4\n", "." * 81, "\n" + "." * 10_000])
def test_a_text_in_place_of_a_name_is_told(text: str) -> None:
    for verb in (read, sniff):
        with pytest.raises(SourceError, match=r"\.\.\.: this is a text, .* text\.splitlines\(\)"):
            list(verb(text))


def test_directory(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        next(read(tmp_path, "line"))
    assert str(caught.value) == f"{tmp_path}: this is a directory; name a file in it"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_no_permission(tmp_path: Path) -> None:
    path = tmp_path / "secret.txt"
    path.write_text(LINES, encoding="utf-8")
    path.chmod(0)
    with pytest.raises(SourceError) as caught:
        sniff(path)
    assert str(caught.value) == (f"{path}: reading is not permitted; change the file's permissions")


@pytest.mark.parametrize(
    ("cause", "reason"),
    [
        (PermissionError(13, "Permission denied"), "reading is not permitted; change the"),
        (OSError(5, "Input/output error"), "Input/output error"),
        (OSError("no number"), "no number"),
    ],
)
def test_a_stream_that_fails_halfway(cause: OSError, reason: str) -> None:
    class Failing(io.BytesIO):
        name = "disk.txt"
        chunks = iter([BYTES])

        def read1(self, _size: int | None = -1, /) -> bytes:
            for chunk in self.chunks:
                return chunk
            raise cause

    records = read(Failing(), "line")
    assert [next(records).line for _ in range(4)] == [1, 2, 3, 4]
    with pytest.raises(SourceError, match=f"^disk.txt: {reason}"):
        next(records)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            gzip.compress(BYTES, mtime=0)[:-20],
            "line 4: the gzip data is cut off; fetch the file again",
        ),
        (
            gzip.compress(BYTES, mtime=0)[:-1],
            "line 5: the gzip data is cut off; fetch the file again",
        ),
        (b"\x1f\x8b no gzip", "line 1: the gzip data is damaged, and lines before may be; fetch"),
        (
            gzip.compress(BYTES, mtime=0) + b"garbage",
            "line 5: other data follows the gzip data, and is not read",
        ),
        (b"\x1f\x8b", "line 1: the gzip data is cut off; fetch the file again"),
        (bz2.compress(BYTES)[:-5], "line 5: the bzip2 data is cut off; fetch the file again"),
        (b"BZh no bzip2", "line 1: the bzip2 data is damaged, and lines before may be; fetch"),
        (lzma.compress(BYTES)[:-1], "line 5: the xz data is cut off; fetch the file again"),
        (
            b"\xfd7zXZ\0 no xz, nor",
            "line 1: the xz data is damaged, and lines before may be",
        ),
        (b"\x28\xb5\x2f\xfd", "line 1: this is zstd data; unpack it first: zstd -d"),
        (b"\x04\x22\x4d\x18", "line 1: this is lz4 data; unpack it first: lz4 -d"),
        (b"PK\x03\x04", "line 1: the ZIP archive is damaged or cut off"),
        (b"7z\xbc\xaf\x27\x1c", "line 1: this is a 7z archive"),
        (b"PAR1", "line 1: this is Parquet; its name must end with .parquet"),
        (b"ARROW1", "line 1: this is Arrow; its name must end with .arrow"),
        (b"%PDF-1.7", "line 1: this is PDF"),
        (BYTES + bytes(3 << 20), "line 5: this line is longer than 1048576 characters: no te"),
    ],
)
def test_a_text_that_cannot_be_read_on_says_so_in_its_last_record(
    content: bytes, expected: str
) -> None:
    *records, last = read(io.BytesIO(content), "line")
    assert last.error is not None
    assert last.error.where.startswith(expected)
    assert last.line == last.error.line == len(records) + 1
    assert places(records) == EXPECTED[: len(records)]


def test_a_text_that_cannot_be_begun() -> None:
    content = b"PAR1" + BYTES
    (record,) = read(io.BytesIO(content))
    assert str(record.error).startswith("line 1: this is Parquet; its name must end with .parquet")
    with pytest.raises(FormatError, match=r"^line 1: this is Parquet"):
        sniff(io.BytesIO(content))


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "opensudoku"])
def test_a_byte_that_is_not_utf8_spoils_its_record_alone(name: str) -> None:
    lines = EXAMPLE_OF.get(name, EXAMPLES / f"{name}.txt").read_bytes().splitlines()
    whole = list(read(io.BytesIO(b"\n".join(lines)), name))
    spoiled = next(record for record in whole if record.grid)
    number = spoiled.line + 1 if "\n" in spoiled.text else spoiled.line
    lines[number - 1] = lines[number - 1][:3] + b"\xff" + lines[number - 1][4:]
    records = list(read(io.BytesIO(b"\n".join(lines)), name))
    assert [r.line for r in records] == [r.line for r in whole]
    bad = records[whole.index(spoiled)]
    assert [r.text for r in records if r.text != bad.text] == [
        r.text for r in whole if r != spoiled
    ]
    assert bad.error is not None
    assert bad.error.where == (
        f"line {number}, column 4: byte 0xff is not UTF-8; save the text as UTF-8"
    )
    assert "\\xff" in bad.text


@pytest.mark.parametrize("line", [b"%s  # M\xfcller", b"# M\xfcller %s", b"puzzle,\xfc"])
def test_a_byte_that_is_not_utf8_counts_in_remarks_too(line: bytes) -> None:
    line = line.replace(b"%s", FIRST.encode())
    first, second = read(io.BytesIO(line + b"\n" + SECOND.encode()), "line")
    assert second.grid is not None
    assert first.error is not None
    assert (first.error.line, first.error.column) == (1, line.index(b"\xfc") + 1)
    assert first.text == line.decode("ascii", "backslashreplace")


def test_a_byte_that_is_not_utf8_in_a_header() -> None:
    content = (EXAMPLES / "fifty.txt").read_bytes().replace(b"Grid 02", b"Grid \xe4")
    records = list(read(io.BytesIO(content), "euler96"))
    assert [r.line for r in records if r.error] == [11]
    assert records[1].remark == "\\xe4"


def test_a_text_stream_with_the_wrong_encoding_says_what_to_do() -> None:
    content = io.BytesIO(f"{FIRST}\n{SECOND} M\n".encode().replace(b" M", b" \xfc"))
    (record,) = read(io.TextIOWrapper(content, encoding="ascii"), "line")
    assert str(record.error) == (
        "line 1: byte 0xfc is not ascii; open it as bytes to lose this line alone"
    )


ROWS = "103000509\n" * 9
NUMBERS = "0 1 0 2 0 3 0 4 9\n" * 9
DRAWN = "1 2 . | . . . | 4 5 6\n" * 9

FLAT = ",".join(FIRST.replace(".", "0"))
LIVE: dict[str, list[str]] = {
    "line": ["# comment\n" + FIRST + "\n", "wrong\n", "\n", SECOND + " remark\n"],
    "acwing166": [FIRST + "\n", SECOND + "\n", FIRST[:7] + "\n"],
    "euler96": ["Grid 01\n" + ROWS, "Grid 02\n" + ROWS, "\nGrid 03\n" + ROWS],
    "poj2676": ["3\n" + ROWS, ROWS, ROWS],
    "pyramid": [NUMBERS, NUMBERS, "\n" + NUMBERS],
    "sdk": [f"[Puzzle]\n{ROWS}", f"[State]\n{ROWS}[Puzzle]\n{ROWS}", f"[puzzle]\n{ROWS}"],
    "json": [f'["{FIRST}",\n', f"[{FLAT}]\n", f"]\n[{FLAT}]\n"],
    "csv": [f"id,puzzle\n1,{FIRST}\n", f"2,{SECOND}\n", "3,wrong\n"],
    "board": [DRAWN, "---+---+---\n\n---+---+---\n" + DRAWN, DRAWN],
    "opensudoku": [
        f'<opensudoku>\n<game data="{FIRST.replace(".", "0")}" />\n',
        f'<game data="{SECOND.replace(".", "0")}" />\n',
        '<game data="12" />\n',
    ],
}
"""For each format, pieces of text that complete one record each (the first, perhaps two)."""


def compressed(pieces: list[bytes]) -> list[bytes]:
    packer = zlib.compressobj(wbits=31)
    return [packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH) for piece in pieces]


class Live:
    """Records of a pipe that is still open, read by another thread."""

    def __init__(self, format_name: str | None) -> None:
        reader, self.writer = os.pipe()
        self.stream = os.fdopen(reader, "rb")
        self.puzzles: queue.Queue[Record] = queue.Queue()
        self.thread = threading.Thread(target=self._consume, args=(format_name,), daemon=True)
        self.thread.start()

    def _consume(self, format_name: str | None) -> None:
        for record in read(self.stream, format_name):
            if not record.is_passthrough or not record.text:
                self.puzzles.put(record)

    def send(self, piece: bytes) -> None:
        os.write(self.writer, piece)

    def close(self) -> None:
        os.close(self.writer)
        self.thread.join(timeout=PATIENCE)
        self.stream.close()


@pytest.fixture
def live(request: pytest.FixtureRequest) -> Iterator[Live]:
    pipe = Live(request.param)
    yield pipe
    pipe.close()


def test_every_format_has_pieces_for_a_pipe() -> None:
    assert set(LIVE) == set(FORMATS), "LIVE has the pieces in which records of a format arrive"


LIVE_CASES = [
    *((name, name) for name in FORMATS),
    *((name, None) for name in FORMATS if name != "acwing166"),  # without `end`, it is `line`
]


@pytest.mark.parametrize(("name", "live"), LIVE_CASES, indirect=["live"])
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_a_live_pipe_gives_each_record_as_soon_as_its_last_line_is_there(
    name: str,
    live: Live,
    packed: bool,  # noqa: FBT001 - a case
) -> None:
    pieces = [piece.encode() for piece in LIVE[name]]
    for piece in compressed(pieces) if packed else pieces:
        live.send(piece)
        live.puzzles.get(timeout=PATIENCE)
    assert live.puzzles.empty()


@pytest.mark.parametrize("live", ["acwing166"], indirect=True)
def test_end_ends_a_live_pipe(live: Live) -> None:
    live.send(f"{FIRST}\nend\n".encode())
    live.thread.join(timeout=PATIENCE)
    assert not live.thread.is_alive()


def test_nothing_is_read_ahead_of_a_generator() -> None:
    handed_out = 0

    def lines() -> Iterator[str]:
        nonlocal handed_out
        for _ in range(1000):
            handed_out += 1
            yield f"{FIRST}\n"

    for number, record in enumerate(read(lines()), 1):
        assert record.line == number == handed_out


MANY = 100_000
LINE = "1....2....3....4 remark\n"


class ManyBytes(io.BytesIO):
    """Many lines that take no memory."""

    def __init__(self) -> None:
        super().__init__()
        self.chunks = repeat(LINE.encode() * 100, MANY // 100)

    def read1(self, _size: int | None = -1, /) -> bytes:
        return next(self.chunks, b"")


LARGE: dict[str, Callable[[], Source]] = {
    "text": lambda: repeat(LINE, MANY),
    "bytes": ManyBytes,
    "gzip": lambda: io.BytesIO(gzip.compress(LINE.encode() * MANY)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_memory_is_constant(name: str) -> None:
    n_grids, n_blocks = 0, []
    for number, record in enumerate(read(LARGE[name](), geometry=TINY)):
        n_grids += record.grid is not None
        if number % 1000 == 0:
            n_blocks.append(sys.getallocatedblocks())
    assert n_grids == MANY
    assert max(n_blocks) - n_blocks[0] < MANY / 10


@pytest.mark.parametrize(
    ("content", "is_straight"),
    [
        (b"one\ntwo\nthree\n", True),
        (b"\xef\xbb\xbfone\ntwo\nthree\n", True),
        (gzip.compress(b"one\ntwo\nthree\n"), False),
        ("one\ntwo\nthree\n".encode("utf-16"), False),
    ],
    ids=["plain", "marked", "gzip", "utf-16"],
)
def test_bytes_may_be_read_straight_into_memory_once_it_is_known_that_they_are_text(
    content: bytes, *, is_straight: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lowbit.formats.streams.source.CHUNK", 8)
    arrivals = Arrivals(io.BytesIO(content), "a text")
    memory = bytearray(100)
    assert arrivals.read_into(memoryview(memory)) is None
    text = next(arrivals.ahead())
    assert arrivals.read_into(memoryview(memory)) is None  # the chunk ahead comes first
    assert next(arrivals) == text
    n_bytes = arrivals.read_into(memoryview(memory)[:5])
    assert (n_bytes is not None) == is_straight
    text += memory[: n_bytes or 0] + b"".join(arrivals)
    assert text == b"one\ntwo\nthree\n"
    assert arrivals.n_read == len(content)


def test_an_error_while_reading_straight_names_the_source() -> None:
    class Broken(io.BytesIO):
        def readinto1(self, _memory: object) -> int:
            raise OSError(5, "Input/output error")

    arrivals = Arrivals(Broken(b"one\n"), "a disk")
    next(arrivals)
    with pytest.raises(SourceError, match="a disk: Input/output error"):
        arrivals.read_into(memoryview(bytearray(9)))
