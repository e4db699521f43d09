"""The lesson on a technique as text: its argument, an example, positions to practise it in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lowbit.formats.puzzle import puzzle_text
from lowbit.formats.variants.iss import write_iss
from lowbit.grid import Grid, Masks
from lowbit.puzzle import Puzzle
from lowbit.techniques.books import rule_book
from lowbit.techniques.lessons import lesson
from lowbit.techniques.lessons.examples import example, practice_puzzles
from lowbit.techniques.registry import TECHNIQUES, slug_named
from lowbit.techniques.wording.board_text import board_text
from lowbit.techniques.wording.description import name_of
from lowbit.techniques.wording.reasons.reason import sentences
from lowbit.techniques.wording.records import record
from lowbit.verbs.steps.practice import BOOK, POSITIONS, lesson_position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position

WORDS: Final = {
    "en": {
        "others": "Also called: {}.",
        "why": "Why it is true: {}",
        "unique": "It relies on the puzzle having one solution.",
        "example": "Example",
        "position": "Position {} to practise",
        "puzzle": "The puzzle with its constraints: {}",
        "next": "In each of these positions, it is the next step.",
        "copies": "Easier techniques come first wherever it was looked for, so these positions are "
        "turned copies of the example: it applies, and a hint names an easier step.",
    },
    "zh": {
        "others": "又名：{}。",
        "why": "为什么成立：{}",
        "unique": "它依赖题目只有一个解。",
        "example": "例子",
        "position": "练习 {}",
        "puzzle": "题目及其约束：{}",
        "next": "下面每个盘面的下一步都是它。",
        "copies": "凡是找过的题目里总有更简单的技巧先出现，所以这些盘面是例子的变换：可以用它，"
        "但提示会先给更简单的一步。",
    },
}


def lesson_text(slug: str, language: str = "en") -> str:
    """Return the lesson on a technique: its argument, an example and positions, with boards.

    Parameters
    ----------
    slug : str
        The technique, or a step by constraints.
    language : {'en', 'zh'}, default 'en'
        The language.

    Raises
    ------
    InputError
        If there is no such technique, or no such language.

    Examples
    --------
    >>> lesson_text("full-house", "zh").splitlines()[0]
    '# 同区唯一余格'
    """
    return "\n\n".join(_parts(slug_named(slug), language))


def lesson_record(slug: str, language: str = "en") -> dict[str, Any]:
    """Return the lesson on a technique as a dictionary for JSON."""
    told, shown = lesson(slug, language), example(slug)
    return {
        "technique": slug,
        "name": name_of(slug, language),
        "others": list(told.others),
        "says": told.says,
        "why": told.why,
        "uniqueness": _is_unique(slug),
        "position": _line(shown.position),
        "puzzle": _puzzle(shown.position) if shown.position.constraints else None,
        "step": record(shown.step(), shown.position, language=language),
        "practice": [_line(position) for position in _positions(slug)],
    }


def _parts(slug: str, language: str) -> Iterator[str]:
    told, words, shown = lesson(slug, language), WORDS[language], example(slug)
    name = name_of(slug, language)
    yield f"# {name[0].upper()}{name[1:]}"
    if told.others:
        yield words["others"].format((", " if language == "en" else "、").join(told.others))
    yield told.says
    yield words["why"].format(told.why)
    if _is_unique(slug):
        yield words["unique"]
    yield f"## {words['example']}"
    yield sentences(shown.step(), shown.position, language)
    yield board_text(shown.position)
    if shown.position.constraints:
        yield words["puzzle"].format(_puzzle(shown.position))
    if rule_book(BOOK).counts(slug):
        yield from _practice(slug, words)


def _is_unique(slug: str) -> bool:
    """Return whether a technique relies on the puzzle having one solution; constraints do not."""
    return slug in TECHNIQUES and TECHNIQUES[slug].uniqueness


def _practice(slug: str, words: dict[str, str]) -> Iterator[str]:
    yield words["next" if practice_puzzles(slug) else "copies"]
    for number, position in enumerate(_positions(slug), 1):
        yield f"## {words['position'].format(number)}\n\n{board_text(position)}"


def _puzzle(position: Position) -> str:
    """Return the puzzle of a position as a text that says its constraints."""
    return write_iss(Puzzle(position.puzzle, position.constraints))


def _positions(slug: str) -> list[Position]:
    if not rule_book(BOOK).counts(slug):
        return []
    return [lesson_position(slug, number) for number in range(1, POSITIONS + 1)]


def _line(position: Position) -> str:
    return puzzle_text(Grid(Masks(position.masks)))
