"""The place of steps by constraints in a rule book: among the techniques as hard as they are."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from lowbit.techniques import constrained
from lowbit.techniques.basics import locked, singles, subsets
from lowbit.techniques.books.rule import Rule
from lowbit.techniques.variants.needed import NEEDED, by_needed_digits
from lowbit.techniques.variants.sums import INNIES_AND_OUTIES, by_innies_and_outies
from lowbit.techniques.variants.trials import TRIAL, by_trials

if TYPE_CHECKING:
    from lowbit.techniques.books.rule import RuleBook
    from lowbit.techniques.technique import Technique

EASY: Final = constrained.RULES
"""The rules that come after the singles: one constraint, one house."""

WIDER: Final = (
    Rule(by_needed_digits, (NEEDED,)),
    Rule(by_innies_and_outies, (INNIES_AND_OUTIES,)),
)
"""The rules that come after the pairs and triples: what a constraint needs, several houses."""

TRIALS: Final = (Rule(by_trials, (TRIAL,)),)
"""The rules that come before the rules that take long to follow."""

RULES: Final = (*EASY, *WIDER, *TRIALS)
"""All rules that rule books have in addition for puzzles with constraints."""

BASIC: Final = (*singles.TECHNIQUES, *locked.TECHNIQUES, *subsets.TECHNIQUES)


def with_constraints(book: RuleBook) -> RuleBook:
    """Return a rule book that looks at constraints after the singles that it begins with."""
    n_singles = _n_before(book, singles.TECHNIQUES)
    n_basic = _n_before(book, BASIC)
    rules = book.rules
    return replace(
        book,
        rules=(
            *rules[:n_singles],
            *EASY,
            *rules[n_singles:n_basic],
            *WIDER,
            *TRIALS,
            *rules[n_basic:],
        ),
    )


def _n_before(book: RuleBook, techniques: tuple[Technique, ...]) -> int:
    """Return how many rules of some techniques a book begins with."""
    finders = {technique.find for technique in techniques}
    return len([*takewhile(lambda rule: rule.find in finders, book.rules)])
