"""The walk of a puzzle through the modules: how many of them it enters, and how often it changes.

``python -m benchmarks.walk`` solves a line of a file by the command, first without the lane engine,
as a process does that starts for it, then with the engine loaded; and an array by `solve_many`. It
prints for each the modules that were called and the hops: calls from one module of lowbit into
another one. Imports are not counted: what is called is called a second time, with all loaded.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lowbit.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."


def walk(call: Callable[[], object]) -> list[tuple[str, str]]:
    """Return the hops of a call, each from one module into another one."""
    hops: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_back is not None:
            places = [f.f_globals.get("__name__", "") for f in (frame.f_back, frame)]
            if places[0] != places[1] and places[1].startswith("lowbit."):
                hops.append((places[0], places[1]))

    call()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    return hops


def report(name: str, hops: list[tuple[str, str]]) -> None:
    """Print what was counted."""
    modules = list(dict.fromkeys(module for _, module in hops))
    print(f"{name}: {len(modules)} modules, {len(hops)} hops")
    print("    " + ", ".join(module.removeprefix("lowbit.") for module in modules))


def run() -> None:
    """Count the walks of a line and of an array."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "line.txt")
        file.write_text(PUZZLE + "\n", encoding="utf-8")
        with redirect_stdout(StringIO()):
            line = walk(lambda: main(["solve", str(file)]))
            from lowbit import solve_many  # loads the lane engine

            line_in_lanes = walk(lambda: main(["solve", str(file)]))
    report("a line of a file", line)
    report("a line of a file, the lane engine loaded", line_in_lanes)
    array = np.array([[int(c) if c != "." else 0 for c in PUZZLE]], np.uint8)
    report("an array", walk(lambda: solve_many(array)))


if __name__ == "__main__":
    run()
