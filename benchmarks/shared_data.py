"""Where the benchmarks find collections of puzzles that are not part of the project."""

from __future__ import annotations

import os
from pathlib import Path


def shared_file(name: str) -> Path:
    """Return the path of a file of the collections; end with what to do where it is not found."""
    folder = os.environ.get("LOWBIT_DATA")
    if not folder:
        raise SystemExit(
            f"set the environment variable LOWBIT_DATA to the folder that has {name}: "
            "this benchmark measures the puzzles in it"
        )
    path = Path(folder) / name
    if not path.is_file():
        raise SystemExit(f"{path} is not there: LOWBIT_DATA must name the folder that has {name}")
    return path
