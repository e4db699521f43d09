"""A job goes on where it was killed, and comes to the same end."""

from __future__ import annotations

import shutil
import signal
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from command_line import lowbit
from jobs.cluster import cluster, wait_for
from jobs.job_runs import MADE, files, n_done, run, start_job
from lowbit import Grid, generate
from lowbit.tables.rows.sinks import whole_file_in
from support import IRREGULAR, slow_except

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.mark.slow
def test_a_worker_and_the_client_and_the_scheduler_are_killed(
    whole_job: dict[str, str], tmp_path: Path
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
        assert files(dest) == whole_job
        with start_job(*MADE, *on, other) as client:
            wait_for(lambda: n_done(other) >= 1, "the first shard")
            started.scheduler.kill()
            assert client.stderr is not None
            said = client.stderr.read().decode().splitlines()
    gone = "lowbit: error: the Dask cluster is gone; what is done stays, and the job can be resumed"
    assert (client.returncode, said[-1]) == (1, gone)


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_a_local_run_is_killed(
    whole_job: dict[str, str], tmp_path: Path, sign: signal.Signals
) -> None:
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
    assert files(dest) == whole_job


ENDED = [
    ("canonical", "9x9"),
    ("audit", "9x9"),
    ("generate", "9x9"),
    ("solve", IRREGULAR),
    ("minimize", "6x6"),
]


@pytest.mark.parametrize("asked", slow_except(ENDED, [("generate", "9x9")]))
def test_a_run_that_ended_at_any_moment_goes_on(
    asked: tuple[str, str], inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    do, board = asked
    own, dest = tmp_path / "own", tmp_path / "job"
    own.mkdir()
    for name in ("few.csv", "lines.txt"):
        shutil.copy(inputs / name, own)
    if board != "9x9":
        made = [
            Grid(row, board).to_line()
            for row in generate(60, geometry=board, seed=1).array.tolist()
        ]
        (own / "few.csv").write_text("\n".join(["puzzle", *made]))
        (own / "lines.txt").write_text("\n".join(made[:20]))
    written: list[Path] = []

    @contextmanager
    def noted(system: Any, path: str) -> Iterator[str]:
        with whole_file_in(system, path) as beside:
            yield beside
        written.append(Path(path))

    for module in ("lowbit.tables.rows.sinks", "lowbit.jobs.folder"):
        monkeypatch.setattr(f"{module}.whole_file_in", noted)
    run(do, own, dest, workers=1, geometry=board)
    whole, order = files(dest), [path.relative_to(dest) for path in written]
    assert sorted(map(str, order)) == sorted(whole)
    for number in range(1, len(order)):
        part = tmp_path / f"ended-after-{number}"
        for path in order[:number]:
            (part / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(dest / path, part / path)
        run(do, own, part, workers=1, geometry=board, resume=True)
        assert files(part) == whole, order[number]


def test_what_is_done_is_left_alone_unless_it_is_not_what_it_was(
    inputs: Path, tmp_path: Path
) -> None:
    dest = tmp_path / "job"
    run("solve", inputs, dest)
    before, times = files(dest), {path: path.stat().st_mtime_ns for path in dest.glob("*.parquet")}
    spoilt = dest / "many-00002-of-00004.parquet"
    data = bytearray(spoilt.read_bytes())
    data[100] ^= 1
    spoilt.write_bytes(data)
    (dest / "few.parquet").unlink()
    run("solve", inputs, dest, resume=True)
    assert files(dest) == before
    again = {path for path, time in times.items() if path.stat().st_mtime_ns != time}
    assert {path.name for path in again} == {"few.parquet", spoilt.name}
