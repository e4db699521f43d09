"""Add pages for each technique to the site, one a language: its lesson, and positions to practise.

The pages are made from the registry and the lessons beside it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from lowbit.formats.puzzle import puzzle_text
from lowbit.grid import Grid, Masks
from lowbit.pictures import render
from lowbit.techniques.books import BOOKS
from lowbit.techniques.lessons import TERMS, lesson
from lowbit.techniques.lessons.examples import example, practice_puzzles
from lowbit.techniques.registry import BY_CONSTRAINTS, TECHNIQUES
from lowbit.techniques.wording.description import name_of
from lowbit.techniques.wording.reasons.reason import sentences
from lowbit.verbs.steps.practice import BOOK, POSITIONS, lesson_position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step
    from lowbit.techniques.technique import Technique

FOLDER = "reference/techniques"
INDEX = "reference/techniques.md"
ROW = re.compile(r"^\| `([a-z0-9-]+)` \|", re.MULTILINE)
TITLE = re.compile(r"^# .*\n", re.MULTILINE)

WORDS = {
    "en": {
        "why": "**Why it is true.** ",
        "unique": "It relies on the puzzle having one solution.",
        "terms": "**The words.** ",
        "example": "## Example",
        "practise": "## Practise",
        "find": "In each of these positions, it is the next step. Find it.",
        "copies": "Easier techniques came first wherever it was looked for: these positions are "
        "turned copies of the example, in which it applies. Find it.",
        "names": "## Names and scores",
        "all": "[All techniques](../techniques.md)",
    },
    "zh": {
        "why": "**为什么成立。**",
        "unique": "它依赖题目只有一个解。",
        "terms": "**用语。**",
        "example": "## 例子",
        "practise": "## 练习",
        "find": "下面每个盘面的下一步都是它。找找看。",
        "copies": "凡是找过的题目里总有更简单的技巧先出现：这些盘面是例子的变换，可以用它。"
        "找找看。",
        "names": "## 名称与评分",
        "all": "[所有技巧](zh.md)",
    },
}
PAGES = {"en": "{}.md", "zh": "{}.zh.md"}
PICTURES = {"en": "{}.svg", "zh": "{}.zh.svg"}
OTHER = {"en": ("zh", "中文"), "zh": ("en", "English")}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and their pictures."""
    from mkdocs.structure.files import File  # the tests of this module have no mkdocs

    for path, content in _contents():
        files.append(File.generated(config, f"{FOLDER}/{path}", content=content))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Lead from the table of all techniques to their pages."""
    if page.file.src_uri != INDEX:
        return markdown
    linked = ROW.sub(r"| [`\1`](techniques/\1.md) |", markdown)
    return TITLE.sub(r"\g<0>\n[中文](techniques/zh.md)\n", linked, count=1)


SLUGS = (*TECHNIQUES, *BY_CONSTRAINTS)


def page(slug: str, language: str = "en") -> str:
    """Return the page of a technique, or of a step by constraints."""
    told, words = lesson(slug, language), WORDS[language]
    name = name_of(slug, language)
    other, other_name = OTHER[language]
    parts = [
        f"# {name[0].upper()}{name[1:]}",
        told.says,
        words["why"] + told.why,
    ]
    if slug in TECHNIQUES and TECHNIQUES[slug].uniqueness:
        parts.append(words["unique"])
    parts.append(words["terms"] + _terms(language))
    parts += [words["example"], *_example(slug, language)]
    if BOOKS[BOOK].counts(slug):
        found = words["find" if practice_puzzles(slug) else "copies"]
        parts += [words["practise"], found, *_positions(slug)]
    parts += [words["names"], "\n".join(_facts(slug, told.others))]
    parts.append(f"{words['all']} · [{other_name}]({PAGES[other].format(slug)})")
    return "\n\n".join(parts) + "\n"


def _contents() -> Iterator[tuple[str, str]]:
    """Yield the path of each page and of each picture, and its content."""
    for slug in SLUGS:
        position, step = _shown(slug)
        for language, picture in PICTURES.items():
            drawn = render(position, step=step, theme="auto", language=language)
            yield picture.format(slug), drawn
        if BOOKS[BOOK].counts(slug):
            for number in range(1, POSITIONS + 1):
                picture = render(_position(slug, number), theme="auto")
                yield f"{slug}-{number}.svg", picture
        for language, path in PAGES.items():
            yield path.format(slug), page(slug, language)
    yield "zh.md", _chinese_index()


def _chinese_index() -> str:
    rows = (
        f"- [{name_of(slug, 'zh')}]({PAGES['zh'].format(slug)})（{name_of(slug)}）"
        for slug in SLUGS
    )
    return "# 技巧\n\n[English](../techniques.md)\n\n" + "\n".join(rows) + "\n"


def _terms(language: str) -> str:
    colon, stop = (": ", "; ") if language == "en" else ("：", "；")
    return stop.join(f"*{term}*{colon}{text}" for term, text in TERMS[language].items())


def _example(slug: str, language: str) -> list[str]:
    position, step = _shown(slug)
    text = sentences(step, position, language)
    shown = [f"![{text}]({PICTURES[language].format(slug)})", text]
    return shown if position.constraints else [*shown, _trying(position)]  # links have a grid alone


def _positions(slug: str) -> Iterator[str]:
    for number in range(1, POSITIONS + 1):
        yield f"![{number}]({slug}-{number}.svg)"
        yield _trying(_position(slug, number))


@cache
def _shown(slug: str) -> tuple[Position, Step]:
    """Return the example of a technique; some steps take seconds to find."""
    shown = example(slug)
    return shown.position, shown.step()


@cache
def _position(slug: str, number: int) -> Position:
    return lesson_position(slug, number)


def _trying(position: Position) -> str:
    return f"<!-- try {puzzle_text(Grid(Masks(position.masks)))} -->"  # see `try_it`


def _facts(slug: str, others: tuple[str, ...]) -> Iterator[str]:
    yield "| | |"
    yield "|---|---|"
    yield f"| in lowbit | `{slug}` |"
    if others:
        yield f"| also called | {', '.join(others)} |"
    if slug in TECHNIQUES:
        yield from _known_facts(TECHNIQUES[slug])


def _known_facts(technique: Technique) -> Iterator[str]:
    yield f"| HoDoKu | {_foreign(technique.hodoku_name, technique.score, technique.level)} |"
    yield f"| Sudoku Explainer | {_foreign(technique.explainer_name, technique.rating)} |"
    books = [f"`{name}`" for name, book in BOOKS.items() if book.counts(technique.slug)]
    yield f"| rule books | {', '.join(books) or 'none: name it'} |"


def _foreign(name: str | None, *more: float | str | None) -> str:
    if name is None:
        return "not known there"
    return ", ".join(str(part) for part in (name, *more) if part is not None)
