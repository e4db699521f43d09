"""``lowbit generate --sukaku`` and ``lowbit minimize --candidates``: as the functions do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

from command_line import lowbit as run
from lowbit import Grid, canonical, generate_sukaku, minimal_candidates, shuffle, solve, tables

if TYPE_CHECKING:
    from pathlib import Path

SMALL = [grid.to_pencilmarks() for grid in generate_sukaku(2, geometry="4x4", seed=1)]


def test_generate_writes_what_the_function_makes() -> None:
    done = run("generate", "--sukaku", "2", "--geometry", "4x4", "--seed", "1")
    assert done.stdout.splitlines() == SMALL
    assert "2 made" in done.stderr


@pytest.mark.parametrize(
    "other",
    [("--clues", "20"), ("--grids",), ("--weighted",), ("--threads", "1"), ("--to", "board")],
)
def test_generate_refuses_what_does_not_go_with_it(other: tuple[str, ...]) -> None:
    done = run("generate", "--sukaku", *other)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--sukaku can only be combined with" in done.stderr


def test_generate_writes_solutions_and_tables(tmp_path: Path) -> None:
    solved = [solve(Grid(text, "4x4")).to_line() for text in SMALL]
    asked = ("generate", "-q", "--sukaku", "2", "--geometry", "4x4", "--seed", "1", "--solutions")
    lines = [f"{text},{solution}" for text, solution in zip(SMALL, solved, strict=True)]
    assert run(*asked).stdout.splitlines() == lines
    table = [f"{line},{Grid(line[:64], '4x4').n_clues}" for line in lines]
    assert run(*asked, "--to", "csv").stdout.splitlines() == ["puzzle,solution,clues", *table]
    for name in ("some.parquet", "some.jsonl"):
        assert run(*asked, "-o", tmp_path / name).returncode == 0
        answered = run("count", "--geometry", "4x4", "--to", "csv", tmp_path / name, "-q").stdout
        assert answered.splitlines()[1:] == [f"{line},1,unique" for line in table]
    (large,) = generate_sukaku(seed=5)
    row = run("generate", "-q", "--sukaku", "--seed", "5", "--to", "csv").stdout.splitlines()[1]
    assert row == f"{large.to_pencilmarks()},{large.n_clues}"


def test_commands_and_tables_answer_the_candidates_and_no_empty_board() -> None:
    sukaku = Grid(SMALL[0], "4x4")
    solution = solve(sukaku).to_line()
    answers = {
        "solve": solution,
        "count": 1,
        "candidates": solution,
        "canonical": canonical(sukaku).to_pencilmarks(),
        "minimize": SMALL[0],
        "shuffle": shuffle(sukaku, seed=1).to_pencilmarks(),
    }
    column = pa.array([SMALL[0], "." * 64, "." * 16])
    for verb, answer in answers.items():
        seed = ("--seed", "1") if verb == "shuffle" else ()
        done = run(verb, "--geometry", "4x4", "-q", *seed, stdin=f"{SMALL[0]}\n")
        assert done.stdout == f"{answer}\n", verb
        asked = {"seed": 1} if seed else {}
        table = getattr(tables, verb)(column, geometry="4x4", **asked).to_pydict()
        first, none, open_one = next(found for name, found in table.items() if name != "puzzle")
        assert first == answer, verb
        assert none != open_one or open_one is None, verb


def test_a_limit_of_time_ends_it() -> None:
    done = run("generate", "--sukaku", "--time-limit", "0")
    assert (done.returncode, done.stdout) == (1, "")
    assert "limit" in done.stderr


@pytest.mark.parametrize("seed", [(), ("--seed", "3")])
def test_minimize_lets_candidates_back(seed: tuple[str, ...]) -> None:
    lines = ["1234341221434321", SMALL[0], "." * 16]
    done = run("minimize", "--candidates", *seed, "--geometry", "4x4", stdin="\n".join(lines))
    number = int(seed[1]) if seed else None
    found = [
        minimal_candidates(Grid(line, "4x4"), seed=number, row=row).to_pencilmarks()
        for row, line in enumerate(lines[:2])
    ]
    assert done.stdout.splitlines() == [*found, f"{lines[2]}  # several"]
    assert found[1] == SMALL[0]


def test_minimize_lets_candidates_back_in_tables_and_refuses_all(tmp_path: Path) -> None:
    table = tmp_path / "some.csv"
    table.write_text(f"puzzle,x\n1234341221434321,1\n{'.' * 16},2\n{SMALL[0]},3\n")
    done = run("minimize", "--candidates", "--geometry", "4x4", "--column", "puzzle", "-q", table)
    first = minimal_candidates("1234341221434321", geometry="4x4").to_pencilmarks()
    rows = [line.split(",")[1:] for line in done.stdout.splitlines()[1:]]
    assert rows == [["1", first, "unique"], ["2", "", "several"], ["3", SMALL[0], "unique"]]
    assert "goes with neither" in run("minimize", "--candidates", "--all", "1" * 81).stderr
