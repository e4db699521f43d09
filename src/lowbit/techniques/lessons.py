"""What each technique says, why it is true, and what else it is called."""

from __future__ import annotations

from typing import NamedTuple

from lowbit.techniques.registry import technique_named


class Lesson(NamedTuple):
    """What a page on a technique says.

    Parameters
    ----------
    says : str
        What the pattern is, and what follows from it.
    why : str
        Why it follows.
    others : tuple of str
        What players call it, too.
    """

    says: str
    why: str
    others: tuple[str, ...] = ()


SINGLES = {
    "full-house": Lesson(
        "A house has one open cell left: it holds the digit that the house lacks.",
        "A house holds each digit once.",
        ("last digit", "last cell"),
    ),
    "naked-single": Lesson(
        "A cell has one candidate left: it is that digit.",
        "Every other digit stands in a cell that it sees, or has been ruled out before.",
        ("sole candidate", "forced digit"),
    ),
    "hidden-single": Lesson(
        "A digit has one place left in a house: it stands there.",
        "The house needs the digit, and no other cell of it can have it.",
        ("unique candidate", "pinned digit"),
    ),
    "direct-pointing": Lesson(
        "The places of a digit in a box lie in one line. Without the others of that line, the "
        "digit has one place left in another house: it stands there.",
        "Pointing, and the hidden single that it leaves, in one step.",
    ),
    "direct-claiming": Lesson(
        "The places of a digit in a line lie in one box. Without the others of that box, the "
        "digit has one place left in another house: it stands there.",
        "Claiming, and the hidden single that it leaves, in one step.",
    ),
    "direct-hidden-pair": Lesson(
        "Two digits share two cells of a house. Without its other candidates there, another "
        "digit has one place left in the house: it stands there.",
        "A hidden pair, and the hidden single that it leaves, in one step.",
    ),
    "direct-hidden-triple": Lesson(
        "Three digits share three cells of a house. Without its other candidates there, another "
        "digit has one place left in the house: it stands there.",
        "A hidden triple, and the hidden single that it leaves, in one step.",
        ("direct hidden triplet",),
    ),
}

LOCKED = {
    "pointing": Lesson(
        "All places of a digit in a box lie in one line: the rest of the line has it not.",
        "The box needs the digit, and wherever it goes there, it is in the line.",
        ("locked candidates type 1", "pointing pair", "pointing triple"),
    ),
    "claiming": Lesson(
        "All places of a digit in a line lie in one box: the rest of the box has it not.",
        "The line needs the digit, and wherever it goes there, it is in the box.",
        ("locked candidates type 2", "box-line reduction"),
    ),
    "locked-pair": Lesson(
        "Two cells that a line shares with a box have the same two candidates: the rest of the "
        "line and the rest of the box have neither digit.",
        "The two cells hold the two digits in some order; each other cell of the line or the box "
        "sees both.",
    ),
    "locked-triple": Lesson(
        "The three cells that a line shares with a box have three candidates between them: the "
        "rest of the line and the rest of the box have none of these digits.",
        "The three cells hold the three digits in some order; each other cell of the line or the "
        "box sees all of them.",
    ),
}

NAKED = Lesson(
    "{Number} cells of a house have only {number} candidates between them: the other cells of the "
    "house have none of these digits.",
    "The {number} cells need {number} different digits, so they use up {all}.",
    ("disjoint subset",),
)
HIDDEN = Lesson(
    "{Number} digits have only {number} places between them in a house: these cells have no other "
    "candidates.",
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

UNIQUE = (
    " If the four corners of the rectangle, in two boxes, had nothing but the two digits, these "
    "could be swapped: a second solution."
)
UNIQUENESS = {
    "unique-rectangle-1": Lesson(
        "Three corners of a rectangle in two boxes have the same two candidates, the fourth has "
        "these and more: it loses the two.",
        "Else all four would have only the two digits." + UNIQUE,
    ),
    "unique-rectangle-2": Lesson(
        "Two corners have the two candidates alone, the two others on one side have the same third "
        "one: what sees both of these loses it.",
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
        "other place: they lose the other one of the two digits.",
        "That digit stands in one of them; if the other corner had the other digit, only the two "
        "would be left in all four." + UNIQUE,
    ),
    "unique-rectangle-5": Lesson(
        "Two or three corners, some of them across, have the same third candidate, and the others "
        "the two alone: what sees all of these loses the third digit.",
        "One of them holds the third digit." + UNIQUE,
    ),
    "unique-rectangle-6": Lesson(
        "Two corners across have further candidates, and one of the two digits has no places but "
        "the corners in the rows and columns of the rectangle: these two corners lose it.",
        "If one of the two had it, the rows and columns would put it into both, and the second "
        "digit into the others." + UNIQUE,
    ),
    "hidden-rectangle": Lesson(
        "One corner has the two candidates alone, and in the row and the column of the corner "
        "across, one of the digits has no places but corners: the corner across loses the other "
        "digit.",
        "If it held that, the links would put the first digit into its neighbours, and the other "
        "two corners would follow." + UNIQUE,
        ("hidden unique rectangle",),
    ),
    "avoidable-rectangle-1": Lesson(
        "Three corners of a rectangle in two boxes are filled, none of them given, so that one "
        "digit in the fourth would close it with two digits: it loses that.",
        "Two digits in four cells that are no givens could be swapped: a second solution.",
    ),
    "avoidable-rectangle-2": Lesson(
        "Two corners of a rectangle in two boxes are filled, none given; the two others would "
        "close it but for the same further candidate: what sees both loses that one.",
        "One of the two holds it, for two digits in four cells that are no givens could be "
        "swapped: a second solution.",
    ),
    "bug-plus-1": Lesson(
        "Each open cell has two candidates but for one that has three, and each digit has two "
        "places in each house but for one digit, with three in the houses of that cell: the cell "
        "is that digit.",
        "Without it, each digit would have two places in each house and each cell two candidates; "
        "to swap all of them would make a second solution of any.",
        ("BUG type 1",),
    ),
}
LOOP_WHY = (
    " Cells in a ring that have the same two candidates alone, two in each house that they touch, "
    "could be swapped: a second solution."
)
GRAVE_WHY = (
    " Where each cell has two candidates and each digit two places in each house, there is no "
    "solution, or more than one."
)
LOOPS = {
    "unique-loop-1": Lesson(
        "All cells of a ring but one have two candidates alone: the one loses both.",
        "Else the ring would have nothing but the two digits." + LOOP_WHY,
    ),
    "unique-loop-2": Lesson(
        "Some cells of a ring have the same further candidate, the others two alone: what sees all "
        "of these cells loses it.",
        "One of them holds it." + LOOP_WHY,
    ),
    "unique-loop-3": Lesson(
        "Two cells of a ring have further candidates and make a naked or a hidden subset with "
        "other cells of a house: what the subset strikes falls.",
        "One of the two holds a further digit, so the two count as one cell of a naked subset, and "
        "have room for one of their two digits alone beside a hidden one." + LOOP_WHY,
    ),
    "unique-loop-4": Lesson(
        "Two cells of a ring that share a house have further candidates, and one of the two digits "
        "has no other place in it: they lose the other digit.",
        "That digit stands in one of them, so the other digit in the other would close the ring."
        + LOOP_WHY,
    ),
    "bug-2": Lesson(
        "Every open cell has two candidates but for some that have the same digit beside: what "
        "sees all of these loses it.",
        "One of them holds the digit." + GRAVE_WHY,
    ),
    "bug-3": Lesson(
        "Every open cell has two candidates but for some of one house; their further digits make a "
        "subset with other cells of it: the rest of the house loses its digits.",
        "One of them holds a further digit, and so counts as a cell of the subset." + GRAVE_WHY,
    ),
    "bug-4": Lesson(
        "Every open cell has two candidates but for two of one house, which must have one common "
        "digit between them: they lose what is neither that nor further.",
        "One of them holds the common digit, the other a further one." + GRAVE_WHY,
    ),
}

COLOURS = {
    "simple-colours-trap": Lesson(
        "Strong links of a digit are coloured in turn: what sees both colours falls.",
        "One colour is true as a whole, the other false.",
    ),
    "simple-colours-wrap": Lesson(
        "Two candidates of the same colour see each other: all of that colour fall.",
        "A colour is true as a whole, and here it cannot be.",
    ),
    "multi-colours-1": Lesson(
        "Of two clusters of colours, a candidate of one sees a candidate of the other: what sees "
        "both of the opposite colours falls.",
        "The two colours that see each other are not both true, so one of the opposite ones is.",
    ),
    "multi-colours-2": Lesson(
        "A colour sees both colours of another cluster: all of it fall.",
        "One of the other two colours is true.",
    ),
}

CHAINS = {
    "remote-pair": Lesson(
        "A chain of cells with the same two candidates, each in sight of the next: what sees two "
        "of them at an odd distance loses both digits.",
        "The digits alternate along the chain, so these two cells hold both of them.",
    ),
    "xy-chain": Lesson(
        "A chain of cells with two candidates, each sharing one with the next: what sees both ends "
        "loses the digit that these begin and end with.",
        "If the first cell has not the digit, each cell in turn leads to the last having it.",
    ),
}
GROUPED = " Some nodes are several cells of one line in one box, on if one of them holds the digit."
LOOP_LESSONS = {
    "continuous-nice-loop": Lesson(
        "Links in a ring that alternate between strong and weak: each of its weak links strikes "
        "what sees both of its ends.",
        "The ring can be read both ways, so exactly one end of each link is true.",
    ),
    "discontinuous-nice-loop": Lesson(
        "A chain of links that comes back to its first cell and contradicts what it began with, or "
        "confirms it: that is struck, or placed.",
        "What leads to its own opposite is false.",
    ),
    "aic": Lesson(
        "Links that alternate, strong first and last: what either end strikes falls.",
        "If the first end is false, each link in turn leads to the last one being true.",
        ("alternating inference chain",),
    ),
}
CHAINS |= LOOP_LESSONS
CHAINS |= {
    f"grouped-{slug}": Lesson(says + GROUPED, why, others)
    for slug, (says, why, others) in LOOP_LESSONS.items()
}

ALS = {
    "sue-de-coq": Lesson(
        "Two or three cells of a line and a box have at least two candidates more than cells. "
        "Cells of the line, and others of the box, hold these candidates between them: the rest "
        "of line and box lose what is settled there.",
        "Together the cells have as many candidates as cells, so each digit is settled in the "
        "line, or in the box.",
        ("two-sector disjoint subset",),
    ),
    "als-xz": Lesson(
        "Two almost locked sets (cells of a house with one candidate more) have a digit that only "
        "one of them can hold: what sees all places of another common digit loses that.",
        "The set that lacks the first digit holds all its others.",
    ),
    "als-xy-wing": Lesson(
        "Two almost locked sets are each linked with a third by a digit of its own: what sees all "
        "places of a digit common to the two loses it.",
        "The third set lacks only one digit, so one of the two does not have its link, and holds "
        "all its others.",
    ),
    "als-chain": Lesson(
        "Almost locked sets, each linked with the next by another digit than with the one before: "
        "what sees all places of a digit common to the first and the last loses it.",
        "If the first has not that digit, it has its link, so the next has not, and so on to the "
        "last, which has all its others.",
    ),
    "death-blossom": Lesson(
        "Each candidate of a cell is one that an almost locked set would lose: what sees all "
        "places of a digit common to all the sets loses it.",
        "Whichever digit the cell is, one of the sets loses it and holds all its others.",
    ),
    "aligned-pair-exclusion": Lesson(
        "Of the ways to fill two cells, those are out that leave a cell which sees both without a "
        "candidate: digits of which no way is left fall.",
        "A digit that no way to fill the two cells has cannot be true.",
    ),
    "aligned-triple-exclusion": Lesson(
        "Of the ways to fill three cells, those are out that leave a cell which sees all three "
        "without a candidate: digits of which no way is left fall.",
        "A digit that no way to fill the three cells has cannot be true.",
    ),
}

CYCLE_WHY = "The cycle can be read both ways, so one of each two neighbours on it is true."
CHAIN_WHY = "What leads to its own opposite is false, so the opposite holds."
CYCLES = {
    "generalized-x-wing": Lesson(
        "A cycle of one digit through four cells: what sees two neighbours falls.", CYCLE_WHY
    ),
    "x-cycle": Lesson("A cycle of one digit: what sees two neighbours falls.", CYCLE_WHY),
    "y-cycle": Lesson(
        "A cycle of cells with two candidates: what sees two neighbours of a digit falls.",
        CYCLE_WHY,
    ),
    "xy-cycle": Lesson(
        "A cycle through cells and houses: what sees two neighbours falls.", CYCLE_WHY
    ),
    "turbot-chain": Lesson(
        "A chain of six nodes of one digit leads from a candidate to its opposite.", CHAIN_WHY
    ),
    "forcing-x-chain": Lesson(
        "A chain of one digit leads from a candidate to its opposite.", CHAIN_WHY
    ),
    "forcing-chain": Lesson(
        "A chain through cells and houses leads from a candidate to its opposite.", CHAIN_WHY
    ),
}

SOME_CASE = "One of the cases is true, and whichever it is, the conclusion holds."
ABSURD = "What leads to a contradiction is false."
FORCING = {
    "nishio-forcing-chains": Lesson(
        "A candidate leads, through houses alone, to a contradiction: it falls.", ABSURD
    ),
    "forcing-chain-contradiction": Lesson(
        "From a candidate, chains lead to a contradiction: it falls, or it is true where being off "
        "does so.",
        ABSURD,
    ),
    "forcing-chain-verity": Lesson(
        "From each candidate of a cell, each place of a digit in a house, or both states of a "
        "candidate, chains lead to the same conclusion.",
        SOME_CASE,
    ),
    "forcing-net-contradiction": Lesson(
        "From a candidate, what follows is played on, with singles that stand on several "
        "candidates, to a contradiction: it falls, or it is true where being off does so.",
        ABSURD,
    ),
    "forcing-net-verity": Lesson(
        "From each candidate of a cell, each place of a digit in a house, or both states of a "
        "candidate, singles are played on to the same conclusion.",
        SOME_CASE,
    ),
}
DYNAMIC = (
    "",
    " On the way, locked candidates, pairs and X-wings strike candidates, too.",
    " On the way, cycles and forcing chains strike candidates, too.",
    " On the way, cycles and forcing chains with several starts strike candidates, too.",
    " On the way, dynamic forcing chains strike candidates, too.",
    " On the way, dynamic forcing chains that themselves have forcing chains strike candidates.",
)
ENDINGS = (
    "",
    "-plus",
    "-plus-forcing-chains",
    "-plus-multiple-forcing-chains",
    "-plus-dynamic-forcing-chains",
    "-plus-nested-forcing-chains",
)
STARTS = {
    "contradiction": ("A candidate, on or off, leads to a contradiction.", ABSURD),
    "double": ("A candidate leads to the same conclusion whether it is on or off.", SOME_CASE),
    "cell": ("Each candidate of a cell leads to the same conclusion.", SOME_CASE),
    "region": ("Each place of a digit in a house leads to the same conclusion.", SOME_CASE),
}
FORCING |= {
    f"{name}-forcing-chains": Lesson(*STARTS[name], (f"multiple {name} forcing chains",))
    for name in ("cell", "region")
}
FORCING |= {
    f"dynamic-{name}-forcing-chains{ending}": Lesson(
        f"{says} What is on or off may follow from several candidates.{more}", why
    )
    for name, (says, why) in STARTS.items()
    for ending, more in zip(ENDINGS, DYNAMIC, strict=True)
}

TEMPLATES = {
    "template-set": Lesson(
        "All ways in which a digit can fill its houses have a cell in common: it is that digit.",
        "One of the ways is the solution's.",
        ("pattern overlay method",),
    ),
    "template-delete": Lesson(
        "No way in which a digit can fill its houses has a cell: it loses the digit.",
        "One of the ways is the solution's.",
        ("pattern overlay method",),
    ),
    "brute-force": Lesson(
        "Where nothing else is left, a cell gets the digit that it has in the solution.",
        "The puzzle is solved by trial, and has one solution.",
        ("trial and error", "backtracking"),
    ),
}

LESSONS: dict[str, Lesson] = {
    **SINGLES,
    **LOCKED,
    **_subsets(),
    **_fish(),
    **KRAKEN,
    **SINGLE_DIGIT,
    **WINGS,
    **UNIQUENESS,
    **LOOPS,
    **COLOURS,
    **CHAINS,
    **ALS,
    **CYCLES,
    **FORCING,
    **TEMPLATES,
}
"""What each technique says, by its slug."""


def lesson(slug: str) -> Lesson:
    """Return what a technique says and why it is true.

    Raises
    ------
    InputError
        If there is no such technique.

    Examples
    --------
    >>> lesson("naked-pair").why
    'The two cells need two different digits, so they use up both.'
    """
    return LESSONS[technique_named(slug).slug]
