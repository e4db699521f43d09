"""Every technique by its slug."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from lowbit.errors import InputError
from lowbit.geometry import CLASSIC
from lowbit.techniques import (
    als,
    brute_force,
    colouring,
    digit_chains,
    fish,
    forcing,
    kraken,
    locked,
    nice_loops,
    patterns,
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
    from collections.abc import Iterator
    from types import ModuleType

    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step
    from lowbit.techniques.technique import Finder, Options, Technique

FAMILIES = (
    singles,
    direct,
    locked,
    subsets,
    fish,
    patterns,
    wings,
    uniqueness,
    loops,
    graves,
    colouring,
    digit_chains,
    xy_chains,
    nice_loops,
    sue_de_coq,
    als,
    kraken,
    exclusion,
    cycles,
    dynamic,
    forcing,
    templates,
    brute_force,
)
"""The modules of the families, the easiest first."""

EXPLAINER = frozenset((direct, loops, graves, exclusion, cycles, dynamic))
"""Sudoku Explainer's own, which are stated for the classic board alone."""


@cache
def _on_the_classic_board(find: Finder) -> Finder:
    """Return a finder that finds nothing on any other board."""

    def find_there(position: Position, options: Options) -> Iterator[Step]:
        return find(position, options) if position.geometry == CLASSIC else iter(())

    return find_there


def _registered(family: ModuleType, technique: Technique) -> Technique:
    if family not in EXPLAINER:
        return technique
    return replace(technique, find=_on_the_classic_board(technique.find))


TECHNIQUES: dict[str, Technique] = {
    technique.slug: _registered(family, technique)
    for family in FAMILIES
    for technique in family.TECHNIQUES
}
"""Every technique by its slug, family by family."""


def technique_named(slug: str) -> Technique:
    """Return the technique with a slug.

    Raises
    ------
    InputError
        If there is none.
    """
    if slug not in TECHNIQUES:
        raise InputError(f"there is no technique {slug!r}; there are {', '.join(TECHNIQUES)}")
    return TECHNIQUES[slug]
