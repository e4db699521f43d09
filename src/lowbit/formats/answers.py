r"""The grid that an answer of a person or a model ends with, among prose and marks.

::

    <think> ... </think>                        what was thought is left out
    <answer> ... </answer>, \boxed{ ... }       where these are, all else is left out
    The solution is 534678912672195348 ...      a word, or a list in a line, of all cells
    R1 | 5 3 4 | 6 7 8 | 9 1 2                  rows with labels, rules, bars, brackets, Markdown
    [[5, 3, 4, ...], ...                        JSON in any layout

The last grid counts. Of one that lacks cells nothing is guessed, nor is an earlier one taken.
Lists of the columns or boxes, by which people check a grid, are none.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.alphabets import digits_by_character
from lowbit.cells import MOST_DECIMAL, RULES
from lowbit.errors import GridError
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.lookalikes import are_cells, plain, settled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.geometry import Geometry

TAG: Final = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
THOUGHT: Final = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
ANSWER: Final = re.compile(r"<(/?)answer>", re.IGNORECASE)
BOXED: Final = "\\boxed{"
BRACE: Final = re.compile(r"[{}]")

MARKED: Final = re.compile(r"(\*{1,3})([^*\s]{1,2})\1")
"""A cell in bold type or italics."""

LABEL: Final = re.compile(
    r"[\s|>#*-]*(?:row\s*)?(?:[0-9]{1,2}|[A-Za-z]|r[0-9]{1,2})\s*[:.)\]|│]", re.IGNORECASE
)
"""The label before the cells of a row: a bullet, its number or letter."""

BETWEEN: Final = " \t,;:|¦()[]{}<>/\\&=\"'`\u2018\u2019\u201c\u201d$#"
"""The characters between cells, in a row or at its ends, besides those of rules."""

BEFORE_ROW: Final = re.compile(
    r"(?:(?:row|r|行|第)?[ _]?[0-9]{0,2} ?行?|[A-Za-z])[\"']? ?[:.)\]|│=]?", re.IGNORECASE
)
"""The label of a row that something follows in its line, or in a field of JSON."""

OUTSIDE: Final = " \t|>#*{[(\"'-"
"""The characters around that: bullets, quotes and brackets."""

LONGEST_LABEL: Final = 32

CHECK: Final = re.compile("col|box|block|region|列|宫", re.IGNORECASE)
OF_GRID: Final = re.compile("row|grid|solution|answer|result|行|答案|解", re.IGNORECASE)
"""The words in a heading of what is no grid, unless one of the latter stands there, too."""

NUMBER: Final = re.compile(r"[0-9]{1,2}")

FRAGMENT: Final = 3
"""From a third of the cells on, what lacks cells is a grid; less is a remark on some of them."""


def answer_in(text: str, board: Geometry = CLASSIC) -> Grid:
    r"""Return the last grid in a text.

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
    cells = ""
    is_part = False
    for block in _blocks(plain(TAG.sub(" ", _said(text))), board):
        if found := _grid_of(block.rows, board):
            cells, is_part = found, False
        elif block.is_alone and FRAGMENT * sum(map(len, block.rows)) >= board.n_cells:
            is_part = True
    if is_part or not cells:
        what = "the last grid of this answer lacks cells" if is_part else "this answer has no grid"
        raise GridError(f"{what}: it should end with all {board.n_cells} cells")
    return Grid(settled(cells, board), board)


def _said(text: str) -> str:
    """Return the part of an answer that its marks name; all but its thoughts if none does."""
    thoughts = list(THOUGHT.finditer(text))
    if thoughts:
        if not thoughts[-1][1]:
            raise GridError("this answer ends within its thoughts: no grid follows them")
        text = text[thoughts[-1].end() :]
    begins = [mark.end() for mark in ANSWER.finditer(text) if not mark[1]]
    if begins:
        return ANSWER.split(text[begins[-1] :], 1)[0]
    _, is_boxed, inside = text.rpartition(BOXED)
    return inside[: _end_of_box(inside)] if is_boxed else text


def _end_of_box(text: str) -> int:
    """Return where the brace closes that was open before a text."""
    depth = 1
    for brace in BRACE.finditer(text):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.start()
    return len(text)


class CellBlock(NamedTuple):
    """The cells of neighbouring lines.

    Attributes
    ----------
    rows : list of str
        The cells of each line.
    is_alone : bool
        Whether the lines hold nothing else; otherwise they are sentences or fields around a row.
    """

    rows: list[str]
    is_alone: bool


def _blocks(text: str, board: Geometry) -> Iterator[CellBlock]:
    """Yield the cells of neighbouring lines of a kind; lines of neither kind stand between."""
    block, is_check = CellBlock([], is_alone=True), False
    for line in text.splitlines():
        cells = _cells_of(line, board)
        if cells == "":  # a rule, or an empty line between boxes
            continue
        is_alone = cells is not None
        rows = [*_rows_in(line, board)] if cells is None else [cells]
        if not rows or is_alone != block.is_alone:
            yield from (block,) if block.rows and not is_check else ()
            block = CellBlock([], is_alone)
        if not rows:
            is_check = bool(CHECK.search(line)) and not OF_GRID.search(line)
        block.rows.extend(rows)
    yield from (block,) if block.rows and not is_check else ()


def _cells_of(line: str, board: Geometry) -> str | None:
    """Return the cells of a line, "" of a rule; None if it holds anything else."""
    wanted = {board.n_columns, board.n_cells}
    usual = _usual(line, board)
    if usual is not None and (not usual or len(usual) in wanted):
        return usual
    line = MARKED.sub(r" \2 ", line)
    label = LABEL.match(line)
    without = line[label.end() :] if label else line
    readings = (reading(text, board) for reading in READINGS for text in (line, without))
    whole = (cells for cells in readings if cells and len(cells) in wanted)
    return next(whole, usual)


def _usual(line: str, board: Geometry) -> str | None:
    """Return the cells of a line that has the usual characters alone, and perhaps a full stop."""
    cells = line.translate(_between())
    if len(cells) == board.n_cells + 1:
        cells = cells.removesuffix(".")
    return cells if digits_by_character(board.symbols).keys() >= set(cells) else None


def _unusual(line: str, board: Geometry) -> str | None:
    """Return the cells of a row in which others than the usual characters mean blanks."""
    cells = "".join(line.translate(_other_signs()).split())
    return cells if are_cells(cells, board) else None


def _numbers(line: str, board: Geometry) -> str | None:
    """Return the cells of a row whose digits are written as decimal numbers of two places."""
    if board.size <= MOST_DECIMAL or board.symbols[0] != "1":
        return None
    words = line.translate(_as_spaces()).split()
    if len(words) != board.n_columns or not all(map(NUMBER.fullmatch, words)):
        return None
    numbers = list(map(int, words))
    return "".join(f".{board.symbols}"[n] for n in numbers) if max(numbers) <= board.size else None


def _rows_in(line: str, board: Geometry) -> Iterator[str]:
    """Yield the lists and words in a line that have all cells of a grid, or are its rows."""
    end = 0
    for found in _listed(board.symbols).finditer(line):
        if len(found[0]) < board.n_columns:
            continue
        lengths = {board.n_cells, board.n_columns if _is_labelled(line, end, found) else 0}
        words = found[0].split()
        for cells in ("".join(words).translate(_between()), *words):
            bare = cells.removesuffix(".") if len(cells) == board.n_cells + 1 else cells
            if len(bare) in lengths:
                yield bare
                end = found.end()
                break


def _is_labelled(line: str, end: int, found: re.Match[str]) -> bool:
    """Return whether nothing but a label stands between one row and the next."""
    before = line[end : min(found.start(), end + LONGEST_LABEL)].strip(OUTSIDE)
    return found.start() - end < LONGEST_LABEL and bool(BEFORE_ROW.fullmatch(before))


def _grid_of(rows: list[str], board: Geometry) -> str:
    """Return the cells of the grid that a block ends with; "" if it is none."""
    if len(rows[-1]) == board.n_cells:
        return rows[-1]
    runs = [
        list(run)
        for is_row, run in groupby(rows, lambda cells: len(cells) == board.n_columns)
        if is_row
    ]
    last = runs[-1] if board.is_rectangle and runs else []
    if len(last) % board.n_rows == 1 and last[0] == board.symbols[: board.n_columns]:
        del last[0]  # the numbers of the columns
    if last and len(last) % board.n_rows == 0:
        return "".join(last[-board.n_rows :])
    whole = "".join(rows)
    return whole if len(whole) == board.n_cells else ""


READINGS: Final = (_usual, _numbers, _unusual)
"""The readings of a row, the likeliest first."""


@lru_cache
def _between() -> dict[int, None]:
    return dict.fromkeys(map(ord, BETWEEN + RULES))


@lru_cache
def _other_signs() -> dict[int, None]:
    return dict.fromkeys(map(ord, (BETWEEN + RULES).replace("-", "").replace("#", "")))


@lru_cache
def _as_spaces() -> dict[int, str]:
    return dict.fromkeys(map(ord, BETWEEN + RULES), " ")


@lru_cache
def _listed(symbols: str) -> re.Pattern[str]:
    """Return the pattern of cells with what stands between them in a line."""
    characters = re.escape("".join(digits_by_character(symbols)) + BETWEEN.replace(":", "") + RULES)
    return re.compile(f"[{characters}]+")
