"""``lowbit doctor``: where kernels come from on this machine, and what is missing."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

import lowbit
from lowbit.cli.examples import examples
from lowbit.cli.run.report import FAILED, OK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.kernels.core.compile import Call

PACKAGES: Final = ("numpy", "llvmlite", "numba", "highspy", "click")
"""The packages whose versions matter to a search."""

OF_AN_EXTRA: Final = re.compile(r"([\w.-]+).*;.*extra == ['\"](\w+)['\"]")
"""A requirement of an extra, as the package's metadata has it."""


@click.command("doctor", epilog=examples("lowbit doctor", "lowbit doctor --to json"))
@click.option(
    "--to",
    type=click.Choice(["text", "json"]),
    default="text",
    help="The format of the output; text by default.",
)
def command(to: str) -> int:
    """Report where kernels come from, and what is missing.

    Kernels, the compiled parts of lowbit, come with the package for most machines. Others are
    compiled when they are first needed, if the package numba is installed, and kept. The exit code
    is 1 where some are missing that cannot be compiled.
    """
    found = report()
    click.echo(json.dumps(found, indent=2) if to == "json" else "\n".join(in_words(found)))
    kernels = found["kernels"]
    return FAILED if kernels["missing"] and not found["packages"]["numba"] else OK


def report() -> dict[str, Any]:
    """Return what there is on this machine, as JSON has it."""
    from lowbit.kernels.calls import calls
    from lowbit.kernels.core import cache, shipped, threads  # load NumPy and LLVM
    from lowbit.kernels.core.targets import native, runnable

    library = shipped.library()
    return {
        "lowbit": lowbit.__version__,
        "folder": str(Path(lowbit.__file__).parent),
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in PACKAGES},
        "extras": {name: _missing(names) for name, names in _extras().items()},
        "system": sys.platform,
        "machine": platform.machine(),
        "cpu": native().cpu,
        "cpus": threads.n_cpus(),
        "levels": [target.level for target in runnable()],
        "kernels": {
            "target": shipped.running().name,
            "library": library and str(library.file),
            "cache": str(cache.folder()),
            **_places(calls(), library and library.file),
        },
        "variables": dict(filter(is_of_lowbit, sorted(os.environ.items()))),
    }


def is_of_lowbit(variable: tuple[str, str]) -> bool:
    """Return whether a variable of the environment changes how lowbit works."""
    return variable[0].startswith(("LOWBIT_", "NUMBA_"))


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _extras() -> dict[str, list[str]]:
    """Return the packages of each extra but the one that brings all."""
    found: dict[str, list[str]] = {}
    for requirement in requires("lowbit") or ():
        if (match := OF_AN_EXTRA.match(requirement)) and match[2] != "all":
            found.setdefault(match[2], []).append(match[1])
    return found


def _missing(packages: Sequence[str]) -> list[str]:
    return [name for name in packages if _version(name) is None]


def _places(calls: Sequence[Call], library: Path | None) -> dict[str, list[str]]:
    """Return the kernels that came with the package, those that are kept, and the missing ones."""
    places: dict[str, list[str]] = {"shipped": [], "kept": [], "missing": []}
    for call in calls:
        place = call.place
        kind = "missing" if place is None else "shipped" if place == library else "kept"
        places[kind].append(call.name)
    return places


def in_words(found: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of a report."""
    yield f"lowbit {found['lowbit']} in {found['folder']}"
    packages = (f"{name} {known or 'not installed'}" for name, known in found["packages"].items())
    yield f"Python {found['python']}, {', '.join(packages)}"
    levels = ", ".join(found["levels"]) or "of no level that code is made for"
    yield f"{found['system']}, {found['machine']}, {found['cpus']} CPUs ({found['cpu']}): {levels}"
    yield from _of_kernels(found)
    for name, missing in found["extras"].items():
        wanted = f"{', '.join(missing)} missing: pip install 'lowbit[{name}]'"
        yield f"extra {name}: {wanted if missing else 'installed'}"
    yield from (f"{name}={value}" for name, value in found["variables"].items())


def _of_kernels(found: dict[str, Any]) -> Iterator[str]:
    """Yield the lines about kernels."""
    kernels = found["kernels"]
    shipped, kept, missing = kernels["shipped"], kernels["kept"], kernels["missing"]
    yield f"{len(shipped) + len(kept) + len(missing)} kernels, for {kernels['target']}:"
    yield f"  {len(shipped)} came with the package" + f" in {kernels['library']}" * bool(shipped)
    yield f"  {len(kept)} kept in {kernels['cache']}"
    if shipped and found["packages"]["numba"]:
        yield "  LOWBIT_TARGET=native lowbit warmup makes them a few per cent faster at most"
    if missing:
        cure = (
            "compiled when they are first needed, or now by lowbit warmup"
            if found["packages"]["numba"]
            else "not to be had without Numba: pip install 'lowbit[compile]'"
        )
        yield f"  {len(missing)} {cure}:"
        yield from (f"    {name}" for name in dict.fromkeys(missing))
