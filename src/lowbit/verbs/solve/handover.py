"""The hand-over of one puzzle from the reference to the kernels, once its search gets long.

::

    reference   node after node, at once ───────────────── its patience ends
                                                                │  the rest of its tree,
    kernels     about a hundred times faster, once loaded <─────┘  as puzzles, one after another

When the reference runs out of patience, the rest of its tree becomes a list of puzzles, no two of
which share a solution; the kernels list the solutions of each.

Patience is counted in nodes, never in seconds: `HANDOVER_NODES` is what the reference visits on
the classic board while the kernels would load; on larger boards it is fewer. The engines find
solutions in different orders, so where the order matters each search gets that many nodes. Where
it does not, all searches of a process share them, and none are left once the kernels are loaded;
and where the kernels have to be compiled first, the reference goes on until another process has
done that (`lowbit.kernels.at_hand`).

The classic board has kernels of its own; all other boards share one. Only the kernels of
`lowbit.verbs.solve.variants` search puzzles with constraints. Where the solutions of a classic
puzzle are only counted, all lanes share its tree (`lowbit.kernels.classic.desk`).
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from lowbit import loaded
from lowbit.errors import LimitReachedError
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels import at_hand
from lowbit.limits import NO_LIMITS, Limits
from lowbit.reference.budget import Budget
from lowbit.reference.search import Search
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.solve.variants import Order, VariantBlocks

    ListSolutions: TypeAlias = Callable[..., tuple[Iterator[NDArray[np.uint8]], Any]]
    """Returns blocks of solutions, and the answers that are filled in when the search ends."""

    Block: TypeAlias = list[Grid] | NDArray[np.uint8] | range
    """Some solutions, as grids or as rows of digits; or a range of as many numbers."""


HANDOVER_NODES = 1_536
"""The nodes that the reference visits in about 0.12 s, the time that loading the kernels takes."""


def kernels_pay(n_puzzles: int = 0, board: Geometry = CLASSIC) -> bool:
    """Return whether the kernels are the quicker way to answers that both engines give.

    Parameters
    ----------
    n_puzzles : int, default 0
        How many puzzles are waiting; each is assumed to take a few nodes.
    board : Geometry, optional
        Their board; the classic one by default.
    """
    waiting = NODES_A_PUZZLE * n_puzzles * _weight_on(board)
    is_long = loaded.SEARCHED.visited + waiting >= HANDOVER_NODES
    if not board.is_classic:
        pays, needed = loaded.GENERAL.is_loaded or is_long, at_hand.GENERAL
    else:
        pays = loaded.CLASSIC.is_loaded or is_long
        needed = at_hand.CLASSIC_TEXTS if n_puzzles else at_hand.CLASSIC
    return pays and at_hand.come_to_hand(needed)


def patience_on(board: Geometry) -> int:
    """Return how many nodes of a search on a board the reference visits before it hands over."""
    return int(HANDOVER_NODES / _weight_on(board))


def _weight_on(board: Geometry) -> float:
    """Return how many times as long a node takes as on the classic board."""
    return max(1.0, (board.n_cells / CLASSIC.n_cells) ** 2)


AWAITING = 16
"""The factor of its patience for whoever may come back once others have compiled: two seconds."""


NODES_A_PUZZLE = 16
"""Nodes to assume for a puzzle that has not been searched: reading it takes as long as several
nodes, and few puzzles take less."""


class Solutions:
    """The solutions of a puzzle, found when they are asked for, always in the same order.

    Parameters
    ----------
    puzzle : Grid or Puzzle
        The puzzle.
    limit : int, optional
        The most solutions to find.
    limits : Limits, optional
        The limits of the search; none by default. Their clock starts now, unless it has started.
    order : Order, default "fixed"
        The order in which to find them.

    Raises
    ------
    LimitReachedError
        From ``next``, if a limit ends the search before the tree is done; from every later call as
        well, because the rest is not known.
    """

    def __init__(
        self,
        puzzle: Grid | Puzzle,
        limit: int | None = None,
        limits: Limits = NO_LIMITS,
        order: Order = "fixed",
    ) -> None:
        self._left = inf if limit is None else limit
        self._blocks: Any = blocks_of(puzzle, limits, order)
        self._found: Iterator[Grid] = iter(())

    def __iter__(self) -> Iterator[Grid]:
        return self

    def __next__(self) -> Grid:
        if self._left == 0:
            raise StopIteration
        while (solution := next(self._found, None)) is None:
            self._found = self._blocks.grids(next(self._blocks))
        self._left -= 1
        return solution


def blocks_of(
    puzzle: Grid | Puzzle,
    limits: Limits = NO_LIMITS,
    order: Order = "fixed",
    wanted: int | None = 2,
    *,
    counts: bool = False,
) -> SolutionBlocks | VariantBlocks:
    """Return the solutions in blocks; see `Solutions`.

    How many of them are `wanted`, all if None, is a hint that saves time. To a caller that `counts`
    them a block may be no more than a range of as many numbers.
    """
    if isinstance(puzzle, Grid):
        return SolutionBlocks(puzzle, limits, order, wanted, counts=counts)
    from lowbit.verbs.solve.extra_houses import grid_with_houses
    from lowbit.verbs.solve.variants import VariantBlocks  # loads NumPy

    grid = grid_with_houses(puzzle)
    if grid is not None:
        return SolutionBlocks(grid, limits, order, board=puzzle.geometry)
    return VariantBlocks(puzzle, limits, order, wanted)


class SolutionBlocks:
    """The solutions of a grid in blocks; see `blocks_of`.

    `board` is the one that solutions have, where it is not that of the grid.
    """

    def __init__(  # noqa: PLR0913 - the last two by name
        self,
        grid: Grid,
        limits: Limits = NO_LIMITS,
        order: Order = "fixed",
        wanted: int | None = 2,
        *,
        counts: bool = False,
        board: Geometry | None = None,
    ) -> None:
        self._limits = limits = limits.begun()
        self._in_order = order == "digits"
        # The engines do not visit the same nodes: a limit on them makes the answer depend on which
        # engine searches.
        self._is_any_order = order != "fixed"
        self._shares = self._is_any_order and limits.max_nodes is None
        self._board = grid.geometry
        self._board_of_solutions = grid.geometry if board is None else board
        self._is_counted = counts and self._shares and order == "any" and self._board.is_classic
        self._wanted = wanted
        self._engine, self._kernels = self._later_engine()
        self._patience = self._own_patience()
        self._hands_over = limits.most_nodes > self._patience
        own = limits.within(self._patience) if self._hands_over else limits
        self._budget = Budget(own, self._more_patience)
        self._reference = Search(grid, in_order=self._in_order, budget=self._budget)
        # Without patience, all of the puzzle is the rest.
        self._rest = self._search_rest([grid]) if self._hands_over and not self._patience else None
        self._rest_nodes = 0
        self._n_found = 0
        self._is_done = False

    def _later_engine(self) -> tuple[loaded.EngineModule, at_hand.KernelSet]:
        """Return the engine that the search is handed over to, and the kernels that it needs."""
        if self._board.is_classic:
            return loaded.CLASSIC, at_hand.CLASSIC
        return loaded.GENERAL, at_hand.GENERAL

    def _own_patience(self) -> int:
        """Return the nodes that the reference visits; none once the kernels are the quicker way."""
        if not self._shares:
            return patience_on(self._board)
        left = HANDOVER_NODES - loaded.SEARCHED.visited
        if self._engine.is_loaded or left <= 0:
            return 0 if at_hand.come_to_hand(self._kernels) else patience_on(self._board)
        return int(left / _weight_on(self._board))

    def _more_patience(self) -> int:
        """Return the nodes that the reference may visit beyond its patience.

        None where the order of solutions counts, which is that of both engines; nor where a limit
        on nodes does, unless whoever asks may come back for the kernels, and so that this is soon.
        """
        if not self._hands_over or at_hand.come_to_hand(self._kernels):
            return 0
        if self._shares:
            return patience_on(self._board)
        nodes, most = self._budget.nodes, AWAITING * patience_on(self._board)
        is_free = self._is_any_order and at_hand.are_awaited(self._kernels) and nodes < most
        return min(patience_on(self._board), self._limits.most_nodes - nodes) if is_free else 0

    @property
    def nodes(self) -> int:
        """The nodes visited so far, by both engines."""
        return self._reference.nodes + self._rest_nodes

    def grids(self, block: Block) -> Iterator[Grid]:
        """Yield the solutions in a block as grids."""
        board = self._board_of_solutions
        return (Grid(solution, board) for solution in cast("list[Grid]", block))

    def __iter__(self) -> Iterator[Block]:
        return self

    def __next__(self) -> Block:
        block = self._next()
        self._n_found += len(block)
        return block

    def _next(self) -> Block:
        if self._rest is None:
            try:
                return [self._next_of_reference()]
            except LimitReachedError as error:
                if not self._goes_to_kernels():
                    raise LimitReachedError(error.reason, error.nodes, self._n_found) from None
            self._rest = self._search_rest(self._reference.rest)
        for block in self._rest:
            return block
        if not self._is_done:
            raise self._stopped()
        raise StopIteration

    def _goes_to_kernels(self) -> bool:
        """Return whether the kernels search on where the reference stops; once they can, maybe."""
        return (
            self._hands_over
            and self._budget.are_nodes_spent
            and self.nodes < self._limits.most_nodes
        )

    def _next_of_reference(self) -> Grid:
        nodes = self._reference.nodes
        try:
            return next(self._reference)
        finally:
            if self._shares:
                visited = self._reference.nodes - nodes
                loaded.SEARCHED.visited += visited * _weight_on(self._board)

    def _search_rest(self, rest: Iterable[Grid]) -> Iterator[Block]:
        """Yield the solutions that kernels find in the rest; record whether these are all."""
        return self._count_rest(rest) if self._is_counted else self._list_rest(rest)

    def _count_rest(self, rest: Iterable[Grid]) -> Iterator[range]:
        from lowbit.kernels.classic.desk import count_one  # loads NumPy

        for grid in rest:
            wanted = None if self._wanted is None else self._wanted - self._n_found
            n_before = 0
            for found in count_one(
                grid.allowed, limit=wanted, time_limit=self._limits.seconds_left
            ):
                yield range(found.n_solutions - n_before)
                n_before = found.n_solutions
            self._rest_nodes += found.nodes
            if found.status == Status.LIMIT_REACHED:
                return
        self._is_done = True

    def _list_rest(self, rest: Iterable[Grid]) -> Iterator[NDArray[np.uint8]]:
        list_solutions: ListSolutions = _of_classic if self._board.is_classic else _of_general
        for grid in rest:
            left = self._limits.after(self.nodes)
            found, answers = list_solutions(grid, left, in_order=self._in_order)
            yield from found
            self._rest_nodes += int(answers.nodes[0])
            if Status(answers.status[0]) is Status.LIMIT_REACHED:
                return
        self._is_done = True

    def _stopped(self) -> LimitReachedError:
        """Return the error that names the limit at which the search ended."""
        if self.nodes >= self._limits.most_nodes:
            reason = "the node limit"
        elif self._limits.is_late:
            reason = "the time limit"
        else:
            reason = "an interruption"
        return LimitReachedError(f"{reason} ended the search", self.nodes, self._n_found)


# The solutions that kernels find of one puzzle, and where they record what is known in the end.


def _of_classic(
    grid: Grid, limits: Limits, *, in_order: bool
) -> tuple[Iterator[NDArray[np.uint8]], Any]:
    from lowbit.batch.candidates import puzzles_from_grid
    from lowbit.kernels.classic.engine import list_solutions  # loads Numba
    from lowbit.kernels.classic.search import new_answers

    answers = new_answers(1)
    puzzles = puzzles_from_grid(grid)
    return list_solutions(puzzles, answers, in_order=in_order, **limits.of_search), answers


def _of_general(
    grid: Grid, limits: Limits, *, in_order: bool
) -> tuple[Iterator[NDArray[np.uint8]], Any]:
    from lowbit.kernels.general.engine import list_solutions, new_answers
    from lowbit.kernels.general.program import board_of

    board, how = board_of(grid.geometry), limits.of_search
    answers = new_answers(board, 1)
    return list_solutions(board, [grid.allowed], answers, in_order=in_order, **how), answers
