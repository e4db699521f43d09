"""Sudoku as environments of gymnasium, and as tasks for models that answer in text.

::

    SudokuEnv()          one board: an action places a digit, or eliminates a candidate
    SudokuVectorEnv(n)   many boards at once, as arrays
    SudokuTasks(n)       questions, answers, and scores of replies

All puzzles come from seeds, by the wishes of `lowbit.generate`, or from a list. The environments
need the extra ``lowbit[gym]``; the tasks do not.
"""

from __future__ import annotations

from typing import Any

from lowbit.errors import MissingPackageError
from lowbit.gym.boards import Rewards
from lowbit.gym.tasks import SudokuTasks

try:
    from lowbit.gym.environments import SudokuEnv, SudokuVectorEnv  # registers the first
except ModuleNotFoundError as missing:
    if missing.name != "gymnasium":
        raise

    def __getattr__(name: str) -> Any:  # noqa: ANN401 - nothing is returned
        """Raise MissingPackageError for the environments."""
        if name not in {"SudokuEnv", "SudokuVectorEnv"}:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        raise MissingPackageError("environments need gymnasium", "gym")


__all__ = ["Rewards", "SudokuEnv", "SudokuTasks", "SudokuVectorEnv"]
