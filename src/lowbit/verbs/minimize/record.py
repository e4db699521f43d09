"""The record of a search for all minimal puzzles within a puzzle: a line of JSON for each step.

::

    {"puzzle": "1234.4....4....1", "board": "4x4", "first": 1, "found": ["1.3..4....4....1"],
     "left": ["eNpjYGBm..."]}

A line holds the minimal puzzles from the number `first` on, and what was left to do then: the stack
of nodes, each part of it compressed, in base 64. The last line is the one that counts, so that a
search that was killed repeats a second at most. One file may hold the searches of many puzzles.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.appended import StepsFile
from lowbit.formats.puzzle import puzzle_text
from lowbit.grid import Grid
from lowbit.verbs.puzzles import grid_of

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lowbit.puzzle import Puzzle

SECONDS: Final = 1.0
"""Steps are written down together after so long: there are hundreds a second."""

KINDS: Final = {"first": int, "found": list, "left": list}
"""The members of a step."""


class WithinStep(NamedTuple):
    """Minimal puzzles that are found, and what is left to do after them.

    Attributes
    ----------
    first : int
        How many puzzles were found before these.
    found : list of Grid or Puzzle
    left : list of uint8[k, n_cells]
        The stack of nodes.
    """

    first: int
    found: list[Grid | Puzzle]
    left: list[NDArray[np.uint8]]


class WithinRecord(StepsFile):
    """The record of one search.

    Parameters
    ----------
    path : str or os.PathLike
        The file; made if there is none.
    whole : Grid or Puzzle
        The puzzle.

    Raises
    ------
    SourceError
        If it cannot be opened, another search uses it, or it holds something else.

    Attributes
    ----------
    found : list of Grid
        The minimal puzzles that the file has, without their constraints.
    is_begun : bool
        Whether it has any step.
    """

    def __init__(self, path: str | os.PathLike[str], whole: Grid | Puzzle) -> None:
        self._board = whole.geometry
        text = puzzle_text(whole) if isinstance(whole, Grid) else whole.to_json()
        super().__init__(path, {"puzzle": text, "board": str(self._board)}, KINDS)
        self.found: list[Grid] = []
        self.is_begun = False
        self._done = self._kept = WithinStep(0, [], [])
        self._read()
        self._written = monotonic()

    @property
    def left(self) -> list[NDArray[np.uint8]]:
        """The stack of nodes that is left to search, uint8[k, n_cells] each."""
        return self._done.left

    def note(self, found: Sequence[Grid | Puzzle], left: Sequence[NDArray[np.uint8]]) -> None:
        """Note some more puzzles, and what is left to do after them."""
        done = WithinStep(self._done.first, [*self._done.found, *found], [*left])
        if not left or monotonic() - self._written >= SECONDS:
            done = self._write(done)
        self._done = done

    def close(self) -> None:
        """Write down what was not yet, and close the file; another search may use it now."""
        try:
            if self._done is not self._kept:
                self._done = self._write(self._done)
        finally:
            super().close()

    def _write(self, done: WithinStep) -> WithinStep:
        """Write a step down; return the one that goes on from there."""
        found = [puzzle_text(grid_of(puzzle)) for puzzle in done.found]
        self._write_step(first=done.first, found=found, left=[*map(_packed, done.left)])
        self._written = monotonic()
        self._kept = WithinStep(done.first + len(found), [], done.left)
        return self._kept

    def _take(self, step: dict[str, Any]) -> None:
        """Take the puzzles of a step, in place of those of a later one that was not told."""
        if not 0 <= step["first"] <= len(self.found):
            raise ValueError
        self.found[step["first"] :] = [Grid(line, self._board) for line in step["found"]]
        left = [_unpacked(part, self._board.n_cells) for part in step["left"]]
        self._done = self._kept = WithinStep(len(self.found), [], left)
        self.is_begun = True


def _packed(nodes: NDArray[np.uint8]) -> str:
    return b64encode(zlib.compress(nodes.tobytes())).decode()


def _unpacked(text: str, n_cells: int) -> NDArray[np.uint8]:
    """Return the nodes of a text.

    Raises
    ------
    ValueError
        If it is none of `_packed`.
    """
    try:
        nodes = np.frombuffer(zlib.decompress(b64decode(text, validate=True)), np.uint8)
    except zlib.error as error:
        raise ValueError from error
    return nodes.reshape(-1, n_cells)
