"""Lessons on techniques that assume a unique solution."""

from __future__ import annotations

from lowbit.techniques.lessons.lesson import Lesson

UNIQUE = (
    " Why not? The four cells lie in two rows, two columns and two boxes. With only two digits in "
    "them, these could change places, and every row, column and box would still be right: a second "
    "solution. A proper puzzle has only one."
)
UNIQUENESS = {
    "unique-rectangle-1": Lesson(
        "Four cells form a rectangle over two boxes. Three of them have only the same two "
        "candidates, the fourth has these and more: it cannot be either of the two.",
        "With one of the two in the fourth cell, all four would hold only these two digits, which "
        "must not be." + UNIQUE,
    ),
    "unique-rectangle-2": Lesson(
        "Four cells form a rectangle over two boxes. Two of them have only the same two "
        "candidates; the two others, side by side, have these and the same third one. The third "
        "digit cannot be in a cell that sees both of these.",
        "One of the two must hold the third digit, or all four cells would hold only two digits, "
        "which must not be." + UNIQUE,
    ),
    "unique-rectangle-3": Lesson(
        "Four cells form a rectangle over two boxes. Two of them have only the same two "
        "candidates; the two others have further ones. With some cells of their house, these "
        "further candidates make a naked subset, if the two count as one cell: the rest of the "
        "house loses its digits. In Sudoku Explainer the subset may be a hidden one.",
        "One of the two cells must hold a further digit, or all four would hold only two digits, "
        "which must not be. So that cell takes part in the subset." + UNIQUE,
    ),
    "unique-rectangle-4": Lesson(
        "Four cells form a rectangle over two boxes. Two of them have only the same two "
        "candidates; the two others have further ones, and share a house in which one of the two "
        "digits can go nowhere else. Neither of them can be the other of the two digits.",
        "One of them is the first digit. If the other cell were the second digit, all four would "
        "hold only these two, which must not be." + UNIQUE,
    ),
    "unique-rectangle-5": Lesson(
        "Four cells form a rectangle over two boxes, with the same two candidates. Two opposite "
        "ones, or three of them, also have the same third one. The third digit cannot be in a "
        "cell that sees all of these.",
        "One of them must hold the third digit, or all four would hold only two digits, which must "
        "not be." + UNIQUE,
    ),
    "unique-rectangle-6": Lesson(
        "Four cells form a rectangle over two boxes. Two opposite ones have only the same two "
        "candidates, the two others have further ones; and in its two rows, or in its two columns, "
        "one of the two digits can only be in the rectangle. That digit cannot be in the cells "
        "with further candidates.",
        "If one of these held the digit, so would the cell opposite, since each of the lines needs "
        "it. Then the remaining two would be the other digit: only two digits in all four, which "
        "must not be." + UNIQUE,
    ),
    "hidden-rectangle": Lesson(
        "Four cells form a rectangle over two boxes, and can all hold the same two digits. One of "
        "them has no other candidates; and in the row and in the column of the cell opposite, one "
        "of the two digits can only be in the rectangle. The cell opposite cannot be the other of "
        "the two.",
        "If it were, its row and its column would need the first digit in the two neighbours, and "
        "the cell with two candidates would be the second digit, too: only two digits in all four, "
        "which must not be." + UNIQUE,
        ("hidden unique rectangle",),
    ),
    "avoidable-rectangle-1": Lesson(
        "Four cells form a rectangle over two boxes. Three of them have been solved, none of them "
        "was given; one digit in the fourth would leave only two digits in all four: it cannot be "
        "that digit.",
        "Two digits in four cells, none of them given, must not be." + UNIQUE,
    ),
    "avoidable-rectangle-2": Lesson(
        "Four cells form a rectangle over two boxes. Two of them have been solved, neither was "
        "given. The two others could complete it with the same two digits, and both have the same "
        "further candidate. That digit cannot be in a cell that sees both.",
        "One of the two must hold the further digit, or all four would hold only two digits, none "
        "of them given, which must not be." + UNIQUE,
    ),
    "bug-plus-1": Lesson(
        "All empty cells have just two candidates, except for one with three. One of these three "
        "occurs three times in the cell's row, column and box, all other candidates twice: the "
        "cell is that digit.",
        "Without that digit, every empty cell would have two candidates, and every row, column "
        "and box two places for each of its missing digits. Then from any solution a second one "
        "could be made, by taking the other candidate in every cell. A proper puzzle has only one.",
        ("BUG type 1",),
    ),
}
EXTENDED_WHY = (
    " If there were only three digits in the six cells, each of the two lines would hold all "
    "three. The two lines could change places, and every row, column and box would still be right: "
    "a second solution. A proper puzzle has only one."
)
EXTENDED_TYPES = {
    1: ("one cell: it cannot be any of the three", "That cell must hold a further digit."),
    2: (
        (
            "some cells that have the same further candidate: it cannot be in a cell that sees "
            "all of these"
        ),
        "One of them must hold the further digit.",
    ),
    3: (
        (
            "two cells of a house. If these count as one cell, their further candidates make a "
            "naked subset with other cells of the house: the rest of the house loses its digits"
        ),
        "One of the two must hold a further digit, so that cell takes part in the subset.",
    ),
    4: (
        (
            "two cells of a house in which one of the three digits can go nowhere else: these two "
            "cannot be the other two of the three"
        ),
        "One of the two holds that digit, and the other must hold a further one.",
    ),
}
UNIQUENESS |= {
    f"extended-rectangle-{kind}": Lesson(
        "Two rows of three cells, or two columns of three, have only three candidates between "
        f"them, except for {cells}.",
        why + EXTENDED_WHY,
        ("extended unique rectangle",),
    )
    for kind, (cells, why) in EXTENDED_TYPES.items()
}
LOOP_WHY = (
    " The digits of a ring of cells with only the same two candidates, two cells in each house "
    "that it touches, could change places: a second solution. A proper puzzle has only one."
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
