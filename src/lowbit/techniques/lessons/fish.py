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
    " If no fin is true, this is a fish without fins, which strikes the candidate. If a fin is "
    "true, it strikes the candidate itself."
)

HOUSES = {
    "": "rows, and {n} columns cover them, or the other way round",
    "franken-": "rows and boxes, or columns and boxes, and {n} houses across cover them",
    "mutant-": "houses of any kinds, and {n} other houses cover them",
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
                    " What two cover houses share would fill both, and leave too few houses for "
                    "the rest of the base, so it falls, too."
                )
            lessons[kind + size] = Lesson(
                f"{whole}: other candidates of the digit in the cover houses fall.", why, others
            )
            lessons[f"finned-{kind}{size}"] = Lesson(
                f"{whole}, but for some fins: candidates of the cover houses that see all fins "
                "fall.",
                why + FINS_WHY,
                others,
            )
        lessons[f"sashimi-{size}"] = Lesson(
            f"A finned fish of {number} rows or columns of which one has at most one candidate "
            "beside its fins: candidates of the cover houses that see all fins fall.",
            FISH_WHY.format(n=number) + FINS_WHY + " Where a base house would have nothing left "
            "without its fins, one of the fins is true.",
            others,
        )
    return lessons


KRAKEN = {
    "kraken-fish-1": Lesson(
        "A finned fish would strike a candidate but for its fins; from each fin, a chain leads to "
        "the same candidate being off: it falls.",
        "The fish strikes it, or a fin is true, and then that fin's chain does.",
    ),
    "kraken-fish-2": Lesson(
        "Of a finned fish, a cover house is left out: from each of its candidates in the base, "
        "and from each fin, a chain leads to the same candidate being off: it falls.",
        "The other cover houses hold one digit less than the base needs, so one of these "
        "candidates or fins is true; whichever it is, its chain strikes the candidate.",
    ),
}

SINGLE_DIGIT = {
    "skyscraper": Lesson(
        "In each of two lines a digit has two places, of which one in each line up: what sees "
        "both of the other two falls.",
        "The two that line up cannot both be true, so one of the other two is.",
    ),
    "two-string-kite": Lesson(
        "In a row and in a column a digit has two places each, of which one in each share a box: "
        "what sees both of the other two falls.",
        "The two in the box cannot both be true, so one of the other two is.",
    ),
    "empty-rectangle": Lesson(
        "The places of a digit in a box lie in a row and a column of it. A line with two places "
        "for the digit has one of them in that row or column: the candidate that sees its other "
        "end, and stands in the other of the two, falls.",
        "If it were true, the box would need the digit in the one line, and the strong link "
        "would put it at the end that sees it.",
        ("hinge",),
    ),
    "dual-two-string-kite": Lesson(
        "Two 2-string kites share the pair in the box: both strike.",
        "Each of the two holds by itself.",
    ),
    "dual-empty-rectangle": Lesson(
        "Two empty rectangles share the box: both strike.", "Each of the two holds by itself."
    ),
    "turbot-fish": Lesson(
        "Two strong links of a digit, joined by a weak one: what sees both ends falls.",
        "The two ends in the middle cannot both be true, so one of the outer ends is.",
    ),
    "x-chain": Lesson(
        "Strong and weak links of one digit in turn, a strong one first and last: what sees both "
        "ends falls.",
        "If the first end is false, each link in turn leads to the last one being true.",
    ),
}

WINGS = {
    "w-wing": Lesson(
        "Two cells have the same two candidates, and a strong link of one of these digits has its "
        "ends in sight of one cell each: what sees both cells loses the other digit.",
        "One end of the link is true, so one of the cells has not that digit, but the other.",
    ),
    "xy-wing": Lesson(
        "A pivot has candidates x and y; it sees a cell with x and z and one with y and z: what "
        "sees both of these loses z.",
        "If the pivot is x, the one pincer is z; if it is y, the other is.",
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
        f"{cells} cells of a line and a box that cross have {digits} candidates between them. All "
        "of these but one, z, have their places in the line alone, or in the box alone: what sees "
        "all places of z loses it.",
        "Each digit but z stands in at most one of the cells, so one of them is z.",
        others,
    )
    for name, cells, digits, others in (
        ("wxyz", "Four", "four", ("bent quadruple",)),
        ("vwxyz", "Five", "five", ("bent quintuple",)),
    )
}

LESSONS = {**_fish(), **KRAKEN, **SINGLE_DIGIT, **WINGS}
"""What is said of each, by its slug."""
