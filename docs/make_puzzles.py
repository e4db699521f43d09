"""Make the puzzles that the page has at hand, of each level: ``python docs/make_puzzles.py``.

A first game waits for nothing, neither for a server nor for Python in a tab. The page deals these
puzzles in new digits, turned and mirrored; one is taken only if many such copies have its level.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

import lowbit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

PLACE: Final = Path(__file__).parents[1] / "src/lowbit/web/static/making/puzzles.js"
GIVENS: Final = {"easy": 36, "medium": 31, "hard": 28, "unfair": 26, "extreme": 25}
N_PUZZLES: Final = 16
"""The puzzles of each level."""

N_COPIES: Final = 24
SEED: Final = 33
HEAD: Final = """\
// Puzzles of each level that are at hand at once. `python docs/make_puzzles.py` makes them.

/** The puzzles by level, each level's separated by spaces. */
export const PUZZLES = {
"""


def main() -> None:
    """Write the module of the page."""
    levels = [_entry(level) for level in GIVENS]
    PLACE.write_text(HEAD + "".join(levels) + "};\n", encoding="utf-8")


def _entry(level: str) -> str:
    lines = "\n".join(puzzles(level))
    return f"  {level}: `\n{lines}`,\n"


def puzzles(level: str) -> list[str]:
    """Return the puzzles of a level."""
    found: list[str] = []
    seed = SEED
    while len(found) < N_PUZZLES:
        made = lowbit.generate(
            N_PUZZLES,
            level=level,
            clues=GIVENS[level],
            symmetry="half-turn",
            minimal=False,
            seed=seed,
        )
        found += [lowbit.Grid(puzzle).to_line() for puzzle in made.array if _is_of(puzzle, level)]
        seed += 1
    return found[:N_PUZZLES]


def _is_of(puzzle: NDArray[np.uint8], level: str) -> bool:
    """Whether copies of a puzzle have a level, as it has itself."""
    copies = np.array([puzzle, *_copies(puzzle)])
    levels = lowbit.rate_many(copies, rules="hodoku").level
    return levels is not None and set(levels) == {level}


def _copies(puzzle: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
    """Yield the puzzle in other digits, turned and mirrored, as the page deals it."""
    cells = puzzle.reshape(9, 9)
    rng = np.random.default_rng(SEED)
    for copy in range(N_COPIES):
        names = np.array([0, *(rng.permutation(9) + 1)], dtype=np.uint8)
        turned = np.rot90(names[cells], copy % 4)
        yield (turned.T if copy % 8 > 3 else turned).ravel()


if __name__ == "__main__":
    main()
