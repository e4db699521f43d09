"""Puzzles with constraints as text: JSON, and the texts of other programs, recognised."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lowbit.errors import UnknownFormatError
from lowbit.formats.iss import is_iss, read_iss
from lowbit.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable


class PuzzleFormat(NamedTuple):
    """How a text is recognised, and read."""

    recognises: Callable[[str], bool]
    read: Callable[[str], Puzzle]


PUZZLE_FORMATS = {
    "iss": PuzzleFormat(is_iss, read_iss),
    "json": PuzzleFormat(lambda text: text.lstrip().startswith("{"), Puzzle.from_json),
}
"""What there is, in the order in which a text is tried."""


def read_puzzle(text: str, form: str | None = None) -> Puzzle:
    """Return the puzzle of a text.

    Parameters
    ----------
    text : str
        The JSON of `Puzzle.to_json`, or the text of Interactive Sudoku Solver, or a link with it.
    form : {'iss', 'json'}, optional
        Which of these; recognised if None.

    Raises
    ------
    UnknownFormatError
        If the text is none of these, or there is no such form.
    FormatError
        If it breaks its grammar, or names a constraint that lowbit does not know.
    InputError
        If it describes no puzzle.

    Examples
    --------
    >>> puzzle = read_puzzle(".Cage~10~R1C1~R1C2.~R5C5_3")
    >>> puzzle.constraints
    (Cage(cells=(0, 1), total=10),)
    >>> read_puzzle(puzzle.to_json()) == puzzle
    True
    """
    if form is not None:
        if form not in PUZZLE_FORMATS:
            raise UnknownFormatError(f"there is no {form!r}; there are {', '.join(PUZZLE_FORMATS)}")
        return PUZZLE_FORMATS[form].read(text)
    for one in PUZZLE_FORMATS.values():
        if one.recognises(text):
            return one.read(text)
    raise UnknownFormatError(f"this is no puzzle in any of {', '.join(PUZZLE_FORMATS)}")
