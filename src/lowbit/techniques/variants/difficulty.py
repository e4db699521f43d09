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
from lowbit.techniques.variants.needed import NEEDED
from lowbit.techniques.variants.sums import INNIES_AND_OUTIES
from lowbit.techniques.variants.trials import TRIAL

if TYPE_CHECKING:
    from collections.abc import Callable

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
    TRIAL: lambda step: min(MOST, 5.0 + 0.1 * len(step.trail)),
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
