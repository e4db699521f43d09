"""How hard random minimal puzzles are: python -m benchmarks.ratings FOLDER.

FOLDER has the tables that a job has rated:

    lowbit job run --do generate 1000000 puzzles --seed 2026 --rows 50000
    lowbit job run --do rate puzzles rated
    python -m benchmarks.ratings rated

It prints a table, and draws docs/pictures/ratings.svg.
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
    counts = counted(Path(sys.argv[1]))
    n = sum(counts.values())
    print(
        f"{n:,} puzzles, the hardest {max(counts):.1f}\n\n| ER | puzzles | share |\n|---|---|---|"
    )
    for band, number in in_bands(counts).items():
        print(f"| {band} | {number:,} | {100 * number / n:.3g}% |")
    PICTURE.write_text(picture(counts), encoding="utf-8")


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


def picture(counts: Mapping[float, int]) -> str:
    """Draw how many puzzles there are in each band."""
    n = sum(counts.values())
    drawn = [
        Bar(f"ER {band}", [number], f"{100 * number / n:.3g}%", own=True)
        for band, number in in_bands(counts).items()
    ]
    return bars(f"How hard {n:,} random minimal puzzles are", [("Share of the puzzles", drawn)])


if __name__ == "__main__":
    main()
