"""The difficulty of lowbit's own steps, with constraints or without, on Sudoku Explainer's scale.

Chains begin and grow as Sudoku Explainer's of their kind. Any other technique that it does not rate
counts as the last one before it in lowbit's own rule book that it does; steps by constraints, which
no other program rates, grow with what is to be seen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from lowbit.techniques.books.human import ORDER
from lowbit.techniques.constrained import CONSTRAINT, RULE_OF_45
from lowbit.techniques.explainer.rating import length_rating, printed
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
    from lowbit.techniques.step import Chain, Step

EASIEST: Final = 1.0
"""The rating of singles that have none."""

MOST: Final = 11.0
"""The highest rating of a contradiction, however long."""

CHAINS: Final = {
    **dict.fromkeys(("x-chain", "xy-chain"), 6.6),
    **dict.fromkeys(("aic", "continuous-nice-loop", "discontinuous-nice-loop"), 7.0),
    "grouped-aic": 7.0,
    **dict.fromkeys(("grouped-continuous-nice-loop", "grouped-discontinuous-nice-loop"), 7.0),
    "forcing-chain-contradiction": 7.5,
    "forcing-chain-verity": 8.0,
    **dict.fromkeys(("forcing-net-contradiction", "forcing-net-verity"), 8.5),
}
"""The ratings of the shortest chains, by their slugs: those of Sudoku Explainer's chains by houses,
by houses and cells, of Nishio, of several candidates, and of dynamic ones."""

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
    if own is None and step.technique in CHAINS:
        length = length_rating(sum(map(_n_nodes, step.chains)))
        return min(MOST, printed(CHAINS[step.technique] + length))
    return _in_order().get(step.technique, MOST) if own is None else own


def _n_nodes(chain: Chain) -> int:
    """Return how many nodes a chain has, with those of the chains that it stands on."""
    return len(chain) + sum(map(_n_nodes, (*chain.branches, *chain.nested)))


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
            highest = max(highest, TECHNIQUES[slug].rating or CHAINS.get(slug, EASIEST))
            found.setdefault(slug, highest)
    return found
