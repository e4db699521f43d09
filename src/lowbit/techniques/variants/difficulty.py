"""The difficulty of steps of puzzles with constraints, on the scale of Sudoku Explainer.

No other program rates them. A technique that Sudoku Explainer does not rate counts as the last one
before it in lowbit's own rule book that it does; steps by constraints grow with what is to be seen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from lowbit.techniques.books.human import ORDER
from lowbit.techniques.constrained import CONSTRAINT, RULE_OF_45
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.solve_path import walk
from lowbit.techniques.variants.cases import CASES
from lowbit.techniques.variants.needed import NEEDED
from lowbit.techniques.variants.nested import NESTED
from lowbit.techniques.variants.shares import SHARED
from lowbit.techniques.variants.sums import INNIES_AND_OUTIES
from lowbit.techniques.variants.trials import TRIAL

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.techniques.books.rule import RuleBook
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step

EASIEST: Final = 1.0
"""The rating of singles that have none."""

MOST: Final = 11.0
"""The highest rating of a contradiction, however long."""

BY_CONSTRAINTS: Final[dict[str, Callable[[Step], float]]] = {
    CONSTRAINT: lambda step: 1.5 + 0.1 * max(len(step.marks), len(step.sets)),
    RULE_OF_45: lambda step: 2.5 + 0.1 * len(step.marks),
    NEEDED: lambda step: 2.8 + 0.1 * len(step.sets),
    INNIES_AND_OUTIES: lambda step: 2.5 + 0.3 * len(step.houses) + 0.2 * len(step.marks),
    SHARED: lambda step: 3.0 + 0.2 * len(step.shares),
    TRIAL: lambda step: min(MOST, 5.0 + 0.1 * len(step.trail)),
    CASES: lambda step: min(MOST, 6.5 + 0.1 * sum(map(len, step.cases))),
    NESTED: lambda step: min(MOST, 8.5 + 0.1 * sum(1 + len(each.case) for each in step.trail)),
}
"""The ratings of steps by constraints, by their slugs."""


def difficulty_of(step: Step) -> float:
    """Return how hard a step is to see.

    Examples
    --------
    >>> from lowbit.techniques.step import Step
    >>> difficulty_of(Step("naked-pair")), difficulty_of(Step("skyscraper"))
    (3.0, 4.0)
    """
    if step.technique in BY_CONSTRAINTS:
        return round(BY_CONSTRAINTS[step.technique](step), 1)
    own = TECHNIQUES[step.technique].rating if step.rating is None else step.rating
    return _in_order().get(step.technique, MOST) if own is None else own


def hardest_on_way(start: Position, book: RuleBook) -> tuple[Step | None, bool]:
    """Return the hardest step by some rules, the first of several, and whether they suffice."""
    hardest, position = None, start
    for step, before in walk(start, book):
        position = before.apply(step)
        if hardest is None or difficulty_of(step) > difficulty_of(hardest):
            hardest = step
    return hardest, position.is_solved


@lru_cache(maxsize=1)
def _in_order() -> dict[str, float]:
    """Return the highest rating up to each technique of lowbit's own rule book."""
    highest = EASIEST
    found: dict[str, float] = {}
    for entry in ORDER:
        for slug in (entry,) if isinstance(entry, str) else entry:
            highest = max(highest, TECHNIQUES[slug].rating or EASIEST)
            found.setdefault(slug, highest)
    return found
