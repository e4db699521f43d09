"""The grid that the answer of a person or a model ends with."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowbit.errors import GridError
from lowbit.formats.answers import answer_in
from lowbit.geometry import Geometry

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def rows_of(cells: str) -> list[str]:
    return [cells[first : first + 9] for first in range(0, 81, 9)]


ROWS = rows_of(SOLUTION)
COLUMNS = ["".join(row[at] for row in ROWS) for at in range(9)]
BOXES = ["".join(ROWS[3 * (b // 3) + i][3 * (b % 3) :][:3] for i in range(3)) for b in range(9)]
NUMBERS = [[*map(int, row)] for row in ROWS]
SPACED = "\n".join(" ".join(row) for row in ROWS)
LINES = "\n".join(ROWS)
BOXED = "\n".join(" | ".join(" ".join(row[at : at + 3]) for at in (0, 3, 6)) for row in ROWS)
TABLE = [f"| {' | '.join(row)} |" for row in ROWS]
THAT = "\n".join(rows_of(PUZZLE))


def each(rows: list[str], line: str) -> str:
    return "\n".join(line.format(n, " ".join(row), ", ".join(row)) for n, row in enumerate(rows, 1))


ORDINALS = "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth"

READ = {
    "a line": SOLUTION,
    "rows": LINES,
    "spaces": SPACED,
    "a line of spaces": " ".join(SOLUTION),
    "commas": ",".join(SOLUTION),
    "slashes": "/".join(ROWS),
    "a sentence": f"In 12 steps, the answer is {SOLUTION}.",
    "code": f"Here it is:\n\n```\n{SPACED}\n```\nEach row has 1 to 9.",
    "python": f"1. R1C3 is 4.\n```python\ngrid = [\n{each(ROWS, '    [{2}],')}\n]\n```\nDone in 3.",
    "a name": f"solution = '{SOLUTION}'\nprint(solution)",
    "rules": BOXED.replace("\n", "\n", 1),
    "rules between": "\n------+-------+------\n".join(BOXED.split("\n")),
    "a frame": f"+---+---+\n{each(ROWS, '| {1} |')}\n+---+---+",
    "markdown": "\n".join([TABLE[0], "|---" * 9 + "|", *TABLE[1:]]),
    "markdown with names": "\n".join(
        ["|   | C1 | C2 | C3 | C4 | C5 | C6 | C7 | C8 | C9 |", "|---" * 10 + "|"]
        + [f"| **R{n}** {row}" for n, row in enumerate(TABLE, 1)]
    ),
    "markdown with numbers": "\n".join(
        ["|   | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |", "|---" * 10 + "|"]
        + [f"| **{n}** {row}" for n, row in enumerate(TABLE, 1)]
    ),
    "JSON": json.dumps({"solution": NUMBERS}),
    "JSON, a number a line": json.dumps({"solution": NUMBERS}, indent=2),
    "JSON, rows by name": json.dumps({f"row{n}": row for n, row in enumerate(NUMBERS, 1)}),
    "JSON, texts by name": json.dumps({f"row_{n}": row for n, row in enumerate(ROWS, 1)}, indent=1),
    "labels": each(ROWS, "Row {0}: {1}"),
    "numbers": each(ROWS, "{0}. {1}"),
    "bullets": each(ROWS, "- {1}"),
    "remarks": each(ROWS, "{1}  <- row {0}"),
    "bold": "\n".join(" ".join(f"**{c}**" for c in row) for row in ROWS),
    "LaTeX": "\\begin{bmatrix}\n"
    + " \\\\\n".join(" & ".join(r) for r in ROWS)
    + "\n\\end{bmatrix}",
    "a box": f"So the answer is $\\boxed{{{SOLUTION}}}$. Not {SOLUTION[::-1]}.",
    "an answer": f"First {SOLUTION[::-1]}. <answer>\n{LINES}\n</answer> not {SOLUTION[::-1]}",
    "thoughts": f"<think>{SOLUTION[::-1]}\n</think>\n{SOLUTION}",
    "HTML": "\n".join(f"<tr>{''.join(f'<td>{c}</td>' for c in row)}</tr>" for row in ROWS),
    "emoji": "\n".join("".join(f"{c}\ufe0f\u20e3" for c in row) for row in ROWS),
    "Chinese": "答案如下:\n" + each(ROWS, "第{0}行:{1}"),
    "the puzzle before": f"The puzzle:\n{THAT}\n\nThe answer:\n{SPACED}",
    "two grids and nothing between": f"{THAT}\n\n{SPACED}",
    "digits before": f"Each row has the digits 1, 2, 3, 4, 5, 6, 7, 8, 9:\n{SPACED}",
    "a row of digits before": f"1, 2, 3, 4, 5, 6, 7, 8, 9\n\n{SPACED}",
    "a number before": f"Step 2\n\n3.\n{SPACED}",
    "a row again": f"{SPACED}\n\nRow 1 once more:\n{' '.join(ROWS[0])}\nis right.",
    "rows again": f"{SPACED}\n\nCheck:\n{each(ROWS, 'Row {0}: {2} ok')}",
    "columns again": f"{SPACED}\n\nCheck:\n{each(COLUMNS, 'Column {0}: {2} ok')}",
    "columns listed": f"{SPACED}\n\n**Columns**\n{each(COLUMNS, '{0}. {2}')}",
    "boxes by letters": f"{SPACED}\n\n{each(BOXES, 'B{0} = {1}')}",
    "boxes listed": f"{SPACED}\n\nBoxes:\n{each(BOXES, '- {1}')}",
    "row sets": f"{SPACED}\n\nCheck:\n{each(['123456789'] * 9, '- Row {0}: {2} ok')}",
    "row sets in braces": f"{SPACED}\n\nCheck:\n{each(['123456789'] * 9, 'Row {0}: {{{2}}}')}",
    "boxes by another name": f"{SPACED}\n\nEach square:\n{each(BOXES, '- {1}')}",
    "columns by another name": f"{SPACED}\n\nTransposed:\n{each(COLUMNS, '{1}')}",
    "columns in JSON": f"{SPACED}\n\n{json.dumps({'columns': COLUMNS})}",
    "candidates": f"{SOLUTION}\nOf {' '.join(['123456789'] * 9)}",
    "the puzzle behind": f"{SPACED}\n\nFor reference, the puzzle was:\n{THAT}",
    "a template behind": f"{SPACED}\n\n" + "\n".join(["_ _ _ _ _ _ _ _ _"] * 9),
    "JSON with the puzzle": json.dumps({"puzzle": PUZZLE, "solution": SOLUTION}),
    "JSON with the puzzle behind": json.dumps({"answer": SOLUTION, "quiz": PUZZLE}, indent=1),
    "JSON with a number": json.dumps({"solution": NUMBERS, "steps": 51}),
    "JSON with lines": json.dumps({"answer": SPACED}),
    "bold cells": f"The answer is **{SOLUTION}**.",
    "a bold sentence": f"**Final answer: {SOLUTION}**",
    "bold rows": "\n".join(f"**{' '.join(row)}**" for row in ROWS),
    "stars": each(ROWS, "* {1}"),
    "a remark on marks": f"<answer>{SOLUTION}</answer>\nIt stands in <answer> as asked.",
    "an attribute": f'<answer id="1">{SOLUTION}</answer>\n{PUZZLE}',
    "a box again": f"$\\boxed{{{SOLUTION}}}$ \\boxed{{\\text{{Solved}}}}",
    "a name before rows": "solution = [["
    + "],\n            [".join(", ".join(row) for row in ROWS)
    + "]]",
    "NumPy": f"np.array({str(NUMBERS).replace('],', '],' + chr(10))})\nis it.",
    "floating point": "tensor([[" + "],\n [".join(".0, ".join(row) + "." for row in ROWS) + "]])",
    "the puzzle in the same line": f"{PUZZLE},{SOLUTION}",
    "the puzzle, and an arrow": f"{PUZZLE} -> {SOLUTION}",
    "the puzzle beside": f"| {SOLUTION} | {PUZZLE.replace('.', '0')} |",
    "ordinal numbers": "\n".join(
        f"{name} row: {row}" for name, row in zip(ORDINALS, ROWS, strict=True)
    ),
    "Chinese numbers": "\n".join(
        f"第{name}行\uff1a{' '.join(row)}"
        for name, row in zip("一二三四五六七八九", ROWS, strict=True)
    ),
    "numbers in brackets": each(ROWS, "({0}) {1}"),
    "rows and arrows": each(ROWS, "Row {0} -> {1}"),
    "German": each(ROWS, "Zeile {0} = {1}"),
    "spaces of HTML": "\n".join("&nbsp;".join(row) for row in ROWS),
    "LaTeX with rules": r"$$\begin{array}{|ccc|ccc|ccc|} \hline "
    + r" \\ \hline ".join(" & ".join(row) for row in ROWS)
    + r" \\ \hline \end{array}$$",
    "LaTeX in bold type": r"So \boxed{\begin{bmatrix}"
    + " \\\\[2pt]\n".join(" & ".join(rf"\mathbf{{{c}}}" for c in row) for row in ROWS)
    + r"\end{bmatrix}}.",
    "LaTeX in colours": "\\begin{tabular}{c|c}\n"
    + "\\\\\n".join(r" \quad ".join(rf"\color{{red}}{{{c}}}" for c in row) for row in ROWS)
    + "\n\\end{tabular}",
    "columns in Chinese": f"{SPACED}\n\n{each(COLUMNS, '第{0}列:{1}')}",
}


@pytest.mark.parametrize("name", READ)
def test_a_grid_is_found(name: str) -> None:
    assert answer_in(READ[name]).to_line() == SOLUTION


@pytest.mark.parametrize("blank", ".0_-?x")
def test_cells_may_be_left(blank: str) -> None:
    text = "\n".join(" ".join(row.replace(".", blank)) for row in rows_of(PUZZLE))
    assert answer_in(f"So far:\n{text}\nand no more.").to_line() == PUZZLE


UNREAD = {
    "nothing": "",
    "words": "I could not solve it. I tried 1, 2, 3, 4, 5, 6, 7, 8, 9.",
    "a row too few": "\n".join(ROWS[:8]),
    "a cell too few": SOLUTION[:-1],
    "a cell too many": f"{SOLUTION}1",
    "the beginning, after the puzzle": f"{THAT}\n\nAnswer:\n" + "\n".join(ROWS[:5]),
    "the beginning, right after the puzzle": f"{THAT}\n" + "\n".join(ROWS[:5]),
    "the beginning, after an answer": f"{LINES}\nNo:\n" + "\n".join(ROWS[:4]),
    "thoughts alone": f"<think>It may be {SOLUTION}",
    "an empty answer": f"{SOLUTION}\n<answer></answer>",
    "a box with words": f"{SOLUTION} \\boxed{{none}}",
    "rows by turns": "\n".join(f"{a}\n{b}" for a, b in zip(rows_of(PUZZLE), ROWS, strict=True)),
    "rows from below in words": "\n".join(
        f"{name} row: {row}" for name, row in zip(ORDINALS[::-1], ROWS, strict=True)
    ),
    "rows from below": "\n".join(f"Row {9 - n}: {row}" for n, row in enumerate(ROWS[::-1])),
    "boxes alone": "\n\n".join("\n".join((b[:3], b[3:6], b[6:])) for b in BOXES),
    "row sets alone": each(["123456789"] * 9, "Row {0}: {1}"),
    "a longer number": f"5{SOLUTION}",
    "blanks of two kinds": PUZZLE.replace(".", "?", 20).replace("?", "x", 3),
}


@pytest.mark.parametrize("name", UNREAD)
def test_nothing_is_guessed(name: str) -> None:
    with pytest.raises(GridError):
        answer_in(UNREAD[name])


WORDS = st.lists(
    st.sampled_from(
        ["so", "r1c2 is 5", "row 3:", "12 of 81", "1.", "(9)", "3-4", "x", "--", "|", "step 2,"]
    ),
    max_size=12,
).map(" ".join)


@given(before=WORDS, after=WORDS, shape=st.sampled_from([LINES, SPACED, BOXED, SOLUTION]))
def test_remarks_around_a_grid_change_nothing(before: str, after: str, shape: str) -> None:
    assert answer_in(f"{before} \n\nhere:\n{shape}\n\nwell, {after}").to_line() == SOLUTION


@given(cut=st.integers(1, 80), mark=st.sampled_from(["\n", " ", " | ", ", "]))
def test_a_cut_grid_is_never_the_puzzle_before(cut: int, mark: str) -> None:
    """Unless so little is left of it that it may be a remark."""
    text = mark.join(SOLUTION[:cut])
    try:
        found = answer_in(f"{THAT}\nAnswer:\n{text}").to_line()
    except GridError:
        return
    assert found == PUZZLE
    assert cut < 27


def test_large_digits_may_be_decimal_numbers() -> None:
    board = Geometry.parse("16x16")
    rows = [[(4 * (row % 4) + row // 4 + at) % 16 + 1 for at in range(16)] for row in range(16)]
    text = "\n".join(" ".join(map(str, row)) for row in rows)
    letters = "".join(board.symbols[digit - 1] for row in rows for digit in row)
    assert answer_in(f"It is:\n{text}\n", board).to_line() == letters
    assert answer_in(f"It is {letters}.", board).to_line() == letters


@pytest.mark.parametrize(
    "text",
    [
        *("row " * 20_000, "|5" * 50_000, "<a" * 50_000, "\\boxed{" * 9_000, "[[" * 30_000),
        *("[ " * 30_000, "\\begin{a}{" * 9_000, "\\" * 50_000, "5.0 " * 30_000),
    ],
)
def test_long_texts_end(text: str) -> None:
    with pytest.raises(GridError):
        answer_in(text)
