"""Side modules: kernels for a browser, linked when they are emitted.

A side module takes its memory from the module that loads it, and is told where in it its own data
may lie (https://github.com/WebAssembly/tool-conventions/blob/main/DynamicLinking.md). LLVM's linker
makes it: ``wasm-ld`` of Debian's package ``lld``, of any LLVM that is installed, or of the package
``ziglang``, which brings it to every system.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from lowbit.errors import InputError

OPTIONS: Final = ("shared", "experimental-pic", "no-entry", "strip-all")

NAMES: Final = ("wasm-ld", *(f"wasm-ld-{version}" for version in range(25, 13, -1)))
"""Names of the linker, the latest first."""


def side_module(code: bytes, entry: str) -> bytes:
    """Return a side module that exports a function of an object file."""
    with TemporaryDirectory() as folder:
        source, module = Path(folder, "kernel.o"), Path(folder, "kernel.wasm")
        source.write_bytes(code)
        options = [f"--{option}" for option in (*OPTIONS, f"export={entry}")]
        command = [*linker(), *options, str(source), "-o", str(module)]
        subprocess.run(command, check=True)  # noqa: S603 - the linker, on files of our own
        return module.read_bytes()


@cache
def linker() -> tuple[str, ...]:
    """Return the command that links.

    Raises
    ------
    InputError
        If there is no linker.
    """
    if found := next(filter(None, map(shutil.which, NAMES)), None):
        return (found,)
    if find_spec("ziglang"):
        return (sys.executable, "-m", "ziglang", "wasm-ld")
    raise InputError(
        "LLVM's wasm-ld links kernels for browsers, and is not here: install the system's "
        "lld, or the package ziglang, which brings it: pip install ziglang"
    )
