"""OpenSudoku's XML: games of all versions, through every door, and XML that is none."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from command_line import lowbit
from lowbit import Grid, formats
from lowbit.formats.opening.head import Head, read_lines
from lowbit.formats.streams.stream import MAX_LINE, LineStream

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Data

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"

NOTES = {1: "1,2,|", 2: "3||", 3: "3|", 4: "3|12|", 5: "3|0|7|"}
NO_NOTES = {1: "-|", 2: "0|", 3: "0|", 4: "0|0|", 5: "0|0|0|"}


def game(version: int) -> str:
    """A game with notes, and with two digits of the player."""
    cells = []
    for cell, (given, digit) in enumerate(zip(PUZZLE, SOLUTION, strict=True)):
        if given != ".":
            cells.append(f"{given}|{NO_NOTES[version]}0|")
        else:
            cells.append(f"{digit if cell < 3 else 0}|{NOTES[version]}1|")
    return f"version: {version}&#10;{''.join(cells)}"


GAMES = {"digits": PUZZLE.replace(".", "0")} | {f"version {n}": game(n) for n in NOTES}


def xml(*games: str) -> str:
    tags = "".join(f"<game state='0' data=\"{data}\" time='1'/>\n" for data in games)
    head = "<?xml version='1.0' encoding='UTF-8'?>\n<!-- <game data='no'> -->\n"
    return (
        f'{head}<opensudoku version="3">\n<folder name="a &amp; b">\n{tags}</folder></opensudoku>\n'
    )


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_is_read_through_every_door(kind: str, tmp_path: Path) -> None:
    text = xml(GAMES[kind])
    path = tmp_path / "games.xml"
    path.write_text(text, encoding="utf-8")
    [record] = formats.read(path)
    assert (record.grid, record.line) == (Grid(PUZZLE), 5)
    remark = "a & b" if kind == "digits" else "a & b, without 2 digits of the player"
    assert record.remark == remark
    for done in (
        lowbit("solve", "-q", path),
        lowbit("solve", "-q", stdin=text),
        lowbit("solve", "-q", "--from", "opensudoku", path),
        lowbit("solve", "-q", text),
    ):
        assert (done.stdout, done.stderr) == (f"{SOLUTION}  # {remark}\n", "")


@pytest.mark.parametrize("tag", ["game", "sudoku"])
def test_games_come_as_they_arrive_cut_anywhere(tag: str) -> None:
    text = xml(*GAMES.values()).replace("<game state", f"<{tag} state")
    pieces = io.StringIO(text)
    lines = iter(lambda: pieces.read(7), "")
    stream = LineStream(lines)
    found = list(read_lines(Head(stream, "opensudoku", Grid(PUZZLE).geometry)))
    assert [record.grid for record in found] == [Grid(PUZZLE)] * len(GAMES)


BAD = {
    "doctype": (
        '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "b">]>\n<game data="&a;"/>',
        "line 2: a document type is not read",
    ),
    "cut off": ('<?xml version="1.0"?>\n<game data="53', "line 2: the XML is cut off"),
    "no game": ("<?xml version='1.0'?>\n<html></html>\n", "a game with its cells"),
    "too few cells": (
        xml("version: 2&#10;3|0|1|5|0|0|"),
        "line 5: a 9x9 grid has 81 cells, not 2",
    ),
    "unknown version": (xml("version: 9&#10;3|0|"), "line 5: version 9 of cells is not known"),
    "wrong character": (xml(PUZZLE[:-1] + "z"), "line 5: 'z' is not a digit or blank"),
    "endless tag": ("<?xml " + "a" * MAX_LINE * 2, "a tag is longer than"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_game_is_named(kind: str) -> None:
    text, reason = BAD[kind]
    *_, last = formats.read(io.StringIO(text), "opensudoku")
    assert reason in str(last.error)


@pytest.mark.parametrize("kind", GAMES)
def test_a_byte_that_is_not_utf8_spoils_its_game_alone(kind: str) -> None:
    content = xml(GAMES["digits"], GAMES[kind], GAMES["digits"]).encode()
    begin = content.index(b"data=", content.index(b"<game", content.index(b"<game state") + 1))
    at = content.index(b"6", begin)
    before, bad, after = formats.read(io.BytesIO(content[:at] + b"\xff" + content[at + 1 :]))
    assert before.grid == after.grid == Grid(PUZZLE)
    assert bad.error is not None
    assert bad.error.where == "line 6: byte 0xff is not UTF-8; save the text as UTF-8"
    assert "\\xff" in bad.text


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "all.opensudoku"
    records = [formats.Record(1, "", Grid(PUZZLE), remark) for remark in ("", "a <b>", "a <b>")]
    with path.open("w", encoding="utf-8") as stream:
        formats.write(records, stream, "opensudoku")
    assert [(r.grid, r.remark) for r in formats.read(path)] == [
        (record.grid, record.remark) for record in records
    ]


def test_a_game_as_people_share_it_says_what_is_missing(data: Data) -> None:
    [record] = formats.read(data("reports/os2.xml"))
    assert "81 cells, not 3" in str(record.error)
