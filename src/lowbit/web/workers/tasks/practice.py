"""Tasks for learners: the techniques, the lesson on one, and positions to practise it in."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from lowbit.errors import LimitReachedError
from lowbit.grid import Grid
from lowbit.pictures import render
from lowbit.rng import seed_or_any
from lowbit.techniques.books import rule_book
from lowbit.techniques.lessons import CHAPTERS, TERMS
from lowbit.techniques.lessons import lesson as lesson_on
from lowbit.techniques.lessons.examples import example, practice_puzzles
from lowbit.techniques.registry import TECHNIQUES, slug_named
from lowbit.techniques.wording.description import name_of
from lowbit.techniques.wording.reasons.reason import sentences
from lowbit.verbs.steps.practice import BOOK, lesson_position, random_position

if TYPE_CHECKING:
    from lowbit.techniques.position import Position

Send: TypeAlias = Callable[[Any], object]

OF_CONSTRAINTS: Final = "constraints"
"""The chapter of lessons on steps by constraints."""

NOTHING: Final = {"puzzle": None, "digits": None, "candidates": None}


def techniques(send: Send) -> None:
    """Tell the techniques that can be learned, the easiest first, and the steps by constraints."""
    slugs = dict.fromkeys(slug for rule in rule_book(BOOK).rules for slug in rule.slugs)
    by_constraints = [slug for slug in CHAPTERS if CHAPTERS[slug] == OF_CONSTRAINTS]
    send(
        {
            "techniques": [_named(slug) for slug in slugs],
            "by_constraints": [_named(slug) for slug in by_constraints],
        }
    )


def lesson(send: Send, technique: str, language: str, theme: str) -> None:
    """Tell the lesson on a technique, with a picture of a step."""
    slug = slug_named(technique)
    told, shown = lesson_on(slug, language), example(slug)
    step = shown.step()
    text = sentences(step, shown.position, language)
    send(
        {
            "technique": slug,
            "name": name_of(slug, language),
            "others": [*_foreign(name_of(slug), language), *told.others],
            "says": told.says,
            "why": told.why,
            "uniqueness": slug in TECHNIQUES and TECHNIQUES[slug].uniqueness,
            "text": text,
            "picture": render(shown.position, step=step, theme=theme, language=language),
            "comes_first": bool(practice_puzzles(slug)),
            "terms": [{"term": term, "meaning": TERMS[language][term]} for term in TERMS[language]],
        }
    )


def practise(
    send: Send, technique: str, number: int | None, seed: int | None, time_limit: float
) -> None:
    """Tell a position where a technique is the next step; nulls if none was found in time."""
    seed = seed_or_any(secrets.randbits(32) if seed is None else seed)
    answer: dict[str, Any] = NOTHING | {"seed": seed}
    try:
        if number is None:
            answer |= _described(random_position(technique, seed, time_limit))
        else:
            answer |= _described(lesson_position(technique, number, time_limit))
    except LimitReachedError:
        pass  # the nulls say so
    send(answer)


def _named(slug: str) -> dict[str, str]:
    return {
        "slug": slug,
        "name": name_of(slug),
        "name_zh": name_of(slug, "zh"),
        "chapter": CHAPTERS[slug],
    }


def _foreign(name: str, language: str) -> list[str]:
    """Return the English name, for readers of another language."""
    return [] if language == "en" else [name]


def _described(position: Position) -> dict[str, Any]:
    """Return a player's position, in the form of requests for hints."""
    left = zip(position.cells, position.values, strict=True)
    return {
        "puzzle": position.puzzle.to_line(),
        "digits": Grid(position.values).to_line(),
        "candidates": [0 if value else mask for mask, value in left],
    }
