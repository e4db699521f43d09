"""Lessons on singles, locked candidates and subsets."""

from __future__ import annotations

from lowbit.techniques.lessons.lesson import Lesson

SINGLES = {
    "full-house": Lesson(
        "A row, column or box has only one empty cell left: it gets the digit that is missing.",
        "Nine cells, nine different digits: eight are there, so the ninth has just one place to "
        "go.",
        ("last digit", "last cell"),
    ),
    "naked-single": Lesson(
        "Only one digit is still possible in a cell: it goes there.",
        "The cell needs a digit, and each of the other eight is already in its row, its column or "
        "its box, or was ruled out before.",
        ("sole candidate", "forced digit"),
    ),
    "hidden-single": Lesson(
        "A digit has only one place left in a row, column or box: it goes there, even if other "
        "digits seem possible in that cell.",
        "The row, column or box needs the digit somewhere. Each other cell of it is filled, or "
        "shares a row, column or box with the same digit elsewhere.",
        ("unique candidate", "pinned digit"),
    ),
    "direct-pointing": Lesson(
        "In a box, all places of a digit lie in one row or column. That rules it out in the rest "
        "of the row or column, and leaves it just one place in another house: it goes there.",
        "This is pointing, and the hidden single that it leaves, in one step.",
    ),
    "direct-claiming": Lesson(
        "In a row or column, all places of a digit lie in one box. That rules it out in the rest "
        "of the box, and leaves it just one place in another house: it goes there.",
        "This is claiming, and the hidden single that it leaves, in one step.",
    ),
    "direct-hidden-pair": Lesson(
        "Two digits share the same two cells of a house, which therefore hold nothing else. That "
        "leaves another digit just one place in the house: it goes there.",
        "This is a hidden pair, and the hidden single that it leaves, in one step.",
    ),
    "direct-hidden-triple": Lesson(
        "Three digits share the same three cells of a house, which therefore hold nothing else. "
        "That leaves another digit just one place in the house: it goes there.",
        "This is a hidden triple, and the hidden single that it leaves, in one step.",
        ("direct hidden triplet",),
    ),
}

LOCKED = {
    "pointing": Lesson(
        "In a box, a digit can only go into cells of one row or one column. It cannot be in the "
        "other cells of that row or column.",
        "The box must have the digit, and whichever of these cells it takes, it is in that row "
        "or column. A second one there would be one too many.",
        ("locked candidates type 1", "pointing pair", "pointing triple"),
    ),
    "claiming": Lesson(
        "In a row or column, a digit can only go into cells of one box. It cannot be in the other "
        "cells of that box.",
        "The row or column must have the digit, and whichever of these cells it takes, it is in "
        "that box. A second one there would be one too many.",
        ("locked candidates type 2", "box-line reduction"),
    ),
    "locked-pair": Lesson(
        "Two cells that lie both in the same line and in the same box have only the same two "
        "candidates: no other cell of the line or of the box can hold these digits.",
        "One cell has the one digit, the other cell the other, in whichever order. So both digits "
        "are used up, in the line and in the box.",
    ),
    "locked-triple": Lesson(
        "The three cells that a line shares with a box have only three candidates between them: "
        "no other cell of the line or of the box can hold these digits.",
        "Three cells, three digits: each of the three is in one of these cells, in whichever "
        "order. So they are used up, in the line and in the box.",
    ),
}

ALMOST_LOCKED = {
    f"almost-locked-{name}": Lesson(
        f"A line and a box cross. In one of the two, outside the crossing, {cells} only {digits} "
        f"candidates. In the other, outside the crossing, these digits have only {places}: there, "
        f"no other digit can go, and the {digits} cannot be in the rest of the first.",
        f"The cells outside the crossing take all but one of the {digits} digits, so at most one "
        "is left for the crossing. The other house has room for all but one outside the crossing, "
        "so at least one is in it. Both can only be if everything fits exactly.",
        ("almost locked candidates",),
    )
    for name, digits, cells, places in (
        ("pair", "two", "a cell has", "one place"),
        ("triple", "three", "two cells have", "two places"),
        ("quadruple", "four", "three cells have", "three places"),
    )
}

NAKED = Lesson(
    "{Number} cells of a row, column or box have only {number} candidates between them: no other "
    "cell of it can hold these digits.",
    "The {number} cells need {number} different digits, and have only these to take: they use up "
    "{all}. If one went elsewhere, one of the {number} cells would be left without a digit.",
    ("disjoint subset",),
)
HIDDEN = Lesson(
    "{Number} digits can only go into {number} cells of a row, column or box: these cells cannot "
    "hold anything else.",
    "The {number} digits need {number} different cells, and have only these: they fill {all}. A "
    "further digit in one of them would leave one of the {number} without a place.",
    ("unique subset",),
)


def _subsets() -> dict[str, Lesson]:
    lessons = {}
    for size, number in (("pair", "two"), ("triple", "three"), ("quadruple", "four")):
        words = {
            "Number": number.capitalize(),
            "number": number,
            "all": "both" if size == "pair" else "all of them",
        }
        for kind, (says, why, others) in (("naked", NAKED), ("hidden", HIDDEN)):
            lessons[f"{kind}-{size}"] = Lesson(says.format(**words), why.format(**words), others)
    return lessons


LESSONS = {**SINGLES, **LOCKED, **ALMOST_LOCKED, **_subsets()}
"""The lesson on each, by its slug."""
