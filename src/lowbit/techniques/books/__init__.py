"""Rule books: which techniques are tried, in which order, and how far each goes.

``hodoku`` and ``explainer`` are those of the programs HoDoKu and Sudoku Explainer, ``human`` is
lowbit's own. A list of techniques makes another; options may follow each technique:
``x-chain:chain-links=6``.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from lowbit.arguments import unknown
from lowbit.errors import InputError
from lowbit.techniques.books import explainer, hodoku, human
from lowbit.techniques.books.rule import RuleBook, book_of
from lowbit.techniques.technique import Options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.techniques.books.rule import Rule

BOOKS: dict[str, RuleBook] = {book.name: book for book in (hodoku.BOOK, explainer.BOOK, human.BOOK)}
"""The rule books that have a name."""

SWITCHES = {"yes": True, "no": False}


def rule_book(rules: str | Sequence[str] | RuleBook) -> RuleBook:
    """Return a rule book by its name, or the one that tries the techniques given, in order.

    Parameters
    ----------
    rules : str, sequence of str or RuleBook
        A name, a list of slugs, or a rule book. A slug may be followed by options of its finder,
        the fields of `Options`, each after a colon: ``als-xz:als-overlap=yes``.

    Raises
    ------
    InputError
        If there is no rule book of that name, no technique of one of the slugs, or no such option.

    Examples
    --------
    >>> [rule.slugs for rule in rule_book(["naked-single", "x-chain:chain-links=6"]).rules]
    [('naked-single',), ('x-chain',)]
    """
    if isinstance(rules, RuleBook):
        return rules
    if not isinstance(rules, str):
        listed = tuple(rule for entry in rules for rule in _rules_of(entry))
        return RuleBook("custom", listed, is_list=True)
    if rules not in BOOKS:
        raise InputError(f"{unknown('rule book', rules, BOOKS)}, or list techniques")
    return BOOKS[rules]


def _rules_of(entry: str) -> tuple[Rule, ...]:
    """Return the rules of an entry of a list."""
    slug, *settings = entry.split(":")
    if slug in BOOKS:
        raise InputError(f"{slug!r} is a rule book; name it alone, or list techniques")
    return book_of("custom", [slug], Options(**dict(map(_setting, settings)))).rules


def _setting(text: str) -> tuple[str, Any]:
    """Return the name and the value of an option."""
    name, _, value = text.partition("=")
    field = name.replace("-", "_")
    kinds = {each.name: type(each.default) for each in fields(Options)}
    if field not in kinds:
        raise InputError(unknown("option", name, (one.replace("_", "-") for one in kinds)))
    if kinds[field] is bool and value in SWITCHES:
        return field, SWITCHES[value]
    if kinds[field] is int and value.isdecimal():
        return field, int(value)
    wanted = "yes or no" if kinds[field] is bool else "a whole number"
    raise InputError(f"the option {name!r} must be {wanted}, not {value!r}")
