"""``lowbit techniques``: the list of all techniques, and the lesson on each."""

from __future__ import annotations

import json
from difflib import get_close_matches

import click

from lowbit.cli.examples import examples
from lowbit.cli.run.report import OK
from lowbit.cli.step_options import LANGUAGE
from lowbit.techniques.registry import BY_CONSTRAINTS, TECHNIQUES
from lowbit.techniques.technique import columns


def _require_known(
    _ctx: click.Context, _argument: click.Parameter, slugs: tuple[str, ...]
) -> tuple[str, ...]:
    """Return slugs of techniques, or say which one is none and what it may have meant."""
    for slug in slugs:
        if slug not in TECHNIQUES and slug not in BY_CONSTRAINTS:
            near = ", ".join(get_close_matches(slug, [*TECHNIQUES, *BY_CONSTRAINTS], 3))
            meant = f"; did you mean {near}?" if near else "; without a name, all are listed"
            raise click.BadParameter(f"unknown technique {slug!r}{meant}")
    return slugs


@click.command(
    "techniques",
    epilog=examples("lowbit techniques", "lowbit techniques --to json", "lowbit techniques x-wing"),
)
@click.argument("slugs", metavar="[SLUG]...", nargs=-1, callback=_require_known)
@LANGUAGE
@click.option(
    "--to",
    type=click.Choice(["line", "json"]),
    default="line",
    help="The format of the output; line by default.",
)
def command(slugs: tuple[str, ...], *, language: str, to: str) -> int:
    """List the techniques, family by family, or give lessons on some.

    Each line holds, separated by tabs: slug, name, family, HoDoKu's name, score and level, and
    Sudoku Explainer's name and rating.

    With the slugs of techniques: the lesson on each, with its argument, the board of an example,
    and positions to practise it in. Steps by the constraints of a puzzle have lessons, too:
    constraint, rule-of-45, constraint-locked, innies-and-outies, shared-house,
    constraint-contradiction, constraint-cases, constraint-nested.
    """
    for slug in slugs:
        click.echo(_lesson(slug, language, to))
    if slugs:
        return OK
    for technique in TECHNIQUES.values():
        fields = columns(technique)
        if to == "json":
            click.echo(json.dumps(fields))
        else:
            click.echo("\t".join("" if value is None else str(value) for value in fields.values()))
    return OK


def _lesson(slug: str, language: str, to: str) -> str:
    from lowbit.verbs.steps.lesson_text import lesson_record, lesson_text  # the list needs none

    if to == "json":
        return json.dumps(lesson_record(slug, language), ensure_ascii=False)
    return f"{lesson_text(slug, language)}\n"
