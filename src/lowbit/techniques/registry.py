"""Every technique by its slug."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from lowbit.arguments import unknown
from lowbit.errors import InputError
from lowbit.techniques import (
    almost_locked,
    als,
    bent_sets,
    brute_force,
    colouring,
    digit_chains,
    exocet,
    extended_rectangles,
    fireworks,
    fish,
    forcing,
    kraken,
    locked,
    nice_loops,
    patterns,
    sector_sets,
    singles,
    subsets,
    sue_de_coq,
    templates,
    uniqueness,
    wings,
    xy_chains,
)
from lowbit.techniques.explainer import cycles, direct, dynamic, exclusion, graves, loops

if TYPE_CHECKING:
    from lowbit.techniques.technique import Technique

FAMILIES = (
    singles,
    direct,
    locked,
    subsets,
    almost_locked,
    fish,
    patterns,
    wings,
    bent_sets,
    uniqueness,
    extended_rectangles,
    loops,
    graves,
    colouring,
    digit_chains,
    xy_chains,
    nice_loops,
    sue_de_coq,
    als,
    fireworks,
    sector_sets,
    exocet,
    kraken,
    exclusion,
    cycles,
    dynamic,
    forcing,
    templates,
    brute_force,
)
"""The modules of the families, the easiest first."""

TECHNIQUES: dict[str, Technique] = {
    technique.slug: technique for family in FAMILIES for technique in family.TECHNIQUES
}
"""Every technique by its slug, family by family."""


OVER_HOUSES: Final = frozenset(
    technique.find
    for family in (
        singles, locked, subsets, almost_locked, wings, bent_sets, colouring, digit_chains,
        xy_chains, nice_loops, sue_de_coq, als, forcing, brute_force,
    )
    for technique in family.TECHNIQUES
)  # fmt: skip
"""The finders that work on grids that overlap: they need no rows and columns that all cross."""

NEAR: Final = 0.6
"""The least similarity of a slug to the request at which it is suggested."""


def technique_named(slug: str) -> Technique:
    """Return the technique with a slug.

    Raises
    ------
    InputError
        If there is none.
    """
    if slug not in TECHNIQUES:
        near = get_close_matches(slug, TECHNIQUES, 5, NEAR)
        reason = unknown("technique", slug, near) if near else f"unknown technique {slug!r}"
        raise InputError(f"{reason}; the keys of lowbit.techniques.TECHNIQUES are all of them")
    return TECHNIQUES[slug]
