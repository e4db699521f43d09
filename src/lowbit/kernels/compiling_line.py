"""The line on standard error that tells how far compiling is: kernel 3 of 7."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

REDRAWN: Final = 1
"""Seconds after which a terminal's line is written anew."""

REPEATED: Final = 10
"""Seconds after which another line goes where there is no terminal."""

CLEAR: Final = "\r\x1b[K"
"""The control sequence that clears the current line of a terminal."""


class CompilingLine:
    """A line that is rewritten on a terminal, and elsewhere followed by few others.

    The kernels of a process are counted through: it may learn later that it needs more.
    """

    def __init__(self) -> None:
        self._n_known = self._n_done = self._shown = 0
        self._begun = self._next = 0.0

    @contextmanager
    def shown(self, n: int) -> Iterator[None]:
        """Show the line while a number of kernels are compiled."""
        self._n_known += n
        self._begun = self._begun or monotonic()
        if n > 1:
            self._next = 0
        self.tick()
        try:
            yield
        finally:
            self._n_known = self._n_done  # those of an interrupted compilation are not to come
            if self._shown and sys.stderr.isatty():
                self._write("\n")
            self._shown = 0

    def count(self) -> None:
        """Count a kernel that is compiled."""
        self._n_done += 1
        self.tick()

    def tick(self) -> None:
        """Write the line, if it is time to."""
        number, now = self._n_done + 1, monotonic()
        if number > self._n_known or now < self._next or os.environ.get("LOWBIT_QUIET"):
            return
        line = f"lowbit: compiling for this machine, once: kernel {number} of {self._n_known}"
        if sys.stderr.isatty():
            self._next = now + REDRAWN
            room = shutil.get_terminal_size().columns - 1
            self._write(CLEAR + f"{line}, {now - self._begun:.0f} s"[:room])
        elif number != self._shown:
            self._next = now + REPEATED
            self._write(f"{line}\n")
        self._shown = number

    @staticmethod
    def _write(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


LINE: Final = CompilingLine()
"""That of this process."""
