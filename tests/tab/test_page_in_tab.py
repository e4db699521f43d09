"""What a page asks, answered with the stand-in for NumPy as with NumPy, by the same kernels."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import lowbit
from lowbit.tab.arrays import install

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


WITHOUT_NUMPY = """
import sys
sys.path.insert(0, sys.argv[1])
from lowbit.tab.arrays import install
assert install() and install()
import numpy
from numpy.lib.stride_tricks import sliding_window_view
from lowbit.tab.numpy import ndarray
assert isinstance(numpy.zeros(3), ndarray) and sliding_window_view(numpy.arange(3), 2)[1, 1] == 2
"""


def test_numpy_is_stood_in_for_where_it_is_not() -> None:
    source = Path(lowbit.__file__).parents[1]
    subprocess.run([sys.executable, "-ISc", WITHOUT_NUMPY, str(source)], check=True)


def test_numpy_is_taken_where_it_is() -> None:
    assert not install()


def test_quick_questions_have_the_same_answers() -> None:
    expected = answers("numpy", *QUICK)  # compiles kernels, if need be
    assert set(QUICK) <= set(expected)
    assert answers("stand-in", *QUICK) == expected


@pytest.mark.slow
def test_all_questions_have_the_same_answers() -> None:
    expected = answers("numpy")
    assert answers("stand-in") == expected
