"""``lowbit search``: what it writes, and how it ends."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import lowbit as package
from command_line import bash, lowbit
from lowbit.constraints import Cage
from lowbit.verbs.puzzles import grid_of

if TYPE_CHECKING:
    from pathlib import Path

SMALL = "12...4....4....1"
ON_4X4 = ("search", "--geometry", "4x4")


def test_neighbours_are_written_with_their_measures() -> None:
    found = [grid_of(one.puzzle) for one in package.search([SMALL], geometry="4x4")]
    done = lowbit(*ON_4X4, "--highest", "clues", SMALL)
    assert done.returncode == 0
    lines = [f"{one.to_line()}  clues={one.n_clues}" for one in found]
    assert done.stdout.splitlines() == lines
    assert "8 puzzles in the pool, " in done.stderr
    rows = [json.loads(line) for line in lowbit(*ON_4X4, "--to", "json", SMALL).stdout.splitlines()]
    assert [row["puzzle"] for row in rows] == [one.to_line() for one in found]
    assert rows[0] == {
        "puzzle": found[0].to_line(), "parent": 0, "move": "-1+1", "generation": 1,
        "measures": {},
    }  # fmt: skip


def test_a_bad_seed_is_reported_and_the_others_searched(tmp_path: Path) -> None:
    path = tmp_path / "seeds.txt"
    path.write_text(f"{SMALL}\n{'.' * 16}\nno puzzle\n")
    done = lowbit(*ON_4X4, path)
    assert done.returncode == 1
    assert done.stdout == lowbit(*ON_4X4, SMALL).stdout != ""
    assert f"{path}: line 2: a seed has one solution, not several" in done.stderr
    assert "line 3" in done.stderr


def test_seeds_of_another_kind_are_reported_by_their_lines(tmp_path: Path) -> None:
    (seed,) = package.generate(1, seed=1)
    (sukaku,) = package.generate_sukaku(seed=1)
    on_seeds = ("search", "--sample", "8", "--seed", "1")
    total = sum(map(int, package.solve(seed).to_line()[:2]))
    with_cage = package.Puzzle(seed, [Cage((0, 1), total)])
    path = tmp_path / "seeds.txt"
    lines = [seed.to_line(), sukaku.to_pencilmarks(), with_cage.to_json()]
    path.write_text("\n".join(lines))
    done = lowbit(*on_seeds, path)
    assert done.returncode == 1
    alone = lowbit(*on_seeds, seed.to_line())
    assert (alone.returncode, alone.stdout) == (0, done.stdout)
    assert f"{path}: line 2: a search changes givens alone" in done.stderr
    assert f"{path}: line 3: not of the board and the constraints" in done.stderr


def test_boards_are_named_and_read_again() -> None:
    done = bash("lowbit generate --geometry x --seed 2 | lowbit search -n 1 --sample 1 --seed 1 -")
    heading, puzzle = done.stdout.splitlines()
    assert (heading, len(puzzle)) == ("# 9x9+diagonals", 81)


def test_a_pool_goes_on(tmp_path: Path) -> None:
    asked = (*ON_4X4, "--pool", tmp_path / "pool.txt", "--seed", "1", SMALL)
    first = lowbit(*asked)
    assert lowbit(*asked).stdout == first.stdout
    more = lowbit(*asked, "--generations", "any")
    assert more.stdout.startswith(first.stdout)
    assert len(more.stdout.splitlines()) == 21
    other = lowbit(*asked, "--move", "-2+2")
    assert (other.returncode, other.stdout) == (1, "")
    assert "pool.txt: this is the pool of another search: its moves differ" in other.stderr


def test_too_few_are_told() -> None:
    done = lowbit(*ON_4X4, "-n", "99", SMALL)
    assert done.returncode == 1
    assert "7 of 99 puzzles found: there is nothing more to find" in done.stderr
    late = lowbit("search", "--time-limit", "0", "-n", "1", "-q", f"{SMALL}")
    assert "0 of 1 puzzles found: time is over" in late.stderr
    rated = lowbit("search", "--time-limit", "0", "--highest", "depth", f"{SMALL}")
    assert "a limit ended the rating of the seeds: give it more time" in rated.stderr


def test_techniques_are_measures() -> None:
    asked = (*ON_4X4, "--want", "hidden-single=1-", "--highest", "hidden-single", SMALL)
    lines = lowbit(*asked).stdout.splitlines()
    assert len(lines) == 7
    assert all(line.endswith("  hidden-single=1") for line in lines)


WRONG = {
    "--keep clues": "is not like clues=12",
    "--want er=-": "is not like clues=12",
    "--generations -1": "neither a whole number nor any",
    "--generations " + "9" * 5000: "is not a valid integer",
    "--move 1+1": "a move is 'twins' or like '-1+2'",
    "--lowest level": "unknown measure 'level'",
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_usage_is_told(words: str) -> None:
    done = lowbit(*ON_4X4, *words.split(), SMALL)
    assert done.returncode == 2
    assert WRONG[words] in done.stderr
