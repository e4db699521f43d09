"""Which machine and which versions were measured, and when."""

from __future__ import annotations

import datetime as dt
import os
import platform
import re
from pathlib import Path

import llvmlite
import numba
import numpy as np
from llvmlite import binding

import lowbit
from lowbit.kernels.core.cache import source_of


def describe() -> dict[str, str]:
    """Return what a reader has to know about the machine, in words."""
    return {
        "date": dt.datetime.now(tz=dt.UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "CPU": f"{_cpu()} (LLVM: {binding.get_host_cpu_name()}), {os.cpu_count()} CPUs",
        "system": f"{platform.system()} {platform.release()}, {platform.libc_ver()[0]}"
        f" {platform.libc_ver()[1]}",
        "lowbit": f"{lowbit.__version__}, kernels {source_of('lowbit.kernels.classic')}",
        "Python": platform.python_version(),
        "NumPy": np.__version__,
        "Numba": f"{numba.__version__} (llvmlite {llvmlite.__version__}, LLVM"
        f" {'.'.join(map(str, binding.llvm_version_info))})",
    }


def print_machine() -> None:
    """Print what `describe` says, a line each."""
    for name, value in describe().items():
        print(f"{name}: {value}")


def _cpu() -> str:
    """Return the processor's name, family and model, as far as the system knows."""
    info = Path("/proc/cpuinfo")
    if not info.exists():
        return platform.processor() or platform.machine()
    first = info.read_text(encoding="utf-8").split("\n\n")[0]
    known = {key.strip(): value.strip() for key, value in re.findall("(.*):(.*)", first)}
    name = known.get("model name", platform.machine())
    return f"{name}, family {known.get('cpu family', '?')} model {known.get('model', '?')}"


def settings(instructions: str) -> dict[str, str]:
    """Return the environment in which Numba compiles for an older machine.

    Parameters
    ----------
    instructions : str
        ``native``, ``AVX2`` or ``SSE2``.
    """
    if instructions == "native":
        return {}
    cpu, features = {
        "AVX2": ("haswell", "+avx2,+avx,+bmi,+bmi2,+popcnt,+lzcnt,+sse4.2,+ssse3,+sse2"),
        "SSE2": ("x86-64", "+sse2"),
    }[instructions]
    return {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": features}
