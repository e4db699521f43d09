"""A job does every shard once, whoever does it, and whatever is killed meanwhile."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from cluster import Cluster, cluster, wait_for

import lowbit as library
from command_line import EXAMPLES, LOWBIT, lowbit
from lowbit import InputError, SourceError
from lowbit.audit import audit_files
from lowbit.batch.ordered import StoppedError
from lowbit.cli.commands import job
from lowbit.cli.main import main
from lowbit.jobs import JobProgress, JobReport, job_status, run_job
from lowbit.jobs.folder import JobFolder
from lowbit.jobs.plan import STAGES, Order, Plan, plan_of
from lowbit.jobs.task import Failure, ShardTask, TaskContext, run_task
from lowbit.tables import answer_file
from lowbit.tables.operations import OPERATIONS
from lowbit.tables.sinks import whole_file_in
from support import slow_except

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS = 40
"""Rows of a row group in these tests, and of a shard."""

OPTIONS: dict[str, dict[str, Any]] = {
    "solve": {"max_nodes": 1000},
    "count": {"limit": 5},
    "check": {"max_nodes": 1000},
    "maximize": {"weights": "uniform", "minimize": True, "top": 2},
    "minimize": {},
    "canonical": {},
    "rate": {"rules": [], "measures": ["redundant"]},
    "audit": {"limit": 3, "allow": ["several"]},
    "generate": {"seed": 5, "clues": [22, 26], "symmetry": "half-turn", "minimal": False},
}
"""What is asked of each task."""


def puzzles(n: int, seed: int = 1) -> list[str]:
    made = library.generate(n, seed=seed)
    return ["".join(map(str, puzzle)).replace("0", ".") for puzzle in made]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of all kinds: Parquet of several row groups, CSV, text, and one in a folder."""
    folder = tmp_path_factory.mktemp("source")
    lines = puzzles(150)
    table = pa.table({"id": range(len(lines)), "puzzle": lines, "nested": [[1, None]] * len(lines)})
    pq.write_table(table, folder / "many.parquet", row_group_size=ROWS)
    (folder / "few.csv").write_text("\n".join(["puzzle", *puzzles(9, 2), "no puzzle"]) + "\n")
    (folder / "lines.txt").write_text("".join(f"{line}\n" for line in puzzles(7, 3)))
    (folder / "deep").mkdir()
    pq.write_table(pa.table({"quizzes": [*puzzles(5, 4), lines[3]]}), folder / "deep/one.parquet")
    (folder / "_left_out.csv").write_text("puzzle\n")
    return folder


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("cluster")) as started:
        yield started


def files(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file in a folder."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def together(folder: Path) -> pa.Table:
    """Return the rows of all tables in a folder."""
    return pa.concat_tables([pq.read_table(path) for path in sorted(folder.glob("*.parquet"))])


def from_source(do: str, source: Path) -> str:
    return "100" if do == "generate" else str(source)


def run(do: str, source: Path, dest: Path, **how: Any) -> JobReport:
    return run_job(from_source(do, source), dest, do, rows=ROWS, **OPTIONS[do], **how)


def test_the_tasks_are_all_there_are() -> None:
    assert set(OPTIONS) == set(STAGES) == {*OPERATIONS, "audit", "generate"}


@pytest.mark.parametrize("do", slow_except(OPTIONS, ["audit"]))
def test_a_cluster_writes_the_same_bytes(
    do: str, source: Path, dask: Cluster, tmp_path: Path
) -> None:
    here = run(do, source, tmp_path / "here")
    there = run(do, source, tmp_path / "there", on="dask", scheduler=dask.address)
    assert files(tmp_path / "here") == files(tmp_path / "there")
    assert here.statuses == there.statuses
    assert not here.set_aside
    manifest = json.loads((tmp_path / "here/_lowbit/manifest.json").read_text())
    assert manifest["rows"] == (100 if do == "generate" else 150 + 10 + 7 + 6)
    for shard in manifest["shards"]:
        data = (tmp_path / "here" / shard["output"]).read_bytes()
        assert (hashlib.sha256(data).hexdigest(), len(data)) == (shard["sha256"], shard["bytes"])


@pytest.mark.parametrize("do", OPERATIONS)
def test_shards_hold_what_a_run_of_tables_writes(do: str, source: Path, tmp_path: Path) -> None:
    report = run(do, source, tmp_path / "job")
    names = [f"many-{part:05}-of-00004.parquet" for part in range(4)]
    outputs = {"deep/one.parquet", "few.parquet", "lines.parquet", *names}
    assert {entry.output for entry in report.entries} == outputs
    shards = pa.concat_tables([pq.read_table(tmp_path / "job" / name) for name in names])
    answer_file(source / "many.parquet", tmp_path / "whole.parquet", do, **OPTIONS[do])
    assert shards.equals(pq.read_table(tmp_path / "whole.parquet"))
    assert not report.is_good  # for what is no puzzle in few.csv


def test_an_audit_finds_what_an_audit_of_one_process_does(source: Path, tmp_path: Path) -> None:
    report = run_job(source / "many.parquet", tmp_path / "job", "audit", rows=ROWS)
    known = audit_files(source / "many.parquet", annotated=tmp_path / "whole.parquet")
    whole = pq.read_table(tmp_path / "whole.parquet")
    shards = together(tmp_path / "job")
    names = ["audit_duplicate_of", "audit_isomorph_of"]
    assert shards.drop(names).equals(whole.drop(names))
    assert report.audit is not None
    assert report.audit.total.to_dict() == known.total.to_dict()
    assert report.is_good


def test_an_audit_finds_duplicates_in_other_shards_and_splits(source: Path, tmp_path: Path) -> None:
    report = run("audit", source, tmp_path / "job")
    assert report.audit is not None
    said = report.audit.to_dict()
    assert said["defects"]["leak"] == 1  # the row that deep/one has from many
    assert said["examples"]["leak"] == [
        {"row": "many.parquet:4", "duplicate": "deep/one.parquet:6"}
    ]
    assert said["defects"]["invalid"] == 1
    found = pq.read_table(tmp_path / "job/many-00000-of-00004.parquet").to_pylist()[3]
    assert (found["audit_defect"], found["audit_isomorph_of"]) == ("leak", "deep/one.parquet:6")
    assert not report.is_good


def test_new_files_change_what_an_audit_says_of_those_before(source: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    shutil.copy(source / "few.csv", own)
    run("audit", own, tmp_path / "job")
    before = files(tmp_path / "job")
    (own / "earlier.csv").write_text(
        "".join((own / "few.csv").read_text().splitlines(keepends=True)[:3])
    )
    report = run("audit", own, tmp_path / "job", resume=True)
    assert report.audit is not None
    assert report.audit.to_dict()["splits"]["few"]["defects"]["leak"] == 2
    after = files(tmp_path / "job")
    assert after["few.parquet"] != before["few.parquet"]
    run("audit", own, tmp_path / "at-once")
    assert after == files(tmp_path / "at-once")


def test_all_files_of_an_audit_can_be_one_split(source: Path, tmp_path: Path) -> None:
    report = run_job(source, tmp_path / "job", "audit", rows=ROWS, one_split=True)
    assert report.audit is not None
    said = report.audit.to_dict()
    assert list(said["splits"]) == [source.name]
    assert (said["defects"]["leak"], said["defects"]["exact-duplicate"]) == (0, 1)


def test_a_cleaned_set_lacks_the_rows_with_defects(source: Path, tmp_path: Path) -> None:
    report = run_job(source, tmp_path / "job", "audit", rows=ROWS, fix=True)
    table = pq.read_table(tmp_path / "job/many-00000-of-00004.parquet")
    assert table.column_names == ["id", "puzzle", "nested"]
    assert table["id"].to_pylist() == [0, 1, 2, *range(4, ROWS)]
    assert pq.read_metadata(tmp_path / "job/few.parquet").num_rows == 9
    assert report.audit is not None
    assert report.audit.to_dict()["fixed"] == {"rows": 171, "dropped": 2, "corrected": 0}
    assert report.is_good  # what had defects is gone


def test_an_audit_names_ten_rows_of_all_shards(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    for name in "ab":
        (own / f"{name}.csv").write_text("puzzle\n" + "x\n" * 7)
    report = run_job(own, tmp_path / "job", "audit")
    assert report.audit is not None
    rows = [f"a.csv:{number}" for number in range(1, 8)] + [f"b.csv:{n}" for n in range(1, 4)]
    assert report.audit.to_dict()["examples"] == {"invalid": [{"row": row} for row in rows]}


@pytest.mark.parametrize("do", ["canonical", "audit", "generate"])
def test_a_job_compresses_as_is_asked_and_prefixes(do: str, source: Path, tmp_path: Path) -> None:
    plain, own = tmp_path / "plain", tmp_path / "own"
    run(do, source, plain)
    run(do, source, own, codec="gzip", prefix="my_")
    name = "puzzles-00000-of-00003.parquet" if do == "generate" else "few.parquet"
    columns = [pq.read_schema(folder / name).names for folder in (plain, own)]
    if do != "generate":
        assert columns[0] != columns[1]
        assert [column for column in columns[1] if column.startswith("my_")]
    assert pq.read_metadata(own / name).row_group(0).column(0).compression == "GZIP"


def test_generated_shards_do_not_depend_on_each_other(tmp_path: Path) -> None:
    run_job(100, tmp_path / "some", "generate", rows=ROWS, seed=3)
    run_job(120, tmp_path / "more", "generate", rows=ROWS, seed=3)
    first = "puzzles-00000-of-00003.parquet"
    assert files(tmp_path / "some")[first] == files(tmp_path / "more")[first]
    table = together(tmp_path / "some")
    assert len(set(table["puzzle"].to_pylist())) == table.num_rows == 100
    rows = table.to_pylist()
    assert all(library.solve(row["puzzle"]).to_line() == row["solution"] for row in rows)
    assert all(len(row["puzzle"].replace(".", "")) == row["n_clues"] for row in rows)


def test_without_a_seed_a_run_that_goes_on_has_the_one_it_began_with(tmp_path: Path) -> None:
    run_job(100, tmp_path / "job", "generate", rows=ROWS)
    before = files(tmp_path / "job")
    (tmp_path / "job/puzzles-00001-of-00003.parquet").unlink()
    run_job(100, tmp_path / "job", "generate", rows=ROWS, resume=True)
    assert files(tmp_path / "job") == before


def start_job(*arguments: str | Path) -> subprocess.Popen[bytes]:
    """Start a job that is to be killed."""
    return subprocess.Popen(
        [*LOWBIT, "job", "run", "-q", *map(str, arguments)], stderr=subprocess.PIPE
    )


def n_done(folder: Path) -> int:
    return len(list(folder.glob("_lowbit/generate/*.json")))


MADE = ("--do", "generate", "--seed", "1", "--rows", "40", "--clues", "22", "1600")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What comes of `MADE` where nothing is killed."""
    folder = tmp_path_factory.mktemp("whole") / "job"
    assert lowbit("job", "run", "-q", *MADE, folder).returncode == 0
    return files(folder)


@pytest.mark.slow
def test_a_worker_and_the_client_and_the_scheduler_are_killed(
    whole: dict[str, str], tmp_path: Path
) -> None:
    dest, other = tmp_path / "job", tmp_path / "other"
    (tmp_path / "cluster").mkdir()
    with cluster(tmp_path / "cluster") as started:
        on = ("--on", "dask", "--scheduler", started.address)
        with start_job(*MADE, *on, dest) as client:
            wait_for(lambda: n_done(dest) >= 3, "the first shards")
            started.workers[0].send_signal(signal.SIGKILL)
            so_far = n_done(dest)
            wait_for(lambda: n_done(dest) >= so_far + 3, "what the other worker does")
            client.send_signal(signal.SIGKILL)
        assert client.returncode == -signal.SIGKILL
        assert n_done(dest) < 40
        assert not (dest / "_lowbit/manifest.json").exists()
        done = lowbit("job", "run", *MADE, *on, "--resume", dest)
        assert (done.returncode, done.stdout) == (0, "")
        assert "1600 puzzles: 1600 made" in done.stderr
        assert files(dest) == whole
        with start_job(*MADE, *on, other) as client:
            wait_for(lambda: n_done(other) >= 1, "the first shard")
            started.scheduler.kill()
            assert client.stderr is not None
            said = client.stderr.read().decode().splitlines()
    gone = "lowbit: error: the Dask cluster is gone; what is done stays, and the job can be resumed"
    assert (client.returncode, said[-1]) == (1, gone)


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_a_local_run_is_killed(whole: dict[str, str], tmp_path: Path, sign: signal.Signals) -> None:
    dest = tmp_path / "job"
    with start_job(*MADE, "--workers", "1", dest) as client:
        wait_for(lambda: n_done(dest) >= 3, "the first shards")
        client.send_signal(sign)
        assert client.stderr is not None
        said = client.stderr.read().decode()
    if sign == signal.SIGINT:
        assert client.returncode == 130
        assert said.strip() == f"lowbit: what is done stays in {dest}; go on with --resume"
        assert not list(dest.rglob("*.part"))
    assert 3 <= n_done(dest) < 40
    reported = lowbit("job", "status", dest).stdout
    assert reported == f"generate: {n_done(dest)} of 40 shards are done\n"
    (dest / ".puzzles-00039-of-00040.parquet.1-abcd.part").write_bytes(b"half-written")
    assert lowbit("job", "run", "-q", *MADE, "--resume", dest).returncode == 0
    assert files(dest) == whole


@pytest.mark.parametrize("do", ["canonical", "audit", "generate"])
def test_a_run_that_ended_at_any_moment_goes_on(
    do: str, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, dest = tmp_path / "own", tmp_path / "job"
    own.mkdir()
    for name in ("few.csv", "lines.txt"):
        shutil.copy(source / name, own)
    written: list[Path] = []

    @contextmanager
    def noted(system: Any, path: str) -> Iterator[str]:
        with whole_file_in(system, path) as beside:
            yield beside
        written.append(Path(path))

    for module in ("lowbit.tables.sinks", "lowbit.jobs.folder"):
        monkeypatch.setattr(f"{module}.whole_file_in", noted)
    run(do, own, dest, workers=1)
    whole, order = files(dest), [path.relative_to(dest) for path in written]
    assert sorted(map(str, order)) == sorted(whole)
    for number in range(1, len(order)):
        part = tmp_path / f"ended-after-{number}"
        for path in order[:number]:
            (part / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(dest / path, part / path)
        run(do, own, part, workers=1, resume=True)
        assert files(part) == whole, order[number]


def test_what_is_done_is_left_alone_unless_it_is_not_what_it_was(
    source: Path, tmp_path: Path
) -> None:
    dest = tmp_path / "job"
    run("solve", source, dest)
    before, times = files(dest), {path: path.stat().st_mtime_ns for path in dest.glob("*.parquet")}
    spoilt = dest / "many-00002-of-00004.parquet"
    data = bytearray(spoilt.read_bytes())
    data[100] ^= 1
    spoilt.write_bytes(data)
    (dest / "few.parquet").unlink()
    run("solve", source, dest, resume=True)
    assert files(dest) == before
    again = {path for path, time in times.items() if path.stat().st_mtime_ns != time}
    assert {path.name for path in again} == {"few.parquet", spoilt.name}


def test_a_spoilt_file_is_set_aside_and_named_and_the_rest_is_done(
    source: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    shutil.copytree(source, own)
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


def test_an_audit_names_rows_as_if_no_shard_were_missing(source: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    shutil.copytree(source, own)
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
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def fail(task: ShardTask, _watch: Any) -> Failure:
        tried.append(task.shard.key)
        time.sleep(0.02 * (7 - task.shard.number))
        return Failure("the network is down")

    monkeypatch.setattr("lowbit.jobs.executors.run_task", fail)
    report = run("canonical", source, tmp_path / "job", workers=7)
    assert [one.shard.split()[1] for one in report.set_aside] == [str(n) for n in range(7)]
    assert set(Counter(tried).values()) == {3}
    assert not report.is_good


def test_what_cannot_be_written_ends_the_run(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Failure:
        return Failure("x: No space left on device", cannot_write=True)

    monkeypatch.setattr("lowbit.jobs.executors.run_task", fail)
    with pytest.raises(OSError, match="x: No space left on device"):
        run("canonical", source, tmp_path / "job")


def test_a_task_that_fails_by_chance_is_tried_again(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[str] = []

    def sometimes(task: ShardTask, context: Any = None) -> Any:
        if failed.count(task.shard.key) < 2:
            failed.append(task.shard.key)
            return Failure("the network is down")
        return run_task(task, context)

    monkeypatch.setattr("lowbit.jobs.executors.run_task", sometimes)
    assert not run("canonical", source, tmp_path / "job").set_aside
    assert len(failed) == 2 * 7


@pytest.mark.slow
def test_a_disk_that_is_full_ends_the_run_and_no_table_is_half_written(
    whole: dict[str, str], small_disk: Path
) -> None:
    dest = small_disk / "job"
    done = lowbit("job", "run", "-q", *MADE, dest)
    assert done.returncode == 1
    assert done.stderr.startswith(f"lowbit: error: {dest}/")
    assert done.stderr.endswith(": No space left on device\n")
    found = files(dest)
    assert n_done(dest) > 3
    tables = {name: known for name, known in found.items() if name.endswith(".parquet")}
    assert tables.items() <= whole.items()
    assert not list(dest.rglob("*.part"))
    subprocess.run(["mount", "-o", "remount,size=8m", small_disk], check=True)
    assert lowbit("job", "run", "-q", *MADE, "--resume", dest).returncode == 0
    assert files(dest) == whole


def test_what_has_changed_is_reported_before_anything_is_done(source: Path, tmp_path: Path) -> None:
    own, dest = tmp_path / "own", tmp_path / "job"
    shutil.copytree(source, own)
    run("solve", own, dest)
    with pytest.raises(InputError, match="this folder has a job already; resume it"):
        run("solve", own, dest)
    with pytest.raises(InputError, match="rows was 40"):
        run_job(own, dest, "solve", rows=41, resume=True, **OPTIONS["solve"])
    with pytest.raises(InputError, match="max_nodes was 1000"):
        run_job(own, dest, "solve", rows=ROWS, resume=True)
    with pytest.raises(InputError, match=r"max_nodes was 1000; do was 'solve'$"):
        run("canonical", own, dest, resume=True)
    with pytest.raises(InputError, match=r"prefix was ''$"):
        run("solve", own, dest, resume=True, prefix="my_")
    plan = dest / "_lowbit/plan.json"
    said = plan.read_text()
    plan.write_text(said.replace(f'"version": "{library.__version__}"', '"version": "0.0.1"'))
    with pytest.raises(InputError, match=r"version was '0\.0\.1'$"):
        run("solve", own, dest, resume=True)
    plan.write_text(said)
    (own / "new.csv").write_text(f"puzzle\n{puzzles(1)[0]}\n")
    assert len(run("solve", own, dest, resume=True).entries) == 8  # more may come
    (own / "few.csv").write_text("puzzle\n")
    (own / "lines.txt").unlink()
    with pytest.raises(InputError, match=r"few\.csv has changed; .*lines\.txt is gone"):
        run("solve", own, dest, resume=True)


def test_a_file_that_changes_while_the_job_runs_is_reported(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, dest = tmp_path / "own", tmp_path / "job"
    shutil.copytree(source, own)

    def change(task: ShardTask, context: Any) -> Any:
        (own / "few.csv").write_text("puzzle\n")
        return run_task(task, context)

    monkeypatch.setattr("lowbit.jobs.executors.run_task", change)
    with pytest.raises(InputError, match=r"few\.csv has changed while the job ran"):
        run("solve", own, dest)
    assert not (dest / "_lowbit/manifest.json").exists()


def test_what_a_killed_run_has_left_of_a_file_that_has_changed_is_gone(
    source: Path, tmp_path: Path
) -> None:
    own, dest = tmp_path / "own", tmp_path / "job"
    shutil.copytree(source, own)
    run("canonical", own, dest)
    # It was killed when the tables were there, and before there were entries.
    for entry in dest.glob("_lowbit/answer/*many*"):
        entry.unlink()
    (dest / "_lowbit/answer/lines.parquet.json").write_text("{")
    (own / "lines.txt").unlink()
    pq.write_table(pa.table({"puzzle": puzzles(50)}), own / "many.parquet", row_group_size=ROWS)
    report = run("canonical", own, dest, resume=True)
    outputs = {f"many-0000{part}-of-00002.parquet" for part in range(2)}
    assert {path.name for path in dest.glob("*.parquet")} == outputs | {"few.parquet"}
    assert report.statuses == {"canonical": 50 + 9 + 6, "invalid": 1}


def test_a_plan_or_an_entry_that_is_damaged_is_reported_or_done_again(
    source: Path, tmp_path: Path
) -> None:
    dest = tmp_path / "job"
    run("canonical", source, dest)
    whole = files(dest)
    for damage in ("", "{", "[]", '{"shard": 1}'):
        (dest / "_lowbit/answer/few.parquet.json").write_text(damage)
        assert not run("canonical", source, dest, resume=True).set_aside
        assert files(dest) == whole
    for damage in ("", "{", "[]", "{}"):
        (dest / "_lowbit/plan.json").write_text(damage)
        with pytest.raises(InputError, match=r"_lowbit/plan\.json is not a plan of this version"):
            run("canonical", source, dest, resume=True)


def test_a_job_of_another_format_is_not_gone_on_with(source: Path, tmp_path: Path) -> None:
    run("audit", source, tmp_path / "job")
    plan = tmp_path / "job/_lowbit/plan.json"
    known = json.loads(plan.read_text())
    newer = known["format"] + 1
    unnumbered = {name: value for name, value in known.items() if name != "format"}
    for said, version in [(unnumbered, 1), (known | {"format": newer}, newer)]:
        plan.write_text(json.dumps(said))
        found = (
            rf"plan\.json is not a plan .*: it has format {version}, "
            rf"of lowbit {library.__version__}, "
        )
        with pytest.raises(InputError, match=found):
            run("audit", source, tmp_path / "job", resume=True)
        with pytest.raises(InputError, match="begin the job anew in another folder"):
            job_status(tmp_path / "job")


def test_a_manifest_is_there_only_of_a_run_that_came_to_its_end(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("canonical", source, tmp_path / "job")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run("canonical", source, tmp_path / "job", resume=True, progress=interrupt)
    assert not (tmp_path / "job/_lowbit/manifest.json").exists()


def test_a_folder_is_in_the_source_by_whatever_path(source: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(source)
    with pytest.raises(InputError, match=r"is in .*source.*, which is read"):
        run("solve", source, tmp_path / "link/solved")


def test_a_place_that_cannot_be_written_or_read_is_refused(source: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").touch()
    with pytest.raises(InputError, match="the folder is not empty; name a new one"):
        run("solve", source, tmp_path / "full")
    with pytest.raises(InputError, match=r"is in .*source.*, which is read"):
        run("solve", source, source / "solved")
    with pytest.raises(SourceError, match="there is no such file or folder"):
        run("solve", tmp_path / "nothing", tmp_path / "job")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures/x.png").touch()
    with pytest.raises(SourceError, match=r"no file .* a name that ends with \.csv"):
        run("solve", tmp_path / "pictures", tmp_path / "job")
    with pytest.raises(OSError, match="Not a directory"):
        run("solve", source, tmp_path / "full/file/job")
    (tmp_path / "clash").mkdir()
    for name in ("a.csv", "a.txt"):
        (tmp_path / "clash" / name).write_text(f"{puzzles(1)[0]}\n")
    with pytest.raises(InputError, match=r"several files would be written as a\.parquet"):
        run("solve", tmp_path / "clash", tmp_path / "job")
    assert not (tmp_path / "job").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"do": "dance"}, "unknown operation 'dance'; choose from solve"),
        ({"to": "xls"}, "unknown kind of table 'xls'"),
        ({"codec": "zip"}, "unknown compression 'zip'"),
        ({"to": "arrow", "codec": "gzip"}, "Arrow files are compressed with zstd or lz4, not gzip"),
        ({"to": "../x.csv"}, r"unknown kind of table '\.\./x\.csv'"),
        ({"rows": 0}, "a shard must have 1 row or more, not 0"),
        ({"on": "moon"}, "a job runs on local or dask"),
        ({"scheduler": "tcp://127.0.0.1:1"}, "only dask has a scheduler"),
        ({"limit": 5}, "unexpected keyword argument 'limit'"),
        ({"time_limit": 5}, "does not depend on time; use max_nodes"),
        ({"do": "audit", "limits": 5, "fixed": 1}, "audit has no option fixed, limits"),
        ({"do": "audit", "keep": ["test"]}, "there is no split test; there is many"),
        ({"do": "audit", "limit": 0}, "a limit of 2 or more, not 0"),
        ({"do": "generate", "clue": 22}, "generate has no option clue"),
        ({"do": "generate", "max_tries": 0}, "max_tries must be 1 or more"),
        ({"column": "id"}, r"many\.parquet: column id has type int64; puzzles are strings"),
        ({"do": "audit", "solution_column": "answer"}, "there is no column answer"),
        ({"do": "audit", "fix": True, "correct": True}, "no column of solutions to correct"),
        ({"do": "audit", "limit": 1}, "a limit of 2 or more, not 1"),
        ({"do": "generate"}, "takes the number of puzzles, not"),
        ({"do": "generate", "clues": 16}, "17 are the fewest"),
    ],
)
def test_what_makes_no_sense_is_refused(
    source: Path, tmp_path: Path, arguments: dict[str, Any], said: str
) -> None:
    asked = {"do": "solve"} | arguments
    with pytest.raises(InputError, match=said):
        run_job(source / "many.parquet", tmp_path / "job", **asked)
    assert not (tmp_path / "job").exists()


def test_a_scheduler_that_does_not_answer_is_named(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lowbit.jobs.executors.PATIENCE", 0.3)
    with pytest.raises(InputError, match="no scheduler answers at tcp://127"):
        run_job(source, tmp_path / "job", "canonical", on="dask", scheduler="tcp://127.0.0.1:1")


@pytest.mark.slow
def test_a_cluster_without_workers_is_reported(source: Path, tmp_path: Path) -> None:
    reported: list[JobProgress] = []

    def listen(progress: JobProgress) -> None:
        reported.append(progress)
        raise KeyboardInterrupt

    with cluster(tmp_path, n_workers=0) as started:
        how: dict[str, Any] = {"on": "dask", "scheduler": started.address, "progress": listen}
        with pytest.raises(KeyboardInterrupt):
            run_job(source, tmp_path / "job", "canonical", **how)
    assert [progress.n_threads for progress in reported] == [0]


def test_that_there_are_no_workers_is_said_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "lowbit: the cluster has no workers; waiting for one\n"
    bar = job.Bar(is_drawn=False)
    for seconds, n_threads, wanted in [
        (0, 0, ""), (9, 0, ""), (11, 0, said), (60, 0, ""), (72, 0, said), (73, 2, ""),
        (200, 0, ""), (205, 2, ""), (214, 0, ""), (223, 0, ""), (225, 0, said),
    ]:  # fmt: skip
        monkeypatch.setattr(job, "perf_counter", lambda now=seconds: now)
        bar.show(JobProgress("answer", 0, 1, {}, n_threads))
        assert capsys.readouterr().err == wanted, seconds


def test_a_worker_that_does_not_see_the_folder_writes_nothing(source: Path, tmp_path: Path) -> None:
    plan = plan_of(str(source), Order("canonical"))
    task = ShardTask(str(tmp_path / "job"), "work", plan.order, "answer", plan.shards()[0])
    outcome = run_task(task)
    assert isinstance(outcome, Failure)
    assert outcome.reason == f"{tmp_path}/job: there is no job here, as this worker sees it"
    assert not (tmp_path / "job").exists()


@pytest.mark.parametrize("do", OPTIONS)
def test_a_task_ends_when_its_run_is_over(do: str, source: Path, tmp_path: Path) -> None:
    dest = tmp_path / "job"
    report = run(do, source, dest)
    folder, plan = JobFolder(str(dest)), report.plan
    is_whole = []
    for stage in plan.stages:
        shard = plan.shards()[0]
        entry = folder.entry(stage, shard.key)
        assert entry is not None
        task = ShardTask(folder.address, entry.work, plan.order, stage, shard)
        over = TaskContext(1, lambda: True)
        with pytest.raises(StoppedError):  # while it is read back
            run_task(task, over)
        (dest / entry.output).unlink()
        with pytest.raises(StoppedError):  # while it is done
            run_task(task, over)
        assert not (dest / entry.output).exists()
        assert run_task(task) == entry
        is_whole.append(folder.holds(entry, lambda: False))
    assert all(is_whole)


@pytest.mark.slow
def test_a_cluster_is_started_on_this_machine(source: Path, tmp_path: Path) -> None:
    done = lowbit(
        "job",
        "run",
        "--do",
        "canonical",
        "--on",
        "dask",
        "--workers",
        "1",
        source,
        tmp_path / "job",
    )
    assert done.returncode == 1
    assert "173 puzzles: 172 canonical, 1 invalid" in done.stderr


def test_object_stores_are_read_and_written(source: Path, tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    memory.put(f"{source}/", "/jobs/source/", recursive=True)
    run("canonical", source, tmp_path / "job")
    run_job("memory://jobs/source", "memory://jobs/dest", "canonical", rows=ROWS)
    memory.get("/jobs/dest/", f"{tmp_path}/got/", recursive=True)
    tables = {name: known for name, known in files(tmp_path / "job").items() if "_low" not in name}
    assert tables.items() <= files(tmp_path / "got").items()
    memory.rm("/jobs", recursive=True)


def test_a_worker_with_another_version_is_named(source: Path, tmp_path: Path) -> None:
    plan = plan_of(str(source), Order("canonical", version="0.0.1"))
    task = ShardTask(str(tmp_path), "work", plan.order, "answer", plan.shards()[0])
    outcome = run_task(task)
    assert isinstance(outcome, Failure)
    assert outcome.reason == f"this worker has lowbit {library.__version__}, not 0.0.1"


def test_what_lowbit_did_not_expect_says_where_it_happened(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setitem(__import__("lowbit.jobs.task").jobs.task.WORK, "answer", fail)
    report = run("canonical", source, tmp_path / "job")
    assert len(report.set_aside) == 7
    assert report.set_aside[0].reason == "ZeroDivisionError: oh"
    assert "in fail" in report.set_aside[0].trace


@pytest.mark.parametrize(
    ("rows", "lengths"),
    [(1, [40, 40, 40, 30]), (41, [80, 70]), (80, [80, 70]), (81, [120, 30]), (151, [150])],
)
def test_row_groups_are_joined_until_a_shard_has_its_rows(
    source: Path, tmp_path: Path, rows: int, lengths: list[int]
) -> None:
    report = run_job(source / "many.parquet", tmp_path / "job", "canonical", rows=rows)
    assert [entry.n_rows for entry in report.entries] == lengths
    shards = together(tmp_path / "job")
    assert shards["id"].to_pylist() == list(range(150))


def test_plans_are_read_back_as_they_were(source: Path) -> None:
    plan = plan_of(str(source), Order("audit", options={"keep": ["a"]}), ROWS)
    assert Plan.from_json(plan.to_json()) == plan


def test_progress_is_reported_up_to_the_end(source: Path, tmp_path: Path) -> None:
    reported: list[Any] = []
    run("audit", source, tmp_path / "job", progress=reported.append)
    assert {progress.stage for progress in reported} == {"examine", "write"}
    assert reported[-1].n_done == reported[-1].n_total
    assert sum(reported[-1].statuses.values()) == 173
    assert job_status(tmp_path / "job") == {"examine": (7, 7), "write": (7, 7)}


@pytest.mark.parametrize("to", ["csv", "tsv", "jsonl", "arrow", "csv.gz", "parquet"])
def test_every_kind_of_table_is_written(source: Path, tmp_path: Path, to: str) -> None:
    own = tmp_path / "own"
    own.mkdir()
    shutil.copy(source / "few.csv", own)
    report = run_job(own, tmp_path / "job", "solve", to=to)
    assert [entry.output for entry in report.entries] == [f"few.{to}"]
    answer_file(source / "few.csv", tmp_path / f"few.{to}", "solve")
    assert (tmp_path / f"few.{to}").read_bytes() == (tmp_path / "job" / f"few.{to}").read_bytes()


def test_options_that_are_for_something_else_are_refused(tmp_path: Path) -> None:
    done = lowbit("job", "run", "--do", "solve", "--seed", "1", EXAMPLES, tmp_path / "job")
    assert done.returncode == 2
    assert "--seed applies to generate, not to solve" in done.stderr


def test_the_command_passes_every_option_on(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {
        "solve": ["--max-nodes", "1000"],
        "count": ["--limit", "5"],
        "check": ["--max-nodes", "1000"],
        "maximize": ["--weights", "uniform", "--minimize", "--top", "2"],
        "minimize": [],
        "canonical": [],
        "audit": ["--limit", "3", "--allow", "several"],
        "generate": ["--seed", "5", "--clues", "22-26", "--symmetry", "half-turn", "--no-minimal"],
    }
    for do, options in said.items():
        here, there = tmp_path / do, tmp_path / f"{do}-by-command"
        run(do, source, here)
        words = ["job", "run", "-q", "--do", do, "--rows", str(ROWS), *options]
        code = main([*words, from_source(do, source), str(there)])
        assert capsys.readouterr() == ("", "")
        assert code == (0 if do == "generate" else 1), do
        assert files(here) == files(there), do


def test_an_audit_tells_its_report(source: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = lowbit("job", "run", "--do", "audit", "--report", report, source, tmp_path / "job")
    assert done.returncode == 1
    assert done.stdout.startswith("                            ")
    assert "isomorphic duplicates" in done.stdout
    assert json.loads(report.read_text())["rows"] == 173


def test_help_is_quick(tmp_path: Path) -> None:
    code = (
        "import sys; from lowbit.cli.main import main; main(['job', 'run', '--help']); "
        "sys.exit(any(name in sys.modules for name in ('pyarrow', 'numba', 'distributed')))"
    )
    done = subprocess.run([LOWBIT[0], "-c", code], capture_output=True, check=False, env=os.environ)
    assert done.returncode == 0, done.stderr
