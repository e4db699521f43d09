"""A step: the candidates that a technique places or eliminates, and the evidence for it.

Evidence is structured data; text, pictures and JSON are views of it.

::

    Mark    a candidate, or a cell, and the role that it plays
    HouseMark   a house and the role that it plays
    Node    a digit, on or off, in one cell or in several of a house (a group, an almost locked set)
    Link    from a node to the next: strong for "not this, so that", weak for "this, so not that"
    Chain   links in order; in a net, with the chains that some of its nodes stand on
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from lowbit.notebook import picture, sentences
from lowbit.techniques.board_masks import members

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.constraints import Constraint
    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position
    from lowbit.techniques.variants.leftovers import Leftover


class Role(StrEnum):
    """The role of a cell, a candidate or a house in a pattern."""

    SINGLE = "single"
    SUBSET = "subset"
    LOCKED = "locked"
    BASE = "base"
    COVER = "cover"
    FIN = "fin"
    ENDO_FIN = "endo-fin"
    CORNER = "corner"
    EXTRA = "extra"
    PIVOT = "pivot"
    PINCER = "pincer"
    TARGET = "target"
    SET_A = "set a"
    SET_B = "set b"
    SET_C = "set c"
    OTHER_SET = "other set"
    RESTRICTED = "restricted common"
    COLOUR_1 = "colour 1"
    COLOUR_2 = "colour 2"
    COLOUR_3 = "colour 3"
    COLOUR_4 = "colour 4"
    ON = "on"
    OFF = "off"
    CONSTRAINT = "constraint"


class Mark(NamedTuple):
    """A candidate and its role; with digit 0, the whole cell."""

    role: Role
    cell: int
    digit: int = 0


class HouseMark(NamedTuple):
    """A house, by its index on the board, and its role."""

    role: Role
    house: int


class ChainNode(NamedTuple):
    """A digit in one of some cells, said to be on (one of them holds it) or off (none does).

    `cells` is a set of cells. `digits`, if not 0, is the set of digits of the almost locked set
    that `cells` form.
    """

    cells: int
    digit: int
    on: bool
    digits: int = 0


class Link(NamedTuple):
    """A step of reasoning from one node to the next."""

    start: ChainNode
    end: ChainNode
    strong: bool


class Consequence(NamedTuple):
    """A thing that follows from an assumption: the candidates that a cell loses, and by what.

    `because` is a house by its number, a constraint, or a sum by the rule of 45, and `cells` are
    its cells. The last one of a contradiction leaves the cell nothing; its `cell` is -1 where no
    cell in particular fails, and `before` are the digits without a place, if there are any.
    `case` is what follows from the digit that goes, if that is why it goes.
    """

    cell: int
    before: int
    after: int
    because: int | Constraint | Leftover
    cells: tuple[int, ...]
    case: tuple[Consequence, ...] = ()


class Share(NamedTuple):
    """Cells of a house with a sum, and the sets of digits that they can have beside the others.

    The sum is 0 for the cells that are left over.
    """

    cells: tuple[int, ...]
    total: int
    sets: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """Links in order; in a net, with the chains that some of its nodes stand on.

    Parameters
    ----------
    nodes : tuple of ChainNode
        From the assumption to what follows. A link from "off" to "on" is strong, one from "on" to
        "off" weak.
    branches : tuple of Chain
        Each ends in a node that a link of this chain needs in addition to its start.
    nested : tuple of Chain
        The chains that nodes of this one rest on, in the position that it leads to.
    """

    nodes: tuple[ChainNode, ...]
    branches: tuple[Chain, ...] = ()
    nested: tuple[Chain, ...] = ()

    @property
    def links(self) -> Iterator[Link]:
        """The links, in order."""
        for start, end in zip(self.nodes, self.nodes[1:], strict=False):
            yield Link(start, end, not start.on and end.on)

    def __len__(self) -> int:
        return len(self.nodes)


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """One step towards the solution.

    Printed, it is its name and its reason; in a notebook it draws itself.

    Parameters
    ----------
    technique : str
        The slug of its technique.
    placements, eliminations : tuple of Candidate
        The candidates that it places, and those that it eliminates.
    marks : tuple of Mark
        The candidates and cells of the pattern.
    houses : tuple of HouseMark
        The houses of the pattern.
    chains : tuple of Chain
        The chains of the pattern.
    rating : float or None
        Sudoku Explainer's rating, if it depends on the step; else the technique's applies.
    complexity : int
        Sudoku Explainer's complexity of chains; 0 elsewhere.
    constraint : Constraint or None
        The constraint that it follows from, if it is not the rules of the houses.
    sets : tuple of tuple of int
        The sets of digits that fit into that constraint, if it is a cage and they are few.
    groups : tuple of int
        The almost locked sets that it follows from, in order, each as a set of cells.
    trail : tuple of Consequence
        The things that follow from an assumption until something is impossible, in order.
    leftover : Leftover or None
        The sum by the rule of 45 over several houses that it follows from.
    shares : tuple of Share
        The sums that share out the digits of its house.
    cases : tuple of tuple of Consequence
        The things that follow from each of several candidates, one of which holds.
    position : Position or None
        The position before it, where that is known: `steps`, `all_steps` and `hint` know it.

    Examples
    --------
    >>> from lowbit import steps
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> step = steps(puzzle)[0]
    >>> step.technique, step.placements, step.eliminations
    ('hidden-single', ((1, 9),), ())
    """

    technique: str
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    marks: tuple[Mark, ...] = ()
    houses: tuple[HouseMark, ...] = ()
    chains: tuple[Chain, ...] = ()
    rating: float | None = None
    complexity: int = 0
    constraint: Constraint | None = None
    sets: tuple[tuple[int, ...], ...] = ()
    groups: tuple[int, ...] = ()
    trail: tuple[Consequence, ...] = ()
    leftover: Leftover | None = None
    shares: tuple[Share, ...] = ()
    cases: tuple[tuple[Consequence, ...], ...] = ()
    position: Position | None = field(default=None, compare=False)

    @property
    def effect(self) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
        """The placements and the eliminations, each in ascending order."""
        return tuple(sorted(self.placements)), tuple(sorted(self.eliminations))

    def __repr__(self) -> str:
        effects = ("placements", self.placements), ("eliminations", self.eliminations)
        said = "".join(f", {name}={effect}" for name, effect in effects if effect)
        return f"Step({self.technique!r}{said})"

    def __str__(self) -> str:
        if self.position is None:  # which has the facts that it follows from
            return repr(self)
        return sentences(self, self.position)

    def _repr_html_(self) -> str | None:
        """Return the HTML for a notebook: the sentence above the picture."""
        if self.position is None:
            return None
        return f"<p>{escape(str(self))}</p>{picture(self.position, self)}"


def marks_of(role: Role, cells: int, digits: Iterable[int] = (0,)) -> Iterator[Mark]:
    """Yield a mark for each cell of a set and each digit given."""
    for cell in members(cells):
        for digit in digits:
            yield Mark(role, cell, digit)
