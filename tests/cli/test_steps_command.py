"""``lowbit steps``, ``lowbit hint`` and ``lowbit techniques``."""

from __future__ import annotations

import json

from command_line import lowbit
from lowbit.techniques.registry import TECHNIQUES

EASY = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
WRONG = "11" + "." * 79


def test_each_step_is_a_line() -> None:
    done = lowbit("steps", EASY)
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert {len(line) for line in lines} == {5}
    assert lines[0] == [
        "hidden-single",
        "r1c2=9",
        "",
        "",
        "hidden single: 9 in row 1; so r1c2 is 9",
    ]
    assert sum(line[1].count("=") for line in lines) == EASY.count(".")


def test_json_has_the_evidence() -> None:
    done = lowbit("steps", "--to", "json", "--rules", "hodoku", EASY)
    first = json.loads(done.stdout.splitlines()[0])
    assert list(first) == [
        "technique",
        "name",
        "placements",
        "eliminations",
        "rating",
        "evidence",
    ]
    assert first["technique"] == "naked-single"
    assert first["rating"] == 4
    assert first["evidence"]["marks"] == {"single": [first["placements"][0].replace("=", "-")]}


def test_what_the_rules_do_not_solve_makes_the_exit_code_1() -> None:
    done = lowbit("steps", "--only", "full-house", EASY)
    assert (done.returncode, done.stdout) == (1, "stuck\n")


def test_a_technique_can_be_left_out() -> None:
    with_it, without_it = (
        {line.split("\t")[0] for line in lowbit("steps", *more, EASY).stdout.splitlines()}
        for more in ([], ["--without", "full-house"])
    )
    assert "full-house" in with_it
    assert "full-house" not in without_it


def test_all_that_applies_now() -> None:
    done = lowbit("steps", "--all", "--only", "pointing", EASY)
    assert done.returncode == 0
    assert {line.split("\t")[0] for line in done.stdout.splitlines()} == {"pointing"}


def test_a_puzzle_without_a_solution_is_none() -> None:
    for command in ("steps", "hint"):
        done = lowbit(command, "-v", WRONG)
        assert (done.returncode, done.stdout) == (1, "none\n")
        assert "two 1s in row 1" in done.stderr


def test_a_hint_tells_more_and_more() -> None:
    told = [lowbit("hint", "--level", str(level), EASY).stdout for level in (1, 2, 3)]
    assert told == [
        "look at row 1\n",
        "hidden single\n",
        "hidden single: 9 in row 1; so r1c2 is 9\n",
    ]


def test_the_registry_as_a_table_and_as_json() -> None:
    table = lowbit("techniques").stdout.splitlines()
    rows = [json.loads(line) for line in lowbit("techniques", "--to", "json").stdout.splitlines()]
    assert [line.split("\t")[0] for line in table] == list(TECHNIQUES)
    assert [row["technique"] for row in rows] == list(TECHNIQUES)
