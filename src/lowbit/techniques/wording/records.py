"""A step as a record for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lowbit.techniques.board_masks import members
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.wording.constraints import SLUGS
from lowbit.techniques.wording.description import notation, step_name
from lowbit.techniques.wording.notation import eliminations_list, house_text, placements_list
from lowbit.techniques.wording.reasons.reason import reason

if TYPE_CHECKING:
    from lowbit.geometry import Geometry
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Chain, Step


def record(
    step: Step, position: Position, scale: str = "explainer", language: str = "en"
) -> dict[str, Any]:
    """Return a step as a dictionary for JSON.

    Parameters
    ----------
    step : Step
        The step.
    position : Position
        The position before it.
    scale : {'explainer', 'hodoku'}, default 'explainer'
        The program whose rating it gets.
    language : {'en', 'zh'}, default 'en'
        The language of the name and the reason.

    Returns
    -------
    dict
        ``technique``, ``name``, ``placements``, ``eliminations``, ``rating``, ``reason``,
        ``whole_reason`` where the reason leaves claims of a long proof out (else None),
        ``notation`` and ``evidence``.
    """
    geometry = position.geometry
    told = reason(step, position, language)
    whole = reason(step, position, language, is_whole=True) if step.chains else told
    return {
        "technique": step.technique,
        "name": step_name(step, language),
        "placements": placements_list(geometry, step.placements),
        "eliminations": eliminations_list(geometry, step.eliminations),
        "rating": rating(step, scale),
        "reason": told,
        "whole_reason": None if whole == told else whole,
        "notation": notation(step, geometry, language),
        "evidence": _evidence(step, geometry),
    }


def rating(step: Step, scale: str) -> float | None:
    """Return the rating of a step; neither program knows constraints."""
    if step.technique in SLUGS:
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
