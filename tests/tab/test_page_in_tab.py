"""What a page asks, answered with the stand-in for NumPy as with NumPy, by the same kernels."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("page_questions.py")

QUICK = (
    "solve classic",
    "solve 6x6",
    "minimize classic",
    "verdict several",
    "answer_lines as lines",
)
"""One for each way of answers; those that a test asks for are asked alone."""


@cache
def answers(arrays: str, *wanted: str) -> dict[str, object]:
    """Return the answers to questions, by their names."""
    command = [sys.executable, str(PROGRAM), arrays, *wanted]
    written = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {name: heard for name, heard, _ in map(json.loads, written.splitlines())}


def test_quick_questions_have_the_same_answers() -> None:
    expected = answers("numpy", *QUICK)  # compiles kernels, if need be
    assert set(QUICK) <= set(expected)
    assert answers("stand-in", *QUICK) == expected


@pytest.mark.slow
def test_all_questions_have_the_same_answers() -> None:
    expected = answers("numpy")
    assert answers("stand-in") == expected
