r"""The grid that an answer of a person or a model ends with, among prose and marks.

::

    <think> ... </think>                        what was thought is left out
    <answer> ... </answer>, \boxed{ ... }       where these are, all else is left out
    The solution is 534678912672195348 ...      a word, or a list in a line, of all cells
    R1 | 5 3 4 | 6 7 8 | 9 1 2                  rows with labels, rules, bars, brackets, Markdown
    [[5, 3, 4, ...], ...                        JSON in any layout

The last full grid counts, or the last one if none is full. Of one that lacks cells nothing is
guessed, nor is an earlier one taken. Lists of the rows, columns or boxes, by which people check a
grid, are none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from lowbit.errors import GridError
from lowbit.formats.answer_rows import grids_in
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.lookalikes import plain, settled

if TYPE_CHECKING:
    from lowbit.geometry import Geometry

TAG: Final = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
THOUGHT: Final = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
ANSWER: Final = re.compile(r"<(/?)answer\b[^<>]{0,99}>", re.IGNORECASE)
ESCAPED: Final = re.compile(r"\\n(?![A-Za-z])")
"""The end of a line as JSON writes it."""

END_OF_LINE: Final = re.compile(
    r"\\{1,4}(?:begin|end) ?\{[a-z]{1,20}\*?\}(?:\[[a-z]\])?(?:\{[^{}\n]{0,99}\})?"
    r"|\\{1,4}(?:[ht]line|toprule|midrule|bottomrule|newline|cr)\b|\\{1,4}cline ?\{[0-9-]{0,9}\}"
    r"|\\\\(?:\[-?[0-9.]{1,5} ?[a-z]{2}\])?"
)
"""The beginning or end of a line in LaTeX: an environment with its columns, a rule, a break."""

COLOUR: Final = re.compile(r"\\(?:text)?color ?\{[^{}\n]{1,30}\}")
COMMAND: Final = re.compile(r"\\(?:[a-zA-Z]{2,20}|[,;:!])")
"""The marks that may stand before a cell in LaTeX, or between two of them."""

NESTED: Final = re.compile(r"\[\s*\[(?=[^][]{7,999}\])")
"""The beginning of a list of rows, before which a program may stand: ``grid = [[``."""

MOST_MARKS: Final = 9
LONGEST_BOX: Final = 1 << 16
"""Marks and characters that are looked at: a text may repeat them without end."""

BOXED: Final = re.compile(r"\\boxed\{")
BRACE: Final = re.compile(r"[{}]")


def answer_in(text: str, board: Geometry = CLASSIC) -> Grid:
    r"""Return the grid that a text ends with: the last full one, or the last if none is full.

    Parameters
    ----------
    text : str
        The answer, of any length.
    board : Geometry, optional
        The board that the grid is on; the classic one by default.

    Raises
    ------
    GridError
        If there is no grid in the text, or the last one lacks cells.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> board = Geometry.parse("4x4")
    >>> said = "The rest follows:\n```\n1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n```"
    >>> answer_in(said, board).to_line()
    '1234341221434321'
    >>> answer_in("The puzzle is 1...34..2..34..1 and the answer 1234", board).to_line()
    '1...34..2..34..1'
    """
    is_part, cells = False, ""
    for found in _grids(text, board):
        if not found:
            is_part = True
        elif not _is_check(found, cells, board) and (
            _is_full(found, board) or not _is_full(cells, board)
        ):
            cells, is_part = found, False
    if is_part or not cells:
        what = "the last grid of this answer lacks cells" if is_part else "this answer has no grid"
        raise GridError(f"{what}: it should end with all {board.n_cells} cells")
    return Grid(settled(cells, board), board)


def _grids(text: str, board: Geometry) -> list[str]:
    """Return the grids of a text, "" for one that lacks cells: of the last marked part with any."""
    found: list[str] = []
    for part in _parts(text):
        found = list(grids_in(plain(TAG.sub(" ", _in_lines(part))), board))
        if found:
            break
    return found


def _in_lines(text: str) -> str:
    """Return a text whose lines are those of its strings of JSON, of LaTeX and of nested lists."""
    if "\\n" in text:
        text = ESCAPED.sub("\n", text.replace('": "', '":\n'))
    if "\\" in text:
        text = COMMAND.sub(" ", COLOUR.sub("", END_OF_LINE.sub("\n", text)))
    return NESTED.sub("\n[[", text).replace("&nbsp;", " ")


def _is_full(cells: str, board: Geometry) -> bool:
    return bool(cells) and {*board.symbols}.issuperset(cells)


def _is_check(cells: str, before: str, board: Geometry) -> bool:
    """Return whether cells are sets of all digits, or a grid before by its columns or boxes."""
    n = board.n_columns
    rows = {cells[at : at + n] for at in range(0, len(cells), n)}
    if rows == {board.symbols[:n]}:
        return True
    houses = {"column": "", "box": ""}
    for house in board.houses if _is_full(before, board) and before != cells else ():
        if house.kind in houses:
            houses[house.kind] += "".join(before[cell] for cell in house.cells)
    return cells in houses.values()


def _parts(text: str) -> list[str]:
    """Return the parts of an answer that its marks name, the last first; all of it if none does."""
    thoughts = list(THOUGHT.finditer(text))
    if thoughts:
        if not thoughts[-1][1]:
            raise GridError("this answer ends within its thoughts: no grid follows them")
        text = text[thoughts[-1].end() :]
    begins = [mark.end() for mark in ANSWER.finditer(text) if not mark[1]][:-MOST_MARKS:-1]
    if begins:
        return [ANSWER.split(text[begin:], 1)[0] for begin in begins]
    boxes = [mark.end() for mark in BOXED.finditer(text)][:-MOST_MARKS:-1]
    return [
        text[begin : begin + _end_of_box(text[begin : begin + LONGEST_BOX])] for begin in boxes
    ] or [text]


def _end_of_box(text: str) -> int:
    """Return where the brace closes that was open before a text."""
    depth = 1
    for brace in BRACE.finditer(text):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.start()
    return len(text)
