"""A text is read the same whichever way it comes in: the same puzzles, for the same reasons.

As an argument, a file or a pipe of the command; by `lowbit.formats.read` and `read_puzzle`; on the
page, as text or as a file; packed, with a byte order mark, in UTF-16.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import lzma
import os
import re
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lowbit import Puzzle, read_puzzle, write_puzzle
from lowbit.cli.io.inputs import Inputs, records
from lowbit.cli.run.report import QUIET, Report
from lowbit.constraints import Cage
from lowbit.errors import UnknownFormatError
from lowbit.formats import Record, read
from lowbit.formats.puzzle import puzzle_text
from lowbit.web.workers.tasks.files import read_file
from lowbit.web.workers.tasks.texts import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lowbit.grid import Grid

EXAMPLES = Path(__file__).parents[2] / "examples"
BAD = Path(__file__).parent / "bad"
PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
ROWS = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
TINY = "1....2....3....4"
KILLER = Puzzle("." * 81, [Cage((0, 1), 10)])

EXAMPLE_TEXTS = {
    path.name: path.read_text("utf-8")
    for path in sorted(EXAMPLES.iterdir())
    if path.suffix != ".md" and path.stat().st_size < 40_000
}
BAD_TEXTS = {
    path.name: path.read_bytes().decode(errors="surrogateescape")
    for path in sorted(BAD.glob("*.txt"))
}
WITH_CONSTRAINTS = {
    form: write_puzzle(KILLER, form)
    for form in ("iss", "fpuzzles", "sudokupad", "pencilmark", "penpa", "killer", "json")
}
OTHERS = {
    "a line": PUZZLE,
    "a smaller board": TINY,
    "a larger board": "P" + "." * 624,
    "a board that a comment names": f"# 9x9+diagonals\n{PUZZLE}",
    "two boards": f"# 9x9+diagonals\n{PUZZLE}\n# 4x4\n{TINY}",
    "several grids": f"# samurai\n{'.' * 369}",
    "a comment": f"# easy\n{PUZZLE}",
    "a title": f"My puzzle:\n{PUZZLE}",
    "a remark": f"{PUZZLE}  # hard",
    "puzzle and solution": f"{PUZZLE},{'1' * 81}",
    "cells and nothing for blanks": ",".join(PUZZLE).replace(".", ""),
    "rows on a line": " ".join(TINY[at : at + 4] for at in range(0, 16, 4)),
    "a program": f"board = '{PUZZLE}';",
    "sections": "\n".join(["[Puzzle]", *ROWS]),
    "sections without a puzzle": "\n".join(["[State]", *ROWS]),
    "a row of a table": f'{{"puzzle": "{TINY}"}}',
    "an array of rows": f'[{{"puzzle": "{TINY}"}}, {{"puzzle": "{TINY}"}}]',
    "a table": f"id,puzzle\n1,{PUZZLE}\n2,{PUZZLE[:-1]}\n",
    "a table of cells": "\n".join([",".join(f"c{n}" for n in range(1, 82)), ",".join(PUZZLE)]),
    "a wrong character": f"{PUZZLE[:40]}x{PUZZLE[41:]}",
    "too short": PUZZLE[:80],
    "a number below 0": "\n".join(" ".join(row) for row in ROWS).replace(".", "0")[:-1] + "-2",
    "a cell that is none": ".Cage~3~R1C77",
    "words": "nonsense",
}
TEXTS = EXAMPLE_TEXTS | BAD_TEXTS | WITH_CONSTRAINTS | OTHERS

ENCODED: dict[str, Callable[[str], bytes]] = {
    "gzip": lambda text: gzip.compress(text.encode(errors="surrogateescape"), mtime=0),
    "bzip2": lambda text: bz2.compress(text.encode(errors="surrogateescape")),
    "xz": lambda text: lzma.compress(text.encode(errors="surrogateescape")),
    "a byte order mark": lambda text: codecs.BOM_UTF8 + text.encode(errors="surrogateescape"),
    "UTF-16": lambda text: text.encode("utf-16"),
}

Found = list[tuple[str, str, str]]
"""The text of each puzzle, or else the reason why there is none; and its remark."""


def found_in(found: Iterable[Record]) -> Found:
    puzzles = (record.accepted() for record in found if not record.is_passthrough)
    try:
        return [
            (shown(one.puzzle), one.error.reason if one.error else "", one.remark)
            for one in puzzles
        ]
    except UnknownFormatError as error:
        return [("", str(error), "")]


def shown(puzzle: Grid | Puzzle | None) -> str:
    if isinstance(puzzle, Puzzle):
        return puzzle.to_json() if puzzle.constraints else puzzle_text(puzzle.grid)
    return puzzle_text(puzzle) if puzzle else ""


def by_command(name: str) -> Found:
    """Return what the command reads, and what it says about the whole instead."""
    told: list[str] = []
    report = Report(QUIET)
    report.error = told.append  # type: ignore[assignment, method-assign]
    found = found_in(record for _, record in records(Inputs((name,)), report))
    whole = [said for said in told if "what follows 'end'" not in said]
    return found + [("", said.removeprefix(f"{name}: "), "") for said in whole]


def by_pipe(content: bytes) -> Found:
    reader, writer = os.pipe()

    def send() -> None:
        with os.fdopen(writer, "wb") as stream:
            stream.write(content)

    sender = threading.Thread(target=send)
    sender.start()
    try:
        return by_command(f"/dev/fd/{reader}")
    finally:
        sender.join()
        os.close(reader)


def by_library(content: bytes) -> Found:
    return found_in(read(io.BytesIO(content)))


def by_page(text: str, path: Path, board: str) -> tuple[list[str], list[str]]:
    """Return the puzzles of a text that is pasted, and of one that is sent as a file."""
    pasted: list[Any] = []
    parse(pasted.append, text, board, 100)
    sent: list[Any] = []
    read_file(sent.append, path=str(path), name="puzzles", column=None, geometry=board, limit=100)
    lines = [line for part in sent[1:] for line in part["puzzles"]]
    return [one["puzzle"] for one in pasted[0]["puzzles"]], [line.split()[0] for line in lines]


@pytest.mark.filterwarnings("ignore::lowbit.errors.LeftOutWarning")
@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_read_the_same_through_every_door(name: str, tmp_path: Path) -> None:
    text = TEXTS[name]
    content = text.encode(errors="surrogateescape")
    path = tmp_path / "puzzles"
    path.write_bytes(content)
    expected = by_library(content)
    puzzles = [puzzle for puzzle, _, _ in expected if puzzle]
    assert by_command(str(path)) == expected
    assert by_pipe(content) == expected
    if text.strip():
        assert_argument(by_command(text), text, expected)
    if len(expected) == len(puzzles) == 1:
        assert shown(read_puzzle(text)) == puzzles[0]
    if puzzles and len(expected) == len(puzzles):
        boards = {str(record.grid.geometry) for record in read(io.BytesIO(content)) if record.grid}
        assert len(boards) != 1 or by_page(text, path, *boards) == (puzzles, puzzles)


def assert_argument(found: Found, text: str, expected: Found) -> None:
    """Assert that an argument is read as a file is; without a puzzle, the first reason is told."""
    if any(puzzle for puzzle, _, _ in expected):
        assert found == expected
        return
    ((_, told, _),) = found
    reason = next((reason.splitlines()[0] for _, reason, _ in expected), "")
    why = re.sub(r"line \d+: ", "", f": {reason}") if reason else ""
    assert told.endswith(f"no such file, and not a puzzle{why}")


@pytest.mark.parametrize("how", ENCODED)
@pytest.mark.parametrize("name", [*EXAMPLE_TEXTS, "iss", *OTHERS])
def test_packing_and_encoding_change_nothing(name: str, how: str) -> None:
    text = TEXTS[name]
    assert by_library(ENCODED[how](text)) == by_library(text.encode())
