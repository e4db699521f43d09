"""Where do the results go: to JSON, to Markdown, to pictures, and into documents.

All is made from the JSON files of a folder, each the run of a machine, of which the newest counts
most: ``python -m benchmarks.report FOLDER [DOCUMENT]...`` makes it anew without measuring.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import pictures, runs, tables

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Results = Mapping[str, Any]

SECTIONS = {
    "machine": "Machine",
    "goals": "Goals",
    "files": "Every library on every file",
    "instructions": "Narrower vectors",
    "lanes": "Lanes",
    "threads": "Threads",
    "batches": "Batches",
    "difficulty": "Difficulty",
    "packages": "Packages from PyPI",
    "command": "The command",
    "start": "Starting up",
    "floor": "A sweep",
    "search": "A search",
    "peers": "Peers",
    "omitted": "Left out",
}
"""What results.md holds, in order: functions of `tables`, and their headings."""

MARKED = re.compile(r"(<!-- results: (\w+)(, each machine)? -->\n).*?(<!-- end -->)", re.DOTALL)


def write(results: Results, folder: Path) -> None:
    """Write results.json, and anew what is made from all runs of the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(as_json(results), encoding="utf-8")
    write_pages(folder)


def write_pages(folder: Path, documents: Sequence[Path] = ()) -> None:
    """Write results.md, the pictures of the newest run, and what is marked in documents."""
    measured = runs.read(folder)
    sections = [
        f"## {heading}\n\n{text}"
        for name, heading in SECTIONS.items()
        if (text := of_each_machine(name, measured))
    ]
    (folder / "results.md").write_text("# Results\n\n" + "\n".join(sections), encoding="utf-8")
    for name, draw in pictures.PICTURES.items():
        newest = next((results for results in measured if name in results), None)
        if newest:
            (folder / f"{name}.svg").write_text(draw(newest), encoding="utf-8")
    for document in documents:
        text = document.read_text(encoding="utf-8")
        document.write_text(filled(text, measured), encoding="utf-8")


def filled(text: str, measured: Sequence[Results]) -> str:
    """Return a text with new figures between ``<!-- results: NAME -->`` and ``<!-- end -->``.

    They are those of the newest run that has them, or of every run after ``NAME, each machine``.
    """

    def anew(mark: re.Match[str]) -> str:
        shown = [each for each in measured if section(mark[2], each)]
        each = of_each_machine(mark[2], shown if mark[3] else shown[:1])
        return f"{mark[1]}\n{each}\n{mark[4]}"

    return MARKED.sub(anew, text)


def of_each_machine(name: str, measured: Sequence[Results]) -> str:
    """Return the Markdown of a section for every run that has it, each under its name."""
    return "\n".join(
        f"*{runs.name(results)}*\n\n{text}"
        for results in measured
        if (text := section(name, results))
    )


def section(name: str, results: Results) -> str:
    """Return the Markdown of a section, empty where it was not measured."""
    make = getattr(tables, name)
    return str(make(results)) if results.get(tables.NEEDS.get(name, name)) else ""


def as_json(results: Results) -> str:
    """Return the results as JSON with each list of numbers on one line."""
    text = json.dumps(results, indent=1, ensure_ascii=False)
    return re.sub(r"\[[\d\s.,e+-]*\]", lambda found: " ".join(found[0].split()), text) + "\n"


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
