"""How do contestants compare, when they take turns: A B C A B C, on one machine in one run.

What slows the machine down for a while then slows all of them, and a ratio is taken between
turns that followed each other.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self, cast

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.worker import Task

ROOT = Path(__file__).parents[1]

MIN_ROUNDS = 3
MAX_ROUNDS = 25


@dataclass(frozen=True, slots=True)
class Contestant:
    """Who takes part, and how to start it."""

    name: str
    command: Sequence[str]
    settings: Mapping[str, str] = field(default_factory=dict)
    """Environment variables."""


def contestant(name: str, task: Task, settings: Mapping[str, str] | None = None) -> Contestant:
    """Return a contestant that benchmarks.worker plays."""
    command = [sys.executable, "-m", "benchmarks.worker", json.dumps(asdict(task))]
    return Contestant(name, command, settings or {})


def compete(
    contestants: Sequence[Contestant], seconds: float, rounds: int | None = None
) -> list[dict[str, Any]]:
    """Let contestants take turns for a while, or for some rounds.

    Returns
    -------
    rows : list of dict
        One a contestant: its name, what it found, and for each turn ``microseconds``, the time
        a puzzle, and ``cpu_microseconds``; or ``failed``, and why.
    """
    with ExitStack() as stack:
        workers = [stack.enter_context(Worker(each)) for each in contestants]
        for worker in workers:
            worker.read_check()
        end = time.monotonic() + seconds
        for done in range(rounds or MAX_ROUNDS):
            if done >= MIN_ROUNDS and time.monotonic() > end:
                break
            for worker in workers:
                worker.take_turn()
    return [worker.row for worker in workers]


class Worker:
    """A contestant's process.

    Attributes
    ----------
    row : dict
        What is known of it so far.
    """

    def __init__(self, contestant: Contestant) -> None:
        self.row: dict[str, Any] = {"name": contestant.name}
        self._process = subprocess.Popen(
            contestant.command,
            cwd=ROOT,
            env={**os.environ, **contestant.settings},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._questions = cast("IO[str]", self._process.stdin)
        self._answers = cast("IO[str]", self._process.stdout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def read_check(self) -> None:
        """Wait until it has solved its puzzles once, and note what it found."""
        self.row |= self._read()

    def take_turn(self) -> None:
        """Let it solve its puzzles once more, and note how long that took."""
        if "failed" in self.row:
            return
        self._questions.write("\n")
        self._questions.flush()
        turn = self._read()
        if turn.get("puzzles") == 0:
            self.row["failed"] = f"no puzzle in {turn['seconds']:.0f} s"
        elif turn:
            for kind, spent in (("microseconds", "seconds"), ("cpu_microseconds", "cpu_seconds")):
                each = round(1e6 * turn[spent] / turn["puzzles"], 6)
                self.row.setdefault(kind, []).append(each)

    def _read(self) -> dict[str, Any]:
        line = self._answers.readline()
        if not line:
            self.row["failed"] = f"ended with exit code {self._process.wait()}"
            return {}
        answer: dict[str, Any] = json.loads(line)
        return answer
