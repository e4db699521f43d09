"""Warm-up: kernels are loaded or compiled before they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.classic.calls import calls as classic
from lowbit.kernels.general.best import no_tables
from lowbit.kernels.general.calls import calls as general
from lowbit.kernels.hodoku.calls import calls as hodoku
from lowbit.kernels.rating.calls import calls as rating
from lowbit.kernels.variants.calls import calls as variants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lowbit.kernels.core.cache import KeptKernel
    from lowbit.kernels.core.compile import Call

PACKAGES: Final[dict[str, Callable[[], Iterable[Call]]]] = {
    "rating": rating,
    "classic": classic,
    "hodoku": hodoku,
    "general": general,
    "variants": lambda: variants(no_tables(1, 1)),
}
"""The calls of each package, by which its kernels are compiled."""


def calls(*packages: str) -> list[Call]:
    """Return the calls of the kernels of some packages; of all, if none is named."""
    return [call for name in packages or PACKAGES for call in PACKAGES[name]()]


def warm_up(*packages: str) -> list[KeptKernel]:
    """Load or compile the kernels of some packages for this machine; of all, if none is named.

    Parameters
    ----------
    *packages : str
        Names of `PACKAGES`.

    Returns
    -------
    list of KeptKernel
        Where each is kept, once for each signature.
    """
    return [call.load() for call in calls(*packages)]


def packages_at_hand() -> list[str]:
    """Return the packages of which nothing need be compiled."""
    return [name for name in PACKAGES if all(call.is_at_hand for call in calls(name))]
