"""What is known of the peers: who is measured, how each was built, who is left out and why."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.worker import Task

DEFAULT = Path(__file__).with_name("peers.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """A solver in a shared library. See peers.toml for the signature it exports."""

    name: str
    file: str
    symbol: str
    source: str
    version: str
    build: str
    note: str = ""
    limits: tuple[int, ...] = (1, 2)
    counts_guesses: bool = True
    sample: int = 0
    """Solve only so many puzzles of a file, where it takes too long over all; 0 for all."""
    instructions: str = ""
    """A build for older machines, for the comparison of instruction sets only."""

    def task(self, puzzles: Path, limit: int) -> Task:
        """Return what it has to do as a contestant."""
        return Task(
            kind="library",
            puzzles=str(puzzles),
            limit=limit,
            library=self.file,
            symbol=self.symbol,
            counts_guesses=self.counts_guesses,
            sample=self.sample,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A solver from PyPI, by the name of its distribution; packages.py calls it."""

    name: str
    call: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Omitted:
    """A solver that is not measured."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Peers:
    """All of them."""

    yardstick: str
    difficulty_by: str
    library: list[Library]
    package: list[Package]
    omitted: list[Omitted]

    def at_hand(self, folder: Path | None) -> Peers:
        """Return the peers with the libraries that lie in a folder, and where each lies."""
        if folder is None:
            return replace(self, library=[])
        files = {each.name: folder.resolve() / each.file for each in self.library}
        found = [
            replace(each, file=str(files[each.name]))
            for each in self.library
            if files[each.name].is_file()
        ]
        return replace(self, library=found)

    def libraries(self, name: str = "") -> list[Library]:
        """Return the libraries built for this machine, or the one of a name, if it is there."""
        return [each for each in self.library if not each.instructions and name in {"", each.name}]

    def narrower(self) -> list[Library]:
        """Return the libraries built for machines with narrower vectors."""
        return [each for each in self.library if each.instructions]


def read(path: Path = DEFAULT) -> Peers:
    """Read peers.toml, or one like it."""
    content: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    libraries = [
        Library(**{**entry, "limits": tuple(entry.get("limits", (1, 2)))})
        for entry in content.get("library", [])
    ]
    return Peers(
        yardstick=content.get("yardstick", ""),
        difficulty_by=content.get("difficulty_by", ""),
        library=libraries,
        package=[Package(**entry) for entry in content.get("package", [])],
        omitted=[Omitted(**entry) for entry in content.get("omitted", [])],
    )
