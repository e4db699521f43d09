"""Puzzles with constraints as text: other programs' links, texts and JSON, and lowbit's JSON.

`read_puzzle` recognises them, `write_puzzle` writes them. To add one, write a module, or a package,
with a `PuzzleFormat` called `FORMAT`, and list it in the registry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from warnings import warn

from lowbit.arguments import unknown
from lowbit.errors import FormatError, GridError, InputError, LeftOutWarning, UnknownFormatError
from lowbit.formats.head import Head, read_lines
from lowbit.formats.puzzle_texts import is_one_puzzle
from lowbit.formats.streams.stream import LineStream
from lowbit.formats.variants.links import host, is_link
from lowbit.formats.variants.puzzle_format import PuzzleFormat
from lowbit.formats.variants.registry import PUZZLE_FORMATS
from lowbit.geometry import CLASSIC
from lowbit.puzzle import Puzzle

if TYPE_CHECKING:
    from lowbit.geometry import Geometry
    from lowbit.grid import Grid, GridLike

__all__ = ["PUZZLE_FORMATS", "PuzzleFormat", "puzzle_format_of", "read_puzzle", "write_puzzle"]

LONGEST_GRID: Final = 40_000
"""Characters of a text that holds one grid: a 25x25 board with pencilmarks, drawn with rules."""

MOST_LINES: Final = 500
"""Lines of such a text, those of words around it included."""


def read_puzzle(
    text: str,
    format: str | None = None,  # noqa: A002 - the word that callers know
    *,
    ignore_drawings: bool = False,
) -> Puzzle:
    """Return the puzzle of a link or a text.

    Parameters
    ----------
    text : str
        A link, a text or JSON of any program in `lowbit.formats.variants.PUZZLE_FORMATS`; or one
        puzzle without constraints, as `lowbit.read` reads it.
    format : str, optional
        A name there; detected if None.
    ignore_drawings : bool, default False
        Whether to ignore lines, circles, colours and texts that are only drawn. Their meaning is in
        the rules, if anywhere, so without them the puzzle may be a different one. By default they
        are refused by name.

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
        If the text has digits or marks of a player, too: the puzzle is the givens alone.

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
    puzzle = puzzle_in(text, format, ignore_drawings=ignore_drawings)
    if said := left_out_of(text, format):
        warn(said, LeftOutWarning, stacklevel=2)
    return puzzle


def puzzle_in(
    text: str,
    format: str | None = None,  # noqa: A002 - as above
    *,
    ignore_drawings: bool = False,
) -> Puzzle:
    """Return the puzzle of a text as `read_puzzle` does, without a warning."""
    _require_text(text)
    try:
        if format is None and (grid := plain_grid(text)):
            return Puzzle(grid)
        chosen = _named(puzzle_format_of(text) if format is None else format)
        read = (chosen.read_undrawn or chosen.read) if ignore_drawings else chosen.read
        return read(text.strip())
    except RecursionError:
        raise FormatError("this text is nested too deep") from None


def left_out_of(text: str, format: str | None = None) -> str:  # noqa: A002 - as above
    """Return in words the digits and marks of a player in a text that was read.

    Examples
    --------
    >>> left_out_of('{"grid": [[{"value": 1, "given": true}, {"value": 2}]]}')
    "a player's digits (r1c2 is 2) are left out: the puzzle is what was given"
    """
    text = text.strip()
    forms = [PUZZLE_FORMATS[format]] if format else PUZZLE_FORMATS.values()
    found = next((form for form in forms if form.recognises(text)), None)
    return found.left_out(text) if found and found.left_out else ""


def write_puzzle(
    puzzle: Puzzle | GridLike,
    format: str,  # noqa: A002 - as above
    *,
    solution: Grid | None = None,
) -> str:
    """Return a puzzle as a link or a text that other programs read.

    Title, author and rules are kept by `fpuzzles`, `sudokupad`, `pencilmark`, `penpa` and `json`;
    the other formats have no place for texts for people. `penpa` adds to rules a sentence for
    each thing that a drawing leaves unsaid.

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
    chosen = _named(format)
    puzzle = puzzle if isinstance(puzzle, Puzzle) else _puzzle_of(puzzle)
    if solution is None:
        return chosen.write(puzzle)
    return _write_solved(chosen, puzzle, solution)


def puzzle_format_of(text: str) -> str:
    """Return the name of the format that a text is in.

    Parameters
    ----------
    text : str
        As `read_puzzle` takes it.

    Raises
    ------
    UnknownFormatError
        If it is in none, or no text.

    Examples
    --------
    >>> puzzle_format_of(".Cage~10~R1C1~R1C2")
    'iss'
    """
    _require_text(text)
    text = text.strip()
    for form in PUZZLE_FORMATS.values():
        if form.recognises(text):
            return form.name
    if is_link(text):
        raise UnknownFormatError(
            f"links to {host(text)} are not known; if it leads on to another page, open it, and "
            "copy the link from there"
        )
    known = "".join(f"\n  {form.name}: {form.says}" for form in PUZZLE_FORMATS.values())
    raise UnknownFormatError(f"{text[:40]!r} is a puzzle in none of these formats:{known}")


def plain_grid(text: str, board: Geometry | None = None) -> Grid | None:
    """Return the only grid of a text in none of these formats; None if it has none, or several.

    It is read as that of a file. Texts that are longer than any puzzle among words would take
    minutes.
    """
    if len(text) > LONGEST_GRID or text.count("\n") > MOST_LINES:
        return None
    if is_one_puzzle(text, board or CLASSIC):
        return None
    try:
        records = read_lines(Head(LineStream(iter([text])), board=board))
        found = [record for record in records if not record.is_passthrough]
    except UnknownFormatError:
        return None
    return found[0].grid if len(found) == 1 else None


def _puzzle_of(puzzle: GridLike) -> Puzzle:
    try:
        return Puzzle(puzzle)
    except GridError:
        if not isinstance(puzzle, str):
            raise
    return puzzle_in(puzzle)


def _require_text(text: object) -> None:
    if not isinstance(text, str):
        raise UnknownFormatError(f"a puzzle is read from a str, not from {type(text).__name__}")


def _write_solved(form: PuzzleFormat, puzzle: Puzzle, solution: Grid) -> str:
    if form.write_solved is None:
        takers = [form.name for form in PUZZLE_FORMATS.values() if form.write_solved]
        raise FormatError(f"{form.name} has no place for a solution; {', '.join(takers)} have")
    if not puzzle.is_solved_by(solution):
        raise InputError("solution is not a solution of the puzzle")
    return form.write_solved(puzzle, solution)


def _named(name: str) -> PuzzleFormat:
    if name not in PUZZLE_FORMATS:
        raise UnknownFormatError(unknown("format", name, PUZZLE_FORMATS))
    return PUZZLE_FORMATS[name]
