"""The `sgt` format: game IDs of Solo, from Simon Tatham's puzzle collection.

::

    3x3:a8_2c1...               the boxes, then the givens: a letter for a run of 1 to 26 blanks
    9j:GIVENS,REGIONS           a jigsaw
    3x3xk:GIVENS,CAGES,SUMS     with diagonals (x), a killer (k)

Regions and cages are described by their borders: a letter for a run of 1 to 25 pairs of neighbours
with no border between them, `_` for none, each followed by a border; `z` for 25 with no border
after them. Horizontal pairs come first, row by row, then vertical ones, column by column.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from lowbit.errors import FormatError
from lowbit.formats.variants.boards import LONGEST_SIDE, board_with
from lowbit.formats.variants.cages import DIAGONALS, cages_of, heads_of, only_cages
from lowbit.formats.variants.content import content_of
from lowbit.formats.variants.puzzle_format import PuzzleFormat
from lowbit.grid import Grid, Masks
from lowbit.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.formats.variants.boards import PlainBoard

GAME = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?([a-z0-9]*):([a-z0-9_,]+)")
OPTIONS = re.compile(r"([jxk]*)(?:(?:r|md?|a)\d*|d[a-z])*")
RUNS = re.compile(r"[a-z_]|\d{1,9}")
LONGEST, FULL = 25, "z"
FORM = "a game ID of Solo"


def is_sgt(text: str) -> bool:
    """Return whether a text looks like a game ID of Solo.

    Examples
    --------
    >>> is_sgt("2x2:1b4b2b3b4b1"), is_sgt("3x3::k:0:")
    (True, False)
    """
    return GAME.fullmatch(text) is not None


def read_sgt(text: str) -> Puzzle:
    """Return the puzzle of a game ID of Solo.

    Raises
    ------
    FormatError
        If it breaks the grammar.

    Examples
    --------
    >>> puzzle = read_sgt("2x2x:1b4b2b3b4b1")
    >>> puzzle.grid.to_line(), len(puzzle.constraints)
    ('1..4..2..3..4..1', 2)
    """
    game = GAME.fullmatch("".join(text.split()))
    options = OPTIONS.fullmatch(game[3]) if game else None
    if game is None or options is None:
        raise FormatError(f"{text[:30]!r} is not {FORM}, such as 2x2:1b4b2b3b4b1")
    height = int(game[1])
    width = int(game[2]) if game[2] else height if "j" not in options[1] else 1
    size = height * width
    if not 1 <= size <= LONGEST_SIDE:
        raise FormatError(f"{FORM} has a board of 1 to {LONGEST_SIDE} digits, not {size}")
    grid, *rest = game[4].split(",")
    wanted = ("j" in options[1]) + 2 * ("k" in options[1])
    if len(rest) != wanted:
        raise FormatError(f"this {FORM} has {wanted} more parts behind its givens, not {len(rest)}")
    regions: list[Hashable] = [
        (cell // size // height, cell % size // width) for cell in range(size * size)
    ]
    if "j" in options[1]:
        regions = list(_regions(rest.pop(0), size))
    board = board_with(size, size, range(1, size + 1), regions)
    masks = (1 << value - 1 if value else board.full_mask for value in _values(grid, size, size))
    constraints: list[Constraint] = list(DIAGONALS if "x" in options[1] else ())
    if rest:
        heads = list(_regions(rest[0], size))
        constraints += cages_of(dict(enumerate(_values(rest[1], size, size**3))), heads)
    return Puzzle(Grid(Masks(list(masks)), board), constraints)


def _values(text: str, size: int, highest: int) -> list[int]:
    """Return the number of each cell, 0 for none."""
    values: list[int] = []
    for word in RUNS.findall(text):
        if word.isdecimal():
            values.append(int(word))
        elif word != "_":
            values += [0] * (ord(word) - ord("a") + 1)
    if len(values) != size**2 or max(values) > highest:
        raise FormatError(f"{text[:30]!r} is not {size**2} numbers up to {highest}")
    return values


def _regions(text: str, size: int) -> list[int]:
    """Return for each cell the first cell of its region."""
    pairs, at = list(_pairs(size)), 0
    head = list(range(size * size))
    for letter in text:
        run = 0 if letter == "_" else ord(letter) - ord("a") + 1
        if letter == FULL:
            run = LONGEST
        for first, second in pairs[at : at + run]:
            low, high = sorted((head[first], head[second]))
            head = [low if own == high else own for own in head]
        at += run + (letter != FULL)
    if at != len(pairs) + 1 or not set(text) <= set("_abcdefghijklmnopqrstuvwxyz"):
        raise FormatError(f"{text[:30]!r} does not tell the borders of {size}x{size} cells")
    return head


def _pairs(size: int) -> Iterator[tuple[int, int]]:
    """Yield neighbours in the order of borders: those in rows first, then those in columns."""
    for row in range(size):
        yield from pairwise(range(row * size, (row + 1) * size))
    for column in range(size):
        yield from pairwise(range(column, size * size, size))


def write_sgt(puzzle: Puzzle) -> str:
    """Return a puzzle as a game ID of Solo.

    Raises
    ------
    FormatError
        If it has anything but givens, cages that hold all cells, and both diagonals.

    Examples
    --------
    >>> write_sgt(Puzzle("1..4..2..3..4..1", geometry="4x4"))
    '2x2:1b4b2b3b4b1'
    """
    content = content_of(puzzle, FORM)
    cages, has_diagonals = only_cages(content, FORM)
    content.require_no_candidates(FORM)
    board, options = content.board, "x" * has_diagonals + "k" * bool(cages)
    parts = [_runs([content.value(cell) or 0 for cell in range(len(content.allowed))])]
    shape = content.geometry.box_shape
    name = f"{shape[0]}x{shape[1]}" if shape else f"{board.rows}j"
    if board.rows != board.columns or board.values != range(1, board.rows + 1):
        raise FormatError(f"{FORM} has no boards but squares with the values from 1")
    if not shape:
        parts.append(_borders(_region_of(board), board.rows))
    if cages:
        cage_of = heads_of(cages)
        if len(cage_of) < len(content.allowed) or any(len(cage.cells) < 2 for cage in cages):
            raise FormatError(f"{FORM} has no killers with cells in no cage, or alone in theirs")
        sums = [cage_of[cell].total or 0 for cell in range(len(content.allowed))]
        first = {min(cage.cells) for cage in cages}
        parts.append(_borders([cage_of[cell] for cell in range(len(content.allowed))], board.rows))
        parts.append(_runs([number if cell in first else 0 for cell, number in enumerate(sums)]))
    return f"{name}{options}:{','.join(parts)}"


def _region_of(board: PlainBoard) -> list[int]:
    region_of = {cell: at for at, box in enumerate(board.boxes) for cell in box}
    n_cells = board.rows * board.columns
    if len(region_of) < n_cells:
        raise FormatError(f"{FORM} has no boards with cells in no region")
    return [region_of[cell] for cell in range(n_cells)]


def _runs(values: Sequence[int]) -> str:
    """Return numbers as text, with letters for runs of blanks, and _ between two numbers."""
    text = "_".join(str(value or "") for value in values)
    blanks = re.compile(r"_+")

    def letters(found: re.Match[str]) -> str:
        n_blanks = len(found[0]) - 1 + (found.start() == 0) + (found.end() == len(text))
        if not n_blanks:
            return "_"
        full, rest = divmod(n_blanks, 26)
        return FULL * full + (chr(ord("a") + rest - 1) if rest else "")

    return blanks.sub(letters, text)


def _borders(regions: Sequence[Hashable], size: int) -> str:
    """Return the borders between regions."""
    text, run = "", 0
    for first, second in [*_pairs(size), (0, -1)]:
        if second >= 0 and regions[first] == regions[second]:
            run += 1
            continue
        full, rest = divmod(run, LONGEST)
        if full and not rest:  # the last letter is followed by a border, as FULL is not
            full, rest = full - 1, LONGEST
        text += FULL * full + (chr(ord("a") + rest - 1) if rest else "_")
        run = 0
    if len(set(_regions(text, size))) > len(set(regions)):
        raise FormatError(f"{FORM} cannot express a region or cage whose cells do not share sides")
    return text


FORMAT = PuzzleFormat("sgt", "a game ID of Simon Tatham's Solo", is_sgt, read_sgt, write_sgt)
