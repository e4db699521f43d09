"""Calls of all kernels, package by package, by which they are compiled ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.classic.calls import calls as classic
from lowbit.kernels.fewest.calls import calls as fewest
from lowbit.kernels.general.best import no_tables
from lowbit.kernels.general.calls import calls as general
from lowbit.kernels.hodoku.calls import calls as hodoku
from lowbit.kernels.rating.calls import calls as rating
from lowbit.kernels.trials.calls import calls as trials
from lowbit.kernels.variants.calls import calls as variants
from lowbit.kernels.vicinity.calls import calls as vicinity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lowbit.kernels.core.compile import Call

PACKAGES: Final[dict[str, Callable[[], Iterable[Call]]]] = {
    "rating": rating,
    "hodoku": hodoku,
    "variants": lambda: variants(no_tables(1, 1)),
    "classic": classic,
    "general": general,
    "trials": trials,
    "vicinity": vicinity,
    "fewest": fewest,
}
"""The calls of each package. The packages whose kernels take longest to compile come first."""


def calls(*packages: str) -> list[Call]:
    """Return the calls of the kernels of some packages; of all, if none is named."""
    return [call for name in packages or PACKAGES for call in PACKAGES[name]()]
