"""Trial and error: how deep, and with braids of which length, in plain Python, on any board.

The terms are Denis Berthier's. A candidate, a digit in a cell, excludes those it is linked with. A
variable, a cell or a digit in a house, has candidates, one of which holds; where one is left, that
is a single. A theory takes candidates away until nothing changes ::

    singles                     what they leave
    singles and braids up to n  candidates that lead to a contradiction by n variables
    trial and error with it     candidates after which that theory comes to a contradiction

Which candidates a theory leaves does not depend on the order, so neither does anything here, and
isomorphic puzzles have the same measures. `lowbit.kernels.trials` does the same on the classic
board, many times as fast.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lowbit.errors import LimitReachedError
from lowbit.kernels.trials.bounds import ANY_LENGTH, DEEPEST, LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.geometry import Geometry
    from lowbit.grid import Grid
    from lowbit.reference.budget import Budget


class CandidateLinks(NamedTuple):
    """The candidates of a board, as the bits of sets, and their relations.

    Attributes
    ----------
    variables : tuple of int
        The candidates of each variable.
    links : tuple of int
        For each candidate, those that it excludes.
    """

    variables: tuple[int, ...]
    links: tuple[int, ...]


class Theory(NamedTuple):
    """The candidates that may be taken away.

    Attributes
    ----------
    tries : int
        How often candidates are tried within one another.
    braids : int
        The greatest length of the braids at the bottom.
    """

    tries: int
    braids: int


class Trials:
    """A puzzle on which candidates are tried.

    Parameters
    ----------
    grid : Grid
        A puzzle with one solution.
    budget : Budget
        Each candidate that is tried, and each braid that is begun, counts as a node.

    Raises
    ------
    LimitReachedError
        By all that is asked, if the budget ends it, or if it is deeper than `DEEPEST` or takes
        braids longer than `LONGEST`.
    """

    def __init__(self, grid: Grid, budget: Budget) -> None:
        board = grid.geometry
        self._budget = budget
        self._network = network_of(board)
        given = (mask << board.size * cell for cell, mask in enumerate(grid.allowed))
        self._begin = self._settle(sum(given))
        self._open: dict[Theory, int] = {}
        self._n_cells = board.n_cells

    @property
    def depth(self) -> int:
        """The depth of trial and error that solves the puzzle."""
        if self._is_solved(self._begin):
            return 0
        for tries in range(DEEPEST):
            if self._is_solved(self._left(Theory(tries, ANY_LENGTH))):
                return tries + 1
        raise LimitReachedError(f"it is deeper than {DEEPEST}", self._budget.nodes)

    def braids(self, tries: int) -> int | None:
        """Return the least length of braids with which so many tries solve the puzzle, or None.

        Without tries that is the rating B; within one it is BxB, within two BxBB.
        """
        if not self._is_solved(self._left(Theory(tries, ANY_LENGTH))):
            return None
        alive = self._begin
        for length in range(LONGEST + 1):
            alive = self._closed(alive, Theory(tries, length))
            if self._is_solved(alive):
                return length
        raise LimitReachedError(f"it needs braids longer than {LONGEST}", self._budget.nodes)

    def _left(self, theory: Theory) -> int:
        """Return the candidates that a theory leaves of the puzzle."""
        if theory not in self._open:
            self._open[theory] = self._closed(self._begin, theory)
        return self._open[theory]

    def _is_solved(self, alive: int) -> bool:
        return alive.bit_count() == self._n_cells

    def _closed(self, alive: int, theory: Theory) -> int:
        """Return what a theory leaves of some candidates; 0 for a contradiction."""
        n_before = 0
        while alive.bit_count() != n_before:
            n_before = alive.bit_count()
            for candidate in self._open_ones(alive):
                if alive >> candidate & 1 and self._is_refuted(alive, candidate, theory):
                    alive = self._settle(alive & ~(1 << candidate))
        return alive

    def _open_ones(self, alive: int) -> Iterator[int]:
        """Yield the candidates that are not decided."""
        links = self._network.links
        return (each for each in members(alive) if alive & links[each])

    def _is_refuted(self, alive: int, candidate: int, theory: Theory) -> bool:
        """Return whether a theory takes a candidate away."""
        if theory.tries == 0 and theory.braids < ANY_LENGTH:
            return self._has_braid(alive, candidate, theory.braids)
        self._budget.charge()
        left = self._settle(alive & ~self._network.links[candidate])
        if left and theory.tries:
            left = self._closed(left, theory._replace(tries=theory.tries - 1))
        return not left

    def _settle(self, alive: int) -> int:
        """Return what singles leave of some candidates; 0 for a contradiction."""
        variables, links = self._network
        before = 0
        while alive != before:
            before = alive
            for variable in variables:
                left = variable & alive
                if not left & (left - 1):
                    if not left:
                        return 0
                    alive &= ~links[left.bit_length() - 1]
        return alive

    def _has_braid(self, alive: int, target: int, length: int) -> bool:
        """Return whether so many variables suffice for a contradiction from a candidate.

        Each of them has one candidate left that neither the target nor those of earlier variables
        exclude; the last one has none. All sets of such candidates are tried, the smallest first.
        """
        variables, links = self._network
        if not length or self._settle(alive & ~links[target]):
            return False
        reached = {1 << target: alive & ~links[target]}
        for _ in range(length):
            further: dict[int, int] = {}
            for asserted, left in reached.items():
                self._budget.charge()
                for variable in variables:
                    rest = variable & left
                    if not rest:
                        return True
                    if (
                        not rest & (rest - 1)
                        and not rest & asserted
                        and links_of(rest, links) & left
                    ):
                        further[asserted | rest] = left & ~links_of(rest, links)
            reached = further
        return False


def links_of(single: int, links: tuple[int, ...]) -> int:
    """Return the candidates that the one candidate of a set excludes."""
    return links[single.bit_length() - 1]


def members(candidates: int) -> Iterator[int]:
    """Yield the candidates of a set."""
    while candidates:
        lowest = candidates & -candidates
        yield lowest.bit_length() - 1
        candidates ^= lowest


@lru_cache(maxsize=8)
def network_of(board: Geometry) -> CandidateLinks:
    """Return the candidates of a board and their relations."""
    size = board.size
    cells = [board.full_mask << size * cell for cell in range(board.n_cells)]
    places = [
        sum(1 << size * cell for cell in house.cells) << digit
        for house in board.houses
        for digit in range(size)
        if len(house.cells) == size
    ]
    links = tuple(
        cells[cell] & ~(1 << size * cell + digit)
        | sum(1 << size * peer + digit for peer in board.peers[cell])
        for cell in range(board.n_cells)
        for digit in range(size)
    )
    return CandidateLinks((*cells, *places), links)
