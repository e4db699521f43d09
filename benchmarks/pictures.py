"""Which pictures are drawn of the results: a function for each, from results to SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks import runs
from benchmarks.charts import Bar, Line, bars, lines
from benchmarks.tables import PARTS_OF_SEARCH, rate, spent, title, typical

if TYPE_CHECKING:
    from collections.abc import Mapping

    Results = Mapping[str, Any]
    Row = Mapping[str, Any]


def files(results: Results) -> str:
    """Draw every library on every file."""
    panels = [
        (
            title(contest),
            [
                Bar(row["name"], [1 / typical(row)], rate(row), own=row is contest["rows"][0])
                for row in sorted(contest["rows"], key=typical)
                if "microseconds" in row
            ],
        )
        for contest in results["files"]
    ]
    return bars(f"Puzzles a second, one thread ({runs.name(results)})", panels)


def instructions(results: Results) -> str:
    """Draw lowbit and the yardstick with narrower vectors."""
    panels = [
        (
            title(contest),
            [
                Bar(row["name"], [1 / typical(row)], rate(row), own=row["name"][:6] == "lowbit")
                for row in contest["rows"]
            ],
        )
        for contest in results["instructions"]
    ]
    heading = f"Puzzles a second by instruction set, one thread ({runs.name(results)})"
    return bars(heading, panels)


def batches(results: Results) -> str:
    """Draw the time a puzzle by size of batch."""
    (contest,) = results["batches"]
    sizes = [row for row in contest["rows"] if row["name"].isdigit()]
    others = [row for row in contest["rows"] if not row["name"].isdigit()]
    ends = (int(sizes[0]["name"]), int(sizes[-1]["name"]))
    drawn = [
        Line("lowbit", [(int(row["name"]), typical(row)) for row in sizes], own=True),
        *(Line(row["name"], [(end, typical(row)) for end in ends]) for row in others),
    ]
    heading = f"Time a puzzle by size of batch, {title(contest)}, one thread ({runs.name(results)})"
    return lines(heading, "puzzles a call", "µs a puzzle", drawn)


def difficulty(results: Results) -> str:
    """Draw the speed by difficulty."""
    contests = results["difficulty"]
    drawn = [
        Line(
            row["name"],
            [(1 + contest["guesses"], 1e6 / typical(contest["rows"][i])) for contest in contests],
            own=i == 0,
        )
        for i, row in enumerate(contests[0]["rows"])
    ]
    by = f"nodes a puzzle of {results['peers']['difficulty_by']}"
    heading = f"Puzzles a second by difficulty, limit 2, one thread ({runs.name(results)})"
    return lines(heading, by, "puzzles/s", drawn)


def floor(results: Results) -> str:
    """Draw where the time of a search goes."""
    native = results["floor"]["native"]
    panel = []
    for name, search in native["searches"].items():
        parts = spent(native, search)
        total = sum(parts.values())
        shares = [max(0.0, parts[part] / total) for part in PARTS_OF_SEARCH]
        panel.append(Bar(name, shares, f"{total:,.0f} ns a puzzle"))
    heading = f"Where the time goes, limit 2, one thread ({runs.name(results)})"
    return bars(heading, [("", panel)], PARTS_OF_SEARCH)


PICTURES = {
    "files": files,
    "instructions": instructions,
    "batches": batches,
    "difficulty": difficulty,
    "floor": floor,
}
"""By the part of the results that they show."""
