"""Processes of ``lowbit``, each forked from one that has imported what commands import.

To import NumPy, LLVM and Arrow takes ten times as long as what most tests have the command do. The
lane engine is left to each process, for whether it is loaded decides how puzzles are searched.

As a program: run commands for whoever holds the other end of the socket with that number.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import NoReturn

ENGINE = "lowbit.kernels.classic.engine"

IMPORTED = (
    "fpdf", "highspy", "numpy.ma", "pyarrow.compute", "pyarrow.csv", "pyarrow.json",
    "pyarrow.parquet", "pypdfium2",
)  # fmt: skip
"""Of other packages, where they are there."""

PACKAGES = ("lowbit.cli", "lowbit.formats", "lowbit.kernels.classic", "lowbit.pictures")

N_MESSAGE = 1 << 20
"""More than a socket passes on in one piece."""


class CommandServer:
    """A process that forks those of the command, one at a time."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                stdin=subprocess.PIPE,  # as its children have them
                stdout=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # to be ended with what it has forked
            )
        atexit.register(self.end)

    def end(self) -> None:
        """End the process, and whichever it has forked."""
        self._socket.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()

    def run(
        self, arguments: Sequence[str], given: bytes, folder: Path, patience: float
    ) -> tuple[int, bytes, bytes]:
        """Run a command; return its exit code and what it wrote to either stream."""
        (stdin, to_write), (to_read, stdout), (to_read_too, stderr) = (os.pipe() for _ in range(3))
        request = json.dumps([arguments, str(folder), dict(os.environ)]).encode()
        socket.send_fds(self._socket, [request], [stdin, stdout, stderr])
        for number in (stdin, stdout, stderr):
            os.close(number)
        with ThreadPoolExecutor(3) as threads:
            threads.submit(_write, to_write, given)
            outputs = [threads.submit(_read, number) for number in (to_read, to_read_too)]
            self._socket.settimeout(patience)
            try:
                code = int(self._socket.recv(N_MESSAGE))
            except TimeoutError:
                self.end()
                server.cache_clear()
                raise
        return code, outputs[0].result(), outputs[1].result()


@cache
def server() -> CommandServer:
    """Return the one of this process."""
    return CommandServer()


def _write(number: int, content: bytes) -> None:
    with suppress(BrokenPipeError), open(number, "wb") as stream:
        stream.write(content)


def _read(number: int) -> bytes:
    with open(number, "rb") as stream:
        return stream.read()


def _prepare() -> None:
    """Import what commands import, but for the lane engine."""
    for name in IMPORTED:
        with suppress(ImportError):
            import_module(name)
    for package in map(import_module, PACKAGES):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if module.name != ENGINE:
                import_module(module.name)
    assert ENGINE not in sys.modules
    gc.freeze()  # memory that nobody touches is shared


def _serve(requests: socket.socket) -> None:
    """Fork a process for each request until there are no more."""
    while True:
        message, streams, _, _ = socket.recv_fds(requests, N_MESSAGE, 3)
        if not message:
            return
        child = os.fork()
        if not child:
            requests.close()
            _be_the_command(streams, *json.loads(message))
        for number in streams:
            os.close(number)
        _, status = os.waitpid(child, 0)
        requests.send(str(os.waitstatus_to_exitcode(status)).encode())


def _be_the_command(
    streams: list[int], arguments: list[str], folder: str, variables: dict[str, str]
) -> NoReturn:
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    sys.argv[1:] = arguments
    code = import_module("lowbit.__main__").process()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # to take everything down takes far longer than most commands


if __name__ == "__main__":
    warnings.filterwarnings("ignore", ".* is multi-threaded", DeprecationWarning)
    _prepare()
    _serve(socket.socket(fileno=int(sys.argv[1])))
