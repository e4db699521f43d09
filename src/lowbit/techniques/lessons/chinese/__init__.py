"""The lessons in Chinese, chapter by chapter."""

from __future__ import annotations

from typing import Final

from lowbit.techniques.lessons.chinese import (
    basics,
    chains,
    constraints,
    fish,
    sets,
    uniqueness,
)

PARTS: Final = {
    "basics": basics.LESSONS,
    "fish": fish.LESSONS,
    "uniqueness": uniqueness.LESSONS,
    "chains": chains.LESSONS,
    "sets": sets.LESSONS,
    "constraints": constraints.LESSONS,
}
"""The lessons of each chapter, by their slugs."""

TERMS: Final = {
    "候选数": "一格仍可能填的数字",
    "区域": "一行、一列或一宫",
    "线": "一行或一列",
    "看到": "两格同在一行、一列或一宫，就互相看到，不能填同一个数字",
    "删去": "划掉一个候选数，因为它不可能成立",
}
"""The terms that the lessons use, with their meanings."""
