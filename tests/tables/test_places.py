"""A path or URI names the same file wherever it is passed on to."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from command_line import lowbit as command
from lowbit.audit import audit_files
from lowbit.audit.inputs import inputs_of
from lowbit.jobs.plan import Order, plan_of
from lowbit.tables.rows.places import place_of

if TYPE_CHECKING:
    from pathlib import Path

IRREGULAR = [
    "a b",
    "é 数独",
    "100%",
    "per%20cent",
    "ha#sh",
    "que?st",
    "plus+&",
    "com,ma",
    "quo'te\"d",
]
STORE = "?region=us-east-1&endpoint_override=127.0.0.1:9&scheme=http"
PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@pytest.mark.parametrize("folder", ["s3://bucket/raw", "s3://bucket/r a w/", "memory://raw", "raw"])
@pytest.mark.parametrize("name", IRREGULAR)
def test_what_is_below_a_folder_is_found_by_its_address(folder: str, name: str) -> None:
    if folder.startswith("memory"):
        pytest.importorskip("fsspec")
    place = place_of(folder + STORE if folder.startswith("s3") else folder)
    below = place.below(f"{name}/{name}.csv")
    assert below.path == f"{place.path.rstrip('/')}/{name}/{name}.csv"
    assert below.base_name == f"{name}.csv"
    again = place_of(below.address)
    assert (again.path, again.base_name) == (below.path, below.base_name)


def test_what_a_uri_says_of_its_store_is_no_part_of_names() -> None:
    place = place_of(f"s3://bucket/train-00000-of-00002.csv{STORE}")
    assert place.base_name == "train-00000-of-00002.csv"
    assert place_of(f"s3://bucket/raw/{STORE}").base_name == "raw"


def test_files_are_read_and_copied_by_uris_with_odd_names(tmp_path: Path) -> None:
    folder = tmp_path / "my set"
    folder.mkdir()
    for name in IRREGULAR:
        (folder / f"{name}.csv").write_text(f"puzzle\n{PUZZLE}\n")
    copies = tmp_path / "my copies"
    report = audit_files(folder.as_uri(), annotated=copies.as_uri())
    assert list(report.splits) == ["my set"]
    assert report.total.n_rows == len(IRREGULAR)
    names = sorted(f"{name}.csv" for name in IRREGULAR)
    assert sorted(path.name for path in copies.iterdir()) == names
    one = (folder / "per%20cent.csv").as_uri()
    assert [part.split for part in inputs_of([one])] == ["per%20cent"]
    assert [shard.output for shard in plan_of(one, Order("solve")).shards()] == [
        "per%20cent.parquet"
    ]


def test_lines_that_are_too_long_for_arrow_are_named_in_our_words(tmp_path: Path) -> None:
    path = tmp_path / "long.txt.gz"
    path.write_bytes(gzip.compress(b"." * (1 << 26)))
    done = command("audit", path)
    assert done.returncode == 1
    assert done.stderr.endswith("long.txt.gz: a line is too long to be a row of a table\n")
