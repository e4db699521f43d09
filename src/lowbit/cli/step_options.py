"""Options that the commands on steps share."""

from __future__ import annotations

import click

from lowbit.errors import InputError
from lowbit.techniques.books import BOOKS, rule_book
from lowbit.techniques.wording.words import LANGUAGES

LANGUAGE = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    help="The language of sentences; en by default.",
)


def _rules(value: str) -> str | list[str]:
    """Return a rule book's name, or the techniques between commas."""
    if value in BOOKS:
        return value
    rules = value.split(",")
    try:
        rule_book(rules)
    except InputError as error:
        books = f"; the rule books are {', '.join(BOOKS)}" if len(rules) == 1 else ""
        raise click.BadParameter(f"{error}{books}") from None
    return rules


RULES = click.option(
    "--rules",
    type=_rules,
    default="human",
    metavar="RULES",
    help="The rule book: human (the default), hodoku or explainer; or the techniques to try, in "
    "order, with commas between them, each with its options: x-wing,x-chain:chain-links=6.",
)
