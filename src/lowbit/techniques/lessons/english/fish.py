"""Lessons on fish, on patterns of one digit, and on wings."""

from __future__ import annotations

from lowbit.techniques.lessons.lesson import Lesson

FISH_SIZES = {
    "x-wing": ("two", ()),
    "swordfish": ("three", ()),
    "jellyfish": ("four", ()),
    "squirmbag": ("five", ("starfish",)),
    "whale": ("six", ()),
    "leviathan": ("seven", ()),
}

PLAIN = (
    "Look at one digit. In {n} rows, all its places lie in the same {n} columns (or the other way "
    "round){fins}"
)
PLAIN_WHY = (
    "Each of the {n} rows needs the digit once, no two of them in the same column. So they take "
    "one place in each of the {n} columns, and each column has its digit there."
)
LARGE = "Look at one digit. All its places in {n} {houses} lie in {n} others that cross them{fins}"
LARGE_HOUSES = {
    "franken-": "rows and boxes, or columns and boxes,",
    "mutant-": "rows, columns and boxes",
}
LARGE_WHY = (
    "The first {n} houses need the digit {n} times, and each of the {n} others has room for one. "
    "So each of those has its digit in a cell of the first ones. A cell that two of the others "
    "share would take the room in both, and leave too little for the rest, so the digit is not "
    "there."
)
WHOLE = ": the digit cannot be anywhere else in these {n} {houses}."
FINNED = (
    ", except for one or a few extra cells, the fins: the digit cannot be where it would both be "
    "ruled out without the fins, and share a row, column or box with each fin."
)
FINNED_WHY = (
    " That holds if no fin has the digit. If a fin has it, every cell that shares a row, column or "
    "box with that fin has not. Either way, the cell loses the digit."
)


def _fish() -> dict[str, Lesson]:
    lessons = {}
    for size, (n, others) in FISH_SIZES.items():
        plain = PLAIN_WHY.format(n=n)
        whole = WHOLE.format(n=n, houses="columns")
        lessons[size] = Lesson(PLAIN.format(n=n, fins=whole), plain, others)
        lessons[f"finned-{size}"] = Lesson(
            PLAIN.format(n=n, fins=FINNED), plain + FINNED_WHY, others
        )
        lessons[f"sashimi-{size}"] = Lesson(
            PLAIN.format(n=n, fins=FINNED) + " Without its fins, one row would have just one "
            "place left for the digit, or none.",
            plain + FINNED_WHY + " If a row has no place left without its fins, one of the fins "
            "must have the digit.",
            others,
        )
        for kind, houses in LARGE_HOUSES.items():
            large, whole = LARGE_WHY.format(n=n), WHOLE.format(n=n, houses="others")
            lessons[kind + size] = Lesson(
                LARGE.format(n=n, houses=houses, fins=whole), large, others
            )
            lessons[f"finned-{kind}{size}"] = Lesson(
                LARGE.format(n=n, houses=houses, fins=FINNED), large + FINNED_WHY, others
            )
    return lessons


KRAKEN = {
    "kraken-fish-1": Lesson(
        "A fish with fins would rule out a candidate if it had no fins, and from each fin a chain "
        "leads to the same: the candidate is eliminated.",
        "Either no fin is true, and the fish rules it out, or a fin is true, and then that fin's "
        "chain does.",
    ),
    "kraken-fish-2": Lesson(
        "One of the crossing houses of a fish with fins is left out. From each place of the digit "
        "that lies in it, and from each fin, a chain rules out the same candidate: it is "
        "eliminated.",
        "The other crossing houses have room for one digit fewer than the fish needs, so one of "
        "these places or fins is true; whichever it is, its chain rules out the candidate.",
    ),
}

ONE_OF_TWO = " So one of the two far ends has the digit, and a cell that sees both has not."

SINGLE_DIGIT = {
    "skyscraper": Lesson(
        "In two rows, a digit has just two places each, and one place of each row stands in the "
        "same column (or the other way round). The digit cannot be in a cell that sees both of "
        "the other two places.",
        "The two places in the same column cannot both have the digit. The row whose place there "
        "is without it has it at its other end." + ONE_OF_TWO,
    ),
    "two-string-kite": Lesson(
        "A digit has just two places in a row and just two in a column, and one of each lie in the "
        "same box. The digit cannot be in a cell that sees both of the other two places.",
        "The two places in the box cannot both have the digit. The line whose place there is "
        "without it has it at its other end." + ONE_OF_TWO,
    ),
    "empty-rectangle": Lesson(
        "In a box, all places of a digit lie in one row and one column, like a cross. Another line "
        "has just two places for the digit, and one of them is on an arm of the cross, extended "
        "beyond the box. The digit cannot be where the other arm, extended, meets the line of the "
        "second place.",
        "Suppose it were there. Then it would not be on that arm in the box, so it would be on the "
        "other arm; it would also not be in the second place, so it would be in the first, on that "
        "same arm. Twice in one line: impossible.",
        ("hinge",),
    ),
    "dual-two-string-kite": Lesson(
        "Two 2-string kites share the pair of places in the box: both rule out their candidates.",
        "Each of the two holds by itself.",
    ),
    "dual-empty-rectangle": Lesson(
        "Two empty rectangles share the box: both rule out their candidates.",
        "Each of the two holds by itself.",
    ),
    "turbot-fish": Lesson(
        "Two houses each have just two places for a digit, and one place of each see each other. "
        "The digit cannot be in a cell that sees both of the other two places.",
        "The two places that see each other cannot both have the digit. The house whose place "
        "there is without it has it at its other end." + ONE_OF_TWO,
    ),
    "x-chain": Lesson(
        "Follow one digit. In the first house it has just two places; the second of these sees a "
        "place in another house that has just two, and so on. The digit cannot be in a cell that "
        "sees both ends of the chain.",
        "If the first place has not the digit, the second has it, so the third has not, the fourth "
        "has it, and so on: the last one has it. So at least one end has the digit, and a cell "
        "that sees both has not.",
    ),
}

WINGS = {
    "w-wing": Lesson(
        "Two cells that do not see each other have the same two candidates. One of these digits "
        "has just two places in some house, and each of the cells sees one of them. The other "
        "digit cannot be in a cell that sees both cells.",
        "One of the two places has the first digit, so the cell that sees it has not, and must "
        "have the second. So one of the two cells has the second digit in any case.",
    ),
    "xy-wing": Lesson(
        "Three cells with two candidates each: the pivot can be x or y; it sees a cell that can be "
        "x or z, and one that can be y or z. The digit z cannot be in a cell that sees these two.",
        "If the pivot is x, the first of the two cannot be x, so it is z. If the pivot is y, the "
        "second is z. Either way, one of the two is z.",
        ("Y-wing", "bent triple"),
    ),
    "xyz-wing": Lesson(
        "The pivot can be x, y or z; it sees a cell that can be x or z, and one that can be y or "
        "z. The digit z cannot be in a cell that sees all three.",
        "If the pivot is x, the first of the two is z. If it is y, the second is z. And otherwise "
        "the pivot itself is z. So one of the three is z in any case.",
    ),
}
WINGS |= {
    f"{name}-wing": Lesson(
        f"{cells} cells of a line and a box that cross have just {digits} candidates between them. "
        "All but one of these digits can occur only once in the cells, as its places all see each "
        "other. The remaining digit, z, cannot be in a cell that sees all places of z.",
        f"{cells} cells must be filled. Each of the other digits fills at most one of them, and "
        "that is one too few. So at least one of the cells is z.",
        others,
    )
    for name, cells, digits, others in (
        ("wxyz", "Four", "four", ("bent quadruple",)),
        ("vwxyz", "Five", "five", ("bent quintuple",)),
    )
}

LESSONS = {**_fish(), **KRAKEN, **SINGLE_DIGIT, **WINGS}
"""The lesson on each, by its slug."""
