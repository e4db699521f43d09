"""Tables for the tests: puzzles of every kind, in every type that may hold them."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from hypothesis import strategies as st

from lowbit import solve_many
from lowbit.tables.rows.sinks import open_sink
from lowbit.tables.rows.sources import open_source

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

UNIQUE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
SEVERAL = "." * 81
NONE = "11" + "." * 79
WRONG = "?" + "." * 80
SPACED = " ".join(UNIQUE[start : start + 9] for start in range(0, 81, 9))

MARKS = "".join(
    "123456789" if cell == "." else "".join(d if d == cell else "." for d in "123456789")
    for cell in UNIQUE
)

PUZZLES = [
    UNIQUE,
    SEVERAL,
    None,
    NONE,
    WRONG,
    "",
    "short",
    UNIQUE.replace(".", "0"),
    SPACED,
    "数独",
]
"""Every status, and every way of being no puzzle."""

WORDS = [
    "unique", "several", "invalid", "none", "invalid", "invalid", "invalid", "unique", "unique",
    "invalid",
]  # fmt: skip
"""Their statuses."""


def save(table: pa.Table, path: Path, rows: int = 4) -> Path:
    with open_sink(path, table.schema) as write:
        for batch in table.to_batches(max_chunksize=rows):
            write(batch)
    return path


def load(path: Path) -> pa.Table:
    with open_source(path) as source:
        return pa.Table.from_batches(source.batches, source.schema)


def digits(puzzle: str | None) -> list[int] | None:
    """Return a puzzle as digits, 0 for what is none."""
    if puzzle is None:
        return None
    return [int(cell) if cell.isdecimal() and cell.isascii() else 0 for cell in puzzle]


def expected(puzzles: Sequence[str | None]) -> list[tuple[str | None, str]]:
    """Return the solution and the status of each, as `solve_many` finds them."""
    result = solve_many([puzzle or "" for puzzle in puzzles])
    return [
        (solution if answer.status.word == "unique" else None, answer.status.word)
        for solution, answer in zip(result.to_strings(), result, strict=True)
    ]


_TIMES = st.integers(0, 10**12)
"""Milliseconds since 1970."""

VALUES: list[tuple[pa.DataType, st.SearchStrategy[Any]]] = [
    (pa.int64(), st.integers(-(2**63), 2**63 - 1)),
    (pa.uint8(), st.integers(0, 255)),
    (pa.float64(), st.floats(allow_nan=False)),
    (pa.bool_(), st.booleans()),
    (pa.string(), st.text(st.characters(exclude_categories=["Cs"]), max_size=8)),
    (pa.large_string(), st.sampled_from(["", "数独", 'a"b', "c,d", "e\nf", "\t"])),
    (pa.binary(), st.binary(max_size=8)),
    (pa.decimal128(12, 3), st.integers(-(10**9), 10**9).map(lambda n: Decimal(n) / 1000)),
    (pa.timestamp("ms"), _TIMES),
    (pa.date32(), st.dates(dt.date(1970, 1, 1))),
    (pa.list_(pa.int32()), st.lists(st.integers(0, 9), max_size=3)),
    (
        pa.struct([("a", pa.string()), ("b", pa.list_(pa.float64()))]),
        st.fixed_dictionaries({"a": st.none() | st.text("xyé"), "b": st.lists(st.just(0.5))}),
    ),
]
"""Types of other columns, and what they hold; of the first ones some tests know the places."""

_WORDS = st.sampled_from(["", "数独", "\U0001f9e9", 'a"b', "c,d", "e\r\nf", "\t", "\\"])
_SECONDS = st.integers(0, 86_399)

VALUES += [
    (pa.int8(), st.integers(-128, 127)),
    (pa.uint64(), st.integers(0, 2**64 - 1)),
    (pa.float32(), st.floats(width=32, allow_nan=False)),
    (pa.float16(), st.floats(width=16, allow_nan=False).map(np.float16)),
    (pa.large_binary(), st.binary(max_size=8)),
    (pa.binary(4), st.binary(min_size=4, max_size=4)),
    (pa.decimal256(50, 7), st.integers(-(10**40), 10**40).map(lambda n: Decimal(n).scaleb(-7))),
    (pa.decimal128(5, 0), st.integers(-(10**5) + 1, 10**5 - 1).map(Decimal)),
    (pa.timestamp("us", "Europe/Berlin"), _TIMES),
    (pa.timestamp("ns", "UTC"), _TIMES),
    (pa.timestamp("ms", "+05:30"), _TIMES),
    (pa.time32("ms"), _SECONDS),
    (pa.time64("us"), _SECONDS),
    (pa.duration("ms"), _TIMES),
    (pa.dictionary(pa.int8(), pa.string()), _WORDS),
    (pa.dictionary(pa.int32(), pa.string(), ordered=True), _WORDS),
    (pa.list_(pa.list_(pa.string())), st.lists(st.none() | st.lists(_WORDS))),
    (pa.large_list(pa.string()), st.lists(st.none() | _WORDS, max_size=3)),
    (pa.list_(pa.int16(), 2), st.lists(st.integers(-9, 9), min_size=2, max_size=2)),
    (
        pa.map_(pa.string(), pa.int32()),
        st.dictionaries(_WORDS, st.none() | st.integers(0, 9), max_size=3).map(
            lambda found: list(found.items())
        ),
    ),
    (
        pa.list_(pa.struct([("t", pa.timestamp("ms", "UTC")), ("m", pa.list_(pa.binary()))])),
        st.lists(
            st.none() | st.fixed_dictionaries({"t": _TIMES, "m": st.lists(st.binary(max_size=2))}),
            max_size=2,
        ),
    ),
    (pa.struct([("s", pa.struct([("x", pa.float32())]))]), st.just({"s": {"x": 0.5}})),
    (pa.null(), st.none()),
]


def column_of(values: list[Any], kind: pa.DataType) -> pa.Array:
    """Return a column; pyarrow makes no dictionary with an order of its own."""
    if pa.types.is_dictionary(kind):
        plain = pa.array(values, kind.value_type).dictionary_encode()
        codes = plain.indices.cast(kind.index_type)
        return pa.DictionaryArray.from_arrays(codes, plain.dictionary, ordered=kind.ordered)
    return pa.array(values, kind)


@st.composite
def columns(draw: st.DrawFn, n: int, *, of: Sequence[int] | None = None) -> pa.Array:
    """Draw a column: with nulls, and maybe a slice of a longer one."""
    kind, values = draw(st.sampled_from([VALUES[place] for place in of] if of else VALUES))
    offset = draw(st.integers(0, 3))
    held = draw(st.lists(st.none() | values, min_size=n + offset, max_size=n + offset))
    array = column_of(held, kind)
    if kind == pa.string() and draw(st.booleans()):
        array = array.dictionary_encode()
    return array.slice(offset)


@st.composite
def tables(draw: st.DrawFn, *, of: Sequence[int] | None = None) -> pa.Table:
    """Draw a table with a column of puzzles somewhere among others, in some chunks."""
    n = draw(st.integers(0, 9))
    others = draw(st.lists(columns(n, of=of), max_size=4))
    puzzles = pa.array(
        draw(st.lists(st.sampled_from(PUZZLES), min_size=n, max_size=n)), pa.string()
    )
    place = draw(st.integers(0, len(others)))
    arrays = [*others[:place], puzzles, *others[place:]]
    names = [f"cé {number}" for number in range(len(arrays))]
    names[place] = draw(st.sampled_from(["puzzle", "Quizzes", "question"]))
    table = pa.table(arrays, names=names)
    cut = draw(st.integers(0, n))
    return pa.concat_tables([table.slice(0, cut), table.slice(cut)])


TYPES = {
    "string": lambda: pa.array(PUZZLES, pa.string()),
    "large_string": lambda: pa.array(PUZZLES, pa.large_string()),
    "string_view": lambda: pa.array(PUZZLES, pa.string_view()),
    "binary": lambda: pa.array(PUZZLES, pa.string()).cast(pa.binary()),
    "large_binary": lambda: pa.array(PUZZLES, pa.large_string()).cast(pa.large_binary()),
    "binary_view": lambda: pa.array(PUZZLES, pa.string()).cast(pa.binary()).cast(pa.binary_view()),
    "dictionary": lambda: pa.array(PUZZLES, pa.string()).dictionary_encode(),
    "sliced": lambda: pa.array(["x", *PUZZLES, "y"], pa.string()).slice(1, len(PUZZLES)),
}
"""Columns of strings that hold `PUZZLES`."""
