"""Sudoku Explainer 1.2.1's rule book: its order, and its choice among equal steps."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from lowbit.techniques.books.rule import Rule, RuleBook
from lowbit.techniques.explainer import direct, exclusion, loops, universal_graves, wings
from lowbit.techniques.explainer.chains import cycles, dynamic
from lowbit.techniques.explainer.sets import finder, fish, hidden_sets, locked, naked_sets
from lowbit.techniques.step import Role

if TYPE_CHECKING:
    from lowbit.techniques.technique import Finder

RECTANGLES = tuple(f"unique-rectangle-{kind}" for kind in range(1, 5))
LOOPS = tuple(technique.slug for technique in loops.TECHNIQUES)
UNIVERSAL_GRAVES = ("bug-plus-1", *(technique.slug for technique in universal_graves.TECHNIQUES))

ORDER: tuple[tuple[Finder, tuple[str, ...]], ...] = (
    (direct.hidden_singles, ("hidden-single",)),
    (direct.direct_locked, ("direct-pointing", "direct-claiming")),
    (direct.direct_hidden_pairs, ("direct-hidden-pair",)),
    (direct.naked_singles, ("naked-single",)),
    (direct.direct_hidden_triples, ("direct-hidden-triple",)),
    (finder(locked, Role.LOCKED), ("pointing", "claiming")),
    (finder(partial(naked_sets, 2)), ("naked-pair",)),
    (finder(partial(fish, 2), Role.BASE), ("x-wing",)),
    (finder(partial(hidden_sets, 2)), ("hidden-pair",)),
    (finder(partial(naked_sets, 3)), ("naked-triple",)),
    (finder(partial(fish, 3), Role.BASE), ("swordfish",)),
    (finder(partial(hidden_sets, 3)), ("hidden-triple",)),
    (wings.xy_wings, ("xy-wing",)),
    (wings.xyz_wings, ("xyz-wing",)),
    (loops.unique_loops, (*RECTANGLES, *LOOPS)),
    (finder(partial(naked_sets, 4)), ("naked-quadruple",)),
    (finder(partial(fish, 4), Role.BASE), ("jellyfish",)),
    (finder(partial(hidden_sets, 4)), ("hidden-quadruple",)),
    (universal_graves.universal_graves, UNIVERSAL_GRAVES),
    (exclusion.aligned_pairs, ("aligned-pair-exclusion",)),
    (cycles.cycles_and_chains, tuple(technique.slug for technique in cycles.TECHNIQUES)),
    (exclusion.aligned_triples, ("aligned-triple-exclusion",)),
    *(
        (find, tuple(technique.slug for technique in techniques))
        for find, techniques in groupby(dynamic.TECHNIQUES, key=attrgetter("find"))
    ),
)

FLOORS = (
    1.0, 1.7, 2.0, 2.3, 2.5, 2.6, 3.0, 3.2, 3.4, 3.6, 3.8, 4.0, 4.2, 4.4, 4.5, 5.0, 5.2, 5.4, 5.6,
    6.2, 6.5, 7.5, 7.5, 8.0, 8.5, 9.0, 9.5, 10.0, 10.5, 11.0,
)  # fmt: skip
"""The lowest rating that a step of each rule can have."""

BOOK = RuleBook("explainer", tuple(Rule(find, slugs) for find, slugs in ORDER))


def up_to_rating(most: float) -> RuleBook:
    """Return the book without the last rules, all of whose steps are rated higher.

    A puzzle that it does not solve is rated higher, too.

    Examples
    --------
    >>> up_to_rating(2.3).rules[-1].slugs
    ('naked-single',)
    """
    n_rules = max(number for number, floor in enumerate(FLOORS, 1) if floor <= max(most, FLOORS[0]))
    return RuleBook(BOOK.name, BOOK.rules[:n_rules])
