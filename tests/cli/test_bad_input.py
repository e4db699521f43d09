"""Whatever comes in, what goes out is an answer or a message, and never a traceback."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from command_line import EXAMPLES, lowbit
from lowbit.cli.contest.dialects import DIALECTS

if TYPE_CHECKING:
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
ROWS = "".join(f"{PUZZLE[start : start + 9]}\n" for start in range(0, 81, 9))
NUMBERS = " ".join(PUZZLE.replace(".", "0"))
PYRAMID = "".join(f"{NUMBERS[start : start + 17]}\n" for start in range(0, 161, 18))

COMMANDS = ["solve", "count", "check", "show"]

BAD = {
    "empty": (b"", "the input is empty"),
    "empty lines": (b"\n\n", "the input is empty"),
    "too short": (PUZZLE[:-1].encode(), "line 1: a 9x9 grid has 81 cells, not 80"),
    "too long": (PUZZLE.encode() + b".", "line 1: a 9x9 grid has 81 cells, not 82"),
    "wrong character": (b"x" + PUZZLE[1:].encode(), "line 1, column 1: 'x' is not a digit"),
    "not UTF-8": (PUZZLE[:-1].encode() + b"\xff", "line 1, column 81: byte 0xff is not UTF-8"),
    "cut off": (f"Grid 01\n{ROWS[:-10]}".encode(), "line 10: row 9 of 9 was expected"),
    "count too large": (f"2\n{ROWS}".encode(), "line 11: grid 2 of 2 was expected"),
    "count too small": (f"1\n{ROWS}{ROWS}".encode(), "after grid 1 of 1"),
    "number out of range": (PYRAMID.replace("8", "10").encode(), "'10' is not a number from 0"),
    "no grid at all": (b"Dear judge,\nplease find attached\n", "no format fits"),
    "binary": (bytes(range(256)) * 10, "<stdin>"),
    "no text": (b"x\xff\xfe\x80 \\udc90", r"no format fits 'x\xff\xfe\x80 \\udc90'"),
}
"""What is wrong, how it looks, and a part of what is said about it."""


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_named_with_its_place(command: str, what: str) -> None:
    given, message = BAD[what]
    done = lowbit(command, stdin=given)
    assert done.stderr.startswith("lowbit: error: <stdin>: ")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == 1


def test_an_end_that_is_missing_is_named_after_all_answers() -> None:
    done = lowbit("judge", "acwing166", stdin=f"{PUZZLE}\n")
    assert done.stdout == f"{SOLUTION}\n"
    assert (
        done.stderr
        == "lowbit: error: <stdin>: line 2: the line 'end' was expected, but the text ends\n"
    )
    assert done.returncode == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_what_follows_the_end_is_named_once(command: str, tmp_path: Path) -> None:
    alone, more = tmp_path / "alone.txt", tmp_path / "more.txt"
    alone.write_text(f"{PUZZLE}\nend\n\n# that is all\n")
    far = "\n" * 100_000  # in a chunk of its own
    for follows in (f"\n{PUZZLE}\n{SOLUTION}\n", f"{far}{PUZZLE}"):
        more.write_text(f"{PUZZLE}\nend\n{follows}")
        done = lowbit(command, "-q", more)
        line = 2 + follows.index(PUZZLE) + 1
        assert (done.returncode, done.stdout) == (1, lowbit(command, "-q", alone).stdout)
        assert done.stderr == (
            f"lowbit: error: {more}: line {line}: what follows 'end' is not read: "
            f"'{PUZZLE[:40]}...'\n"
        )
    assert lowbit(command, "-q", alone).returncode == 0


def test_what_follows_the_end_is_no_matter_to_a_judge() -> None:
    done = lowbit("judge", "acwing166", stdin=f"{PUZZLE}\nend\n{PUZZLE}\n")
    assert (done.stdout, done.stderr, done.returncode) == (f"{SOLUTION}\n", "", 0)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_judge_answers_nothing_with_nothing(dialect: str) -> None:
    done = lowbit("judge", dialect, stdin="")
    assert (done.stdout, done.returncode) == ("", 1)
    assert done.stderr.startswith("lowbit: error: <stdin>: line 1: ")


def test_a_number_that_is_too_large_is_not_taken_for_a_word() -> None:
    done = lowbit("judge", "poj2676", stdin="1234567890\n")
    reported = "the number of grids was expected, but '1234567890' is too large"
    assert done.stderr == f"lowbit: error: <stdin>: line 1: {reported}\n"


def test_a_grid_that_never_comes_has_no_line_in_the_answer() -> None:
    done = lowbit("judge", "poj2676", stdin=f"2\n{ROWS}")
    assert len(done.stdout.splitlines()) == len(ROWS.splitlines())


def test_what_can_be_answered_is_answered() -> None:
    done = lowbit("solve", "-q", stdin=f"2\n{ROWS}")
    first, second = done.stdout.splitlines()
    assert first == SOLUTION
    assert second.startswith("# invalid: line 11: grid 2 of 2 was expected")


@pytest.mark.parametrize("command", [*COMMANDS, "judge acwing166"])
def test_a_directory_is_no_file(command: str) -> None:
    done = lowbit(*command.split(), EXAMPLES)
    assert done.stderr.startswith(f"lowbit: error: {EXAMPLES}: this is a directory")
    assert done.returncode == 1


@pytest.mark.parametrize("command", [*COMMANDS, "judge acwing166"])
def test_a_missing_file_is_named(command: str) -> None:
    done = lowbit(*command.split(), "no-such-file.txt")
    assert done.stderr.startswith("lowbit: error: no-such-file.txt: ")
    assert "no such file" in done.stderr
    assert done.returncode == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("command", [*COMMANDS, "judge acwing166"])
def test_a_file_that_may_not_be_read_is_named(command: str, tmp_path: Path) -> None:
    file = tmp_path / "secret.txt"
    file.touch(mode=0o000)
    done = lowbit(*command.split(), file)
    assert done.stderr.startswith(f"lowbit: error: {file}: reading is not permitted")
    assert done.returncode == 1


def test_a_source_that_cannot_be_read_leaves_the_others_alone() -> None:
    done = lowbit("solve", "-q", "no-such-file.txt", PUZZLE, EXAMPLES, PUZZLE)
    assert done.stdout == f"{SOLUTION}\n{SOLUTION}\n"
    assert done.stderr.count("lowbit: error: ") == 2
    assert done.returncode == 1


def test_a_solved_grid_is_its_own_solution() -> None:
    done = lowbit("solve", SOLUTION)
    assert (done.stdout, done.returncode) == (f"{SOLUTION}\n", 0)


def test_an_output_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    output = tmp_path / "no" / "such" / "folder.txt"
    done = lowbit("solve", "-o", output, PUZZLE)
    assert done.stderr == f"lowbit: error: {output}: No such file or directory\n"
    assert done.returncode == 1


def test_a_disk_that_is_full_is_said_to_be() -> None:
    done = lowbit("solve", "-o", "/dev/full", PUZZLE)
    assert done.stderr == "lowbit: error: /dev/full: No space left on device\n"
    assert done.returncode == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-command"],
        ["solve", "--no-such-option"],
        ["solve", "--geometry", "1x1"],
        ["solve", "--geometry", "9x9+hats"],
        ["solve", "--from", "no-such-format"],
        ["solve", "--to", "no-such-format"],
        ["solve", "--max-nodes", "0"],
        ["solve", "--time-limit", "-1"],
        ["solve", "--time-limit", "nan"],
        ["maximize", "--time-limit", "nan"],
        ["generate", "--time-limit", "nan"],
        ["serve", "--time-limit", "nan"],
        ["serve", "--long-time-limit", "nan"],
        ["serve", "--host", ""],
        ["serve", "--allow-host", ""],
        ["serve", "--allow-host", "*"],
        ["serve", "--allow-host", ".sudoku.example"],
        ["serve", "--allow-host", "https://sudoku.example/"],
        ["serve", "--allow-host", "sudoku.example:8443"],
        ["serve", "--proxy", "nginx"],
        ["serve", "--proxy", "*"],
        ["count", "--limit", "many"],
        ["judge"],
        ["judge", "no-such-judge"],
        ["completion", "no-such-shell"],
    ],
)
def test_wrong_usage_differs_from_bad_input(arguments: list[str]) -> None:
    done = lowbit(*arguments)
    assert done.stdout == ""
    assert done.stderr.startswith("Usage: lowbit")
    assert "\nlowbit: error: " in done.stderr
    assert done.returncode == 2


def test_a_mistyped_command_is_answered_with_one_like_it() -> None:
    done = lowbit("sovle", "x")
    assert "No such command 'sovle'. Did you mean 'solve'?" in done.stderr
    assert done.returncode == 2
