"""Calls of kernels made again as a Mac would link them: python -m benchmarks.replay FOLDER.

The folder is one of `benchmarks.snapshots`, with the object files for macOS on x86-64. They call
and are called as on Linux, so that only the format is another: LLVM links it in memory as it does
there, and what a Mac's library has beyond that of Linux is written here. It fails where a byte
differs.
"""

from __future__ import annotations

import ctypes
import sys
from array import array
from pathlib import Path
from typing import Any

from llvmlite import binding

from benchmarks.snapshots import HEAD
from lowbit.kernels.core.machine_code import ENTRY
from lowbit.kernels.core.targets import SYSTEMS

ADDRESS, SIZE = ctypes.c_void_p, ctypes.c_size_t
PAGE = 4096


def bzero(at: int, n: int) -> None:
    """Fill memory with zeros."""
    ctypes.memset(at, 0, n)


def memset_pattern16(at: int, pattern: int, n: int) -> None:
    """Fill memory with sixteen bytes, over and over."""
    ctypes.memmove(at, (ctypes.string_at(pattern, 16) * (n // 16 + 1))[:n], n)


def main() -> None:
    """Make all calls in the folder that the command line names."""
    folder = Path(sys.argv[1])
    own = ctypes.CDLL(None)
    known: dict[str, Any] = {name: own[name] for name in ("memset", "memcpy", "memmove")}
    known["__bzero"] = ctypes.CFUNCTYPE(None, ADDRESS, SIZE)(bzero)
    known["memset_pattern16"] = ctypes.CFUNCTYPE(None, ADDRESS, ADDRESS, SIZE)(memset_pattern16)
    for name, function in known.items():
        binding.add_symbol(f"_{name}", ctypes.cast(function, ADDRESS).value or 0)
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    for file in sorted(folder.glob("*.o")):
        engine = linked(file.read_bytes())
        enter = ctypes.CFUNCTYPE(ctypes.c_int32, ADDRESS)(engine.get_function_address(ENTRY))
        calls = [*folder.glob(f"{file.stem}.*.call")]
        n = sum(replayed(enter, call) for call in calls)
        print(f"{len(calls)} calls, the same {n} bytes: {file.name}")


def linked(code: bytes) -> Any:
    """Return an engine of a Mac's with an object file."""
    triple = SYSTEMS["darwin"].format(machine="x86_64")
    machine = binding.Target.from_triple(triple).create_target_machine()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def replayed(enter: Any, file: Path) -> int:
    """Make a call, and return how many bytes of memory were compared; end if any differs."""
    data = file.read_bytes()
    n_words, n_addresses, n_pieces = array("q", data[:HEAD])
    row = array("q", data[HEAD : HEAD + 8 * (2 * n_words + n_addresses)])
    words, after = row[:n_words], row[n_words : 2 * n_words]
    at = HEAD + 8 * len(row)
    pieces = []
    for _ in range(n_pieces):
        old, n = array("q", data[at : at + 16])
        memory = ctypes.create_string_buffer(n + 2 * PAGE)
        own = -(-ctypes.addressof(memory) // PAGE) * PAGE + old % PAGE
        ctypes.memmove(own, data[at + 16 : at + 16 + n], n)
        pieces.append((own, n, data[at + 16 + n : at + 16 + 2 * n], memory))
        for word in row[2 * n_words :]:
            if old <= row[word] < old + n:
                words[word] = after[word] = row[word] - old + own
        at += 16 + 2 * n
    status = enter(words.buffer_info()[0])
    same = all(ctypes.string_at(own, n) == wanted for own, n, wanted, _ in pieces)
    if status or words != after or not same:
        raise SystemExit(f"another answer: {file}")
    return 8 * n_words + sum(n for _, n, *_ in pieces)


if __name__ == "__main__":
    main()
