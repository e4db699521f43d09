"""How hard puzzles are, set by set: python -m benchmarks.ratings NAME=FOLDER ...

Each folder has the tables that a job has rated:

    lowbit job run --do generate 1000000 puzzles --seed 2026 --rows 50000
    lowbit job run --do rate puzzles rated
    lowbit job run --do rate sudoku17.txt rated17
    python -m benchmarks.ratings "random minimal puzzles=rated" "puzzles of 17 clues=rated17"

It prints a table for each set, and draws docs/pictures/ratings.svg.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from pyarrow import parquet

from benchmarks.charts import Bar, bars

if TYPE_CHECKING:
    from collections.abc import Mapping

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "ratings.svg"

BANDS = (
    (1.0, 1.5), (1.6, 2.0), (2.1, 2.5), (2.6, 2.9), (3.0, 3.5), (3.6, 4.4), (4.5, 5.5), (5.6, 6.2),
    (6.5, 6.6), (6.7, 7.0), (7.1, 7.2), (7.3, 7.6), (7.7, 8.2), (8.3, 8.5), (8.6, 9.0), (9.1, 9.5),
)  # fmt: skip
"""The lowest and the highest ER of each band."""


def main() -> None:
    """Count, print and draw."""
    pairs = (argument.split("=", 1) for argument in sys.argv[1:])
    sets = {name: counted(Path(folder)) for name, folder in pairs}
    for name, counts in sets.items():
        print(f"{heading(name, counts)}, the hardest {max(counts):.1f}\n")
        print("| ER | puzzles | share |\n|---|---|---|")
        for band, number in in_bands(counts).items():
            print(f"| {band} | {number:,} | {100 * number / counts.total():.3g}% |")
    PICTURE.write_text(picture(sets), encoding="utf-8")


def counted(folder: Path) -> Counter[float]:
    """Return how many puzzles of rated tables have each ER."""
    counts: Counter[float] = Counter()
    for path in sorted(folder.glob("*.parquet")):
        counts.update(parquet.read_table(path, columns=["er"])["er"].drop_null().to_pylist())
    return counts


def in_bands(counts: Mapping[float, int]) -> dict[str, int]:
    """Return how many puzzles there are in each band."""
    return {
        f"{least:.1f} to {most:.1f}": sum(
            number for er, number in counts.items() if least <= er <= most
        )
        for least, most in BANDS
    }


def picture(sets: Mapping[str, Counter[float]]) -> str:
    """Draw which share of the puzzles of each set is in each band."""
    return bars("How hard puzzles are", [panel(*each) for each in sets.items()])


def panel(name: str, counts: Counter[float]) -> tuple[str, list[Bar]]:
    """Return the bars of a set, below its heading."""
    return heading(name, counts), [
        Bar(f"ER {band}", [number], f"{100 * number / counts.total():.3g}%", own=True)
        for band, number in in_bands(counts).items()
    ]


def heading(name: str, counts: Counter[float]) -> str:
    """Return how many puzzles there are, and of which set."""
    return f"{counts.total():,} {name}"


if __name__ == "__main__":
    main()
