"""Where do the results go: to JSON, to Markdown, to pictures, and into a document.

All is made from results.json: ``python -m benchmarks.report FOLDER [DOCUMENT]`` makes it anew
without measuring.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import pictures, tables

if TYPE_CHECKING:
    from collections.abc import Mapping

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

MARKED = re.compile(r"(<!-- results: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def write(results: Results, folder: Path) -> None:
    """Write results.json, results.md and the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(as_json(results), encoding="utf-8")
    sections = [
        f"## {heading}\n\n{text}"
        for name, heading in SECTIONS.items()
        if (text := section(name, results))
    ]
    (folder / "results.md").write_text("# Results\n\n" + "\n".join(sections), encoding="utf-8")
    for name, draw in pictures.PICTURES.items():
        if name in results:
            (folder / f"{name}.svg").write_text(draw(results), encoding="utf-8")


def fill(document: Path, results: Results) -> None:
    """Write the parts of a document anew that are marked with the name of a section."""
    text = document.read_text(encoding="utf-8")
    document.write_text(filled(text, results), encoding="utf-8")


def filled(text: str, results: Results) -> str:
    """Return a text with what stands between ``<!-- results: NAME -->`` and ``<!-- end -->``."""
    return MARKED.sub(lambda mark: f"{mark[1]}\n{section(mark[2], results)}\n{mark[3]}", text)


def section(name: str, results: Results) -> str:
    """Return the Markdown of a section, empty where it was not measured."""
    make = getattr(tables, name)
    return str(make(results)) if results.get(tables.NEEDS.get(name, name)) else ""


def as_json(results: Results) -> str:
    """Return the results as JSON with each list of numbers on one line."""
    text = json.dumps(results, indent=1, ensure_ascii=False)
    return re.sub(r"\[[\d\s.,e+-]*\]", lambda found: " ".join(found[0].split()), text) + "\n"


if __name__ == "__main__":
    measured = json.loads((Path(sys.argv[1]) / "results.json").read_text(encoding="utf-8"))
    write(measured, Path(sys.argv[1]))
    for name in sys.argv[2:]:
        fill(Path(name), measured)
