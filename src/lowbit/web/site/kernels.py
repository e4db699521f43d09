"""The kernels of the static page: a library for Python, and the search alone for JavaScript."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from lowbit.errors import InputError, MissingPackageError
from lowbit.kernels.calls import PACKAGES
from lowbit.kernels.core import cache, shipped
from lowbit.kernels.core.machine_code import ObjectCode
from lowbit.kernels.core.simd import written_for
from lowbit.kernels.core.targets import BROWSER, target_of
from lowbit.kernels.for_browsers import kernels_for_browsers
from lowbit.kernels.plans import search_plan
from lowbit.verbs.solve.handover import HANDOVER_NODES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

LIBRARY: Final = "lowbit/kernels/shipped/wasm32-emscripten.kernels"
"""The place of the library among the modules that a tab imports, which may be bytecode alone."""

NOTES: Final = f"lowbit/kernels/{{}}/{cache.NOTED}"

SEARCH: Final = "quick/search.wasm"
PLAN: Final = "quick/search.json"


def found_kernels(tell: Callable[[str], object], names: Sequence[str] = ()) -> Mapping[str, bytes]:
    """Return kernels for browsers by their keys; none where they cannot be made.

    Parameters
    ----------
    tell : callable
        Hears how far it is, and what keeps them from being made.
    names : sequence of str, optional
        Those wanted; all if none is named.
    """
    try:
        return kernels_for_browsers(
            names, lambda number, n: tell(f"kernel {number} of {n} for browsers")
        )
    except (InputError, MissingPackageError) as error:
        tell(f"no kernels, so Python alone answers, and large questions take long: {error}")
        return {}


def library_of(kernels: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the library of kernels, and what tells that it fits its modules, by their places."""
    with TemporaryDirectory() as folder:
        library = shipped.write(target_of(*BROWSER), kernels, Path(folder)).read_bytes()
    packages = {"core", *PACKAGES}
    noted = {NOTES.format(name): cache.digest_of_package(name).encode() for name in packages}
    return {LIBRARY: library, **noted}


def search_of(kernels: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files by which JavaScript searches the classic board, by their places."""
    lanes, _ = written_for(target_of(*BROWSER))
    call, plan = search_plan(lanes)
    if call.key not in kernels:
        return {}
    (module,) = ObjectCode.from_bytes(kernels[call.key]).objects
    plan["patience"] = HANDOVER_NODES
    return {SEARCH: module, PLAN: json.dumps(plan, separators=(",", ":")).encode()}
