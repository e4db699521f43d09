"""Random constraints of each kind, for boards of 4x4 and others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit import constraints as kinds

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from lowbit import Geometry
    from lowbit.constraints import Constraint

    Maker = Callable[[Random, Geometry], Constraint]


STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""The directions of neighbours."""


def cells(rng: Random, board: Geometry, low: int, high: int) -> tuple[int, ...]:
    """Return some different cells, in any order."""
    return tuple(rng.sample(range(board.n_cells), rng.randint(low, high)))


def line(rng: Random, board: Geometry) -> tuple[int, ...]:
    """Return a row or a column, from either end."""
    at, size = rng.randrange(board.size), board.size
    found = [at * size + i for i in range(size)]
    if rng.random() < 0.5:
        found = [i * size + at for i in range(size)]
    return tuple(found if rng.random() < 0.5 else found[::-1])


def pair(rng: Random, board: Geometry) -> tuple[int, int]:
    """Return two cells side by side."""
    at = rng.randrange(board.n_cells)
    if at % board.size == board.size - 1:
        at -= 1
    return at, at + 1


def value(rng: Random, board: Geometry) -> int:
    """Return a value of the board."""
    return rng.choice(board.values)


def some_values(rng: Random, board: Geometry) -> tuple[int, ...]:
    """Return a few values."""
    return tuple(value(rng, board) for _ in range(rng.randint(1, 2)))


def table(rng: Random, board: Geometry) -> tuple[tuple[int, int], ...]:
    """Return most pairs of values."""
    values = board.values
    return tuple((a, b) for a in values for b in values if rng.random() < 0.7)


def language(rng: Random, board: Geometry) -> kinds.RegularLanguage:
    """Return a random automaton of three states over a few cells."""
    states = (-1, 0, 1, 2, 1, 2)
    rows = tuple(tuple(rng.choice(states) for _ in range(board.size)) for _ in range(3))
    accepting = tuple(rng.sample(range(3), 2))
    return kinds.RegularLanguage(cells(rng, board, 2, 4), rows, accepting)


def arrow(rng: Random, board: Geometry) -> kinds.Arrow:
    """Return an arrow from a circle, or from a pill of two cells."""
    found, n = cells(rng, board, 4, 5), rng.choice((1, 1, 2))
    return kinds.Arrow(found[:n], found[n:])


def chaos(rng: Random, board: Geometry) -> kinds.ChaosConstruction:
    """Return regions of six cells, in any order, with their numbers in six others."""
    parted, labels = rng.sample((0, 1, 2, 4, 5, 6), 6), rng.sample(range(8, board.n_cells), 6)
    return kinds.ChaosConstruction(tuple(parted), tuple(labels), rng.choice((2, 2, 3)))


def count_distinct(rng: Random, board: Geometry) -> kinds.CountDistinct:
    """Return a cell that counts the values of a few others."""
    first, *others = cells(rng, board, 3, 4)
    return kinds.CountDistinct(first, tuple(others))


def alternatives(rng: Random, board: Geometry) -> kinds.Or:
    """Return an Or of sums, sets and a conjunction."""
    together = kinds.And((MAKERS["Cage"](rng, board), MAKERS["Holds"](rng, board)))
    nested = kinds.Or((MAKERS["Renban"](rng, board), MAKERS["Thermometer"](rng, board)))
    return kinds.Or((MAKERS["Sum"](rng, board), together, nested))


def groups(rng: Random, board: Geometry, n: int) -> tuple[tuple[int, ...], ...]:
    """Return two groups of as many cells."""
    found = rng.sample(range(board.n_cells), 2 * n)
    return tuple(found[:n]), tuple(found[n:])


def on_cells(kind: Callable[..., Constraint], low: int, high: int) -> Maker:
    """Return a maker of a constraint of nothing but cells."""
    return lambda rng, board: kind(cells(rng, board, low, high))


def on_pair(kind: Callable[..., Constraint], *args: int) -> Maker:
    """Return a maker of a constraint of two cells."""
    return lambda rng, board: kind(*pair(rng, board), *args)


def on_line(kind: Callable[..., Constraint], low: int, high: int) -> Maker:
    """Return a maker of a clue beside a line."""
    return lambda rng, board: kind(line(rng, board), rng.randint(low, high))


MAKERS: dict[str, Maker] = {
    "AllDifferent": on_cells(kinds.AllDifferent, 2, 4),
    "And": lambda c, b: kinds.And((MAKERS["Cage"](c, b), MAKERS["Palindrome"](c, b))),
    "AntiKing": lambda _c, _b: kinds.AntiKing(),
    "AntiKnight": lambda _c, _b: kinds.AntiKnight(),
    "AntiQueen": lambda c, b: kinds.AntiQueen((value(c, b),)),
    "Arrow": arrow,
    "Between": on_cells(kinds.Between, 3, 4),
    "Cage": lambda c, b: kinds.Cage(cells(c, b, 2, 4), c.choice((None, 5, 6, 7, 8))),
    "AntiTaxicab": lambda _c, _b: kinds.AntiTaxicab(),
    "ChaosArrow": lambda c, b: kinds.ChaosArrow(
        *pair(c, b), groups(c, b, 2)[: c.randint(1, 2)], c.choice((True, False))
    ),
    "ChaosConstruction": chaos,
    "ChaosCount": lambda c, b: kinds.ChaosCount(
        *pair(c, b), cells(c, b, 1, 4), c.choice((True, False))
    ),
    "Clone": lambda c, b: kinds.Clone(*groups(c, b, 2)),
    "ConnectedValues": lambda c, b: kinds.ConnectedValues(
        tuple(c.sample(b.values, c.randint(1, 3))), size=c.choice((None, None, 4, 8))
    ),
    "Contains": lambda c, b: kinds.Contains(
        cells(c, b, 3, 4), some_values(c, b), c.choice((True, False))
    ),
    "CountDistinct": count_distinct,
    "CountingCircles": on_cells(kinds.CountingCircles, 2, 6),
    "Diagonal": lambda c, _b: kinds.Diagonal(c.choice((True, False))),
    "Difference": on_pair(kinds.Difference, 1),
    "DisjointGroups": lambda _c, _b: kinds.DisjointGroups(),
    "Doppelganger": lambda _c, _b: kinds.Doppelganger(),
    "DoubleArrow": on_cells(kinds.DoubleArrow, 4, 5),
    "DutchFlatmates": lambda c, _b: kinds.DutchFlatmates(*c.choice(STEPS)),
    "Entropic": on_cells(kinds.Entropic, 2, 4),
    "Equal": on_cells(kinds.Equal, 2, 3),
    "EqualSums": lambda c, b: kinds.EqualSums((*groups(c, b, 2), cells(c, b, 1, 3))),
    "EqualityCage": on_cells(kinds.EqualityCage, 2, 4),
    "Even": on_cells(kinds.Even, 1, 3),
    "FullRank": lambda c, b: kinds.FullRank(line(c, b), c.randint(1, 16), c.choice((True, False))),
    "GlobalEntropy": lambda _c, _b: kinds.GlobalEntropy(),
    "GlobalModulus": lambda c, _b: kinds.GlobalModulus(c.choice((2, 3))),
    "Greater": on_pair(kinds.Greater),
    "HiddenSkyscraper": on_line(kinds.HiddenSkyscraper, 1, 3),
    "Holds": lambda c, b: kinds.Holds(cells(c, b, 1, 1)[0], some_values(c, b)),
    "Indexer": lambda c, b: kinds.Indexer(cells(c, b, 1, 1)[0], line(c, b), value(c, b)),
    "LittleKiller": lambda c, b: kinds.LittleKiller(cells(c, b, 2, 4), c.randint(4, 9)),
    "Lockout": lambda c, b: kinds.Lockout(cells(c, b, 3, 4), c.randint(1, 2)),
    "LookAndSay": lambda c, b: kinds.LookAndSay(
        cells(c, b, 3, 4), f"{c.randint(0, 2)}{value(c, b)}"
    ),
    "Lunchbox": lambda c, b: kinds.Lunchbox(cells(c, b, 2, 4), c.randint(0, 4)),
    "Maximum": on_cells(kinds.Maximum, 1, 2),
    "Minimum": on_cells(kinds.Minimum, 1, 2),
    "Modular": lambda c, b: kinds.Modular(cells(c, b, 2, 5), c.randint(1, 3)),
    "Nabner": on_cells(kinds.Nabner, 2, 2),
    "NoEqualRanks": lambda _c, _b: kinds.NoEqualRanks(),
    "NoRatio": lambda c, b: kinds.NoRatio((pair(c, b), pair(c, b))),
    "NoSum": lambda c, b: kinds.NoSum((pair(c, b), pair(c, b)), (5,)),
    "NonConsecutive": lambda c, b: kinds.NonConsecutive((pair(c, b), pair(c, b))),
    "NumberedRoom": on_line(kinds.NumberedRoom, 1, 4),
    "Odd": on_cells(kinds.Odd, 1, 3),
    "Or": alternatives,
    "Outside": lambda c, b: kinds.Outside(line(c, b)[:2], some_values(c, b)),
    "PairSum": on_pair(kinds.PairSum, 5),
    "Palindrome": on_cells(kinds.Palindrome, 2, 5),
    "ParityLine": on_cells(kinds.ParityLine, 2, 4),
    "Ratio": on_pair(kinds.Ratio, 2),
    "RegionSumLine": on_cells(kinds.RegionSumLine, 3, 5),
    "RegularLanguage": language,
    "Relation": lambda c, b: kinds.Relation(cells(c, b, 2, 4), table(c, b)),
    "RellikCage": lambda c, b: kinds.RellikCage(cells(c, b, 2, 3), c.randint(3, 6)),
    "Renban": on_cells(kinds.Renban, 2, 4),
    "SameDifference": on_cells(kinds.SameDifference, 3, 4),
    "SameValues": lambda c, b: kinds.SameValues(groups(c, b, 2)),
    "Sandwich": on_line(kinds.Sandwich, 0, 5),
    "Skyscraper": on_line(kinds.Skyscraper, 1, 3),
    "Sum": lambda c, b: kinds.Sum(cells(c, b, 3, 3), c.randint(0, 6), (1, c.choice((2, 3)), -1)),
    "SumLine": lambda c, b: kinds.SumLine(cells(c, b, 2, 4), c.randint(3, 5)),
    "Thermometer": lambda c, b: kinds.Thermometer(cells(c, b, 2, 3), c.choice((True, False))),
    "Whisper": lambda c, b: kinds.Whisper(cells(c, b, 2, 4), c.randint(1, 2)),
    "Windows": lambda _c, _b: kinds.Windows(),
    "XSum": on_line(kinds.XSum, 1, 10),
    "Zipper": on_cells(kinds.Zipper, 3, 5),
}
"""What makes a random constraint of each kind."""
