"""The texts that people share are the puzzle that they show, whatever their grammar."""

from __future__ import annotations

import io
import json

import pytest

from lowbit.formats import read, sniff
from lowbit.grid import Grid

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = Grid(PUZZLE)
ROWS = [PUZZLE[start : start + 9] for start in range(0, 81, 9)]
CELLS = [list(row) for row in ROWS]
NUMBERS = [[int(cell.replace(".", "0")) for cell in row] for row in ROWS]
FLAT = [number for row in NUMBERS for number in row]
OBJECT = {"id": 1, "puzzle": PUZZLE}


def joined(separator: str, blank: str = ".", quote: str = "", end: str = "") -> str:
    return "".join(
        separator.join(f"{quote}{cell.replace('.', blank)}{quote}" for cell in row) + f"{end}\n"
        for row in ROWS
    )


TEXTS: dict[str, tuple[str, str, int]] = {
    "LeetCode": (json.dumps(CELLS), "json", 1),
    "LeetCode, printed by Python": (str(CELLS), "json", 1),
    "LeetCode, a line each": (f"{json.dumps(CELLS)}\n{json.dumps(CELLS)}\n", "json", 2),
    "LeetCode, indented": (json.dumps([CELLS, CELLS], indent=1), "json", 2),
    "numbers": (json.dumps(NUMBERS), "json", 1),
    "flat numbers": (json.dumps(FLAT), "json", 1),
    "several flat numbers": (json.dumps([FLAT] * 3), "json", 3),
    "null for a blank": (json.dumps(NUMBERS).replace("0", "null"), "json", 1),
    "strings of rows": (json.dumps(ROWS), "json", 1),
    "strings": (json.dumps([PUZZLE] * 2), "json", 2),
    "objects": (json.dumps([OBJECT] * 2), "json", 2),
    "JSON lines": (f"{json.dumps(OBJECT)}\n" * 2, "json", 2),
    "JSON behind spaces": (f"\n\n  {json.dumps([PUZZLE] * 2)}\n", "json", 2),
    "JSON with comments": (
        f"# easy\n{json.dumps(OBJECT)}\n  # hard\n{json.dumps(OBJECT)}\n# end", "json", 2
    ),
    "a long array on a line": (
        json.dumps([PUZZLE] * 100, separators=("," + " " * 11_000, ":")),
        "json",
        100,
    ),
    "commas": (joined(","), "board", 1),
    "commas, nothing for a blank": (joined(",", ""), "board", 1),
    "semicolons": (joined(";", "0"), "board", 1),
    "semicolons, nothing for a blank": (joined(";", ""), "board", 1),
    "semicolons at the end, too": (joined(";", "", end=";"), "board", 1),
    "tabs": (joined("\t", ""), "board", 1),
    "quotes and commas": (joined(",", quote='"'), "board", 1),
    "comma and space": (joined(", "), "board", 1),
    "cells on a line": (",".join(PUZZLE) + "\n", "line", 1),
    "cells on a line, nothing for a blank": (";".join(PUZZLE.replace(".", " ")), "line", 1),
    "quoted cells on a line": (",".join(f'"{cell}"' for cell in PUZZLE), "line", 1),
    "quoted cells on a line, semicolons": (";".join(f'"{cell}"' for cell in PUZZLE), "line", 1),
    "cells in single quotes on a line": (",".join(f"'{cell}'" for cell in PUZZLE), "line", 1),
    "quoted cells on a line, tabs": ("\t".join(f'"{cell}"' for cell in PUZZLE), "line", 1),
    "quoted cells on a line, and a remark": (
        ", ".join(f'"{cell}"' for cell in [*PUZZLE.replace(".", "0"), "easy"]), "line", 1
    ),
    "quoted blanks that are nothing": (
        ",".join(f'"{cell}"' for cell in PUZZLE).replace(".", ""), "line", 1
    ),
    "quoted floats": (
        ",".join(f'"{cell}.0"' for cell in PUZZLE).replace("..0", "NaN"), "line", 1
    ),
    "quotes and semicolons": (joined(";", quote='"'), "board", 1),
    "single quotes and commas": (joined(",", "", quote="'"), "board", 1),
    "quotes and tabs": (joined("\t", "", quote='"'), "board", 1),
    "quoted lines": (f'"{PUZZLE}",\n"{PUZZLE}", easy\n', "line", 2),
    "lines in single quotes": (f"'{PUZZLE}'\n", "line", 1),
    "a table": (f"id,puzzle\n1,{PUZZLE}\n2,{PUZZLE}\n", "csv", 2),
    "a table, semicolons": (f'"id";"Quizzes"\n"1";"{PUZZLE}"\n', "csv", 1),
    "a table, tabs": (f"id\tsudoku\n1\t{PUZZLE}\n", "csv", 1),
    "a table, bars": (f"id|question\n1|{PUZZLE}\n", "csv", 1),
    ".sdk": ("#A somebody\n#D easy\n" + "\n".join(ROWS), "board", 1),
    ".sdk in sections": (
        "#A somebody\n[Puzzle]\n{0}\n[State]\n{0}\n".format("\n".join(ROWS)), "sdk", 1
    ),
    ".ss": (
        "*-----------*\n"
        + "".join(
            f"|{row[:3]}|{row[3:6]}|{row[6:]}|\n" + ("|---+---+---|\n" if n in {2, 5} else "")
            for n, row in enumerate(ROWS)
        )
        + "*-----------*\n",
        "board",
        1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_what_people_share_is_read(name: str) -> None:
    text, format_name, n_puzzles = TEXTS[name]
    assert sniff(io.StringIO(text)) == format_name
    for source in (io.StringIO(text), io.BytesIO(text.encode())):
        records = [record for record in read(source) if not record.is_passthrough]
        assert [record.grid for record in records] == [GRID] * n_puzzles


def drawn(separator: str, *, placed: str = "") -> str:
    """Return the candidates of all cells, a word each."""
    words = [
        f"{placed}{digit}" if digit else "".join(map(str, GRID.candidates_of(cell)))
        for cell, digit in enumerate(GRID.givens)
    ]
    return "".join(f"{separator.join(words[start : start + 9])}\n" for start in range(0, 81, 9))


def framed() -> str:
    rows = [line.split() for line in drawn(" ").splitlines()]
    middle = ":-------+-------+-------:\n"
    body = "".join(
        f"| {'  '.join(row[:3])} | {'  '.join(row[3:6])} | {'  '.join(row[6:])} |\n"
        + (middle if number in {2, 5} else "")
        for number, row in enumerate(rows)
    )
    return f".-------.-------.-------.\n{body}'-------'-------'-------'\n"


CANDIDATES = {
    "spaces": drawn(" "),
    "wide": drawn("   "),
    "tabs": drawn("\t"),
    "commas": drawn(","),
    ".sdx": drawn(" ", placed="u"),
    "framed": framed(),
}


@pytest.mark.parametrize("name", CANDIDATES)
def test_a_board_of_candidates_is_restricted_to_them(name: str) -> None:
    (record,) = read(io.StringIO(CANDIDATES[name]))
    assert record.grid
    allowed = [GRID.candidates_of(cell) or (digit,) for cell, digit in enumerate(GRID.givens)]
    masks = [sum(1 << digit - 1 for digit in digits) for digits in allowed]
    assert record.grid == Grid.from_masks(masks)
    assert record.grid.is_restricted


def test_json_is_answered_as_it_comes() -> None:
    pieces = iter([json.dumps([PUZZLE, PUZZLE])[: 2 * 84 - 10], "", "no more"])

    class Slow:
        def read(self, size: int) -> bytes:
            return next(pieces).encode() if size else b""

    records = read(Slow(), "json")
    assert next(records).grid == GRID
