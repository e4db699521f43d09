"""The program that checks the engine on everything: it passes, and it would notice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ARGUMENTS = ["--random", "1400", "--reference", "50"]


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

SCRIPT = """
import numpy as np
from benchmarks import check_engine
from benchmarks.check_engine import LIMIT, Case, check, random_masks, solve

def spoilt(*args):
    check_engine.solve = solve
    result = solve(*args)
    {spoil}
    return result

check_engine.solve = spoilt
masks = random_masks("solved", 10)
print(check(Case("spoilt", masks, solve(masks, LIMIT).n_solutions), n_compared=10))
"""


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_wrong_answer_is_noticed(spoil: str) -> None:
    command = [sys.executable, "-c", SCRIPT.format(spoil=spoil)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    report, number = done.stdout.splitlines()
    assert f"1 wrong {SPOILT[spoil]}" in report
    assert int(number) > 0
