"""``lowbit shuffle``: seeds, copies and formats. Bulk and single answers: test_bulk.py."""

from __future__ import annotations

import csv
import io
import json

import pytest

from command_line import lowbit
from lowbit import Geometry, Grid, Transform, is_unique, shuffle_many

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PAIR = Grid.from_masks([0b11, *Grid(EASY).allowed[1:]]).to_pencilmarks()


def test_a_puzzle_is_shuffled_as_its_line_and_the_seed_say() -> None:
    done = lowbit("shuffle", "--seed", "7", "-q", stdin=f"{EASY}\n\n{EASY} # easy\n{PAIR}\n")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[0] == Transform.random(7, 0)(EASY).to_line()
    assert lines[1] == ""
    assert lines[2] == Transform.random(7, 2)(EASY).to_line() + "  # easy"
    assert lines[3] == Transform.random(7, 3)(PAIR).to_pencilmarks()


@pytest.mark.parametrize("threads", ["1", "4"])
def test_a_file_of_puzzles_is_shuffled_as_a_batch(threads: str) -> None:
    text = f"{EASY}\n" * 2000
    expected = [Grid(row).to_line() for row in shuffle_many(text, seed=3).array]
    done = lowbit("shuffle", "--seed", "3", "--threads", threads, stdin=text)
    assert done.stdout.splitlines() == expected
    assert "2000 puzzles: 2000 shuffled" in done.stderr


def test_copies_follow_each_other() -> None:
    done = lowbit("shuffle", "--seed", "1", "--times", "3", "-q", EASY)
    expected = [Transform.random(1, copy)(EASY).to_line() for copy in range(3)]
    assert done.stdout.splitlines() == expected
    many = lowbit("shuffle", "--seed", "1", "--times", "2000", stdin=f"{EASY}\n# end\n{EASY}\n")
    lines = many.stdout.splitlines()
    assert lines[:3] == expected
    assert lines.index("# end") == 2000
    assert lines[-1] == Transform.random(1, 2 * 2000 + 1999)(EASY).to_line()
    assert len(lines) == 4001


def test_puzzles_of_other_sources_get_other_symmetries() -> None:
    lines = lowbit("shuffle", "--seed", "1", EASY, EASY, EASY).stdout.splitlines()
    assert len(set(lines)) == 3


def test_without_a_seed_every_run_differs() -> None:
    first, second = (lowbit("shuffle", EASY).stdout for _ in range(2))
    assert first != second
    assert is_unique(first)


def test_every_format() -> None:
    expected = Transform.random(1)(EASY)
    arguments = ("shuffle", "--seed", "1", "--to")
    board = lowbit(*arguments, "board", EASY).stdout
    assert Grid(board) == expected
    (row,) = csv.DictReader(io.StringIO(lowbit(*arguments, "csv", EASY).stdout))
    found = json.loads(lowbit(*arguments, "json", EASY).stdout)
    for answer in (row, found):
        assert (answer["puzzle"], answer["status"]) == (EASY, "shuffled")
        assert answer["shuffled"] == expected.to_line()
    restricted = json.loads(lowbit(*arguments, "json", PAIR).stdout)
    assert Grid(restricted["shuffled"]) == Transform.random(1)(PAIR)


@pytest.mark.parametrize("name", ["6x6", "6x6+diagonals", "4x4@r1c1,r3c3"])
def test_other_boards(name: str) -> None:
    puzzle = Grid([1, 2] + [0] * (Geometry.parse(name).n_cells - 2), name)
    lines = lowbit("shuffle", "--seed", "7", "--times", "2", "--geometry", name, puzzle.to_line())
    symmetries = (Transform.random(7, item, geometry=name) for item in range(2))
    assert lines.stdout.split() == [symmetry(puzzle).to_line() for symmetry in symmetries]


@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("name", ["6x6", "4x4+diagonals", "jigsaw:AABBAABBCCDDCCDD"])
def test_a_file_on_another_board_is_shuffled_as_each_alone(name: str, times: int) -> None:
    board = Geometry.parse(name)
    puzzles = [Grid([0] * n + [1, 2] + [0] * (board.n_cells - n - 2), name) for n in range(14)] * 90
    text = "".join(f"{puzzle.to_line()}\n" for puzzle in puzzles)
    done = lowbit("shuffle", "--seed", "7", "--times", str(times), "--geometry", name, stdin=text)
    alone = (
        Transform.random(7, number * times + copy, geometry=name)(puzzle).to_line()
        for number, puzzle in enumerate(puzzles)
        for copy in range(times)
    )
    assert done.stdout.split() == list(alone)


def test_what_is_no_puzzle_keeps_its_place_once() -> None:
    text = f"{EASY}\nno puzzle\n{EASY[:80]}x # bad\n{EASY}\n"
    done = lowbit("shuffle", "--seed", "1", "--times", "2", stdin=text)
    lines = done.stdout.splitlines()
    assert done.returncode == 1
    assert [("invalid" in line) for line in lines] == [False, False, True, True, False, False]
    assert "<stdin>: line 3, column 81: 'x'" in done.stderr
    assert "6 puzzles: 4 shuffled, 2 invalid" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seed", "-1", EASY], "--seed"),
        (["--seed", str(2**64), EASY], "--seed"),
        (["--times", "0", EASY], "--times"),
        (["--times", "10001", EASY], "--times"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str) -> None:
    done = lowbit("shuffle", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
