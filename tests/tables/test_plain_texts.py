"""Texts as tables: plain lines, which are read many at once, as those that are read one by one."""

from __future__ import annotations

import gzip
import io
from itertools import product
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.csv as pc
import pytest

from command_line import lowbit
from lowbit.errors import InputError
from lowbit.formats.headings import Headings
from lowbit.formats.lines.line import cells_or_text
from lowbit.formats.opening.head import Head, read_whole
from lowbit.formats.streams.source import Arrivals, lines_of_bytes
from lowbit.geometry import CLASSIC, Geometry
from lowbit.tables.rows import text_source
from support import seeded, slow_except

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
ROWS = 50
CAGE = ".Cage~10~R1C1~R1C2"
DRAWN = "6 . . | . . 2 | . 4 ."

KINDS = {
    "plain": f"{PUZZLE}\n",
    "zeros": f"{PUZZLE.replace('.', '0')}\n",
    "blanks": f"{PUZZLE.replace('..', '*_')}\n",
    "CRLF": f"{PUZZLE}\r\n",
    "CR": f"{PUZZLE}\r",
    "remark": f"{PUZZLE}  # easy, or not\n",
    "number": f"{PUZZLE},17\n",
    "space": f" {PUZZLE} \n",
    "quoted": f'"{PUZZLE}"\n',
    "cells": f"{','.join(PUZZLE)}\n",
    "comment": "# 81 or so\n",
    "empty": "\n",
    "header": "puzzle\n",
    "letter": f"{PUZZLE[:40]}x{PUZZLE[41:]}\n",
    "beyond ASCII": f"{PUZZLE[:40]}\u00b7{PUZZLE[41:]}\n",
    "no UTF-8": f"{PUZZLE[:40]}\udcff{PUZZLE[41:]}\n",
    "zero byte": f"{PUZZLE[:40]}\0{PUZZLE[41:]}\n",
    "sharp": f"#{PUZZLE[1:]}\n",
    "short": f"{PUZZLE[:80]}\n",
    "long": f"{PUZZLE}1\n",
    "marks": f"{'123456789' * 80}1........\n",
    "constraints": f"{CAGE}  # sum\n",
    "drawn": f"{DRAWN}\n" * 9,
    "same board": "# 9x9\n",
    "end": "end\n",
}


def by_records(text: bytes, name: str | None, board: Geometry) -> tuple[list[Any], ...]:
    """Return the rows of a text, the reasons and the boards, line by line."""
    lines = lines_of_bytes([text[:900], text[900:]], "in.txt")
    whole = read_whole(Head(lines, name, board, Headings()))
    records = [one for one in whole if not one.is_passthrough]
    rows = [(cells_or_text(one) or one.text, one.remark) for one in records]
    reasons = [(row, str(one.error)) for row, one in enumerate(records) if one.error]
    return rows, reasons, [*dict.fromkeys(one.grid.geometry for one in records if one.grid)]


def as_table(text: bytes, name: str | None, board: Geometry) -> tuple[list[Any], ...]:
    """Return the same of the table of the text."""
    arrivals = Arrivals(io.BytesIO(text), "in.txt")
    arrivals.push_back(text[:900], 0)
    arrivals.stream.seek(len(text[:900]))  # type: ignore[attr-defined] # it is of io
    lines = lines_of_bytes(arrivals.ahead(), arrivals.name)
    source = text_source.source_of_text(arrivals, Head(lines, name, board, Headings()))
    batches = list(source.batches)
    assert all(batch.num_rows == ROWS for batch in batches[:-1])
    table = pa.Table.from_batches(batches, text_source.FIELDS)
    rows = list(zip(*(column.to_pylist() for column in table.columns), strict=True))
    return rows, sorted(source.reasons.items()), source.boards


def assert_alike(text: str, name: str | None = None, board: Geometry = CLASSIC) -> None:
    """Assert that the table of a text has the rows of its records, or is refused for the same."""
    whole = text.encode(errors="surrogateescape")
    assert outcome(as_table, whole, name, board) == outcome(by_records, whole, name, board)


def outcome(read: Callable[..., object], *asked: object) -> object:
    """Return what is read, or what was refused."""
    try:
        return read(*asked)
    except InputError as error:
        return type(error), str(error)


@pytest.fixture(autouse=True)
def short_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut runs of lines by the ends of batches."""
    monkeypatch.setattr(text_source, "ROWS", ROWS)


@pytest.mark.parametrize("kind", KINDS)
def test_lines_of_any_two_kinds(kind: str) -> None:
    few = KINDS[kind]
    for many in KINDS.values():
        assert_alike(few + 3 * KINDS["plain"] + 20 * many + few + 70 * KINDS["plain"] + many)


@pytest.mark.parametrize("name", [None, "line"])
def test_lines_of_many_kinds(name: str | None) -> None:
    rng = seeded(20)
    for _ in range(25):
        kinds = rng.choices([*KINDS.values()], k=3) + [KINDS["plain"]] * rng.choice([2, 20, 100])
        text = "".join(rng.choices(kinds, k=200))
        assert_alike(text[:-1] if rng.random() < 0.5 else text, name)


@pytest.mark.parametrize(
    ("name", "puzzle"),
    [
        ("4x4", "1....2....3....4"),
        ("4x4:abcd", "a....B....c....D"),
        ("9x9+diagonals", PUZZLE),
        ("16x16", "1..G" * 64),
    ],
)
def test_lines_on_other_boards(name: str, puzzle: str) -> None:
    name, _, alphabet = name.partition(":")
    board = Geometry.parse(name, alphabet or "1-9A-P")
    lines = 40 * f"{puzzle}\n"
    assert_alike(f"{lines}{puzzle[1:]}?\n{lines}{puzzle} a remark\n{lines}", board=board)


def test_a_heading_that_names_another_board_ends_the_plain_lines() -> None:
    of_four = "1....2....3....4\n"
    assert_alike(60 * KINDS["plain"] + "# 4x4\n" + 60 * of_four + "# 9x9\n" + 3 * KINDS["plain"])


@pytest.mark.parametrize("form", ["acwing166", "csv", "board", "json"])
def test_other_formats_are_read_as_before(form: str) -> None:
    texts = {
        "acwing166": 60 * KINDS["plain"] + "end\n",
        "csv": "puzzle\n" + 60 * KINDS["plain"],
        "board": 60 * (KINDS["drawn"] + "\n"),
        "json": f'["{PUZZLE}",\n"{PUZZLE}"]\n',
    }
    assert_alike(texts[form], form)
    assert_alike(texts[form])


TEXT = "".join(
    [
        "# a collection\r\n",
        80 * KINDS["plain"],
        KINDS["remark"],
        20 * KINDS["CRLF"],
        KINDS["letter"],
        KINDS["beyond ASCII"],
        KINDS["comment"],
        30 * KINDS["zeros"],
        KINDS["drawn"],
        5 * KINDS["plain"],
        PUZZLE,
    ]
)


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A text in several wrappings, and its records as a table."""
    folder = tmp_path_factory.mktemp("texts")
    names = ("in.txt", "in.txt.gz", "in.csv")
    files = {name: folder / name for name in names}
    files["in.txt"].write_bytes(TEXT.encode())
    files["in.txt.gz"].write_bytes(gzip.compress(TEXT.encode()))
    rows, _, _ = by_records(TEXT.encode(), None, CLASSIC)
    puzzles, remarks = zip(*rows, strict=True)
    pc.write_csv(pa.table({"puzzle": puzzles, "remark": remarks}), files["in.csv"])
    return files


@pytest.mark.parametrize(
    "asked",
    slow_except(
        product(["solve", "count", "check", "canonical", "rate"], ["csv", "jsonl", "parquet"]),
        [("solve", "csv"), ("canonical", "parquet"), ("check", "jsonl")],
    ),
)
def test_a_command_answers_a_text_as_the_table_of_its_records(
    asked: tuple[str, str], sources: dict[str, Path], tmp_path: Path
) -> None:
    command, kind = asked
    answers = set()
    for name, file in sources.items():
        out = tmp_path / f"{name}.{kind}"
        assert lowbit(command, file, "-q", "-o", out).returncode == 1  # some lines are no puzzles
        answers.add(out.read_bytes())
    out = tmp_path / f"stdin.{kind}"
    lowbit(command, "-q", "-o", out, stdin=TEXT)
    assert {out.read_bytes()} == answers
