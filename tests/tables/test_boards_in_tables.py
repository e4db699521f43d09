"""Operations on tables of puzzles on boards other than the classic one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import lowbit
from command_line import lowbit as command
from lowbit import Grid, Transform, tables
from lowbit.errors import LowbitError
from lowbit.tables.answers.operations import operation
from lowbit.tables.rows.places import place_of
from lowbit.tables.rows.sources import open_source
from support import loose_puzzle, random_solution, seeded, unique_puzzle

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("6x6", "4x4@r1c1,r3c3", "6x8~0-7")


def puzzles_on(name: str) -> list[Grid]:
    rng = seeded(name, "tables")
    solution = random_solution(lowbit.Geometry.parse(name), rng)
    return [unique_puzzle(solution, rng), loose_puzzle(solution, rng)]


@pytest.mark.parametrize("name", NAMES)
def test_every_operation_says_what_the_verb_says(name: str) -> None:
    unique, loose = puzzles_on(name)
    solution = lowbit.solve(unique)
    lines = [unique.to_line(), loose.to_line(), None, "?"]
    column = pa.array(lines)

    def asked(operation: str, **options: Any) -> dict[str, list[Any]]:
        answer: dict[str, list[Any]] = tables.apply(
            column, operation, geometry=name, **options
        ).to_pydict()
        return answer

    solved = asked("solve")
    assert solved["solution"] == [solution.to_line(), None, None, None]
    assert solved["status"] == ["unique", "several", "invalid", "invalid"]
    assert asked("solve", time_limit=60.0) == solved
    assert asked("count", limit=5)["n_solutions"][1] == lowbit.count_solutions(loose, limit=5)
    assert asked("check")["status"] == ["ok", "ok", "invalid", "invalid"]
    assert asked("check", unique=True)["status"] == solved["status"]
    best = asked("maximize", weights="uniform", top=2)
    assert best["score"][0] == lowbit.maximize(unique, "uniform").score
    assert best["grids"][0] == [solution.to_line()]
    assert asked("minimize")["minimal"] == [lowbit.minimize(unique).to_line(), None, None, None]
    forms = [lowbit.canonical(puzzle).to_line() for puzzle in (unique, loose)]
    assert asked("canonical")["canonical"] == [*forms, None, None]
    shuffled = [
        Transform.random(3, row, geometry=name)(puzzle).to_line()
        for row, puzzle in enumerate((unique, loose))
    ]
    assert asked("shuffle", seed=3)["shuffled"] == [*shuffled, None, None]
    measured = asked("rate", measures=("search", "redundant"))
    one = lowbit.rate(unique, measures=("search", "redundant"))
    assert measured["nodes"] == [one.nodes, None, None, None]
    assert measured["redundant"] == [0, None, None, None]
    with pytest.raises(LowbitError, match="classic board alone"):
        operation("rate", geometry=name, rules="hodoku")


def test_a_solution_gets_the_symmetry_of_its_puzzle() -> None:
    puzzle, _ = puzzles_on("6x6")
    solution = lowbit.solve(puzzle)
    table = pa.table({"puzzle": [puzzle.to_line()], "solution": [solution.to_line()]})
    row = tables.shuffle(table, geometry="6x6", seed=1, solution_column="solution").to_pylist()[0]
    assert Grid(row["shuffled_solution"], "6x6").is_solution_of(Grid(row["shuffled"], "6x6"))


def test_restricted_cells_stay_in_a_table() -> None:
    puzzle = Grid.from_masks([0b0011] + [0b1111] * 15, "4x4")
    column = pa.array([puzzle.to_pencilmarks()])
    [text] = tables.shuffle(column, geometry="4x4", seed=1).to_pydict()["shuffled"]
    assert Grid(text, "4x4") == Transform.random(1, geometry="4x4")(puzzle)


@pytest.mark.parametrize("suffix", ["csv", "parquet", "jsonl"])
def test_the_command_answers_tables_of_other_boards(tmp_path: Path, suffix: str) -> None:
    unique, loose = puzzles_on("6x6")
    source, target = tmp_path / "in.csv", tmp_path / f"out.{suffix}"
    source.write_text(f"id,puzzle\n7,{unique.to_line()}\n8,{loose.to_line()}\n")
    done = command(
        "solve", "--geometry", "6x6", "--column", "puzzle", "-o", str(target), str(source)
    )
    assert "1 unique, 1 several" in done.stderr
    with open_source(place_of(str(target))) as opened:
        rows = pa.Table.from_batches(list(opened.batches)).to_pylist()
    assert [row["id"] for row in rows] in ([7, 8], ["7", "8"])
    assert [row["solution"] or None for row in rows] == [lowbit.solve(unique).to_line(), None]


def test_a_job_on_another_board(tmp_path: Path) -> None:
    unique, loose = puzzles_on("6x6")
    table = pa.table({"puzzle": [unique.to_line(), loose.to_line()]})
    pq.write_table(table, tmp_path / "in.parquet")
    made = str(tmp_path / "made")
    done = command(
        "job", "run", str(tmp_path / "in.parquet"), made, "--do", "solve", "--geometry", "6x6"
    )
    assert "1 unique, 1 several" in done.stderr
    [file] = (tmp_path / "made").glob("*.parquet")
    assert pq.read_table(file).column("solution").to_pylist() == [
        lowbit.solve(unique).to_line(),
        None,
    ]
    asked = "--do", "rate", "--geometry", "6x6"
    command("job", "run", str(tmp_path / "in.parquet"), made + "2", *asked)
    [file] = (tmp_path / "made2").glob("*.parquet")
    assert pq.read_table(file).column("nodes").to_pylist() == [lowbit.rate(unique).nodes, None]
    wrong = command(
        "job", "run", str(tmp_path / "in.parquet"), made + "3", *asked, "--rules", "hodoku"
    )
    assert "classic board alone" in wrong.stderr
    assert wrong.returncode == 1


def test_lines_become_a_table_of_their_board(tmp_path: Path) -> None:
    unique, _ = puzzles_on("6x6")
    target = tmp_path / "out.parquet"
    command("count", "--geometry", "6x6", "-o", str(target), stdin=f"{unique.to_line()}\n")
    assert pq.read_table(target).column("n_solutions").to_pylist() == [1]
