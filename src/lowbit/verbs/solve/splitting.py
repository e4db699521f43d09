"""Puzzles on other boards whose search gets long, split until each part is searched soon.

::

    puzzle ──> shaved, searched for some nodes ──> answered
                   ^          │ not answered
                   └── parts: a digit each in one of the cells with the fewest

A search guesses far from where it went wrong; shaving, which tries each candidate, sees to where
the puzzle is tight. Tried at every guess it would cost more than it saves, but near the root of a
large tree it cuts a thousandth off: a question with millions of nodes takes ten parts.

Parts share no solution, and each puzzle's are searched depth first on their own account: so the
answer depends neither on the batch nor on the threads.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.arguments import seconds_left
from lowbit.kernels.general.batch import Shaving, search
from lowbit.kernels.general.engine import NO_GUIDANCE, UNLIMITED, new_answers
from lowbit.kernels.general.program import board_of
from lowbit.kernels.general.search import BoardAnswers
from lowbit.status import Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.kernels.core.threads import Progress
    from lowbit.kernels.general.search import Guidance

FEW_SOLUTIONS: Final = 2
"""Only searches for so few solutions are split: where there are many, they are soon found."""

NODES_OF_WHOLE: Final = 1 << 16
"""The nodes that a puzzle may visit before it is split. One with few givens has two solutions after
23,000 at most; in parts, each of which is searched only a little, they would come far later."""

NODES_OF_PART: Final = 1 << 11
"""The nodes that a part may visit: to shave it takes about as long."""


class SearchBounds(NamedTuple):
    """How far a puzzle is searched.

    Attributes
    ----------
    limit : int
        Leave it once so many solutions were found.
    max_nodes : int
    deadline : float
        When to stop, in the seconds of `time.monotonic`.
    threads : int or None
    """

    limit: int
    max_nodes: int
    deadline: float
    threads: int | None


WEIGHT: Final = math.lcm(*range(1, 26))
"""What all open peers of a cell weigh together with one digit each: a multiple of every number of
digits."""


def search_in_parts(  # noqa: PLR0913 - what, how far, and how
    board: Geometry,
    masks: NDArray[Any],
    bounds: SearchBounds,
    *,
    in_order: bool = False,
    likely: NDArray[np.uint8] | None = None,
    progress: Progress | None = None,
) -> BoardAnswers:
    """Answer every puzzle of a batch, see `lowbit.kernels.general.batch.search`.

    Parameters
    ----------
    board : Geometry
    masks : unsigned[n, n_cells]
    bounds : SearchBounds
    in_order : bool, default False
        Whether the solutions are found in the order of their digits; then nothing is split.
    likely : uint8[n, n_cells], optional
        Grids near which solutions are looked for first.
    progress : callable, optional
    """
    splits = bounds.limit <= FEW_SOLUTIONS and bounds.max_nodes > NODES_OF_WHOLE and not in_order
    answers = search(
        board_of(board),
        masks,
        limit=bounds.limit,
        max_nodes=NODES_OF_WHOLE if splits else bounds.max_nodes,
        time_limit=seconds_left(bounds.deadline),
        in_order=in_order,
        guidance=NO_GUIDANCE if likely is None else NO_GUIDANCE._replace(likely=likely),
        threads=bounds.threads,
        progress=progress,
    )
    if splits:
        is_long = (answers.status == Status.LIMIT_REACHED) & (answers.nodes >= NODES_OF_WHOLE)
        searches = {
            row: SplitSearch(board, masks[row], None if likely is None else likely[row])
            for row in np.flatnonzero(is_long).tolist()
        }
        _split(list(searches.values()), board, bounds, progress)
        for row, split in searches.items():
            split.write(answers, row, bounds)
    return answers


def _split(
    searches: list[SplitSearch], board: Geometry, bounds: SearchBounds, progress: Progress | None
) -> None:
    """Search puzzles part by part, until all is known or a limit is reached."""
    open_ones = searches
    while open_ones and time.monotonic() < bounds.deadline:
        _search_parts(open_ones, board, bounds)
        open_ones = [split for split in open_ones if split.is_open_under(bounds)]
        if progress:  # which may end it
            progress(len(searches) - len(open_ones), len(searches))


def _search_parts(searches: list[SplitSearch], board: Geometry, bounds: SearchBounds) -> None:
    """Shave and search the next parts of searches."""
    asked = [split.next_parts() for split in searches]
    parts = np.concatenate(asked)
    tries = new_answers(board_of(board), len(parts))
    Shaving(board_of(board), parts, tries, UNLIMITED, bounds.deadline).spread(bounds.threads, None)
    found = search(
        board_of(board),
        parts,
        limit=bounds.limit,
        max_nodes=NODES_OF_PART,
        time_limit=seconds_left(bounds.deadline),
        guidance=_near(searches, asked),
        threads=bounds.threads,
    )
    found.nodes[:] += tries.nodes
    first = 0
    for split, own in zip(searches, asked, strict=True):
        some = slice(first, first := first + len(own))
        columns: Any = (column[some] for column in found)
        split.hear(parts[some], BoardAnswers(*columns))


def _near(searches: list[SplitSearch], asked: list[NDArray[Any]]) -> Guidance:
    """Return the guidance of parts to what is near the likely grids of their searches."""
    grids = [split.likely for split in searches if split.likely is not None]
    if not grids:
        return NO_GUIDANCE
    likely = np.repeat(grids, [len(own) for own in asked], axis=0)
    return NO_GUIDANCE._replace(likely=likely)


class SplitSearch:
    """A puzzle and its open parts.

    Parameters
    ----------
    board : Geometry
    masks : unsigned[n_cells]
        Its candidates.
    likely : uint8[n_cells] or None
        A grid near which solutions are looked for first.

    Attributes
    ----------
    likely : uint8[n_cells] or None
    """

    def __init__(
        self, board: Geometry, masks: NDArray[Any], likely: NDArray[np.uint8] | None
    ) -> None:
        self.likely = likely
        self._nodes = self._guesses = NODES_OF_WHOLE
        self._peers = board.peers
        self._is_whole = True
        self._open = [masks]
        self._n_solutions = 0
        self._solution: NDArray[np.uint8] | None = None

    def is_open_under(self, bounds: SearchBounds) -> bool:
        """Return whether parts are left to search."""
        is_enough = self._n_solutions >= bounds.limit or self._nodes > bounds.max_nodes
        return bool(self._open) and not is_enough

    def next_parts(self) -> NDArray[Any]:
        """Return the whole at first, then the parts of the open part found last."""
        masks = self._open.pop()
        if self._is_whole:
            self._is_whole = False
            return masks[None].copy()
        cell = self._cell_to_split(masks.tolist())
        mask = int(masks[cell])
        bits = [1 << at for at in range(mask.bit_length()) if mask >> at & 1]
        if self.likely is not None:  # the last is searched next
            near = 1 << int(self.likely[cell]) >> 1
            bits.sort(key=lambda bit: bit == near)
        parts = np.repeat(masks[None], len(bits), axis=0)
        parts[:, cell] = bits
        self._guesses += 1
        return parts

    def hear(self, parts: NDArray[Any], found: BoardAnswers) -> None:
        """Keep what was found in parts, and those that were not searched through."""
        self._nodes += int(found.nodes.sum())
        self._guesses += int(found.guesses.sum())
        is_open = found.status == Status.LIMIT_REACHED
        self._open += list(parts[is_open])
        self._n_solutions += int(found.n_solutions[~is_open].sum())
        for at in np.flatnonzero(found.n_solutions)[:1]:
            if self._solution is None:
                self._solution = found.solutions[at]

    def write(self, answers: BoardAnswers, row: int, bounds: SearchBounds) -> None:
        """Write down what is known now as the answer of a row."""
        n = min(self._n_solutions, bounds.limit)
        is_known = self._nodes <= bounds.max_nodes and (n == bounds.limit or not self._open)
        answers.nodes[row] = min(self._nodes, bounds.max_nodes)
        answers.guesses[row] = min(self._guesses, bounds.max_nodes)
        answers.n_solutions[row] = n
        if self._solution is not None:
            answers.n_solutions[row] = max(n, 1)
            answers.solutions[row] = self._solution
        if not is_known:
            answers.status[row] = Status.LIMIT_REACHED
        elif n == 1 == bounds.limit:
            answers.status[row] = Status.SOLVABLE
        else:
            answers.status[row] = (Status.NONE, Status.UNIQUE, Status.SEVERAL)[n]

    def _cell_to_split(self, masks: list[int]) -> int:
        """Return a cell with the fewest digits, and of these one whose peers have few."""
        numbers = [mask.bit_count() for mask in masks]
        fewest = min(number for number in numbers if number > 1)
        peers = self._peers

        def weight(cell: int) -> int:
            return sum(WEIGHT // numbers[peer] for peer in peers[cell] if numbers[peer] > 1)

        return max((cell for cell, number in enumerate(numbers) if number == fewest), key=weight)
