"""Child processes: Python programs that import nothing from the working folder.

Python searches the working folder first where it is told to run some code, and files of puzzles lie
there: one called random.py would be run in place of Python's own.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

SAFE_PATH: Final = "PYTHONSAFEPATH"
"""The environment variable with the meaning of the option ``-P``, for all that inherit it."""


def python_that_runs(code: str) -> list[str]:
    r"""Return the command of this Python that runs some code, with modules from where we have them.

    Examples
    --------
    >>> import subprocess
    >>> subprocess.run(python_that_runs("print(6 * 7)"), capture_output=True).stdout
    b'42\n'
    """
    path = [*map(str, sys.path)]
    return [sys.executable, "-P", "-c", f"import sys; sys.path[:] = {path}; {code}"]


@contextmanager
def safe_path() -> Iterator[None]:
    """Have the processes that others start meanwhile import nothing from the working folder."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = before
