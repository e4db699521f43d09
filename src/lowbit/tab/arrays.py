"""NumPy, or the stand-in for it where there is none."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec

NAMES = ("", ".lib", ".lib.stride_tricks")
"""The modules of NumPy that are imported."""


def install(*, always: bool = False) -> bool:
    """Let ``import numpy`` find the stand-in where there is no NumPy, or always.

    Returns
    -------
    bool
        Whether it finds the stand-in from now on.
    """
    known = sys.modules.get("numpy")
    if known is not None and known is sys.modules.get("lowbit.tab.numpy"):
        return True
    if not always and (known or find_spec("numpy")):
        return False
    for name in NAMES:
        sys.modules[f"numpy{name}"] = import_module(f"lowbit.tab.numpy{name}")
    return True
