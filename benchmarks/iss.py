"""Interactive Sudoku Solver, asked by way of node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

WORKER = Path(__file__).with_name("iss_worker.mjs")
ENOUGH = 1000
"""After so many milliseconds a puzzle has no more turns."""


class IssAnswer(NamedTuple):
    """What it answers to a puzzle.

    Attributes
    ----------
    found : int or None
        How many solutions, or true candidates; None if it does not take the text.
    seconds : float
        The least seconds.
    error : str
        Why it does not take the text.
    """

    found: int | None
    seconds: float
    error: str = ""


def ask_iss(
    folder: Path,
    puzzles: Sequence[str],
    *,
    ask: Literal["count", "candidates"] = "count",
    limit: int = 2,
    turns: int = 5,
) -> list[IssAnswer]:
    """Return its answers to texts of puzzles.

    Parameters
    ----------
    folder : Path
        A checkout of sigh/Interactive-Sudoku-Solver.
    puzzles : sequence of str
        The texts.
    ask : {'count', 'candidates'}
        How many solutions there are, or which candidates occur in some.
    limit : int, default 2
        Where a count stops; 0 for nowhere.
    turns : int, default 5
        How often each puzzle is timed at most.
    """
    question = {"puzzles": puzzles, "ask": ask, "limit": limit, "turns": turns, "enough": ENOUGH}
    done = subprocess.run(
        ["node", WORKER, folder],  # noqa: S607 - wherever it is
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        IssAnswer(answer["found"], (answer["ms"] or 0) / 1000, answer.get("error", ""))
        for answer in json.loads(done.stdout)
    ]
