"""The reason of a step: one to a few sentences for a person who does not know jargon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.techniques.wording.description import step_name
from lowbit.techniques.wording.reasons import (
    almost_locked_sets,
    chains,
    constraints,
    exclusions,
    exocets,
    fireworks,
    fish,
    kraken,
    loops,
    patterns,
    sectors,
    singles,
    subsets,
    tridagons,
    uniqueness,
    variants,
    wings,
)
from lowbit.techniques.wording.reasons.speech import Speech
from lowbit.techniques.wording.words import words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step

FAMILIES = (
    singles,
    subsets,
    fish,
    kraken,
    patterns,
    wings,
    uniqueness,
    chains,
    loops,
    almost_locked_sets,
    exclusions,
    fireworks,
    sectors,
    tridagons,
    exocets,
    constraints,
    variants,
)
"""The modules with the reasons of each family."""

REASONS: Final[dict[str, Callable[[Speech], Iterator[str]]]] = {
    slug: tell for family in FAMILIES for slug, tell in family.REASONS.items()
}
"""The functions that tell the reason of each technique, by its slug."""


def reason(step: Step, position: Position, language: str = "en", *, is_whole: bool = False) -> str:
    """Return why a step is right, in sentences.

    Parameters
    ----------
    step : Step
        The step.
    position : Position
        The position before it.
    language : {'en', 'zh'}, default 'en'
        The language.
    is_whole : bool, default False
        Whether all claims of a long proof are told; by default the middle of it is folded.

    Examples
    --------
    >>> from lowbit import hint
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> told = hint(puzzle)
    >>> reason(told.step, told.position)
    'In row 1, 9 fits only in r1c2: the 9s in r2c4, r3c7 and r4c3 block the others.'
    """
    joint = words_of(language)["sentence"]
    speech = Speech(step, position, language, is_whole=is_whole, tell_chains=chains.several)
    return joint.join(filter(None, REASONS[step.technique](speech)))


def sentences(
    step: Step, position: Position, language: str = "en", *, is_whole: bool = False
) -> str:
    """Return the name of a step and its reason.

    Parameters
    ----------
    step : Step
        The step.
    position : Position
        The position before it.
    language : {'en', 'zh'}, default 'en'
        The language.
    is_whole : bool, default False
        Whether all claims of a long proof are told.

    Examples
    --------
    >>> from lowbit import hint
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> told = hint(puzzle)
    >>> sentences(told.step, told.position)[:32]
    'Hidden single: In row 1, 9 fits '
    """
    name = step_name(step, language)
    name = f"{name[0].upper()}{name[1:]}"
    return (
        f"{name}{words_of(language)['colon']}{reason(step, position, language, is_whole=is_whole)}"
    )
