"""The minimal puzzles of a full grid with a few clues: all of them, or the proof of none.

::

    unavoidable sets ──> choices of clues that hit them all ──> one solution? ──> minimal? ──>
           ^                                                        │
           └───────── the cells in which a second solution differs ─┘  while clues are left

The choices are divided into parts, each of which is seen to alone: by any thread, in any order, and
again after an interruption. Sets that a part learns from second solutions are its own.
"""

from __future__ import annotations

from contextlib import closing
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.arguments import integer
from lowbit.batch.ordered import StoppedError, in_order
from lowbit.errors import InputError, LimitReachedError
from lowbit.kernels.core.threads import n_cpus
from lowbit.kernels.fewest.hitting import hit_all
from lowbit.kernels.fewest.nodes import (
    CLUES,
    DEAD,
    LEFT,
    MISSES,
    MOST_CELLS,
    N_NODE,
    TASK,
    WORDS,
    new_hitting_space,
)
from lowbit.kernels.variants.interrupts import LOOK_UP
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.fewest.record import SearchRecord
from lowbit.verbs.fewest.rules import rules_of
from lowbit.verbs.fewest.unavoidable import bits_of, found_sets, smallest
from lowbit.verbs.puzzles import grid_of, whole_of, with_masks
from lowbit.verbs.search.searches import PuzzleSearches
from lowbit.verbs.solve.one import solutions, solve

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.geometry import BoardLike, Geometry
    from lowbit.grid import Grid
    from lowbit.kernels.core.threads import Progress
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.puzzles import PuzzleLike

    Sets = NDArray[np.uint64]

MANY_PARTS: Final = 1 << 11
"""Into as many parts as this, or some more, a search is divided."""

PARTS_AT_ONCE: Final = 4
"""Parts that a thread sees to at a time: those of a second or less."""

NODES_AT_ONCE: Final = 256
"""Nodes that are gone on with at a time: the last ones first, so that few are open."""

STEPS_AT_ONCE: Final = 1 << 18
"""Nodes that the kernel visits before limits are looked at: some hundredths of a second."""

LEAST_SIZE: Final = 13
"""Unavoidable sets of up to so many cells are found: those of 13 spare nine searches in ten."""

ENOUGH_SETS: Final = 200
"""Larger unavoidable sets are found until there are so many, or finding them takes long."""

MANY_STEPS: Final = 1 << 22
"""As many steps of finding them take a second, and two cells more some five."""

ROOM: Final = 1 << 14
"""Nodes that the kernel may write before it returns."""

NEVER: Final = -1
NO_SETS: Final = np.zeros((0, WORDS), np.uint64)


class FewCluePuzzles:
    """The minimal puzzles of a full grid with at most some clues, each once.

    Where the iterator ends without one, it is proven that there is none.

    Parameters
    ----------
    puzzle : PuzzleLike
        The full grid, or a puzzle with one solution; constraints are rules. Its board has at most
        128 cells.
    clues : int, default 17
        The most givens. With one more, it takes some ten times as long, or more.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    first_part : int, default 0
        The part of the search to begin with: what `part` was when another was interrupted.
    record : str or os.PathLike, optional
        A file for what is done, of any number of grids. A search that was interrupted, or killed,
        goes on from there if it is started in the same way: first come the puzzles that it has
        found before.
    time_limit : float, optional
        The most seconds to take, from now.
    threads : int, optional
        The most threads to use; as many as there are CPUs if None. The puzzles and their order do
        not depend on it.
    progress : callable, optional
        Called with the numbers of parts that are done and of all, after some parts at a time.

    Attributes
    ----------
    part, n_parts : int
        The number of parts of the search that are done, and of all.

    Raises
    ------
    NoSolutionError, MultipleSolutionsError
        If the puzzle does not have one solution.
    LimitReachedError
        From here or from ``next``, if time is over.
    GridError, InputError
        If `puzzle` is not a grid, or an argument is out of range.
    SourceError
        If the record cannot be written, holds something else, or is that of another version.

    Examples
    --------
    >>> found = list(FewCluePuzzles("1234 3412 2143 4321", 4, geometry="4x4"))
    >>> len(found), found[0].to_line()
    (12, '1..4.........32.')
    >>> list(FewCluePuzzles("1234 3412 2143 4321", 3, geometry="4x4"))
    []
    """

    def __init__(  # noqa: PLR0913 - by name: where to begin, and how much to search
        self,
        puzzle: PuzzleLike,
        clues: int = 17,
        *,
        geometry: BoardLike | None = None,
        first_part: int = 0,
        record: str | os.PathLike[str] | None = None,
        time_limit: float | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._limits = Limits.of(time_limit=time_limit, threads=threads, progress=progress)
        clues, first_part = integer("clues", clues, 0), integer("first_part", first_part, 0)
        self._whole = whole_of(puzzle, geometry)
        n_cells = self._whole.geometry.n_cells
        require_room_for(self._whole.geometry)
        solved = solve(self._whole, time_limit=self._limits.seconds_left)
        self._solution = np.frombuffer(bytes(solved.givens), np.uint8)
        self._searches = PuzzleSearches(self._whole, self._limits._replace(threads=1).silent)
        self.part = self.n_parts = 0
        self._found: list[Grid | Puzzle] = []
        self._record: SearchRecord | None = None
        if record is not None:
            if first_part:
                raise InputError("a record knows the first part; name one of the two")
            self._record = SearchRecord(record, self._puzzle(np.ones(n_cells, np.bool_)), clues)
        try:
            self._begin(min(clues, n_cells), first_part)
        except BaseException:
            self.close()
            raise

    def __iter__(self) -> Iterator[Grid | Puzzle]:
        return self

    def __next__(self) -> Grid | Puzzle:
        while not self._found:
            if self.part == self.n_parts:
                self.close()
                raise StopIteration
            self._found = [self._puzzle(row) for row in self.next_block()][::-1]
            if self._limits.progress:
                self._limits.progress(self.part, self.n_parts)
        return self._found.pop()

    def next_block(self) -> NDArray[np.bool_]:
        """Return the clues of the puzzles of the next parts, bool[k, n_cells]; perhaps of none.

        Raises
        ------
        LimitReachedError
            If time was over before; these parts count for nothing then.
        """
        threads = self._limits.threads or n_cpus()
        n_parts = PARTS_AT_ONCE * threads
        starts = range(self.part, min(self.part + n_parts, self.n_parts), PARTS_AT_ONCE)
        blocks = [self._parts[start : start + PARTS_AT_ONCE] for start in starts]
        try:
            with closing(in_order(lambda some, _: self._minimal(some), blocks, threads)) as done:
                found = np.concatenate([*done, np.zeros((0, self._solution.size), np.bool_)])
        except StoppedError:
            raise LimitReachedError("a limit ended the search", 0) from None
        end = self.part + sum(map(len, blocks))
        if self._record:
            self._record.note(end, [grid_of(self._puzzle(row)).to_line() for row in found])
        self.part = end
        return found

    def close(self) -> None:
        """Close the record: another search may use it."""
        if self._record:
            self._record.close()

    def _begin(self, clues: int, first_part: int) -> None:
        """Divide the search, unless the record says that it is done."""
        record = self._record
        if record and record.is_complete:
            self._family, self._parts = NO_SETS, np.zeros((record.done, N_NODE), np.uint64)
        else:
            self._family = self._known_sets()
            self._parts = self._divided(clues)
        self.n_parts = len(self._parts)
        self.part = min(first_part, self.n_parts)
        if not record:
            return
        if not record.is_complete:
            record.begin(self.n_parts, sha256(self._parts.tobytes()).hexdigest()[:16])
            if not self.n_parts:
                record.note(0, [])
        self.part = record.done
        clues_of = (np.array([*grid]) > 0 for grid in record.found)
        self._found = [self._puzzle(row) for row in clues_of][::-1]

    def _known_sets(self) -> Sets:
        """Return the small unavoidable sets; none where constraints are of other kinds."""
        try:
            rules = rules_of(self._whole, self._solution.tolist())
        except InputError:
            return NO_SETS
        size, n_cells = LEAST_SIZE, self._solution.size
        found, n_steps = found_sets(rules, min(size, n_cells), self._limits)
        while len(found) < ENOUGH_SETS and n_steps < MANY_STEPS and size < n_cells:
            size += 2
            found, n_steps = found_sets(rules, min(size, n_cells), self._limits)
        return _two_words(found)

    def _divided(self, clues: int) -> Sets:
        """Return the nodes of the parts."""
        parts = np.zeros((1, N_NODE), np.uint64)
        outside = np.arange(MOST_CELLS) >= self._solution.size
        parts[0, DEAD:LEFT], parts[0, LEFT] = _as_words(outside[None])[0], clues
        root = parts
        for stop in range(clues - 1, 0, -1):
            if len(parts) >= MANY_PARTS or not len(parts):
                break
            parts = np.concatenate([*self._below(root, self._family, stop), root[:0]])
        return parts

    def _minimal(self, parts: Sets) -> NDArray[np.bool_]:
        """Return the clues of the minimal puzzles of some parts."""
        n_cells, family, stack = self._solution.size, self._family, [parts]
        unique = [np.zeros((0, n_cells), np.bool_)]
        while stack:
            nodes = stack.pop()
            if len(nodes) > NODES_AT_ONCE:
                stack.append(nodes[:-NODES_AT_ONCE])
            for found in self._below(nodes[-NODES_AT_ONCE:], family, NEVER):
                misses = found[:, MISSES] != 0
                hits = found[~misses]
                clues = as_cells(hits[:, CLUES:DEAD], n_cells)
                is_unique = self._are_unique(clues)
                unique.append(clues[is_unique])
                is_open = ~is_unique & (hits[:, LEFT] > 0)
                if is_open.any():
                    family = np.concatenate([family, self._learned(clues[is_open])])
                stack += [some for some in (hits[is_open], found[misses]) if len(some)]
        found_all = np.concatenate(unique)
        rows = np.repeat(self._solution[None], len(found_all), axis=0)
        need_all = self._searches.need_all(self._masks(found_all), rows, found_all)
        return found_all[need_all]

    def _below(self, nodes: Sets, family: Sets, stop: int) -> Iterator[Sets]:
        """Yield the nodes below some that hit the family, or have so many clues left."""
        most = int(nodes[:, LEFT].max(initial=0))
        space, room = new_hitting_space(len(family), most), np.zeros((ROOM, N_NODE), np.uint64)
        while space.state[TASK] < len(nodes):
            LOOK_UP.get()()
            self._searches.require_time()
            n = hit_all(family, nodes, space, stop, STEPS_AT_ONCE, room)
            if n:
                yield room[:n].copy()

    def _are_unique(self, clues: NDArray[np.bool_]) -> NDArray[np.bool_]:
        found = self._searches.solved(self._masks(clues), 2)
        is_unique: NDArray[np.bool_] = found.status == Status.UNIQUE
        return is_unique

    def _learned(self, clues: NDArray[np.bool_]) -> Sets:
        """Return sets of which some puzzles hit none, for each of them one at least."""
        listed = self._searches.listed(self._masks(clues), 2).solutions
        found = smallest(_as_words(listed != self._solution))
        found = found[found.any(axis=1)]
        hit = _as_words(clues)
        for row, one in zip(clues, hit, strict=True):
            if not ((found & one) == 0).all(axis=1).any():  # a search was given up
                found = np.concatenate([found, self._second(row)])
        return found

    def _second(self, clues: NDArray[np.bool_]) -> Sets:
        """Return the cells in which a second solution of a puzzle differs."""
        puzzle = with_masks(self._whole, self._masks(clues[None])[0].tolist())
        two = islice(solutions(puzzle, time_limit=self._limits.seconds_left), 2)
        grids = [np.frombuffer(bytes(grid.givens), np.uint8) for grid in two]
        found = _as_words(np.array([grid != self._solution for grid in grids]))
        return found[found.any(axis=1)]

    def _masks(self, clues: NDArray[np.bool_]) -> NDArray[Any]:
        """Return the candidates of puzzles with some clues."""
        own = np.left_shift(1, self._solution.astype(np.int64) - 1)
        masks = np.where(clues, own, self._whole.geometry.full_mask)
        return masks.astype(self._searches.dtype)

    def _puzzle(self, clues: NDArray[np.bool_]) -> Grid | Puzzle:
        return with_masks(self._whole, self._masks(clues[None])[0].tolist())


def require_room_for(board: Geometry) -> None:
    """Raise InputError if a board has more cells than the sets of a search have."""
    if board.n_cells > MOST_CELLS:
        raise InputError(f"the board may have {MOST_CELLS} cells at most, not {board.n_cells}")


def _as_words(cells: NDArray[np.bool_]) -> Sets:
    """Return sets of cells, bool[n, n_cells], as words."""
    padded = np.zeros((len(cells), MOST_CELLS), np.bool_)
    padded[:, : cells.shape[1]] = cells
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)


def as_cells(words: Sets, n_cells: int) -> NDArray[np.bool_]:
    """Return sets of cells as bool[n, n_cells]."""
    return bits_of(words)[:, :n_cells]


def _two_words(sets: Sets) -> Sets:
    """Return sets of cells with as many words as those of the kernel."""
    found = np.zeros((len(sets), WORDS), np.uint64)
    found[:, : sets.shape[1]] = sets
    return found
