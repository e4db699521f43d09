"""What a player wrote in a text is no part of its puzzle, which every door says."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

import lowbit
from command_line import lowbit as run
from lowbit import Puzzle, formats, read_puzzle, write_puzzle
from lowbit.errors import LeftOutWarning
from lowbit.formats.variants import PUZZLE_FORMATS, left_out_of
from lowbit.formats.variants.fpuzzles.links import packed
from lowbit.formats.variants.penpa.drawing import _unpacked, link_to
from web_server import ask

if TYPE_CHECKING:
    from pathlib import Path

GRID = Puzzle("12.." + "." * 12, geometry="4x4")
TOLD = "a player's digits (r1c3 is 4) are left out: the puzzle is what was given"


def fpuzzles(cell: dict[str, Any]) -> dict[str, Any]:
    """Return f-puzzles' JSON of a puzzle with two givens, and of another cell in r1c3."""
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    grid[0][:3] = [{"value": 1, "given": True}, {"value": 2, "given": True}, cell]
    return {"size": 4, "grid": grid}


def penpa(entries: dict[str, Any]) -> str:
    """Return a link to Penpa with the same givens, and with what a player drew."""
    lines = _unpacked(write_puzzle(GRID, "penpa").partition("&p=")[2]).split("\n")
    lines[4] = json.dumps(entries)
    return link_to("\n".join(lines))


DIGIT = fpuzzles({"value": 4})
SUDOKUPAD = {
    "cages": [],
    "cells": [[{"value": 1}, {"value": 2}, {"pencilMarks": [3, 4]}, {}], *[[{}] * 4] * 3],
    "regions": [[[r + i // 2, c + i % 2] for i in range(4)] for r in (0, 2) for c in (0, 2)],
}
TEXTS = {
    "f-puzzles, JSON": (json.dumps(DIGIT), TOLD),
    "f-puzzles, a link": (f"https://f-puzzles.com/?load={packed(DIGIT)}", TOLD),
    "SudokuPad, a link to f-puzzles' JSON": (
        f"https://sudokupad.app/fpuzzles{packed(DIGIT)}",
        TOLD,
    ),
    "SudokuPad, JSON": (json.dumps(SUDOKUPAD), "a player's marks (1)"),
    "f-puzzles, marks": (
        json.dumps(fpuzzles({"cornerPencilMarks": [3, 4]})),
        "a player's marks (1)",
    ),
    "Penpa, a digit": (penpa({"number": {"20": ["4", 2, "1"]}}), TOLD),
    "Penpa, marks": (
        penpa({"numberS": {"400": ["3", 2]}, "surface": {"18": 1}}),
        "a player's marks (2)",
    ),
}


@pytest.mark.parametrize(("text", "told"), TEXTS.values(), ids=TEXTS)
def test_the_library_says_what_it_leaves_out(text: str, told: str) -> None:
    assert left_out_of(text).startswith(told)
    with pytest.warns(LeftOutWarning) as warned:
        assert read_puzzle(text) == GRID
    assert [warned[0].filename, len(warned)] == [__file__, 1]
    with pytest.warns(LeftOutWarning, match="line 1: a player's"):
        (record,) = formats.read(io.StringIO(f"{text}\n"))
    assert record.left_out.startswith(told)
    assert record.grid == GRID.grid
    with pytest.warns(LeftOutWarning):
        assert lowbit.count_solutions_many([text]).array.tolist() == [lowbit.count_solutions(GRID)]


@pytest.mark.parametrize(("text", "told"), TEXTS.values(), ids=TEXTS)
def test_the_server_says_what_it_leaves_out(server: str, text: str, told: str) -> None:
    opened = ask(server, "open", text=text)
    assert opened["puzzle"] == GRID.grid.to_line()
    assert opened["left_out"].startswith(told)


@pytest.mark.parametrize(
    "command",
    [
        "solve",
        "count",
        "check",
        "show",
        "show --to iss",
        "steps",
        "hint",
        "rate",
        "minimize",
        "shuffle --seed 1",
        "canonical",
        "candidates",
        "redundant",
        "maximize",
        "render",
        "book",
    ],
)
def test_commands_say_what_they_leave_out_once(command: str, tmp_path: Path) -> None:
    path, output = tmp_path / "a.json", tmp_path / "o.pdf"
    path.write_text(json.dumps(DIGIT), "utf-8")
    words = [*command.split(), *(["-o", str(output)] if command in {"render", "book"} else [])]
    said = run(*words, path).stderr
    assert [line for line in said.splitlines() if "player" in line] == [
        f"lowbit: {path}: line 1: {TOLD}"
    ]


def test_an_argument_is_told_too() -> None:
    assert TOLD in run("count", json.dumps(DIGIT)).stderr


@pytest.mark.parametrize("form", PUZZLE_FORMATS)
def test_what_lowbit_writes_has_nothing_to_leave_out(form: str) -> None:
    """Candidates stand in f-puzzles' JSON twice, so that SudokuPad shows them."""
    if form in {"killer", "ps", "sumocue"}:
        puzzle = Puzzle("." * 81, [lowbit.constraints.Cage((0, 1), 9)])
    else:
        restricted = form in {"fpuzzles", "sudokupad", "iss", "pencilmark", "json"}
        masks = [0b11 if restricted else 0b1, *[15] * 15]
        puzzle = Puzzle(lowbit.Masks(masks), geometry="4x4")
    assert left_out_of(write_puzzle(puzzle, form)) == ""
