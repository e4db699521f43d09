"""A step in notation: its pattern and its effect; its name, and where to look for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.wording.constraints import (
    BY_ONE,
    NAMES,
    SLUGS,
    constraint_name,
    constraint_text,
)
from lowbit.techniques.wording.names_zh import NAMES_ZH
from lowbit.techniques.wording.notation import (
    cells_text,
    chain_text,
    digits_text,
    effect_notation,
    fish_text,
)
from lowbit.techniques.wording.words import ROLES_ZH, house_name, words_of

if TYPE_CHECKING:
    from lowbit.geometry import Geometry
    from lowbit.techniques.step import Role, Step


def notation(step: Step, geometry: Geometry, language: str = "en") -> str:
    """Return the pattern of a step and its effect, in the notation of those who know it.

    Parameters
    ----------
    step : Step
        The step.
    geometry : Geometry
        The board.
    language : {'en', 'zh'}, default 'en'
        The language of the words in it.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> from lowbit.techniques.step import HouseMark, Mark, Role, Step
    >>> single = Step(
    ...     "hidden-single", ((0, 5),), (), (Mark(Role.SINGLE, 0, 5),), (HouseMark(Role.BASE, 0),)
    ... )
    >>> notation(single, CLASSIC)
    '5 in row 1 => r1c1=5'
    """
    because = _because(step, geometry, language)
    return f"{because} => {effect_notation(geometry, step)}".lstrip()


def captioned(step: Step, geometry: Geometry, language: str = "en") -> str:
    """Return the name of a step and its notation, in one line.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> from lowbit.techniques.step import Mark, Role, Step
    >>> captioned(Step("naked-single", ((0, 5),), marks=(Mark(Role.SINGLE, 0, 5),)), CLASSIC)
    'naked single: r1c1 => r1c1=5'
    """
    colon = words_of(language)["colon"]
    return f"{step_name(step, language)}{colon}{notation(step, geometry, language)}"


def name_of(slug: str, language: str = "en") -> str:
    """Return the name of a technique, or of steps by constraints.

    Examples
    --------
    >>> name_of("naked-pair"), name_of("naked-pair", "zh")
    ('naked pair', '显性数对')
    >>> name_of("rule-of-45")
    'rule of 45'
    """
    if slug in SLUGS:
        return NAMES.get(slug, BY_ONE)[language == "zh"]
    return NAMES_ZH[slug] if language == "zh" else TECHNIQUES[slug].name


def step_name(step: Step, language: str = "en") -> str:
    """Return the name of a step: its technique, or the constraint from which it follows."""
    if step.technique in SLUGS:
        return constraint_name(step, language)
    return name_of(step.technique, language)


def where_to_look(step: Step, geometry: Geometry, language: str = "en") -> str:
    """Return where to look for a step: ``look at row 1``."""
    if step.constraint is not None and not step.houses:
        place = f"{step_name(step, language)} {constraint_text(step, geometry, '', language)}"
        return words_of(language)["look at"].format(place.strip())
    if step.houses:
        place = house_name(geometry, step.houses[0].house, language)
    else:
        place = geometry.cell_name((*step.placements, *step.eliminations)[0][0])
    return words_of(language)["look at"].format(place)


def effect_text(step: Step, geometry: Geometry, language: str = "en") -> str:
    """Return the effect of a step in words: ``r1c1 is 5``, ``r1c2 is not 3 or 4``."""
    words = words_of(language)
    parts = [
        f"{geometry.cell_name(cell)}{words['is']}{geometry.symbols[digit - 1]}"
        for cell, digit in sorted(step.placements)
    ]
    eliminated: dict[tuple[int, ...], list[int]] = {}
    by_cell: dict[int, list[int]] = {}
    for cell, digit in sorted(step.eliminations):
        by_cell.setdefault(cell, []).append(digit)
    for cell, digits in by_cell.items():
        eliminated.setdefault(tuple(digits), []).append(cell)
    parts += [
        cells_text(geometry, cells)
        + words["is not"]
        + words["or"].join(geometry.symbols[digit - 1] for digit in digits)
        for digits, cells in eliminated.items()
    ]
    return words["comma"].join(parts)


def _because(step: Step, geometry: Geometry, language: str) -> str:
    if step.technique in SLUGS:
        houses = ", ".join(house_name(geometry, mark.house, language) for mark in step.houses)
        return constraint_text(step, geometry, houses, language)
    family = TECHNIQUES[step.technique].family
    chains = [chain_text(geometry, chain) for chain in step.chains]
    if family == "fish":
        return "; ".join([fish_text(geometry, step), *chains])
    if chains:
        return "; ".join(chains)
    if family == "singles" and step.houses:
        digit = geometry.symbols[step.marks[0].digit - 1]
        return (
            digit + words_of(language)["in"] + house_name(geometry, step.houses[0].house, language)
        )
    if family == "singles":
        return cells_text(geometry, [step.marks[0].cell])
    return _pattern(step, geometry, language)


def _pattern(step: Step, geometry: Geometry, language: str) -> str:
    """Return the cells of each role with their digits, and the houses."""
    cells: dict[Role, dict[int, list[int]]] = {}
    for mark in step.marks:
        digits = cells.setdefault(mark.role, {}).setdefault(mark.cell, [])
        if mark.digit:
            digits.append(mark.digit)
    parts = []
    for role, found in cells.items():
        all_digits = sorted({digit for digits in found.values() for digit in digits})
        name = ROLES_ZH[role] if language == "zh" else role.value
        text = digits_text(geometry, all_digits)
        parts.append(f"{name} {text}{' ' if text else ''}{cells_text(geometry, found)}")
    names = [house_name(geometry, mark.house, language) for mark in step.houses]
    houses = ", ".join(dict.fromkeys(names))
    return ", ".join(parts) + (f" ({houses})" if houses else "")
