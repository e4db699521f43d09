"""A job is refused before it begins if its files, folder or options do not fit."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import lowbit as library
from jobs.job_runs import OPTIONS, ROWS, files, puzzles, run
from lowbit import InputError, SourceError
from lowbit.jobs import job_status, run_job
from lowbit.jobs.task import run_task

if TYPE_CHECKING:
    from pathlib import Path

    from lowbit.jobs.shard_task import ShardTask


def test_what_has_changed_is_reported_before_anything_is_done(inputs: Path, tmp_path: Path) -> None:
    own, dest = tmp_path / "own", tmp_path / "job"
    shutil.copytree(inputs, own)
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
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, dest = tmp_path / "own", tmp_path / "job"
    shutil.copytree(inputs, own)

    def change(task: ShardTask, context: Any) -> Any:
        (own / "few.csv").write_text("puzzle\n")
        return run_task(task, context)

    monkeypatch.setattr("lowbit.jobs.executors.run_task", change)
    with pytest.raises(InputError, match=r"few\.csv has changed while the job ran"):
        run("solve", own, dest)
    assert not (dest / "_lowbit/manifest.json").exists()


def test_what_a_killed_run_has_left_of_a_file_that_has_changed_is_gone(
    inputs: Path, tmp_path: Path
) -> None:
    own, dest = tmp_path / "own", tmp_path / "job"
    shutil.copytree(inputs, own)
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
    inputs: Path, tmp_path: Path
) -> None:
    dest = tmp_path / "job"
    run("canonical", inputs, dest)
    whole = files(dest)
    for damage in ("", "{", "[]", '{"shard": 1}'):
        (dest / "_lowbit/answer/few.parquet.json").write_text(damage)
        assert not run("canonical", inputs, dest, resume=True).set_aside
        assert files(dest) == whole
    for damage in ("", "{", "[]", "{}"):
        (dest / "_lowbit/plan.json").write_text(damage)
        with pytest.raises(InputError, match=r"_lowbit/plan\.json is not a plan of this version"):
            run("canonical", inputs, dest, resume=True)


def test_a_job_of_another_format_is_not_gone_on_with(inputs: Path, tmp_path: Path) -> None:
    run("audit", inputs, tmp_path / "job")
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
            run("audit", inputs, tmp_path / "job", resume=True)
        with pytest.raises(InputError, match="begin the job anew in another folder"):
            job_status(tmp_path / "job")


def test_a_manifest_is_there_only_of_a_run_that_came_to_its_end(
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("canonical", inputs, tmp_path / "job")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run("canonical", inputs, tmp_path / "job", resume=True, progress=interrupt)
    assert not (tmp_path / "job/_lowbit/manifest.json").exists()


def test_a_folder_is_in_the_source_by_whatever_path(inputs: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(inputs)
    with pytest.raises(InputError, match=r"is inside .*source.*, which is read"):
        run("solve", inputs, tmp_path / "link/solved")


def test_a_place_that_cannot_be_written_or_read_is_refused(inputs: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").touch()
    with pytest.raises(InputError, match="the folder is not empty; name a new one"):
        run("solve", inputs, tmp_path / "full")
    with pytest.raises(InputError, match=r"is inside .*source.*, which is read"):
        run("solve", inputs, inputs / "solved")
    with pytest.raises(SourceError, match="there is no such file or folder"):
        run("solve", tmp_path / "nothing", tmp_path / "job")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures/x.png").touch()
    with pytest.raises(SourceError, match=r"no file .* a name that ends with \.csv"):
        run("solve", tmp_path / "pictures", tmp_path / "job")
    with pytest.raises(OSError, match="Not a directory"):
        run("solve", inputs, tmp_path / "full/file/job")
    (tmp_path / "clash").mkdir()
    for name in ("a.csv", "a.txt"):
        (tmp_path / "clash" / name).write_text(f"{puzzles(1)[0]}\n")
    with pytest.raises(InputError, match=r"several files would be written as a\.parquet"):
        run("solve", tmp_path / "clash", tmp_path / "job")
    assert not (tmp_path / "job").exists()


REFUSED_NUMBERS = (
    r"many\.parquet: column id has type int64; numbers of this type keep 18 digits, of 81: "
    r"keep its column as text \(in pandas with dtype=str\)$"
)
"""What is said of a column of numbers."""


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
        ({"column": "id"}, REFUSED_NUMBERS),
        ({"do": "audit", "solution_column": "answer"}, "there is no column answer"),
        ({"do": "audit", "fix": True, "correct": True}, "no column of solutions to correct"),
        ({"do": "audit", "limit": 1}, "a limit of 2 or more, not 1"),
        ({"do": "generate"}, "takes the number of puzzles, not"),
        ({"do": "generate", "clues": 16}, "17 are the fewest"),
        ({"do": "generate", "graded": "score"}, "unknown measure 'score'"),
        ({"do": "generate", "graded": "level", "level": "hard"}, "order have no option level"),
    ],
)
def test_what_makes_no_sense_is_refused(
    inputs: Path, tmp_path: Path, arguments: dict[str, Any], said: str
) -> None:
    asked = {"do": "solve"} | arguments
    with pytest.raises(InputError, match=said):
        run_job(inputs / "many.parquet", tmp_path / "job", **asked)
    assert not (tmp_path / "job").exists()


def test_too_many_shards_are_refused_before_they_are_planned(tmp_path: Path) -> None:
    for n, rows in ((10**23, 10), (10**9, 1)):
        with pytest.raises(InputError, match="a job has 10000000 shards at most"):
            run_job(str(n), tmp_path / "job", "generate", rows=rows)
    assert not (tmp_path / "job").exists()
