"""What ``lowbit bench`` and ``lowbit warmup`` write."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import EXAMPLES, lowbit
from lowbit.cli.commands import bench
from lowbit.cli.main import main
from lowbit.cli.run.samples import SEEDS, sample_puzzles
from lowbit.grid import Grid
from lowbit.verbs.solve.many import solve_many
from lowbit.verbs.solve.one import is_unique


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0)
    monkeypatch.setenv("LOWBIT_QUIET", "1")


@pytest.mark.usefixtures("quick")
def test_bench_writes_a_row_for_each_file_and_limit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("# nothing\n", encoding="utf-8")
    names = [str(EXAMPLES / "fifty.txt"), str(EXAMPLES / "mixed.txt"), str(empty)]
    assert main(["bench", "--threads", "1", *names]) == 0
    header, *rows = capsys.readouterr().out.splitlines()
    assert header == bench.HEADER
    assert [row.split()[:2] for row in rows] == [
        [number, limit] for number in ("50", "8", "0") for limit in "12"
    ]
    assert [row.split()[-1] for row in rows] == [name for name in names for _ in "12"]
    assert all("%" in row for row in rows[:4])


@pytest.mark.usefixtures("quick")
def test_bench_takes_puzzles_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 0
    assert capsys.readouterr().out.count("100,000") == 2


@pytest.mark.usefixtures("quick")
def test_bench_reports_what_it_cannot_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", str(tmp_path / "none.txt"), str(EXAMPLES / "mixed.txt")]) == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1 + 2
    assert "none.txt: there is no such file" in err


@pytest.mark.parametrize("seed", SEEDS)
def test_none_of_the_givens_of_a_specimen_can_be_spared(seed: str) -> None:
    assert is_unique(seed)
    givens = [cell for cell, digit in enumerate(Grid(seed)) if digit]
    for cell in givens:
        assert not is_unique(f"{seed[:cell]}.{seed[cell + 1 :]}")


def test_all_specimens_have_one_solution() -> None:
    puzzles = list(sample_puzzles())
    assert puzzles == list(sample_puzzles())
    assert solve_many(puzzles).summary() == {"unique": len(puzzles)}


def test_warmup_says_where_kernels_are_kept() -> None:
    lowbit("warmup")
    done = lowbit("warmup")
    compiled, kept = done.stdout.splitlines()
    assert ", 0 of them compiled now, in " in compiled
    assert list(Path(kept.removeprefix("kept in ")).glob("*.kernel"))
    assert (done.stderr, done.returncode) == ("", 0)
