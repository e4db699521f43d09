"""Lessons on singles, locked candidates and subsets."""

from __future__ import annotations

from lowbit.techniques.lessons.lesson import Lesson

SINGLES = {
    "full-house": Lesson(
        "A house has one open cell left: it holds the digit that the house still lacks.",
        "A house holds each digit once.",
        ("last digit", "last cell"),
    ),
    "naked-single": Lesson(
        "A cell has one candidate left: it is that digit.",
        "Every other digit is placed in a cell that it sees, or was ruled out before.",
        ("sole candidate", "forced digit"),
    ),
    "hidden-single": Lesson(
        "A digit has one place left in a house: it goes there.",
        "The house needs the digit, and none of its other cells can hold it.",
        ("unique candidate", "pinned digit"),
    ),
    "direct-pointing": Lesson(
        "The places of a digit in a box lie in one line. Without the others of that line, the "
        "digit has one place left in another house: it goes there.",
        "Pointing, and the hidden single that it leaves, in one step.",
    ),
    "direct-claiming": Lesson(
        "The places of a digit in a line lie in one box. Without the others of that box, the "
        "digit has one place left in another house: it goes there.",
        "Claiming, and the hidden single that it leaves, in one step.",
    ),
    "direct-hidden-pair": Lesson(
        "Two digits share two cells of a house. Without its other candidates there, another "
        "digit has one place left in the house: it goes there.",
        "A hidden pair, and the hidden single that it leaves, in one step.",
    ),
    "direct-hidden-triple": Lesson(
        "Three digits share three cells of a house. Without its other candidates there, another "
        "digit has one place left in the house: it goes there.",
        "A hidden triple, and the hidden single that it leaves, in one step.",
        ("direct hidden triplet",),
    ),
}

LOCKED = {
    "pointing": Lesson(
        "All places of a digit in a box lie in one line: the rest of the line cannot have it.",
        "The box needs the digit, and wherever it goes there, it is in the line.",
        ("locked candidates type 1", "pointing pair", "pointing triple"),
    ),
    "claiming": Lesson(
        "All places of a digit in a line lie in one box: the rest of the box cannot have it.",
        "The line needs the digit, and wherever it goes there, it is in the box.",
        ("locked candidates type 2", "box-line reduction"),
    ),
    "locked-pair": Lesson(
        "Two cells that a line shares with a box have the same two candidates: the rest of the "
        "line and the rest of the box can have neither digit.",
        "The two cells hold the two digits in some order; each other cell of the line or the box "
        "sees both.",
    ),
    "locked-triple": Lesson(
        "The three cells that a line shares with a box have three candidates between them: the "
        "rest of the line and the rest of the box can have none of these digits.",
        "The three cells hold the three digits in some order; each other cell of the line or the "
        "box sees all of them.",
    ),
}

ALMOST_LOCKED = {
    f"almost-locked-{name}": Lesson(
        f"A line and a box cross. In one of them, outside the crossing, {cells} only {digits} "
        f"candidates. In the other, outside the crossing, these digits have only {places}: there, "
        f"all other digits are eliminated, and in the rest of the first house the {digits} are.",
        f"The first house has all but one of the {digits} outside the crossing, so the crossing "
        "holds at most one of them; the other has room outside for all but one, so the crossing "
        "holds at least one.",
        ("almost locked candidates",),
    )
    for name, digits, cells, places in (
        ("pair", "two", "a cell has", "one place"),
        ("triple", "three", "two cells have", "two places"),
        ("quadruple", "four", "three cells have", "three places"),
    )
}

NAKED = Lesson(
    "{Number} cells of a house have only {number} candidates between them: the other cells of the "
    "house can have none of these digits.",
    "The {number} cells need {number} different digits, so they use up {all}.",
    ("disjoint subset",),
)
HIDDEN = Lesson(
    "{Number} digits have only {number} places between them in a house: these cells can have no "
    "other candidates.",
    "The {number} digits need {number} different cells, so they fill {all}.",
    ("unique subset",),
)


def _subsets() -> dict[str, Lesson]:
    lessons = {}
    for size, number in (("pair", "two"), ("triple", "three"), ("quadruple", "four")):
        words = {
            "Number": number.capitalize(),
            "number": number,
            "all": "both" if size == "pair" else "all",
        }
        for kind, (says, why, others) in (("naked", NAKED), ("hidden", HIDDEN)):
            lessons[f"{kind}-{size}"] = Lesson(says.format(**words), why.format(**words), others)
    return lessons


LESSONS = {**SINGLES, **LOCKED, **ALMOST_LOCKED, **_subsets()}
"""The lesson on each, by its slug."""
