"""Operations: the form in which engines take constraints.

Each constraint is lowered into a few of these. They speak of digits, which count from 1 on every
board, and of masks of them, bit ``d - 1`` for digit ``d``; what a digit is worth is settled when a
constraint is lowered.

::

    Within     a cell holds a digit of a mask
    Distinct   cells hold pairwise different digits
    InRelation each cell of a list stands in a relation to the next
    LinearSum  a weighted sum of digits lies within bounds
    OneOfSets  the digits of some cells are pairwise different, and as a set one of a list
    CountOf    how many cells hold a digit of a mask
    Enclosed   two cells of a list hold the ends of a filling, those between them what is in it
    Connected  the cells that hold a digit of a mask are linked with each other, and so many
    Parted     the cells with the same label hold different digits, and are as many for each label
    Ranked     of the lines that begin with a digit so many are lower, read as numbers, than some
    Accepted   the digits of a list of cells, read in order, are a word of a regular language
    AnyOf      at least one of several groups of operations holds
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from lowbit.constraints.automata import Automaton


class Within(NamedTuple):
    """A cell holds a digit of a mask."""

    cell: int
    mask: int


class Distinct(NamedTuple):
    """Cells hold pairwise different digits."""

    cells: tuple[int, ...]


class InRelation(NamedTuple):
    """Each cell of a list stands in a relation to the next, by the digits that may follow each."""

    cells: tuple[int, ...]
    relation: tuple[int, ...]


class LinearSum(NamedTuple):
    """The digits of some cells, each times its weight, add up to `least` to `most`."""

    cells: tuple[int, ...]
    weights: tuple[int, ...]
    least: int
    most: int


class OneOfSets(NamedTuple):
    """The digits of some cells are pairwise different, and as a set one of those masks."""

    cells: tuple[int, ...]
    masks: tuple[int, ...]


class CountOf(NamedTuple):
    """The number of cells that hold a digit of `mask` is one of `counts`: bit k stands for k."""

    cells: tuple[int, ...]
    mask: int
    counts: int


class Enclosed(NamedTuple):
    """Between two cells of a list stand the digits of one of some fillings, each of them once.

    A filling is two masks: of its ends, a digit in each of the two cells, and of the digits between
    them. All other cells hold digits higher than the one end, lower than the other, and not in it.
    """

    cells: tuple[int, ...]
    fillings: tuple[tuple[int, int], ...]


class Connected(NamedTuple):
    """The cells that hold a digit of `mask` are linked with each other: `least` to `most` of them.

    `links` has, for each cell, the places in the list of those beside it. `least` is 1 or more.
    """

    cells: tuple[int, ...]
    mask: int
    links: tuple[tuple[int, ...], ...]
    least: int
    most: int


class Parted(NamedTuple):
    """Cells with the same digit in their labels hold pairwise different digits, `size` of them.

    `labels` has a cell for each of `members`, with one of the lowest digits, as many as there are
    parts. Each part holds all digits of the mask `needed`.
    """

    members: tuple[int, ...]
    labels: tuple[int, ...]
    size: int
    needed: int

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that are parted, then their labels."""
        return self.members + self.labels


class Ranked(NamedTuple):
    """Of lines that begin with the same digit, so many are lower than each of the first ones.

    Each line is a list of cells, as long as the others, of which no two hold the same digit; it is
    read as a number. Just `n_alike` begin with the same digit as the first lines, which are as many
    as the numbers in `lower`; these rise. No other line is the same as one of the first lines,
    unless `ties` are allowed.
    """

    lines: tuple[tuple[int, ...], ...]
    lower: tuple[int, ...]
    n_alike: int
    ties: bool

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of all lines, each once."""
        return tuple(dict.fromkeys(chain(*self.lines)))


class Accepted(NamedTuple):
    """The digits of a list of cells, read in order, are a word that an automaton accepts."""

    cells: tuple[int, ...]
    automaton: Automaton


class AnyOf(NamedTuple):
    """All operations of at least one branch hold."""

    branches: tuple[tuple[Operation, ...], ...]


NEVER: Final = AnyOf(())
"""The operation that never holds: there is no branch that could."""

PlainOperation: TypeAlias = (
    Within
    | Distinct
    | InRelation
    | LinearSum
    | OneOfSets
    | CountOf
    | Enclosed
    | Connected
    | Parted
    | Ranked
    | Accepted
)
"""An operation without alternatives."""

Operation: TypeAlias = PlainOperation | AnyOf
"""Any operation; engines know no other kinds."""
