"""What ``lowbit minimize`` writes, for few puzzles and for many."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from command_line import lowbit
from lowbit import Geometry, is_minimal_many, minimize, shuffle_many, solve_many

if TYPE_CHECKING:
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
FIRST = "6....2.4...29..78.18....9....9...4715.6..4....7...........2...5...7.....2..3....."
FULL = "697582143452913786183467952829635471516874239374291568748126395265349817931758624"
EMPTY = "." * 81
CLASHING = "66" + "." * 79


def test_a_minimal_puzzle_a_line() -> None:
    done = lowbit("minimize", PUZZLE)
    assert (done.stdout, done.stderr, done.returncode) == (f"{FIRST}\n", "", 0)


def test_what_has_not_one_solution_is_written_as_it_is() -> None:
    done = lowbit("minimize", PUZZLE, EMPTY, CLASHING)
    assert done.stdout == f"{FIRST}\n{EMPTY}  # several\n{CLASHING}  # none\n"
    assert "3 puzzles: 1 unique, 1 several, 1 none (" in done.stderr
    assert done.returncode == 1


def test_json_has_the_puzzle_and_a_reason() -> None:
    done = lowbit("minimize", "--to", "json", PUZZLE, EMPTY)
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["status"], first["minimal"], first["puzzle"]) == ("unique", FIRST, PUZZLE)
    assert (second["status"], second["minimal"]) == ("several", None)
    assert second["reason"]


def test_a_puzzle_that_takes_too_many_nodes_is_given_up_alone() -> None:
    done = lowbit("minimize", "--max-nodes", "1", "-v", FULL, PUZZLE)
    assert done.stdout == f"{FULL}  # limit-reached\n{PUZZLE}  # limit-reached\n"
    assert "2 limit-reached" in done.stderr
    assert done.returncode == 1
    done = lowbit("minimize", "--max-nodes", "100000", FULL, PUZZLE)
    assert done.stdout == f"{minimize(FULL).to_line()}\n{FIRST}\n"
    assert done.returncode == 0


@pytest.mark.slow
def test_a_limit_of_nodes_ends_the_same_searches_however_the_text_comes() -> None:
    full = solve_many(shuffle_many([PUZZLE] * 40, seed=1).array).solutions
    lines = [*("".join(map(str, row)) for row in full.tolist()), PUZZLE, EMPTY] * 2
    text = "\n".join(lines)
    limited = ("minimize", "--max-nodes", "100")
    whole = lowbit(*limited, stdin=text).stdout.splitlines()
    assert {answer[81:] for answer in whole} == {"", "  # limit-reached", "  # several"}
    assert lowbit(*limited, *lines[:9]).stdout.splitlines() == whole[:9]
    assert lowbit(*limited, stdin="\n".join(lines[:41])).stdout.splitlines() == whole[:41]
    assert lowbit(*limited, stdin=PUZZLE).stdout.splitlines() == whole[40:41]


def test_a_puzzle_that_takes_too_long_is_given_up_and_the_next_one_asked() -> None:
    done = lowbit("minimize", "--time-limit", "0", stdin=f"{FULL}\n" * 400 + PUZZLE)
    assert done.stdout == f"{FULL}  # limit-reached\n" * 400 + f"{PUZZLE}  # limit-reached\n"
    assert done.returncode == 1
    done = lowbit("minimize", "--time-limit", "60", FULL, PUZZLE, EMPTY)
    assert done.stdout == f"{minimize(FULL).to_line()}\n{FIRST}\n{EMPTY}  # several\n"


def test_limits_hold_for_tables_too(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text(f"puzzle\n{FULL}\n{PUZZLE}\n{EMPTY}\n")
    done = lowbit("minimize", "--column", "puzzle", "--max-nodes", "1", path)
    rows = done.stdout.splitlines()[1:]
    assert rows[:2] == [f"{FULL},,limit-reached", f"{PUZZLE},,limit-reached"]
    assert done.returncode == 1
    for limit in (["--max-nodes", "100000"], ["--time-limit", "60"]):
        done = lowbit("minimize", "--column", "puzzle", *limit, path)
        assert done.stdout.splitlines()[1:] == [
            f"{FULL},{minimize(FULL).to_line()},unique",
            f"{PUZZLE},{FIRST},unique",
            f"{EMPTY},,several",
        ]


@pytest.mark.parametrize("limit", [["--max-nodes", "0"], ["--time-limit", "-1"]])
def test_a_limit_that_is_none_is_wrong_usage(limit: list[str]) -> None:
    done = lowbit("minimize", *limit, PUZZLE)
    assert (done.returncode, done.stdout) == (2, "")
    assert limit[0] in done.stderr


def test_many_are_answered_as_one_by_one(tmp_path: Path) -> None:
    full = solve_many(shuffle_many([PUZZLE] * 300, seed=1).array).solutions
    some = ["".join(map(str, row)) for row in full.tolist()]
    lines = [*some, EMPTY, "no puzzle", PUZZLE] * 3
    path = tmp_path / "many.txt"
    path.write_text("\n".join(lines) + "\n")
    one, four = (
        lowbit("minimize", "--seed", "7", "--threads", n, "--from", "line", path)
        for n in ("1", "4")
    )
    assert one.stdout == four.stdout
    answers = one.stdout.splitlines()
    assert len(answers) == len(lines)
    assert one.returncode == 1
    for number in (0, 1, len(lines) - 1):
        assert answers[number] == minimize(lines[number], seed=7, row=number).to_line()
    assert {answer[81:] for line, answer in zip(lines, answers, strict=True) if line == EMPTY} == {
        "  # several"
    }
    minimal = [answer for answer in answers if len(answer) == 81]
    assert is_minimal_many(minimal).array.all()
    assert np.array_equal(
        solve_many(minimal).solutions,
        solve_many([line for line in lines if line not in {EMPTY, "no puzzle"}]).solutions,
    )


def test_other_boards_are_minimised_one_by_one_however_many_there_are() -> None:
    tiny = Geometry.parse("4x4")
    solved = "1234341221434321"
    minimal = minimize(solved, geometry=tiny).to_line()
    done = lowbit("minimize", "--geometry", "4x4", stdin=f"{solved}\n" * 400)
    assert done.stdout == f"{minimal}\n" * 400
    assert done.returncode == 0
