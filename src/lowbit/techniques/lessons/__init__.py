"""Lessons: the argument of each technique, its proof, a picture of it, puzzles to practise it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.techniques.lessons import chinese, english
from lowbit.techniques.registry import slug_named
from lowbit.techniques.wording.words import words_of

if TYPE_CHECKING:
    from lowbit.techniques.lessons.lesson import Lesson

LESSONS: Final[dict[str, dict[str, Lesson]]] = {
    language: {slug: told for part in parts.values() for slug, told in part.items()}
    for language, parts in (("en", english.PARTS), ("zh", chinese.PARTS))
}
"""For each language, the lesson on each technique by its slug."""

TERMS: Final = {"en": english.TERMS, "zh": chinese.TERMS}
"""For each language, the terms that lessons use, with their meanings."""

CHAPTERS: Final = {slug: name for name, part in english.PARTS.items() for slug in part}
"""The chapter of each lesson: the name of the module that has it."""


def lesson(slug: str, language: str = "en") -> Lesson:
    """Return the lesson on a technique: its argument, and why it is true.

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
    >>> lesson("naked-single").says
    'Only one digit is still possible in a cell: it goes there.'
    >>> lesson("naked-single", "zh").others
    ('唯余',)
    """
    words_of(language)
    return LESSONS[language][slug_named(slug)]
