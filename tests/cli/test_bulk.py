"""Whichever way a puzzle goes, one by one or in bulk, what is written is the same."""

from __future__ import annotations

import codecs
import gzip
import io
import re
from contextlib import redirect_stderr
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowbit import random_grids
from lowbit.batch import text as stream
from lowbit.batch.ordered import in_order
from lowbit.cli.main import main
from lowbit.cli.run import answerer, transformations
from lowbit.formats.puzzle import puzzle_text
from lowbit.formats.streams import packing, source
from lowbit.formats.streams.stream import MAX_LINE
from lowbit.grid import Grid
from support import MAKERS, random_puzzle, slow_except

if TYPE_CHECKING:
    from conftest import Data

UNIQUE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"
UNSOLVABLE = "536...8.4........7.7.....13.68..4...7...8...5...97......95..7..3....1.8.....4.539"
CLASHING = "66" + UNIQUE[2:]
BLANK = "." * 81
PENCILMARKS = Grid(UNIQUE).to_pencilmarks()
FIVE_OR_SEVEN = Grid.from_masks([0b1010000, *Grid(SEVERAL).allowed[1:]]).to_pencilmarks()

PUZZLES = [UNIQUE, SOLUTION, SEVERAL, UNSOLVABLE, CLASHING, BLANK]

REMARKS = [
    "", " ", "  # easy", "#", "#easy", ",", f",{SOLUTION}", ";x", " x", "\tx", "  ,  x", ",,x",
    " ## x", " x  ", "x", ".", "5",
    " \x0bx", "\x0bx", "\x1cx", "\x00", "\x7f", " # caf\u00e9", "\u00a0x",
    " # \u7b80\u5355", ",\u7b80\u3000\u5355 ", "#\u3000\u7b80", " x\u3000", "\u7b80", " \ufeffx",
    "\u2028x", "\x85x", *(f" {'x' * n}" for n in (43, 44, 45, 107, 108, 109, 3000)),
]  # fmt: skip
"""What may stand behind a puzzle, rightly or not."""

OTHERS = [
    "", " ", "\t", "\x0b", "#", "# a comment", " \t# indented", "#\u00e9", "#\x0b", f"#{'x' * 200}",
    "puzzle", "Puzzle,solution", "end", "Grid 01", "x", "x" * 81, UNIQUE[1:], UNIQUE + "5",
    UNIQUE[:63] + "x" + UNIQUE[64:], UNIQUE[:64] + "x" + UNIQUE[65:], UNIQUE[:80] + "x",
    "x" + UNIQUE[1:], UNIQUE[:40] + " " + UNIQUE[41:], UNIQUE[:40] + "\u0665" + UNIQUE[41:],
    UNIQUE.replace(".", "0"), UNIQUE.replace(".", "*"), UNIQUE.replace(".", "_"), f" {UNIQUE}",
    f"\t  {UNIQUE} x", f"\x0c{UNIQUE}", f"\u3000{UNIQUE}", PENCILMARKS, f"{FIVE_OR_SEVEN},marks",
    PENCILMARKS[:-1], f"{'.' * 729} nothing", "x" * 70_000, "'5' x", '"', "..'", "\\", ",", " ;x",
    "5", "123 45", "a, b", "end 1", "endless", ",".join(SOLUTION), f"\t{','.join(SOLUTION)}",
    "5.0," * 80 + "5.0", " ".join(SOLUTION), f"{'.' * 40}  ", f"{'1 ' * 80}x", "\t" * 80 + "x.",
    "-" * 90, f"ab {'x' * 90}", f"abc {'x' * 90}", f"abcd {'x' * 90}", "no\u3000puzzle",
    "\u4e0d\u662f", "\u4e0d\u662f\u3000\u6570", "12\u2603", "1\uff12", f"\u7b80,{'1,' * 80}",
    "#\u3000", "# \u7b80", "\u00e9" * 729, f"\u00e9\u00e9\u00e9 {'x' * 90}", "\U0001f600",
    f"{UNIQUE[:80]}\u4e00", "12\u0301",
]  # fmt: skip
"""Every other kind of line."""

LINES = [puzzle + remark for puzzle in PUZZLES for remark in REMARKS] + OTHERS

BYTES = [
    b"\xff" + UNIQUE.encode()[1:],
    UNIQUE.encode() + b" \xff",
    UNIQUE.encode() + b"\xff",
    b"# \xe9t\xe9",
    b"# \xff" + b"x" * 200,
    UNIQUE.encode() + b" \xff" + b"x" * 200,
    b"\xef\xbb\xbf" + UNIQUE.encode(),
]
"""Lines that are not UTF-8, and a mark where it does not belong."""

TEXT = "\n".join(LINES).encode() + b"\n" + b"\n".join(BYTES)

COMMANDS = {
    "solve": ["solve"],
    "count": ["count", "--limit", "3"],
    "check": ["check"],
    "unique": ["check", "--unique"],
    "csv": ["solve", "--to", "csv"],
    "json": ["count", "--limit", "3", "--to", "json"],
    "solutions json": ["solve", "--to", "json"],
    "counts csv": ["count", "--limit", "3", "--to", "csv"],
    "clashes csv": ["check", "--to", "csv"],
    "clashes json": ["check", "--to", "json"],
    "unique csv": ["check", "--unique", "--to", "csv"],
    "unique json": ["check", "--unique", "--to", "json"],
    "board": ["solve", "--to", "board"],
    "verbose": ["solve", "-v"],
}

CHANGES = {
    "shuffle": ["shuffle", "--seed", "5"],
    "canonical": ["canonical"],
    "copies": ["shuffle", "--seed", "5", "--times", "3"],
    "bare": ["canonical", "--bare"],
    "changes csv": ["shuffle", "--seed", "5", "--times", "2", "--to", "csv"],
    "changes json": ["canonical", "--to", "json"],
}
"""Commands that make other puzzles of puzzles."""


class Done(NamedTuple):
    """What came of a command."""

    code: int
    out: bytes
    err: str


class Asked(NamedTuple):
    """A command: its number, by which each has some of the cuts and numbers in turn."""

    number: int
    arguments: list[str]
    one_by_one: Done


CUTS = ((1000, 82), (1000, 5000), (4096, 300), (1 << 16, 1 << 20))
"""Sizes of what is read, and answered, at once: each command has the first and one other."""


def run(
    text: bytes,
    *arguments: str,
    few: int = 0,
    chunk: int = packing.CHUNK,
    block: int = stream.BLOCK,
) -> Done:
    """Run a command on a text, in this process."""
    with (
        TemporaryDirectory() as folder,
        pytest.MonkeyPatch.context() as patch,
        redirect_stderr(io.StringIO()) as err,
    ):
        file, output = Path(folder, "given.txt"), Path(folder, "output.txt")
        file.write_bytes(text)
        patch.setenv("LOWBIT_QUIET", "1")
        if few:
            patch.setattr(answerer, "kernels_pay", lambda _n_puzzles, _board: False)
        patch.setattr(transformations, "FEW", few)
        patch.setattr(source, "CHUNK", chunk)
        patch.setattr(stream, "BLOCK", block)
        code = main([*arguments, "-o", str(output), str(file)])
        said = re.sub(r" \(.*/s\)\n$", "", err.getvalue()).replace(str(file), "given.txt")
        return Done(code, output.read_bytes(), said)


def one_by_one(text: bytes, *arguments: str) -> Done:
    return run(text, *arguments, few=1 << 60)


@pytest.fixture(
    scope="module",
    params=slow_except(
        COMMANDS | CHANGES, ["count", "unique", "csv", "json", "board", "shuffle", "changes csv"]
    ),
)
def asked(request: pytest.FixtureRequest) -> Asked:
    """Return a command, and what it does with `TEXT` one by one."""
    number = [*COMMANDS | CHANGES].index(request.param)
    arguments = [*(COMMANDS | CHANGES)[request.param], "--from", "line"]
    return Asked(number, arguments, one_by_one(TEXT, *arguments))


def test_every_kind_of_line(asked: Asked) -> None:
    number, arguments, expected = asked
    for chunk, block in (CUTS[0], CUTS[1 + number % (len(CUTS) - 1)]):
        assert run(TEXT, *arguments, chunk=chunk, block=block) == expected


def test_any_number_of_threads(asked: Asked) -> None:
    number, arguments, expected = asked
    threads = (7, 1)[number % 2]
    assert run(TEXT, *arguments, "--threads", str(threads), block=1000) == expected


def test_as_many_threads_are_taken_as_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []

    def noted(work: Any, blocks: Any, threads: int | None) -> Any:  # noqa: ANN401 - as in_order
        taken.append(threads)
        return in_order(work, blocks, threads)

    monkeypatch.setattr(stream, "in_order", noted)
    for threads in (1, 3):
        run(f"{UNIQUE}\n".encode(), "solve", "--stats", "--threads", str(threads))
    run(f"{UNIQUE}\n".encode(), "solve", "--stats")
    assert taken == [1, 3, None]


def test_some_one_by_one_and_the_rest_in_bulk(asked: Asked) -> None:
    number, arguments, expected = asked
    assert run(TEXT, *arguments, few=(10, 1)[number % 2], chunk=300) == expected


def test_gzip(asked: Asked) -> None:
    _, arguments, expected = asked
    assert run(gzip.compress(TEXT), *arguments, chunk=100, block=1000) == expected


texts = st.builds(
    lambda mark, lines, rest: mark + b"".join(map(b"".join, lines)) + rest,
    mark=st.sampled_from([b"", codecs.BOM_UTF8]),
    lines=st.lists(
        st.tuples(
            st.sampled_from([*(line.encode() for line in LINES if len(line) < 5000), *BYTES]),
            st.sampled_from([b"\n", b"\n", b"\r\n", b"\r"]),
        ),
        max_size=12,
    ),
    rest=st.sampled_from([b"", UNIQUE.encode(), b"#", b" "]),
)


@pytest.mark.slow
@given(
    command=st.sampled_from(["solve", "count", "check", "unique"]),
    text=texts,
    chunk=st.sampled_from([1, 2, 50, 82, 83, 1 << 16]),
    block=st.sampled_from([1, 82, 200, 1 << 20]),
    few=st.sampled_from([0, 0, 3]),
)
def test_any_lines_with_any_ends(
    command: str, text: bytes, chunk: int, block: int, few: int
) -> None:
    arguments = [*COMMANDS[command], "--from", "line"]
    assert run(text, *arguments, few=few, chunk=chunk, block=block) == one_by_one(text, *arguments)


@pytest.mark.parametrize(
    "beginning",
    [
        "puzzle,solution\n",
        "# first\n\n# second\nSudoku\n",
        f"{UNIQUE}\npuzzle\n",
        "# no puzzle at all\n\n",
        "",
    ],
)
@pytest.mark.parametrize("chunk", [1, 20, 1 << 16])
def test_a_header_may_come_first(beginning: str, chunk: int) -> None:
    text = f"{beginning}{UNIQUE}\nquiz\n".encode()
    expected = one_by_one(text, "solve", "--from", "line")
    assert run(text, "solve", "--from", "line", chunk=chunk, block=100) == expected
    assert expected.out.count(b"# invalid") == (2 if beginning.startswith(UNIQUE) else 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{UNIQUE}\n".encode() * 3 + b"x" * (MAX_LINE + 1), "line 4: this line is longer than"),
        (b"." * 10 * MAX_LINE, "line 1: this line is longer than"),
        (gzip.compress(f"{UNIQUE}\n".encode() * 3)[:-4], "line 4: the gzip data is cut off"),
        (b"PAR1" + UNIQUE.encode(), "line 1: this is Parquet"),
        (b"", "the input is empty"),
        (b"Dear all,\n", "no format fits"),
    ],
    ids=["long line", "longer line", "cut off", "Parquet", "empty", "text"],
)
def test_a_text_that_cannot_be_read_on(text: bytes, message: str) -> None:
    done = run(text, "solve")
    assert done == one_by_one(text, "solve")
    assert message in done.err
    assert done.code == 1
    assert done.out.count(SOLUTION.encode()) == (3 if "line 4" in message else 0)


def test_the_format_is_found_out() -> None:
    text = f"{UNIQUE}\n{SEVERAL}\nend\n".encode()
    assert run(text, "solve") == one_by_one(text, "solve")
    assert run(text, "solve", "--from", "line").err.count("belongs to the acwing166 format") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_a_limit_of_nodes_ends_the_same_searches_everywhere(command: str) -> None:
    arguments = [*COMMANDS[command], "--from", "line", "--max-nodes", "5"]
    done = run(TEXT, *arguments)
    assert one_by_one(TEXT, *arguments) == done
    assert run(TEXT, *arguments, "--threads", "1", chunk=500, block=100) == done
    if arguments[0] != "check":
        assert b"limit-reached" in done.out


def test_a_count_that_a_limit_ends_says_what_is_known() -> None:
    text = f"{BLANK}  # a remark\n{UNIQUE}\n{SEVERAL}\n".encode() * 3
    done = run(text, "count", "--max-nodes", "300", chunk=100)
    assert done == one_by_one(text, "count", "--max-nodes", "300")
    assert (
        done.out.decode().splitlines()
        == [
            "limit-reached  # at least 124",
            "1",
            "limit-reached  # at least 136",
        ]
        * 3
    )


def test_several_sources_are_answered_in_order(tmp_path: Path) -> None:
    file = tmp_path / "second.txt"
    file.write_text(f"# second\n{SEVERAL}\nx\n{UNIQUE}", encoding="utf-8")
    sources = [CLASHING, str(file), UNIQUE, str(tmp_path), str(file)]
    text = f"{SOLUTION}\n".encode()
    assert run(text, "solve", *sources) == one_by_one(text, "solve", *sources)


def test_statistics_say_what_the_search_took() -> None:
    text = f"{UNIQUE}\n{SEVERAL}\n{SOLUTION}\nx\n{CLASHING}\n".encode()
    table = dict(re.findall(r"^(.*?)  +(.*)$", run(text, "solve", "--stats").err, re.MULTILINE))
    assert table["puzzles"] == "5"
    assert table["unique"] == "2 (40.0%)"
    assert table["invalid"] == "1 (20.0%)"
    assert table["without a guess"] == "75.0%"
    assert float(table["guesses a puzzle"]) > 0
    assert {"seconds", "puzzles/s", "microseconds a puzzle"} <= table.keys()


def test_real_puzzles(data: Data) -> None:
    puzzles = data("sudoku17.txt").read_bytes().splitlines()[:3000]
    hard = data("hardest_se11plus.txt").read_bytes().splitlines()[:300]
    text = b"\n".join([*puzzles, *hard])
    done = run(text, "solve", block=10_000, chunk=4096)
    solutions = done.out.decode().splitlines()
    assert (done.code, done.err) == (0, "lowbit: 3300 puzzles: 3300 unique")
    for puzzle, solution in zip(text.decode().splitlines(), solutions, strict=True):
        assert Grid(solution).is_solution_of(Grid(puzzle))


@pytest.mark.parametrize(
    ("name", "few"), [("p096_sudoku.txt", 0), ("judge/acwing166_sample.in", 0)]
)
def test_other_formats_go_in_bulk_too(data: Data, name: str, few: int) -> None:
    text = data(name).read_bytes()
    assert run(text, "solve", few=few, chunk=500) == one_by_one(text, "solve")


@pytest.fixture(
    scope="module", params=slow_except(["6x6", "9x9+diagonals", "7x7~1-9:none"], ["6x6"])
)
def on_board(request: pytest.FixtureRequest) -> tuple[str, bytes]:
    """Return the name of a board, and every kind of line on it."""
    name = request.param
    puzzles = [random_puzzle(name, kind, seed) for kind in MAKERS for seed in range(2)]
    texts = [puzzle_text(puzzle) for puzzle in puzzles]
    lines = [text + remark for text in texts for remark in ("", "  # easy", ",x", " 1,2")]
    return name, "\n".join([*lines, "# a comment", "", texts[0][:-1], "x", *lines]).encode()


ON_BOARDS = (
    COMMANDS
    | CHANGES
    | {
        "minimize": ["minimize"],
        "seeded": ["minimize", "--seed", "7"],
        "limited": ["minimize", "--max-nodes", "30"],
    }
)


@pytest.mark.parametrize("command", ON_BOARDS)
def test_other_boards_go_in_bulk_too(on_board: tuple[str, bytes], command: str) -> None:
    name, text = on_board
    arguments = [*ON_BOARDS[command], "--from", "line", "--geometry", name]
    expected = one_by_one(text, *arguments)
    assert run(text, *arguments) == expected
    assert run(text, *arguments, "--threads", "3", chunk=1000) == expected


@pytest.mark.parametrize("command", ["solve", "count", "unique"])
def test_a_limit_of_nodes_ends_the_same_searches_on_other_boards(
    on_board: tuple[str, bytes], command: str
) -> None:
    name, text = on_board
    arguments = [*COMMANDS[command], "--from", "line", "--geometry", name, "--max-nodes", "2"]
    done = run(text, *arguments)
    assert one_by_one(text, *arguments) == done == run(text, *arguments, chunk=500)
    assert b"limit-reached" in done.out


def test_many_puzzles_of_a_large_board_are_answered_in_order() -> None:
    grid = random_grids(1, geometry="17x17:none", seed=1).array[0]
    lines = [Grid(np.roll(grid, 17 * row).tolist(), "17x17:none").to_line() for row in range(17)]
    puzzles = [f".{line[1:]}" for line in lines] * 4
    done = run("\n".join(puzzles).encode(), "solve", "--geometry", "17x17:none")
    assert done.out.decode().split() == lines * 4


def test_the_first_bad_lines_are_named_and_the_others_counted() -> None:
    text = f"{UNIQUE}\nbad\n".encode() * 400
    done = run(text, "solve")
    said = done.err.splitlines()
    assert [line for line in said if "error: " in line] == said[:10]
    assert said[10] == "lowbit: and 390 more invalid puzzles"
    assert done.out.count(b"# invalid: line ") == 400
    assert b"bad  # invalid: line 800, column 1: 'b' is not a digit or blank\n" in done.out
