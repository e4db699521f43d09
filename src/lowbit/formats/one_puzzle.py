"""The puzzle of a text or a file that holds one, in any format."""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING
from warnings import warn

from lowbit.errors import GridError, LeftOutWarning
from lowbit.formats import read
from lowbit.formats.puzzle_texts import is_text_of_variant, read_variant
from lowbit.formats.record import with_puzzles
from lowbit.formats.variants import left_out_of, plain_grid
from lowbit.geometry import CLASSIC, board_of

if TYPE_CHECKING:
    from lowbit.geometry import BoardLike
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle


def puzzle_in(source: object, geometry: BoardLike | None = None) -> Grid | Puzzle | None:
    """Return the puzzle of a text or a path; None if it is neither, or a text without a puzzle.

    The board of a puzzle that does not name its own is `geometry`, or what its length shows.

    Raises
    ------
    GridError
        If the text is meant as a puzzle with constraints and is wrong, or the file does not hold
        exactly one puzzle.

    Examples
    --------
    >>> puzzle_in(".Shape~4x4.Cage~3~R1C1~R1C2").constraints
    (Cage(cells=(0, 1), total=3),)
    """
    if isinstance(source, os.PathLike):
        return _of_file(source, geometry)
    if isinstance(source, (bytes, bytearray)):
        source = source.decode(errors="replace")
    if not isinstance(source, str):
        return None
    board = None if geometry is None else board_of(geometry)
    if not is_text_of_variant(source, board or CLASSIC):
        return plain_grid(source, board)
    found = read_variant(source)
    if said := left_out_of(source):
        warn(said, LeftOutWarning, stacklevel=4)
    return found


def _of_file(path: os.PathLike[str], geometry: BoardLike | None) -> Grid | Puzzle:
    records = with_puzzles(record.accepted() for record in read(path, geometry=geometry))
    found = [puzzle for record in islice(records, 2) if (puzzle := record.puzzle)]
    if len(found) != 1:
        n_found = "several puzzles, of which one is wanted" if found else "no puzzle"
        raise GridError(f"{os.fspath(path)} has {n_found}")
    return found[0]
