"""What stands beside the puzzles comes out as it went in, as far as the format can hold it."""

from __future__ import annotations

import datetime as dt
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made import NONE, UNIQUE, VALUES, columns, load, save

from lowbit import TableError
from lowbit.tables import answer_file, apply
from lowbit.tables.answers.operations import EVERY, PAIRED
from support import slow_except

if TYPE_CHECKING:
    from collections.abc import Callable

EXACT = ["parquet", "arrow"]
PLACES = range(len(VALUES))
GROUPS = [PLACES[start : start + 5] for start in PLACES[::5]]
"""Every type, by its place among `VALUES`, some in each table."""


def through(table: pa.Table, kind: str) -> pa.Table:
    """Return what a file of a kind holds after a table in another such file was answered."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = (Path(folder, f"{end}.{kind}") for end in ("in", "out"))
        save(table, source)
        answer_file(source, target, "solve", prefix="answer: ")
        return load(target)


def beside(*others: pa.Array, names: list[str] | None = None) -> pa.Table:
    n = len(others[0])
    puzzles = pa.array([UNIQUE, None, NONE, "x", ""] * n, pa.string())[:n]
    return pa.table([*others, puzzles], names=[*(names or map(str, range(len(others)))), "puzzle"])


@pytest.mark.parametrize("kind", EXACT)
@pytest.mark.parametrize("places", GROUPS, ids=lambda places: str(VALUES[places[0]][0]))
def test_every_type_is_kept(places: range, kind: str) -> None:
    held = [place for place in places if kind != "parquet" or parquet_holds(VALUES[place][0])]

    @settings(max_examples=8)
    @given(st.integers(0, 7).flatmap(lambda n: st.tuples(*(columns(n, of=[p]) for p in held))))
    def keeps(given_columns: tuple[pa.Array, ...]) -> None:
        found = through(beside(*given_columns), kind)
        found.validate(full=True)
        for number, column in enumerate(given_columns):
            assert found.schema.field(number).type == column.type
            assert found.column(number).to_pylist() == column.to_pylist()

    keeps()


def parquet_holds(type_: pa.DataType) -> bool:
    """Whether what is written can be read: not a null among lists of one size by pyarrow 25."""
    return pa.__version__ >= "26" or "fixed_size_list" not in str(type_)


def test_parquet_counts_no_whole_seconds() -> None:
    found = through(beside(pa.array([0, None, 86_399], pa.time32("s"))), "parquet").column(0)
    assert found.type == pa.time32("ms")
    assert found.to_pylist() == [dt.time(0), None, dt.time(23, 59, 59)]


@pytest.mark.parametrize("operation", slow_except(EVERY, EVERY.keys() - {"rate"}))
@settings(max_examples=10)
@given(table=st.integers(0, 5).flatmap(lambda n: st.tuples(*[columns(n)] * 2)))
def test_no_operation_touches_them(operation: str, table: tuple[pa.Array, pa.Array]) -> None:
    given_table = beside(*table)
    options: dict[str, Any] = {"answer_column": "puzzle"} if operation in PAIRED else {}
    options |= {"clues": 8} if operation == "fewest" else {}
    found = apply(given_table, operation, prefix="answer: ", **options)
    assert found.select(given_table.column_names).equals(given_table)


@pytest.mark.parametrize("kind", [*EXACT, "csv", "tsv"])
def test_columns_of_one_name_stay_two(kind: str) -> None:
    table = beside(pa.array(["a", "b"]), pa.array(["c", "d"]), names=["x", "x"])
    found = through(table, kind)
    assert found.column_names[:3] == ["x", "x", "puzzle"]
    assert [found.column(place).to_pylist() for place in (0, 1)] == [["a", "b"], ["c", "d"]]


@pytest.mark.parametrize("kind", [*EXACT, "csv", "tsv"])
def test_no_rows_are_no_rows(kind: str) -> None:
    table = beside(pa.array([], pa.string()), names=["x"])
    found = through(table, kind)
    assert found.num_rows == 0
    assert found.column_names == ["x", "puzzle", "answer: solution", "answer: status"]


NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=5)


@pytest.mark.parametrize("kind", [*EXACT, "csv", "tsv", "jsonl"])
def test_columns_may_have_any_name(kind: str) -> None:
    @settings(max_examples=20)
    @given(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    def keeps(names: list[str]) -> None:
        table = beside(*[pa.array(["a"])] * len(names), names=[f"{name}!" for name in names])
        assert through(table, kind).column_names[:-2] == table.column_names

    keeps()


FIELDS = st.lists(
    st.text(st.sampled_from("\",;\t\r\n\\ 'ab数\U0001f9e9\x00\x1f\x7f\ufeff\u2028"), max_size=6),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize("kind", ["csv", "tsv", "csv.gz", "jsonl", "jsonl.zst"])
def test_text_may_hold_any_character(kind: str) -> None:
    @settings(max_examples=20)
    @given(FIELDS)
    def keeps(fields: list[str]) -> None:
        found = through(beside(pa.array(fields), pa.array(fields[::-1])), kind)
        assert [found.column(place).to_pylist() for place in (0, 1)] == [fields, fields[::-1]]

    keeps()


IRREGULAR = st.sampled_from([0.5, float("nan"), float("inf"), float("-inf")])
NUMBERS = st.lists(
    st.none()
    | st.fixed_dictionaries({"x": st.none() | IRREGULAR, "l": st.lists(IRREGULAR, max_size=2)}),
    min_size=1,
    max_size=4,
)


def no_json_number_is_null(value: Any) -> Any:
    """Return a value as JSON has it."""
    if isinstance(value, dict):
        return {name: no_json_number_is_null(each) for name, each in value.items()}
    if isinstance(value, list):
        return [no_json_number_is_null(each) for each in value]
    return None if value in {float("inf"), float("-inf")} or value != value else value  # noqa: PLR0124 - NaN alone differs from itself


@given(NUMBERS)
def test_numbers_in_what_is_nested_are_json_too(values: list[Any]) -> None:
    kind = pa.struct([("x", pa.float64()), ("l", pa.list_(pa.float64()))])
    with tempfile.TemporaryDirectory() as folder:
        path = save(beside(pa.array(values, kind)), Path(folder, "out.jsonl"))

        def refuse(name: str) -> None:
            raise AssertionError(name)

        lines = path.read_text().splitlines()
        found = [json.loads(line, parse_constant=refuse)["0"] for line in lines]
    assert found == no_json_number_is_null(values)


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl"])
@pytest.mark.parametrize(
    "column",
    [
        pa.array([b"a", b"\xff"]),
        pa.array([None, b"\xff"], pa.large_binary()),
        pa.array([[b"a"], [b"\xff"]]),
        pa.array([{"x": b"\xff"}, None]),
        pa.array([b"\xff", b"a"]).dictionary_encode(),
    ],
    ids=["binary", "large", "list", "struct", "dictionary"],
)
def test_bytes_that_are_no_text_are_refused_by_texts(
    column: pa.Array, kind: str, tmp_path: Path
) -> None:
    source = save(beside(column, names=["raw"]), tmp_path / "in.arrow")
    with pytest.raises(TableError, match="column raw has bytes that are not text"):
        answer_file(source, tmp_path / f"out.{kind}", "solve")
    assert [path.name for path in tmp_path.iterdir()] == ["in.arrow"]


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_bytes_that_are_text_are_written_as_that(kind: str) -> None:
    found = through(beside(pa.array([b"a", "数独".encode()])), kind)
    assert found.column(0).to_pylist() == ["a", "数独"]


def test_json_lines_have_no_two_keys_of_one_name(tmp_path: Path) -> None:
    table = beside(pa.array([1, 2]), pa.array([3, 4]), names=["x", "x"])
    source = save(table, tmp_path / "in.parquet")
    with pytest.raises(TableError, match="two columns are called x"):
        answer_file(source, tmp_path / "out.jsonl", "solve")
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


def run_ends() -> pa.Array:
    return pa.RunEndEncodedArray.from_arrays([1, 2], ["a", "b"])


def intervals() -> pa.Array:
    return pa.array([pa.MonthDayNano([1, 2, 3])] * 2, pa.month_day_nano_interval())


@pytest.mark.parametrize("make", [run_ends, intervals])
def test_types_that_parquet_lacks_are_reported(
    make: Callable[[], pa.Array], tmp_path: Path
) -> None:
    source = save(beside(make()), tmp_path / "in.arrow")
    with pytest.raises(TableError, match=r"out\.parquet: .*(Unhandled|not|run_end|interval)"):
        answer_file(source, tmp_path / "out.parquet", "solve")
    assert [path.name for path in tmp_path.iterdir()] == ["in.arrow"]
    answer_file(source, tmp_path / "out.arrow", "solve")
    assert load(tmp_path / "out.arrow").column(0).to_pylist() == make().to_pylist()


@pytest.mark.parametrize("kind", EXACT)
def test_dictionaries_of_other_things_than_strings_keep_what_they_say(kind: str) -> None:
    column = pa.array([7, None, 7, 8]).dictionary_encode()
    assert through(beside(column), kind).column(0).to_pylist() == [7, None, 7, 8]
