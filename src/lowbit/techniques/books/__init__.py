"""Rule books: which techniques are tried, in which order, and how far each goes.

``hodoku`` is that of the program of this name, ``human`` is lowbit's own. A list of slugs makes
another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.arguments import unknown
from lowbit.errors import InputError
from lowbit.techniques.books import explainer, hodoku, human
from lowbit.techniques.books.rule import RuleBook, book_of

if TYPE_CHECKING:
    from collections.abc import Sequence

BOOKS: dict[str, RuleBook] = {book.name: book for book in (hodoku.BOOK, explainer.BOOK, human.BOOK)}
"""The rule books that have a name."""


def rule_book(rules: str | Sequence[str] | RuleBook) -> RuleBook:
    """Return a rule book by its name, or the one that tries the techniques given, in order.

    Parameters
    ----------
    rules : str, sequence of str or RuleBook
        A name, a list of slugs, or a rule book.

    Raises
    ------
    InputError
        If there is no rule book of that name, or no technique of one of the slugs.

    Examples
    --------
    >>> [rule.slugs for rule in rule_book(["naked-single"]).rules]
    [('naked-single',)]
    """
    if isinstance(rules, RuleBook):
        return rules
    if not isinstance(rules, str):
        return book_of("custom", rules)
    if rules not in BOOKS:
        raise InputError(f"{unknown('rule book', rules, BOOKS)}, or list techniques")
    return BOOKS[rules]
