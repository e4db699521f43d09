"""A job does every shard once, whoever does it, and writes what one process would."""

from __future__ import annotations

import hashlib
import json
import shutil
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import lowbit as library
from jobs.cluster import Cluster, cluster
from jobs.job_runs import OPTIONS, ROWS, files, run, together
from lowbit.audit import audit_files
from lowbit.jobs import job_status, run_job
from lowbit.jobs.plan import STAGES, Order, Plan, plan_of
from lowbit.tables import answer_file
from lowbit.tables.answers.operations import OPERATIONS
from support import slow_except

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("cluster")) as started:
        yield started


def test_the_tasks_are_all_there_are() -> None:
    assert set(OPTIONS) == {*OPERATIONS, "audit", "generate"}
    assert set(STAGES) == {*OPTIONS, "dataset"}  # which has tests of its own


@pytest.mark.slow
@pytest.mark.parametrize("do", OPTIONS)
def test_a_cluster_writes_the_same_bytes(
    do: str, inputs_of: Path, dask: Cluster, tmp_path: Path
) -> None:
    here = run(do, inputs_of, tmp_path / "here")
    there = run(do, inputs_of, tmp_path / "there", on="dask", scheduler=dask.address)
    assert files(tmp_path / "here") == files(tmp_path / "there")
    assert here.statuses == there.statuses
    assert not here.set_aside
    manifest = json.loads((tmp_path / "here/_lowbit/manifest.json").read_text())
    n_many = 11 if do == "fewest" else 150
    assert manifest["rows"] == (100 if do == "generate" else n_many + 10 + 7 + 6)
    for shard in manifest["shards"]:
        data = (tmp_path / "here" / shard["output"]).read_bytes()
        assert (hashlib.sha256(data).hexdigest(), len(data)) == (shard["sha256"], shard["bytes"])


@pytest.mark.parametrize("do", slow_except(OPERATIONS, OPERATIONS.keys() - {"fewest"}))
def test_shards_hold_what_a_run_of_tables_writes(do: str, inputs_of: Path, tmp_path: Path) -> None:
    report = run(do, inputs_of, tmp_path / "job")
    names = [f"many-{part:05}-of-00004.parquet" for part in range(4)]
    outputs = {"deep/one.parquet", "few.parquet", "lines.parquet", *names}
    assert {entry.output for entry in report.entries} == outputs
    shards = pa.concat_tables([pq.read_table(tmp_path / "job" / name) for name in names])
    answer_file(inputs_of / "many.parquet", tmp_path / "whole.parquet", do, **OPTIONS[do])
    assert shards.equals(pq.read_table(tmp_path / "whole.parquet"))
    assert not report.is_good  # for what is no puzzle in few.csv


def test_an_audit_finds_what_an_audit_of_one_process_does(inputs: Path, tmp_path: Path) -> None:
    report = run_job(inputs / "many.parquet", tmp_path / "job", "audit", rows=ROWS)
    known = audit_files(inputs / "many.parquet", annotated=tmp_path / "whole.parquet")
    whole = pq.read_table(tmp_path / "whole.parquet")
    shards = together(tmp_path / "job")
    names = ["audit_duplicate_of", "audit_isomorph_of"]
    assert shards.drop(names).equals(whole.drop(names))
    assert report.audit is not None
    assert report.audit.total.to_dict() == known.total.to_dict()
    assert report.is_good


def test_an_audit_finds_duplicates_in_other_shards_and_splits(inputs: Path, tmp_path: Path) -> None:
    report = run("audit", inputs, tmp_path / "job")
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


def test_new_files_change_what_an_audit_says_of_those_before(inputs: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    shutil.copy(inputs / "few.csv", own)
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


def test_an_audit_against_another_set_finds_what_one_process_does(
    inputs: Path, tmp_path: Path
) -> None:
    own, other, dest = inputs / "many.parquet", tmp_path / "other.csv", tmp_path / "job"
    taken = pq.read_table(own)["puzzle"].to_pylist()[:40:8]
    other.write_text("\n".join(["puzzle", *taken]) + "\n")
    report = run_job(own, dest, "audit", rows=ROWS, against=[other])
    known = audit_files(own, annotated=tmp_path / "whole.parquet", against=other)
    assert report.audit is not None
    assert report.audit.to_dict()["against"] == known.to_dict()["against"]
    assert report.audit.total.to_dict() == known.total.to_dict()
    assert known.total.to_dict()["defects"]["leak"] == 5
    whole = pq.read_table(tmp_path / "whole.parquet")
    for name in ("audit_duplicate_of", "audit_isomorph_of"):
        leaks = [
            {row for row in table[name].to_pylist() if row and "other" in row}
            for table in (whole, together(dest))
        ]
        assert leaks[0] == leaks[1]
    assert together(dest)["audit_duplicate_of"][0].as_py() == f"{other}:1"
    other.write_text("\n".join(["puzzle", *taken[1:], "." * 81]) + "\n")
    again = run_job(own, dest, "audit", rows=ROWS, against=[other], resume=True)
    assert again.audit is not None
    assert again.audit.total.to_dict()["defects"]["leak"] == 4
    with pytest.raises(library.InputError, match="nothing"):
        run_job(own, tmp_path / "new", "audit", against=tmp_path / "nothing.csv")
    assert not (tmp_path / "new").exists()


def test_all_files_of_an_audit_can_be_one_split(inputs: Path, tmp_path: Path) -> None:
    report = run_job(inputs, tmp_path / "job", "audit", rows=ROWS, one_split=True)
    assert report.audit is not None
    said = report.audit.to_dict()
    assert list(said["splits"]) == [inputs.name]
    assert (said["defects"]["leak"], said["defects"]["exact-duplicate"]) == (0, 1)


def test_a_cleaned_set_lacks_the_rows_with_defects(inputs: Path, tmp_path: Path) -> None:
    report = run_job(inputs, tmp_path / "job", "audit", rows=ROWS, fix=True)
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
def test_a_job_compresses_as_is_asked_and_prefixes(do: str, inputs: Path, tmp_path: Path) -> None:
    plain, own = tmp_path / "plain", tmp_path / "own"
    run(do, inputs, plain)
    run(do, inputs, own, codec="gzip", prefix="my_")
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


def test_shards_may_be_sets_from_easy_to_hard(tmp_path: Path) -> None:
    run_job(12, tmp_path, "generate", rows=6, seed=1, graded="rating", rating=(1.2, 3.0))
    for path in sorted(tmp_path.glob("*.parquet")):
        rated = library.rate_many(pq.read_table(path)["puzzle"].to_pylist())
        ratings = [result.er or 0.0 for result in rated]
        assert ratings == sorted(ratings), path
        assert ratings[0] <= 1.5, path
        assert ratings[-1] >= 2.6, path


def test_without_a_seed_a_run_that_goes_on_has_the_one_it_began_with(tmp_path: Path) -> None:
    run_job(100, tmp_path / "job", "generate", rows=ROWS)
    before = files(tmp_path / "job")
    (tmp_path / "job/puzzles-00001-of-00003.parquet").unlink()
    run_job(100, tmp_path / "job", "generate", rows=ROWS, resume=True)
    assert files(tmp_path / "job") == before


MADE = ("--do", "generate", "--seed", "1", "--rows", "40", "--clues", "22", "1600")


def test_object_stores_are_read_and_written(inputs: Path, tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    memory.put(f"{inputs}/", "/jobs/source/", recursive=True)
    run("canonical", inputs, tmp_path / "job")
    run_job("memory://jobs/source", "memory://jobs/dest", "canonical", rows=ROWS)
    memory.get("/jobs/dest/", f"{tmp_path}/got/", recursive=True)
    tables = {name: known for name, known in files(tmp_path / "job").items() if "_low" not in name}
    assert tables.items() <= files(tmp_path / "got").items()
    memory.rm("/jobs", recursive=True)


@pytest.mark.parametrize(
    ("rows", "lengths"),
    [(1, [40, 40, 40, 30]), (41, [80, 70]), (80, [80, 70]), (81, [120, 30]), (151, [150])],
)
def test_row_groups_are_joined_until_a_shard_has_its_rows(
    inputs: Path, tmp_path: Path, rows: int, lengths: list[int]
) -> None:
    report = run_job(inputs / "many.parquet", tmp_path / "job", "canonical", rows=rows)
    assert [entry.n_rows for entry in report.entries] == lengths
    shards = together(tmp_path / "job")
    assert shards["id"].to_pylist() == list(range(150))


def test_plans_are_read_back_as_they_were(inputs: Path) -> None:
    plan = plan_of(str(inputs), Order("audit", options={"keep": ["a"]}), ROWS)
    assert Plan.from_json(plan.to_json()) == plan


def test_progress_is_reported_up_to_the_end(inputs: Path, tmp_path: Path) -> None:
    reported: list[Any] = []
    run("audit", inputs, tmp_path / "job", progress=reported.append)
    assert {progress.stage for progress in reported} == {"examine", "write"}
    assert reported[-1].n_done == reported[-1].n_total
    assert sum(reported[-1].statuses.values()) == 173
    assert job_status(tmp_path / "job") == {"examine": (7, 7), "write": (7, 7)}


@pytest.mark.parametrize("to", ["csv", "tsv", "jsonl", "arrow", "csv.gz", "parquet"])
def test_every_kind_of_table_is_written(inputs: Path, tmp_path: Path, to: str) -> None:
    own = tmp_path / "own"
    own.mkdir()
    shutil.copy(inputs / "few.csv", own)
    report = run_job(own, tmp_path / "job", "solve", to=to)
    assert [entry.output for entry in report.entries] == [f"few.{to}"]
    answer_file(inputs / "few.csv", tmp_path / f"few.{to}", "solve")
    assert (tmp_path / f"few.{to}").read_bytes() == (tmp_path / "job" / f"few.{to}").read_bytes()
