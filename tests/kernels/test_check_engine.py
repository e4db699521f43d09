"""The program that checks the engine on everything: it passes, and it would notice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from benchmarks import check_engine
from benchmarks.check_engine import LIMIT, Case, check, solve

from random_puzzles import random_masks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit import BatchResult

ROOT = Path(__file__).parents[2]
ARGUMENTS = ["--random", "20", "--reference", "2"]


@pytest.mark.slow
def test_a_small_number_of_puzzles_passes() -> None:
    command = [sys.executable, "-m", "benchmarks.check_engine", *ARGUMENTS]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "no wrong answer"


SPOILT = {
    "result.n_solutions[5] += 1": "as_known",
    "result.status[5] = 4": "by_the_rules",
    "result.solutions[5] = np.roll(result.solutions[5], 1)": "by_the_rules",
    "result.nodes[5] += 1": "with_other_workers",
    "result.n_solutions[5] = 3": "turned_over",
    "result.solutions[5, 0] = 10 - result.solutions[5, 0]": "as_the_reference",
}
"""What to do to the answers when they are asked for the first time, and who notices."""


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_wrong_answer_is_noticed(
    spoil: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def spoilt(masks: NDArray[np.uint16], limit: int) -> BatchResult:
        monkeypatch.setattr(check_engine, "solve", solve)
        result = solve(masks, limit)
        exec(spoil, {"np": np, "result": result})  # noqa: S102 - of what stands above
        return result

    masks = random_masks("solved", 10)
    case = Case("spoilt", masks, solve(masks, LIMIT).n_solutions)
    monkeypatch.setattr(check_engine, "solve", spoilt)
    monkeypatch.setattr(check_engine, "WORKERS", [(None, 2)])  # no kernel is compiled for it
    assert check(case, n_compared=10) > 0
    assert f"1 wrong {SPOILT[spoil]}" in capsys.readouterr().out
