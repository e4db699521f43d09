"""``lowbit generate --weighted``: what it writes is what `generate_weighted` returns."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest

from command_line import lowbit
from lowbit import WeightedPuzzles, generate_weighted, random_grids
from lowbit.verbs.generate.subsets import BLOCK

if TYPE_CHECKING:
    from pathlib import Path

SEED = 8


@pytest.fixture(scope="module")
def found() -> WeightedPuzzles:
    return generate_weighted(3, seed=SEED)


def weighted(*words: str | Path) -> tuple[list[str], list[str]]:
    """Return the lines on standard output and on standard error."""
    done = lowbit("generate", "--weighted", "--seed", str(SEED), *words)
    assert done.returncode == 0
    return done.stdout.splitlines(), done.stderr.splitlines()


def test_a_line_has_the_puzzle_its_solution_its_weight_and_its_grid(found: WeightedPuzzles) -> None:
    lines, notes = weighted("3", "--solutions")
    solutions = random_grids(int(found.grids[-1]) + 1, seed=SEED).to_strings()
    assert lines == [
        f"{puzzle},{solutions[grid]},{weight},{grid}"
        for puzzle, weight, grid in zip(
            found.to_strings(), found.weights.tolist(), found.grids.tolist(), strict=True
        )
    ]
    assert notes[0] == f"lowbit: to go on: --seed {SEED} --first-grid {found.grids[-1] + 1}"
    assert notes[1].startswith("lowbit: 3 puzzles: 3 made (")


def test_tables_have_columns_of_weights_and_grids(found: WeightedPuzzles, tmp_path: Path) -> None:
    weighted("2", "--first-grid", str(found.grids[0] + 1), "-o", tmp_path / "w.csv")
    with (tmp_path / "w.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    objects = [json.loads(line) for line in weighted("3", "-q", "--to", "json")[0]]
    for row, puzzle in enumerate(found):
        expected = {
            "puzzle": puzzle.to_line(),
            "clues": puzzle.n_clues,
            "weight": found.weights[row],
            "grid": found.grids[row],
        }
        assert objects[row] == expected
        if row:
            numbers = {name: float(rows[row - 1][name]) for name in ("clues", "weight", "grid")}
            assert {"puzzle": rows[row - 1]["puzzle"], **numbers} == expected


def test_time_without_a_number_gives_what_it_gives_and_with_one_keeps_it(
    found: WeightedPuzzles, tmp_path: Path
) -> None:
    first = int(found.grids[0]) // BLOCK * BLOCK
    start = ("--first-grid", str(first))
    nothing, notes = weighted("--time-limit", "0", *start)
    assert (nothing, notes[0]) == ([], f"lowbit: to go on: --seed {SEED} --first-grid {first}")
    lines, notes = weighted("--time-limit", "0.001", *start)
    assert [line[:81] for line in lines][:1] == found.to_strings()[:1]
    assert notes[0] == f"lowbit: to go on: --seed {SEED} --first-grid {first + BLOCK}"
    file = tmp_path / "w.jsonl"
    words = f"generate 99999 --weighted --seed {SEED} --time-limit 0.001 -o {file}"
    done = lowbit(*words.split(), *start)
    assert done.returncode == 1
    assert "of 99999 were found" in done.stderr
    assert [json.loads(line)["puzzle"] for line in file.read_text().splitlines()] == [
        line[:81] for line in lines
    ]


def test_none_leaves_no_file(tmp_path: Path) -> None:
    words = f"generate --weighted --clues 17 --seed 5 --max-tries 1 -o {tmp_path / 'none.csv'}"
    done = lowbit(*words.split())
    assert done.returncode == 1
    assert "to go on: --seed 5 --first-grid 1" in done.stderr
    assert "0 of 1 were found" in done.stderr
    assert not (tmp_path / "none.csv").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--weighted --clues 16", "17 are the fewest"),
        ("--weighted --symmetry half-turn", "--weighted can only be combined"),
        ("--weighted --grids", "--weighted can only be combined"),
        ("--weighted --graded level", "--weighted can only be combined"),
        ("--weighted --geometry 4x4", "--weighted can only be combined"),
        ("--weighted --to board", "--weighted can only be combined"),
        ("--weighted --no-minimal", "--weighted can only be combined"),
        ("--first-grid 3", "--first-grid needs --weighted"),
        (
            "--weighted --first-grid 9223372036854775808",
            "at most 9007199254740992, not 9223372036854775808",
        ),
    ],
)
def test_what_cannot_be_is_wrong_usage(words: str, says: str) -> None:
    done = lowbit("generate", *words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr.replace("\n", " ")
