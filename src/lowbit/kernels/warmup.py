"""Warm-up: kernels are loaded or compiled before they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.calls import calls
from lowbit.kernels.compiling import compile_all

if TYPE_CHECKING:
    from lowbit.kernels.core.cache import KeptKernel


def warm_up(*packages: str) -> list[KeptKernel]:
    """Load or compile the kernels of some packages for this machine; of all, if none is named.

    All CPUs compile, and standard error tells how far they are.

    Parameters
    ----------
    *packages : str
        Names of `PACKAGES`.

    Returns
    -------
    list of KeptKernel
        Where each is kept, once for each signature.
    """
    wanted = calls(*packages)
    compile_all(wanted)
    return [call.load() for call in wanted]
