"""``lowbit generate``: what it writes is what `generate` and `random_grids` return."""

from __future__ import annotations

import csv
import io
import json
import signal
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from command_line import PATIENCE, lowbit, start
from lowbit import Grid, Puzzle, generate, random_grids, solve
from lowbit.cli.io.generated import opened
from lowbit.cli.run import skeletons, sukaku
from lowbit.cli.run.report import QUIET, Report
from lowbit.constraints import AntiKnight
from lowbit.errors import LimitReachedError
from lowbit.geometry import board_of
from lowbit.tables.rows.sources import open_source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

ROWS = "1........" * 2 + "." * 18 + "1........" * 5


def lines_of(puzzles: NDArray[np.uint8]) -> list[str]:
    return [Grid(puzzle.tolist()).to_line() for puzzle in puzzles]


def test_puzzles_are_those_of_the_seed() -> None:
    done = lowbit("generate", "20", "--seed", "7", "--threads", "3")
    assert done.returncode == 0
    assert done.stdout.splitlines() == lines_of(generate(20, seed=7).array)
    assert done.stderr.startswith("lowbit: 20 puzzles: 20 made (")


def test_one_is_made_by_default_and_another_every_time() -> None:
    first, second = (lowbit("generate", "-q").stdout for _ in range(2))
    assert first != second
    assert len(first) == len(second) == 82


def test_wishes_reach_the_engine() -> None:
    words = "generate 5 --clues 30-34 --symmetry half-turn --no-minimal --seed 3 -q"
    wanted = generate(5, clues=(30, 34), symmetry="half-turn", minimal=False, seed=3).array
    assert lowbit(*words.split()).stdout.splitlines() == lines_of(wanted)
    words = "generate 5 --clues 22 --not-unique --seed 3 -q"
    wanted = generate(5, clues=22, unique=False, seed=3).array
    assert lowbit(*words.split()).stdout.splitlines() == lines_of(wanted)
    pattern = "1.." * 27
    wanted = generate(2, pattern=pattern, unique=False, seed=3).array
    done = lowbit("generate", "2", "--pattern", pattern, "--not-unique", "--seed", "3")
    assert done.stdout.splitlines() == lines_of(wanted)


@pytest.mark.parametrize("name", ["made.txt", "made.csv"])
def test_a_file_keeps_what_was_made_before_a_limit(tmp_path: Path, name: str) -> None:
    words = "generate", "50", "--clues", "21", "--max-tries", "500", "--seed", "1"
    shown, path = lowbit(*words), tmp_path / name
    kept = lowbit(*words, "-o", str(path))
    assert shown.returncode == kept.returncode == 1
    made = [line.split(",")[0] for line in path.read_text().splitlines()]
    assert made[name.endswith("csv") :] == shown.stdout.splitlines() != []
    assert ": 6 of 50 were found" in kept.stderr
    assert "6 puzzles: 6 made" in kept.stderr


def limited(block: object) -> Iterator[Any]:
    """Yield a block, then come to a limit."""
    yield block
    raise LimitReachedError("the time limit ended the search", 0)


@pytest.mark.parametrize("kind", ["sukaku", "skeleton"])
def test_other_kinds_keep_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    path, report, board = tmp_path / "made.txt", Report(QUIET), board_of("4x4")
    if kind == "sukaku":
        masks = np.full((1, 16), 15, np.uint8)
        monkeypatch.setattr("lowbit.verbs.generate.sukaku.sukaku_blocks", lambda *_: limited(masks))
        stream = opened(board, str(path), "line", None, "", solutions=False)
        wish = {"n": 5, "seed": 1, "time_limit": 1}
        code = sukaku.write_sukaku(board, wish, report, stream)
    else:
        puzzle = Puzzle("." * 16, [AntiKnight()], geometry="4x4")
        monkeypatch.setattr(skeletons, "_made", lambda *_: limited(puzzle))
        request = skeletons.SkeletonRequest(
            ".Shape~4x4",
            solutions=False,
            fill=(),
            kropki=False,
            n=5,
            givens=True,
            minimal=True,
            seed=1,
            threads=None,
            max_nodes=None,
            time_limit=1,
        )
        code = skeletons.generate_from_skeletons(request, report, to="json", output=str(path))
    assert code == 1
    assert len(path.read_text().splitlines()) == 1


def test_nothing_is_left_where_nothing_was_made(tmp_path: Path) -> None:
    path = tmp_path / "made.txt"
    done = lowbit("generate", "--clues", "21", "--max-tries", "1", "--seed", "1", "-o", str(path))
    assert done.returncode == 1
    assert not path.exists()


def test_full_grids_take_no_limit_not_even_0() -> None:
    done = lowbit("generate", "--grids", "--time-limit", "0")
    assert done.returncode == 2
    assert "--grids can only be combined with" in done.stderr


def test_full_grids() -> None:
    done = lowbit("generate", "--grids", "30", "--seed", "4", "-q")
    assert done.stdout.splitlines() == lines_of(random_grids(30, seed=4).array)


def test_every_format() -> None:
    puzzles = lines_of(generate(2, seed=1).array)

    def written(to: str) -> str:
        return lowbit("generate", "2", "--seed", "1", "-q", "--to", to).stdout

    assert written("line").splitlines() == puzzles
    assert written("board") == "\n".join(f"{Grid(puzzle)}\n" for puzzle in puzzles)
    rows = list(csv.DictReader(io.StringIO(written("csv"))))
    objects = [json.loads(line) for line in written("json").splitlines()]
    for row, fields, puzzle in zip(rows, objects, puzzles, strict=True):
        n_clues = sum(character != "." for character in puzzle)
        assert row == {"puzzle": puzzle, "clues": str(n_clues)}
        assert fields == {"puzzle": puzzle, "clues": n_clues}


@pytest.mark.parametrize("name", ["o.csv", "o.tsv", "o.jsonl", "o.parquet", "o.arrow", "o.csv.gz"])
def test_a_table_by_the_name_of_the_output_with_solutions(name: str, tmp_path: Path) -> None:
    done = lowbit("generate", "2", "--seed", "1", "--solutions", "-o", tmp_path / name)
    assert done.returncode == 0
    with open_source(tmp_path / name) as table:
        (batch,) = table.batches
    puzzles = lines_of(generate(2, seed=1).array)
    assert batch.column("puzzle").to_pylist() == puzzles
    assert batch.column("solution").to_pylist() == [solve(puzzle).to_line() for puzzle in puzzles]
    assert list(map(int, batch.column("clues").to_pylist())) == [
        81 - puzzle.count(".") for puzzle in puzzles
    ]


def test_lines_with_solutions_and_what_has_none() -> None:
    (line,) = lowbit("generate", "--seed", "1", "--solutions").stdout.splitlines()
    puzzle, solution = line.split(",")
    assert solve(puzzle).to_line() == solution
    for wrong in (["--not-unique"], ["--to", "board"]):
        assert lowbit("generate", "--solutions", *wrong).returncode == 2


def test_solutions_come_from_a_file(tmp_path: Path) -> None:
    grids = random_grids(3, seed=5).array
    file = tmp_path / "grids.txt"
    file.write_text("".join(f"{line}\n" for line in lines_of(grids)))
    done = lowbit("generate", "--from-grids", file, "--seed", "1", "-q")
    assert done.stdout.splitlines() == lines_of(generate(3, from_grids=grids, seed=1).array)
    file.write_text("." * 81)
    done = lowbit("generate", "--from-grids", file)
    assert done.returncode == 2
    assert "grid 0 is neither full nor a puzzle" in done.stderr


def test_a_file_appears_once_it_is_complete(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    assert lowbit("generate", "3", "--seed", "1", "-o", file).stdout == ""
    assert file.read_text().splitlines() == lines_of(generate(3, seed=1).array)
    done = lowbit("generate", "--clues", "60", "--max-tries", "10", "-o", tmp_path / "none.txt")
    assert done.returncode == 1
    assert not (tmp_path / "none.txt").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--clues 16", "17 are the fewest"),
        ("--clues few", "neither a number nor a range"),
        ("--clues 22-", "neither a number nor a range"),
        ("--rating 12-", "no puzzle is known that is rated above 11.9"),
        ("--rating -3", "neither a rating nor a range like 6.6-7.1 or 6.6-"),
        ("--pattern 123", "81 characters"),
        (f"--pattern {ROWS}", "17 are the fewest"),
        ("--symmetry spiral", "spiral"),
        ("--grids --clues 20", "--grids can only be combined with"),
        ("--not-unique", "need clues or a pattern"),
    ],
)
def test_what_cannot_be_is_wrong_usage(words: str, says: str) -> None:
    done = lowbit("generate", *words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


def test_an_effort_that_is_spent_is_reported_behind_what_was_found() -> None:
    done = lowbit("generate", "200000", "--clues", "24", "--max-tries", "5", "--seed", "1")
    assert done.returncode == 1
    assert "of 200000 were found" in done.stderr
    assert done.stdout.splitlines()[:2] == lines_of(generate(2, clues=24, seed=1).array)


@pytest.mark.parametrize(
    "words",
    [
        "generate {} --clues 24 --max-tries 1 --seed 1",
        "generate {} --weighted --time-limit 0 --seed 1",
        "generate {} --graded level --seed 1",
        "dataset build {} never-made --dry-run",
        "search --move -1+1 -n {} 1......2..4..3..",
    ],
)
def test_a_huge_number_is_shown_as_it_was_typed(words: str) -> None:
    huge = str(10**30 - 1)
    done = lowbit(*words.format(huge).split())
    assert done.returncode
    assert huge in done.stderr.replace("\n", " ")


def test_ctrl_c_ends_it() -> None:
    with start("generate", "100000000", "--seed", "1") as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == lines_of(generate(1, seed=1).array)[0]
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 130


@pytest.mark.slow
def test_a_rating_and_above() -> None:
    done = lowbit("generate", "8", "--rating", "2.3-", "--seed", "3", "-q")
    expected = generate(8, rating=(2.3, 11.9), seed=3).array
    assert done.stdout.splitlines() == lines_of(expected)
    assert done.stdout != lowbit("generate", "8", "--rating", "2.3", "--seed", "3", "-q").stdout
