"""What ``lowbit solve`` writes: a line for each puzzle, whatever is the matter with it."""

from __future__ import annotations

import csv
import gzip
import io
import json
from typing import TYPE_CHECKING

import pytest

from command_line import EXAMPLES, PATIENCE, lowbit, start
from lowbit.formats import read
from lowbit.grid import Grid

if TYPE_CHECKING:
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"
CLASHING = "66" + PUZZLE[2:]
INVALID = PUZZLE[:39] + "x" + PUZZLE[40:]
BLANK = "." * 81
SOLUTION_2X3 = "123456456123231564564231312645645312"

LINES = f"""\
# a comment

{PUZZLE}
{PUZZLE}  # easy, they say
{SEVERAL}
{CLASHING};a remark
{INVALID} remark
"""

STATUSES = ["unique", "unique", "several", "none", "invalid"]


def test_each_line_is_answered_in_its_place() -> None:
    done = lowbit("solve", stdin=LINES)
    assert done.stdout == (
        "# a comment\n"
        "\n"
        f"{SOLUTION}\n"
        f"{SOLUTION}  # easy, they say\n"
        f"{SEVERAL}  # several\n"
        f"{CLASHING}  # none  # a remark\n"
        f"{INVALID} remark  # invalid: line 7, column 40: 'x' is not a digit or blank\n"
    )
    assert done.returncode == 1


def test_each_file_tells_the_size_of_its_board(tmp_path: Path) -> None:
    rows = tmp_path / "rows.txt"
    rows.write_text("1...\n...2\n..3.\n4...\n", encoding="ascii")
    done = lowbit("solve", str(rows), "-", BLANK[:16] + BLANK, "1234........2341", stdin=LINES)
    first, *others, last = done.stdout.splitlines()
    assert (first, last) == ("1243341221344321", "1234341241232341")
    assert others == lowbit("solve", stdin=LINES).stdout.splitlines()
    assert f"lowbit: error: {BLANK[:16] + BLANK}: no such file, and not a puzzle" in done.stderr


def test_errors_and_the_summary_go_to_standard_error() -> None:
    done = lowbit("solve", stdin=LINES)
    error, summary = done.stderr.splitlines()
    assert error == "lowbit: error: <stdin>: line 7, column 40: 'x' is not a digit or blank"
    assert summary.startswith("lowbit: 5 puzzles: 2 unique, 1 several, 1 none, 1 invalid (")
    assert summary.endswith(" puzzles/s)")


def test_quiet_leaves_out_the_summary_and_keeps_errors() -> None:
    done = lowbit("solve", "-q", stdin=LINES)
    assert done.stderr == "lowbit: error: <stdin>: line 7, column 40: 'x' is not a digit or blank\n"


def test_verbose_says_why() -> None:
    lines = lowbit("solve", "-v", stdin=LINES).stderr.splitlines()
    assert lines[0].startswith("lowbit: <stdin>: line 5: the puzzle has more than one solution: r")
    assert lines[1].startswith("lowbit: <stdin>: line 6: the puzzle has no solution: two 6s in row")
    assert lowbit("solve", "-v", PUZZLE).stderr.startswith("lowbit: 1 puzzle: 1 unique (")


def test_one_good_puzzle_needs_no_summary() -> None:
    done = lowbit("solve", PUZZLE)
    assert (done.stdout, done.stderr, done.returncode) == (f"{SOLUTION}\n", "", 0)


def test_what_solve_writes_is_read_again_as_the_same_puzzles() -> None:
    records = list(read(lowbit("solve", stdin=LINES).stdout.splitlines()))
    assert [record.grid for record in records] == [
        None,
        None,
        *map(Grid, (SOLUTION, SOLUTION, SEVERAL, CLASHING)),
        None,
    ]
    assert [record.remark for record in records[4:6]] == ["several", "none  # a remark"]


def test_csv_has_a_header_and_a_row_a_puzzle() -> None:
    rows = list(csv.DictReader(io.StringIO(lowbit("solve", "--to", "csv", stdin=LINES).stdout)))
    assert [row["status"] for row in rows] == STATUSES
    assert [row["solution"] for row in rows] == [SOLUTION, SOLUTION, "", "", ""]
    assert rows[1] == {
        "puzzle": PUZZLE,
        "status": "unique",
        "solution": SOLUTION,
        "reason": "",
        "remark": "easy, they say",
    }
    assert rows[4]["puzzle"] == f"{INVALID} remark"
    assert rows[4]["reason"] == "line 7, column 40: 'x' is not a digit or blank"


def test_csv_ends_its_lines_as_every_format_does() -> None:
    assert lowbit("solve", "--to", "csv", PUZZLE).stdout == (
        f"puzzle,status,solution,reason,remark\n{PUZZLE},unique,{SOLUTION},,\n"
    )


def test_json_has_an_object_a_line() -> None:
    lines = lowbit("solve", "--to", "json", stdin=LINES).stdout.splitlines()
    objects = [json.loads(line) for line in lines]
    assert [found["status"] for found in objects] == STATUSES
    assert [found["solution"] for found in objects] == [SOLUTION, SOLUTION, None, None, None]
    assert objects[1]["puzzle"] == PUZZLE


def test_board_draws_solutions_and_says_where_there_is_none() -> None:
    drawn = lowbit("solve", "--to", "board", stdin=LINES).stdout
    assert drawn == (
        f"{Grid(SOLUTION)}\n\n{Grid(SOLUTION)}\n\n"
        f"# several\n{Grid(SEVERAL)}\n\n# none\n{Grid(CLASHING)}\n\n"
        "# invalid: line 7, column 40: 'x' is not a digit or blank\n"
    )
    grids = [record.grid for record in read(drawn.splitlines(), "board") if record.grid]
    assert grids == list(map(Grid, (SOLUTION, SOLUTION, SEVERAL, CLASHING)))


@pytest.mark.parametrize(
    ("file", "n_puzzles"),
    [("acwing166.txt", 2), ("board.txt", 4), ("fifty.txt", 50), ("poj2676.txt", 1)],
)
def test_the_format_of_a_file_is_found_out(file: str, n_puzzles: int) -> None:
    done = lowbit("solve", EXAMPLES / file)
    lines = [line for line in done.stdout.splitlines() if line[:1] not in ("", "#")]
    assert len(lines) == n_puzzles
    assert all(Grid(line.split()[0]).is_solved for line in lines)
    assert done.returncode == 0


def test_from_overrides_what_the_file_looks_like() -> None:
    done = lowbit("solve", "--from", "pyramid", stdin=PUZZLE)
    assert "line 1" in done.stderr
    assert done.returncode == 1


def test_several_files_and_puzzles_are_answered_in_order(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(CLASHING, encoding="utf-8")
    done = lowbit("solve", "-q", file, PUZZLE, "-", stdin=SEVERAL)
    assert done.stdout == f"{CLASHING}  # none\n{SOLUTION}\n{SEVERAL}  # several\n"


def test_a_file_that_exists_wins_over_a_puzzle(tmp_path: Path) -> None:
    (tmp_path / PUZZLE).write_text(CLASHING, encoding="utf-8")
    assert lowbit("solve", PUZZLE, folder=tmp_path).stdout == f"{CLASHING}  # none\n"


def test_a_puzzle_on_the_command_line_may_be_a_drawn_board() -> None:
    assert lowbit("solve", str(Grid(PUZZLE))).stdout == f"{SOLUTION}\n"


def test_pencilmarks_are_a_puzzle_too() -> None:
    pencilmarks = Grid(PUZZLE).to_pencilmarks()
    assert lowbit("solve", pencilmarks).stdout == f"{SOLUTION}\n"
    fives_and_sevens = Grid.from_masks([0b1010000, *Grid(SEVERAL).allowed[1:]]).to_pencilmarks()
    assert lowbit("solve", fives_and_sevens).stdout == f"{fives_and_sevens}  # several\n"


@pytest.mark.parametrize(
    ("board", "puzzle", "solution"),
    [
        ("4x4", "..3.4..2.1......", "1234431221433421"),
        ("jigsaw:AABBAABBCCDDCCDD", "..3.4..2.1......", "1234431221433421"),
        ("6x6", f"......{SOLUTION_2X3[6:]}", SOLUTION_2X3),
    ],
)
def test_other_boards_are_solved(board: str, puzzle: str, solution: str) -> None:
    done = lowbit("solve", "--geometry", board, puzzle)
    assert (done.stdout, done.returncode) == (f"{solution}\n", 0)


def test_the_first_puzzle_tells_the_size() -> None:
    assert lowbit("solve", "..3. 4..2 .1.. ....").stdout == "1234431221433421\n"
    done = lowbit("solve", stdin=f"..3.4..2.1......\n{BLANK}\n")
    assert done.stdout.startswith("1234431221433421\n")
    assert "line 2: a 4x4 grid has 16 cells, not 81" in done.stderr
    done = lowbit("solve", stdin=f"{PUZZLE}\n..3.4..2.1......\n")
    assert done.stdout.startswith(f"{SOLUTION}\n")
    assert "line 2: a 9x9 grid has 81 cells, not 16" in done.stderr


@pytest.mark.parametrize("limit", [("--max-nodes", "1"), ("--time-limit", "0")])
def test_a_limit_that_is_reached_is_never_none(limit: tuple[str, str]) -> None:
    done = lowbit("solve", *limit, stdin=f"{BLANK}\n{SOLUTION}\n")
    assert done.stdout.startswith(f"{BLANK}  # limit-reached\n")
    assert " limit-reached" in done.stderr
    assert done.returncode == 1


def test_a_solution_comes_while_the_pipe_stays_open() -> None:
    with start("solve") as process:
        assert process.stdin
        assert process.stdout
        for _ in range(2):
            process.stdin.write(f"{PUZZLE}\n")
            process.stdin.flush()
            assert process.stdout.readline() == f"{SOLUTION}\n"
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0


def test_the_output_file_appears_complete(tmp_path: Path) -> None:
    output = tmp_path / "solved.txt"
    output.write_text("before", encoding="utf-8")
    done = lowbit("solve", "-o", output, PUZZLE)
    assert (done.stdout, done.returncode) == ("", 0)
    assert output.read_text(encoding="utf-8") == f"{SOLUTION}\n"
    assert list(tmp_path.iterdir()) == [output]


def test_the_output_file_may_be_the_input_file(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{PUZZLE}\n{PUZZLE}\n", encoding="utf-8")
    lowbit("solve", "-o", file, file)
    assert file.read_text(encoding="utf-8") == f"{SOLUTION}\n{SOLUTION}\n"


def test_an_output_that_is_no_regular_file_is_written_as_it_is() -> None:
    assert lowbit("solve", "-o", "/dev/stdout", PUZZLE).stdout == f"{SOLUTION}\n"


@pytest.mark.parametrize("command", ["solve", "count", "check", "maximize", "show"])
def test_a_name_of_json_is_written_as_json(tmp_path: Path, command: str) -> None:
    expected = lowbit(command, "--to", "json", PUZZLE).stdout
    output = tmp_path / "answers.JSON"
    assert lowbit(command, "-o", str(output), PUZZLE).returncode == 0
    assert output.read_text(encoding="utf-8") == expected
    assert json.loads(expected)["puzzle"] == PUZZLE


def test_a_name_of_packed_json(tmp_path: Path) -> None:
    output = tmp_path / "answers.json.gz"
    assert lowbit("solve", "-o", str(output), PUZZLE).returncode == 0
    assert json.loads(gzip.decompress(output.read_bytes()))["solution"] == SOLUTION


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("solve", "--to", "line", "-o", "{}/x.json", PUZZLE),
            "named as JSON, but the output is line",
        ),
        (("hint", "-o", "{}/x.json", PUZZLE), "named as JSON, but the output is line"),
        (("solve", "-o", "{}/x.svg", PUZZLE), "named as a picture, but the output is line"),
        (("hint", "--to", "board", "-o", "{}/x.png", PUZZLE), "named as a picture, but"),
        (("hint", "--to", "svg", "-o", "{}/x.pdf", PUZZLE), "but the output is svg"),
        (("generate", "-o", "{}/x.pdf"), "lowbit render draws puzzles"),
        (("generate", "-o", "{}/x.json"), "end the name in .jsonl"),
        (("generate", "-o", "{}/x.xlsx"), "name it .csv"),
        (("solve", "-o", "{}/x.XLSX", PUZZLE), "name it .csv"),
        (("solve", "-o", "{}/x.ods", str(EXAMPLES / "audit.csv")), "name it .csv"),
        (("solve", "-o", "{}/x.zip", PUZZLE), "an archive is not written"),
        (("solve", "-o", "{}/x.parquet.gz", PUZZLE), "leave .gz out"),
    ],
)
def test_what_a_name_promises_in_vain_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    done = lowbit(*(word.format(tmp_path) for word in arguments))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert not list(tmp_path.iterdir())
