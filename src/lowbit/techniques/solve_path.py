"""The way to the solution, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.books import rule_book
from lowbit.techniques.facts import forget
from lowbit.techniques.registry import TECHNIQUES, works_on
from lowbit.techniques.technique import Options

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.techniques.books.rule import RuleBook
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step
    from lowbit.techniques.technique import Finder


def walk(
    position: Position, rules: str | Sequence[str] | RuleBook = "human"
) -> Iterator[tuple[Step, Position]]:
    """Yield each step and the position before it, until no rule applies.

    Parameters
    ----------
    position : Position
        The start of the walk.
    rules : str, sequence of str or RuleBook, default 'human'
        The rule book.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> from lowbit.grid import Grid
    >>> from lowbit.techniques.position import Position
    >>> start = Position(Grid("1... ...2 3... ...4", Geometry.parse("4x4")))
    >>> len([step for step, position in walk(start)])
    12
    """
    book = rule_book(rules)
    while not position.is_solved:
        step = book.first(position)
        if step is None:
            return
        yield step, position
        position, before = position.apply(step), position
        forget(before)


def every_step(
    position: Position, options: Options | None = None, book: RuleBook | None = None
) -> Iterator[Step]:
    """Yield every step that applies to a position, each distinct effect once.

    Parameters
    ----------
    position : Position
        The position.
    options : Options, optional
        The options of the finders; by default those of the book.
    book : RuleBook, optional
        The techniques to look for; all by default.
    """
    seen = set()
    for find, chosen, slugs in _searches(options, book):
        if not works_on(find, position.geometry):
            continue
        position.budget.charge()
        for step in find(position, chosen):
            position.budget.charge()
            key = (step.technique, step.effect)
            if step.technique in slugs and key not in seen:
                seen.add(key)
                yield step


def _searches(
    options: Options | None, book: RuleBook | None
) -> Iterator[tuple[Finder, Options, set[str]]]:
    """Yield finders, their options, and the techniques that count, the easiest first."""
    slugs_of: dict[tuple[Finder, Options], set[str]] = {}
    for slug, technique in TECHNIQUES.items():
        is_asked_for = technique.in_all if book is None else book.counts(slug)
        if is_asked_for and (technique.in_all or (book and book.is_list)):
            of_book = book.options_of(slug) if book else Options()
            slugs_of.setdefault((technique.find, options or of_book), set()).add(slug)
    for (find, chosen), slugs in slugs_of.items():
        yield find, chosen, slugs
