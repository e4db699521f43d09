"""The puzzle of a text or a file that holds one, in any format; and a puzzle as such a text."""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING, Final
from warnings import warn

from lowbit.errors import FormatError, GridError, InputError, LeftOutWarning, UnknownFormatError
from lowbit.formats import read
from lowbit.formats.opening.head import Head, read_lines
from lowbit.formats.puzzle_texts import is_one_puzzle, read_variant
from lowbit.formats.record import with_puzzles
from lowbit.formats.streams.stream import LineStream
from lowbit.formats.variants import (
    PUZZLE_FORMATS,
    left_out_of,
    puzzle_format,
    puzzle_in,
    require_text,
)
from lowbit.geometry import CLASSIC, board_of
from lowbit.puzzle import Puzzle

if TYPE_CHECKING:
    from lowbit.formats.variants import PuzzleFormat
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.grid import Grid, GridLike

LONGEST_GRID: Final = 40_000
"""Characters of a text that holds one grid: a 25x25 board with pencilmarks, drawn with rules."""

MOST_LINES: Final = 500
"""Lines of such a text, those of words around it included."""


def read_puzzle(
    text: str,
    format: str | None = None,  # noqa: A002 - the word that callers know
) -> Puzzle:
    """Return the puzzle of a link or a text.

    Parameters
    ----------
    text : str
        A link, a text or JSON of any program in `lowbit.formats.variants.PUZZLE_FORMATS`; or one
        puzzle without constraints, as `lowbit.read` reads it.
    format : str, optional
        A name there; detected if None.

    Raises
    ------
    UnknownFormatError
        If the text is in none of these formats, or no text, or there is no such format.
    FormatError
        If it breaks the grammar of its format, needs the network, or contains something that lowbit
        does not know; the message names it.
    InputError
        If it does not describe a puzzle.

    Warns
    -----
    LeftOutWarning
        If the text has digits or marks of a player, too: the puzzle is the givens alone. If lines,
        circles, colours or texts are only drawn: they are `cosmetics` of the puzzle, whose meaning
        is in the rules, if anywhere, so that the puzzle may have more solutions than was meant.

    See Also
    --------
    write_puzzle : The opposite.

    Examples
    --------
    >>> puzzle = read_puzzle(".Cage~10~R1C1~R1C2.~R5C5_3")
    >>> puzzle.constraints
    (Cage(cells=(0, 1), total=10),)
    >>> read_puzzle(puzzle.to_json()) == puzzle
    True
    """
    puzzle = puzzle_of_text(text, format)
    if said := left_out_of(text, format):
        warn(said, LeftOutWarning, stacklevel=2)
    return puzzle


def write_puzzle(
    puzzle: Puzzle | GridLike,
    format: str,  # noqa: A002 - as above
    *,
    solution: Grid | None = None,
) -> str:
    """Return a puzzle as a link or a text that other programs read.

    Title, author and rules are kept by `fpuzzles`, `sudokupad`, `pencilmark`, `penpa` and `json`;
    the other formats have no place for texts for people. Cosmetics are kept by `json`, and as near
    as they can by `fpuzzles` and `sudokupad`; by no other format. `penpa` adds to rules a sentence
    for each thing that a drawing leaves unsaid.

    Parameters
    ----------
    puzzle : Puzzle, Grid, str, sequence, numpy.ndarray or Masks
        The puzzle; a text may be one that `read_puzzle` reads.
    format : str
        A name in `lowbit.formats.variants.PUZZLE_FORMATS`.
    solution : Grid, optional
        The solution, so that `sudokupad` can tell people whether theirs is right. Formats without a
        place for one refuse it.

    Raises
    ------
    UnknownFormatError
        If there is no such format.
    FormatError
        If the puzzle has something that the format cannot express; the message names it.
    GridError
        If `puzzle` is neither a Puzzle nor a grid.
    InputError
        If `solution` is not a solution of the puzzle.

    See Also
    --------
    read_puzzle : The opposite.

    Examples
    --------
    >>> from lowbit import Puzzle
    >>> from lowbit.constraints import Cage
    >>> write_puzzle(Puzzle("..3." + "." * 12, [Cage((0, 1), 5)], geometry="4x4"), "iss")
    '.Shape~4x4.~R1C3_3.Cage~5~R1C1~R1C2'
    """
    chosen = puzzle_format(format)
    puzzle = _puzzle_of(puzzle)
    if solution is None:
        return chosen.write(puzzle)
    return _write_solved(chosen, puzzle, solution)


def puzzle_of_text(
    text: str,
    format: str | None = None,  # noqa: A002 - as above
) -> Puzzle:
    """Return the puzzle of a text as `read_puzzle` does, without a warning."""
    require_text(text)
    if format is None and not is_one_puzzle(text) and (grid := _plain_grid(text)):
        return Puzzle(grid)
    return puzzle_in(text, format)


def puzzle_of_source(source: object, geometry: BoardLike | None = None) -> Grid | Puzzle | None:
    """Return the puzzle of a text or a path; None if it is neither, or a text without a puzzle.

    The board of a puzzle that does not name its own is `geometry`, or what its length shows.

    Raises
    ------
    GridError
        If the text is meant as a puzzle with constraints and is wrong, or the file does not hold
        exactly one puzzle.

    Examples
    --------
    >>> puzzle_of_source(".Shape~4x4.Cage~3~R1C1~R1C2").constraints
    (Cage(cells=(0, 1), total=3),)
    """
    if isinstance(source, os.PathLike):
        return _of_file(source, geometry)
    if isinstance(source, (bytes, bytearray)):
        source = source.decode(errors="replace")
    if not isinstance(source, str):
        return None
    board = None if geometry is None else board_of(geometry)
    if not is_one_puzzle(source, board or CLASSIC):
        return _plain_grid(source, board)
    found = read_variant(source)
    if said := left_out_of(source):
        warn(said, LeftOutWarning, stacklevel=4)
    return found


def _puzzle_of(puzzle: Puzzle | GridLike) -> Puzzle:
    try:
        return puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)
    except GridError:
        found = puzzle_of_source(puzzle)
        if found is None:
            raise
    return found if isinstance(found, Puzzle) else Puzzle(found)


def _of_file(path: os.PathLike[str], geometry: BoardLike | None) -> Grid | Puzzle:
    records = with_puzzles(record.accepted() for record in read(path, geometry=geometry))
    found = [puzzle for record in islice(records, 2) if (puzzle := record.puzzle)]
    if len(found) != 1:
        n_found = "several puzzles, of which one is wanted" if found else "no puzzle"
        raise GridError(f"{os.fspath(path)} has {n_found}")
    return found[0]


def _plain_grid(text: str, board: Geometry | None = None) -> Grid | None:
    """Return the only grid of a text, read as that of a file; None if it has none, or several.

    Texts that are longer than any puzzle among words would take
    minutes.
    """
    if len(text) > LONGEST_GRID or text.count("\n") > MOST_LINES:
        return None
    try:
        records = read_lines(Head(LineStream(iter([text])), board=board))
        found = [record for record in records if not record.is_passthrough]
    except UnknownFormatError:
        return None
    return found[0].grid if len(found) == 1 else None


def _write_solved(form: PuzzleFormat, puzzle: Puzzle, solution: Grid) -> str:
    if form.write_solved is None:
        takers = [form.name for form in PUZZLE_FORMATS.values() if form.write_solved]
        raise FormatError(f"{form.name} has no place for a solution; {', '.join(takers)} have")
    if not puzzle.is_solved_by(solution):
        raise InputError("solution is not a solution of the puzzle")
    return form.write_solved(puzzle, solution)
