"""A step as a sentence, and as a record for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lowbit.techniques.board_masks import members
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.wording.constraints import constraint_name, constraint_text
from lowbit.techniques.wording.names_zh import NAMES_ZH
from lowbit.techniques.wording.notation import (
    cells_text,
    chain_text,
    digits_text,
    eliminations_list,
    fish_text,
    house_text,
    placements_list,
)
from lowbit.techniques.wording.words import HOUSES_ZH, ROLES_ZH, words_of

if TYPE_CHECKING:
    from lowbit.geometry import Geometry
    from lowbit.techniques.step import Chain, Role, Step


def sentence(step: Step, geometry: Geometry, language: str = "en") -> str:
    """Return what a step does and why, in one line.

    Parameters
    ----------
    step : Step
        The step.
    geometry : Geometry
        The board.
    language : {'en', 'zh'}, default 'en'
        The language.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> from lowbit.techniques.step import HouseMark, Mark, Role, Step
    >>> single = Step(
    ...     "hidden-single", ((0, 5),), (), (Mark(Role.SINGLE, 0, 5),), (HouseMark(Role.BASE, 0),)
    ... )
    >>> sentence(single, CLASSIC)
    'hidden single: 5 in row 1; so r1c1 is 5'
    """
    words = words_of(language)
    name = step_name(step, language)
    because = _because(step, geometry, language)
    reason = words["colon"] + because if because else ""
    return f"{name}{reason}{words['so']}{effect_text(step, geometry, language)}"


def name_of(slug: str, language: str = "en") -> str:
    """Return the name of a technique.

    Examples
    --------
    >>> name_of("naked-pair"), name_of("naked-pair", "zh")
    ('naked pair', '显性数对')
    """
    return NAMES_ZH[slug] if language == "zh" else TECHNIQUES[slug].name


def step_name(step: Step, language: str = "en") -> str:
    """Return the name of a step: its technique, or the constraint from which it follows."""
    if step.constraint is not None:
        return constraint_name(step, language)
    return name_of(step.technique, language)


def where_to_look(step: Step, geometry: Geometry, language: str = "en") -> str:
    """Return where to look for a step: ``look at row 1``."""
    if step.constraint is not None and not step.houses:
        place = f"{step_name(step, language)} {constraint_text(step, geometry, '', language)}"
        return words_of(language)["look at"].format(place.strip())
    if step.houses:
        place = _house(geometry, step.houses[0].house, language)
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
    if step.constraint is not None:
        house = _house(geometry, step.houses[0].house, language) if step.houses else ""
        return constraint_text(step, geometry, house, language)
    family = TECHNIQUES[step.technique].family
    chains = [chain_text(geometry, chain) for chain in step.chains]
    if family == "fish":
        return "; ".join([fish_text(geometry, step), *chains])
    if chains:
        return "; ".join(chains)
    if family == "singles" and step.houses:
        digit = geometry.symbols[step.marks[0].digit - 1]
        return digit + words_of(language)["in"] + _house(geometry, step.houses[0].house, language)
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
    names = [_house(geometry, mark.house, language) for mark in step.houses]
    houses = ", ".join(dict.fromkeys(names))
    return ", ".join(parts) + (f" ({houses})" if houses else "")


def _house(geometry: Geometry, house: int, language: str) -> str:
    found = geometry.houses[house]
    if language == "zh" and found.kind in HOUSES_ZH:
        grid = f"第 {found.grid} 个盘面的" if found.grid else ""
        return f"{grid}第 {found.index + 1} {HOUSES_ZH[found.kind]}"
    return house_text(geometry, house)


def record(
    step: Step, geometry: Geometry, scale: str = "explainer", language: str = "en"
) -> dict[str, Any]:
    """Return a step as a dictionary for JSON.

    Parameters
    ----------
    step : Step
        The step.
    geometry : Geometry
        The board.
    scale : {'explainer', 'hodoku'}, default 'explainer'
        The program whose rating it gets.
    language : {'en', 'zh'}, default 'en'
        The language of the name.

    Returns
    -------
    dict
        ``technique``, ``name``, ``placements``, ``eliminations``, ``rating`` and ``evidence``.
    """
    return {
        "technique": step.technique,
        "name": step_name(step, language),
        "placements": placements_list(geometry, step.placements),
        "eliminations": eliminations_list(geometry, step.eliminations),
        "rating": _rating(step, scale),
        "evidence": _evidence(step, geometry),
    }


def _rating(step: Step, scale: str) -> float | None:
    """Return the rating of a step; neither program knows constraints."""
    if step.constraint is not None:
        return None
    technique = TECHNIQUES[step.technique]
    if scale == "hodoku":
        return technique.score
    return technique.rating if step.rating is None else step.rating


def _evidence(step: Step, geometry: Geometry) -> dict[str, Any]:
    marks: dict[str, list[str]] = {}
    for mark in step.marks:
        name = geometry.cell_name(mark.cell)
        digit = f"-{geometry.symbols[mark.digit - 1]}" if mark.digit else ""
        marks.setdefault(mark.role.value, []).append(name + digit)
    houses: dict[str, list[str]] = {}
    for house in step.houses:
        houses.setdefault(house.role.value, []).append(house_text(geometry, house.house))
    return {
        "marks": marks,
        "houses": houses,
        "chains": [_chain_record(chain, geometry) for chain in step.chains],
    }


def _chain_record(chain: Chain, geometry: Geometry) -> dict[str, Any]:
    nodes = [
        {
            "cells": [geometry.cell_name(cell) for cell in members(node.cells)],
            "digit": geometry.symbols[node.digit - 1],
            "on": node.on,
        }
        for node in chain.nodes
    ]
    found: dict[str, Any] = {"nodes": nodes}
    for part in ("branches", "nested"):
        chains = [_chain_record(inner, geometry) for inner in getattr(chain, part)]
        if chains:
            found[part] = chains
    return found
