"""A puzzle in a line with other things: in a link, behind a hash, between colons, as HoDoKu has it.

::

    0000183b305c 600002040002900780 ...  2.6             a hash, the puzzle, how hard it is
    53..7....6..195... : 534678912672195348 ...          the puzzle and its solution
    6....2.4./..29..78./18....9../ ...                   its rows
    https:// ... /sudoku.htm?bd=600002040002900780 ...   a link
    :0300:4:.1+3..+24..5 ... :421 424:728:               a line of HoDoKu's library
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from lowbit.cells import require_n_cells
from lowbit.errors import GridError
from lowbit.formats.puzzle import is_symbols
from lowbit.formats.text import quoted
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid, Masks
from lowbit.lookalikes import are_cells, plain, settled

if TYPE_CHECKING:
    from lowbit.geometry import Geometry

SPACES: Final = re.compile(r"[\s,;\"'`\u2018-\u201f()\[\]{}<>!]+|\\n")
"""The separators of any words: white space, punctuation, quotes and brackets."""

SIGNS: Final = re.compile(r"[\s,;\"'`\u2018-\u201f()\[\]{}<>!:/?&=#|\\]+|\\n")
"""The same, with the signs that stand between the parts of a link or a record."""

TAG: Final = re.compile(r"</?(?:[a-z]|[A-Z]{2})[^<>]*>")
"""A tag such as ``<br>``, and no digit of a large board that is marked."""

FLOAT: Final = re.compile(r"(?<![^\s,\[(])([0-9])\.0*(?:e\+?0+)?(?=[\s,\])]|$)")

HODOKU: Final = re.compile(
    r"(?P<code>:[0-9]{4,5}(?:-[0-9x]+)?:[^:]*:)?(?P<cells>(?:[0-9.]|\+[1-9]){60,})"
    r"(?::(?P<deleted>(?:\s*[1-9]{3}\b)*\s*))?(?::.*)?"
)
"""The state of a grid: digits that were placed have a +, candidates that are gone are named."""


def puzzle_in(text: str, board: Geometry) -> Grid | None:
    """Return the puzzle in a line; None if there is none.

    Raises
    ------
    GridError
        If there are several, and nothing shows which is meant.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> puzzle_in("0183b 1....2....3....4  2.6", Geometry.parse("4x4")).to_line()
    '1....2....3....4'
    >>> puzzle_in("1.../.2../..3./...4", Geometry.parse("4x4")).to_line()
    '1....2....3....4'
    """
    text = TAG.sub(" ", plain(text)).strip()
    if board.is_classic and (found := HODOKU.fullmatch(text)) and _says_state(found):
        return _state(found)
    for between in (SPACES, SIGNS):
        words = list(filter(None, between.split(FLOAT.sub(r"\1", text))))
        if puzzles := list(dict.fromkeys(_puzzles(words, board))):
            return Grid(_meant(puzzles, board), board)
        if whole := _in_parts(words, board):
            return Grid(settled(whole, board), board)
    return None


def _says_state(found: re.Match[str]) -> bool:
    """Whether a line says more than digits: which were placed, or which candidates are gone."""
    return bool(found["code"]) or "+" in found["cells"] or bool((found["deleted"] or "").strip())


def _state(found: re.Match[str]) -> Grid:
    """Return the grid of HoDoKu's text without the candidates that are gone."""
    cells = found["cells"].replace("+", "")
    require_n_cells(len(cells), CLASSIC)
    masks = list(Grid(cells, CLASSIC).allowed)
    for name in (found["deleted"] or "").split():
        digit, row, column = map(int, name)
        cell = CLASSIC.n_columns * (row - 1) + column - 1
        masks[cell] &= ~(1 << digit - 1)
        if not masks[cell]:
            raise GridError(f"{name!r} takes the {digit} from r{row}c{column}, which has it")
    return Grid(Masks(masks), CLASSIC)


def _puzzles(words: list[str], board: Geometry) -> list[str]:
    """Return the words that are whole puzzles."""
    found = []
    lengths = {board.n_cells, board.n_cells + 1, board.n_cells * board.size}
    for word in words:
        if len(word) not in lengths or not (are_cells(word, board) or is_symbols(word, board)):
            continue
        bare = (
            word[:-1]
            if len(word) == board.n_cells + 1 and word.find(".") == board.n_cells
            else word
        )
        if len(bare) == board.n_cells:
            found.append(settled(bare, board))
        elif len(bare) == board.n_cells * board.size and is_symbols(bare, board):
            found.append(bare)
    return found


def _meant(puzzles: list[str], board: Geometry) -> str:
    """Return which of several is the puzzle: the one with candidates, or the one with blanks.

    Raises
    ------
    GridError
        If several are.
    """
    kinds = (
        [puzzle for puzzle in puzzles if len(puzzle) > board.n_cells],
        [puzzle for puzzle in puzzles if Grid(puzzle, board).n_clues < board.n_cells],
        puzzles,
    )
    (first, *others) = next(filter(None, kinds))
    if others:
        raise GridError(
            f"this line has several puzzles, {quoted(first)} and {quoted(others[0])}: "
            "keep the one that is meant, or put a header above the columns"
        )
    return first


def _in_parts(words: list[str], board: Geometry) -> str:
    """Return the cells of the words that are one puzzle together: its rows, its cells."""
    are = [are_cells(word, board) for word in words]
    if not any(are):
        return ""
    first, last = are.index(True), len(are) - are[::-1].index(True)
    parts = words[first:last]
    whole = "".join(parts)
    is_whole = all(are) or (all(are[first:last]) and len({*map(len, parts)}) == 1)
    return whole if is_whole and len(whole) == board.n_cells else ""
