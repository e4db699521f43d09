"""Of a row, the seed and its number say which symmetry it gets, and nothing else does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import MARKS, PUZZLES, SOLUTION, UNIQUE, WORDS

from lowbit import InputError, TableError, Transform, shuffle_many, tables
from lowbit.grid import Grid
from support import pickled

if TYPE_CHECKING:
    from pathlib import Path

SEED = 7
N = 9
PAIR = Grid.from_masks([0b11, *Grid(UNIQUE).allowed[1:]]).to_pencilmarks()

tables.register_polars()


def column(name: str) -> Any:
    """Return an expression; no type knows its namespace."""
    return pl.col(name)


def pairs(n: int = N) -> pa.Table:
    texts = {"question": [UNIQUE] * n, "answer": [SOLUTION] * n}
    columns = {name: pa.array(text, pa.string()) for name, text in texts.items()}
    return pa.table({"id": range(n), **columns})


def lines(puzzle: str, n: int = N) -> list[str]:
    """Return what each row has to be."""
    return [Transform.random(SEED, row)(puzzle).to_line() for row in range(n)]


EXPECTED = {"shuffled": lines(UNIQUE), "shuffled_solution": lines(SOLUTION)}


def shuffled(data: Any, **how: Any) -> Any:
    return tables.shuffle(data, seed=SEED, solution_column="answer", **how)


def test_the_solution_goes_along() -> None:
    found = shuffled(pairs())
    assert found.drop_columns(["id", "question", "answer"]).to_pydict() == {
        **EXPECTED,
        "status": ["shuffled"] * N,
    }
    solved = tables.solve(found["shuffled"])
    assert solved["solution"].to_pylist() == EXPECTED["shuffled_solution"]


def frame_of_pandas() -> Any:
    return shuffled(pairs().to_pandas().set_index("id"))


def frame_of_polars() -> Any:
    return shuffled(pl.DataFrame(pairs())).to_pandas()


def lazy_frame() -> Any:
    return shuffled(pl.LazyFrame(pairs().to_pydict())).collect(engine="streaming").to_pandas()


def reader() -> Any:
    return shuffled(pairs().to_reader(max_chunksize=2)).read_all().to_pandas()


def chunks() -> Any:
    return shuffled(pa.concat_tables([pairs().slice(0, 4), pairs().slice(4)])).to_pandas()


def by_two_expressions() -> Any:
    frame = pl.LazyFrame(pairs().to_pydict()).with_columns(
        shuffled=column("question").lowbit.shuffle(seed=SEED).struct.field("shuffled"),
        shuffled_solution=column("answer").lowbit.shuffle(seed=SEED).struct.field("shuffled"),
    )
    return frame.collect(engine="streaming").to_pandas()


def by_duckdb() -> Any:
    connection = duckdb.connect()
    tables.register_duckdb(connection, shuffle={"seed": SEED})
    connection.register("pairs", pairs())
    one, other = (f"lowbit_shuffle({name}, id).shuffled" for name in ("question", "answer"))
    query = f"select {one} as shuffled, {other} as shuffled_solution from pairs order by id"  # noqa: S608 - constant names
    return connection.sql(query).df()


def by_batches() -> Any:
    asked = pickled(tables.batched("shuffle", seed=SEED, solution_column="answer"))
    data = pairs().to_pydict()
    cut = [{name: data[name][at : at + 2] for name in data} for at in range(0, N, 2)]
    found = [
        asked(part, list(range(2 * at, 2 * at + 2))[: len(part["id"])])
        for at, part in enumerate(cut)
    ]
    return pd.concat([pd.DataFrame(part) for part in found])


WAYS = {
    way.__name__: way
    for way in (
        frame_of_pandas,
        frame_of_polars,
        lazy_frame,
        reader,
        chunks,
        by_two_expressions,
        by_duckdb,
        by_batches,
    )
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_it_does_so_whatever_holds_the_rows(way: str) -> None:
    found = WAYS[way]()
    assert {name: found[name].tolist() for name in EXPECTED} == EXPECTED


@given(st.lists(st.integers(0, 5), min_size=1, max_size=5), st.integers(1, 3))
def test_how_the_rows_are_cut_and_by_how_many_threads_does_not_matter(
    sizes: list[int], threads: int
) -> None:
    n = sum(sizes)
    whole, parts, first = pairs(n), [], 0
    for size in sizes:
        parts.append(whole.slice(first, size))
        first += size
    cut = pa.concat_tables(parts)
    assert shuffled(cut, threads=threads)["shuffled"].to_pylist() == lines(UNIQUE, n)
    assert tables.shuffle(cut["question"], seed=SEED)["shuffled"].to_pylist() == lines(UNIQUE, n)


@pytest.mark.slow
def test_files_of_more_than_a_batch_are_shuffled_as_one(tmp_path: Path) -> None:
    n = 150_000
    pq.write_table(pa.table({"puzzle": [UNIQUE] * n}), tmp_path / "in.parquet")
    outs = [tmp_path / f"{threads}.parquet" for threads in (1, 3)]
    for threads, out in zip((1, 3), outs, strict=True):
        counts = tables.answer_file(
            tmp_path / "in.parquet", out, "shuffle", seed=SEED, threads=threads
        )
        assert counts == {"shuffled": n}
    assert outs[0].read_bytes() == outs[1].read_bytes()
    column = pq.read_table(outs[0])["shuffled"]
    assert column[-1].as_py() == Transform.random(SEED, n - 1)(UNIQUE).to_line()
    assert column[70_000].as_py() == Transform.random(SEED, 70_000)(UNIQUE).to_line()
    assert len(set(column.to_pylist())) > n - 9


def test_what_is_no_puzzle_is_invalid_and_changes_no_other_row() -> None:
    found = tables.shuffle(pa.array(PUZZLES), seed=SEED).to_pydict()
    for row, (puzzle, word) in enumerate(zip(PUZZLES, WORDS, strict=True)):
        is_bad = word == "invalid"
        assert found["status"][row] == ("invalid" if is_bad else "shuffled")
        wanted = None if is_bad else Transform.random(SEED, row)(str(puzzle)).to_line()
        assert found["shuffled"][row] == wanted
    assert (
        tables.shuffle(pa.array(["short", None]), seed=SEED)["status"].to_pylist()
        == ["invalid"] * 2
    )


def test_restricted_cells_stay_so() -> None:
    found = tables.shuffle(pa.array([PAIR, UNIQUE, None, "?", MARKS, PAIR]), seed=SEED).to_pydict()
    transforms = [Transform.random(SEED, row) for row in range(6)]
    assert found["shuffled"] == [
        transforms[0](PAIR).to_pencilmarks(),
        transforms[1](UNIQUE).to_line(),
        None,
        None,
        transforms[4](UNIQUE).to_line(),
        transforms[5](PAIR).to_pencilmarks(),
    ]


def test_a_solution_that_is_not_there_is_null() -> None:
    table = pa.table({"puzzle": [UNIQUE, "x", UNIQUE], "answer": [None, SOLUTION, "?"]})
    found = shuffled(table)
    assert found["status"].to_pylist() == ["shuffled", "invalid", "shuffled"]
    assert found["shuffled_solution"].to_pylist() == [None, lines(SOLUTION)[1], None]


@pytest.mark.parametrize("kind", [pa.list_(pa.int64()), pa.list_(pa.uint8(), 81)], ids=str)
def test_lists_of_digits_are_shuffled_too(kind: pa.DataType) -> None:
    digits = [[int(cell) for cell in UNIQUE.replace(".", "0")]] * N
    assert tables.shuffle(pa.array(digits, kind), seed=SEED)["shuffled"].to_pylist() == lines(
        UNIQUE
    )


def test_without_a_seed_every_call_differs_and_a_batch_does_not() -> None:
    first, second = (tables.shuffle(pairs())["shuffled"].to_pylist() for _ in range(2))
    assert first != second
    asked = tables.batched("shuffle")
    assert asked(pairs(), range(N)).equals(pickled(asked)(pairs(), range(N)))


def test_it_is_what_shuffle_many_does() -> None:
    digits = shuffle_many([UNIQUE] * N, seed=SEED).array
    assert [Grid(row).to_line() for row in digits] == EXPECTED["shuffled"]


def test_what_it_cannot_know_it_asks_for() -> None:
    with pytest.raises(TableError, match="there is no column nowhere; the columns are"):
        tables.shuffle(pairs(), seed=SEED, solution_column="nowhere")
    with pytest.raises(TableError, match="column id has type int64"):
        tables.shuffle(pairs(), seed=SEED, solution_column="id")
    with pytest.raises(InputError, match="a seed must be a number"):
        tables.shuffle(pairs(), seed=-1)
    with pytest.raises(TableError, match="needs the numbers of the rows: pass with_indices=True"):
        tables.batched("shuffle")(pairs())
    alone = "no column answer beside a column alone; shuffle it in the same way, with the same seed"
    with pytest.raises(TableError, match=alone):
        shuffled(pairs()["question"])
    with pytest.raises(TableError, match=alone):
        column("question").lowbit.shuffle(solution_column="answer")
    with pytest.raises(TableError, match=alone):
        tables.register_duckdb(duckdb.connect(), shuffle={"solution_column": "answer"})


def test_duckdb_needs_a_number_for_each_row() -> None:
    connection = duckdb.connect()
    tables.register_duckdb(connection)
    with pytest.raises(duckdb.InvalidInputException, match="a row has no number"):
        connection.sql("select lowbit_shuffle('x', null::bigint)").fetchall()
