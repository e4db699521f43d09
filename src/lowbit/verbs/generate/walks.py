"""Puzzles made by taking givens away from a solution until the request is met.

::

    solution ──strip──> puzzle ──score──┬─ 0 ──> found; the walk ends
                  ^                     ├─ worse than before ──> back to the puzzle before
                  └──some givens more───┴─ else: continue from this one

Every puzzle is stripped of givens (or of units of them, if it has to be symmetric), in random
order, until none can go. Its *score* is its distance from the request: how many givens it has too
many or too few, then how many could go alone though their unit cannot, then how far its difficulty
is from the requested one (`lowbit.verbs.generate.difficulty.target`). Without such criteria the
first puzzle of each walk fits, and each is independent of all others. Otherwise a walk continues in
the neighbourhood: some givens of the solution are added, and the puzzle is stripped in another
order.

If a difficulty is requested, a walk continues from the puzzles it has found, see
`lowbit.verbs.generate.difficulty.finds`. First it strips what singles fill in such a puzzle (its
core): most puzzles that are left have the same core and are as hard. Then it adds some givens to
the puzzle, as always.

Many walks run side by side. One that takes too long is replaced by one from another solution.
"""

from __future__ import annotations

from contextlib import closing
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.batch.puzzles import DIGITS
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.making.perturb import add_givens, new_scratch
from lowbit.kernels.core.threads import share
from lowbit.limits import Limits
from lowbit.rng import SplitMix64
from lowbit.verbs.generate.difficulty.finds import Finds, relabelled, turned
from lowbit.verbs.generate.supply import Supply
from lowbit.verbs.minimize.stripping import strip_puzzles

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from numpy.typing import NDArray

    from lowbit.verbs.generate.difficulty.distances import Distances
    from lowbit.verbs.generate.difficulty.target import Target
    from lowbit.verbs.generate.request import GenerationRequest

ALONE: Final = 8192
"""Puzzles that are stripped at a time if each of them fits: a few tenths of a second."""

ALONE_IN_TIME: Final = 2048
"""The same where time is limited: a few hundredths of a second, in which a core strips a few
percent fewer."""

SIDE_BY_SIDE: Final = 1024
"""Walks that run side by side if not every puzzle fits: the result and its order depend on it."""

RATED: Final = 256
"""The same if a difficulty is requested, which takes longer to check."""

PATIENCE: Final = 1000
"""Steps after which a walk is given up."""

FEWEST_UNITS: Final = 4
"""Units, or as many givens, that a step adds: so many, or one or two more."""

FEWEST_NEAR: Final = 2
"""The same if a difficulty is requested: so many, or one more."""

STEPS_IN_CORE: Final = 12
"""Steps in which a walk strips the core of the puzzle it has found."""

FINDS: Final = 32
"""Puzzles that a walk finds near each other before it restarts from another solution."""

PATIENCE_NEAR: Final = 32
"""Steps without a further puzzle after which a walk that has found some ends."""

PATIENCE_FAR: Final = 4
"""Steps after which a walk that has found no puzzle follows one that has."""

FAR: Final = CLASSIC.n_cells + 1
"""The score of each given too many or too few: more than that of all redundant ones."""

SCALE: Final = 1 << 16
"""The factor of all these scores: more than the greatest distance from a target."""

PORTION: Final = 4096


class Seeds(NamedTuple):
    """Seeds for parts that must be independent of each other."""

    solutions: int
    additions: int
    orders: int
    redundant: int
    targets: int
    changes: int
    turns: int


class Round(NamedTuple):
    """The puzzles that a round of tries found.

    Attributes
    ----------
    found : uint8[k, 81]
    places : int64[k]
        The numbers of the tries that found them, in order.
    tries : int
        The number of puzzles that were tried.
    """

    found: NDArray[np.uint8]
    places: NDArray[np.int64]
    tries: int


def round_of(puzzles: NDArray[np.uint8], fits: NDArray[np.bool_], n_each: int = 1) -> Round:
    """Return a round in which these puzzles were tried, each the best of `n_each` tries."""
    rows = np.flatnonzero(fits)
    return Round(puzzles[rows], n_each * rows + n_each - 1, n_each * len(puzzles))


def seeds_of(seed: int) -> Seeds:
    """Return the seeds that follow from one; solutions are those of `random_grids`."""
    stream = SplitMix64(seed, 1 << 63)
    return Seeds(seed, *(stream.draw() for _ in Seeds._fields[1:]))


def search(request: GenerationRequest, n: int, seed: int, limits: Limits) -> Generator[Round]:
    """Search for puzzles stripped from solutions, without end; `n` are wanted.

    Raises
    ------
    LimitReachedError
        If time is over in a round that takes long.
    """
    with closing(Walks(request, n, seed, limits)) as walks:
        while True:
            yield walks.step()


class Walks:
    """Walks side by side.

    Parameters
    ----------
    request : GenerationRequest
    n : int
        How many puzzles are wanted.
    seed : int
    limits : Limits
        The time, and the threads.
    """

    def __init__(self, request: GenerationRequest, n: int, seed: int, limits: Limits) -> None:
        alone = ALONE if limits.deadline == inf else ALONE_IN_TIME
        size = max(1, min(n, alone)) if _fits_at_once(request) else SIDE_BY_SIDE
        size = size if request.target is None else RATED
        self._distances = distances_from(request.target, limits)
        self._request = request
        self._threads = threads = limits.threads
        self._seeds = seeds_of(seed)
        self._supply = Supply(self._seeds.solutions, request.grids, threads)
        self._units = _Units(request)
        self._tries = 0
        self._begun = 0
        self._solutions = np.zeros((size, CLASSIC.n_cells), np.uint8)
        self._puzzles = np.zeros_like(self._solutions)
        self._cores = np.zeros_like(self._solutions)
        self._targets = np.zeros(size, np.int64)
        self._scores = np.zeros(size, np.int64)
        self._steps = np.zeros(size, np.int64)
        self._finds = Finds(size, FINDS if _goes_on(request) else 1, threads)
        self._ended = np.ones(size, np.bool_)

    def close(self) -> None:
        """End the processes that rate puzzles."""
        if self._distances is not None:
            self._distances.close()

    def step(self) -> Round:
        """Advance every walk by one step."""
        self._begin_anew()
        numbers = np.arange(self._tries, self._tries + len(self._puzzles))
        self._tries += len(numbers)
        is_in_core = self._are_in_core()
        more = np.where(is_in_core[:, None], self._cores, self._add_givens(numbers))
        tried = self._strip(more, numbers)
        puzzles = self._fill(tried, numbers)
        scores = SCALE * self._score(puzzles, tried, numbers)
        cores, is_known = self._add_distances(scores, puzzles, is_in_core)
        is_kept = self._ended | (scores <= self._scores)
        self._puzzles[is_kept] = tried[is_kept]
        self._scores[is_kept] = scores[is_kept]
        self._steps += 1
        is_found = self._finds.note(puzzles, (scores == 0) & ~is_known)
        self._ended = self._finds.are_all | (self._steps > PATIENCE)
        if self._distances is not None and _goes_on(self._request):
            self._steps[is_found] = 0
            self._cores[is_found] = cores[is_found]
            self._ended |= self._finds.are_some & (self._steps > PATIENCE_NEAR)
            self._turn(np.flatnonzero(is_found & ~self._ended), numbers)
            self._follow(numbers)
        return round_of(puzzles, is_found)

    def _add_distances(
        self,
        scores: NDArray[np.int64],
        puzzles: NDArray[np.uint8],
        is_in_core: NDArray[np.bool_],
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Add how far puzzles are from the target; return their cores, and which are found already.

        A puzzle found already fits, but is not found again: there is no need to rate it.
        """
        is_known = np.zeros(len(puzzles), np.bool_)
        if self._distances is None:
            return self._cores, is_known
        cores = self._distances.cores(puzzles, self._solutions, scores == 0)
        self._distances.refuse_other_cores(scores, cores, self._cores * is_in_core[:, None])
        if self._distances.are_costly:
            is_known = self._finds.know(puzzles, scores == 0)
        self._distances.add_to(scores, puzzles, cores, is_known)
        return cores, is_known

    def _turn(self, walks: NDArray[np.int64], numbers: NDArray[np.int64]) -> None:
        """Continue some walks from isomorphs of their puzzles."""
        turn = turned if self._request.symmetry == "none" else relabelled
        for grids in (self._puzzles, self._solutions, self._cores):
            grids[walks] = turn(grids[walks], self._seeds.turns, numbers[walks])

    def _follow(self, numbers: NDArray[np.int64]) -> None:
        """Continue walks that find nothing from where others have found something."""
        leading = np.flatnonzero(self._finds.are_some & ~self._ended)
        lost = np.flatnonzero(~self._finds.are_some & (self._steps > PATIENCE_FAR))
        if leading.size:
            leaders = leading[numbers[lost] % leading.size]
            grids = self._puzzles, self._solutions, self._cores
            for words in (*grids, self._scores, self._targets):
                words[lost] = words[leaders]
            self._steps[lost] = 0
            self._turn(lost, numbers)

    def _begin_anew(self) -> None:
        """Replace walks that have ended by walks from new solutions."""
        n_new = int(np.count_nonzero(self._ended))
        numbers = range(self._begun, self._begun + n_new)
        self._begun += n_new
        self._solutions[self._ended] = self._supply.take(n_new)
        self._steps[self._ended] = 0
        self._finds.forget(self._ended)
        if self._units.sums and not self._request.needs_minimal:
            self._targets[self._ended] = [self._target(number) for number in numbers]

    def _target(self, number: int) -> int:
        """Draw how many givens a puzzle will have in the end, if it need not be minimal."""
        stream = SplitMix64(self._seeds.targets, number)
        return self._units.sums[stream.below(len(self._units.sums))]

    def _add_givens(self, numbers: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return the grids to strip: a solution, or the puzzle of a walk with some more givens."""
        if self._ended.all():
            return self._solutions
        is_near = self._request.target is not None
        extras = FEWEST_NEAR + numbers % 2 if is_near else FEWEST_UNITS + numbers % 3
        clues = n_clues(self._puzzles)
        wanted = np.where(self._ended, 0, clues + self._units.largest * extras)
        more = self._added(self._puzzles, wanted, numbers)
        return np.where(self._ended[:, None], self._solutions, more)

    def _are_in_core(self) -> NDArray[np.bool_]:
        """Return which walks strip a core: those that have found a puzzle a few steps ago.

        A symmetric puzzle has a core that is not. Where singles solve the puzzle its core is the
        solution, near which nothing is.
        """
        can_be = self._request.symmetry == "none" and self._request.needs_minimal
        is_near = self._finds.are_some & (self._steps < STEPS_IN_CORE) & ~self._ended
        is_near &= (self._cores == 0).any(axis=1)
        return is_near & (can_be and _goes_on(self._request))

    def _strip(self, puzzles: NDArray[np.uint8], numbers: NDArray[np.int64]) -> NDArray[np.uint8]:
        if not self._request.is_unique:
            return np.zeros_like(puzzles)
        return strip_puzzles(
            DIGITS[puzzles],
            self._solutions,
            seed=self._seeds.orders,
            items=numbers,
            groups=self._units.groups,
            limits=Limits(threads=self._threads),
        ).puzzles

    def _fill(self, puzzles: NDArray[np.uint8], numbers: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Add givens up to the target, if puzzles need not be minimal."""
        return self._added(puzzles, self._targets, numbers) if self._targets.any() else puzzles

    def _added(
        self,
        puzzles: NDArray[np.uint8],
        wanted: NDArray[np.int64],
        numbers: NDArray[np.int64],
    ) -> NDArray[np.uint8]:
        puzzles = puzzles.copy()

        def new_worker() -> Callable[[int, int], object]:
            scratch = new_scratch()
            what = puzzles, self._solutions, wanted, self._units.cells, self._units.starts
            seed = np.uint64(self._seeds.additions)
            return lambda first, end: add_givens(*what, seed, numbers, *scratch, first, end)

        share(len(puzzles), new_worker, portion=PORTION, threads=self._threads)
        return puzzles

    def _score(
        self,
        puzzles: NDArray[np.uint8],
        stripped: NDArray[np.uint8],
        numbers: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Return how far puzzles are from the request, but for how hard they are."""
        if self._request.clues is None:
            scores = np.zeros(len(puzzles), np.int64)
        elif self._request.needs_minimal:
            fewest, most = self._request.clues
            clues = n_clues(puzzles)
            scores = FAR * np.maximum(fewest - clues, np.maximum(clues - most, 0))
        else:
            clues = n_clues(stripped)
            is_off = n_clues(puzzles) != self._targets
            scores = FAR * np.maximum(clues - self._targets, 0) + is_off
        if self._request.needs_minimal and self._units.largest > 1:
            near = scores == 0
            scores[near] = n_redundant(
                puzzles[near],
                self._solutions[near],
                self._seeds.redundant,
                numbers[near],
                self._threads,
            )
        return scores


class _Units:
    """The units of a request, in the form that the kernels take."""

    def __init__(self, request: GenerationRequest) -> None:
        units = request.units
        self.cells = np.array(list(chain.from_iterable(units)), np.int64)
        self.starts = np.cumsum([0, *map(len, units)], dtype=np.int64)
        self.groups = np.zeros(CLASSIC.n_cells, np.int64)
        self.groups[self.cells] = np.repeat(np.arange(len(units)), np.diff(self.starts))
        self.largest = max(map(len, units))
        self.sums = request.sums


def distances_from(target: Target | None, limits: Limits) -> Distances | None:
    """Return the function that measures how far puzzles are from a target, if there is one."""
    if target is None:
        return None
    from lowbit.verbs.generate.difficulty.distances import Distances  # loads all techniques

    return Distances(target, limits)


def n_redundant(
    puzzles: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    seed: int,
    numbers: NDArray[np.int64],
    threads: int | None,
) -> NDArray[np.int64]:
    """Return how many givens can go, one after another in random order."""
    stripped = strip_puzzles(
        DIGITS[puzzles], solutions, seed=seed, items=numbers, limits=Limits(threads=threads)
    ).puzzles
    return n_clues(puzzles) - n_clues(stripped)


def n_clues(puzzles: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return how many givens each puzzle has."""
    counts: NDArray[np.int64] = np.count_nonzero(puzzles, axis=1)
    return counts


def _goes_on(request: GenerationRequest) -> bool:
    """Return whether a walk continues from a puzzle that fits; its solution changes then.

    Up to isomorphism it does not, so the walks of independent puzzles end there.
    """
    return request.target is not None and request.grids is None and not request.is_independent


def _fits_at_once(request: GenerationRequest) -> bool:
    """Return whether every puzzle stripped from a solution fits."""
    is_plain = request.symmetry == "none" or not request.needs_minimal
    return request.clues is None and is_plain
