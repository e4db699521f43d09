"""A column of any type becomes the same puzzles, and answers become the same columns."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import MARKS, NONE, PUZZLES, SEVERAL, TYPES, UNIQUE, WORDS, WRONG, digits

from lowbit import TableError, solve_many, tables
from lowbit.tables.answers.arrow import grid_column, list_column, number_column, word_column
from lowbit.tables.arrow_puzzles import puzzles_of_column

if TYPE_CHECKING:
    from collections.abc import Callable

PLAIN = [UNIQUE, None, SEVERAL, NONE]
PLAIN_WORDS = ["unique", "invalid", "several", "none"]


def words(column: pa.Array) -> list[str]:
    return [answer.status.word for answer in solve_many(puzzles_of_column(column))]


@pytest.mark.parametrize("kind", TYPES)
def test_strings_of_every_type_are_the_same_puzzles(kind: str) -> None:
    assert words(TYPES[kind]()) == WORDS


def test_strings_of_a_fixed_width_are_puzzles() -> None:
    column = pa.array(["x" * 81, *PLAIN], pa.string()).cast(pa.binary()).cast(pa.binary(81))
    assert words(column.slice(1)) == PLAIN_WORDS


LISTS = [pa.list_(pa.uint8()), pa.large_list(pa.int64()), pa.list_(pa.uint8(), 81)]
LISTS += [pa.list_(pa.int32(), 81), pa.list_(pa.uint16())]


@pytest.mark.parametrize("kind", LISTS, ids=str)
def test_lists_of_digits_are_puzzles(kind: pa.DataType) -> None:
    column = pa.array([[9] * 81, *map(digits, PLAIN)], kind)
    assert words(column.slice(1)) == PLAIN_WORDS


@pytest.mark.parametrize(
    "kind", [pa.list_(pa.list_(pa.int64())), pa.list_(pa.list_(pa.uint8(), 9), 9)], ids=str
)
def test_so_are_lists_of_rows(kind: pa.DataType) -> None:
    rows = [[[9] * 9] * 9] + [
        [cells[start : start + 9] for start in range(0, 81, 9)]
        if (cells := digits(puzzle))
        else None
        for puzzle in PLAIN
    ]
    assert words(pa.array(rows, kind).slice(1)) == PLAIN_WORDS


def test_lists_that_are_no_puzzles_are_invalid() -> None:
    good = digits(UNIQUE)
    assert good is not None
    wrong = [
        good[:80],
        [*good, 0],
        [10, *good[1:]],
        [-1, *good[1:]],
        [None] * 81,
        [],
        None,
        good,
    ]
    for kind in (pa.int16(), pa.float64()):
        assert words(pa.array(wrong, pa.list_(kind))) == ["invalid"] * 7 + ["unique"]


MADE: dict[str, Callable[[str], list[Any]]] = {
    "characters": lambda line: [*line],
    "empty strings": lambda line: [symbol.replace(".", "") for symbol in line],
    "nulls": lambda line: [None if symbol == "." else symbol for symbol in line],
    "rows of characters": lambda line: [[*line[at : at + 9]] for at in range(0, 81, 9)],
    "rows": lambda line: [line[at : at + 9] for at in range(0, 81, 9)],
    "floats": lambda line: [float(symbol.replace(".", "0")) for symbol in line],
    "missing floats": lambda line: [math.nan if s == "." else float(s) for s in line],
    "missing integers": lambda line: [None if symbol == "." else int(symbol) for symbol in line],
}


@pytest.mark.parametrize("made", MADE)
def test_lists_of_anything_that_grids_are_made_of(made: str) -> None:
    rows = [MADE[made](line) for line in (UNIQUE, "1" + "." * 80)]
    column = pa.array([rows[0], None, [], *rows])
    expected = ["unique", "invalid", "invalid", "unique", "several"]
    large = column.cast(pa.large_list(column.type.value_type))
    for one in (column, large):
        assert words(one) == expected
        assert words(one.slice(3)) == expected[3:]
    table = pa.table({"puzzle": column})
    assert tables.solve(table)["status"].to_pylist() == expected


@pytest.mark.parametrize(
    "kind", [pa.large_string(), pa.binary(), pa.dictionary(pa.int8(), pa.string())]
)
def test_lists_of_strings_of_any_kind(kind: pa.DataType) -> None:
    values = pa.array([*UNIQUE, *SEVERAL]).cast(kind)
    column = pa.FixedSizeListArray.from_arrays(values, 81)
    assert words(column) == ["unique", "several"]


NUMBERS = {
    "int64": pa.array([1000002000030400, 2000030004], pa.int64()),
    "uint64": pa.array([1000002000030400, 2000030004], pa.uint64()),
    "decimal": pa.array([1000002000030400, 2000030004]).cast(pa.decimal128(19, 0)),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_are_puzzles_where_no_digit_is_lost(name: str) -> None:
    table = pa.table({"puzzle": NUMBERS[name]})
    found = tables.solve(table, geometry="4x4")
    texts = ["1000002000030400", "0000002000030004"]
    assert found["status"] == tables.solve(pa.table({"puzzle": texts}), geometry="4x4")["status"]
    with pytest.raises(TableError, match=r"keep \d+ digits, of 81: keep its column as text"):
        tables.solve(table)


def test_a_column_of_nulls_holds_no_puzzles() -> None:
    assert words(pa.nulls(2)) == ["invalid"] * 2
    assert words(pa.array([None, None], pa.string())) == ["invalid"] * 2


@pytest.mark.parametrize(
    "kind",
    [pa.string(), pa.list_(pa.uint8()), pa.list_(pa.uint8(), 81), pa.null(), pa.binary(81)],
    ids=str,
)
def test_an_empty_column_has_no_rows(kind: pa.DataType) -> None:
    assert words(pa.array([], kind)) == []


@pytest.mark.parametrize(
    "kind", [pa.int64(), pa.float64(), pa.list_(pa.bool_()), pa.bool_()], ids=str
)
def test_other_columns_are_refused(kind: pa.DataType) -> None:
    with pytest.raises(TableError, match="holds no puzzles"):
        puzzles_of_column(pa.array([], kind))


def test_what_lies_under_a_null_is_no_puzzle() -> None:
    full = pa.array([UNIQUE, UNIQUE])
    buffers = [pa.py_buffer(b"\x02"), *full.buffers()[1:]]
    assert words(pa.Array.from_buffers(pa.string(), 2, buffers)) == ["invalid", "unique"]
    fixed = pa.array([digits(UNIQUE)] * 2, pa.list_(pa.uint8(), 81))
    lists = pa.FixedSizeListArray.from_arrays(fixed.values, 81, mask=pa.array([True, False]))
    assert words(lists) == ["invalid", "unique"]


def test_pencilmarks_are_read() -> None:
    assert words(pa.array([MARKS, None, UNIQUE, WRONG])) == [
        "unique",
        "invalid",
        "unique",
        "invalid",
    ]


def test_characters_are_not_copied() -> None:
    column = pa.array([UNIQUE, SEVERAL])
    assert puzzles_of_column(column).cells.ctypes.data == column.buffers()[2].address


TEXTS = st.lists(
    st.none() | st.sampled_from([p for p in PUZZLES if p]) | st.text("12.*é x\n", max_size=90),
    max_size=8,
)


@given(TEXTS, st.integers(0, 3))
def test_what_is_read_is_what_solve_many_reads(texts: list[str | None], offset: int) -> None:
    column = pa.array(texts, pa.string()).slice(offset)
    expected = solve_many([text or "" for text in texts[offset:]])
    found = solve_many(puzzles_of_column(column))
    assert found.status.tolist() == expected.status.tolist()
    assert (found.solutions == expected.solutions).all()


@given(st.lists(st.booleans(), max_size=20))
def test_grids_are_strings_and_nulls(found: list[bool]) -> None:
    grids = np.random.default_rng(0).integers(1, 10, (len(found), 81)).astype(np.uint8)
    texts = ["".join(map(str, row)) for row in grids.tolist()]
    column = grid_column(grids, np.array(found, np.bool_))
    column.validate(full=True)
    assert column.to_pylist() == [
        text if is_there else None for text, is_there in zip(texts, found, strict=True)
    ]


def test_words_numbers_and_lists() -> None:
    assert word_column(np.array([1, 0], np.uint8), ["a", "b"]).to_pylist() == ["b", "a"]
    known = np.array([True, False])
    assert number_column(np.array([7, 8]), known).to_pylist() == [7, None]
    assert list_column(pa.array([1, 2, 3]), np.array([2, 0, 1])).to_pylist() == [[1, 2], [], [3]]
