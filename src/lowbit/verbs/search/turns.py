"""The turns of a search: what they find goes to the pool, and to its file.

A turn that takes long is written in parts, so that what is done counts, whatever ends it. Between
two parts it pauses: whoever goes on with it gets what was found.
Neighbours are found in portions, and measured some at a time; a part tells how many of each are
done.
"""

from __future__ import annotations

from contextlib import closing, contextmanager
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.errors import LimitReachedError
from lowbit.verbs.search.pool import NO_PARENT, PoolEntry
from lowbit.verbs.search.pool_file import PoolTurn

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from numpy.typing import NDArray

    from lowbit.grid import Grid
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.search.known import PuzzleName
    from lowbit.verbs.search.pool import PuzzlePool
    from lowbit.verbs.search.pool_file import PoolFile
    from lowbit.verbs.search.portions import NeighbourPortion, NeighbourPortions
    from lowbit.verbs.search.wishes import Wishes

    Origin = tuple[int, str, int]
    """The parent of a puzzle, the move that led to it, and its generation."""

AT_ONCE: Final = 8
"""Puzzles that a turn sees to. The result depends on it."""

SECONDS: Final = 1.0
"""A part of a turn is over after so long, about."""

MEASURED: Final = 2.0
"""Seconds that the puzzles take which are measured at a time, about: processes have to pay."""


IS_OVER: Final = "is over"
"""Stands for the part behind the last one."""

UNMEASURED: Final = 512
"""Puzzles at a time, at first, of which nothing is measured: they take a tenth of a millisecond."""


class SearchTurns:
    """The turns of a search.

    Parameters
    ----------
    whole : Grid or Puzzle
        A puzzle on the board, with the constraints, of all.
    wishes : Wishes
    limits : Limits
    pool : PuzzlePool
    portions : NeighbourPortions
        The neighbours of the puzzles of the pool.
    file : PoolFile, optional
    """

    def __init__(  # noqa: PLR0913 - by name: the parts of a search
        self,
        *,
        whole: Grid | Puzzle,
        wishes: Wishes,
        limits: Limits,
        pool: PuzzlePool,
        portions: NeighbourPortions,
        file: PoolFile | None,
    ) -> None:
        self._whole, self._wishes, self._limits = whole, wishes, limits
        self._pool, self._portions, self._file = pool, portions, file
        self._turn, self._place = PoolTurn([]), (0, 0)
        self._n_rows = 1 if wishes.names else UNMEASURED
        self._n_written, self._written = 0, 0.0
        self._parts: Generator[None] | None = None

    @property
    def is_begun(self) -> bool:
        """Whether a turn was begun that is not over."""
        return bool(self._turn.seen)

    def take(self, turns: Sequence[PoolTurn]) -> None:
        """Put what turns have found into the pool, and go on with the last one if it is a part."""
        entries = [entry for turn in turns for entry in turn.entries]
        names = self._pool.known.names(self._digits(entries))
        for entry, name in zip(entries, names, strict=True):
            self._pool.add(entry, name)
        self._pool.tested = sum(turn.tested for turn in turns)
        self._pool.leave_out(number for turn in turns for number in turn.seen)
        self._n_written = len(entries)
        if turns and not turns[-1].is_whole:
            self._turn, self._place = turns[-1], turns[-1].place

    def begin(self, seeds: NDArray[np.uint8]) -> None:
        """Put the seeds into the pool: that is turn 0.

        Raises
        ------
        LimitReachedError
            If time was over before they were measured.
        """
        with self._in_parts():
            for _ in self._put(seeds, [(NO_PARENT, "", 0)] * len(seeds)):
                pass

    def go_on(self) -> bool:
        """Go on with a turn, or begin one, up to the end of a part; return False if there is none.

        Raises
        ------
        LimitReachedError
            If time was over before that.
        """
        if not self.is_begun:
            self._turn = PoolTurn(self._pool.next(AT_ONCE))
        if not self.is_begun:
            return False
        parts, self._parts = self._parts or self._whole_turn(), None
        if next(parts, IS_OVER) != IS_OVER:
            self._parts = parts
        return True

    def close(self) -> None:
        """Leave a turn that pauses where it is."""
        if self._parts:
            self._parts.close()
        self._parts = None

    def _whole_turn(self) -> Generator[None]:
        """See to the puzzles of a turn, with a pause after each part but the last."""
        with self._in_parts():
            yield from self._see_to(self._turn)

    @contextmanager
    def _in_parts(self) -> Iterator[None]:
        """Write the turn down in parts while it takes place, the last one however that ends."""
        self._written = monotonic()
        try:
            yield
        except BaseException:  # Ctrl-C too
            self._write_part()
            raise
        self._write(replace(self._turn, is_whole=True))
        self._turn, self._place = PoolTurn([]), (0, 0)

    def _write_part(self) -> None:
        """Write down what was done of the turn, if anything was."""
        if self._place != self._turn.place:
            self._write(self._turn)
            self._place = self._turn.place

    def _write(self, turn: PoolTurn) -> None:
        if self._file:
            self._file.write(replace(turn, entries=self._pool.entries[self._n_written :]))
        self._n_written, self._written = len(self._pool.entries), monotonic()

    def _see_to(self, turn: PoolTurn) -> Iterator[None]:
        """Put the neighbours of the puzzles of a turn into the pool, with a pause after a part."""
        some: list[NeighbourPortion] = []
        began = monotonic()
        with closing(self._portions.found(turn.seen, turn.portions)) as portions:
            for portion in portions:
                some.append(portion)
                if monotonic() - began >= self._soon(SECONDS):
                    yield from self._put_neighbours(some)
                    some, began = [], monotonic()
        yield from self._put_neighbours(some)

    def _put_neighbours(self, portions: list[NeighbourPortion]) -> Iterator[None]:
        """Put those of some portions into the pool that fit, with a pause after a part."""
        turn = self._turn
        origins: list[Origin] = []
        for portion in portions:
            generation = self._pool.entries[portion.number].generation + 1
            origin = portion.number, str(portion.move), generation
            origins += [origin] * len(portion.digits)
        tested = sum(portion.tested for portion in portions)
        self._pool.tested += tested
        if origins:
            yield from self._put(np.concatenate([one.digits for one in portions]), origins)
        turn.portions, turn.rows = turn.portions + len(portions), 0
        turn.tested += tested

    def _put(self, digits: NDArray[np.uint8], origins: list[Origin]) -> Iterator[None]:
        """Put those puzzles into the pool that fit; the seeds all do. Pause after a part."""
        turn, first = self._turn, dict[bytes, int]()
        for row in range(turn.rows, len(digits)):
            first.setdefault(digits[row].tobytes(), row)
        rows = np.array(list(first.values()), np.int64)
        while rows.size:
            began, some = monotonic(), rows[: self._n_rows]
            self._put_some(digits, some, origins)
            turn.rows, rows = int(some[-1]) + 1, rows[some.size :]
            self._adapt(some.size, monotonic() - began)
            if monotonic() - self._written >= SECONDS:
                self._write_part()
                yield

    def _adapt(self, n_rows: int, seconds: float) -> None:
        """See to as many rows at a time as likely take `MEASURED`, as so many took some seconds."""
        likely = int(n_rows * self._soon(MEASURED) / max(seconds, 1e-6))
        self._n_rows = max(1, min(8 * self._n_rows, likely))

    def _soon(self, seconds: float) -> float:
        """Return some seconds, or half of what is left if that is less."""
        left = self._limits.seconds_left
        return seconds if left is None else min(seconds, left / 2)

    def _put_some(
        self, digits: NDArray[np.uint8], rows: NDArray[np.int64], origins: list[Origin]
    ) -> None:
        """Put the puzzles of some rows into the pool that are new and fit."""
        new: dict[PuzzleName, int] = {}
        for row, name in zip(rows.tolist(), self._pool.known.names(digits[rows]), strict=True):
            if name not in self._pool.known:
                new.setdefault(name, row)
        values = self._wishes.values(self._whole, digits[list(new.values())], self._limits)
        are_seeds = not self._turn.seen
        if self._limits.is_late and (self._wishes.names or not are_seeds):
            what = "rating of the seeds" if are_seeds else "search"  # no order without measures
            raise LimitReachedError(f"a limit ended the {what}", 0)
        fits = self._wishes.are_kept(values) | are_seeds
        for (name, row), own, fit in zip(new.items(), values.tolist(), fits.tolist(), strict=True):
            cells = digits[row].tobytes()
            if fit:
                self._pool.add(PoolEntry(cells, *origins[row], tuple(own)), name)
            else:
                self._pool.known.reject(name, cells)

    def _digits(self, entries: Sequence[PoolEntry]) -> NDArray[np.uint8]:
        cells = b"".join(entry.digits for entry in entries)
        return np.frombuffer(cells, np.uint8).reshape(len(entries), self._whole.geometry.n_cells)
