"""Puzzles drawn until each split and band of a shard has its own.

::

    random puzzles ──> band ──> those of open bands ──> solution's id ──> split ──> taken, or not
                                                             └─ known? none of its class again

The id of a puzzle's solution, up to isomorphism, says which split it is in. So no two splits can
have isomorphic puzzles, isomorphic solutions, or puzzles with the same core, whoever draws them.

A band that hardly any random puzzle is in is looked for by walks from solutions of their own, one
puzzle each.

Solutions of puzzles with constraints have the ids of the board without constraints, whose
symmetries include all that leave the constraints as they are: so their splits have nothing in
common in these, either.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.batch.ordered import StoppedError
from lowbit.dataset.bands import BandMeter
from lowbit.dataset.skeletons import blocks_of, solutions_of
from lowbit.errors import EffortSpentError
from lowbit.rng import SplitMix64
from lowbit.verbs.canonical.class_ids import class_ids
from lowbit.verbs.generate.effort import GenerationEffort
from lowbit.verbs.generate.engine import blocks
from lowbit.verbs.generate.independence import KnownIds
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from numpy.typing import NDArray

    from lowbit.batch.ordered import IsOver
    from lowbit.dataset.bands import Band
    from lowbit.dataset.wish import Wish

ENDLESS: Final = 1 << 40
"""A number of puzzles that is never reached."""

FEW: Final = 1 << 14
"""Random puzzles that are tried before the bands that are open can count as rare."""

RARE: Final = 1 << 9
"""The bands are rare if fewer than one in so many is in them: a walk takes less time."""

AT_ONCE: Final = 1 << 11
"""Puzzles that are measured before anybody looks up: some tenths of a second."""

FEW_IN_VAIN, IN_VAIN_EACH = 300, 30
"""There are no other solutions if so many puzzles brought none, and so many more for each known."""

WALKED: Final = ("er", "level")
"""The measures of which `generate` looks for a value."""


class Taken(NamedTuple):
    """Puzzles that were drawn and are wanted.

    Attributes
    ----------
    puzzles : uint8[n, n_cells] or object[n]
        The givens; `Puzzle`s where they have constraints.
    solutions : uint8[n, n_cells]
    ids : uint64[n, 2]
        Of the solutions.
    bands, splits : int64[n]
    seeds : uint64[n]
    numbers : int64[n]
        The number of each puzzle among those that its seed makes.
    """

    puzzles: NDArray[Any]
    solutions: NDArray[np.uint8]
    ids: NDArray[np.uint64]
    bands: NDArray[np.int64]
    splits: NDArray[np.int64]
    seeds: NDArray[np.uint64]
    numbers: NDArray[np.int64]

    def some(self, rows: slice | NDArray[np.int64]) -> Taken:
        """Return some of them."""
        return Taken(
            self.puzzles[rows],
            self.solutions[rows],
            self.ids[rows],
            self.bands[rows],
            self.splits[rows],
            self.seeds[rows],
            self.numbers[rows],
        )


class ShardDrawing:
    """Puzzles drawn for a shard.

    Parameters
    ----------
    wish : Wish
    quotas : int64[n_splits, n_bands]
        How many of each split and band to take.
    seed : int
    threads : int, optional
        How many to use; one a CPU if None. The puzzles do not depend on it.
    """

    def __init__(
        self, wish: Wish, quotas: NDArray[np.int64], seed: int, threads: int | None = None
    ) -> None:
        self._wish = wish
        self._left = quotas.copy()
        self._seed = seed
        self._threads = threads
        self._known, self._seen = KnownIds(), KnownIds()
        self._n_seen = self._n_without_new = 0
        self._meter = BandMeter(wish.by, wish.all_bands, threads)
        self._in_vain = self._n_near = self._n_tried = 0

    @property
    def are_open(self) -> NDArray[np.bool_]:
        """bool[n_bands]: which bands still want puzzles."""
        return np.asarray(self._left.any(axis=0))

    def taken(self, is_over: IsOver) -> Iterator[Taken]:
        """Yield the puzzles that are taken, until all are or too many were tried in vain.

        Raises
        ------
        StoppedError
            If `is_over` says so.
        """
        yield from self._drawn(None, self._seed, is_over)
        if self._are_rare:
            for number, band in enumerate(self._wish.all_bands):
                yield from self._drawn(band, SplitMix64(self._seed, number).draw(), is_over)

    def _drawn(self, band: Band | None, seed: int, is_over: IsOver) -> Iterator[Taken]:
        """Yield what is taken of random puzzles, or of those of a band that is looked for."""
        wanted = [band in {None, each} for each in self._wish.all_bands]
        n_seen = self._in_vain = 0
        with closing(self._made(band, seed, is_over)) as made:
            while (self.are_open & wanted).any() and self._in_vain < self._wish.max_tries:
                if self._are_all_known:
                    return
                if band is None and self._are_rare:
                    return
                try:
                    puzzles = next(made)
                except EffortSpentError:
                    return
                yield self._chosen(puzzles, seed, n_seen, is_over)
                n_seen += len(puzzles)

    def _made(self, band: Band | None, seed: int, is_over: IsOver) -> Generator[NDArray[Any]]:
        """Return puzzles without end, block by block; of the skeleton if there is one."""
        if self._wish.skeleton is not None:
            return blocks_of(self._wish.recipe(), seed, self._threads, is_over)
        request = self._wish.request(band)
        request = request._replace(is_independent=request.target is not None)
        effort = GenerationEffort(self._wish.max_tries)
        at_once = int(self._left.sum())
        return blocks(request, ENDLESS, seed, effort, self._threads, at_once=at_once)

    @property
    def _are_all_known(self) -> bool:
        """Whether it seems that there are no other solutions, as on small boards."""
        return self._n_without_new > FEW_IN_VAIN + IN_VAIN_EACH * self._n_seen

    @property
    def _are_rare(self) -> bool:
        """Whether hardly any random puzzle is in the bands that are open, but walks lead there."""
        can_walk = self._wish.by in WALKED and self._wish.request().target is None
        return can_walk and self._n_tried >= FEW and self._n_near * RARE < self._n_tried

    def _bands_of(self, puzzles: NDArray[Any], is_over: IsOver) -> NDArray[np.int64]:
        """Return the band of each puzzle; -1 for none that is open."""
        before = self.are_open
        bands = np.full(len(puzzles), -1)
        for first in range(0, len(puzzles), AT_ONCE):
            if is_over():
                raise StoppedError
            part = slice(first, first + AT_ONCE)
            bands[part] = self._meter.band_numbers(puzzles[part], before)
        self._n_tried += len(puzzles)
        self._n_near += int(np.count_nonzero(bands >= 0))
        return bands

    def _chosen(self, puzzles: NDArray[Any], seed: int, first: int, is_over: IsOver) -> Taken:
        """Return the puzzles of a block that are wanted, and count them."""
        were_open = self.are_open
        bands = self._bands_of(puzzles, is_over)
        rows = np.flatnonzero(bands >= 0)
        solutions = self._solutions_of(puzzles[rows])
        ids = class_ids(solutions, self._wish.board, self._threads)
        self._see(ids)
        splits = self._wish.split_numbers(ids)
        takes = self._known.are_new(ids)
        takes[takes] = self._within_quotas(splits[takes], bands[rows[takes]])
        self._known.add(ids[takes])
        if (self.are_open != were_open).any():
            self._n_near = self._n_tried = 0
        rows = rows[takes]
        self._in_vain = 0 if rows.size else self._in_vain + len(puzzles)
        return Taken(
            puzzles[rows],
            solutions[takes],
            ids[takes],
            bands[rows],
            splits[takes],
            np.full(rows.size, seed, np.uint64),
            first + rows,
        )

    def _solutions_of(self, puzzles: NDArray[Any]) -> NDArray[np.uint8]:
        if self._wish.skeleton is not None:
            return solutions_of(puzzles, self._wish.board, self._threads)
        return solve_many(puzzles, geometry=self._wish.board, threads=self._threads).solutions

    def _see(self, ids: NDArray[np.uint64]) -> None:
        """Count the solutions that have not been seen before, and the puzzles since the last."""
        is_new = self._seen.are_new(ids)
        self._seen.add(ids[is_new])
        self._n_seen += int(np.count_nonzero(is_new))
        self._n_without_new = 0 if is_new.any() else self._n_without_new + len(ids)

    def _within_quotas(
        self, splits: NDArray[np.int64], bands: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Return which puzzles their split and band still want, and count these."""
        takes = np.zeros(len(splits), np.bool_)
        for split, band in {*zip(splits.tolist(), bands.tolist(), strict=True)}:
            places = np.flatnonzero((splits == split) & (bands == band))
            places = places[: self._left[split, band]]
            takes[places] = True
            self._left[split, band] -= places.size
        return takes
