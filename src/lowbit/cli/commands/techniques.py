"""``lowbit techniques``: the list of all techniques."""

from __future__ import annotations

import json

import click

from lowbit.cli.examples import examples
from lowbit.cli.run.report import OK
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.technique import columns


@click.command("techniques", epilog=examples("lowbit techniques", "lowbit techniques --to json"))
@click.option(
    "--to",
    type=click.Choice(["line", "json"]),
    default="line",
    help="The format of the output; line by default.",
)
def command(to: str) -> int:
    """List the techniques, family by family.

    Each line holds, separated by tabs: slug, name, family, HoDoKu's name, score and level, and
    Sudoku Explainer's name and rating.
    """
    for technique in TECHNIQUES.values():
        fields = columns(technique)
        if to == "json":
            click.echo(json.dumps(fields))
        else:
            click.echo("\t".join("" if value is None else str(value) for value in fields.values()))
    return OK
