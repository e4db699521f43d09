"""Every technique by its slug."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from lowbit.arguments import unknown
from lowbit.errors import InputError
from lowbit.techniques.basics import brute_force, locked, singles, subsets
from lowbit.techniques.chains import braids, forcing, kraken, nice_loops, xy_chains
from lowbit.techniques.explainer import direct, exclusion, loops, universal_graves
from lowbit.techniques.explainer.chains import cycles, dynamic
from lowbit.techniques.sets import almost_locked_candidates as almost_locked
from lowbit.techniques.sets import (
    als,
    bent_sets,
    exocet,
    fireworks,
    sector_sets,
    sue_de_coq,
    tridagons,
    wings,
)
from lowbit.techniques.single_digit import chains as digit_chains
from lowbit.techniques.single_digit import colouring, fish, patterns, templates
from lowbit.techniques.unique import extended_rectangles
from lowbit.techniques.unique import rectangles as uniqueness

if TYPE_CHECKING:
    from lowbit.geometry import Geometry
    from lowbit.techniques.technique import Finder, Technique

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
    universal_graves,
    colouring,
    digit_chains,
    xy_chains,
    nice_loops,
    sue_de_coq,
    als,
    fireworks,
    sector_sets,
    tridagons,
    exocet,
    kraken,
    exclusion,
    cycles,
    dynamic,
    forcing,
    braids,
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
        xy_chains, nice_loops, sue_de_coq, als, forcing, braids, brute_force,
    )
    for technique in family.TECHNIQUES
)  # fmt: skip
"""The finders that work on grids that overlap: they need no rows and columns that all cross."""

OVER_PARTS: Final = frozenset(
    technique.find for family in (singles, locked, subsets) for technique in family.TECHNIQUES
)
"""The finders that work on boards with more digits than cells in some houses."""

NEAR: Final = 0.6
"""The least similarity of a slug to the request at which it is suggested."""


BY_CONSTRAINTS: Final = (
    "constraint", "rule-of-45", "constraint-locked", "innies-and-outies", "shared-house",
    "constraint-contradiction", "constraint-cases", "constraint-nested",
)  # fmt: skip
"""The slugs of the steps by constraints, in the order of rule books: no plain board has them."""


def works_on(find: Finder, geometry: Geometry) -> bool:
    """Return whether a finder works on a board."""
    if len(geometry.full_houses) < len(geometry.houses):
        return find in OVER_PARTS
    return geometry.is_one_square or find in OVER_HOUSES


def slug_named(slug: str) -> str:
    """Return the slug of a technique, or of steps by constraints.

    Raises
    ------
    InputError
        If there is none.
    """
    return slug if slug in BY_CONSTRAINTS else technique_named(slug).slug


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
