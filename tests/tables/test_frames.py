"""Data of every kind gets the same answers, and comes back as it was given."""

from __future__ import annotations

import decimal
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from made import NONE, PUZZLES, SEVERAL, SOLUTION, UNIQUE, WORDS, expected
from made import tables as any_tables

from lowbit import TableError, canonical, count_solutions_many, minimize, tables
from lowbit.tables.answers import operations
from lowbit.tables.answers.operations import EVERY, OPERATIONS, PAIRED
from support import pickled

tables.register_polars()


def column() -> Any:
    """Return an expression; no type knows its namespace."""
    return pl.col("puzzle")


N = len(PUZZLES)
SOLUTIONS = [SOLUTION if word == "unique" else None for word in WORDS]
COLUMNS: dict[str, list[Any]] = {
    "id": list(range(N)),
    "puzzle": PUZZLES,
    "text": ["é", None, *["数独"] * (N - 2)],
}
ANSWERED = {**COLUMNS, "solution": SOLUTIONS, "status": WORDS}
ANSWERS = {"solution": SOLUTIONS, "status": WORDS}


def table() -> pa.Table:
    return pa.table(COLUMNS)


def dataset(folder: Any) -> ds.Dataset:
    pq.write_table(table().slice(0, 4), folder / "a.parquet")
    pq.write_table(table().slice(4), folder / "b.parquet")
    return ds.dataset(folder)


def test_a_table_stays_a_table() -> None:
    solved = tables.solve(table())
    assert isinstance(solved, pa.Table)
    assert solved.to_pydict() == ANSWERED


def test_a_batch_stays_a_batch() -> None:
    solved = tables.solve(table().to_batches()[0])
    assert isinstance(solved, pa.RecordBatch)
    assert solved.to_pydict() == ANSWERED


def test_a_reader_stays_a_reader_and_is_read_when_it_is_read() -> None:
    taken = []

    def batches() -> Any:
        for batch in table().to_batches(max_chunksize=3):
            taken.append(batch)
            yield batch

    reader = pa.RecordBatchReader.from_batches(table().schema, batches())
    solved = tables.solve(reader)
    assert isinstance(solved, pa.RecordBatchReader)
    assert not taken
    solved.read_next_batch()
    assert len(taken) == 1
    assert pa.concat_tables([solved.read_all()]).to_pydict()["status"] == WORDS[3:]


def test_a_dataset_becomes_a_reader(tmp_path: Any) -> None:
    solved = tables.solve(dataset(tmp_path))
    assert solved.read_all().to_pydict() == ANSWERED
    scanner = dataset(tmp_path).scanner(columns=["puzzle"])
    assert tables.solve(scanner.to_reader()).read_all().to_pydict() == {
        "puzzle": PUZZLES,
        **ANSWERS,
    }


def test_what_speaks_arrow_becomes_a_reader() -> None:
    relation = duckdb.from_arrow(table())
    assert tables.solve(relation).read_all().to_pydict() == ANSWERED


@pytest.mark.parametrize(
    "chunks", [[PUZZLES], [PUZZLES[:4], [], PUZZLES[4:]]], ids=["one", "three"]
)
def test_of_a_column_there_are_the_answers(chunks: list[Any]) -> None:
    column = pa.chunked_array(chunks, pa.string())
    assert tables.solve(column).to_pydict() == ANSWERS
    assert tables.solve(column.combine_chunks()).to_pydict() == ANSWERS


@settings(max_examples=50)
@given(any_tables())
def test_any_table_keeps_its_other_columns(given_table: pa.Table) -> None:
    solved = tables.solve(given_table, prefix="lowbit ")
    solved.validate(full=True)
    assert solved.select(given_table.column_names).equals(given_table)
    place = next(n for n, name in enumerate(given_table.column_names) if not name.startswith("cé"))
    found = zip(
        solved["lowbit solution"].to_pylist(), solved["lowbit status"].to_pylist(), strict=True
    )
    assert list(found) == expected(given_table.column(place).to_pylist())


PANDAS = {
    "object": lambda: pd.Series(PUZZLES, dtype=object),
    "string": lambda: pd.Series(PUZZLES, dtype="string"),
    "arrow": lambda: pd.Series(PUZZLES, dtype=pd.ArrowDtype(pa.string())),
    "category": lambda: pd.Series(PUZZLES, dtype="category"),
}


@pytest.mark.parametrize("kind", PANDAS)
def test_a_frame_of_pandas_keeps_its_index_and_its_columns(kind: str) -> None:
    frame = pd.DataFrame(
        {"x": [decimal.Decimal(1)] * N, "puzzle": PANDAS[kind]()}, index=range(5, 5 + N)
    )
    frame["puzzle"] = PANDAS[kind]().to_numpy() if kind == "object" else PANDAS[kind]().array
    solved = tables.solve(frame)
    assert list(solved.columns) == ["x", "puzzle", "solution", "status"]
    assert solved.index.equals(frame.index)
    pd.testing.assert_frame_equal(solved[["x", "puzzle"]], frame)
    assert solved["status"].tolist() == WORDS
    assert [None if pd.isna(text) else text for text in solved["solution"]] == SOLUTIONS


def test_a_series_of_pandas_becomes_a_frame() -> None:
    counted = tables.count(pd.Series([UNIQUE, None], index=["a", "b"]), limit=5)
    assert counted.index.tolist() == ["a", "b"]
    assert counted["n_solutions"].dtype == "Int64"
    assert counted["n_solutions"].tolist() == [1, pd.NA]


def test_frames_of_polars_eager_and_lazy() -> None:
    frame = pl.DataFrame(COLUMNS)
    solved = tables.solve(frame)
    assert solved.to_dict(as_series=False) == ANSWERED
    lazy = tables.solve(frame.lazy(), prefix="x_")
    assert isinstance(lazy, pl.LazyFrame)
    assert lazy.collect().columns == ["id", "puzzle", "text", "x_solution", "x_status"]
    assert lazy.collect()["x_status"].to_list() == WORDS


def test_a_series_of_polars_becomes_a_frame() -> None:
    assert tables.solve(pl.Series(PUZZLES)).to_dict(as_series=False) == ANSWERS
    assert (
        tables.solve(pl.Series(PUZZLES, dtype=pl.Categorical)).to_dict(as_series=False) == ANSWERS
    )


OPTIONS: dict[str, dict[str, Any]] = {
    "solve": {},
    "count": {"limit": 7},
    "check": {},
    "maximize": {},
    "minimize": {},
    "candidates": {},
    "canonical": {},
    "rate": {"rules": (), "measures": "redundant"},
    "trace": {"kind": "search"},
    "fewest": {"clues": 8},
    "shuffle": {"seed": 3},
}


def test_of_every_operation_there_is_a_function() -> None:
    assert OPTIONS.keys() | PAIRED.keys() == EVERY.keys()
    assert EVERY.keys() <= set(tables.__all__)


@pytest.mark.parametrize("name", OPTIONS)
def test_the_function_says_what_apply_says(name: str) -> None:
    options = OPTIONS[name]
    answered = getattr(tables, name)(table(), prefix="x ", **options)
    assert answered.equals(tables.apply(table(), name, prefix="x ", **options))
    assert answered.column_names[:3] == list(COLUMNS)
    assert answered.column_names[-1] == "x status"


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
@pytest.mark.parametrize("name", OPTIONS)
def test_an_expression_of_polars(name: str, engine: Any) -> None:
    options = OPTIONS[name]
    puzzles = PUZZLES * (10 if name in {"maximize", "fewest"} else 50)
    asked = getattr(column().lowbit, name)(**options)
    query = pl.LazyFrame({"puzzle": puzzles}).select(asked.struct.unnest())
    answers = query.collect(engine=engine)
    assert query.collect_schema() == answers.schema
    expected = tables.apply(pa.array(puzzles), name, **options)
    assert answers.to_dict(as_series=False) == expected.to_pydict()


def test_an_expression_goes_on_from_a_file_to_a_file(tmp_path: Any) -> None:
    pq.write_table(table(), tmp_path / "in.parquet")
    query = pl.scan_parquet(tmp_path / "in.parquet").filter(pl.col("id") > 0)
    solved = query.with_columns(column().lowbit.solve().struct.field("solution"))
    solved.sink_parquet(tmp_path / "out.parquet")
    assert pq.read_table(tmp_path / "out.parquet")["solution"].to_pylist() == SOLUTIONS[1:]


def test_an_expression_that_there_is_not() -> None:
    with pytest.raises(AttributeError, match="unknown operation 'sovle'; choose from solve, count"):
        column().lowbit.sovle()


def test_ratings_are_numbers_for_duckdb_and_pandas_too() -> None:
    connection = duckdb.connect()
    tables.register_duckdb(connection)
    connection.register("puzzles", pa.table({"puzzle": PUZZLES[:2]}))
    found = connection.sql("select lowbit_rate(puzzle).er from puzzles").fetchall()
    assert found == [(2.6,), (None,)]
    rated = tables.rate(pd.Series(PUZZLES[:2]), rules="hodoku", measures="techniques")
    assert rated["score"].to_list()[0] == 418
    assert rated["hodoku_techniques"][0].startswith("full-house:20 naked-single:23 ")


@pytest.mark.parametrize("name", OPTIONS)
def test_a_function_of_duckdb(name: str) -> None:
    connection = duckdb.connect()
    tables.register_duckdb(connection, **OPTIONS)
    connection.register("puzzles", table())
    what = "puzzle" if name in OPERATIONS else "puzzle, id"
    query = f"select lowbit_{name}({what}) from puzzles order by id"  # noqa: S608 - our own name
    found = connection.sql(query).fetchall()
    assert [answer for (answer,) in found] == tables.apply(
        pa.array(PUZZLES), name, **OPTIONS[name]
    ).to_pylist()


def test_duckdb_asks_about_many_rows() -> None:
    connection = duckdb.connect()
    tables.register_duckdb(connection)
    query = f"select '{UNIQUE}' as p from range(5000)"  # noqa: S608 - a constant puzzle
    answer = "select count(*) from (select lowbit_solve(p) as s from q) where s.status = 'unique'"
    assert connection.sql(f"with q as ({query}) {answer}").fetchall() == [(5000,)]


def test_a_batch_of_a_data_set() -> None:
    solve = tables.batched("solve", prefix="x_")
    assert solve(COLUMNS) == {"x_solution": SOLUTIONS, "x_status": WORDS}
    assert pickled(solve)(COLUMNS) == solve(COLUMNS)
    assert tables.batched("solve")(table()).to_pydict() == ANSWERED


@pytest.mark.parametrize("name", OPTIONS)
def test_a_batch_of_a_data_set_is_answered_by_every_operation(name: str) -> None:
    asked = tables.batched(name, **OPTIONS[name])
    whole = tables.apply(table(), name, **OPTIONS[name])
    assert asked(COLUMNS, range(N)) == whole.drop_columns(list(COLUMNS)).to_pydict()
    assert asked(table(), range(N)).equals(whole)


def test_every_operation_says_what_the_verbs_say() -> None:
    column = pa.array([UNIQUE, SEVERAL, NONE, "x"])
    assert tables.count(column, limit=9)["n_solutions"].to_pylist() == [1, 9, 0, None]
    found = count_solutions_many(column.to_pylist(), limit=9)
    assert [row.answer for row in found] == [1, 9, 0, None]
    assert tables.count(column, limit=9)["status"].to_pylist() == [
        "unique",
        "several",
        "none",
        "invalid",
    ]
    checked = tables.check(column).to_pydict()
    assert checked["status"] == ["ok", "ok", "clash", "invalid"]
    assert checked["clashes"][0] is None
    assert "r1c1" in checked["clashes"][2]
    assert tables.check(column, unique=True).to_pydict() == {
        "status": ["unique", "several", "none", "invalid"]
    }
    best = tables.maximize(column, top=2).to_pylist()
    assert best[1]["scores"] == [2906, 2906]
    assert best[1]["grids"][0] == best[1]["grid"]
    assert best[1]["grids"][0] < best[1]["grids"][1]
    assert [row["status"] for row in best] == ["proven", "proven", "none", "invalid"]
    assert [row["proven"] for row in best] == [True, True, True, None]
    assert [row["score"] for row in best] == [2849, 2906, None, None]
    assert best[2]["scores"] == []
    stripped = tables.apply(column, "minimize").to_pydict()
    assert stripped["minimal"] == [minimize(UNIQUE).to_line(), None, None, None]
    assert stripped["status"] == ["unique", "several", "none", "invalid"]
    forms = tables.apply(column, "canonical").to_pydict()
    assert forms["canonical"] == [
        *(canonical(each).to_line() for each in (UNIQUE, SEVERAL, NONE)),
        None,
    ]
    assert forms["status"] == ["canonical"] * 3 + ["invalid"]


def test_limits_are_reported() -> None:
    column = pa.array([SEVERAL, UNIQUE, None])
    words = {"status": ["limit-reached", "unique", "invalid"]}
    ended = tables.count(column[:1], limit=10**9, time_limit=0.2)
    assert ended["status"].to_pylist() == ["limit-reached"]
    assert tables.count(column, max_nodes=50).to_pydict() == {
        "n_solutions": [None, 1, None],
        **words,
    }
    assert tables.solve(column, time_limit=1200)["status"].to_pylist() == [
        "several",
        "unique",
        "invalid",
    ]
    assert tables.maximize(pa.array([], pa.string()), time_limit=1).num_rows == 0


SEARCHES = {
    "solve": "solve_many",
    "count": "solve_many",
    "check": "solve_many",
    "maximize": "maximize_many",
    "minimize": "minimize_many",
}


@pytest.mark.parametrize("name", SEARCHES)
def test_every_search_gets_limits_of_its_own(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    verb = getattr(operations, SEARCHES[name])
    reported = []

    def listen(puzzles: Any, *others: Any, **how: Any) -> Any:
        reported.append((puzzles.starts.size, how["max_nodes"], how.get("time_limit")))
        return verb(puzzles, *others, **how)

    monkeypatch.setattr(operations, SEARCHES[name], listen)
    options = {"unique": True} if name == "check" else {}
    column = pa.array([UNIQUE, NONE, "x"])
    found = getattr(tables, name)(column, max_nodes=10**6, time_limit=1200.5, **options)
    assert reported == [(1, 10**6, 1200.5)] * 3
    assert found.equals(getattr(tables, name)(column, **options))


REFUSED = [
    ({"a": [1], "b": ["x"]}, {}, "no column has a usual name for puzzles"),
    ({"a": [1], "b": ["x"]}, {}, "of these: a, b"),
    ({"a": [1]}, {"column": "c"}, "there is no column c; the columns are: a"),
    ({"puzzle": ["x"], "Quiz": ["y"]}, {}, "may hold puzzles: puzzle, Quiz"),
    (
        {"puzzle": ["x"], "status": ["y"]},
        {},
        "the table already has a column status; give the answers a prefix",
    ),
    ({"puzzle": [1.5]}, {}, "column puzzle has type double"),
]


@pytest.mark.parametrize(("columns", "how", "message"), REFUSED)
def test_a_table_that_does_not_fit_is_refused(columns: Any, how: Any, message: str) -> None:
    with pytest.raises(TableError, match=message):
        tables.solve(pa.table(columns), **how)


@pytest.mark.parametrize("make", [pa.table, pd.DataFrame, pl.DataFrame, pl.LazyFrame, dict])
def test_so_is_a_name_that_is_taken_in_any_frame(make: Any) -> None:
    data = make({"puzzle": [UNIQUE], "status": ["x"]})
    solve = tables.batched("solve") if make is dict else tables.solve
    with pytest.raises(TableError, match="the table already has a column status"):
        solve(data)


@pytest.mark.parametrize("data", [7, "puzzle", [UNIQUE], {"puzzle": [UNIQUE]}])
def test_what_is_no_table_is_refused(data: Any) -> None:
    with pytest.raises(TableError, match="a table is one of pyarrow"):
        tables.solve(data)


def test_an_operation_that_there_is_not_is_refused() -> None:
    with pytest.raises(TableError, match="unknown operation 'paint'; choose from solve, count"):
        tables.apply(table(), "paint")
    with pytest.raises(TableError, match=r"solve: .*'limit'"):
        tables.batched("solve", limit=2)
