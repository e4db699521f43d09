"""The `ps` format: killers as Perfect Sudoku copies them, `3x3::k:` and a number for each cell.

::

    3x3:d:k:3841:7705:7705:26:...:

`d` is for diagonals. A number is 256 times the sum of a cage, plus a number that the cells of the
cage share; without a sum there is no cage.
"""

from __future__ import annotations

import re

from lowbit.errors import FormatError
from lowbit.formats.variants.cages import (
    DIAGONALS,
    cages_of,
    heads_of,
    only_cages,
    require_classic,
)
from lowbit.formats.variants.content import content_of
from lowbit.formats.variants.puzzle_format import PuzzleFormat
from lowbit.puzzle import Puzzle

HEAD = re.compile(r"3x3:(d?):k:")
NUMBER = re.compile(r"\d{1,9}")
BASE = 256
FORM = "the text of Perfect Sudoku"


def is_ps(text: str) -> bool:
    """Return whether a text begins with a size and colons.

    Examples
    --------
    >>> is_ps("3x3::k:3841:"), is_ps("3x3")
    (True, False)
    """
    return re.match(r"\d+x\d+:", text) is not None and text.rstrip().endswith(":")


def read_ps(text: str) -> Puzzle:
    """Return the puzzle of Perfect Sudoku's text.

    Raises
    ------
    FormatError
        If it is cut off, or not a 9x9 killer.

    Examples
    --------
    >>> read_ps("3x3::k:" + "769:" * 2 + "0:" * 79).constraints
    (Cage(cells=(0, 1), total=3),)
    """
    text = "".join(text.split())
    head = HEAD.match(text)
    if head is None:
        raise FormatError(f"{text[:12]!r} is not how a killer begins, such as 3x3::k: or 3x3:d:k:")
    numbers = text[head.end() :].rstrip(":").split(":")
    if len(numbers) != 81 or not all(map(NUMBER.fullmatch, numbers)):
        raise FormatError(f"{FORM} has a number for each of 81 cells, not {len(numbers)}")
    cells = [divmod(int(number), BASE) for number in numbers]
    heads = [name if total else None for total, name in cells]
    cages = cages_of({name: total for total, name in cells if total}, heads)
    return Puzzle("." * 81, (*cages, *(DIAGONALS if head[1] else ())))


def write_ps(puzzle: Puzzle) -> str:
    """Return a killer as Perfect Sudoku's text.

    Raises
    ------
    FormatError
        If it has anything but cages with sums, and both diagonals.

    Examples
    --------
    >>> from lowbit.constraints import Cage
    >>> write_ps(Puzzle("." * 81, [Cage((0, 1), 3)]))[:20]
    '3x3::k:769:769:0:0:0'
    """
    content = content_of(puzzle, FORM)
    cages, has_diagonals = only_cages(content, FORM)
    require_classic(content, FORM)
    number = {cage: at for at, cage in enumerate(cages, 1)}
    cage_of, numbers = heads_of(cages), []
    for cell in range(81):
        cage = cage_of.get(cell)
        if cage is not None and not cage.total:
            raise FormatError(f"{FORM} cannot express a cage without a sum")
        numbers.append(BASE * (cage.total or 0) + number[cage] if cage else 0)
    return f"3x3:{'d' * has_diagonals}:k:{''.join(f'{number}:' for number in numbers)}"


FORMAT = PuzzleFormat("ps", "the text of Perfect Sudoku, 3x3::k:", is_ps, read_ps, write_ps)
