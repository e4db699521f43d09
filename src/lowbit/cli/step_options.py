"""Options that the commands on steps share."""

from __future__ import annotations

import click

from lowbit.errors import InputError
from lowbit.techniques.books import BOOKS, rule_book
from lowbit.techniques.words import LANGUAGES

LANGUAGE = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    help="The language of sentences; en by default.",
)


class RulesType(click.ParamType[str | list[str]]):
    """A rule book by its name, or techniques with commas between them."""

    name = "rules"

    def convert(
        self, value: str | list[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | list[str]:
        """Return the name, or the list."""
        if isinstance(value, list) or value in BOOKS:
            return value
        rules = value.split(",")
        try:
            rule_book(rules)
        except InputError as error:
            books = f"; the rule books are {', '.join(BOOKS)}" if len(rules) == 1 else ""
            self.fail(f"{error}{books}", param, ctx)
        return rules


RULES = click.option(
    "--rules",
    type=RulesType(),
    default="human",
    metavar="RULES",
    help="The rule book: human (the default), hodoku or explainer; or the techniques to try, in "
    "order, with commas between them, each with its options: x-wing,x-chain:chain-links=6.",
)
