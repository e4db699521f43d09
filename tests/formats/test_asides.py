"""Comments and titles among lines of puzzles: no puzzles in any door, and never what may be one."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import lowbit
from command_line import lowbit as command
from lowbit.audit import audit_files
from lowbit.formats.lines.asides import PLACEHOLDERS, is_aside
from lowbit.formats.lines.line import read
from lowbit.formats.streams.source import lines_of_bytes
from lowbit.geometry import CLASSIC, Geometry
from lowbit.kernels.classic.texts.characters import PADDING
from lowbit.kernels.classic.texts.lines import INVALID, PASS, Lines, scan
from lowbit.verbs.puzzles import grid_of

if TYPE_CHECKING:
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLVED = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"

COMMENTS = ["# x", "% made by a program", "%", "//", "// x", "; easy ones", ";; easy", " % 17"]
TITLES = [
    "My puzzles",
    "Easy:",
    ";comment",
    "Puzzle 3 of 10, very hard",
    "Hardest 17-clue sudokus:",
    "17 clues; very hard",
    "Made on 2024-11-27 by a program 1.3",
    "Sudoku #12 (hard)",
    "\u6570\u72ec\u9898 \u56f0\u96be",
]
ROWS = [
    PUZZLE[:-1],
    f"{PUZZLE}7",
    f"x{PUZZLE[1:]}",
    f"{PUZZLE[:40]}x{PUZZLE[41:]} very hard indeed",
    "53..7....6 far too short",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx is no word",
    "nan easy",
    "None  # very hard",
    "no puzzle",
    "Easy",
    "Easy ones  # invalid: line 1",
    "hello\tworld",
    "; 5; 3; 7",
    "x x x x",
    "...",
    "17 4",
]
"""Lines that hold the place of a puzzle."""


@pytest.mark.parametrize("text", COMMENTS + TITLES)
def test_comments_and_titles_are_asides(text: str) -> None:
    assert is_aside(text, CLASSIC)


@pytest.mark.parametrize("text", [*ROWS, *(f"{word} of these" for word in sorted(PLACEHOLDERS))])
def test_what_may_be_a_puzzle_is_none(text: str) -> None:
    assert not is_aside(text, CLASSIC)


@pytest.mark.parametrize("text", ["abcd efgh ijkl mnop", "DEEP MIND"])
def test_letters_that_are_digits_are_no_words(text: str) -> None:
    assert is_aside(text, CLASSIC)
    assert not is_aside(text, Geometry.parse("25x25"))


def lines_of(text: str) -> list[str]:
    """Return what each line of a text is to the reader of lines."""
    records = read(lines_of_bytes([text.encode()], ""), CLASSIC, header_may_come=False)
    return ["invalid" if one.error else "puzzle" if one.puzzle else "aside" for one in records]


def kernels_look(line: str) -> int:
    """Return where the puzzle of a line begins for the kernels, or what else the line is."""
    text = np.frombuffer(bytearray(line.encode() + b"\n" * (PADDING + 1)), np.uint8)
    lines = Lines(np.empty(1, np.int64), np.empty(1, np.int64))
    scan(text, 0, len(line.encode()) + 1, lines)
    return int(lines.starts[0])


WORDS = st.lists(
    st.one_of(
        st.text("abZ\u00e9\u6570x", min_size=1, max_size=6),
        st.text("0123456789.-_*", min_size=1, max_size=6),
        st.sampled_from(["%", "//", ";", ":", ",", "#", "no", "nan", PUZZLE, PUZZLE[1:], "x" * 31]),
    ),
    max_size=6,
)


@given(st.builds(str.join, st.sampled_from([" ", "", ", ", "\t"]), WORDS))
@example(";comment")
@example("a" * 30 + " b")
@example("1234abc def")
@example("\u00e9" * 15 + " xx")
def test_kernels_and_the_reader_agree(line: str) -> None:
    """The kernels refuse no line that the reader leaves out, and leave out none that it reads."""
    found, (read_as,) = kernels_look(line), lines_of(f"{line}\n")
    assert found != INVALID or read_as == "invalid"
    assert found != PASS or read_as == "aside"
    assert found < 0 or read_as == "puzzle"


def texts() -> list[tuple[str, int]]:
    """Return short and long texts with one of each aside, and how many puzzles they have."""
    asides = COMMENTS[1:] + TITLES
    short = "".join(f"{aside}\n{PUZZLE}\n" for aside in asides)
    long = "".join(f"{aside}\n" + f"{PUZZLE}\n" * 300 for aside in asides)
    return [(short, len(asides)), (long, 300 * len(asides))]


@pytest.mark.parametrize(("text", "n"), texts(), ids=["short", "long"])
def test_every_door_leaves_them_out(text: str, n: int, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(text, encoding="utf-8")
    n_titles = sum(is_aside(line, CLASSIC) and line in TITLES for line in text.splitlines())
    for args, piped in (([str(file)], ""), (["-"], text)):
        found = command("solve", *args, stdin=piped)
        assert found.returncode == 0
        assert found.stdout == text.replace(PUZZLE, SOLVED)
        assert f"{n} puzzles: {n} unique" in found.stderr
        assert "line 15: 'My puzzles' was taken for a title" in found.stderr or n > 100
        assert f"; {n_titles - 1} more lines were read so" in found.stderr
    assert command("count", str(file)).stdout == "1\n" * n
    assert command("solve", "--to", "csv", str(file)).stdout.count("unique") == n
    assert lowbit.solve_many(text).to_strings() == [SOLVED] * n
    assert [grid_of(puzzle).to_line() for puzzle in lowbit.read(file)] == [PUZZLE] * n
    assert len(list(lowbit.read(io.BytesIO(text.encode())))) == n
    audited = audit_files([str(file)]).to_dict()
    assert (audited["rows"], audited["verdicts"]["unique"]) == (n, n)
