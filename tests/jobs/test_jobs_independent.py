"""Puzzles of a job of which no two share a solution, whichever shards they are of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

import lowbit
from command_line import lowbit as command
from jobs.job_runs import files, together
from lowbit.jobs import job_status, run_job
from lowbit.rng import SplitMix64

if TYPE_CHECKING:
    from pathlib import Path

BOARD = "6x6"
"""A board of 49 solutions, up to isomorphism, so that shards do have some in common."""

WISH: dict[str, Any] = {"seed": 3, "rows": 4, "geometry": BOARD}


def n_grids(table: Any) -> int:
    solutions = table["solution"].to_pylist()
    return len({*lowbit.canonical_many(solutions, geometry=BOARD).to_strings()})


def test_shards_share_no_solution_and_their_bytes_do_not_depend_on_workers(tmp_path: Path) -> None:
    run_job(12, tmp_path / "plain", "generate", **WISH)
    report = run_job(12, tmp_path / "job", "generate", independent=True, workers=1, **WISH)
    assert n_grids(together(tmp_path / "plain")) < n_grids(together(tmp_path / "job")) == 12
    assert (report.statuses, report.set_aside) == ({"made": 12}, [])
    assert job_status(tmp_path / "job") == {"sample": (3, 3), "keep": (3, 3)}
    before = files(tmp_path / "job")
    run_job(12, tmp_path / "two", "generate", independent=True, workers=2, **WISH)
    assert files(tmp_path / "two") == before
    (tmp_path / "job/puzzles-00001-of-00003.parquet").unlink()
    (tmp_path / "job/_lowbit/drawn/00002.parquet").unlink()
    run_job(12, tmp_path / "job", "generate", independent=True, resume=True, **WISH)
    assert files(tmp_path / "job") == before


def test_a_single_shard_has_the_puzzles_that_the_command_makes(tmp_path: Path) -> None:
    command("job", "run", "-q", "--do", "generate", "--independent", "--seed", "3", "--geometry",
            BOARD, "12", tmp_path / "job")  # fmt: skip
    made = pq.read_table(tmp_path / "job/puzzles-00000-of-00001.parquet")
    seed = SplitMix64(3, 0).draw()
    own = command("generate", "-q", "--independent", "--seed", str(seed), "--geometry", BOARD, "12")
    assert made["puzzle"].to_pylist() == own.stdout.split()


def test_a_shard_that_finds_too_few_is_set_aside(tmp_path: Path) -> None:
    wish = WISH | {"geometry": "4x4", "rows": 1, "max_tries": 300}
    report = run_job(3, tmp_path / "job", "generate", independent=True, **wish)
    assert len(report.entries) < 3
    assert all("share no solution with those of other" in one.reason for one in report.set_aside)
    assert not report.is_good


def test_sets_from_easy_to_hard_may_be_independent(tmp_path: Path) -> None:
    wish: dict[str, Any] = {"graded": "rating", "rating": (1.2, 3.0), "seed": 1, "rows": 4}
    run_job(8, tmp_path, "generate", independent=True, **wish)
    table = together(tmp_path)
    forms = lowbit.canonical_many(table["solution"].to_pylist()).to_strings()
    assert len({*forms}) == 8
    ratings = [each.er or 0 for each in lowbit.rate_many(table["puzzle"].to_pylist())]
    assert ratings[:4] == sorted(ratings[:4])
    assert ratings[4:] == sorted(ratings[4:])
