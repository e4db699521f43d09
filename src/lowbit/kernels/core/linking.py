"""Linking: a kernel's machine code becomes a function of this process.

LLVM links object files in memory. In a browser a kernel is a side module of WebAssembly, linked
when it was emitted (`lowbit.kernels.side_modules`), which Emscripten's loader gives the memory of
Python. Both are called through ctypes.
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)


def linked(code: Sequence[bytes], entry: str) -> tuple[object, Callable[[int], int]]:
    """Return what code is kept by, and the function in it that is entered with an address."""
    return (_by_loader if sys.platform == "emscripten" else _by_llvm)(code, entry)


def _by_loader(code: Sequence[bytes], entry: str) -> tuple[object, Callable[[int], int]]:
    """Link a side module with Python, which reads it from a file."""
    (module,) = code
    with NamedTemporaryFile(suffix=".so", delete=False) as file:
        file.write(module)
    library = ctypes.CDLL(file.name)
    Path(file.name).unlink()
    return library, _prototype((entry, library))


def _by_llvm(objects: Sequence[bytes], entry: str) -> tuple[object, Callable[[int], int]]:
    """Link object files with each other and this process."""
    from llvmlite import binding  # which no browser has

    _prepare()
    machine = (
        binding.Target.from_default_triple().create_target_machine()
    )  # the engine's from then on
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    for code in objects:
        engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine, _prototype(engine.get_function_address(entry))


@cache
def _prepare() -> None:
    """Let LLVM know the machine that it runs on."""
    from llvmlite import binding

    with suppress(RuntimeError):  # what later versions say, which need no call
        binding.initialize()
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
