"""Packed text in every door: members behind one another, cut off, followed by others, bombs."""

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pytest

import lowbit
from command_line import lowbit as command
from lowbit.audit.inputs import open_rows
from lowbit.errors import FormatError
from lowbit.formats import read
from lowbit.formats.streams.packing import CHUNK, plain
from lowbit.tables.rows.sources import open_source
from lowbit.tables.rows.text_stream import TextStream
from lowbit.web.workers.tasks.files import read_file


def by_arrow(codec: str) -> Callable[[bytes], bytes]:
    def pack(text: bytes) -> bytes:
        packed = pa.BufferOutputStream()
        with pa.CompressedOutputStream(packed, codec) as stream:
            stream.write(text)
        return bytes(packed.getvalue())

    return pack


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": partial(gzip.compress, compresslevel=1),
    "bz2": bz2.compress,
    "xz": partial(lzma.compress, preset=0),
    "zst": by_arrow("zstd"),
    "lz4": by_arrow("lz4"),
    "br": by_arrow("brotli"),
}
OF_TEXT = ("gz", "bz2", "xz")
"""The packings of text that is no table."""

N_ROWS = 4000
PUZZLES = ["".join(Random(n).choices("." * 20 + "123456789", k=81)) for n in range(N_ROWS)]  # noqa: S311 - the same each time
"""Rows that do not compress to nothing: those of a member fill several chunks."""

TEXTS = {
    "txt": [f"{puzzle}\n" for puzzle in PUZZLES],
    "csv": ["puzzle\n", *(f"{puzzle}\n" for puzzle in PUZZLES)],
    "jsonl": [f'{{"puzzle": "{puzzle}"}}\n' for puzzle in PUZZLES],
}


@cache
def in_members(kind: str, packing: str, n_members: int = 2) -> bytes:
    """Return a text in several members, and an empty one, as bgzip writes it."""
    text = "".join(TEXTS[kind]).encode()
    size = len(text) // n_members + 1
    parts = [text[at : at + size] for at in range(0, len(text), size)]
    return b"".join(map(PACKERS[packing], [*parts, b""]))


def by_command(path: Path) -> int:
    done = command("solve", "-q", path)
    assert done.stderr == ""
    return done.stdout.count("\n") - done.stdout.startswith("puzzle,")


def by_pipe(path: Path) -> int:
    done = command("solve", "-q", stdin=path.read_bytes())
    assert done.stderr == ""
    return done.stdout.count("\n")


def by_server(path: Path) -> int:
    sent: list[Any] = []
    asked = {"column": None, "geometry": "9x9", "limit": N_ROWS}
    read_file(sent.append, path=str(path), name=path.name, **asked)  # type: ignore[arg-type]  # by name
    return sum(len(part.get("puzzles", ())) for part in sent)


def by_table(path: Path) -> int:
    with open_source(path) as source:
        return sum(batch.num_rows for batch in source.batches)


def by_audit(path: Path) -> int:
    with open_rows(str(path)) as source:
        return sum(batch.num_rows for batch in source.batches)


DOORS: dict[str, tuple[Callable[[Path], int], tuple[str, ...]]] = {
    "command": (by_command, ("txt", "csv", "jsonl")),
    "pipe": (by_pipe, ("txt",)),
    "read": (lambda path: len(lowbit.read(path)), ("txt", "csv", "jsonl")),
    "server": (by_server, ("txt", "csv", "jsonl")),
    "table": (by_table, ("csv", "jsonl")),
    "audit": (by_audit, ("txt", "csv", "jsonl")),
}
"""How a file is read, and which kinds of text."""

ALL = [
    (door, kind, packing)
    for door, (_, kinds) in DOORS.items()
    for kind in kinds
    for packing in PACKERS
    if kind != "txt" or packing in OF_TEXT or door == "audit"
]


@pytest.mark.parametrize(("door", "kind", "packing"), ALL)
def test_members_are_read_once_each_in_every_door(
    door: str, kind: str, packing: str, tmp_path: Path
) -> None:
    path = tmp_path / f"some.{kind}.{packing}"
    path.write_bytes(in_members(kind, packing))
    assert DOORS[door][0](path) == N_ROWS


def chunks(data: bytes, size: int = CHUNK) -> Iterator[bytes]:
    return (data[at : at + size] for at in range(0, len(data), size))


@pytest.mark.parametrize("packing", OF_TEXT)
@pytest.mark.parametrize("n_members", [1, 3, 7, 100])
def test_members_of_any_length_are_joined(packing: str, n_members: int) -> None:
    data = in_members("txt", packing, n_members)
    assert b"".join(plain(chunks(data))) == "".join(TEXTS["txt"]).encode()


@pytest.mark.parametrize("packing", OF_TEXT)
@pytest.mark.parametrize("left_out", [1, 40, 2000])
def test_records_before_a_cut_are_kept(packing: str, left_out: int, tmp_path: Path) -> None:
    path = tmp_path / f"cut.txt.{packing}"
    path.write_bytes(in_members("txt", packing).removesuffix(PACKERS[packing](b""))[:-left_out])
    *records, last = read(path, "line")
    assert "data is cut off; fetch the file again" in str(last.error)
    assert [record.text for record in records] == PUZZLES[: len(records)]
    if packing != "bz2":  # which unpacks blocks of 900 kB
        assert len(records) > N_ROWS // 2


@pytest.mark.parametrize("packing", OF_TEXT)
@pytest.mark.parametrize("size", [1, 3, CHUNK])
@pytest.mark.parametrize("others", [b"M", b"more", b"\0\0more"])
def test_what_follows_the_members_is_named(packing: str, size: int, others: bytes) -> None:
    data = PACKERS[packing](b"some\n" * 9) + others
    text = plain(chunks(data, size))
    assert next(text)
    with pytest.raises(FormatError, match=r"other data follows the .* data, and is not read"):
        list(text)


@pytest.mark.parametrize("packing", OF_TEXT)
def test_a_member_that_has_begun_is_cut_off(packing: str) -> None:
    data = PACKERS[packing](b"some\n")
    for end in range(1, len(data)):
        with pytest.raises(FormatError, match="data is cut off"):
            list(plain(chunks(data + data[:end])))


@pytest.mark.parametrize("packing", OF_TEXT)
def test_a_bomb_is_unpacked_a_chunk_at_a_time(packing: str) -> None:
    bomb = PACKERS[packing](b" " * 20_000_000)
    sizes = [len(chunk) for chunk in plain(chunks(bomb))]
    assert sum(sizes) == 20_000_000
    assert max(sizes) <= 2 * CHUNK, "the first one may have been joined to see what it is"


@pytest.mark.parametrize("packing", OF_TEXT)
def test_data_packed_again_and_again_is_refused(packing: str) -> None:
    data = "".join(TEXTS["txt"]).encode()
    for _ in range(3):
        data = PACKERS[packing](data)
    assert b"".join(plain(chunks(data))) == "".join(TEXTS["txt"]).encode()
    with pytest.raises(FormatError, match="packed more than 3 times; unpack it first"):
        list(plain(chunks(PACKERS[packing](data))))


def test_xz_data_may_not_ask_for_gigabytes() -> None:
    data = bytearray(lzma.compress(b"some text\n" * 1000))
    end = 12 + (data[12] + 1) * 4 - 4  # of the header of the first block, but for its checksum
    assert data[14:16] == b"\x21\x01", "LZMA2, and a byte for the size of its dictionary"
    data[16] = 40  # 4 GB
    data[end : end + 4] = zlib.crc32(data[12:end]).to_bytes(4, "little")
    with pytest.raises(FormatError, match="needs over 256 MB to unpack; unpack it first"):
        list(plain(chunks(bytes(data))))


@pytest.mark.parametrize("packing", PACKERS)
@pytest.mark.parametrize(
    "text", [b"puzzle,x\n" + b"1," * 5_000_000, b"puzzle\n" + b"x" * 9_000_000]
)
def test_a_row_without_end_is_refused_in_tables(packing: str, text: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"bomb.csv.{packing}"
    path.write_bytes(PACKERS[packing](text))
    with pytest.raises(FormatError, match="line 2: this line is longer than"):
        by_table(path)


def test_a_table_that_failed_never_ends_as_if_it_were_whole() -> None:
    data = in_members("csv", "gz")[:-40]
    text = TextStream(pa.BufferReader(data), "cut.csv.gz", strict=False)
    for _ in range(2):
        with pytest.raises(FormatError, match="cut off"):
            text.read()
