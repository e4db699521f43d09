"""Files of every kind are read by the server: packed, tables with a column chosen, Parquet."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from typing import TYPE_CHECKING, Any

import httpx
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lowbit.errors import FormatError, InputError, SourceError, TableError, UnknownFormatError
from lowbit.web.workers.tasks import files
from lowbit.web.workers.tasks.files import read_file
from web_page import PUZZLE, SEVERAL
from web_server import BYTES, PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PUZZLES = [PUZZLE, SEVERAL, PUZZLE[:-1] + "x"]
TEXT = "".join(f"{puzzle}\n" for puzzle in PUZZLES).encode()
OTHER = "." * 81


def cells(puzzle: str) -> list[int]:
    return [int(character.replace(".", "0")) for character in puzzle]


def parquet(**columns: list[Any]) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(columns), sink)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def csv(names: str, column: int) -> bytes:
    """Return a table of three columns, one of which has the puzzles."""
    rows = [["1", OTHER, "easy"] for _ in PUZZLES]
    for row, puzzle in zip(rows, PUZZLES, strict=True):
        row[column] = puzzle
    return "\n".join([names, *map(",".join, rows), ""]).encode()


def read(tmp_path: Path, content: bytes, name: str = "", **asked: Any) -> tuple[Any, list[str]]:  # noqa: ANN401 - as `read_file`
    """Return what is said of the columns, and the puzzles."""
    path = tmp_path / "file"
    path.write_bytes(content)
    sent: list[Any] = []
    how = {"column": None, "geometry": "9x9", "limit": 100} | asked
    read_file(sent.append, path=str(path), name=name, **how)
    columns, *parts = sent
    return columns, [puzzle for part in parts for puzzle in part["puzzles"]]


def test_puzzles_with_constraints_are_listed(tmp_path: Path) -> None:
    lines = [PUZZLE, ".AntiKing.AntiKnight  # one", ".AntiKing", ".Shape~6x6.AntiKing.~R1C1_1"]
    wanted = [*lines[:2], ".Shape~9x9.AntiKing", lines[3]]
    assert read(tmp_path, "\n".join(lines).encode())[1] == wanted
    table = "puzzle,level\n" + "".join(f"{line.split()[0]},easy\n" for line in lines)
    assert read(tmp_path, table.encode(), "table.csv")[1][1:3] == [lines[1].split()[0], lines[2]]


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_text_is_unpacked(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    columns, puzzles = read(tmp_path, pack(TEXT), "puzzles.txt")
    assert columns == {"columns": [], "column": None}
    assert puzzles == PUZZLES


@pytest.fixture(params=["with Arrow", "without"])
def arrow(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have Arrow, or not, as in a tab: text is read all the same."""
    if request.param == "without":
        monkeypatch.setattr(files, "find_spec", lambda _name: None)
        monkeypatch.setattr(files, "_lines_of_table", None)


@pytest.mark.usefixtures("arrow")
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_table_of_text_offers_its_columns(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    name = "table.csv" if pack is bytes else "table.csv.gz"
    usual = pack(csv("id,other,Quizzes", 2))
    columns, puzzles = read(tmp_path, usual, name)
    assert columns == {"columns": ["id", "other", "Quizzes"], "column": "Quizzes"}
    assert [puzzle[:81] for puzzle in puzzles] == PUZZLES
    columns, puzzles = read(tmp_path, usual, name, column="other")
    assert columns["column"] == "other"
    assert puzzles == [OTHER] * 3
    unusual = pack(csv("id,board,note", 1))
    named = ["id", "board", "note"]
    assert read(tmp_path, unusual, name) == ({"columns": named, "column": None}, [])
    assert read(tmp_path, unusual, name, column="board")[1] == PUZZLES


def test_rows_without_a_header_are_read_as_they_are(tmp_path: Path) -> None:
    content = "".join(f"{puzzle},{OTHER}\n" for puzzle in PUZZLES).encode()
    columns, puzzles = read(tmp_path, content, "rows.csv")
    assert columns == {"columns": [], "column": None}
    assert [puzzle[:81] for puzzle in puzzles] == PUZZLES


@pytest.mark.usefixtures("arrow")
@pytest.mark.parametrize("n_before", [0, 60_000])  # within the first block, and behind it
@pytest.mark.parametrize("column", ["puzzle", "board"])
def test_a_row_of_another_width_is_one_bad_row(column: str, n_before: int, tmp_path: Path) -> None:
    rows = [f"1,{PUZZLE},easy"] * n_before
    rows += [f"2,{PUZZLE},easy", f"3,{PUZZLE}", "# a note", "", f"4,{SEVERAL},hard", "5,6,7,8"]
    content = "\n".join([f"id,{column},level", *rows, ""]).encode()
    columns, puzzles = read(tmp_path, content, "a.csv", column=column, limit=70_000)
    assert columns == {"columns": ["id", column, "level"], "column": column}
    expected = [PUZZLE] * (n_before + 1) + [f"3,{PUZZLE}", SEVERAL, "5,6,7,8"]
    assert puzzles == expected


def lines_of_json(puzzles: list[str]) -> bytes:
    return "".join(json.dumps({"board": puzzle, "n": 1}) + "\n" for puzzle in puzzles).encode()


@pytest.mark.usefixtures("arrow")
def test_the_columns_of_json_lines_are_those_of_the_first(tmp_path: Path) -> None:
    """They are offered where its puzzle is not found."""
    content = lines_of_json(["none", *PUZZLES])
    assert read(tmp_path, content, "a.jsonl") == ({"columns": ["board", "n"], "column": None}, [])
    assert read(tmp_path, content, "a.jsonl", column="board")[1] == ["none", *PUZZLES]


def test_a_line_of_json_without_its_column_stands_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "find_spec", lambda _name: None)
    rows = [{"board": "none"}, {"board": cells(PUZZLE)}, {"n": 1}, {"board": 5}]
    content = "\n".join(map(json.dumps, rows)).encode()
    puzzles = read(tmp_path, content, "a.jsonl", column="board")[1]
    assert puzzles == ["none", PUZZLE, '{"n": 1}', '{"board": 5}']
    with pytest.raises(FormatError, match="line 5"):
        read(tmp_path, content + b"\n{", "a.jsonl", column="board")


def test_a_puzzle_is_found_below_any_key_of_json_lines(tmp_path: Path) -> None:
    columns, puzzles = read(tmp_path, lines_of_json(PUZZLES), "a.jsonl")
    assert columns == {"columns": [], "column": None}
    assert puzzles == [
        *(f"{puzzle}  # 1" for puzzle in PUZZLES[:2]),
        json.dumps({"board": PUZZLES[2], "n": 1}),
    ]


def test_a_bad_line_of_json_keeps_its_place(tmp_path: Path) -> None:
    content = f'{{"puzzle": "{PUZZLE}"}}\n{{"puzzle": 5}}\n{{"puzzle": "{SEVERAL}"}}\n'
    columns, puzzles = read(tmp_path, content.encode(), "a.jsonl")
    assert columns == {"columns": ["puzzle"], "column": "puzzle"}
    assert puzzles == [PUZZLE, '{"puzzle": 5}', SEVERAL]


def test_parquet_offers_the_columns_that_can_hold_puzzles(tmp_path: Path) -> None:
    sound = PUZZLES[:2]
    rows = [cells(puzzle) for puzzle in sound]
    content = parquet(id=[1, 2], puzzle=sound, drawn=["\n".join(sound[0]), "no"], cells=rows)
    columns, puzzles = read(tmp_path, content, "a.parquet")
    assert columns == {"columns": ["puzzle", "drawn", "cells"], "column": "puzzle"}
    assert puzzles == sound
    assert read(tmp_path, content, "a.parquet", column="cells")[1] == sound
    assert read(tmp_path, content, "a.parquet", column="drawn")[1] == [sound[0], "no"]
    with pytest.raises(TableError, match="int64"):
        read(tmp_path, content, "a.parquet", column="id")
    with pytest.raises(TableError, match="no column nowhere"):
        read(tmp_path, content, "a.parquet", column="nowhere")


def test_the_only_column_is_read_whatever_its_name(tmp_path: Path) -> None:
    content = parquet(id=[1, 2, 3], board=PUZZLES)
    assert read(tmp_path, content, "a.parquet") == (
        {"columns": ["board"], "column": "board"},
        PUZZLES,
    )


@pytest.mark.parametrize(
    ("content", "name", "error"),
    [
        (b"PAR1 and nothing else", "a.parquet", SourceError),
        (b"what is no puzzle at all", "a.txt", UnknownFormatError),
        (TEXT, "many.txt", InputError),
    ],
)
def test_what_cannot_be_read_is_named_as_the_client_does(
    content: bytes, name: str, error: type[Exception], tmp_path: Path
) -> None:
    with pytest.raises(error) as raised:
        read(tmp_path, content, name, limit=2)
    assert str(tmp_path) not in str(raised.value)


def test_a_file_is_sent_to_the_server_and_forgotten(server: str, temporary_files: Path) -> None:
    def send(content: bytes, **said: str) -> httpx.Response:
        url = f"{server}/api/v1/file"
        return httpx.post(url, content=content, headers=BYTES, params=said, timeout=PATIENCE)

    response = send(parquet(puzzle=PUZZLES), name="a.parquet")
    first, second = map(json.loads, response.text.splitlines())
    assert (first["column"], second["puzzles"]) == ("puzzle", PUZZLES)
    refused = send(b"PAR1", name="a.parquet")
    assert (refused.status_code, refused.json()["type"]) == (422, "urn:lowbit:source-error")
    assert not list(temporary_files.rglob("file"))
