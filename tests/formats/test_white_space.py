"""Formats of contests outside `judge`: white space between and within rows does not matter."""

from __future__ import annotations

from io import BytesIO
from typing import Final

import pytest

import lowbit
from lowbit import formats

ROWS: Final = [
    "600002040", "002900780", "180000900", "080900047", "150600400",
    "007000000", "000020005", "000700000", "200300000",
]  # fmt: skip

HEADS: Final = {"euler96": "Grid 01\n", "poj2676": "1\n", "pyramid": ""}

LAYOUTS: Final = {
    "plain": "\n".join(ROWS) + "\n",
    "between rows": "\n" + "\n\n".join(ROWS) + "\n\n",
    "two between rows": "\n\n\n".join(ROWS) + "\n",
    "between bands": "\n\n".join("\n".join(ROWS[row : row + 3]) for row in (0, 3, 6)) + "\n",
    "within rows": "\n".join(map(" ".join, ROWS)) + "\n",
    "tabs": "\n".join(map("\t".join, ROWS)) + "\n",
    "ctrl-z": "\n".join(ROWS) + "\n\x1a",
    "crlf": "\r\n".join(ROWS) + "\r\n",
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("form", HEADS)
def test_a_grid_is_read_however_its_rows_are_set_apart(form: str, layout: str) -> None:
    (record,) = formats.read(BytesIO(f"{HEADS[form]}{LAYOUTS[layout]}".encode()), form)
    assert record.grid == lowbit.Grid("".join(ROWS))


@pytest.mark.parametrize("form", ["poj2676", "pyramid"])
def test_a_grid_that_lacks_a_row_does_not_take_one_of_the_next(form: str) -> None:
    head = HEADS[form].replace("1", "2")
    text = head + "\n".join(ROWS[:-1]) + "\n\n" + LAYOUTS["plain"]
    cut_off, whole = formats.read([text], form)
    assert "row 9 of 9 was expected, but an empty line follows" in str(cut_off.error)
    assert whole.grid == lowbit.Grid("".join(ROWS))


def test_a_wrong_character_is_named_where_it_stands_among_spaces() -> None:
    text = LAYOUTS["within rows"].replace("9", "x", 1)
    (record,) = formats.read([HEADS["euler96"] + text], "euler96")
    assert record.error
    assert (record.error.line, record.error.column) == (3, 7)


def test_a_last_row_of_tabs_is_no_end_of_an_old_file() -> None:
    rows = ["\t".join(row.replace("0", " ")) for row in ROWS[:-1]]
    (record,) = formats.read(iter(["\n".join(rows) + "\n" + "\t" * 8]), "board")
    assert record.grid == lowbit.Grid("".join(ROWS[:-1]) + "." * 9)
