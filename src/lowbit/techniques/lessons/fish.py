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

FISH_WHY = (
    "Each of the {n} base houses needs the digit once, in different cover houses; so each cover "
    "house has it in a cell of the base."
)
FINS_WHY = (
    " If no fin is true, this is a fish without fins, which eliminates the candidate. If a fin is "
    "true, it eliminates the candidate itself."
)

HOUSES = {
    "": "rows, are covered by {n} columns, or the other way round",
    "franken-": "rows and boxes, or columns and boxes, are covered by {n} crossing houses",
    "mutant-": "houses of any kinds, are covered by {n} other houses",
}


def _fish() -> dict[str, Lesson]:
    lessons = {}
    for size, (number, others) in FISH_SIZES.items():
        for kind, houses in HOUSES.items():
            base = f"All candidates of a digit in {number} base houses, which are "
            whole = base + houses.format(n=number)
            why = FISH_WHY.format(n=number)
            if kind:
                why += (
                    " A candidate that two cover houses share would fill both, and leave too few "
                    "for the rest of the base, so it is eliminated, too."
                )
            lessons[kind + size] = Lesson(
                f"{whole}: other candidates of the digit in the cover houses are eliminated.",
                why,
                others,
            )
            lessons[f"finned-{kind}{size}"] = Lesson(
                f"{whole}, except for some fins: candidates of the cover houses that see all fins "
                "are eliminated.",
                why + FINS_WHY,
                others,
            )
        lessons[f"sashimi-{size}"] = Lesson(
            f"A finned fish of {number} rows or columns of which one has at most one candidate "
            "apart from its fins: candidates of the cover houses that see all fins are eliminated.",
            FISH_WHY.format(n=number) + FINS_WHY + " If a base house would have nothing left "
            "without its fins, one of the fins is true.",
            others,
        )
    return lessons


KRAKEN = {
    "kraken-fish-1": Lesson(
        "A finned fish would eliminate a candidate if it had no fins, and from each fin a chain "
        "implies that the candidate is off: it is eliminated.",
        "Either the fish eliminates it, or a fin is true, and then that fin's chain does.",
    ),
    "kraken-fish-2": Lesson(
        "A cover house of a finned fish is left out: from each of its candidates in the base, and "
        "from each fin, a chain implies that the same candidate is off: it is eliminated.",
        "The other cover houses hold one digit fewer than the base needs, so one of these "
        "candidates or fins is true; whichever it is, its chain eliminates the candidate.",
    ),
}

SINGLE_DIGIT = {
    "skyscraper": Lesson(
        "In each of two lines a digit has two places, and one of each line up with each other: "
        "what sees both of the other two is eliminated.",
        "The two that line up cannot both be true, so one of the other two is.",
    ),
    "two-string-kite": Lesson(
        "In a row and in a column a digit has two places each, and one of each share a box: what "
        "sees both of the other two is eliminated.",
        "The two in the box cannot both be true, so one of the other two is.",
    ),
    "empty-rectangle": Lesson(
        "The places of a digit in a box lie in a row and a column of it. A line with two places "
        "for the digit has one of them in that row or column: the candidate that sees its other "
        "end, and lies in the other of the two, is eliminated.",
        "If it were true, the box would need the digit in the other line, and the strong link "
        "would put it at the end that sees it.",
        ("hinge",),
    ),
    "dual-two-string-kite": Lesson(
        "Two 2-string kites share the pair in the box: both eliminate.",
        "Each of the two holds by itself.",
    ),
    "dual-empty-rectangle": Lesson(
        "Two empty rectangles share the box: both eliminate.", "Each of the two holds by itself."
    ),
    "turbot-fish": Lesson(
        "Two strong links of a digit, joined by a weak one: what sees both ends is eliminated.",
        "The two ends in the middle cannot both be true, so one of the outer ends is.",
    ),
    "x-chain": Lesson(
        "Alternating strong and weak links of one digit, strong first and last: what sees both "
        "ends is eliminated.",
        "If the first end is false, each link in turn forces the next, and the last end is true.",
    ),
}

WINGS = {
    "w-wing": Lesson(
        "Two cells have the same two candidates, and each sees one end of a strong link of one of "
        "these digits: what sees both cells loses the other digit.",
        "One end of the link is true, so one of the cells does not have that digit, but the other.",
    ),
    "xy-wing": Lesson(
        "A pivot has candidates x and y; it sees a cell with x and z and one with y and z: what "
        "sees both of these loses z.",
        "If the pivot is x, one pincer is z; if it is y, the other is.",
        ("Y-wing", "bent triple"),
    ),
    "xyz-wing": Lesson(
        "A pivot has candidates x, y and z; it sees a cell with x and z and one with y and z: "
        "what sees all three loses z.",
        "Whichever digit the pivot is, one of the three cells is z.",
    ),
}
WINGS |= {
    f"{name}-wing": Lesson(
        f"{cells} cells of a line and a box that cross have {digits} candidates between them. Each "
        "of these except one, z, has all its places in the line, or all in the box: what sees all "
        "places of z loses it.",
        "Each digit except z is in at most one of the cells, so one of them is z.",
        others,
    )
    for name, cells, digits, others in (
        ("wxyz", "Four", "four", ("bent quadruple",)),
        ("vwxyz", "Five", "five", ("bent quintuple",)),
    )
}

LESSONS = {**_fish(), **KRAKEN, **SINGLE_DIGIT, **WINGS}
"""The lesson on each, by its slug."""
