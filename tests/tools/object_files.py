"""What object files ask of whoever links them: symbols from elsewhere, and kinds of relocations.

So kernels can be checked for machines on which nothing of them is run.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.kernels.core.targets import CodeTarget

AT_HAND: Final = {
    "linux": {"memset", "memcpy", "memmove"},
    "darwin": {"memset", "memcpy", "memmove", "__bzero", "bzero", "memset_pattern16"},
    "win32": {"memset", "memcpy", "memmove", "__chkstk"},
}
"""What LLVM makes of loops that fill and copy, which the C library of every process has; and what a
large frame calls on Windows, which llvmlite's library has for the code that it links."""

IMPORTS, FUNCTION, TABLE, GLOBAL = 2, 0, 1, 3
UNDEFINED, SYMBOL_TABLE, RELOCATIONS = 0, 2, 4
SEGMENT, SYMBOLS_OF_MACH_O = 0x19, 2
KIND_OF_SYMBOL: Final = 0x0E

ANY_DISTANCE: Final = {
    # R_X86_64_64 and R_X86_64_PC64: no address has to be within 2 GB of another one.
    ("x86-64", "elf"): {1, 24},
    # X86_64_RELOC_UNSIGNED.
    ("x86-64", "mach-o"): {0},
    # R_AARCH64_ABS64 and PREL64, MOVW_UABS_G0 to G3, and CALL26 and JUMP26, which get a stub.
    ("aarch64", "elf"): {257, 260, *range(263, 270), 282, 283},
    # ARM64_RELOC_UNSIGNED, SUBTRACTOR, BRANCH26, GOT_LOAD_PAGE21 and GOT_LOAD_PAGEOFF12: the last
    # three get a stub beside the code.
    ("aarch64", "mach-o"): {0, 1, 2, 5, 6},
}
"""The kinds that LLVM's linker in memory resolves wherever the parts of a kernel lie."""

WITHIN_4_GB: Final = {261, 275, 277, 278, 284, 285, 286, 299}
"""R_AARCH64_PREL32, ADR_PREL_PG_HI21 and the parts of addresses in a page. On Windows LLVM has no
others for data, and llvmlite lays the parts of a kernel side by side on aarch64."""


GIVEN: Final = {
    *("memory", "__linear_memory", "__memory_base", "__table_base", "__stack_pointer"),
    "__indirect_function_table",
}
"""What whoever loads a side module gives it; an object file has another name for its memory."""


def faults_of(code: bytes, target: CodeTarget) -> set[str]:
    """Return what keeps an object file from being linked on the system of a target."""
    if target.system == "emscripten":
        return {f"symbol {each}" for each in imports_of(code) - GIVEN}
    is_mach_o = target.system == "darwin"
    symbols, kinds = _of_mach_o(code) if is_mach_o else _of_elf(code)
    machine = "aarch64" if target.level == "aarch64" else "x86-64"
    resolved = ANY_DISTANCE[machine, "mach-o" if is_mach_o else "elf"]
    if target.name == "aarch64-win32":
        resolved = resolved | WITHIN_4_GB
    return {f"symbol {each}" for each in symbols - AT_HAND[target.system]} | {
        f"relocation {each}" for each in kinds - resolved
    }


def _of_elf(code: bytes) -> tuple[set[str], set[int]]:
    """Return the undefined symbols of an ELF file, and the kinds of its relocations."""
    (first,) = struct.unpack_from("<Q", code, 0x28)
    size, n = struct.unpack_from("<2H", code, 0x3A)
    sections = [struct.unpack_from("<2I4Q2I2Q", code, first + size * each) for each in range(n)]
    symbols, kinds = set(), set()
    for section in sections:
        kind, at, length, link = section[1], *section[4:7]
        if kind == SYMBOL_TABLE:
            for name, _, _, place, *_ in struct.iter_unpack("<I2BH2Q", code[at : at + length]):
                if place == UNDEFINED and name:
                    symbols.add(_name_at(code, sections[link][4] + name))
        elif kind == RELOCATIONS:
            entries = struct.iter_unpack("<2Qq", code[at : at + length])
            kinds |= {info & 0xFFFFFFFF for _, info, _ in entries}
    return symbols, kinds


def _of_mach_o(code: bytes) -> tuple[set[str], set[int]]:
    """Return the undefined symbols of a Mach-O file, and the kinds of its relocations."""
    symbols, kinds = set(), set()
    for command, at in _commands(code):
        if command == SEGMENT:
            (n,) = struct.unpack_from("<I", code, at + 64)
            for section in range(at + 72, at + 72 + 80 * n, 80):
                first, length = struct.unpack_from("<2I", code, section + 56)
                entries = struct.iter_unpack("<2I", code[first : first + 8 * length])
                kinds |= {info >> 28 for _, info in entries}
        elif command == SYMBOLS_OF_MACH_O:
            first, length, names = struct.unpack_from("<3I", code, at + 8)
            for name, kind, *_ in struct.iter_unpack("<I2BHQ", code[first : first + 16 * length]):
                if kind & KIND_OF_SYMBOL == UNDEFINED:
                    symbols.add(_name_at(code, names + name).removeprefix("_"))
    return symbols, kinds


def _commands(code: bytes) -> Iterator[tuple[int, int]]:
    """Yield each load command of a Mach-O file, and where it begins."""
    (n,) = struct.unpack_from("<I", code, 16)
    at = 32
    for _ in range(n):
        command, size = struct.unpack_from("<2I", code, at)
        yield command, at
        at += size


def _name_at(code: bytes, at: int) -> str:
    return code[at : code.index(b"\0", at)].decode()


def imports_of(code: bytes) -> set[str]:
    """Return the names of what a module of WebAssembly imports, from any module."""
    reader = _WasmReader(code)
    while reader.at < len(code):
        section, length = reader.byte(), reader.number()
        if section == IMPORTS:
            return {reader.imported() for _ in range(reader.number())}
        reader.at += length
    return set()


class _WasmReader:
    """Reads the parts of a module one after the other."""

    def __init__(self, code: bytes) -> None:
        self._code = code
        self.at = 8

    def byte(self) -> int:
        self.at += 1
        return self._code[self.at - 1]

    def number(self) -> int:
        low = self.byte()
        return low if low < 128 else low - 128 + (self.number() << 7)

    def name(self) -> str:
        length = self.number()
        self.at += length
        return self._code[self.at - length : self.at].decode()

    def imported(self) -> str:
        """Read an import, and return its name."""
        _module, name, kind = self.name(), self.name(), self.byte()
        if kind == FUNCTION:
            self.number()
        elif kind == GLOBAL:
            self.at += 2
        else:
            self.at += kind == TABLE
            for _ in range(1 + (self.byte() & 1)):  # the least, and the most if there is one
                self.number()
        return name
