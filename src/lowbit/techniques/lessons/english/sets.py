"""Lessons on almost locked sets, fireworks, sectors, tridagons, exocets and templates."""

from __future__ import annotations

from lowbit.techniques.lessons.lesson import Lesson

ALMOST = (
    " Such a set of cells, in one house and with one candidate more than cells, is almost locked: "
    "take one digit away, and all its others must be in it."
)
ALS = {
    "sue-de-coq": Lesson(
        "Two or three cells that a line shares with a box have at least two candidates more than "
        "there are cells. With some cells of the rest of the line, and some of the rest of the "
        "box, there are as many candidates as cells; and these extra cells of line and box have no "
        "digit in common. The rest of the line loses the digits of the line's extra cells, the "
        "rest of the box those of the box's.",
        "No digit fits twice into all these cells: those of the line see each other, and so do "
        "those of the box. As there are as many digits as cells, each digit is in one of them, and "
        "so is used up in its line or in its box.",
        ("two-sector disjoint subset",),
    ),
    "als-xz": Lesson(
        "Take two sets of cells, each in one house, with one candidate more than cells. Both have "
        "a digit x whose places in the one all see those in the other. The digit z, which both "
        "have, cannot be in a cell that sees all places of z in both sets.",
        "The two sets cannot both hold x. The set without x must hold all its other digits, z "
        "among them. So one of the sets holds z." + ALMOST,
    ),
    "als-xy-wing": Lesson(
        "Take three sets of cells, each in one house, with one candidate more than cells. The "
        "third shares a digit with the first that only one of the two can hold, and another such "
        "digit with the second. A digit that first and second both have cannot be in a cell that "
        "sees all its places in them.",
        "The third set can do without only one digit. So it holds one of the two that link it, and "
        "the first or the second set is without its own; that one must hold all its other digits."
        + ALMOST,
    ),
    "als-chain": Lesson(
        "Take a chain of sets of cells, each in one house, with one candidate more than cells. "
        "Each shares a digit with the next that only one of the two can hold. A digit that the "
        "first and the last both have cannot be in a cell that sees all its places in them.",
        "If the first set is without that digit, it holds all its others, also the one that links "
        "it; so the second set is without that, and holds all its others; and so on, up to the "
        "last set, which then holds the digit. So the first or the last has it." + ALMOST,
    ),
    "death-blossom": Lesson(
        "Each candidate of a cell is one that an almost locked set would lose: what sees all "
        "places of a digit common to all the sets loses it.",
        "Whichever digit the cell is, one of the sets loses it and holds all its others.",
    ),
    "aligned-pair-exclusion": Lesson(
        "Some ways to fill two cells are ruled out because they leave a cell that sees both "
        "without a candidate: digits that no remaining way has are eliminated.",
        "A digit that no way to fill the two cells has cannot be true.",
    ),
    "aligned-triple-exclusion": Lesson(
        "Some ways to fill three cells are ruled out because they leave a cell that sees all "
        "three without a candidate: digits that no remaining way has are eliminated.",
        "A digit that no way to fill the three cells has cannot be true.",
    ),
}

FIREWORK_WHY = (
    " A row and a column cross in a cell, the pivot. Outside the pivot's box, each has at most one "
    "place for a digit, a wing. If neither wing holds it, both row and column need it inside the "
    "box, and only the pivot serves both. So the digit is in the pivot or in a wing."
)
FIREWORKS = {
    "firework-triple": Lesson(
        "A row and a column cross in a pivot. Outside the pivot's box, three digits can be at "
        "most in one cell of each, the same two cells: the wings. Pivot and wings cannot be "
        "anything else, and in the pivot's box the three cannot be off the row and the column.",
        "Each of the three digits is in one of the three cells, so they fill them." + FIREWORK_WHY,
    ),
    "firework-quadruple": Lesson(
        "Two digits share a pivot and its two wings, and two others the same wings and a pivot at "
        "the fourth corner. Each pivot can only be one of its own two, each wing one of the four.",
        "Each of the four digits is in its pivot or in a wing, so they fill the four cells."
        + FIREWORK_WHY,
    ),
    "firework-pair": Lesson(
        "Two digits share a pivot and its two wings, and each wing sees a cell with only these "
        "two candidates. A cell that sees both wings and both of these cells cannot be either "
        "digit.",
        "The pivot holds at most one of the two digits, so a wing holds one; then the cell that it "
        "sees holds the other." + FIREWORK_WHY,
    ),
}

SECTOR_WHY = (
    "Count the digits that the cells can take: each at most once in its row, column or box. There "
    "is room for as many as there are cells. As every cell takes one, each of these places for a "
    "digit is used up here."
)
SECTORS = {
    "sk-loop": Lesson(
        "Two rows and two columns cross in four boxes. Without the crossings, two cells of each of "
        "these lines are left in each box: sixteen cells in a ring. From part to part they share "
        "digits, by turns along a line and in a box, and no more in all than there are cells. "
        "Elsewhere, each line and each box loses the digits that are shared in it.",
        SECTOR_WHY,
        ("domino loop", "Stephen Kurzhal's loop"),
    ),
    "multi-sector-locked-sets": Lesson(
        "In the open cells where some rows and columns cross, each digit is counted once for each "
        "row that has it there, or once for each column. The sum is the number of cells: each "
        "counted digit is eliminated elsewhere in its row or column.",
        SECTOR_WHY,
        ("MSLS", "rank 0 logic"),
    ),
}

TRIDAGONS = {
    "tridagon": Lesson(
        "Four boxes lie in a rectangle. In each of them, three cells in different rows and "
        "columns, a diagonal, have the same three candidates. A diagonal falls or rises, going on "
        "at the opposite edge of its box. If one of the four, or three, go the other way than the "
        "rest, the three digits cannot fill the twelve cells: one of their other candidates, the "
        "guardians, is true. A cell that has all the guardians loses the three digits; a single "
        "guardian is placed; and what every guardian rules out is eliminated.",
        "Boxes that share their rows have no digit twice in a row. So, from top to bottom, the "
        "three digits go round in the same order in both, wherever they begin; in boxes that "
        "share their columns, they do so from left to right. On a diagonal that falls both orders "
        "are one, on a diagonal that rises they are opposite. Once around the four boxes, an odd "
        "number of rising diagonals would reverse the order, which is the same at the end.",
        ("trivalue oddagon", "Thor's hammer", "anti-tridagon"),
    ),
}

EXOCETS = {
    "junior-exocet": Lesson(
        "Two cells of a line in a box, the base, have three or four candidates between them. In "
        "each of the two other boxes beside it there is a target off that line, and the cell next "
        "to the target has none of these digits. Look at the three lines that cross: through the "
        "targets, and through the third cell beside the base. Outside the three boxes, none of "
        "the digits fits into them three times. Then the targets hold the same two digits as the "
        "base, and what fits no such filling is eliminated.",
        "A digit of the base is nowhere else in the base's line and box. Each of the three "
        "crossing lines needs it, and outside the three boxes there is room for it only twice. "
        "Within them, only a target is left for the third time. So each of the two digits of the "
        "base is in a target.",
        ("JE", "exocet"),
    ),
}

TEMPLATES = {
    "template-set": Lesson(
        "All ways in which a digit can fill its houses have a cell in common: it is that digit.",
        "One of the ways is the solution's.",
        ("pattern overlay method",),
    ),
    "template-delete": Lesson(
        "No way in which a digit can fill its houses uses a cell: it loses the digit.",
        "One of the ways is the solution's.",
        ("pattern overlay method",),
    ),
    "brute-force": Lesson(
        "If nothing else is left, a cell gets the digit that it has in the solution.",
        "The puzzle is solved by trial, and has one solution.",
        ("trial and error", "backtracking"),
    ),
}

LESSONS = {**ALS, **FIREWORKS, **SECTORS, **TRIDAGONS, **EXOCETS, **TEMPLATES}
"""The lesson on each, by its slug."""
