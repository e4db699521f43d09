"""What ``lowbit bench`` and ``lowbit warmup`` write."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from command_line import EXAMPLES, LOWBIT, PATIENCE, lowbit
from lowbit.cli.commands import bench
from lowbit.cli.commands.warmup import print_places
from lowbit.cli.main import main
from lowbit.cli.run.samples import SEEDS, sample_puzzles
from lowbit.grid import Grid
from lowbit.kernels.core import cache
from lowbit.kernels.core.cache import KeptKernel
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


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the spare folder is named for the user's number")
def test_warmup_fills_the_folder_that_is_named_from_the_spare_one(tmp_path: Path) -> None:
    warm = Path(lowbit("warmup").stdout.splitlines()[-1].removeprefix("kept in "))
    spare = tmp_path / f"lowbit-{os.getuid()}"
    spare.mkdir(mode=0o700)
    shutil.copytree(warm, spare / warm.name)
    named = tmp_path / "named" / warm.name
    done = subprocess.run(
        [*LOWBIT, "warmup"],
        capture_output=True,
        check=False,
        env=os.environ | {"LOWBIT_CACHE": str(named.parent), "TMPDIR": str(tmp_path)},
        text=True,
        timeout=PATIENCE,
    )
    compiled, kept = done.stdout.splitlines()
    number, _, rest = compiled.partition(" kernels, ")
    assert rest.startswith("0 of them compiled now, in ")
    assert kept == f"kept in {named}"
    assert len(list(named.iterdir())) == int(number) > 20
    assert (done.stderr, done.returncode) == ("", 0)


SOMEWHERE, ELSEWHERE = Path("here", "fingerprint"), Path("there", "fingerprint")
LOADED, NEW = KeptKernel(is_new=False, folder=SOMEWHERE), KeptKernel(is_new=True, folder=SOMEWHERE)
SPARE = KeptKernel(is_new=True, folder=ELSEWHERE, reason="No space left on device")
LOST = KeptKernel(is_new=True, folder=None, reason="Permission denied")


@pytest.mark.parametrize(
    ("kernels", "out", "err", "code"),
    [
        ([LOADED, NEW], ["kept in here/fingerprint"], "", 0),
        (
            [SPARE, SPARE],
            ["kept in there/fingerprint"],
            "cannot be kept in named (No space left on device), so it is kept in there; ",
            0,
        ),
        (
            [NEW, SPARE, NEW],
            ["2 kept in here/fingerprint", "1 kept in there/fingerprint"],
            "cannot be kept in named (No space left on device), so it is kept in there; ",
            0,
        ),
        (
            [NEW, LOST],
            ["1 kept in here/fingerprint"],
            "error: 1 of them cannot be kept in named (Permission denied); let LOWBIT_CACHE name ",
            1,
        ),
        ([LOST, LOST], [], "error: 2 of them cannot be kept in named (Permission denied); ", 1),
    ],
    ids=["all", "spare", "full", "one", "none"],
)
def test_warmup_says_what_is_kept_where_and_why(  # noqa: PLR0917 - a parameter each
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    kernels: list[KeptKernel],
    out: list[str],
    err: str,
    code: int,
) -> None:
    monkeypatch.setenv("LOWBIT_CACHE", "named")
    monkeypatch.delenv("LOWBIT_QUIET", raising=False)
    cache.say_not_kept.cache_clear()
    assert print_places(kernels) == code
    said = capsys.readouterr()
    assert said.out.splitlines() == out
    assert err in said.err
    assert len(said.err.splitlines()) == bool(err)
