"""The place of steps by constraints in a rule book: among the techniques as hard as they are."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from lowbit.techniques import constrained
from lowbit.techniques.basics import locked, singles, subsets
from lowbit.techniques.books import rule_book
from lowbit.techniques.books.rule import Rule, RuleBook
from lowbit.techniques.registry import BY_CONSTRAINTS
from lowbit.techniques.variants.cases import CASES, by_cases
from lowbit.techniques.variants.needed import NEEDED, by_needed_digits
from lowbit.techniques.variants.nested import NESTED, by_nested_trials
from lowbit.techniques.variants.shares import SHARED, by_shared_houses
from lowbit.techniques.variants.sums import INNIES_AND_OUTIES, by_innies_and_outies
from lowbit.techniques.variants.trials import TRIAL, by_trials

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.techniques.position import Position
    from lowbit.techniques.technique import Technique

EASY: Final = constrained.RULES
"""The rules that come after the singles: one constraint, one house."""

WIDER: Final = (
    Rule(by_needed_digits, (NEEDED,)),
    Rule(by_innies_and_outies, (INNIES_AND_OUTIES,)),
    Rule(by_shared_houses, (SHARED,)),
)
"""The rules that come after the pairs and triples: what a constraint needs, several houses."""

TRIALS: Final = (Rule(by_trials, (TRIAL,)), Rule(by_cases, (CASES,)))
"""The rules that come before the rules that take long to follow."""

LAST: Final = (Rule(by_nested_trials, (NESTED,)),)
"""The rules that come last."""

RULES: Final = (*EASY, *WIDER, *TRIALS, *LAST)
"""All rules that rule books have in addition for puzzles with constraints."""

BASIC: Final = (*singles.TECHNIQUES, *locked.TECHNIQUES, *subsets.TECHNIQUES)


def rule_of(slug: str) -> Rule:
    """Return the rule of steps by constraints."""
    return next(rule for rule in RULES if rule.counts(slug))


def book_in(
    rules: str | Sequence[str] | RuleBook, position: Position, *, several: bool = False
) -> RuleBook:
    """Return a rule book for the puzzle of a position: its valid rules, and those by constraints.

    Parameters
    ----------
    rules : str, sequence of str or RuleBook
        The rule book.
    position : Position
        The position.
    several : bool
        Whether the puzzle has several solutions.
    """
    geometry = position.geometry
    book = _listed(rules).on(geometry)
    if several or position.constraints:
        book = book.without_uniqueness()
    if position.constraints or len(geometry.full_houses) < len(geometry.houses):
        book = with_constraints(book)
    if several and not book.is_list:  # contradictions are rare there, and to look takes long
        book = book.without([NESTED])
    return book


def _listed(rules: str | Sequence[str] | RuleBook) -> RuleBook:
    """Return a rule book; in a list, steps by constraints may be named as well."""
    if isinstance(rules, (str, RuleBook)):
        return rule_book(rules)
    named = [
        (rule_of(entry),) if entry in BY_CONSTRAINTS else rule_book([entry]).rules
        for entry in rules
    ]
    return replace(rule_book([]), rules=tuple(rule for each in named for rule in each))


def with_constraints(book: RuleBook) -> RuleBook:
    """Return a rule book that looks at constraints after the singles that it begins with.

    A list that names steps by constraints has those, and no others.
    """
    if any(rule.is_by_constraints for rule in book.rules):
        return book
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
            *LAST,
            *rules[n_basic:],
        ),
    )


def _n_before(book: RuleBook, techniques: tuple[Technique, ...]) -> int:
    """Return how many rules of some techniques a book begins with."""
    finders = {technique.find for technique in techniques}
    return len([*takewhile(lambda rule: rule.find in finders, book.rules)])
