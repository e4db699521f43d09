"""The check of a reason that a step is told with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lowbit.techniques.wording.description import notation
from lowbit.techniques.wording.notation import cells_text
from lowbit.techniques.wording.reasons.reason import reason

if TYPE_CHECKING:
    from lowbit.grid import Grid
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step

LATIN = re.compile(r"[A-Za-z]{2,}")


def assert_told(step: Step, position: Position) -> None:
    """Check that a reason is whole sentences of its language that name what the step changes."""
    for language, end in (("en", "."), ("zh", "。")):
        text = reason(step, position, language)
        assert text.rstrip(")）").endswith(end)
        assert not {"{", "}"} & {*text}
        assert "  " not in text
        assert notation(step, position.geometry, language) not in text
        changed = {cell for cell, _ in (*step.placements, *step.eliminations)}
        named = set(re.findall(r"r\d+c\d+", text))
        if cells_text(position.geometry, changed) not in text:
            assert named >= {position.geometry.cell_name(cell) for cell in changed}
        for _, digit in (*step.placements, *step.eliminations):
            assert position.geometry.symbols[digit - 1] in re.sub(r"r\d+c\d+", "", text)
        if language == "zh":
            assert not LATIN.search(text), text


CELLS = r"((?:r\d+c\d+(?:, | and )?)+)"
DIGITS = r"((?:\d(?:, | or )?)+)"
NOT = re.compile(f"{CELLS} cannot be {DIGITS}")
IS = re.compile(r"(?:\. |^|so |and )(r\d+c\d+) is (\d)(?=[,.]| and r)")
ASSUMED = re.compile(r"\b(?:[Ii]f|Suppose|would|were|[Tt]ry|Either|one of|\([\d.]+\))\b|\([\d.]+\)")


PATTERN = re.compile(r"by (?:this pattern|a chain of its own)\b")
"""Begins sentences that rest on the claim before them, until one that names its number."""
NUMBER = re.compile(r"\(\d+\)")
"""The number of a claim of the step itself; those of chains within it have two parts."""


def assert_true(text: str, solution: Grid) -> None:
    """Check that a solution bears out what an English text says of cells without an assumption."""
    geometry = solution.geometry
    is_of_claim = False
    for sentence in re.split(r"(?<=[.;]) ", text):
        if NUMBER.search(sentence):
            is_of_claim = PATTERN.search(sentence) is not None
        if is_of_claim or ASSUMED.search(sentence):
            continue
        for cells, digits in NOT.findall(sentence):
            for cell in re.findall(r"r\d+c\d+", cells):
                (at,) = geometry.cells_named(cell)
                assert solution[at] not in {*map(int, re.findall(r"\d", digits))}, sentence
        for cell, digit in IS.findall(sentence):
            (at,) = geometry.cells_named(cell)
            assert solution[at] == int(digit), sentence
