"""A server for a test."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import contextmanager
from time import sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 60
"""Seconds after which a process that hangs is ended."""


@contextmanager
def serving(log: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run a server that logs to a file; give its address and its process."""
    command = (sys.executable, "-m", "lowbit", "serve", "--port", "0", *options)
    with log.open("w") as stream, subprocess.Popen(command, stderr=stream) as process:
        try:
            while not (found := re.search(r"lowbit: (http://\S+)/\n", log.read_text())):
                assert process.poll() is None, log.read_text()
                sleep(0.05)
            yield found[1], process
        finally:
            process.terminate()
            process.wait(PATIENCE)
