"""The judges' dialects, byte for byte, through the real command."""

from __future__ import annotations

import io
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from command_line import EXAMPLES, PATIENCE, lowbit, start
from lowbit import formats
from lowbit.cli.commands import judge
from lowbit.cli.main import main
from lowbit.formats import source
from lowbit.grid import Grid
from lowbit.reference.search import Search

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Data

SAMPLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SOLUTION = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
CLASHING = "44" + SAMPLE[2:]
UNSOLVABLE = "536...8.4........7.7.....13.68..4...7...8...5...97......95..7..3....1.8.....4.539"
BLANK = "." * 81


def in_dialect(dialect: str, *puzzles: str) -> str:
    text = io.StringIO()
    formats.write(map(Grid, puzzles), text, dialect)
    return text.getvalue()


def answer_lines(dialect: str, solution: str) -> str:
    if dialect == "acwing166":
        return f"{solution}\n"
    return "".join(f"{solution[start : start + 9]}\n" for start in range(0, 81, 9))


@pytest.mark.parametrize(
    ("dialect", "file", "answer"),
    [
        ("euler96", "fifty.txt", "29855\n"),
        ("pyramid", "pyramid1.txt", "2829\n"),
        ("pyramid", "pyramid2.txt", "2852\n"),
        ("pyramid", "pyramid3.txt", "2864\n"),
    ],
)
def test_an_example_is_answered(dialect: str, file: str, answer: str) -> None:
    done = lowbit("judge", dialect, EXAMPLES / file)
    assert (done.stdout, done.stderr, done.returncode) == (answer, "", 0)


@pytest.mark.parametrize(
    ("dialect", "name"),
    [
        ("acwing166", "acwing166_sample"),
        ("acwing166", "poj3074_sample"),
        ("poj3074", "poj3074_sample"),
        ("poj2676", "poj2676_sample"),
        ("pyramid", "noip2009_P1074_sample1"),
        ("pyramid", "noip2009_P1074_sample2"),
    ],
)
def test_a_sample_is_answered_byte_for_byte(data: Data, dialect: str, name: str) -> None:
    given = data(f"judge/{name}.in").read_bytes()
    expected = data(f"judge/{name}.ans").read_text(encoding="utf-8")
    for done in (
        lowbit("judge", dialect, data(f"judge/{name}.in")),
        lowbit("judge", dialect, stdin=given),
        lowbit("judge", dialect, "-", stdin=given.replace(b"\n", b"\r\n")),
    ):
        assert (done.stdout, done.stderr, done.returncode) == (expected, "", 0)


def test_the_published_euler_file_gives_24702(data: Data) -> None:
    done = lowbit("judge", "euler96", data("p096_sudoku.txt"))
    assert (done.stdout, done.stderr, done.returncode) == ("24702\n", "", 0)


@pytest.mark.parametrize("dialect", ["acwing166", "poj2676"])
def test_a_puzzle_without_an_answer_leaves_an_empty_line(dialect: str) -> None:
    done = lowbit("judge", dialect, stdin=in_dialect(dialect, SAMPLE, CLASHING, SAMPLE))
    solved = answer_lines(dialect, SOLUTION)
    line = 2 if dialect == "acwing166" else 11
    assert done.stdout == f"{solved}\n{solved}"
    assert done.stderr.startswith(f"lowbit: error: <stdin>: line {line}: the puzzle has no sol")
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("puzzle", "why"), [(CLASHING, "no solution"), (BLANK, "more than one solution")]
)
def test_there_is_no_sum_where_a_grid_has_not_one_solution(puzzle: str, why: str) -> None:
    done = lowbit("judge", "euler96", stdin=in_dialect("euler96", SAMPLE, puzzle))
    assert (done.stdout, done.returncode) == ("", 1)
    assert done.stderr.startswith(f"lowbit: error: <stdin>: line 11: the puzzle has {why}")


def test_any_of_several_solutions_will_do_for_poj2676() -> None:
    done = lowbit("judge", "poj2676", stdin=in_dialect("poj2676", BLANK))
    assert Grid(done.stdout).is_solved
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("puzzle", [CLASHING, UNSOLVABLE])
def test_a_pyramid_without_a_completion_scores_minus_one(puzzle: str) -> None:
    done = lowbit("judge", "pyramid", stdin=in_dialect("pyramid", puzzle))
    assert (done.stdout, done.stderr, done.returncode) == ("-1\n", "", 0)


@pytest.mark.parametrize("n_behind", [0, 17])
@pytest.mark.parametrize(
    ("dialect", "crowd", "n_lines", "answer"),
    [
        ("acwing166", 1, 1, answer_lines("acwing166", SOLUTION)),
        ("acwing166", 1000, 1000, answer_lines("acwing166", SOLUTION) * 1000),
        ("poj2676", 1, 10, answer_lines("poj2676", SOLUTION)),
        ("pyramid", 1, 9, "2841\n"),
    ],
)
def test_an_answer_comes_while_the_pipe_stays_open(
    dialect: str, crowd: int, n_lines: int, answer: str, n_behind: int
) -> None:
    """Behind the puzzle there may be the beginning of the next line."""
    lines = in_dialect(dialect, *[SAMPLE] * crowd, SAMPLE).splitlines(keepends=True)
    n_sent = len("".join(lines[:n_lines])) + n_behind
    given = "".join(lines)
    with start("judge", dialect) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(given[:n_sent])
        process.stdin.flush()
        assert "".join(islice(process.stdout, answer.count("\n"))) == answer
        assert process.poll() is None
        process.stdin.write(given[n_sent:])
        process.stdin.close()
        assert process.stdout.read() == answer[: len(answer) // crowd]
    assert process.returncode == 0


def test_poj2676_ends_with_the_last_grid_that_was_announced() -> None:
    with start("judge", "poj2676") as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(in_dialect("poj2676", SAMPLE) + "what follows\n")
        process.stdin.flush()
        assert process.stdout.read() == answer_lines("poj2676", SOLUTION)
        assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize("dialect", ["euler96", "acwing166", "poj2676", "pyramid"])
@pytest.mark.parametrize("given", ["", "\n\n", "hello\n"])
def test_what_is_no_puzzle_is_said_to_be_none(dialect: str, given: str) -> None:
    done = lowbit("judge", dialect, stdin=given)
    assert done.stdout.strip() == ""
    assert done.stderr.startswith("lowbit: error: <stdin>: ")
    assert done.returncode == 1


SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"
SMALLEST = min(solution.to_line() for solution in Search(Grid(SEVERAL)))
MIXED = [SAMPLE, CLASHING, BLANK, SAMPLE.replace(".", "0"), SEVERAL, UNSOLVABLE]

BAD_LINES = {
    "acwing166": f"{SAMPLE[:-1]}x\n{SAMPLE}  # remark\n\n# comment\nsend\n",
    "poj2676": "",
    "euler96": "Grid x\n123\n",
    "pyramid": "1 2 3\n\n",
}
"""What can go wrong at the beginning of a text, and what is passed over there."""


@pytest.mark.parametrize("dialect", judge.DIALECTS)
def test_many_are_answered_as_one_by_one(
    dialect: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = judge.DIALECTS[dialect].format_name
    text = BAD_LINES[name] + in_dialect(name, *MIXED, *[SAMPLE] * 40)
    given = tmp_path / "given.txt"
    given.write_text(text, encoding="utf-8")
    said = []
    for pays, chunk in [(False, 1 << 16), (True, 1 << 16), (True, 100), (False, 7)]:
        monkeypatch.setattr(judge, "kernels_pay", lambda _n, pays=pays: pays)
        monkeypatch.setattr(source, "CHUNK", chunk)
        code = main(["judge", dialect, str(given)])
        said.append((code, *capsys.readouterr()))
    assert said[0][0] == 1
    assert said[1:] == said[:1] * 3


@pytest.mark.parametrize("dialect", ["acwing166", "poj2676"])
@pytest.mark.parametrize("crowd", [0, 1000])
def test_of_several_solutions_the_smallest_is_printed(dialect: str, crowd: int) -> None:
    done = lowbit("judge", dialect, stdin=in_dialect(dialect, SEVERAL, *[SAMPLE] * crowd))
    assert done.stdout == answer_lines(dialect, SMALLEST) + crowd * answer_lines(dialect, SOLUTION)
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("crowd", [0, 1000])
@pytest.mark.parametrize("last", ["end", " end\t", "end\r", "\rend\r"])
def test_what_follows_end_is_not_read(crowd: int, last: str) -> None:
    given = f"{SAMPLE}\n" * crowd + f"{SAMPLE}\n{last}\n{SAMPLE}\nno puzzle\nend\n"
    done = lowbit("judge", "acwing166", stdin=given)
    assert done.stdout == f"{SOLUTION}\n" * (crowd + 1)
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("crowd", [0, 1000])
def test_a_missing_end_is_reported(crowd: int) -> None:
    done = lowbit("judge", "acwing166", stdin=f"{SAMPLE}\n" * (crowd + 1))
    assert done.stdout == f"{SOLUTION}\n" * (crowd + 1)
    assert done.stderr == (
        f"lowbit: error: <stdin>: line {crowd + 2}: the line 'end' was expected, "
        "but the text ends\n"
    )
    assert done.returncode == 1
