"""Ranks: rows and columns read as numbers, from either end, in the order of these numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from lowbit.constraints.base import Cells, Constraint, Groups, Title, constraint
from lowbit.constraints.drawing import Drawing, clue, number_of
from lowbit.constraints.operations import NEVER, AnyOf, InRelation, Ranked, Within
from lowbit.constraints.placing import ON_BOARD, Tool
from lowbit.constraints.scale import relation_where
from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry

__all__ = [
    "FullRank",
    "NoEqualRanks",
]

N_ENDS: Final = 4
"""The lines that begin with each digit: one at each side of the board."""


@constraint
class FullRank(Constraint):
    """The line read as a number, from the clue on, is the `rank`-th of all rows and columns.

    These are read from both ends, the lowest is the first. No other is the same as this one, unless
    `ties` are allowed; then the first of equal ones counts.
    """

    title = Title("full rank", "全排名")
    drawing = clue(number_of("rank"), "ranks")
    tools = (Tool("row", 2),)
    number = "rank"

    cells: Cells
    rank: int
    ties: bool = False

    def cells_read(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(range(geometry.n_on_board))

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        own = [values[cell] for cell in self.cells]
        others = [[values[cell] for cell in line] for line in lines_of(geometry)]
        return sum(other < own for other in others) == self.rank - 1 and (
            self.ties or others.count(own) == 1
        )

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from _ranked(geometry, [self])

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        if self.cells not in lines_of(geometry):
            where = " ".join(map(geometry.cell_name, self.cells[:2]))
            raise ConstraintError(f"FullRank takes a whole row or column, not {where} ...")


@constraint
class NoEqualRanks(Constraint):
    """No two rows and columns, read from either end, are the same number."""

    title = Title("no equal ranks", "排名不并列")
    drawing = Drawing(None, caption="no equal ranks")
    tools = ON_BOARD
    only_compares = True

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        lines = lines_of(geometry)
        return len({tuple(values[cell] for cell in line) for line in lines}) == len(lines)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        differ = relation_where(geometry, int.__ne__)
        for one, other in _may_be_equal(geometry):
            pairs = zip(one, other, strict=True)
            yield AnyOf(tuple((InRelation(pair, differ),) for pair in pairs if len({*pair}) > 1))

    def require_fit(self, geometry: Geometry) -> None:
        lines_of(geometry)


@dataclass(frozen=True)
class JointRanks(Constraint):
    """All clues of ranks of a puzzle, which say more together than each alone."""

    lines: Groups
    ranks: tuple[int, ...]
    ties: tuple[int, ...]

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(one.holds(values, geometry) for one in self._clues())

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from _ranked(geometry, list(self._clues()))

    def _clues(self) -> Iterator[FullRank]:
        for cells, rank, ties in zip(self.lines, self.ranks, self.ties, strict=True):
            yield FullRank(cells, rank, bool(ties))


def together(constraints: tuple[Constraint, ...]) -> tuple[Constraint, ...]:
    """Return constraints with those of ranks as one, which the engines see more by.

    Examples
    --------
    >>> row, column = tuple(range(4)), (0, 4, 8, 12)
    >>> len(together((FullRank(row, 1), NoEqualRanks(), FullRank(column, 2))))
    2
    """
    clues = [one for one in constraints if isinstance(one, FullRank)]
    if len(clues) < 2:
        return constraints
    lines, ranks = tuple(one.cells for one in clues), tuple(one.rank for one in clues)
    others = tuple(one for one in constraints if not isinstance(one, FullRank))
    return (*others, JointRanks(lines, ranks, tuple(int(one.ties) for one in clues)))


FullRank.sample = FullRank(tuple(range(9)), 12)
NoEqualRanks.sample = NoEqualRanks()


@lru_cache(maxsize=64)
def lines_of(geometry: Geometry) -> Groups:
    """Return the rows and columns of a board, each from both ends.

    Raises
    ------
    ConstraintError
        If some lack a digit: as many lines begin with each digit only where none does.
    """
    board, size = geometry.without_variables, geometry.size
    full = {frozenset(house.cells) for house in board.full_houses}
    lines = [tuple(range(at * size, at * size + size)) for at in range(size)]
    lines += [tuple(range(at, size * size, size)) for at in range(size)]
    if not board.is_one_square or any(frozenset(line) not in full for line in lines):
        raise ConstraintError("ranks need a square board with each digit in all rows and columns")
    return tuple(way for line in lines for way in (line, line[::-1]))


def _ranked(geometry: Geometry, clues: Iterable[FullRank]) -> Iterator[Operation]:
    """Yield the operations of some clues: for each first digit those of all lines with it."""
    by_digit: dict[int, list[FullRank]] = {}
    for one in sorted(clues, key=lambda one: one.rank):
        if not 0 < one.rank <= N_ENDS * geometry.size:
            yield NEVER
            return
        by_digit.setdefault((one.rank - 1) // N_ENDS, []).append(one)
    for digit, own in by_digit.items():
        yield from (Within(one.cells[0], 1 << digit) for one in own)
        yield from _of_one_digit(geometry, own)


def _of_one_digit(geometry: Geometry, clues: list[FullRank]) -> Iterator[Operation]:
    """Yield the operations of clues, by rank, whose lines begin with the same digit."""
    lines, ranks = tuple(one.cells for one in clues), [one.rank for one in clues]
    is_alike = len({one.ties for one in clues}) == 1
    if is_alike and len({*ranks}) == len(ranks) == len({*lines}):
        others = tuple(line for line in lines_of(geometry) if line not in lines)
        lower = tuple((rank - 1) % N_ENDS for rank in ranks)
        yield Ranked((*lines, *others), lower, N_ENDS, clues[0].ties)
        return
    for one in clues:  # some with one rank: their lines are the same, or nothing holds
        yield from _of_one_digit(geometry, [one])
    same = relation_where(geometry, int.__eq__)
    for one, other in combinations(clues, 2):
        if one.rank == other.rank and one.cells != other.cells:
            yield from (InRelation(pair, same) for pair in zip(one.cells, other.cells, strict=True))


@lru_cache(maxsize=64)
def _may_be_equal(geometry: Geometry) -> tuple[tuple[Cells, Cells], ...]:
    """Return each two lines that may be the same number; of these from their other ends, one."""
    forward = lines_of(geometry)[::2]
    every = ((one, way) for one, line in combinations(forward, 2) for way in (line, line[::-1]))
    return tuple(pair for pair in every if _fit(*pair, geometry))


def _fit(one: Cells, other: Cells, geometry: Geometry) -> bool:
    """Return whether two lines may hold the same digits: none twice, none where two must differ."""
    return not any(
        cell == there if here != at else there in geometry.peers[cell]
        for here, cell in enumerate(one)
        for at, there in enumerate(other)
    )
