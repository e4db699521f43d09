"""The `jigsaw` format: the cells of a jigsaw, then the region of each cell.

::

    1...4...........AABBAABBCCDDCCDD

A region is a letter or a digit, whichever: cells with the same one are together. A blank may stand
between the two halves, if the second is not the puzzle's solution. Digits are letters from A on
where the usual ones, 1 to 9 and then letters, do not fit.
"""

from __future__ import annotations

from collections import Counter
from math import isqrt

from lowbit.alphabets import BLANKS, SYMBOLS
from lowbit.errors import FormatError
from lowbit.formats.puzzle import is_symbols
from lowbit.formats.variants.boards import REGION_NAMES, board_with
from lowbit.formats.variants.content import content_of, refuse
from lowbit.formats.variants.puzzle_format import PuzzleFormat
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.puzzle import Puzzle

SIDES = range(4, 26)

ALPHABETS = SYMBOLS, "A-Y"
"""The alphabets that cells are tried in."""

FORM = "the text of a jigsaw"


def is_jigsaw(text: str) -> bool:
    """Return whether a text has the cells of a square board, and then as many regions as digits.

    Examples
    --------
    >>> is_jigsaw("1" + "." * 15 + "AABBAABBCCDDCCDD"), is_jigsaw("1" + "." * 31)
    (True, False)
    """
    side = isqrt(len(text) // 2)
    cells, regions = _halves(text)
    if side not in SIDES or not len(cells) == len(regions) == side * side:
        return False
    sizes = Counter(regions)
    return (
        len(sizes) == side
        and set(sizes.values()) == {side}
        and set(sizes) <= set(REGION_NAMES)
        and _alphabet_of(cells, side) is not None
        and not (len(text) % 2 and _is_solution(regions, cells))
    )


def read_jigsaw(text: str) -> Puzzle:
    """Return the puzzle of cells and regions.

    Raises
    ------
    FormatError
        If they do not fit each other, or the regions are the puzzle's solution.

    Examples
    --------
    >>> str(read_jigsaw("1" + "." * 15 + "AAABACBBCCDBCDDD").geometry)
    'jigsaw:AAABACBBCCDBCDDD'
    """
    if not is_jigsaw(text):
        raise FormatError(
            f"{FORM} is the cells of a board from 4x4 to 25x25, and then a letter or digit for "
            "each, which occurs as often as the board has rows"
        )
    cells, regions = _halves(text)
    if _is_solution(regions, cells):
        raise FormatError("the second half of this line is a solution, and no regions of a jigsaw")
    side = isqrt(len(cells))
    board = board_with(side, side, range(1, side + 1), regions)
    return Puzzle(Grid(cells, board.with_alphabet(_alphabet_of(cells, side) or SYMBOLS)))


def write_jigsaw(puzzle: Puzzle) -> str:
    """Return a puzzle without constraints as its cells and regions.

    Raises
    ------
    FormatError
        If the board is not square, or has other digits or houses, or there are constraints.

    Examples
    --------
    >>> write_jigsaw(Puzzle("1" + "." * 15, geometry="4x4"))
    '1...............AABBAABBCCDDCCDD'
    """
    content = content_of(puzzle, FORM)
    for one in content.constraints:
        refuse(one, FORM, content.geometry)
    content.require_no_candidates(FORM)
    board = content.board
    side = board.rows
    if side not in SIDES or board.columns != side or board.values != range(1, side + 1):
        raise FormatError(f"{FORM} has no boards but squares whose values begin with 1")
    if {*map(len, board.boxes)} != {side} or len(board.boxes) != side:
        raise FormatError(f"{FORM} has no boards with cells in no region, or in two")
    name_of = {
        cell: name for name, box in zip(REGION_NAMES, board.boxes, strict=False) for cell in box
    }
    values = map(content.value, range(side * side))
    cells = "".join(SYMBOLS[value - 1] if value else BLANKS[0] for value in values)
    regions = "".join(name_of[cell] for cell in range(side * side))
    if _is_solution(regions, cells):
        raise FormatError(f"{FORM} cannot express regions that look like the puzzle's solution")
    return cells + regions


def _alphabet_of(cells: str, side: int) -> str | None:
    """Return the alphabet that cells are written in; None if they are in neither."""
    board = Geometry.parse(f"{side}x{side}:none")
    return next((one for one in ALPHABETS if is_symbols(cells, board.with_alphabet(one))), None)


def _halves(text: str) -> tuple[str, str]:
    """Return the cells and the regions, without the blank between them."""
    half = len(text) // 2
    return text[:half], text[half:].removeprefix(" " * (len(text) % 2))


def _is_solution(full: str, cells: str) -> bool:
    """Whether a full grid agrees with the cells, and has each symbol once a row and column."""
    side = isqrt(len(cells))
    agrees = all(given in {*BLANKS, digit} for given, digit in zip(cells, full, strict=True))
    lines = [full[at * side :][:side] for at in range(side)] + [
        full[at::side] for at in range(side)
    ]
    return agrees and all(len(set(line)) == side for line in lines)


FORMAT = PuzzleFormat(
    "jigsaw",
    "the cells of a jigsaw, and then the region of each",
    is_jigsaw,
    read_jigsaw,
    write_jigsaw,
)
