"""How is a kernel compiled, once for a machine, and where is that kept.

Compiled kernels lie in one folder a *fingerprint*: the source of all kernels and the versions
of what compiles them. Each file holds one kernel for one signature and one CPU, and begins
with the SHA-256 of the rest. A file that is missing, cut off or altered is compiled again and
replaced; a folder that cannot be written only costs compiling again next time. Files are
written beside and renamed, so any number of processes may start at once.

The folder is ``$LOWBIT_CACHE`` or the user's cache folder; it can be deleted at any time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import platform
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import llvmlite
import numba
import numpy as np
from numba import njit
from numba.core import serialize
from numba.core.compiler import CompileResult

import lowbit

if TYPE_CHECKING:
    from collections.abc import Callable

Function = TypeVar("Function", bound="Callable[..., Any]")

OPTIONS: dict[str, Any] = {
    "nogil": True,
    "boundscheck": False,
    "error_model": "numpy",
    "_nrt": False,  # kernels allocate nothing, so nothing has to be reference counted
}

IDLE, LOADED, KEPT, NOT_KEPT = "idle", "loaded", "kept", "not kept"
"""What has become of a kernel in this process: nothing yet; it was loaded; it was compiled, and
is kept for others, or not."""

CACHES: list[KernelCache] = []
"""Those of all kernels there are."""


def kernel(function: Function) -> Function:
    """Compile a function when it is first called, or load what was compiled before."""
    dispatcher = njit(**OPTIONS)(function)
    dispatcher._cache = KernelCache(function.__name__)
    CACHES.append(dispatcher._cache)
    return dispatcher


def part(function: Function) -> Function:
    """Compile a function into each kernel that calls it."""
    return njit(**OPTIONS, forceinline=True)(function)


class KernelCache:
    """What Numba asks for a compiled function, and gives one to keep.

    It stands in for Numba's own cache, which keys on the time stamp of one source file, so
    that it misses changes of all others that were compiled in; which trusts a damaged file;
    and which fails where it finds no folder to write to.

    Parameters
    ----------
    name : str
        The kernel's name.
    """

    cache_path = None
    """Numba prints it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.state = IDLE

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the compiled function, or None, and say so, where there is none.

        Numba would prepare the target for compiling first, which takes 0.2 s; where that is
        needed, compiling does it.
        """
        try:
            content = self._path(signature, target.codegen()).read_bytes()
            digest, payload = content[:32], content[32:]
            if hashlib.sha256(payload).digest() == digest:
                self.state = LOADED
                return CompileResult._rebuild(target, *pickle.loads(payload))  # noqa: S301 - our own, digest checked
        except OSError:
            pass
        announce()
        return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled function, if the folder can be written."""
        payload = serialize.dumps(compiled._reduce())
        path = self._path(signature, compiled.codegen)
        self.state = NOT_KEPT
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            _replace(path, hashlib.sha256(payload).digest() + payload)
            self.state = KEPT

    def _path(self, signature: Any, codegen: Any) -> Path:
        key = repr((signature, codegen.magic_tuple())).encode()
        name = f"{self.name}-{hashlib.sha256(key).hexdigest()[:16]}.kernel"
        return folder() / fingerprint() / name


def folder() -> Path:
    """Return where compiled kernels are kept, whether it exists or not."""
    if chosen := os.environ.get("LOWBIT_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "~/AppData/Local")
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "lowbit"


@cache
def fingerprint() -> str:
    """Return a name for the source of all kernels and the versions of what compiles them."""
    digest = hashlib.sha256()
    versions = (lowbit.__version__, numba.__version__, llvmlite.__version__, np.__version__)
    digest.update(repr((*versions, platform.python_version())).encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@cache
def announce() -> None:
    """Say, once in a process, that compiling takes a moment."""
    if os.environ.get("LOWBIT_QUIET"):
        return
    print(  # noqa: T201 - the one line that a user waits behind
        "lowbit: compiling the engine for this machine; it takes a few seconds, and happens once",
        file=sys.stderr,
        flush=True,
    )


def _replace(path: Path, content: bytes) -> None:
    """Write a file beside and rename it, so that nobody ever reads half of it."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    try:
        Path(file.name).replace(path)
    except OSError:
        Path(file.name).unlink(missing_ok=True)
        raise
