"""The grids in a text among prose: rows in lines of their own, lists in a line or in sentences."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.alphabets import digits_by_character
from lowbit.cells import MOST_DECIMAL, RULES
from lowbit.lookalikes import are_cells

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.geometry import Geometry

MARKED: Final = re.compile(r"(\*{1,3})([^*\s]{1,2})\1")
"""A cell in bold type or italics."""

BOLD: Final = re.compile(r"(\*\*|__)(?=\S)(.{1,300}?)(?<=\S)\1")
"""Cells in bold type, or a sentence with them."""

BULLET: Final = re.compile(r"^\s*[*•+]\s+")

ROW: Final = "row|line|zeile|reihe|fila|ligne|riga|linha|r|行|第"
"""The words for a row that stand before its number."""

NUMERALS: Final = {
    name: 1 + at
    for names in (
        "one two three four five six seven eight nine",
        "first second third fourth fifth sixth seventh eighth ninth",
        "一 二 三 四 五 六 七 八 九",
    )
    for at, name in enumerate(names.split())
}
"""The numbers of rows in words."""

LABEL: Final = re.compile(
    rf"[\s|>#*(-]*(?:(?P<word>{ROW})\s*)?"
    rf"(?:(?P<number>[0-9]{{1,2}}|{'|'.join(NUMERALS)})(?:st|nd|rd|th)?\s*(?:row|行)?|[A-Za-z])"
    r"\s*(?:[:.)\]|│、\uff1a]|(?(word)(?:=>?|-+>?|[\u2013\u2014→])|(?!)))",
    re.IGNORECASE,
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

NUMBER: Final = re.compile(r"([0-9]{1,2})(?:\.0*)?")
"""A digit as a decimal number, perhaps in floating point."""

FRAGMENT: Final = 3
"""From a third of the cells on, what lacks cells is a grid; less is a remark on some of them."""


class RowOfText(NamedTuple):
    """The cells that a line has of a grid, and the number before them, 0 for none.

    Between two rows an empty one stands for an empty line.
    """

    cells: str
    number: int = 0


class CellBlock(NamedTuple):
    """The rows of neighbouring lines.

    Attributes
    ----------
    rows : list of RowOfText
        The cells of each line.
    is_alone : bool
        Whether the lines hold nothing else; otherwise they are sentences or fields around a row.
    """

    rows: list[RowOfText]
    is_alone: bool


def grids_in(text: str, board: Geometry) -> Iterator[str]:
    r"""Yield the cells of each grid in a text, and "" for one that lacks cells.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> text = "So:\n12 34\n34 12\n\n21 43\n43 21\nRow 1: 1, 2, 3"
    >>> list(grids_in(text, Geometry.parse("4x4")))
    ['1234341221434321']
    """
    for block in _blocks(text, board):
        for is_whole, rows in groupby(block.rows, lambda row: len(row.cells) == board.n_cells):
            if is_whole:
                yield from (row.cells for row in rows)
            else:
                yield from _grids_of(list(rows), board, is_alone=block.is_alone)


def _blocks(text: str, board: Geometry) -> Iterator[CellBlock]:
    """Yield the cells of neighbouring lines of a kind; lines of neither kind stand between."""
    block, is_check = CellBlock([], is_alone=True), False
    for line in text.splitlines():
        row = _row_of(line, board)
        if row is not None and not row.cells:  # a rule, or an empty line between boxes
            block.rows.extend([row] if block.rows and not line.strip() else [])
            continue
        is_alone = row is not None
        rows = [*_rows_in(line, board)] if row is None else [row]
        if not rows or is_alone != block.is_alone:
            yield from (block,) if block.rows and not is_check else ()
            block = CellBlock([], is_alone)
        if not rows:
            is_check = bool(CHECK.search(line)) and not OF_GRID.search(line)
        block.rows.extend(rows)
    yield from (block,) if block.rows and not is_check else ()


def _row_of(line: str, board: Geometry) -> RowOfText | None:
    """Return the row of a line, without cells of a rule; None if it holds anything else."""
    wanted = {board.n_columns, board.n_cells}
    usual = _usual(line, board)
    if usual is not None and (not usual or len(usual) in wanted):
        return RowOfText(usual)
    if usual is not None and len(usual) > board.n_cells and any(_whole_words(line, board)):
        return None  # a puzzle and its solution, or the same grid again
    line = BULLET.sub("", _unmarked(line))
    label = LABEL.match(line)
    without = line[label.end() :] if label else line
    number = _number_of(label["number"] or "0") if label else 0
    for reading in READINGS:
        for text, own in ((line, 0), (without, number)):
            cells = reading(text, board)
            if cells and len(cells) in wanted:
                return RowOfText(cells, own)
    return None if usual is None else RowOfText(usual)


def _number_of(label: str) -> int:
    return int(label) if label.isdecimal() else NUMERALS.get(label.lower(), 0)


def _unmarked(line: str) -> str:
    """Return a line without the marks of bold type and italics."""
    if "*" not in line and "_" not in line:
        return line
    return BOLD.sub(r" \2 ", MARKED.sub(r" \2 ", line))


def _usual(line: str, board: Geometry) -> str | None:
    """Return the cells of a line that has the usual characters alone, and perhaps a full stop."""
    cells = _bare(line.translate(_between()), board)
    return cells if digits_by_character(board.symbols).keys() >= set(cells) else None


def _unusual(line: str, board: Geometry) -> str | None:
    """Return the cells of a row in which others than the usual characters mean blanks."""
    cells = "".join(line.translate(_other_signs()).split())
    return cells if are_cells(cells, board) else None


def _numbers(line: str, board: Geometry) -> str | None:
    """Return the cells of a row, or of all rows, whose digits are written as decimal numbers."""
    if board.symbols[0] != "1" or (board.size <= MOST_DECIMAL and "." not in line):
        return None
    words = line.translate(_as_spaces()).split()
    if len(words) not in {board.n_columns, board.n_cells}:
        return None
    found = [match for word in words if (match := NUMBER.fullmatch(word))]
    if len(found) < len(words):
        return None
    numbers = [int(match[1]) for match in found]
    return "".join(f".{board.symbols}"[n] for n in numbers) if max(numbers) <= board.size else None


def _rows_in(line: str, board: Geometry) -> Iterator[RowOfText]:
    """Yield the lists and words in a line that have all cells of a grid, or are its rows."""
    end, line = 0, _unmarked(line)
    for found in _listed(board.symbols).finditer(line):
        if len(found[0]) < board.n_columns:
            continue
        lengths = {board.n_cells, board.n_columns if _is_labelled(line, end, found) else 0}
        words = found[0].split()
        readings = ("".join(words).translate(_between()), _numbers(found[0], board) or "", *words)
        fitting = [bare for cells in readings if len(bare := _bare(cells, board)) in lengths]
        rows = [*_whole_words(found[0], board)] or fitting[:1]
        yield from map(RowOfText, rows)
        end = found.end() if rows else end


def _whole_words(line: str, board: Geometry) -> Iterator[str]:
    """Yield the words of a line that have all cells of a grid."""
    for word in line.translate(_as_spaces()).split():
        cells = _bare(word, board)
        if len(cells) == board.n_cells and _usual(cells, board):
            yield cells


def _bare(cells: str, board: Geometry) -> str:
    """Return cells without the full stop of a sentence."""
    return cells.removesuffix(".") if len(cells) == board.n_cells + 1 else cells


def _is_labelled(line: str, end: int, found: re.Match[str]) -> bool:
    """Return whether nothing but a label stands between one row and the next."""
    before = line[end : min(found.start(), end + LONGEST_LABEL)].strip(OUTSIDE)
    return found.start() - end < LONGEST_LABEL and bool(BEFORE_ROW.fullmatch(before))


def _grids_of(rows: list[RowOfText], board: Geometry, *, is_alone: bool) -> Iterator[str]:
    """Yield the cells of the grids of some rows, "" of one that lacks cells."""
    found = _rows_together(rows, board) if board.is_rectangle else []
    if found:
        yield from found
        return
    lines = [row.cells for row in rows if row.cells]
    whole = "".join(lines)
    if len(whole) == board.n_cells and _may_be_cut({*map(len, lines)}, board):
        yield whole
    elif is_alone and FRAGMENT * len(whole) >= board.n_cells:
        yield ""


def _may_be_cut(lengths: set[int], board: Geometry) -> bool:
    """Return whether lines of these lengths may be all cells in order: one each, or some rows."""
    if not board.is_rectangle:
        return True
    n = board.n_columns
    return lengths == {1} or (lengths != {n} and not any(length % n for length in lengths))


def _rows_together(rows: list[RowOfText], board: Geometry) -> list[str]:
    """Return the grids of which each row stands in a line; none if that cannot be told."""
    of_rows = (
        [row for row in run if row.cells]
        for is_row, run in groupby(rows, lambda row: len(row.cells) in {0, board.n_columns})
        if is_row
    )
    last = [*filter(None, of_rows)][-1:]
    if not last:
        return []
    (lines,) = last
    if len(lines) % board.n_rows == 1 and lines[0].cells == board.symbols[: board.n_columns]:
        del lines[0]  # the numbers of the columns
    if not lines or len(lines) % board.n_rows:
        return []
    starts = range(0, len(lines), board.n_rows)
    numbers = [[row.number for row in lines[start : start + board.n_rows]] for start in starts]
    in_order = [*range(1, board.n_rows + 1)]
    if any(all(some) and some != in_order for some in numbers):
        return []
    if len(starts) > 1 and not _are_apart(rows, board.n_rows):
        return []
    return ["".join(row.cells for row in lines[at : at + board.n_rows]) for at in starts]


def _are_apart(rows: list[RowOfText], n_rows: int) -> bool:
    """Return whether an empty line stands between the last grid and what is before it."""
    n_seen = 0
    for row in reversed(rows):
        if n_seen == n_rows:
            return not row.cells
        n_seen += bool(row.cells)
    return True


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
