"""Workers of a job: those of a cluster, and what they need to see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import lowbit as library
from command_line import lowbit
from jobs.cluster import cluster
from jobs.job_runs import OPTIONS, run
from lowbit import InputError
from lowbit.batch.ordered import StoppedError
from lowbit.cli.commands import job
from lowbit.jobs import JobProgress, run_job
from lowbit.jobs.folder import JobFolder
from lowbit.jobs.plan import Order, plan_of
from lowbit.jobs.shard_task import ShardTask, TaskContext
from lowbit.jobs.task import Failure, run_task
from support import slow_except

if TYPE_CHECKING:
    from pathlib import Path


def test_a_scheduler_that_does_not_answer_is_named(
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lowbit.jobs.executors.PATIENCE", 0.3)
    with pytest.raises(InputError, match="no scheduler answers at tcp://127"):
        run_job(inputs, tmp_path / "job", "canonical", on="dask", scheduler="tcp://127.0.0.1:1")


@pytest.mark.slow
def test_a_cluster_without_workers_is_reported(inputs: Path, tmp_path: Path) -> None:
    reported: list[JobProgress] = []

    def listen(progress: JobProgress) -> None:
        reported.append(progress)
        raise KeyboardInterrupt

    with cluster(tmp_path, n_workers=0) as started:
        how: dict[str, Any] = {"on": "dask", "scheduler": started.address, "progress": listen}
        with pytest.raises(KeyboardInterrupt):
            run_job(inputs, tmp_path / "job", "canonical", **how)
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


def test_a_worker_that_does_not_see_the_folder_writes_nothing(inputs: Path, tmp_path: Path) -> None:
    plan = plan_of(str(inputs), Order("canonical"))
    task = ShardTask(str(tmp_path / "job"), "work", plan.order, "answer", plan.shards()[0])
    outcome = run_task(task)
    assert isinstance(outcome, Failure)
    assert outcome.reason == f"{tmp_path}/job: there is no job here, as this worker sees it"
    assert not (tmp_path / "job").exists()


@pytest.mark.parametrize("do", slow_except(OPTIONS, OPTIONS.keys() - {"fewest"}))
def test_a_task_ends_when_its_run_is_over(do: str, inputs_of: Path, tmp_path: Path) -> None:
    dest = tmp_path / "job"
    report = run(do, inputs_of, dest)
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
def test_a_cluster_is_started_on_this_machine(inputs: Path, tmp_path: Path) -> None:
    done = lowbit(
        "job",
        "run",
        "--do",
        "canonical",
        "--on",
        "dask",
        "--workers",
        "1",
        inputs,
        tmp_path / "job",
    )
    assert done.returncode == 1
    assert "173 puzzles: 172 canonical, 1 invalid" in done.stderr


def test_a_worker_with_another_version_is_named(inputs: Path, tmp_path: Path) -> None:
    plan = plan_of(str(inputs), Order("canonical", version="0.0.1"))
    task = ShardTask(str(tmp_path), "work", plan.order, "answer", plan.shards()[0])
    outcome = run_task(task)
    assert isinstance(outcome, Failure)
    assert outcome.reason == f"this worker has lowbit {library.__version__}, not 0.0.1"
