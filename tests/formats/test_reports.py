"""The texts of `LOWBIT_DATA/reports`: each is read as what it obviously means.

Of each file, how many puzzles it has is known, and a checksum of their lines, or of the reason why
one is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

import pytest

from lowbit.formats import Record, read
from lowbit.formats.lines.line import cells_or_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

REPORTS = {
    "01edu.txt": (1, 1124094838),
    "bands.txt": (1, 992923166),
    "bands2.txt": (1, 93857435),
    "bank.txt": (2, 4167649515),
    "blank.sdk": (1, 93857435),
    "double.txt": (1, 3657049769),
    "emoji.txt": (1, 3657049769),
    "evals186.txt": (1, 1003688646),
    "exz3.txt": (1, 444268595),
    "fullwidth_board.txt": (1, 3657049769),
    "hodoku_lib.txt": (1, 145054030),  # it has 79 cells, which is said
    "html.txt": (1, 3657049769),
    "kennett.txt": (2, 1656003057),
    "ko656.txt": (1, 1928596403),
    "kpm.txt": (1, 1912608791),
    "md2.txt": (1, 3657049769),
    "novice42.txt": (2, 2148192153),
    "nudoku75.txt": (1, 341144379),
    "numpy.txt": (1, 3657049769),
    "pylist.txt": (1, 3657049769),
    "pysudoku5.txt": (1, 1009746904),
    "qq.txt": (2, 450765536),
    "rowspace.txt": (1, 3657049769),
    "slashline.txt": (1, 3657049769),
    "squares.txt": (1, 3657049769),
    "suk_bad4.txt": (33, 2018158184),
    "suk_human.txt": (1, 612777082),
    "suk_min_all.txt": (7, 772312509),
    "suk_tiny.txt": (1, 3948134502),
    "titles.txt": (2, 450765536),
    "uva989.txt": (2, 2441436141),
    "zid.txt": (1, 2017402145),
}

ENDINGS_OF_OTHERS = (".json", ".jsonl", ".xml", ".md")
"""The endings of the files that are no plain text of puzzles."""


def described(record: Record) -> str:
    return record.error.reason if record.error else cells_or_text(record)


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_is_read(name: str, data: Callable[[str], Path]) -> None:
    lines = [described(r) for r in read(data(f"reports/{name}")) if not r.is_passthrough]
    assert (len(lines), crc32("\n".join(lines).encode())) == REPORTS[name]


def test_every_report_is_listed(data: Callable[[str], Path]) -> None:
    files = {path.name for path in data("reports").iterdir()}
    assert {name for name in files if not name.endswith(ENDINGS_OF_OTHERS)} == set(REPORTS)


def test_every_line_of_hodokus_library_is_read(data: Callable[[str], Path]) -> None:
    records = list(read(data("hodoku_library.txt")))
    assert sum(record.grid is not None for record in records) > 800
    assert not [record.error for record in records if record.error]
