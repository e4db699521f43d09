"""Blocks of text are answered in the thread that asks, which may be told to stop at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from lowbit.batch.fill import changing, find_smallest
from lowbit.batch.puzzles import read_puzzles
from lowbit.kernels.classic.search import new_answers
from lowbit.kernels.core.threads import Loop
from lowbit.limits import NO_LIMITS, Limits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.core.threads import Progress

PUZZLES = ["." * 81, "12" + "." * 79]


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, Progress | None]]:
    """Return the number of threads of each loop, and what it tells its progress."""
    run, noted = Loop.run, []

    def noting(loop: Loop, n_threads: int, progress: Progress | None = None) -> None:
        noted.append((n_threads, progress))
        run(loop, n_threads, progress)

    monkeypatch.setattr(Loop, "run", noting)
    return noted


def listen(_begun: int, _total: int) -> None:
    """Hear of progress."""


def test_each_search_takes_one_thread_and_tells_its_progress(runs: list[object]) -> None:
    find_smallest(read_puzzles(PUZZLES), new_answers(2), first=0, progress=listen)
    assert runs == [(1, listen)] * 2


def test_each_change_takes_one_thread_and_tells_its_progress() -> None:
    reported: list[object] = []

    def change(
        digits: NDArray[np.uint8], numbers: NDArray[np.int64], limits: Limits = NO_LIMITS
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        reported.extend([numbers.tolist(), limits])
        return digits, np.ones(len(digits), bool)

    changing(change)(read_puzzles(PUZZLES), new_answers(2), first=7, progress=listen)
    assert reported == [[7, 8], Limits(threads=1, progress=listen)]
