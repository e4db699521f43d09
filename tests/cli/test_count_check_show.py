"""What ``lowbit count``, ``lowbit check`` and ``lowbit show`` write."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from command_line import EXAMPLES, lowbit
from lowbit import formats
from lowbit.formats import FORMATS
from lowbit.grid import Grid

MIXED = EXAMPLES / "mixed.txt"
"""One solution, several, none, a clash, solved, blank, and two lines that are no puzzle."""

SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
CLASHING = "66" + "." * 79


def test_count_writes_a_number_a_line() -> None:
    done = lowbit("count", "--limit", "300", MIXED)
    assert done.stdout.split() == ["1", "254", "0", "0", "1", "300", "invalid", "invalid"]
    assert "lowbit: 8 puzzles: 2 unique, 2 several, 2 none, 2 invalid (" in done.stderr
    assert done.returncode == 1


def test_a_count_of_none_is_an_answer() -> None:
    done = lowbit("count", CLASHING)
    assert (done.stdout, done.stderr, done.returncode) == ("0\n", "", 0)


def test_count_without_a_limit_counts_all() -> None:
    assert lowbit("count", "--geometry", "4x4", "." * 16).stdout == "288\n"


@pytest.mark.parametrize("limit", [("--max-nodes", "1"), ("--time-limit", "0")])
def test_count_says_where_a_limit_is_reached(limit: tuple[str, str]) -> None:
    done = lowbit("count", "-v", *limit, "." * 81)
    assert (done.stdout, done.returncode) == ("limit-reached  # at least 0\n", 1)
    assert "limit ended the search after" in done.stderr


@pytest.mark.parametrize("nodes", ["2000", "20000"])
def test_count_tells_how_many_were_counted_before_a_limit(nodes: str) -> None:
    done = lowbit("count", "--to", "json", "--max-nodes", nodes, "." * 81)
    assert re.search(f"after {nodes} nodes; at least [1-9][0-9]+ solutions, ", done.stdout)


def test_count_as_csv_and_json() -> None:
    rows = list(
        csv.DictReader(io.StringIO(lowbit("count", "--limit", "2", "--to", "csv", MIXED).stdout))
    )
    assert [row["n_solutions"] for row in rows] == ["1", "2", "0", "0", "1", "2", "", ""]
    assert rows[1]["remark"] == "several solutions"
    lines = lowbit("count", "--limit", "2", "--to", "json", MIXED).stdout.splitlines()
    assert [json.loads(line)["n_solutions"] for line in lines] == [1, 2, 0, 0, 1, 2, None, None]


def test_check_names_every_clash() -> None:
    done = lowbit("check", MIXED)
    lines = done.stdout.splitlines()
    assert lines[:3] + lines[4:] == ["ok", "ok", "ok", "ok", "ok", "invalid", "invalid"]
    assert lines[3].split("; ") == [
        "two 6s in row 1: r1c1 and r1c2",
        "two 6s in box 1: r1c1 and r1c2",
        "no place for 9 in row 1",
        "no place for 9 in box 1",
        "no place for 6 in box 7",
    ]
    assert "lowbit: 8 puzzles: 5 ok, 1 clash, 2 invalid (" in done.stderr
    assert done.returncode == 1


def test_check_unique_writes_one_word_a_line() -> None:
    done = lowbit("check", "--unique", MIXED)
    assert done.stdout.split() == [
        "unique",
        "several",
        "none",
        "none",
        "unique",
        "several",
        "invalid",
        "invalid",
    ]
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("puzzle", "option", "word"),
    [
        (CLASHING, [], "none"),
        ("." * 81, [], "several"),
        ("." * 81, ["--max-nodes", "1"], "limit-reached"),
    ],
)
def test_check_unique_fails_unless_it_is(puzzle: str, option: list[str], word: str) -> None:
    done = lowbit("check", "--unique", *option, puzzle)
    assert (done.stdout, done.returncode) == (f"{word}\n", 1)


@pytest.mark.parametrize("option", [(), ("--unique",)])
def test_check_finds_nothing_wrong_with_a_good_puzzle(option: tuple[str, ...]) -> None:
    done = lowbit("check", *option, SOLUTION)
    assert (done.stdout, done.returncode) == ("unique\n" if option else "ok\n", 0)


def test_check_as_json() -> None:
    lines = lowbit("check", "--to", "json", CLASHING).stdout.splitlines()
    (found,) = map(json.loads, lines)
    assert found["status"] == "clash"
    assert found["clashes"].startswith("two 6s in row 1: r1c1 and r1c2; ")


def test_show_draws_boards() -> None:
    done = lowbit("show", SOLUTION, CLASHING)
    assert done.stdout == f"{Grid(SOLUTION)}\n\n{Grid(CLASHING)}\n"
    assert done.returncode == 0


def test_show_says_what_a_board_has_no_place_for_and_goes_on() -> None:
    either = Grid.from_masks([0b11, 0, *Grid(SOLUTION).allowed[2:]])
    done = lowbit("show", either.to_pencilmarks(), SOLUTION)
    first, second = done.stdout.split("\n\n")
    assert first.splitlines()[-2:] == ["candidates of r1c1: 1 2", "candidates of r1c2: none"]
    assert (second, done.returncode) == (f"{Grid(SOLUTION)}\n", 0)


@pytest.mark.parametrize("name", FORMATS)
def test_show_writes_every_format(name: str) -> None:
    puzzles = [Grid(SOLUTION), Grid(CLASHING)]
    text = io.StringIO()
    formats.write(puzzles, text, name)
    assert lowbit("show", "-q", "--to", name, SOLUTION, CLASHING).stdout == text.getvalue()
    shown = lowbit("show", "-q", "--from", name, "--to", "line", stdin=text.getvalue()).stdout
    assert [record.grid for record in formats.read(shown.splitlines())] == puzzles


def test_show_leaves_out_what_is_no_puzzle_and_says_so() -> None:
    done = lowbit("show", "--to", "acwing166", MIXED)
    assert len(done.stdout.splitlines()) == 6 + len(["end"])
    assert done.stderr.count("lowbit: error: ") == 2
    assert done.returncode == 1


def test_show_as_lines_keeps_everything_in_its_place() -> None:
    shown = lowbit("show", "--to", "line", MIXED).stdout.splitlines()
    source = MIXED.read_text(encoding="utf-8").splitlines()
    assert [line.split("  # invalid")[0] for line in shown] == source
