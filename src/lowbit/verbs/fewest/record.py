"""The record of searches for puzzles of few givens: a line of JSON for each step that is done.

::

    {"grid": "1234…", "board": "4x4", "clues": 4, "division": "8f3a…", "parts": 96, "done": 8,
     "found": ["1..4.........32."]}

A line holds the puzzles of the parts from where the line before it of the same search ended. It is
on disk before they are told, so that a search that was killed repeats a step at most. One file may
hold the searches of many grids.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from lowbit.appended import StepsFile
from lowbit.errors import SourceError
from lowbit.grid import Grid

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from lowbit.puzzle import Puzzle

KINDS: Final = {"division": str, "parts": int, "done": int, "found": list}
"""The members of a step."""

SECONDS: Final = 1.0
"""Parts without puzzles are written down together after so long: lines are read again later."""


class SearchRecord(StepsFile):
    """The record of one search.

    Parameters
    ----------
    path : str or os.PathLike
        The file; made if there is none.
    whole : Grid or Puzzle
        The full grid, with the constraints.
    clues : int
        The most givens.

    Raises
    ------
    SourceError
        If it cannot be opened, another search uses it, or it holds something else.

    Attributes
    ----------
    done : int
        How many parts of the search are done.
    n_parts : int or None
        Of how many; None if it was not begun.
    found : list of Grid
        Their puzzles.
    """

    def __init__(self, path: str | os.PathLike[str], whole: Grid | Puzzle, clues: int) -> None:
        self._board = whole.geometry
        text = whole.to_line() if isinstance(whole, Grid) else whole.to_json()
        super().__init__(path, {"grid": text, "board": str(self._board), "clues": clues}, KINDS)
        self.done = self._pending = 0
        self._written = monotonic()
        self.n_parts: int | None = None
        self.found: list[Grid] = []
        self._division = ""
        self._read()
        self._pending = self.done

    @property
    def is_complete(self) -> bool:
        """Whether all parts are done."""
        return self.done == self.n_parts

    def begin(self, n_parts: int, division: str) -> None:
        """Go on with a search of so many parts, which are told from others by a word.

        Raises
        ------
        SourceError
            If the record has parts that were made in another way.
        """
        if self.n_parts is not None and self._division != division:
            raise SourceError(
                "another version of lowbit has begun this search, and divided it in another way: "
                "name a new file",
                self._name,
            )
        self.n_parts, self._division = n_parts, division

    def note(self, done: int, found: Sequence[str]) -> None:
        """Write down the puzzles of the parts up to some; none are not worth a line at once."""
        self._pending = done
        if found or done == self.n_parts or monotonic() - self._written >= SECONDS:
            self._write(found)

    def close(self) -> None:
        """Write down what was not yet, and close the file; another search may use it now."""
        try:
            if self._pending > self.done:
                self._write([])
        finally:
            super().close()

    def _write(self, found: Sequence[str]) -> None:
        done, self._pending = self._pending, self.done  # where writing fails, it is not repeated
        self._write_step(division=self._division, parts=self.n_parts, done=done, found=found)
        self.done = self._pending = done
        self._written = monotonic()

    def _take(self, step: dict[str, Any]) -> None:
        """Take the puzzles of a step."""
        if not self.done <= step["done"] <= step["parts"]:
            raise ValueError
        self.found += [Grid(line, self._board) for line in step["found"]]
        self.done, self.n_parts = step["done"], step["parts"]
        self._division = step["division"]
