"""The machines that kernels are made for: levels of CPUs, and the very CPU at hand.

A wheel holds machine code for a few *levels*, each a set of instructions that many CPUs share
(`lowbit.kernels.core.shipped`). The best level that this CPU has is chosen where code for it is at
hand. Else kernels are compiled for the CPU itself, as they are where ``LOWBIT_NATIVE`` or one of
Numba's variables for the CPU asks for it.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class CodeTarget(NamedTuple):
    """A machine that code is made for.

    Attributes
    ----------
    level : str
        The set of instructions, one of `LEVELS`; `NATIVE` for the CPU at hand.
    system : str
        One of `SYSTEMS`.
    triple : str
        The machine and the system, as LLVM writes them.
    cpu : str
        The CPU that code is made for.
    features : str
        The sets of instructions that it has, as LLVM writes them: ``+sse2,+avx``.
    tuned_for : str
        The CPU whose speeds LLVM reckons with, if that is another one.
    """

    level: str
    system: str
    triple: str
    cpu: str
    features: str
    tuned_for: str = ""

    @property
    def name(self) -> str:
        """Its level and its system, such as ``x86-64-v3-linux``."""
        return f"{self.level}-{self.system}"


V2: Final = "+cmov,+cx16,+cx8,+fxsr,+mmx,+popcnt,+sahf,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3"
V3: Final = f"{V2},+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+xsave"
V4: Final = f"{V3},+avx512bw,+avx512cd,+avx512dq,+avx512f,+avx512vl,+avx512bitalg,+avx512vpopcntdq"
"""AVX-512 with the counts of bits that Ice Lake and Zen 4 brought, which the kernels live on; an
earlier CPU with AVX-512 is of the level below."""

WASM: Final = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
"""Instructions that every browser runs since 2023."""

LEVELS: Final = {
    "x86-64-v4": ("x86-64-v4", V4),
    "x86-64-v3": ("x86-64-v3", V3),
    "x86-64-v2": ("x86-64-v2", V2),
    "aarch64": ("generic", ""),
    "wasm32": ("generic", WASM),
}
"""The CPU and the features of each level, the best of each machine first."""

TUNED_FOR: Final = {"x86-64-v3": "skylake"}
"""The CPU that a level is tuned for; what LLVM takes for its average is up to a tenth slower."""

SYSTEMS: Final = {
    "linux": "{machine}-unknown-linux-gnu",
    "darwin": "{machine}-apple-macosx11.0.0",
    "win32": "{machine}-pc-windows-msvc-elf",  # the only format that LLVM links in memory there
    "emscripten": "{machine}-unknown-emscripten",  # Python in a browser
}
"""The triple of each system, by the name that `sys.platform` has for it."""

MACHINES: Final = {"x86_64": "x86-64", "amd64": "x86-64", "aarch64": "aarch64", "arm64": "aarch64"}
"""The beginning of a machine's levels, by the names that LLVM has for it."""

NATIVE: Final = "native"
"""The level of the CPU at hand, whatever that is."""

BROWSER: Final = "wasm32", "emscripten"
"""The level and the system that go with each other alone."""


def every_target() -> Iterator[CodeTarget]:
    """Yield each level on each system that has it."""
    for level in LEVELS:
        for system in SYSTEMS:
            if (level, system) == BROWSER or not {level, system} & {*BROWSER}:
                yield target_of(level, system)


def target_named(name: str) -> CodeTarget:
    """Return the target with a name, such as ``aarch64-linux``."""
    level, _, system = name.rpartition("-")
    return target_of(level, system)


def target_of(level: str, system: str) -> CodeTarget:
    """Return the target of a level, on the system that `sys.platform` names so."""
    cpu, features = LEVELS[level]
    machine = "x86_64" if level.startswith("x86") else "arm64" if system == "darwin" else level
    triple = SYSTEMS[system].format(machine=machine)
    return CodeTarget(level, system, triple, cpu, features, TUNED_FOR.get(level, ""))


def native() -> CodeTarget:
    """Return the CPU at hand, or the one that Numba's variables name in its place."""
    binding = _llvm()
    cpu = os.environ.get("NUMBA_CPU_NAME") or binding.get_host_cpu_name()
    chosen = os.environ.get("NUMBA_CPU_FEATURES")
    features = binding.get_host_cpu_features().flatten() if chosen is None else chosen
    return CodeTarget(NATIVE, sys.platform, binding.get_default_triple(), cpu, features)


@cache
def runnable() -> tuple[CodeTarget, ...]:
    """Return the targets whose code this process runs, the best first.

    It may be of another machine than the one that it runs on, which `platform.machine` names.
    """
    if sys.platform not in SYSTEMS:
        return ()
    if sys.platform in BROWSER:
        return (target_of(*BROWSER),)
    binding = _llvm()
    machine = MACHINES.get(binding.get_process_triple().partition("-")[0], "")
    present = binding.get_host_cpu_features()
    return tuple(
        target_of(level, sys.platform)
        for level, (_, features) in LEVELS.items()
        if machine
        and level.startswith(machine)
        and all(present.get(each[1:]) for each in features.split(",") if each)
    )


def _llvm() -> Any:
    """Return LLVM, which knows the machine that it runs on; no browser has it."""
    from llvmlite import binding

    return binding
