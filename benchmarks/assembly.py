"""What does a compiled kernel execute: its instructions, counted by what they do.

For x86-64 in the notation of AT&T, as Numba's ``inspect_asm`` prints it. Kernels such as the
sweep have no branches but those of loops over three bands and three stacks. What is in these counts
three times, so what is counted is what is executed.
"""

from __future__ import annotations

import re
from collections import Counter

KINDS = {
    "logic": r"v?p(and|or|xor|ternlog)n?[dq]?|v?p?(and|or|xor|andn)p[sd]|vpternlog[dq]",
    "add, subtract": r"v?p(add|sub|subus)w|v?psllw|v?psrlw",
    "popcount": r"vpopcntw",
    "compare": r"v?pcmp(n?eq|gt|le|n?lt|u|neqw|leuw|ltuw)?[a-z]*|vptestn?m[wbdq]",
    "choose, minimum": r"vpblend\w+|v?pminu?[wb]|v?pminsw|vpmovm2w|vpmovw2m",
    "other vector": r"v?p\w+|v?\w+[ps][sd]|vzeroupper|vextract\w+|vinsert\w+|k\w+",
}
"""What an instruction computes, by its name: the first pattern that fits the whole of it."""

MOVES = re.compile(r"v?mov(dq[au]\d*|[au]p[sd]|d|q)")

FUNCTION = re.compile(r"^_ZN\S+:\n(.*?)\.cfi_endproc", re.DOTALL | re.MULTILINE)
"""The first function of a module: the kernel itself; wrappers for Python follow it."""

LOOP = re.compile(r"^(\.LBB\w+):.*?^\tj\w+\t\1\n", re.DOTALL | re.MULTILINE)
"""From a label to the jump back to it."""

N_TURNS = 3

INSTRUCTION = re.compile(r"^\t([a-z]\w+)[ \t]*(.*)$", re.MULTILINE)

VECTOR = re.compile(r"%[xyz]mm\d")


def count(assembly: str) -> dict[str, int]:
    """Count what the first function does.

    Returns
    -------
    counts : dict
        ``instructions`` in all; ``loads`` and ``stores`` of vectors, also those that are part
        of another instruction; ``copies`` from register to register, which cost no unit; the
        `KINDS`, and their sum ``vector operations``; ``scalar``, the rest.
    """
    found = FUNCTION.search(assembly)
    if found is None:
        raise ValueError("there is no function in this assembly")
    counts: Counter[str] = Counter()
    executed = LOOP.sub(lambda loop: N_TURNS * loop[0], found[1])
    for name, operands in INSTRUCTION.findall(executed):
        counts["instructions"] += 1
        counts.update(_effects(name, operands))
    counts["vector operations"] = sum(counts[kind] for kind in KINDS)
    return dict(counts)


def widest(assembly: str) -> str:
    """Return the widest vector registers that the first function names: zmm, ymm, xmm or none."""
    found = FUNCTION.search(assembly)
    body = found[1] if found else ""
    return next((name for name in ("zmm", "ymm", "xmm") if f"%{name}" in body), "none")


def _effects(name: str, operands: str) -> list[str]:
    """Return what one instruction counts as: one or more of the names in `count`."""
    if not VECTOR.search(operands) and not name.startswith("k"):
        return ["scalar"]
    *sources, target = re.split(r", (?![^(]*\))", operands)
    effects = []
    if any("(" in source for source in sources):
        effects.append("loads")
    if "(" in target:
        effects.append("stores")
    if MOVES.fullmatch(name):
        if "{" in target:
            effects.append("choose, minimum")  # under a mask
        return effects or ["copies"]
    kind = next(kind for kind, pattern in KINDS.items() if re.fullmatch(pattern, name))
    return [*effects, kind]
