"""Add a page for each technique to the site: what it says, why it is true, a picture of it.

The pages are made from the registry, the lessons beside it and `technique_examples.tsv`, which has
a position for each technique: its givens, all its digits, the candidates of its open cells with
commas between the cells, and what the step shown there does.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lowbit.formats.puzzle import puzzle_text
from lowbit.grid import Grid, Masks
from lowbit.pictures import render
from lowbit.techniques.books import BOOKS
from lowbit.techniques.lessons import lesson
from lowbit.techniques.position import Position
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.technique import Options
from lowbit.techniques.wording.notation import eliminations_list, placements_list
from lowbit.techniques.wording.reasons.reason import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

    from lowbit.techniques.step import Step
    from lowbit.techniques.technique import Technique

EXAMPLES = Path(__file__).with_name("technique_examples.tsv")
FOLDER = "reference/techniques"
INDEX = "reference/techniques.md"
ROW = re.compile(r"^\| `([a-z0-9-]+)` \|", re.MULTILINE)


class Example(NamedTuple):
    """A position, and what a step does there."""

    position: Position
    effect: str

    def step(self, technique: Technique) -> Step:
        """Return the step of a technique that does this."""
        options = Options(duals=technique.slug.startswith("dual-"))
        return next(
            step
            for step in technique.find(self.position, options)
            if step.technique == technique.slug and effect_of(step, self.position) == self.effect
        )


def effect_of(step: Step, position: Position) -> str:
    """Return what a step does, as the examples have it."""
    board = position.geometry
    placed, eliminated = sorted(step.placements), sorted(step.eliminations)
    return " ".join([*placements_list(board, placed), *eliminations_list(board, eliminated)])


@cache
def examples() -> dict[str, Example]:
    """Return the example of each technique that has one."""
    lines = EXAMPLES.read_text(encoding="utf-8").splitlines()[1:]
    return {slug: _example(*fields) for slug, *fields in (line.split("\t") for line in lines)}


def _example(givens: str, digits: str, candidates: str, effect: str) -> Example:
    puzzle = Grid(givens)
    filled = [cell for cell, digit in enumerate(Grid(digits)) if digit and not puzzle[cell]]
    position = Position(Grid(digits), filled)
    eliminated = [
        (cell, digit)
        for cell, kept in enumerate(candidates.split(","))
        for digit in position.candidates_of(cell)
        if str(digit) not in kept
    ]
    return Example(position.after((), eliminated), effect)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and their pictures."""
    from mkdocs.structure.files import File  # the tests of this module have no mkdocs

    for slug, technique in TECHNIQUES.items():
        example, step = examples().get(slug), None
        if example:
            step = example.step(technique)
            picture = render(example.position, step=step, theme="auto")
            files.append(File.generated(config, f"{FOLDER}/{slug}.svg", content=picture))
        text = page(technique, step)
        files.append(File.generated(config, f"{FOLDER}/{slug}.md", content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Lead from the table of all techniques to their pages."""
    if page.file.src_uri != INDEX:
        return markdown
    return ROW.sub(r"| [`\1`](techniques/\1.md) |", markdown)


def page(technique: Technique, step: Step | None) -> str:
    """Return the page of a technique, with a picture of a step if there is one."""
    told = lesson(technique.slug)
    parts = [
        f"# {technique.name[0].upper()}{technique.name[1:]}",
        told.says,
        f"**Why it is true.** {told.why}",
    ]
    if technique.uniqueness:
        parts.append("It relies on the puzzle having one solution.")
    if step:
        position = examples()[technique.slug].position
        text = sentences(step, position)
        trying = f"<!-- try {puzzle_text(Grid(Masks(position.masks)))} -->"  # see `try_it`
        parts += ["## Example", f"![{text}]({technique.slug}.svg)", text, trying]
    parts += ["## Names and scores", "\n".join(_facts(technique, told.others))]
    parts.append("[All techniques](../techniques.md)")
    return "\n\n".join(parts) + "\n"


def _facts(technique: Technique, others: tuple[str, ...]) -> Iterator[str]:
    yield "| | |"
    yield "|---|---|"
    yield f"| in lowbit | `{technique.slug}` |"
    if others:
        yield f"| also called | {', '.join(others)} |"
    yield f"| HoDoKu | {_foreign(technique.hodoku_name, technique.score, technique.level)} |"
    yield f"| Sudoku Explainer | {_foreign(technique.explainer_name, technique.rating)} |"
    books = [f"`{name}`" for name, book in BOOKS.items() if book.counts(technique.slug)]
    yield f"| rule books | {', '.join(books) or 'none: name it'} |"


def _foreign(name: str | None, *more: float | str | None) -> str:
    if name is None:
        return "not known there"
    return ", ".join(str(part) for part in (name, *more) if part is not None)
