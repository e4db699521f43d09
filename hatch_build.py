"""The kernels' machine code in a wheel: a hook of hatchling, told by LOWBIT_TARGETS.

::

    LOWBIT_TARGETS=all                                every level of CPUs, on every system
    LOWBIT_TARGETS="linux aarch64"                    some systems, some levels
    LOWBIT_TARGETS="x86-64-v3-linux aarch64-linux"    these

Without it the wheel is source alone, as the sdist is, and kernels are compiled where they run. The
libraries are compiled in a folder of their own: nothing in the tree changes.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE: Final = "LOWBIT_TARGETS"
"""The variable that names the targets."""

LINKER: Final = "ziglang>=0.13"
"""The package with the linker of kernels for browsers."""

PLACE: Final = "lowbit/kernels/shipped"
"""The folder of the libraries in a wheel."""


class KernelsHook(BuildHookInterface[Any]):
    """Compiles the kernels for the targets that are named, and puts them into the wheel."""

    def dependencies(self) -> list[str]:
        """Return what compiling takes, which the builder installs."""
        if not os.environ.get(VARIABLE) or self.target_name != "wheel":
            return []
        core = self.metadata.core
        return [*core.dependencies, *core.optional_dependencies["compile"], LINKER]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files of a wheel are gathered; never for a checkout's own use."""
        if not os.environ.get(VARIABLE) or version == "editable":
            return
        self._folder = TemporaryDirectory(prefix="lowbit-kernels-")
        sys.path.insert(0, str(Path(self.root, "src")))
        for file in emitted(os.environ[VARIABLE], Path(self._folder.name)):
            build_data["force_include"][str(file)] = f"{PLACE}/{file.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - hatchling's
        """Remove the folder."""
        if folder := getattr(self, "_folder", None):
            folder.cleanup()


def emitted(names: str, folder: Path) -> list[Path]:
    """Compile for the targets that are named, and say on standard error how far it is."""
    from lowbit.kernels.emit import emit, targets_named

    started = perf_counter()

    def tell(level: str, number: int, n: int) -> None:
        passed = perf_counter() - started
        say(f"{level}: kernel {number} of {n}, {passed:.0f} s")

    chosen = targets_named(names)
    say(f"machine code for {', '.join(target.name for target in chosen)}")
    files = []
    for file in emit(chosen, folder, tell):
        say(f"{file.name}: {file.stat().st_size:,} bytes")
        files.append(file)
    return files


def say(message: str) -> None:
    """Write a line that is seen at once."""
    print(f"lowbit: {message}", file=sys.stderr, flush=True)  # noqa: T201 - progress of a build
