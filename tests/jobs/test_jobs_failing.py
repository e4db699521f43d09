"""A shard that fails is set aside, and the others are done."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from command_line import lowbit
from jobs.job_runs import MADE, ROWS, files, n_done, puzzles, run
from lowbit.jobs import run_job
from lowbit.jobs.task import Failure, run_task

if TYPE_CHECKING:
    from pathlib import Path

    from lowbit.jobs.shard_task import ShardTask


def test_a_spoilt_file_is_set_aside_and_named_and_the_rest_is_done(
    inputs: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    shutil.copytree(inputs, own)
    data = bytearray((own / "many.parquet").read_bytes())
    column = pq.read_metadata(own / "many.parquet").row_group(2).column(1)
    data[column.data_page_offset : column.data_page_offset + 200] = bytes(200)
    (own / "many.parquet").write_bytes(data)
    (own / "broken.arrow").write_bytes(b"this is no Arrow")
    dest = tmp_path / "job"
    done = lowbit("job", "run", "--do", "solve", "--rows", str(ROWS), own, dest)
    assert done.returncode == 1
    path = f"{own / 'many.parquet'}, row groups 2 to 2"
    assert f"({path}) is set aside: {own / 'many.parquet'}: " in done.stderr
    assert f"shard 0 ({own / 'broken.arrow'}) is set aside" in done.stderr
    assert "133 puzzles" in done.stderr  # 40 fewer
    assert not (dest / "many-00002-of-00004.parquet").exists()
    manifest = json.loads((dest / "_lowbit/manifest.json").read_text())
    assert len(manifest["set_aside"]) == 2
    # Once it is repaired, the run goes on: nothing of this file had been done.
    lines = puzzles(3, 9)
    with pa.OSFile(str(own / "broken.arrow"), "wb") as file:
        table = pa.table({"puzzle": lines})
        with pa.ipc.new_file(file, table.schema) as writer:
            writer.write(table)
    again = run_job(own, dest, "solve", rows=ROWS, resume=True)
    assert [one.shard for one in again.set_aside] == [f"shard 6 ({path})"]
    assert pq.read_metadata(dest / "broken.parquet").num_rows == 3


def test_an_audit_names_rows_as_if_no_shard_were_missing(inputs: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    shutil.copytree(inputs, own)
    lines = pq.read_table(own / "many.parquet")["puzzle"].to_pylist()
    (own / "zz.csv").write_text(f"puzzle\n{lines[149]}\n")
    data = bytearray((own / "many.parquet").read_bytes())
    column = pq.read_metadata(own / "many.parquet").row_group(1).column(1)
    data[column.data_page_offset : column.data_page_offset + 200] = bytes(200)
    (own / "many.parquet").write_bytes(data)
    report = run_job(own, tmp_path / "job", "audit", rows=ROWS)
    assert len(report.set_aside) == 1
    assert report.audit is not None
    leaks = report.audit.to_dict()["examples"]["leak"]
    assert leaks[-1] == {"row": "zz.csv:1", "duplicate": "many.parquet:150"}


@pytest.mark.parametrize("do", ["solve", "audit"])
def test_files_without_a_row_become_tables_without_a_row(do: str, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    schema = pa.schema([("puzzle", pa.string())])
    pq.write_table(schema.empty_table(), own / "rows.parquet")
    with pq.ParquetWriter(own / "groups.parquet", schema):
        pass
    (own / "header.csv").write_text("puzzle\n")
    (own / "remarks.txt").write_text("# nothing else\n")
    report = run_job(own, tmp_path / "job", do)
    assert (report.is_good, report.statuses, len(report.entries)) == (True, {}, 4)
    tables = [pq.read_table(path) for path in (tmp_path / "job").glob("*.parquet")]
    assert [table.num_rows for table in tables] == [0, 0, 0, 0]


def test_what_fails_three_times_is_set_aside_and_named_in_order(
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def fail(task: ShardTask, _watch: Any) -> Failure:
        tried.append(task.shard.key)
        time.sleep(0.02 * (7 - task.shard.number))
        return Failure("the network is down")

    monkeypatch.setattr("lowbit.jobs.executors.run_task", fail)
    report = run("canonical", inputs, tmp_path / "job", workers=7)
    assert [one.shard.split()[1] for one in report.set_aside] == [str(n) for n in range(7)]
    assert set(Counter(tried).values()) == {3}
    assert not report.is_good


def test_what_cannot_be_written_ends_the_run(
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Failure:
        return Failure("x: No space left on device", cannot_write=True)

    monkeypatch.setattr("lowbit.jobs.executors.run_task", fail)
    with pytest.raises(OSError, match="x: No space left on device"):
        run("canonical", inputs, tmp_path / "job")


def test_a_task_that_fails_by_chance_is_tried_again(
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[str] = []

    def sometimes(task: ShardTask, context: Any = None) -> Any:
        if failed.count(task.shard.key) < 2:
            failed.append(task.shard.key)
            return Failure("the network is down")
        return run_task(task, context)

    monkeypatch.setattr("lowbit.jobs.executors.run_task", sometimes)
    assert not run("canonical", inputs, tmp_path / "job").set_aside
    assert len(failed) == 2 * 7


@pytest.mark.slow
def test_a_disk_that_is_full_ends_the_run_and_no_table_is_half_written(
    whole_job: dict[str, str], small_disk: Path
) -> None:
    dest = small_disk / "job"
    done = lowbit("job", "run", "-q", *MADE, dest)
    assert done.returncode == 1
    assert done.stderr.startswith(f"lowbit: error: {dest}/")
    assert done.stderr.endswith(": No space left on device\n")
    found = files(dest)
    assert n_done(dest) > 3
    tables = {name: known for name, known in found.items() if name.endswith(".parquet")}
    assert tables.items() <= whole_job.items()
    assert not list(dest.rglob("*.part"))
    subprocess.run(["mount", "-o", "remount,size=8m", small_disk], check=True)
    assert lowbit("job", "run", "-q", *MADE, "--resume", dest).returncode == 0
    assert files(dest) == whole_job


def test_what_lowbit_did_not_expect_says_where_it_happened(
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setitem(__import__("lowbit.jobs.task").jobs.task.WORK, "answer", fail)
    report = run("canonical", inputs, tmp_path / "job")
    assert len(report.set_aside) == 7
    assert report.set_aside[0].reason == "ZeroDivisionError: oh"
    assert "in fail" in report.set_aside[0].trace
