"""Random full grids and puzzles on boards other than the classic one.

::

    solution ──strip──> puzzle ──fits?──┬─ yes ──> found
    or pattern of it ──────────┘        └─ no ──> the next try

Each try has a number and draws from streams of its own, so the result depends on the seed alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.batch.boards import batch_of_masks, mask_of_digit
from lowbit.errors import InputError, LimitReachedError
from lowbit.kernels.general.batch import search
from lowbit.kernels.general.engine import NO_GUIDANCE
from lowbit.kernels.general.program import board_of, dtype_of
from lowbit.limits import NO_LIMITS, Limits
from lowbit.rng import SplitMix64
from lowbit.status import Status
from lowbit.verbs.generate.effort import sizes_of_rounds
from lowbit.verbs.generate.walks import round_of, seeds_of
from lowbit.verbs.minimize.boards import by_row, strip
from lowbit.verbs.minimize.large import is_large, takes_seconds
from lowbit.verbs.minimize.needed_givens import which_can_go
from lowbit.verbs.solve.boards import solve_boards

if TYPE_CHECKING:
    from collections.abc import Generator

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.kernels.general.search import BoardAnswers
    from lowbit.verbs.generate.request import GenerationRequest
    from lowbit.verbs.generate.walks import Round
    from lowbit.verbs.minimize.board_stripping import Unit

SIDE_BY_SIDE: Final = 256
"""Tries that are made at a time; the result does not depend on it."""

FEW_SIDE_BY_SIDE: Final = 8
"""The same on boards where each takes seconds."""

NODES_A_CELL: Final = 4.0
"""Nodes per cell of a board after which a random grid is restarted."""

ANEW: Final = 1 << 40
"""The number that is added to that of a grid when it is restarted."""

NODES_A_TRY: Final = 1 << 23
"""Nodes after which it is left open whether a given can go, and the next grid is tried."""

NODES_IN_ANY_ORDER: Final = 1 << 14
"""Nodes that removing givens of a large board in any order may take, down to a number of them.
That is enough for 330 of 25x25, in a tenth of a second; down to 300 takes more than ten seconds."""


def grids_on(
    board: Geometry, seed: int, numbers: NDArray[np.int64], limits: Limits = NO_LIMITS
) -> NDArray[np.uint8]:
    """Return the random grids of a seed that have these numbers, uint8[n, n_cells].

    A random candidate is placed in a random cell among those with the fewest, its consequences are
    inferred, and so on. A grid that takes too long is restarted with other random numbers, in some
    lanes at once where few are left: the first that is full counts. As long as there is none, plain
    searches in between look for a proof that there can be none.

    Raises
    ------
    InputError
        If the board has no full grid.
    LimitReachedError
        If the time was over before all were drawn.
    """
    found = np.zeros((len(numbers), board.n_cells), np.uint8)
    left, n_tries, n_copies, nodes = np.arange(len(numbers)), 0, 1, 0
    while left.size:
        anew = ANEW * np.arange(n_tries, n_tries + n_copies)
        streams = (numbers[left, None] + anew).reshape(-1)
        answers = random_fills(board, seed, streams, limits if n_tries == 0 else limits.silent)
        is_full = (answers.n_solutions > 0).reshape(-1, n_copies)
        rows, firsts = np.flatnonzero(is_full.any(axis=1)), is_full.argmax(axis=1)
        found[left[rows]] = answers.solutions[n_copies * rows + firsts[rows]]
        nodes += int(answers.nodes.sum())
        n_tries += n_copies
        if left.size == len(numbers) and not rows.size:
            patience = n_tries * nodes_of_fill(board)
            nodes += _look_for_a_grid(board, limits.within(patience))
        left = np.delete(left, rows)
        if limits.is_late and left.size:
            raise LimitReachedError("the time limit ended the search for full grids", nodes)
        n_copies = max(1, min(2 * n_copies, SIDE_BY_SIDE // max(1, left.size)))
    return found


def random_fills(
    board: Geometry, seed: int, streams: NDArray[np.int64], limits: Limits
) -> BoardAnswers:
    """Try to fill a board with random guesses, once for each of these streams of a seed."""
    return search(
        board_of(board),
        np.full((streams.size, board.n_cells), board.full_mask, dtype_of(board)),
        limit=1,
        guidance=NO_GUIDANCE._replace(seed=np.uint64(seed), numbers=streams),
        **limits.within(nodes_of_fill(board)).of_batch,
    )


def nodes_of_fill(board: Geometry) -> int:
    """Return the nodes after which a random grid is restarted."""
    return int(NODES_A_CELL * board.n_cells)


def _look_for_a_grid(board: Geometry, limits: Limits) -> int:
    """Return the nodes of a plain search for a full grid; raise if it shows that there is none."""
    empty = np.full((1, board.n_cells), board.full_mask, dtype_of(board))
    puzzle = batch_of_masks(empty, board)
    answer = solve_boards(puzzle, limits, 1)
    if Status(answer.status[0]) is Status.NONE:
        raise InputError(f"there is no full grid on {board}")
    return int(answer.nodes[0])


def tries_on(request: GenerationRequest, n: int, seed: int, limits: Limits) -> Generator[Round]:
    """Search for puzzles on the board of a request, without end; `n` are wanted."""
    tries = Tries(request, seed)
    nearly_all_fit = request.fits_at_once or not (request.needs_minimal or request.pattern)
    most = FEW_SIDE_BY_SIDE if takes_seconds(request.board) else SIDE_BY_SIDE
    most = min(max(n, 1), most) if nearly_all_fit else most
    for size in sizes_of_rounds(FEW_SIDE_BY_SIDE, most, limits):
        yield tries.step(size, limits)


class Tries:
    """Tries, one after another.

    Parameters
    ----------
    request : GenerationRequest
    seed : int
    """

    def __init__(self, request: GenerationRequest, seed: int) -> None:
        self._request = request
        self._board = request.board
        self._seeds = seeds_of(seed)
        self._tries = 0

    def step(self, n: int, limits: Limits) -> Round:
        """Try `n` puzzles."""
        numbers = np.arange(self._tries, self._tries + n)
        self._tries += n
        try:
            solutions = self._solutions(numbers, limits)
        except LimitReachedError:
            return round_of(np.zeros((0, self._board.n_cells), np.uint8), np.zeros(0, bool))
        if self._request.pattern is not None:
            puzzles, fits = self._by_pattern(solutions, limits)
        elif self._request.is_unique:
            puzzles, fits = self._by_stripping(solutions, numbers, limits)
        else:
            puzzles, fits = self._by_number(solutions, numbers), np.ones(n, bool)
        if self._request.needs_minimal and self._request.may_have_redundant:
            rows = np.flatnonzero(fits)
            masks = mask_of_digit(self._board)[puzzles[rows]]
            can_go, is_known = which_can_go(self._board, masks, limits, solutions[rows])
            fits[rows] = is_known.all() & ~can_go.any(axis=1)  # else the time is over
        return round_of(puzzles, fits)

    def _solutions(self, numbers: NDArray[np.int64], limits: Limits) -> NDArray[np.uint8]:
        given = self._request.grids
        if given is None:
            return grids_on(self._board, self._seeds.solutions, numbers, limits)
        taken: NDArray[np.uint8] = given[numbers % len(given)]
        return taken

    def _by_pattern(
        self, solutions: NDArray[np.uint8], limits: Limits
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Let the solutions show through the pattern."""
        pattern = np.isin(np.arange(self._board.n_cells), list(self._request.pattern or ()))
        puzzles = solutions * pattern
        if not self._request.is_unique:
            return puzzles, np.ones(len(puzzles), bool)
        masks = mask_of_digit(self._board)[puzzles]
        result = solve_boards(batch_of_masks(masks, self._board), limits)
        return puzzles, result.status == Status.UNIQUE

    def _by_stripping(
        self, solutions: NDArray[np.uint8], numbers: NDArray[np.int64], limits: Limits
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Remove the givens that can go, in random order, down to a number if one is requested."""
        bounded = limits.within(NODES_A_TRY)
        fewest, most = self._request.clues or (0, self._board.n_cells)
        masks: NDArray[Any] = mask_of_digit(self._board)[solutions]
        orders = [self._order(number) for number in numbers.tolist()]
        if self._request.clues and not self._request.needs_minimal:
            soon = limits.within(NODES_IN_ANY_ORDER)
            patience = (soon, bounded) if is_large(self._board) else (bounded,)
            known = self._strip_to(self._targets(numbers), masks, solutions, orders, *patience)
        else:
            known, _ = strip(self._board, masks, solutions, self._by_row(orders), bounded)
        puzzles = np.where(masks == self._board.full_mask, 0, solutions).astype(np.uint8)
        n_clues = np.count_nonzero(puzzles, axis=1)
        return puzzles, known & (fewest <= n_clues) & (n_clues <= most)

    def _strip_to(
        self,
        targets: NDArray[np.int64],
        masks: NDArray[Any],
        solutions: NDArray[np.uint8],
        orders: list[list[Unit]],
        *limits: Limits,
    ) -> NDArray[np.bool_]:
        """Remove givens in random order down to these numbers; return where that is known.

        Where it is not within the first limits, and there are others, all that can go row by row go
        within those, and some return.
        """
        known, _ = strip(self._board, masks, solutions, orders, limits[0], at_least=targets)
        rows = np.flatnonzero(~known)
        if rows.size and len(limits) > 1:
            full = mask_of_digit(self._board)[solutions[rows]]
            left = full.copy()
            by_row = self._by_row([orders[row] for row in rows])
            known[rows], _ = strip(self._board, left, solutions[rows], by_row, limits[1])
            for row, some, all_ in zip(rows.tolist(), left, full, strict=True):
                _return_some(some, all_, orders[row], int(targets[row]))
            masks[rows] = left
        return known

    def _by_number(
        self, solutions: NDArray[np.uint8], numbers: NDArray[np.int64]
    ) -> NDArray[np.uint8]:
        """Show random units of the solutions, with as many givens as requested."""
        puzzles = np.zeros_like(solutions)
        targets = self._targets(numbers)
        for row, number in enumerate(numbers.tolist()):
            left = int(targets[row])
            for unit in self._order(number):
                if len(unit) <= left:
                    puzzles[row, list(unit)] = solutions[row, list(unit)]
                    left -= len(unit)
        return puzzles

    def _targets(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        sums = self._request.sums
        streams = (SplitMix64(self._seeds.targets, number) for number in numbers.tolist())
        return np.array([sums[stream.below(len(sums))] for stream in streams], np.int64)

    def _by_row(self, orders: list[list[Unit]]) -> list[list[Unit]]:
        """Return units in the order in which a large board loses them."""
        return [by_row(units, self._board) for units in orders]

    def _order(self, number: int) -> list[Unit]:
        """Return the units in the random order of a try."""
        units = list(self._request.units)
        places = list(range(len(units)))
        SplitMix64(self._seeds.orders, number).shuffle(places)
        return [units[place] for place in places]


def _return_some(masks: NDArray[Any], full: NDArray[Any], order: list[Unit], n_givens: int) -> None:
    """Let the first units that a puzzle lacks return, as long as it has no more givens."""
    left = n_givens - int((masks == full).sum())
    for unit in map(list, order):
        if len(unit) <= left and masks[unit[0]] != full[unit[0]]:
            masks[unit] = full[unit]
            left -= len(unit)
