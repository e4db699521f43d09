"""The record, which all formats share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lowbit.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Record:
    r"""One puzzle of a stream, or a comment, a header or an error in its place.

    Parameters
    ----------
    line : int
        The source line where it begins, from 1.
    text : str
        Its source text without the last newline. A byte that is not UTF-8 shows as
        ``\xff``, so that the text can always be printed.
    grid : Grid or None
        The puzzle; None if there is an error, and for lines that only pass through.
    remark : str
        The source's remark on the puzzle.
    error : FormatError or None
        The reason why there is no grid. A puzzle with constraints has an error that says so, so
        that callers that handle only grids refuse it.
    variant : Puzzle or None
        The puzzle, if it has constraints.
    puzzle_text : str
        The text that the puzzle was read from, where the cells alone do not tell the puzzle: it
        has constraints, or the text names its board.
    left_out : str
        The other content of the text, in words: the digits of a player who has begun the puzzle.

    Examples
    --------
    >>> Record(1, "# easy ones", None).is_passthrough
    True
    """

    line: int
    text: str
    grid: Grid | None
    remark: str = ""
    error: FormatError | None = None
    variant: Puzzle | None = None
    puzzle_text: str = ""
    left_out: str = ""

    @property
    def is_passthrough(self) -> bool:
        """Whether this is an empty line, a comment or a header, to be kept unchanged."""
        return self.puzzle is None and self.error is None

    @property
    def puzzle(self) -> Grid | Puzzle | None:
        """The puzzle, with or without constraints."""
        return self.variant or self.grid

    def accepted(self) -> Record:
        """Return this for callers that handle constraints: a puzzle that has some is no error."""
        return replace(self, error=None) if self.variant else self


def with_puzzles(records: Iterable[Record]) -> Iterator[Record]:
    """Yield the records of puzzles, for formats that have no place for anything else.

    Raises
    ------
    FormatError
        The error of a record that has one, which must not get lost.
    """
    for record in records:
        if record.error:  # of a puzzle with constraints where these are not taken, too
            raise record.error
        if record.puzzle:
            yield record


def grids(records: Iterable[Record]) -> Iterator[tuple[Grid, str]]:
    """Yield grids and remarks, for formats that have no place for constraints either.

    Raises
    ------
    FormatError
        The error of a record, or that there is no place for the constraints of a puzzle.
    """
    for record in with_puzzles(records):
        puzzle = record.variant
        if puzzle and puzzle.constraints:
            lost = puzzle.constraints[0].describe(puzzle.geometry)
            raise FormatError(f"this format has no place for {lost}", line=record.line)
        grid = puzzle.grid if puzzle else record.grid
        if grid:
            yield grid, record.remark
