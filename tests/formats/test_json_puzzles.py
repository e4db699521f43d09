"""Puzzles within JSON: by shape and key, the same through every door."""

from __future__ import annotations

import io
import json
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from command_line import lowbit
from lowbit import Grid, InputError, formats, read, read_puzzle
from lowbit.web.workers.tasks import files, texts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Data

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
OTHER = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
OTHER_SOLUTION = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"

DIGITS = [int(c) if c != "." else 0 for c in PUZZLE]
ROWS = [DIGITS[start : start + 9] for start in range(0, 81, 9)]
SOLVED_ROWS = [[*map(int, SOLUTION[start : start + 9])] for start in range(0, 81, 9)]
TEXTS = [[c.strip(".") for c in PUZZLE[start : start + 9]] for start in range(0, 81, 9)]

SHAPES: dict[str, Any] = {
    "string": PUZZLE,
    "string in lines": "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9)),
    "cells": DIGITS,
    "cells with null": [digit or None for digit in DIGITS],
    "rows": ROWS,
    "rows of strings": [PUZZLE[start : start + 9] for start in range(0, 81, 9)],
    "rows of characters": TEXTS,
    "cells as objects": [{"val": digit or None, "notes": []} for digit in DIGITS],
    "rows of objects": [
        [{"value": digit} if digit else {"notes": [1]} for digit in r] for r in ROWS
    ],
}

PLACES: dict[str, Callable[[Any], Any]] = {
    "puzzle": lambda puzzle: {"puzzle": puzzle, "solution": SOLUTION},
    "board": lambda puzzle: {"board": puzzle},
    "grid": lambda puzzle: {"id": 1, "grid": puzzle, "solved": SOLVED_ROWS},
    "values": lambda puzzle: {"values": puzzle, "answer": SOLUTION},
    "initialBoard": lambda puzzle: {"initialBoard": puzzle, "completedBoard": SOLVED_ROWS},
    "service": lambda puzzle: {
        "newboard": {"grids": [{"value": puzzle, "solution": SOLVED_ROWS, "difficulty": "Easy"}]}
    },
    "newspaper": lambda puzzle: {
        "date": "today", "easy": {"puzzle_data": {"puzzle": puzzle, "solution": SOLVED_ROWS}}
    },
    "reasoning": lambda puzzle: {
        "question": "Solve this Sudoku:\n6 _ _", "answer": SOLUTION,
        "metadata": {"puzzle": puzzle, "solution": SOLVED_ROWS},
    },
    "another name": lambda puzzle: {"data": {"x": puzzle}, "n": 3},
}  # fmt: skip


def solved_by_command(*arguments: str | Path, stdin: str = "") -> list[str]:
    return answered_by("solve", *arguments, stdin=stdin)


def answered_by(command: str, *arguments: str | Path, stdin: str = "") -> list[str]:
    done = lowbit(command, "-q", *arguments, stdin=stdin)
    assert done.stderr == ""
    return [line.split()[0] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("place", PLACES)
def test_a_puzzle_is_found_by_shape_and_key(place: str, shape: str) -> None:
    text = json.dumps(PLACES[place](SHAPES[shape]))
    for given in (text, json.dumps(json.loads(text), indent=1), f"[{text}]"):
        [record] = formats.read(io.StringIO(given))
        assert record.grid == Grid(PUZZLE)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_puzzle_that_is_the_whole_text_is_read(shape: str) -> None:
    [record] = formats.read(io.StringIO(json.dumps(SHAPES[shape])), "json")
    assert record.grid == Grid(PUZZLE)


@pytest.mark.parametrize("place", [name for name in PLACES if name != "puzzle"])
@pytest.mark.parametrize("ending", ["json", "jsonl", "txt"])
def test_every_door_reads_the_same(place: str, ending: str, tmp_path: Path) -> None:
    lines = [json.dumps(PLACES[place](puzzle)) for puzzle in (ROWS, OTHER)]
    text = "\n".join(lines) + "\n"
    path = tmp_path / f"given.{ending}"
    path.write_text(text, encoding="utf-8")
    assert solved_by_command(path) == [SOLUTION, OTHER_SOLUTION]
    require_both_from_all(path, lines)


def require_both_from_all(path: Path, arguments: list[str]) -> None:
    """Require the two puzzles of a text, and nothing else, from every door."""
    grids = [Grid(PUZZLE), Grid(OTHER)]
    text = path.read_text(encoding="utf-8")
    show = ("show", "--to", "line")
    assert answered_by(*show, path) == [PUZZLE, OTHER]
    assert answered_by(*show, stdin=text) == [PUZZLE, OTHER]
    assert answered_by(*show, *arguments) == [PUZZLE, OTHER]
    assert solved_by_command("--from", "json", path) == [SOLUTION, OTHER_SOLUTION]
    assert [record.grid for record in formats.read(path)] == grids
    assert read(path) == grids
    sent: list[Any] = []
    texts.parse(sent.append, text, "9x9", 10)
    files.read_file(
        sent.append, path=str(path), name=path.name, column=None, geometry="9x9", limit=10
    )
    opened = [line.split()[0] for part in sent[1:] for line in part.get("puzzles", ())]
    assert [each["puzzle"].split()[0] for each in sent[0]["puzzles"]] == [PUZZLE, OTHER]
    assert opened == [PUZZLE, OTHER]


@pytest.mark.parametrize("key", ["puzzle", "grid", "board", "givens"])
@pytest.mark.parametrize("depth", [0, 1])
def test_constraints_beside_a_grid_are_never_ignored(key: str, depth: int, tmp_path: Path) -> None:
    value: Any = {key: PUZZLE, "constraints": [{"type": "Cage", "cells": [0, 1], "total": 3}]}
    text = json.dumps({"data": value} if depth else value) + "\n"
    path = tmp_path / "given.jsonl"
    path.write_text(text, encoding="utf-8")
    for done in (lowbit("solve", stdin=text), lowbit("solve", path)):
        assert (SOLUTION in done.stdout, done.returncode) == (False, 1)
        assert "constraints stand beside the grid" in done.stderr
    assert SOLUTION not in lowbit("solve", text).stdout
    with pytest.raises(InputError):
        read(path)
    with pytest.raises(InputError):
        read_puzzle(text)


WRITTEN: dict[str, Callable[[str], Any]] = {
    "dots": str,
    "zeros": lambda cells: cells.replace(".", "0"),
    "numbers": lambda cells: int(cells.replace(".", "0")),
}


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("orient", ["records", "columns", "index", "split", "values", "table"])
def test_no_solution_of_a_data_frame_is_taken_for_a_puzzle(
    orient: str, written: str, tmp_path: Path
) -> None:
    pandas = pytest.importorskip("pandas")
    rows = [(PUZZLE, SOLUTION, 1.5), (OTHER, OTHER_SOLUTION, 2.5)]
    as_written = WRITTEN[written]
    frame = pandas.DataFrame(
        [(as_written(puzzle), as_written(solution), rating) for puzzle, solution, rating in rows],
        columns=["puzzle", "solution", "rating"],
    )
    path = tmp_path / "frame.txt"
    frame.to_json(path, orient=orient)
    require_both_from_all(path, [path.read_text(encoding="utf-8")])


TABLES: dict[str, Any] = {
    "names that tell nothing": [
        {"a": PUZZLE, "b": SOLUTION}, {"a": OTHER, "b": OTHER_SOLUTION}
    ],
    "no names": [{"0": PUZZLE, "1": SOLUTION}, {"0": OTHER, "1": OTHER_SOLUTION}],
    "solutions first": [[SOLUTION, PUZZLE, 1.5], [OTHER_SOLUTION, OTHER, 2.5]],
    "two answers": [[PUZZLE, SOLUTION, SOLUTION], [OTHER, OTHER_SOLUTION, OTHER_SOLUTION]],
    "a header": {
        "values": [["puzzle", "solution"], [PUZZLE, SOLUTION], [OTHER, OTHER_SOLUTION]]
    },
    "a service": {
        "meta": [{"name": "solution"}, {"name": "puzzle"}],
        "data": [[SOLUTION, PUZZLE], [OTHER_SOLUTION, OTHER]],
    },
    "columns": {"columns": [
        {"name": "puzzle", "values": [PUZZLE, OTHER]},
        {"name": "solution", "values": [SOLUTION, OTHER_SOLUTION]},
    ]},
    "two arrays": [[PUZZLE, OTHER], [SOLUTION, OTHER_SOLUTION]],
    "in turns": [PUZZLE, SOLUTION, OTHER, OTHER_SOLUTION],
    "grids of rows": [ROWS, SOLVED_ROWS, OTHER],
    "lists": {"puzzle": [PUZZLE, OTHER], "solution": [SOLUTION, OTHER_SOLUTION]},
}  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
def test_no_solution_of_any_table_in_json_is_taken_for_a_puzzle(table: str, tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text(json.dumps(TABLES[table]), encoding="utf-8")
    require_both_from_all(path, [path.read_text(encoding="utf-8")])


@pytest.mark.parametrize(
    "value",
    [[PUZZLE, OTHER_SOLUTION], [SOLUTION, SOLUTION], ["." * 81, SOLUTION], [PUZZLE, PUZZLE]],
)
def test_full_grids_that_answer_nothing_are_puzzles(value: list[str]) -> None:
    assert len([*read(io.StringIO(json.dumps(value)))]) == len(value)


def test_puzzles_in_rows_are_all_puzzles() -> None:
    """Where none completes another, also a full grid."""
    text = json.dumps({"data": [[PUZZLE, OTHER], [SOLUTION, OTHER]]})
    found = [record.grid for record in formats.read(io.StringIO(text))]
    assert found == [Grid(PUZZLE), Grid(OTHER), Grid(SOLUTION), Grid(OTHER)]


def test_a_number_that_lost_digits_says_what_to_do() -> None:
    [record] = formats.read(io.StringIO(json.dumps([{"puzzle": 6.4e80}])))
    assert "6.4e+80 is a number that lost digits: keep its column as text" in str(record.error)


@pytest.mark.parametrize("ending", ["json", "jsonl"])
def test_json_that_is_asked_for_is_read_as_such(ending: str, tmp_path: Path) -> None:
    """Whatever the name says, and whether it could be a table."""
    path = tmp_path / f"given.{ending}"
    path.write_text(json.dumps({"puzzle": TEXTS, "level": 3}) + "\n", encoding="utf-8")
    done = lowbit("solve", "-q", "--from", "json", path)
    assert (done.stdout, done.returncode) == (f"{SOLUTION}  # 3\n", 0)


@pytest.mark.parametrize("ending", ["json", "jsonl"])
def test_lines_of_arrays_are_text_whatever_the_file_is_called(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"given.{ending}"
    path.write_text(f"{json.dumps([TEXTS])}\n{json.dumps(DIGITS)}\n", encoding="utf-8")
    assert solved_by_command(path) == [SOLUTION, SOLUTION]


def test_several_puzzles_of_an_object_are_all_read() -> None:
    value = {name: {"puzzle": puzzle} for name, puzzle in (("easy", ROWS), ("hard", OTHER))}
    found = list(formats.read(io.StringIO(json.dumps(value))))
    assert [record.grid for record in found] == [Grid(PUZZLE), Grid(OTHER)]


@pytest.mark.parametrize("key", ["solution", "answers", "solvedBoard", "completed_grid", "output"])
def test_an_answer_is_never_taken_for_the_puzzle(key: str) -> None:
    [record] = formats.read(io.StringIO(json.dumps({key: ROWS, "level": 1})))
    assert "no key holds a 9x9 grid" in str(record.error)
    [record] = formats.read(io.StringIO(json.dumps({key: SOLVED_ROWS, "x": {"y": ROWS}})))
    assert record.grid == Grid(PUZZLE)


def test_keys_that_may_all_be_meant_are_named() -> None:
    [record] = formats.read(io.StringIO(json.dumps({"board": ROWS, "a": {"grid": OTHER}})))
    assert "board, a.grid: each may be the puzzle" in str(record.error)
    same = json.dumps({"board": ROWS, "a": {"grid": ROWS}})
    [record] = formats.read(io.StringIO(same))
    assert record.grid == Grid(PUZZLE)


def test_the_board_of_a_small_puzzle_is_inferred(tmp_path: Path) -> None:
    path = tmp_path / "small.jsonl"
    path.write_text('{"board": [[1,0,0,0],[0,0,0,2],[0,0,3,0],[4,0,0,0]]}\n', encoding="utf-8")
    [solution] = solved_by_command(path)
    assert Grid(solution, "4x4").is_solved


def test_deep_values_and_long_lists_are_no_puzzles() -> None:
    deep: Any = ROWS
    for _ in range(100):
        deep = {"x": deep}
    [record] = formats.read(io.StringIO(json.dumps(deep)))
    assert "no key holds a 9x9 grid" in str(record.error)


SHARED = {"dosuku.json": 1, "nyt.json": 2, "sugoku.json": 1, "rg.jsonl": 1}


@pytest.mark.parametrize("name", SHARED)
def test_json_as_people_share_it_is_read(name: str, data: Data) -> None:
    path = data(f"reports/{name}")
    solved = [SOLUTION] * SHARED[name]
    assert solved_by_command(path) == solved
    assert solved_by_command(stdin=path.read_text(encoding="utf-8")) == solved
    assert [r.grid for r in islice(formats.read(path), 5)] == [Grid(PUZZLE)] * len(solved)


def test_cells_that_are_objects_are_read(data: Data) -> None:
    path = data("reports/sj9.json")
    [record] = formats.read(path)
    assert record.grid
    assert record.grid.to_line().startswith("349618572782359...651742")
    assert lowbit("count", "-q", path).stdout == "2\n"
