"""The judges' dialects, byte for byte, through the real command."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice
from math import isqrt
from random import Random
from typing import TYPE_CHECKING

import pytest

from command_line import EXAMPLES, PATIENCE, lowbit, start
from lowbit.cli.contest import grids, lines
from lowbit.cli.contest.dialects import DIALECTS
from lowbit.cli.main import main
from lowbit.formats.streams import source
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
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"
SMALLEST = min(solution.to_line() for solution in Search(Grid(SEVERAL)))


LARGE = [
    "".join((EXAMPLES / "poj3076.txt").read_text(encoding="utf-8").split()).replace("-", "."),
    (
        "C.O...MDJ..IHF.B.AEHO...F.CG.N.JJK.IG.CHO.PBE..LM.G....E.AH.CO.P"
        ".JPM.KLC.O.......OI..GFA.LK....N.LKNH.JMG.A..PBD...C..NO.HJEK..G"
        "F......PBDI.NE....A...KNHGMJ.B.FI...BDHF..E.L...B..KA..I..F...P."
        "L..E.OP.NJ.AB....G...CAKE...DJ..OMD.FLEB..GH.....ICA..D.PB.....E"
    ),
]


@dataclass(frozen=True)
class Spelled:
    """How the statement of a problem spells puzzles, and the answers to them."""

    blank: str = "0"
    between: str = ""
    """What stands between the cells of a row, of the answer as well."""
    head: str = ""
    """What stands before a grid, with its number."""
    count: str = ""
    """What stands before all grids, with their number."""
    apart: str = ""
    """What stands between two grids."""
    answer_end: str = ""
    answers_apart: str = ""
    puzzles: tuple[str, ...] = (SAMPLE, SEVERAL)

    def input(self, *puzzles: str) -> str:
        """An input as the statement shows it."""
        grids = [
            self.head.format(number) + self.rows(puzzle.replace(".", self.blank))
            for number, puzzle in enumerate(puzzles, 1)
        ]
        return self.count.format(len(puzzles)) + self.apart.join(grids)

    def loose(self, *puzzles: str) -> str:
        """An input with ``~`` where white space may stand, and a space where it must."""
        cells = ("~".join(puzzle.replace(".", self.blank)) for puzzle in puzzles)
        if not self.head:
            return self.count.format(len(puzzles)).replace("\n", " ") + "~".join(cells)
        heads = (self.head.format(number).strip() for number in range(1, len(puzzles) + 1))
        return "".join(f"{head} {each} " for head, each in zip(heads, cells, strict=True))

    def answer(self, solution: str) -> str:
        """The answer to a puzzle: its solution."""
        return self.rows(solution) + self.answer_end

    def rows(self, cells: str) -> str:
        return "".join(f"{self.between.join(row)}\n" for row in rows_of(cells))


class InLines(Spelled):
    """A puzzle a line."""

    def input(self, *puzzles: str) -> str:
        return "".join(f"{puzzle}\n" for puzzle in (*puzzles, "end"))

    def loose(self, *puzzles: str) -> str:
        return self.input(*puzzles).replace("\n", " ")

    def rows(self, cells: str) -> str:
        return f"{cells}\n"


class InJson(Spelled):
    """A puzzle as JSON, one a line."""

    def input(self, *puzzles: str) -> str:
        return "".join(f"{json.dumps(rows_of(puzzle))}\n" for puzzle in puzzles)

    def loose(self, *puzzles: str) -> str:
        return self.input(*puzzles).strip().replace("\n", " ").replace(", ", "~,~")

    def rows(self, cells: str) -> str:
        return json.dumps(rows_of(cells), separators=(",", ":")) + "\n"


LETTERED = Spelled(blank="-", apart="\n", answer_end="\n", puzzles=tuple(LARGE))

SPELLINGS = {
    "euler96": Spelled(head="Grid {:02}\n"),
    "acwing166": InLines(),
    "poj3074": InLines(),
    "poj2676": Spelled(count="{}\n"),
    "poj3076": LETTERED,
    "acwing169": LETTERED,
    "baekjoon2239": Spelled(),
    "baekjoon2580": Spelled(between=" "),
    "hdu1426": Spelled(blank="?", between=" ", apart="\n", answers_apart="\n"),
    "leetcode37": InJson(blank="."),
    "pyramid": Spelled(between=" "),
}

BY_GRID = tuple(name for name, each in SPELLINGS.items() if not isinstance(each, InLines))
LARGE_DIALECTS = tuple(name for name, each in SPELLINGS.items() if each.puzzles == tuple(LARGE))
NINE_ROWS = ("poj2676", "baekjoon2239", "baekjoon2580", "hdu1426", "leetcode37")


def test_each_dialect_is_spelled() -> None:
    assert list(SPELLINGS) == list(DIALECTS)


def rows_of(cells: str) -> list[list[str]]:
    size = isqrt(len(cells))
    return [list(cells[start : start + size]) for start in range(0, len(cells), size)]


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


@pytest.mark.parametrize("dialect", ["acwing166", "poj2676", "baekjoon2239", "baekjoon2580"])
def test_a_puzzle_without_an_answer_leaves_an_empty_line(dialect: str) -> None:
    done = lowbit("judge", dialect, stdin=SPELLINGS[dialect].input(SAMPLE, CLASHING, SAMPLE))
    solved = SPELLINGS[dialect].answer(SOLUTION)
    line = {"acwing166": 2, "poj2676": 11}.get(dialect, 10)
    assert done.stdout == f"{solved}\n{solved}"
    assert done.stderr.startswith(f"lowbit: error: <stdin>: line {line}: the puzzle has no sol")
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("puzzle", "why"), [(CLASHING, "no solution"), (BLANK, "more than one solution")]
)
def test_there_is_no_sum_where_a_grid_has_not_one_solution(puzzle: str, why: str) -> None:
    done = lowbit("judge", "euler96", stdin=SPELLINGS["euler96"].input(SAMPLE, puzzle))
    assert (done.stdout, done.returncode) == ("", 1)
    assert done.stderr.startswith(f"lowbit: error: <stdin>: line 11: the puzzle has {why}")


def test_any_of_several_solutions_will_do_for_poj2676() -> None:
    done = lowbit("judge", "poj2676", stdin=SPELLINGS["poj2676"].input(BLANK))
    assert Grid(done.stdout).is_solved
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("puzzle", [CLASHING, UNSOLVABLE])
def test_a_pyramid_without_a_completion_scores_minus_one(puzzle: str) -> None:
    done = lowbit("judge", "pyramid", stdin=SPELLINGS["pyramid"].input(puzzle))
    assert (done.stdout, done.stderr, done.returncode) == ("-1\n", "", 0)


@pytest.mark.parametrize("n_behind", [0, 17])
@pytest.mark.parametrize(
    ("dialect", "crowd", "n_lines", "answer"),
    [
        ("acwing166", 1, 1, SPELLINGS["acwing166"].answer(SOLUTION)),
        ("acwing166", 1000, 1000, SPELLINGS["acwing166"].answer(SOLUTION) * 1000),
        ("poj2676", 1, 10, SPELLINGS["poj2676"].answer(SOLUTION)),
        ("pyramid", 1, 9, "2841\n"),
    ],
)
def test_an_answer_comes_while_the_pipe_stays_open(
    dialect: str, crowd: int, n_lines: int, answer: str, n_behind: int
) -> None:
    """Behind the puzzle there may be the beginning of the next line."""
    lines = SPELLINGS[dialect].input(*[SAMPLE] * crowd, SAMPLE).splitlines(keepends=True)
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
        process.stdin.write(SPELLINGS["poj2676"].input(SAMPLE))
        process.stdin.flush()
        assert process.stdout.read() == SPELLINGS["poj2676"].answer(SOLUTION)
        assert process.wait(PATIENCE) == 0  # though standard input is open


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("given", ["", "\n\n", "hello\n"])
def test_what_is_no_puzzle_is_said_to_be_none(dialect: str, given: str) -> None:
    done = lowbit("judge", dialect, stdin=given)
    assert done.stdout.strip() == ""
    assert done.stderr.startswith("lowbit: error: <stdin>: ")
    assert done.returncode == 1


MIXED = [SAMPLE, CLASHING, BLANK, SAMPLE.replace(".", "0"), SEVERAL, UNSOLVABLE]

BAD_LINES = {
    "acwing166": f"{SAMPLE[:-1]}x\n{SAMPLE}  # remark\n\n# comment\nsend\n",
    "euler96": "Grid x\n123\n",
}
"""What can go wrong at the beginning of a text, and what is passed over there."""


@pytest.mark.parametrize("dialect", DIALECTS)
def test_many_are_answered_as_one_by_one(
    dialect: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzles = [*LARGE, LARGE[1]] if dialect in LARGE_DIALECTS else [*MIXED, *[SAMPLE] * 40]
    given = tmp_path / "given.txt"
    text = BAD_LINES.get(dialect, "") + SPELLINGS[dialect].input(*puzzles)
    given.write_text(text, encoding="utf-8")
    said = []
    for pays, chunk in [(False, 1 << 16), (True, 1 << 16), (True, 100), (False, 7)]:
        for module in (grids, lines):
            monkeypatch.setattr(module, "kernels_pay", lambda _n, pays=pays: pays)
        monkeypatch.setattr(source, "CHUNK", chunk)
        code = main(["judge", dialect, str(given)])
        said.append((code, *capsys.readouterr()))
    assert said[0][0] == (dialect not in {"pyramid", *LARGE_DIALECTS})
    assert said[1:] == said[:1] * 3


GAPS = [" ", "\n", "\r\n", "\t", "\n\n", "  ", " \n", "\v", "\f"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_white_space_never_matters(
    dialect: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever `cin` skips between two cells, or two words, and at both ends."""
    puzzles = SPELLINGS[dialect].puzzles
    given = tmp_path / "given.txt"
    given.write_text(SPELLINGS[dialect].input(*puzzles), encoding="utf-8")
    assert main(["judge", dialect, str(given)]) == (dialect == "euler96")  # SEVERAL has no sum
    expected = capsys.readouterr().out
    text = SPELLINGS[dialect].loose(*puzzles)
    for seed in range(40):
        random = Random(seed)  # noqa: S311 - a test repeats
        share = random.choice([0, 0.02, 0.1, 0.5, 1])
        begin, end = (
            random.choice(["", "\ufeff", "\n \t"]),
            random.choice(["", "\n", "\x1a", "\n\0"]),
        )
        gaps = [
            (c == " " or (c == "~" and random.random() < share)) and random.choice(GAPS)
            for c in text
        ]
        spaced = "".join(gap or c.strip("~") for gap, c in zip(gaps, text, strict=True))
        given.write_bytes((begin + spaced + end).encode())
        main(["judge", dialect, str(given)])
        done = capsys.readouterr()
        assert done.out == expected, repr(spaced)
        assert not done.err or dialect == "euler96"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_line_may_be_cut_anywhere(
    dialect: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line end that moves from one grid into the next: so nothing shows that it is no damage."""
    if dialect in {"acwing166", "poj3074", "euler96"}:
        return
    puzzles = SPELLINGS[dialect].puzzles
    text = SPELLINGS[dialect].input(*puzzles)
    given = tmp_path / "given.txt"
    given.write_text(text, encoding="utf-8")
    main(["judge", dialect, str(given)])
    expected = capsys.readouterr()
    ends = [at for at, c in enumerate(text) if c == "\n"]
    middle = ends[len(ends) // 2 - 1 + (dialect == "poj2676")]
    moved = text[:middle] + " " + text[middle + 1 : middle + 9] + "\n" + text[middle + 9 :]
    given.write_text(moved, encoding="utf-8")
    main(["judge", dialect, str(given)])
    assert capsys.readouterr() == expected


ONE_BY_ONE = [name for name in BY_GRID if name not in {"euler96", "pyramid"}]


@pytest.mark.parametrize("dialect", ONE_BY_ONE)
def test_a_damaged_row_spoils_its_grid_alone(dialect: str) -> None:
    puzzles = SPELLINGS[dialect].puzzles
    text = SPELLINGS[dialect].input(puzzles[1], puzzles[0], puzzles[1])
    solved = lowbit("judge", dialect, stdin=SPELLINGS[dialect].input(puzzles[1])).stdout
    size = isqrt(len(puzzles[0]))
    is_json = dialect == "leetcode37"
    spelled = SPELLINGS[dialect]
    line = 2 if is_json else (spelled.count + spelled.apart).count("\n") + size + 2
    rows = text.split("\n")
    rows[line - 1] = (
        rows[line - 1].replace(', "."', "", 1) if is_json else rows[line - 1][:-1].rstrip()
    )
    done = lowbit("judge", dialect, stdin="\n".join(rows))
    between = SPELLINGS[dialect].answers_apart
    assert done.stdout == f"{solved}{between}\n{between}{solved}"
    width = 81 if is_json else size
    assert done.stderr == (
        f"lowbit: error: <stdin>: line {line}: this line should have {width} cells, "
        f"not {width - 1}\n"
    )
    assert done.returncode == 1


@pytest.mark.parametrize("dialect", BY_GRID)
def test_a_character_that_is_no_cell_is_named(dialect: str) -> None:
    puzzle = SPELLINGS[dialect].puzzles[0]
    text = SPELLINGS[dialect].input(puzzle, puzzle)
    at = text.index("Grid 02") + 8 if dialect == "euler96" else len(text) - 2
    at -= 3 if dialect == "leetcode37" else dialect in LARGE_DIALECTS
    done = lowbit("judge", dialect, stdin=f"{text[:at]}z{text[at + 1 :]}")
    assert "'z' is not a digit or blank" in done.stderr
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    assert f"<stdin>: line {line}, column {column}: " in done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize("dialect", BY_GRID)
def test_what_is_missing_is_named(dialect: str) -> None:
    puzzle = SPELLINGS[dialect].puzzles[0]
    text = SPELLINGS[dialect].input(puzzle, puzzle)
    whole = lowbit("judge", dialect, stdin=SPELLINGS[dialect].input(puzzle)).stdout
    cut = text[: len(text) * 5 // 6]
    done = lowbit("judge", dialect, stdin=cut)
    n_cells = len(puzzle)
    assert f"{n_cells} cells were expected" in done.stderr or "should have" in done.stderr
    assert done.stdout.rstrip("\n") == ("" if dialect == "euler96" else whole.rstrip("\n"))
    assert done.returncode == 1


@pytest.mark.parametrize("extra", ["\n047", SAMPLE, "\n\nwhat follows\n", f"\n{SAMPLE}\n{SAMPLE}"])
def test_what_follows_the_last_grid_that_was_announced_is_named(extra: str) -> None:
    done = lowbit("judge", "poj2676", stdin=SPELLINGS["poj2676"].input(SAMPLE).rstrip() + extra)
    assert done.stdout == SPELLINGS["poj2676"].answer(SOLUTION)
    assert "the text should end after grid 1 of 1, but" in done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize("dialect", BY_GRID)
def test_examples_are_answered(dialect: str) -> None:
    """The samples of the statements, with their answers."""
    name = {"acwing169": "poj3076", "baekjoon2239": ""}.get(dialect, dialect)
    path = EXAMPLES / f"{name}.txt"
    if not path.is_file():
        pytest.skip(f"{dialect} has no example")
    done = lowbit("judge", dialect, path)
    assert (done.stderr, done.returncode) == ("", 0)
    solution = "".join(c for c in done.stdout if c.isalnum())
    assert Grid(solution, DIALECTS[dialect].board).is_solved
    assert done.stdout == SPELLINGS[dialect].answer(solution)


@pytest.mark.parametrize("dialect", ["acwing166", *NINE_ROWS])
@pytest.mark.parametrize("crowd", [0, 1000])
def test_of_several_solutions_the_smallest_is_printed(dialect: str, crowd: int) -> None:
    done = lowbit("judge", dialect, stdin=SPELLINGS[dialect].input(SEVERAL, *[SAMPLE] * crowd))
    between = SPELLINGS[dialect].answers_apart
    expected = [SPELLINGS[dialect].answer(SMALLEST), *[SPELLINGS[dialect].answer(SOLUTION)] * crowd]
    assert done.stdout == between.join(expected)
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
