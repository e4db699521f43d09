"""Random texts of puzzles on many boards, in many formats: each is answered as it is alone."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

import lowbit
from command_line import bash
from command_line import lowbit as command
from support import IRREGULAR, seeded

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

BOARDS = ("9x9", "x", "4x4", "6x6:3x2", "6x6", "9x9~0-8", IRREGULAR)
VERBS = ("count --limit 9", "solve", "check", "minimize", "canonical")
NO_HEADINGS = ("# easy ones", "", "# 12", "# x y", "## x", "# jigsaw", "# 9x9x9", "#samurais")
JUNK = "nonsense"
FORMATS = ("line", "line", "line", "csv", "board", "json", "sdk", "euler96")


@cache
def pool(board: str) -> list[str]:
    return [
        lowbit.Grid(puzzle.tolist(), board).to_line()
        for puzzle in lowbit.generate(3, geometry=board, seed=1, minimal=False).array
    ]


@cache
def alone(verb: str, board: str, puzzle: str) -> str:
    if puzzle == JUNK:
        return "invalid"
    return command(*verb.split(), "-q", "--geometry", board, stdin=puzzle).stdout.rstrip()


def section(random: Random, board: str, form: str) -> tuple[list[str], list[str]]:
    """Return the lines of a section, and its puzzles."""
    puzzles = [random.choice(pool(board)) for _ in range(random.randint(1, 4))]
    if form == "line":
        puzzles[1:1] = [JUNK] * random.randint(0, 1)
        lines = [one for each in puzzles for one in (each, *random.sample(NO_HEADINGS, 1))]
    elif form == "csv":
        lines = ["puzzle,level", *(f"{each},easy" for each in puzzles)]
    elif form == "json":
        lines = [f'{{"puzzle": "{each}"}}' for each in puzzles]
    else:
        begins = {"sdk": ["[Puzzle]"], "euler96": ["Grid 01"]}.get(form, [])
        lines = [
            line
            for each in puzzles
            for line in (*begins, *rows(lowbit.Grid(each, board), form), *([""] * (not begins)))
        ]
    return lines, puzzles


def rows(grid: lowbit.Grid, form: str) -> list[str]:
    if form == "board":
        return str(grid).splitlines()
    return ["".join(row) for row in grid.geometry.in_rows(grid.to_line(), gap=" ")]


def mixed(random: Random) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the lines of a text, and its puzzles with their boards."""
    n_classic = random.choice([0, 1, 20_000])
    puzzle = pool("9x9")[0]
    lines, asked = [puzzle] * n_classic, [("9x9", puzzle)] * n_classic
    last = "9x9" if n_classic else ""
    for number in range(random.randint(1, 8)):
        board = random.choice([each for each in BOARDS if each != last])
        superseded = [f"# {random.choice(BOARDS)}"] * (random.random() < 0.2)
        form = random.choice(FORMATS) if number or n_classic else "line"
        if form in {"sdk", "euler96"} and "~" in board:
            form = "line"
        some, puzzles = section(random, board, form)
        lines += [
            *superseded,
            f"#{random.choice(' ')}{board}",
            *random.sample(NO_HEADINGS, 1),
            *some,
        ]
        asked += [(board, each) for each in puzzles]
        last = board
    return lines, asked


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(9))
def test_each_puzzle_of_a_text_is_answered_as_alone(seed: int, tmp_path: Path) -> None:
    random = seeded("headings", seed)
    verb = VERBS[seed % len(VERBS)]
    lines, asked = mixed(random)
    end = random.choice(["\n", "\r\n", "\r"])
    content = end.join(lines) + end
    cut = random.randrange(len(content))
    parts = [tmp_path / name for name in ("one.txt", "two.txt", "all.txt")]
    for path, text in zip(parts, (content[:cut], content[cut:], content), strict=True):
        path.write_bytes(text.encode())
    run = f"lowbit {verb} -q --threads {random.randint(1, 2)}"
    for source in (f"{run} {parts[2]}", f"(cat {parts[0]}; sleep 1; cat {parts[1]}) | {run}"):
        answers = [
            re.sub(f"{JUNK}  # invalid.*", "invalid", line)
            for line in bash(source).stdout.splitlines()
        ]
        found = [re.sub("  # (easy|01)$", "", line) for line in answers if line and line[0] != "#"]
        assert found == [alone(verb, *each) for each in asked]
