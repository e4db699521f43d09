"""JSON that is nested deep is refused in every door, before a parser dies of it."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

import lowbit
from command_line import lowbit as command
from lowbit.errors import FormatError, InputError, LowbitError
from lowbit.formats import read
from lowbit.formats.one_puzzle import read_puzzle
from lowbit.formats.variants.lz_string import compress
from lowbit.nesting import DEEPEST, LineDepths, is_deep, value_of
from lowbit.tables.rows.sources import open_source
from lowbit.web.workers.tasks.files import read_file
from support import slow_except

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DEPTHS = [DEEPEST + 1, 500, 990, 3000, 20_000, 200_000]

KINDS: dict[str, Callable[[int], str]] = {
    "arrays": lambda n: "[" * n + "]" * n,
    "objects": lambda n: '{"a":' * n + "1" + "}" * n,
    "both": lambda n: '[{"a":' * (n // 2 + 1) + "1" + "}]" * (n // 2 + 1),
    "behind closing ones in a string": lambda n: f'["{"]" * n}",{"[" * n + "]" * n}]',
    "not closed": lambda n: "[" * n,
}

PUZZLE = "." * 81


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", DEPTHS)
def test_values_are_deep_that_are_nested(kind: str, n: int) -> None:
    text = KINDS[kind](n)
    assert is_deep(text)
    with pytest.raises(RecursionError):
        value_of(text)
    assert LineDepths().are_deep(text.encode() + b"\n")


def test_brackets_side_by_side_or_in_strings_are_not_deep() -> None:
    for value in (
        [[1]] * 999,
        {"a": "[" * 999},
        {"[" * 999: 1},
        '\\"[' * 999,
        ["]" * 9, ["["] * 999],
    ):
        text = json.dumps(value)
        assert not is_deep(text)
        assert value_of(text) == value
        assert not LineDepths().are_deep(f"{text}\n{text}\n".encode())


@pytest.mark.parametrize("size", [1, 7, 1000, 100_000])
def test_lines_are_looked_at_wherever_they_are_cut(size: int) -> None:
    good, deep = '{"a": [[1], {"b": "[["}]}\n' * 300, KINDS["both"](300)
    text = f"{good}{deep}\n{good}".encode()
    lines = LineDepths()
    assert any(lines.are_deep(text[at : at + size]) for at in range(0, len(text), size))
    assert lines.n_lines == 300


def read_by_server(path: Path) -> None:
    sent: list[Any] = []
    read_file(sent.append, path=str(path), name=path.name, column=None, geometry="9x9", limit=9)


def read_as_table(path: Path) -> None:
    with open_source(path) as source:
        list(source.batches)


LINES: dict[str, Callable[[str], str]] = {
    "another column": lambda deep: f'{{"puzzle": "{PUZZLE}", "x": {deep}}}\n',
    "a later row": lambda deep: f'{{"x": 1}}\n{{"x": {deep}}}\n',
    "the puzzle": lambda deep: f'{{"puzzle": {deep}}}\n',
    "constraints": lambda deep: f'{{"board": "9x9", "constraints": {deep}}}\n',
    "the whole line": lambda deep: f"{deep}\n",
}


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [500, 20_000])
def test_tables_are_refused_by_their_line(line: str, kind: str, n: int, tmp_path: Path) -> None:
    path = tmp_path / "deep.jsonl"
    path.write_text(LINES[line](KINDS[kind](n)))
    number = 2 if line == "a later row" else 1
    with pytest.raises(FormatError, match=f"line {number}: (this is not? JSON|the JSON is)"):
        read_as_table(path)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [500, 20_000])
def test_texts_and_files_are_refused(line: str, kind: str, n: int, tmp_path: Path) -> None:
    text = LINES[line](KINDS[kind](n))
    for name in ("deep.jsonl", "deep.json", "deep.txt"):
        path = tmp_path / name
        path.write_text(text)
        with pytest.raises(LowbitError):
            lowbit.read(path)
        assert any(record.error for record in read(path, "json"))
        with suppress(InputError):
            read_by_server(path)  # which may hand on as text what is no puzzle


@pytest.mark.parametrize("n", [500, 20_000])
@pytest.mark.parametrize("line", slow_except(LINES, {"a later row"}))
def test_the_command_says_so(line: str, n: int, tmp_path: Path) -> None:
    text = LINES[line](KINDS["arrays"](n))
    path = tmp_path / "deep.jsonl"
    path.write_text(text)
    for words, stdin in (((path,), ""), ((path, "-o", tmp_path / "out.jsonl"), ""), ((), text)):
        done = command("solve", *words, stdin=stdin)
        assert done.returncode == 1
        assert done.stderr.startswith("lowbit: error: ")
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [500, 20_000])
def test_puzzles_and_links_are_refused(kind: str, n: int) -> None:
    deep = KINDS[kind](n)
    whole = f'{{"board": "4x4", "symbols": "1234", "candidates": [15], "constraints": [{deep}]}}'
    with pytest.raises(InputError):
        lowbit.Puzzle.from_json(whole)
    payload = compress(f'{{"size": 9, "grid": {deep}}}')
    for text in (
        whole,
        f"https://www.f-puzzles.com/?load={payload}",
        f"https://sudokupad.app/scl{payload}",
        f"https://sudokupad.app/fpuzzles{payload}",
    ):
        with pytest.raises(InputError):
            read_puzzle(text)


@pytest.mark.parametrize("text", ["null", "\n\nnull\n", "  null \n{}\n", "\ufeffnull\n"])
def test_rows_of_json_that_begin_with_null_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "null.jsonl"
    path.write_text(text, encoding="utf-8")
    number = text.count("\n", 0, text.index("null")) + 1
    done = command("solve", path)  # a process of its own, which Arrow's parser would end
    assert done.returncode == 1
    assert done.stderr.endswith(f"line {number}: this is no JSON object\n")
    with pytest.raises(FormatError, match=f"line {number}: this is no JSON object"):
        read_as_table(path)
