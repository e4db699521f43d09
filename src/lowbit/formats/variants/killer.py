"""The `killer` format: a character for each of 81 cells, as killer players write it in forums.

::

    G<<L<K<L<^G>^>^E^^>^IJ<G^<G^>^^I^<>^...

A cage has a head, which holds its sum: 0 to 9, A to Z for 10 to 35, a to j for 36 to 45. The other
cells point towards it: `< > ^ v` to a side, ``` ` ' , . ``` to a corner.
"""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

from lowbit.errors import FormatError
from lowbit.formats.variants.cages import cages_of, neighbours_of, only_cages, require_classic
from lowbit.formats.variants.content import content_of
from lowbit.formats.variants.puzzle_format import PuzzleFormat
from lowbit.geometry import CLASSIC
from lowbit.puzzle import Puzzle

if TYPE_CHECKING:
    from lowbit.constraints import Cage

STEPS = {
    "<": (0, -1),
    ">": (0, 1),
    "^": (-1, 0),
    "v": (1, 0),
    "`": (-1, -1),
    "'": (-1, 1),
    ",": (1, -1),
    ".": (1, 1),
}
"""The steps down and to the right to the cell that a character points to."""

SUMS = string.digits + string.ascii_uppercase + string.ascii_lowercase[:10]

FORM = "the killer text"


def is_killer(text: str) -> bool:
    """Return whether a text looks like cages, a character per cell.

    Examples
    --------
    >>> is_killer("F" + "<" * 8 + "0" * 72), is_killer("." * 81)
    (True, False)
    """
    text = "".join(text.split())
    points = set(text) & (STEPS.keys() - {"."})
    return len(text) == 81 and bool(points) and set(text) <= {*SUMS, *STEPS}


def read_killer(text: str) -> Puzzle:
    """Return the puzzle of cages, a character per cell.

    Raises
    ------
    FormatError
        If a cell points off the board, or in a circle.

    Examples
    --------
    >>> read_killer("3<" + "0" * 79).constraints
    (Cage(cells=(0, 1), total=3),)
    """
    text = "".join(text.split())
    if not is_killer(text):
        raise FormatError(f"{FORM} is 81 characters, each a sum or one of {' '.join(STEPS)}")
    to = {
        cell: neighbours_of(CLASSIC, cell, [STEPS[mark]])[0]
        for cell, mark in enumerate(text)
        if mark in STEPS
    }
    heads = [_head(cell, to) for cell in range(81)]
    totals = {cell: SUMS.index(mark) for cell, mark in enumerate(text) if mark in SUMS}
    return Puzzle("." * 81, cages_of(totals, heads))


def _head(cell: int, to: dict[int, int]) -> int:
    """Return the cell that one points to in the end."""
    at = cell
    for _ in range(81):
        if at not in to:
            return at
        at = to[at]
        if at < 0:
            raise FormatError(f"{CLASSIC.cell_name(cell)} points off the board")
    raise FormatError(f"{CLASSIC.cell_name(cell)} points in a circle")


def write_killer(puzzle: Puzzle) -> str:
    """Return a puzzle of cages as text, a character per cell.

    Raises
    ------
    FormatError
        If it has anything else, or a cage that is not connected.

    Examples
    --------
    >>> from lowbit.constraints import Cage
    >>> write_killer(Puzzle("." * 81, [Cage((0, 1, 10), 15)]))[:11]
    'F<00000000`'
    """
    content = content_of(puzzle, FORM)
    cages, has_diagonals = only_cages(content, FORM)
    require_classic(content, FORM)
    if has_diagonals:
        raise FormatError(f"{FORM} cannot express diagonals")
    marks = ["0"] * 81
    for cage in cages:
        _draw(cage, marks)
    text = "".join(marks)
    if not is_killer(text):
        raise FormatError(f"{FORM} has no puzzles all of whose cages are single cells")
    return text


def _draw(cage: Cage, marks: list[str]) -> None:
    """Mark the cells of a cage: its first with the sum, each other with where it points."""
    head, *rest = sorted(cage.cells)
    if cage.total is not None and cage.total >= len(SUMS):
        raise FormatError(f"{FORM} has no sums above {len(SUMS) - 1}, and a cage has {cage.total}")
    marks[head] = SUMS[cage.total or 0]
    reached = [head]
    for cell in reached:  # grows on the way
        for mark, (down, right) in STEPS.items():
            other = neighbours_of(CLASSIC, cell, [(-down, -right)])[0]
            if other in rest and other not in reached:
                marks[other] = mark
                reached.append(other)
    if len(reached) <= len(rest):
        raise FormatError(f"{FORM} cannot express a cage whose cells do not touch")


FORMAT = PuzzleFormat(
    "killer",
    "81 characters, each a cage's sum or an arrow to it",
    is_killer,
    read_killer,
    write_killer,
)
