"""The runs that are kept: those of a folder, and what the machine of each is called."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    Results = Mapping[str, Any]

CORES = {"znver4": "Zen 4", "znver5": "Zen 5"}
"""Names of cores that are faster or slower for their kind, by LLVM's names. LLVM goes by the
model, which a virtual machine may make up, so that others are named by their vectors alone."""

VECTORS = {"xmm": "SSE2", "ymm": "AVX2", "zmm": "AVX-512"}
"""Instruction sets by the registers of the kernels."""


def read(folder: Path) -> list[Results]:
    """Return the runs of a folder, a JSON file each, the newest first."""
    found = [json.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*.json")]
    return sorted(found, key=lambda results: str(results["machine"]["date"]), reverse=True)


def kind(results: Results) -> str:
    """Return the kind of a run's machine: its core, or else its vectors.

    Examples
    --------
    >>> kind({"machine": {"CPU": "AMD EPYC, family 26 model 2 (LLVM: znver5), 2 CPUs"}})
    'Zen 5'
    >>> kind({"machine": {"CPU": "Some CPU"}, "floor": {"native": {"registers": "ymm"}}})
    'AVX2'
    """
    return _core(results) or _vectors(results)


def name(results: Results) -> str:
    """Return what a run is called: its machine and its day.

    Examples
    --------
    >>> cpu = "Intel(R) Xeon(R) Processor, family 6 model 167 (LLVM: rocketlake), 2 CPUs"
    >>> name({"machine": {"CPU": cpu, "date": "2026-11-29 01:00 UTC"}})
    'Intel Xeon, 2026-11-29'
    """
    maker = re.sub(r"\(\w+\)|,.*|\bCPU\b.*|\bProcessor\b", "", results["machine"]["CPU"]).strip()
    parts = (maker, _core(results), _vectors(results), results["machine"]["date"][:10])
    return ", ".join(filter(None, parts))


def _core(results: Results) -> str:
    told = re.search(r"LLVM: ([\w-]+)", results["machine"]["CPU"])
    return CORES.get(told[1], "") if told else ""


def _vectors(results: Results) -> str:
    """Return the instruction set of the kernels, empty where it was not measured."""
    native = results.get("floor", {}).get("native", {})
    return VECTORS.get(native.get("registers"), "")
