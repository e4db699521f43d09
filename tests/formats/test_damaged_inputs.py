"""Damaged archives and JSON: every case ends in rows, or in a reason; and the faults that were."""

from __future__ import annotations

import io
import lzma
import zipfile
from random import Random
from typing import TYPE_CHECKING

import pytest
from benchmarks.fuzz_inputs import KINDS, ending

from command_line import lowbit as run
from lowbit.errors import FormatError
from lowbit.formats import read
from lowbit.formats.table.cell_names import places_of
from lowbit.geometry import CLASSIC
from lowbit.tables.rows.sources import open_source

if TYPE_CHECKING:
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."


@pytest.mark.parametrize("kind", KINDS)
def test_damage_ends_in_rows_or_in_a_reason(kind: str) -> None:
    n_cases = {"archives": 400, "json": 8}[kind]
    for data, lines in KINDS[kind](Random(7), n_cases):  # noqa: S311 - no secret
        _, what_is_wrong = ending(data, lines)
        assert not what_is_wrong, data


def archive(name: str, method: int = zipfile.ZIP_STORED) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as zipped:
        zipped.writestr(name, f"puzzle\n{PUZZLE}\n")
    return held.getvalue()


@pytest.mark.parametrize("n_lost", [1, 9, 33])
def test_an_archive_that_lost_some_bytes_is_damaged(n_lost: int, tmp_path: Path) -> None:
    whole = archive("a.csv")
    path = tmp_path / "a.zip"
    path.write_bytes(whole[:35] + whole[35 + n_lost :])
    done = run("solve", "-q", path)
    assert done.returncode == 1
    assert "the ZIP archive is damaged or cut off" in done.stderr


METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


@pytest.mark.parametrize("method", METHODS)
def test_a_changed_byte_in_an_archive_is_damage_however_it_is_packed(method: int) -> None:
    whole = archive("a.csv", method)
    for at in range(36, 120, 6):
        changed = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        *_, last = read(io.BytesIO(changed))
        said = str(last.error) if last.error else ""  # some bytes say nothing
        assert "the ZIP archive " in said or last.text == PUZZLE, at


def test_a_name_that_leads_out_of_an_archive_is_a_name_in_it(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(archive("../a.csv"))
    with open_source(path) as source:
        assert sum(batch.num_rows for batch in source.batches) == 1
    done = run("audit", path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("n_left", range(1, 6))
def test_packed_data_of_a_few_bytes_is_cut_off(n_left: int) -> None:
    [record] = read(io.BytesIO(lzma.compress(b"x")[:n_left]))
    assert "the xz data is cut off; fetch the file again" in str(record.error)


def test_zero_bytes_are_no_text() -> None:
    [record] = read(io.BytesIO(lzma.compress(bytes(1 << 20))))
    assert "this is no text: it begins with zero bytes" in str(record.error)


def test_long_names_of_columns_name_no_cells() -> None:
    for name in ("c" + "1" * 5000, "1" * 200_000 + "x"):
        assert places_of([name] * 81, CLASSIC) == []
    assert places_of([f" c{at} " for at in range(1, 82)], CLASSIC) == list(range(81))


def test_damaged_data_says_that_lines_before_may_be() -> None:
    data = bytearray(lzma.compress(f"{PUZZLE}\n".encode() * 900))
    data[len(data) // 2] ^= 4
    *_, last = read(io.BytesIO(bytes(data)))
    assert isinstance(last.error, FormatError)
    assert "is damaged, and lines before may be" in last.error.reason
