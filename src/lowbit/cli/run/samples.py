"""The puzzles that ``lowbit bench`` measures when none are named.

Ten, with 23 to 26 givens, none of which can be spared. Half of them need no guess, the hardest
some ten. Digits, rows, columns and their bands, stacks and diagonal can be swapped without making
a puzzle any easier, so each stands for as many as are wanted.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Iterator

SEEDS = (
    "..3..9..2.....7.63......94.6......87.2.61.........3....1.2...38.579...1.....8..7.",
    "3..41...8....7.....78..26....37.........51...6...3.25..1....967...............32.",
    ".8.......67......4...5....2..8....41..78.52.6..274.5.....1.2.9.5.3467............",
    "....4...147.2...8..8.......1...8.65.7.......2..69.4.....5..3..92.........4...2.16",
    "6.8.5.......13.6.2..7.98...7.4.......8..1...7.......262.1.....959..........57..1.",
    "9.....3.7...2.....37...4.2...1........6..72.12......84.6.392.5...9.........41....",
    "......6..2.6.7..49.8......2.418.2.6......54......1....9..6..58...3.......2.751...",
    "..5...........24.9.6.5...3......18..7.4...1....23.....9.7.34.282....9.......8....",
    "5..7...2....5..3711...6........9.....738....2.....5.........4.86....75.9.9..4....",
    "4......31....8....23......6...873...1..9.......86..9........14.7...9..2..2..4...8",
)

N_TURNS = 1000
"""The number of puzzles that each seed is turned into."""

N_ROUNDS = 10
"""The number of times that all of them are yielded, so that a run is long enough to be measured."""


def sample_puzzles() -> Iterator[str]:
    """Yield always the same 100,000 puzzles.

    Examples
    --------
    >>> len(set(sample_puzzles()))
    10000
    """
    rng = Random(0)  # noqa: S311 - no secrets here
    turned = []
    for _ in range(N_TURNS):
        places, symbols = _places(rng), _symbols(rng)
        turned += ["".join(map(seed.__getitem__, places)).translate(symbols) for seed in SEEDS]
    for _ in range(N_ROUNDS):
        yield from turned


def _places(rng: Random) -> list[int]:
    """Return the cell that each cell of a turned puzzle comes from."""
    rows, columns = _lines(rng), _lines(rng)
    if rng.random() < 0.5:
        return [column * CLASSIC.size + row for row in rows for column in columns]
    return [row * CLASSIC.size + column for row in rows for column in columns]


def _lines(rng: Random) -> list[int]:
    """Return rows or columns in an order that keeps those of a band or stack together."""
    return [
        3 * chute + line for chute in rng.sample(range(3), 3) for line in rng.sample(range(3), 3)
    ]


def _symbols(rng: Random) -> dict[int, int]:
    digits = CLASSIC.symbols
    return str.maketrans(digits, "".join(rng.sample(digits, len(digits))))
