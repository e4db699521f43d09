"""The `sumocue` format: killers and jigsaws as SumoCue, JSudoku and SudokuSolver copy them.

::

    SumoCueV1=15+0+0=8...        a cage's sum at its head, the number of the head in its other cells
    SumoCueV1=0J0=8J0=0J1...     the same with the number of each cell's region
    SumoCueV1D=15+0...           with both diagonals

A cage of a single cell is a given; a sum of 0 means none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lowbit.errors import FormatError
from lowbit.formats.variants.boards import board_with
from lowbit.formats.variants.cages import DIAGONALS, cages_of, heads_of, only_cages
from lowbit.formats.variants.content import content_of
from lowbit.formats.variants.puzzle_format import PuzzleFormat
from lowbit.grid import Grid
from lowbit.puzzle import Puzzle

if TYPE_CHECKING:
    from lowbit.constraints import Cage
    from lowbit.formats.variants.boards import PlainBoard

NAME = "SumoCueV1"
CELL = re.compile(r"([=+])(\d{1,9})(?:J(\d{1,9}))?")
FORM = "the text of SumoCue"


def is_sumocue(text: str) -> bool:
    """Return whether a text begins with the name of the format.

    Examples
    --------
    >>> is_sumocue("SumoCueV1=15+0")
    True
    """
    return text.startswith(NAME)


def read_sumocue(text: str) -> Puzzle:
    """Return the puzzle of SumoCue's text.

    Raises
    ------
    FormatError
        If it is cut off, or a cell names a head that is not one.

    Examples
    --------
    >>> puzzle = read_sumocue("SumoCueV1=3+0" + "=0" * 78 + "=7")
    >>> puzzle.constraints, puzzle.grid[80]
    ((Cage(cells=(0, 1), total=3),), 7)
    """
    body = "".join(text.split()).removeprefix(NAME)
    has_diagonals, body = body.startswith("D"), body.removeprefix("D")
    cells = [match.groups() for match in CELL.finditer(body)]
    rest = CELL.sub("", body)
    if rest:
        raise FormatError(f"{rest[:20]!r} is not =SUM or +HEAD, as {FORM} has them")
    if len(cells) != 81:
        raise FormatError(f"{FORM} has =SUM or +HEAD for each of 81 cells, not {len(cells)}")
    heads = [at if mark == "=" else int(number) for at, (mark, number, _) in enumerate(cells)]
    for at, head in enumerate(heads):
        if head >= 81 or cells[head][0] != "=":
            raise FormatError(f"cell {at} names {head} as the head of its cage, which it is not")
    totals = {at: int(number) for at, (mark, number, _) in enumerate(cells) if mark == "="}
    givens = [0 if heads.count(at) != 1 else totals.get(at, 0) for at in range(81)]
    if max(givens) > 9:
        raise FormatError(f"a cell alone has the sum {max(givens)}")
    regions = [region for _, _, region in cells]
    board = board_with(9, 9, range(1, 10), regions) if any(regions) else None
    cages = (cage for cage in cages_of(totals, heads) if len(cage.cells) > 1)
    grid = Grid("".join(map(str, givens)), board)
    return Puzzle(grid, (*cages, *(DIAGONALS if has_diagonals else ())))


def write_sumocue(puzzle: Puzzle) -> str:
    """Return a killer or a jigsaw as SumoCue's text.

    Raises
    ------
    FormatError
        If the board is not 9x9, or there is anything but givens, cages and both diagonals.

    Examples
    --------
    >>> from lowbit.constraints import Cage
    >>> write_sumocue(Puzzle("." * 81, [Cage((0, 1), 3)]))[:20]
    'SumoCueV1=3+0=0=0=0='
    """
    content = content_of(puzzle, FORM)
    cages, has_diagonals = only_cages(content, FORM)
    board = content.board
    if (board.rows, board.columns) != (9, 9) or board.values != range(1, 10):
        raise FormatError(f"{FORM} has no boards but 9x9 with the values 1 to 9")
    content.require_no_candidates(FORM)
    cage_of = heads_of(cages)
    words = []
    for cell, region in enumerate(_regions(board)):
        cage, given = cage_of.get(cell), content.value(cell)
        if cage is not None:
            _require_one_number(cage, given)
        head = min(cage.cells) if cage else cell
        total = given or (cage.total if cage else 0) or 0
        words.append((f"={total}" if head == cell else f"+{head}") + region)
    return f"{NAME}{'D' * has_diagonals}{''.join(words)}"


def _require_one_number(cage: Cage, given: int | None) -> None:
    """Raise FormatError where a cell of a cage needs a given beside the cage's total."""
    is_alone = len(cage.cells) == 1
    if given is not None and not (is_alone and cage.total in {None, given}):
        raise FormatError(f"{FORM} has no place for a given in a cage")
    if is_alone and (cage.total or 0) > 9:
        raise FormatError(f"{FORM} cannot express that a cell alone has the sum {cage.total}")


def _regions(board: PlainBoard) -> list[str]:
    """Return the text for the region of each cell, which is empty on the usual board."""
    if board.is_usual:
        return [""] * 81
    region_of = {cell: at for at, box in enumerate(board.boxes) for cell in box}
    if len(region_of) < 81:
        raise FormatError(f"{FORM} has no boards with cells in no region")
    return [f"J{region_of[cell]}" for cell in range(81)]


FORMAT = PuzzleFormat(
    "sumocue", "the text of SumoCue, SumoCueV1=...", is_sumocue, read_sumocue, write_sumocue
)
