"""Puzzles among other things, as people and programs share them, through every door.

Each text has the digits of one puzzle, so each must be read as that puzzle.
"""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

import lowbit
from command_line import lowbit as command
from lowbit.formats.variants import read_puzzle
from lowbit.web.workers.texts import TextOptions, answer_text, parse

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = lowbit.solve(PUZZLE).to_line()
ROWS = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
BANDS = ["\n".join(ROWS[at : at + 3]) for at in (0, 3, 6)]
SPACED = [" ".join(row) for row in ROWS]
ZEROS = [row.replace(".", "0") for row in ROWS]
LISTED = [", ".join(row) for row in ZEROS]
BARS = "+-------+-------+-------+"
MARKS = "".join(
    "123456789" if cell == "." else f"{'.' * (int(cell) - 1)}{cell}".ljust(9, ".")
    for cell in PUZZLE
)
WIDE = {ord(digit): chr(ord(digit) + 0xFEE0) for digit in "0123456789"}
KEYCAP = {ord(digit): f"{digit}\ufe0f\u20e3" for digit in "123456789"}


def boxed(row: str) -> str:
    """Return a row whose blanks are spaces, between the bars of boxes."""
    cells = row.replace(".", " ")
    return "|" + "|".join(f" {' '.join(cells[at : at + 3])} " for at in (0, 3, 6)) + "|"


def fielded(row: str, sign: str = "│") -> str:
    return f"{sign} " + f" {sign} ".join(row.replace(".", " ")) + f" {sign}"


def marked(cell: str) -> str:
    return "123456789" if cell == "." else f"<{cell}>" if cell in "12345" else f"*{cell}*"


def html(row: str) -> str:
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in row.replace('.', ' '))}</tr>"


TEXTS = {
    "empty lines between bands": "\n\n".join(BANDS),
    "two empty lines between bands": "\n\n\n".join(BANDS),
    "empty lines between rows": "\n\n".join(ROWS),
    "empty lines between spaced rows": "\n\n".join(SPACED),
    "groups": "\n\n".join(
        "\n".join(f"{row[:3]} {row[3:6]} {row[6:]}" for row in ROWS[at : at + 3])
        for at in (0, 3, 6)
    ),
    "one empty line missing": f"{BANDS[0]}\n\n{BANDS[1]}\n{BANDS[2]}",
    "a title": "Sudoku of the day\n" + "\n".join(SPACED),
    "a title that names a column": "Sudoku, 12 March\n" + "\n".join(SPACED),
    "a title that is the name of a column": "Sudoku\n" + "\n".join(SPACED),
    "a comment of another program": "% easy one\n" + "\n".join(SPACED),
    "what another program says below": "\n".join(SPACED) + "\n\nGivens: 24\nLevel: hard\n",
    "a title between bands": f"top\n{BANDS[0]}\nmiddle\n{BANDS[1]}\nbottom\n{BANDS[2]}",
    "a count and the word Grid": "1\nGrid 01\n" + "\n".join(ZEROS),
    "a count and spaced rows": "1\n" + "\n".join(" ".join(row) for row in ZEROS),
    "grid = [": "grid = [\n" + "".join(f'    "{row}",\n' for row in ROWS) + "]",
    "Python": "grid = [\n" + "".join(f"    [{row}],\n" for row in LISTED) + "]",
    "NumPy": "[" + "\n ".join(f"[{row.replace(',', '')}]" for row in LISTED) + "]",
    "an array of NumPy": "array([" + ",\n       ".join(f"[{row}]" for row in LISTED) + "])",
    "floats of NumPy": "[" + "\n ".join(f"[{'. '.join(row)}.]" for row in ZEROS) + "]",
    "tuples": "(" + ",\n".join(f"({row})" for row in LISTED) + ")",
    "C": "int grid[9][9] = {\n" + ",\n".join(f"  {{{row}}}" for row in LISTED) + "\n};",
    "one line of C": "{" + ",".join(f"{{{row}}}" for row in LISTED) + "}",
    "rows by slashes": "/".join(ROWS),
    "rows by spaces": " ".join(ROWS),
    "a program": f"board = '{PUZZLE}';",
    "a name": f"puzzle: {PUZZLE}",
    "a hash and a rating": f"00012ab9f3c7 {PUZZLE}  2.6",
    "an index": f"17,{PUZZLE},easy",
    "words before candidates": f"human pair 12 {MARKS}",
    "puzzle and solution": f"{PUZZLE}:{SOLUTION}:",
    "a link": f"https://sudoku.example/solve.htm?bd={PUZZLE.replace('.', '0')}",
    "another link": f"https://sudoku.example/?lang=en&s={PUZZLE}#top",
    "HoDoKu's library": f":0000:x:{PUZZLE}::::",
    "a state of HoDoKu": f"{PUZZLE}:",
    "HTML": "<table>\n" + "\n".join(map(html, ROWS)) + "\n</table>",
    "HTML, a line a cell": "<table>\n" + "\n".join(map(html, ROWS)).replace("<", "\n<"),
    "HTML on one line": f"<p>Sudoku</p><table>{''.join(map(html, ROWS))}</table>",
    "Markdown": "\n".join(
        [fielded(ROWS[0], "|"), f"|{'---|' * 9}", *(fielded(row, "|") for row in ROWS[1:])]
    ),
    "bold digits": "\n".join(SPACED).replace("8", "**8**").replace("1 8", "1 8"),
    "marked givens": "\n".join(f"| {' '.join(map(marked, row))} |" for row in ROWS),
    "a screen": "\n".join(
        [BARS.replace("-", "─") + "   game 1.0"]
        + [f"{fielded(row)}     h - Move" for row in ROWS]
        + [BARS.replace("-", "─") + "     Commands"]
    ),
    "colours": "\n".join(SPACED).replace("8", "\x1b[1;31m8\x1b[0m"),
    "spaces in boxes": "\n".join([BARS, *map(boxed, ROWS), BARS]),
    "full width": "\n".join(ZEROS).translate(WIDE),
    "emoji": "\n".join(ROWS).translate(KEYCAP).replace(".", "⬜"),
    "row numbers": "\n".join(f"{at}: {row}" for at, row in enumerate(SPACED, 1)),
    "row letters": "\n".join(f"{at}) {row}" for at, row in zip("ABCDEFGHI", SPACED, strict=True)),
    "a quoted mail": "\n".join(f"> {row}" for row in SPACED),
    "stray ends": "\n".join(f"{row} ~" for row in SPACED),
} | {
    f"{blank} for blanks": "\n".join(SPACED).replace(".", blank) for blank in "?-xXoO~_*□⬜·•\u2013"
} | {
    f"{one} for 1": "\n".join(SPACED).replace("1", one) for one in "lI"
}  # fmt: skip


def from_parse(text: str) -> list[str]:
    sent: list[Any] = []
    parse(sent.append, text, "9x9", 5)
    return [puzzle["puzzle"] for puzzle in sent[0]["puzzles"] if not puzzle["reason"]]


def from_batch(text: str) -> list[str]:
    sent: list[Any] = []
    answer_text(sent.append, text.encode(), "9x9", TextOptions("json", True, 1000, 10.0))  # noqa: FBT003
    return [json.loads(line)["solution"] for line in sent[0][0].splitlines()]


def lines_of(puzzles: list[lowbit.Grid]) -> list[str]:
    return [puzzle.to_line() for puzzle in puzzles]


DOORS: dict[str, Callable[[str], list[str]]] = {
    "lines": lambda text: lines_of(lowbit.read(text.splitlines())),
    "a stream": lambda text: lines_of(lowbit.read(io.BytesIO(text.encode()))),
    "one line after another": lambda text: lines_of(lowbit.read(iter(text.splitlines()))),
    "read_puzzle": lambda text: [read_puzzle(text).grid.to_line()],
    "parse": from_parse,
    "batch": from_batch,
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_puzzle_is_read_through_every_door(name: str) -> None:
    for door, read in DOORS.items():
        assert read(TEXTS[name]) == [SOLUTION if door == "batch" else PUZZLE], door


@pytest.mark.parametrize("name", TEXTS)
def test_commands_read_it_as_a_file_from_a_pipe_and_as_an_argument(
    name: str, tmp_path: Path
) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(TEXTS[name], encoding="utf-8")
    for done in (
        command("solve", file),
        command("solve", stdin=TEXTS[name]),
        command("solve", TEXTS[name]),
    ):
        assert (done.returncode, done.stdout.split()) == (0, [SOLUTION]), done.stderr
