"""An audit that cannot be made says why, and leaves nothing."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from audited import DATA, load, save

from command_line import LOWBIT
from lowbit import InputError, SourceError, TableError
from lowbit.audit import audit_files, copies, inputs
from lowbit.audit import run as auditing

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("how", "kind", "says"),
    [
        ({"column": "x"}, TableError, "there is no column x"),
        ({"solution_column": "x"}, TableError, "there is no column x; the columns are: id"),
        ({"split_column": "x"}, TableError, "there is no column x"),
        ({"split_column": "split", "keep": ["dev"]}, InputError, "no split dev; there is train"),
        ({"allow": ["typos"]}, InputError, "unknown defect 'typos'; choose from invalid, none"),
        ({"limit": 1}, InputError, "a limit of 2 or more, not 1"),
        ({"correct": True}, InputError, "name a file for it"),
        ({"column": "id"}, TableError, "id has type int64"),
    ],
)
def test_what_cannot_be_is_reported(
    tmp_path: Path, how: dict[str, Any], kind: type[Exception], says: str
) -> None:
    source = save(DATA.table(), tmp_path / "set.parquet")
    with pytest.raises(kind, match=says):
        audit_files(source, **how)
    assert [path.name for path in tmp_path.iterdir()] == ["set.parquet"]


def test_names_that_are_taken_or_stand_for_two_files_are_reported(tmp_path: Path) -> None:
    table = DATA.table()
    source = save(table.append_column("audit_leak", table["id"]), tmp_path / "set.parquet")
    with pytest.raises(TableError, match="already has a column audit_leak"):
        audit_files(source, annotated=tmp_path / "out.csv")
    two = save(table.append_column("solutions", table["answer"]), tmp_path / "two.parquet")
    match = r"two.parquet: several columns may hold solutions: answer, solutions"
    with pytest.raises(TableError, match=match):
        audit_files(two)
    with pytest.raises(TableError, match="name a folder"):
        audit_files([source, two], solution_column="answer", fixed=tmp_path / "out.csv")
    (tmp_path / "b").mkdir()
    same = save(table, tmp_path / "b" / "set.parquet")
    with pytest.raises(TableError, match=r"several files are called set.parquet"):
        audit_files([source, same], fixed=tmp_path / "out")


def test_a_line_that_is_not_utf_8_is_no_puzzle_and_stays_a_line(tmp_path: Path) -> None:
    puzzle = str(DATA.rows[0].puzzle)
    path = tmp_path / "puzzles.txt"
    path.write_bytes(f"{puzzle}\n".encode() + b"\xff\xfe\n" + f"{puzzle}\n".encode())
    audit_files(path, annotated=tmp_path / "out.jsonl")
    rows = load(tmp_path / "out.jsonl").to_pylist()
    assert [row["audit_defect"] for row in rows] == [None, "invalid", "exact-duplicate"]


@pytest.mark.parametrize(
    ("splits", "says"),
    [
        ([["a"]], r"column split has type list<.*>; names of splits are strings"),
        ([b"\xff"], "the name of a split is not UTF-8"),
        ([str(n) for n in range(1001)], "there are more than 1000 splits"),
    ],
)
def test_a_column_that_names_no_splits_is_reported_with_its_file(
    tmp_path: Path, splits: list[Any], says: str
) -> None:
    puzzles = [DATA.rows[0].puzzle] * len(splits)
    source = save(pa.table({"puzzle": puzzles, "split": splits}), tmp_path / "set.parquet")
    with pytest.raises(TableError, match=f"set.parquet: {says}"):
        audit_files(source, split_column="split")


@pytest.mark.parametrize("name", ["empty.csv", "empty.jsonl", "empty.txt"])
def test_a_file_without_a_byte_is_reported(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    with pytest.raises(SourceError, match=f"{name}: the input is empty"):
        audit_files(tmp_path / name)


@pytest.mark.parametrize("change", ["shorter", "longer", "other"])
def test_a_file_that_changes_meanwhile_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    table = DATA.table()
    source = save(table[:100], tmp_path / "set.csv")
    monkeypatch.setattr(inputs, "ROWS", 50)
    monkeypatch.setattr(copies, "ROWS", 50)
    changed = {"shorter": table[:50], "longer": table[:101], "other": table[10:110]}[change]

    def write_copies(*_: object) -> Any:  # noqa: ANN401 - as write_copies
        save(changed, source)
        return copies.write_copies(*_)  # type: ignore[arg-type]

    monkeypatch.setattr(auditing, "write_copies", write_copies)
    with pytest.raises(SourceError, match=r"set.csv: it changed while it was audited"):
        audit_files(source, fixed=tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.slow
def test_a_full_temporary_folder_is_named(small_disk: Path, tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text("puzzle\n" + f"{DATA.rows[0].puzzle}\n" * 20_000)
    # Of the larger one rows and their keys have room, but not what is known of their duplicates.
    for size in ("200k", "1200k"):
        subprocess.run(["mount", "-o", f"remount,size={size}", small_disk], check=True)
        done = subprocess.run(
            [*LOWBIT, "audit", "-q", path],
            env={**os.environ, "TMPDIR": str(small_disk)},
            capture_output=True,
            check=False,
        )
        said = f"lowbit: error: {small_disk} (TMPDIR): No space left on device\n"
        assert (done.returncode, done.stderr.decode()) == (1, said)
        assert not list(small_disk.iterdir())


@pytest.mark.parametrize("name", ["missing.csv", "folder", "broken.parquet"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 and so on")
    with pytest.raises(SourceError, match=name):
        audit_files(tmp_path / name)


@pytest.mark.parametrize("option", ["annotated", "fixed"])
def test_a_copy_is_a_table_or_lies_in_a_folder(option: str, tmp_path: Path) -> None:
    source = tmp_path / "one.tsv"
    source.write_text(f"puzzle\tnote\n{'.' * 81}\tempty\n")
    with pytest.raises(TableError, match=r"clean\.txt is neither a folder nor the name of a table"):
        audit_files(source, **{option: tmp_path / "clean.txt"})  # type: ignore[arg-type]
    assert [path.name for path in tmp_path.iterdir()] == ["one.tsv"]
    (tmp_path / "known.d").mkdir()
    for folder in ("clean", "clean.d/", "known.d"):
        audit_files(source, **{option: f"{tmp_path}/{folder}"})  # type: ignore[arg-type]
        assert (tmp_path / folder / "one.tsv").is_file()
