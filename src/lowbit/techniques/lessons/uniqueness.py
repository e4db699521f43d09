"""Lessons on techniques that assume a unique solution."""

from __future__ import annotations

from lowbit.techniques.lessons.lesson import Lesson

UNIQUE = (
    " If the four corners of the rectangle, in two boxes, had nothing but the two digits, these "
    "could be swapped: a second solution."
)
UNIQUENESS = {
    "unique-rectangle-1": Lesson(
        "Three corners of a rectangle in two boxes have the same two candidates, the fourth has "
        "these and more: it loses the two.",
        "Otherwise all four would have only the two digits." + UNIQUE,
    ),
    "unique-rectangle-2": Lesson(
        "Two corners have only the two candidates, the two others, on one side, have the same "
        "third one: what sees both of these loses it.",
        "One of the two holds the third digit." + UNIQUE,
    ),
    "unique-rectangle-3": Lesson(
        "Two corners have further candidates; together they make a naked subset with other cells "
        "of a house: the rest of the house loses its digits. In Sudoku Explainer the subset may be "
        "a hidden one.",
        "One of the two corners holds one of the further digits, so the two count as one cell of "
        "the subset." + UNIQUE,
    ),
    "unique-rectangle-4": Lesson(
        "Two corners have further candidates, and in a house of both one of the two digits has no "
        "other place: they lose the other of the two digits.",
        "That digit is in one of them; if the other corner had the other digit, only the two would "
        "be left in all four." + UNIQUE,
    ),
    "unique-rectangle-5": Lesson(
        "Two or three corners, some of them diagonally opposite, have the same third candidate, "
        "and the others only the two: what sees all of the former loses the third digit.",
        "One of them holds the third digit." + UNIQUE,
    ),
    "unique-rectangle-6": Lesson(
        "Two opposite corners have further candidates, and one of the two digits has no places "
        "but the corners in the rows and columns of the rectangle: these two corners lose it.",
        "If one of the two had it, the rows and columns would put it into both, and the second "
        "digit into the others." + UNIQUE,
    ),
    "hidden-rectangle": Lesson(
        "One corner has only the two candidates, and in the row and the column of the opposite "
        "corner, one of the digits has no places but corners: the opposite corner loses the other "
        "digit.",
        "If it held that, the links would put the first digit into its neighbours, and the other "
        "two corners would follow." + UNIQUE,
        ("hidden unique rectangle",),
    ),
    "avoidable-rectangle-1": Lesson(
        "Three corners of a rectangle in two boxes are filled, none of them a given; the fourth "
        "has two candidates, one of which would complete it with two digits: it loses that one.",
        "Two digits in four cells that are not givens could be swapped: a second solution.",
    ),
    "avoidable-rectangle-2": Lesson(
        "Two corners of a rectangle in two boxes are filled, neither of them a given; the two "
        "others would complete it if they did not share a further candidate: what sees both loses "
        "that one.",
        "One of the two holds it, because two digits in four cells that are not givens could be "
        "swapped: a second solution.",
    ),
    "bug-plus-1": Lesson(
        "Each open cell has two candidates except for one with three, and each digit has two "
        "places in each house except for one digit, with three in the houses of that cell: the "
        "cell is that digit.",
        "Without it, each digit would have two places in each house and each cell two candidates; "
        "swapping all of them would turn any solution into a second one.",
        ("BUG type 1",),
    ),
}
EXTENDED_WHY = (
    " No house distinguishes the two lines. If they had only three digits, each would have all "
    "three, and they could be swapped: a second solution."
)
EXTENDED_TYPES = {
    1: ("one cell: it loses these candidates", "That cell holds a further digit."),
    2: (
        "some cells that have the same further candidate: what sees all of these loses it",
        "One of them holds the further digit.",
    ),
    3: (
        (
            "two cells of a house, whose further candidates make a naked subset with others: the "
            "rest of the house loses its digits"
        ),
        "One of the two holds a further digit, so the two count as one cell of the subset.",
    ),
    4: (
        (
            "two cells of a house in which one of these candidates has no other place: they lose "
            "the rest of these"
        ),
        "That digit is in one of the two, and a further digit in the other.",
    ),
}
UNIQUENESS |= {
    f"extended-rectangle-{kind}": Lesson(
        "Two rows of three cells, or two columns of three, have three candidates between them, "
        f"except for {cells}.",
        why + EXTENDED_WHY,
        ("extended unique rectangle",),
    )
    for kind, (cells, why) in EXTENDED_TYPES.items()
}
LOOP_WHY = (
    " The digits of a ring of cells with only the same two candidates, two cells in each house "
    "that it touches, could be swapped: a second solution."
)
GRAVE_WHY = (
    " If each cell has two candidates and each digit two places in each house, there is no "
    "solution, or more than one."
)
LOOPS = {
    "unique-loop-1": Lesson(
        "All cells of a ring but one have only the same two candidates: that one loses both.",
        "Otherwise the ring would have only the two digits." + LOOP_WHY,
    ),
    "unique-loop-2": Lesson(
        "Some cells of a ring have the same further candidate, the others only the two: what sees "
        "all of the former loses it.",
        "One of them holds it." + LOOP_WHY,
    ),
    "unique-loop-3": Lesson(
        "Two cells of a ring have further candidates and form a naked or a hidden subset with "
        "other cells of a house, which eliminates as usual.",
        "One of the two holds a further digit, so the two count as one cell of a naked subset, and "
        "have room for only one of their two digits next to a hidden one." + LOOP_WHY,
    ),
    "unique-loop-4": Lesson(
        "Two cells of a ring that share a house have further candidates, and one of the two digits "
        "has no other place in it: they lose the other digit.",
        "That digit is in one of them, so the other digit in the other would complete the ring."
        + LOOP_WHY,
    ),
    "bug-2": Lesson(
        "Every open cell has two candidates except for some that also have the same further "
        "digit: what sees all of these loses it.",
        "One of them holds the digit." + GRAVE_WHY,
    ),
    "bug-3": Lesson(
        "Every open cell has two candidates except for some of one house; their further digits "
        "form a subset with other cells of it: the rest of the house loses its digits.",
        "One of them holds a further digit, so together they count as one cell of the subset."
        + GRAVE_WHY,
    ),
    "bug-4": Lesson(
        "Every open cell has two candidates except for two of one house, one of which must hold a "
        "common digit: they lose what is neither that digit nor a further one.",
        "One of them holds the common digit, the other a further one." + GRAVE_WHY,
    ),
}

LESSONS = {**UNIQUENESS, **LOOPS}
"""The lesson on each, by its slug."""
