"""Where OR-Tools came first, maximize says why it cannot go on."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import ortools.sat.python.cp_model
import lowbit
lowbit.maximize("." * 81)
"""


def test_a_process_that_has_loaded_or_tools_is_told_so() -> None:
    pytest.importorskip("ortools")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 or "if OR-Tools was loaded before" in done.stderr
