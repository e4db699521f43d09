"""A table goes through a file of any kind, and its other columns are what they were."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from made import PUZZLES, SOLUTION, UNIQUE, WORDS, expected, load, save, tables
from pyarrow import ipc

from command_line import PATIENCE, lowbit
from lowbit import FormatError, SourceError, TableError, read
from lowbit.formats.streams.table_names import CODECS, KINDS, PACKINGS
from lowbit.tables import answer_file, solve
from lowbit.tables.answers.operations import OPERATIONS, operation
from lowbit.tables.batches import all_answered, query_of
from lowbit.tables.rows import sinks, sources
from lowbit.tables.rows.sinks import open_sink
from lowbit.tables.rows.sources import open_source, regular
from lowbit.tables.values import read_values

if TYPE_CHECKING:
    from collections.abc import Iterator

EXACT = [".parquet", ".arrow", ".feather", ".ipc"]
TEXTS = [".csv", ".tsv", ".jsonl", ".ndjson"]

TABLE = pa.table(
    {
        "id": pa.array(range(len(PUZZLES)), pa.int64()),
        "quizzes": PUZZLES,
        "remark": ["é, 数独", 'a "b"', "tab\there", "", None, " x ", "1", "{}", "c\r\nd", "\\"],
    }
)


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def as_text(table: pa.Table) -> pa.Table:
    """Return a table as CSV has it: all strings, empty for a null."""
    columns = [column.cast(pa.string()).fill_null("") for column in table.columns]
    return pa.table(columns, names=table.column_names)


def test_estimates_are_told_some_rows_at_a_time_and_written_in_groups(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sinks, "GROUP", 32)
    texts = [f"{number % 4 + 1}" + "." * 15 for number in range(40)]
    batch = pa.record_batch([pa.array(texts)], ["puzzle"])
    query = query_of(batch.schema, operation("count", estimate=2, geometry="4x4"))
    answered = list(all_answered(query, [batch, batch.slice(0, 2)], threads=1))
    assert [each.statuses for each in answered] == [{"several": n} for n in (16, 16, 8, 2)]
    for name in ("some.parquet", "some.arrow"):
        with open_sink(folder / name, query.schema) as write:
            for each in answered:
                write(each.batch)
        assert load(folder / name)["estimate"].to_pylist() == [72.0] * 42
    assert pq.ParquetFile(folder / "some.parquet").num_row_groups == 2
    assert ipc.open_file(folder / "some.arrow").num_record_batches == 2


@pytest.mark.parametrize("extension", KINDS)
def test_every_kind_of_table_is_read_as_it_was_written(extension: str, folder: Path) -> None:
    path = save(TABLE, folder / f"table{extension}")
    wanted = as_text(TABLE) if extension in {".csv", ".tsv"} else TABLE
    assert load(path).to_pydict() == wanted.to_pydict()


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("extension", TEXTS)
def test_texts_may_be_compressed(extension: str, packing: str, folder: Path) -> None:
    path = save(TABLE, folder / f"table{extension}{packing}")
    plain = save(TABLE, folder / f"table{extension}")
    assert path.read_bytes() != plain.read_bytes()
    assert load(path).equals(load(plain))


@pytest.mark.parametrize("codec", CODECS)
def test_parquet_is_compressed_as_is_asked(codec: str, folder: Path) -> None:
    path = folder / "table.parquet"
    with open_sink(path, TABLE.schema, codec) as write:
        write(TABLE.to_batches()[0])
    used = pq.ParquetFile(path).metadata.row_group(0).column(0).compression
    assert used == ("UNCOMPRESSED" if codec == "none" else codec.upper())
    assert load(path).equals(TABLE)
    answer_file(path, folder / "again.parquet", "solve")
    assert (
        pq.ParquetFile(folder / "again.parquet").metadata.row_group(0).column(0).compression == used
    )


@pytest.mark.parametrize("codec", ["none", "zstd", "lz4"])
def test_so_is_arrow(codec: str, folder: Path) -> None:
    with open_sink(folder / "table.arrow", TABLE.schema, codec) as write:
        write(TABLE.to_batches()[0])
    assert load(folder / "table.arrow").equals(TABLE)


def test_arrow_knows_two_ways_of_compression_alone(folder: Path) -> None:
    with pytest.raises(TableError, match="zstd or lz4, not snappy"):
        open_sink(folder / "table.arrow", TABLE.schema, "snappy").__enter__()
    assert not list(folder.iterdir())


def test_the_stream_format_of_arrow_is_read_too(folder: Path) -> None:
    with ipc.new_stream(folder / "table.arrow", TABLE.schema) as writer:
        writer.write_table(TABLE)
    assert load(folder / "table.arrow").equals(TABLE)


@settings(max_examples=30)
@given(tables(), st.sampled_from(EXACT), st.sampled_from(EXACT))
def test_the_other_columns_are_untouched(table: pa.Table, source: str, target: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = save(table, Path(name, f"in{source}"), rows=5)
        counts = answer_file(path, Path(name, f"out{target}"), "solve", threads=2)
        out = load(Path(name, f"out{target}"))
    out.validate(full=True)
    place = next(n for n, name in enumerate(table.column_names) if not name.startswith("cé"))
    puzzles = table.column(place).to_pylist()
    assert out.column_names == [*table.column_names, "solution", "status"]
    assert out.select(table.column_names).schema.equals(table.schema)
    assert out.select(table.column_names).to_pylist() == table.to_pylist()
    answers = list(zip(out["solution"].to_pylist(), out["status"].to_pylist(), strict=True))
    assert answers == expected(puzzles)
    assert counts == {word: [w for _, w in answers].count(word) for _, word in answers}


SIMPLE = [0, 1, 3, 4, 5, 10, 11]
"""Of the types of columns, those that JSON has, too."""


@settings(max_examples=20)
@given(tables(of=SIMPLE))
def test_json_lines_keep_what_json_can_say(table: pa.Table) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = save(table, Path(name, "in.parquet"))
        answer_file(path, Path(name, "out.jsonl"), "solve")
        answer_file(path, Path(name, "out.parquet"), "solve")
        if table.num_rows:
            assert (
                load(Path(name, "out.jsonl")).to_pylist()
                == load(Path(name, "out.parquet")).to_pylist()
            )


@settings(max_examples=40)
@given(tables(of=[0, 1, 4, 5, 7, 9]), st.sampled_from([".csv", ".tsv", ".csv.gz"]))
def test_csv_keeps_the_text_of_all_fields(table: pa.Table, extension: str) -> None:
    assume(table.num_columns > 1)  # an empty field alone is an empty line, which is no row
    with tempfile.TemporaryDirectory() as name:
        path = save(table, Path(name, f"in{extension}"))
        answer_file(path, Path(name, f"out{extension}"), "solve")
        out = load(Path(name, f"out{extension}"))
    assert out.select(table.column_names).to_pylist() == as_text(table).to_pylist()


OPTIONS: dict[str, dict[str, Any]] = {
    "count": {"limit": 9},
    "rate": {"rules": (), "measures": "redundant"},
    "fewest": {"clues": 8},
}


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "parquet", "arrow"])
def test_every_operation_adds_its_columns(kind: str, folder: Path) -> None:
    path = save(TABLE, folder / f"in.{kind}")
    added = {
        "solve": ["solution", "status"],
        "count": ["n_solutions", "status"],
        "check": ["clashes", "status"],
        "maximize": ["grid", "score", "bound", "proven", "status"],
        "minimize": ["minimal", "status"],
        "candidates": ["candidates", "status"],
        "canonical": ["canonical", "status"],
        "rate": ["redundant", "status"],
        "trace": ["trace", "n_steps", "status"],
        "fewest": ["puzzles", "n_puzzles", "status"],
    }
    assert added.keys() == OPERATIONS.keys()
    for name, names in added.items():
        options = OPTIONS.get(name, {})
        answer_file(path, folder / f"{name}.parquet", name, prefix="x_", **options)
        out = load(folder / f"{name}.parquet")
        assert out.column_names == [*TABLE.column_names, *(f"x_{each}" for each in names)]
    assert load(folder / "solve.parquet")["x_status"].to_pylist() == WORDS
    assert load(folder / "solve.parquet")["x_solution"].to_pylist()[0] == SOLUTION


def test_the_number_of_threads_changes_no_byte(folder: Path) -> None:
    puzzles = [UNIQUE, "." * 81, "x"] * 3000
    path = save(pa.table({"id": range(9000), "puzzle": puzzles}), folder / "in.parquet", rows=700)
    for target in ("parquet", "arrow", "csv", "jsonl"):
        outs = [folder / f"{threads}.{target}" for threads in (1, 2, 5)]
        for threads, out in zip((1, 2, 5), outs, strict=True):
            answer_file(path, out, "solve", threads=threads)
        assert len({out.read_bytes() for out in outs}) == 1


@given(st.lists(st.integers(0, 9), max_size=9), st.integers(1, 6))
def test_batches_become_regular(sizes: list[int], rows: int) -> None:
    numbers = iter(range(sum(sizes)))
    batches = [
        pa.RecordBatch.from_pydict(
            {"n": pa.array([next(numbers) for _ in range(size)], pa.int64())}
        )
        for size in sizes
    ]
    cut = list(regular(batches, rows))
    assert [number for batch in cut for number in batch["n"].to_pylist()] == list(range(sum(sizes)))
    assert all(batch.num_rows == rows for batch in cut[:-1])
    assert all(0 < batch.num_rows <= rows for batch in cut)


def test_dictionaries_that_differ_from_batch_to_batch_end_in_one_arrow_file(folder: Path) -> None:
    chunks = [pa.array(words).dictionary_encode() for words in (["a", "b"], ["c", "a"], ["d", "d"])]
    table = pa.table({"puzzle": [UNIQUE] * 6, "word": pa.chunked_array(chunks)})
    out = load(save(table, folder / "table.arrow", rows=2))
    assert out["word"].to_pylist() == ["a", "b", "c", "a", "d", "d"]
    assert out.schema.equals(table.schema)


def test_csv_is_never_taken_for_numbers(folder: Path) -> None:
    text = f"id,puzzle,day\n007,{UNIQUE},2020-01-01\n,{UNIQUE},NA\n"
    (folder / "in.csv").write_text(text)
    answer_file(folder / "in.csv", folder / "out.csv", "solve")
    out = (folder / "out.csv").read_text().splitlines()
    assert [line[: line.rindex("," + SOLUTION)] for line in out[1:]] == text.splitlines()[1:]


def test_json_is_never_taken_for_times(folder: Path) -> None:
    fields = '"t": "2020-01-01 00:00:00", "d": {"x": "2021-01-01"}, "n": null'
    lines = f'{{{fields}, "puzzle": "{UNIQUE}"}}\n'
    (folder / "in.jsonl").write_text(lines)
    answer_file(folder / "in.jsonl", folder / "out.jsonl", "solve")
    out = (folder / "out.jsonl").read_text()
    assert out == lines.replace("}\n", f', "solution": "{SOLUTION}", "status": "unique"}}\n')


def test_a_csv_row_with_too_many_fields_is_one_bad_row(folder: Path) -> None:
    (folder / "in.csv").write_text(
        f'id,puzzle\n"two\nlines",{UNIQUE}\n1,{UNIQUE},2\n\n# 5\n  \n3\n4,{UNIQUE}\n'
    )
    found = answer_file(folder / "in.csv", folder / "out.csv", "solve")
    assert found == {"unique": 2, "invalid": 2}
    rows = (folder / "out.csv").read_text().splitlines()
    answered = f"{UNIQUE},{SOLUTION},unique"
    assert rows[3:] == [f'"1,{UNIQUE},2",,,invalid', "3,,,invalid", f"4,{answered}"]
    with open_source(folder / "in.csv") as source:
        assert sum(batch.num_rows for batch in source.batches) == 4
        name = folder / "in.csv"
        assert source.reasons == {
            1: f"{name}: line 4: 3 fields where the header has 2",
            2: f"{name}: line 8: 1 fields where the header has 2",
        }


def test_a_list_of_puzzles_has_no_bad_row(folder: Path) -> None:
    (folder / "in.csv").write_text(f"id,puzzle\n1,{UNIQUE}\n2\n")
    with pytest.raises(FormatError, match=r"in\.csv: line 3: 1 fields where the header has 2"):
        read(folder / "in.csv", column="puzzle")


@pytest.mark.slow
def test_a_bad_row_far_behind_is_one_bad_row_too(folder: Path) -> None:
    rows = f"1,{UNIQUE}\n" * 100_000
    with gzip.open(folder / "in.csv.gz", "wt", compresslevel=1) as file:
        file.write(f"id,puzzle\n{rows}1\n{rows}")
    found = answer_file(folder / "in.csv.gz", folder / "out.csv", "solve")
    assert found == {"unique": 200_000, "invalid": 1}
    assert (folder / "out.csv").read_text().splitlines()[100_001] == "1,,,invalid"


def test_what_is_no_text_behind_a_bad_row_is_an_error(folder: Path) -> None:
    (folder / "in.csv").write_bytes(f"id,puzzle\n1\n2,{UNIQUE}\ncaf\xe9,1\n".encode("latin-1"))
    with pytest.raises(FormatError, match=r"line 4: byte 0xe9 is not UTF-8"):
        answer_file(folder / "in.csv", folder / "out.csv", "solve")
    assert not (folder / "out.csv").exists()


BAD = {
    "empty.csv": b"",
    "none.parquet": b"this is no Parquet",
    "cut.parquet": b"PAR1",
    "none.arrow": b"this is no Arrow",
    "none.jsonl": b"this is no JSON",
    "text.csv.gz": b"id,puzzle",
    "latin.csv": f"id,puzzle\né,{UNIQUE}\n".encode("latin-1"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_table_is_said(name: str, folder: Path) -> None:
    (folder / name).write_bytes(BAD[name])
    with pytest.raises((SourceError, FormatError), match=name.replace(".", r"\.")):
        answer_file(folder / name, folder / "out.parquet", "solve")
    assert [path.name for path in folder.iterdir()] == [name]


def test_no_such_file_is_said(folder: Path) -> None:
    with pytest.raises(SourceError, match="there is no such file"):
        answer_file(folder / "none.parquet", folder / "out.parquet", "solve")
    with pytest.raises(OSError, match="No such file") as caught:
        answer_file(save(TABLE, folder / "in.csv"), folder / "no/out.parquet", "solve")
    assert caught.value.filename == str(folder / "no/out.parquet")


@pytest.mark.parametrize("name", ["puzzles.txt", "table.parquet.gz"])
def test_a_name_that_is_no_table_s_is_refused(name: str, folder: Path) -> None:
    with pytest.raises(SourceError, match=r"a table's name ends with \.csv"):
        answer_file(folder / name, folder / "out.csv", "solve")
    with pytest.raises(TableError, match=r"a table's name ends with \.csv"):
        answer_file(save(TABLE, folder / "in.csv"), folder / name, "solve")


FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
from lowbit.tables import answer_file
try:
    answer_file(sys.argv[1], sys.argv[2], "solve")
except OSError as error:
    print(error.strerror, error.filename)
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["parquet", "arrow", "csv", "jsonl.gz"])
def test_a_file_that_cannot_grow_is_no_file(kind: str, folder: Path) -> None:
    texts = pa.array(os.urandom(64).hex() for _ in range(999))
    table = pa.table({"puzzle": [UNIQUE] * 999, "text": texts})
    source, target = save(table, folder / "in.parquet", 99), folder / f"out.{kind}"
    done = subprocess.run(
        [sys.executable, "-c", FULL, source, target], capture_output=True, check=True, text=True
    )
    assert done.stdout.startswith("File too large")
    assert str(target) in done.stdout
    assert [path.name for path in folder.iterdir()] == ["in.parquet"]


def test_a_pipe_is_written_as_it_is(folder: Path) -> None:
    pipe, source = folder / "out.csv", save(TABLE, folder / "in.csv")
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
        answer_file(source, pipe, "solve")
        assert reader.stdout is not None
        assert reader.stdout.readline() == "id,quizzes,remark,solution,status\n"
        reader.stdout.read()
    assert pipe.is_fifo()


def test_places_of_fsspec_are_read_and_written(folder: Path) -> None:
    pytest.importorskip("fsspec")
    with open_sink("memory://lowbit/in.csv", TABLE.schema) as write:
        write(TABLE.to_batches()[0])
    answer_file("memory://lowbit/in.csv", f"file://{folder}/out.parquet", "solve")
    assert load(folder / "out.parquet")["status"].to_pylist() == WORDS


def test_a_scheme_that_nobody_knows_is_said() -> None:
    with pytest.raises((SourceError, ImportError), match=r"nowhere|fsspec"):
        open_source("nowhere://table.csv").__enter__()


INTERRUPTED = """
import sys
from lowbit.tables import answer_file
print("begun", flush=True)
answer_file(sys.argv[1], sys.argv[2], "count")
"""


@pytest.mark.slow
def test_ctrl_c_ends_a_run_and_leaves_nothing(folder: Path) -> None:
    source = save(pa.table({"puzzle": ["." * 81] * 9}), folder / "in.parquet")
    command = [sys.executable, "-c", INTERRUPTED, str(source), str(folder / "out.parquet")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        process.send_signal(signal.SIGINT)
        assert b"KeyboardInterrupt" in process.communicate(timeout=PATIENCE)[1]
    assert [path.name for path in folder.iterdir()] == ["in.parquet"]


LATE: dict[str, tuple[str, str | None, str]] = {
    "key": ('"id": 1', '"id": 1, "level": 2', "the key 'level' comes first here"),
    "string": ('"id": 1', '"id": "x"', "'id' is a string here, and a number in line 1"),
    "fraction": ('"id": 1', '"id": 1.5', "'id' is 1.5 here, and a whole number"),
    "nested": ('"a": {"b": [1]}', '"a": {"b": ["x"]}', r"'a.b\[\]' is a string here, and a number"),
    "list": ('"a": [1]', '"a": 1', "'a' is a number here, and a list in line 1"),
    "no object": ('"id": 1', None, "this is no JSON object"),
    "twice": ('"id": 1', '"id": 1, "id": 2', "the key 'id' stands here twice"),
    "surrogate": ('"id": "a"', r'"id": "\ud800"', "a string has half a character"),
    "large": ('"id": 0.5', '"id": 1e99999', "the number 1e99999 is larger than columns hold"),
}  # fmt: skip


@pytest.mark.parametrize("name", LATE)
@pytest.mark.parametrize("n_before", [1, 3000])
def test_a_row_that_differs_is_named(
    name: str, n_before: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "BLOCK", 1 << 16)
    first, then, told = LATE[name]
    rows = [f'{{"puzzle": "{UNIQUE}", {first}}}'] * n_before
    rows.append("[1]" if then is None else f'{{"puzzle": "{UNIQUE}", {then}}}')
    (tmp_path / "in.jsonl").write_text("\n".join(rows), encoding="utf-8")
    if n_before == 1 and name in {"key", "fraction"}:  # which its first block shows
        assert answer_file(tmp_path / "in.jsonl", tmp_path / "out.csv", "solve") == {"unique": 2}
        return
    with pytest.raises(FormatError, match=rf"in.jsonl: line {n_before + 1}: {told}"):
        answer_file(tmp_path / "in.jsonl", tmp_path / "out.csv", "solve")
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


@pytest.mark.parametrize("name", ["in.parquet", "in.arrow", "in.jsonl"])
def test_a_column_may_be_a_field_of_another(name: str, tmp_path: Path) -> None:
    rows = [{"metadata": {"puzzle": puzzle, "n": 1}} for puzzle in (UNIQUE, "x")]
    table = pa.table({"id": [1, 2, 3], "data": pa.array([*rows, None])})
    path = tmp_path / name
    with open_sink(path, table.schema) as write:
        for batch in table.to_batches():
            write(batch)
    column = "data.metadata.puzzle"
    found = answer_file(path, tmp_path / "out.csv", "solve", column=column)
    assert found == {"unique": 1, "invalid": 2}
    answered = solve(table, column=column)
    assert answered["status"].to_pylist() == ["unique", "invalid", "invalid"]
    assert list(read_values(path, column)) == [UNIQUE, "x", None]
    said = lowbit("solve", "--column", column, path)
    assert said.stdout.splitlines()[1].endswith("unique")
    assert "row 2: character 1: 'x'" in said.stderr
    for missing in ("data.puzzle", "data.metadata.n.x", "other.puzzle"):
        with pytest.raises(TableError, match=rf"there is no column {missing}"):
            query_of(table.schema, operation("solve"), missing)
