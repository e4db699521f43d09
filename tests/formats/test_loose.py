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
from lowbit.formats import read
from lowbit.formats.lines.line import cells_or_text
from lowbit.formats.one_puzzle import read_puzzle
from lowbit.verbs.puzzles import grid_of
from lowbit.web.workers.tasks.lines import TextOptions
from lowbit.web.workers.tasks.texts import answer_text, parse

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
    "squares of a colour": "\n".join(ROWS).replace(".", "\U0001f7e6"),
    "a sharp for each blank": PUZZLE.replace(".", "#"),
    "None in a list": f"[[{'], ['.join(LISTED)}]]".replace("0", "None"),
    "None in rows": "\n".join(f"[{row}]," for row in LISTED).replace("0", "None"),
    "breaks of HTML": "<br>".join(ROWS),
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
    options = TextOptions("json", solutions=True, max_nodes=1000, time_limit=10.0)
    answer_text(sent.append, text.encode(), "9x9", options)
    return [json.loads(line)["solution"] for line in sent[0][0].splitlines()]


def lines_of(puzzles: list[lowbit.Grid | lowbit.Puzzle]) -> list[str]:
    return [grid_of(puzzle).to_line() for puzzle in puzzles]


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
    for door, read_by in DOORS.items():
        assert read_by(TEXTS[name]) == [SOLUTION if door == "batch" else PUZZLE], door


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
        answers = [line for line in done.stdout.splitlines() if not line.startswith("%")]
        assert (done.returncode, answers) == (0, [SOLUTION]), done.stderr


SEVERAL = {
    "titles": "\n".join(f"Puzzle {at}\n" + "\n".join(SPACED) for at in (1, 2, 3)),
    "statistics between": "\n".join(["\n".join(SPACED), "", "Givens: 24", "Level: hard", ""] * 3),
    "bands, and nothing between grids": "\n".join(["\n\n".join(BANDS)] * 3),
    "double-spaced": "\n\n\n".join(["\n\n".join(ROWS)] * 3),
    "hashes": f"00012ab9f3c7 {PUZZLE}  2.6\n" * 3,
    "HoDoKu among lines": f"{PUZZLE}\n:0000:x:{PUZZLE.replace('6', '+6')}::::\n{PUZZLE}\n",
    "a count and the word Grid": "\n".join(
        ["3", *(f"Grid {at}\n" + "\n".join(ZEROS) for at in "123")]
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SEVERAL)
def test_several_puzzles_are_all_read(name: str, tmp_path: Path) -> None:
    assert lines_of(lowbit.read(SEVERAL[name].splitlines())) == [PUZZLE] * 3
    assert from_parse(SEVERAL[name]) == [PUZZLE] * 3
    assert from_batch(SEVERAL[name]) == [SOLUTION] * 3
    file = tmp_path / "puzzles.txt"
    file.write_text(SEVERAL[name], encoding="utf-8")
    assert command("solve", file).stdout.split() == [SOLUTION] * 3
    assert command("solve", SEVERAL[name]).stdout.split() == [SOLUTION] * 3


def reasons_of(text: str) -> list[str]:
    """Return what comes of each puzzle of a text: its line and digits, or the error."""
    records = (record for record in read(text.splitlines()) if not record.is_passthrough)
    return [
        record.error.where if record.error else f"{record.line}: {cells_or_text(record)}"
        for record in records
    ]


def with_row(place: int, row: str, *, before: str = "") -> str:
    rows = SPACED.copy()
    rows[place] = row
    return before + "\n".join(rows)


KEEP = "keep the one that is meant, or put a header above the columns"

WRONG = {
    "a cell missing": (with_row(3, SPACED[3][:-2]), ["line 4: a row has 9 cells, not 8"]),
    "a cell missing below a title": (
        with_row(3, SPACED[3][:-2], before="Easy\n"),
        ["line 5: a row has 9 cells, not 8"],
    ),
    "a cell too many": (with_row(3, f"{SPACED[3]} 5"), ["line 4: a row has 9 cells, not 10"]),
    "another blank among dots": (
        with_row(3, SPACED[3].replace(".", "x", 1)),
        ["line 4, column 3: 'x' is not a digit or blank"],
    ),
    "a row missing below a title": (
        "Easy\n" + "\n".join(SPACED[:8]),
        ["line 10: row 9 of 9 was expected, but the text ends"],
    ),
    "a row missing above a grid": (
        "\n".join(["Easy", *SPACED[:8], "Puzzle 2", *SPACED]),
        [
            "line 10: row 9 of 9 was expected, but 'Puzzle 2' follows",
            f"11: {PUZZLE}",
        ],
    ),
    "a band before a grid": (
        "\n".join([*SPACED[:3], "", *SPACED]),
        ["line 4: row 4 of 9 was expected, but an empty line follows", f"5: {PUZZLE}"],
    ),
    "a band missing": (
        "\n\n".join(BANDS[:2]),
        ["line 8: row 7 of 9 was expected, but the text ends"],
    ),
    "four rows and five": (
        "\n".join([*SPACED[:4], "", *SPACED[4:]]),
        [
            "line 5: row 5 of 9 was expected, but an empty line follows",
            "line 11: row 6 of 9 was expected, but the text ends",
        ],
    ),
    "rows numbered wrong": (
        "\n".join(f"{at}: {row}" for at, row in enumerate([*SPACED[1:], SPACED[0]], 2)),
        ["line 1, column 2: ':' is not a digit or blank"],
    ),
    "two puzzles in a line": (
        f"no 5: {PUZZLE} {PUZZLE[::-1]}",
        [
            (
                f"line 1: this line has several puzzles, '{PUZZLE[:40]}...' "
                f"and '{PUZZLE[:40:-1]}...': {KEEP}"
            )
        ],
    ),
    "HoDoKu's line with a cell too few": (
        f":0000:x:{PUZZLE[:-1]}::::",
        ["line 1: a 9x9 grid has 81 cells, not 80"],
    ),
    "a candidate that is the digit": (
        f":0000:x:{PUZZLE}:611:::",
        ["line 1: '611' takes the 6 from r1c1, which has it"],
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named_and_never_guessed(name: str) -> None:
    text, expected = WRONG[name]
    assert reasons_of(text) == expected


def test_a_text_of_comments_that_hold_puzzles_is_refused() -> None:
    with pytest.raises(lowbit.UnknownFormatError, match=r"line 2: '#1 .*take the '#' away"):
        lowbit.read(["# mine", f"#1 {PUZZLE}"])
    assert lowbit.read(["# mine", "# none yet"]) == []


def test_words_before_a_row_do_not_shift_the_grid() -> None:
    for before in ("Seed: 123456789", "2026-11-27 10:35:12", "1 2 3 4 5 6 7 8 9\n"):
        assert reasons_of("\n".join([before, *SPACED]))[-1].endswith(f": {PUZZLE}"), before


def test_grids_of_several_sizes_may_follow_each_other() -> None:
    small = "2\n1 . . .\n. . 3 .\n. 4 . .\n. . . 2"
    grids = lowbit.read(("3\n" + "\n".join(SPACED) + f"\n\n{small}\n").splitlines())
    assert [str(grid.geometry) for grid in grids] == ["9x9", "4x4"]
    assert lines_of(grids) == [PUZZLE, "1.....3..4.....2"]


@pytest.mark.parametrize("size", [4, 6, 8, 12, 16])
def test_gaps_and_other_blanks_on_other_boards(size: int) -> None:
    board = lowbit.Geometry.parse(f"{size}x{size}")
    last = board.symbols[-1]
    cells = "".join(last.rjust(size, "?") for _ in range(size))
    rows = [cells[at : at + size] for at in range(0, size * size, size)]
    height = board.box_shape[0] if board.box_shape else size
    bands = ["\n".join(rows[at : at + height]) for at in range(0, size, height)]
    for text in ("\n\n".join(rows), "\n\n".join(bands), "A title\n" + "\n".join(rows)):
        (grid,) = map(grid_of, lowbit.read(text.splitlines()))
        assert (grid.geometry, grid.to_line()) == (board, cells.replace("?", "."))


def test_candidates_that_hodoku_took_out_are_gone() -> None:
    (grid,) = map(grid_of, lowbit.read([f":0000:x:{PUZZLE}:112 912::118:"]))
    assert grid.allowed[1] == 0b011111110
    assert grid.allowed[2:5] == (0b111111111,) * 3


def test_what_is_left_out_is_named_once(tmp_path: Path) -> None:
    file = tmp_path / "titles.txt"
    file.write_text(SEVERAL["titles"], encoding="utf-8")
    left_out = f"lowbit: {file}: line 1: left out 'Puzzle 1'; 2 more lines were read so\n"
    for verb in ("solve", "show", "steps"):
        assert command(verb, file).stderr.count(left_out) == 1, verb
    assert command("solve", "-q", file).stderr == ""
    told = command("solve", TEXTS["a title"]).stderr
    assert told == "lowbit: the argument: line 1: left out 'Sudoku of the day'\n"


@pytest.mark.parametrize("blank", "?-xXoO~□·")
def test_other_blanks_are_read_by_the_library_too(blank: str) -> None:
    text = PUZZLE.replace(".", blank)
    assert lowbit.Grid(text) == lowbit.Grid(PUZZLE)
    wrong = PUZZLE.replace(".", blank, 1)
    batch = lowbit.solve_many([text, PUZZLE, wrong])
    assert batch.status.tolist() == [2, 2, 0]
    assert "not a digit or blank" in batch.reasons[2] or "cells, not 80" in batch.reasons[2]


SPACES_FOR_BLANKS = """\
6    2 4
   29  78
18    9
 8 9   47
15 6  4
  7
     2  5
   7
  2  3
"""


@pytest.mark.parametrize("above", ["", "My puzzle\n", "\n\n"])
def test_spaces_are_blanks_in_rows_that_can_be_nothing_else(above: str) -> None:
    (grid,) = (record.grid for record in read([above + SPACES_FOR_BLANKS]) if record.grid)
    cells = (row.ljust(9) for row in SPACES_FOR_BLANKS.splitlines())
    assert grid == lowbit.Grid("".join(cells).replace(" ", "."))


@pytest.mark.parametrize("rows", ["7\n" * 9, " 1       2\n" * 9, " 1      2\n" * 8])
def test_other_numbers_between_spaces_are_no_puzzle(rows: str) -> None:
    with pytest.raises(lowbit.InputError):
        _ = [lowbit.Grid(grid_of(puzzle)) for puzzle in lowbit.read([rows])]
