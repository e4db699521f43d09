"""Lessons on almost locked sets, fireworks, sectors, exocets and templates."""

from __future__ import annotations

from lowbit.techniques.lessons.lesson import Lesson

ALS = {
    "sue-de-coq": Lesson(
        "Two or three cells of a line and a box have at least two candidates more than cells. "
        "Cells of the line, and others of the box, hold these candidates between them: the rest "
        "of the line and of the box lose the digits that are confined there.",
        "Together the cells have as many candidates as cells, so each digit is confined to the "
        "line or to the box.",
        ("two-sector disjoint subset",),
    ),
    "als-xz": Lesson(
        "Two almost locked sets (cells of a house with one candidate more) have a digit that only "
        "one of them can hold: what sees all places of another common digit loses that.",
        "The set that lacks the first digit holds all its others.",
    ),
    "als-xy-wing": Lesson(
        "Two almost locked sets are each linked to a third by a different digit: what sees all "
        "places of a digit common to the two loses it.",
        "The third set lacks only one digit, so one of the two lacks its linking digit, and holds "
        "all its others.",
    ),
    "als-chain": Lesson(
        "A chain of almost locked sets, linked by alternating digits: what sees all places of a "
        "digit common to the first and the last loses it.",
        "If the first lacks that digit, it holds its linking digit, so the next lacks it, and so "
        "on to the last, which holds all its others.",
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
    " A row and a column cross in a pivot, and outside its box each has only one place for a "
    "digit, a wing. If neither wing holds the digit, both row and column need it in the box, so "
    "the pivot holds it."
)
FIREWORKS = {
    "firework-triple": Lesson(
        "Three digits share a pivot and its two wings: these cells lose all other digits, and the "
        "rest of the pivot's box has none of the three off the pivot's row and column.",
        "Each of the three digits is in one of the three cells, so they fill them." + FIREWORK_WHY,
    ),
    "firework-quadruple": Lesson(
        "Two digits share a pivot and its two wings, and two others the same wings and a pivot at "
        "the fourth corner: each pivot loses all but its own two, each wing all but the four.",
        "Each of the four digits is in its pivot or in a wing, so they fill the four cells."
        + FIREWORK_WHY,
    ),
    "firework-pair": Lesson(
        "Two digits share a pivot and its two wings, and each wing sees a cell with only these "
        "two candidates: what sees both wings and both cells loses the two digits.",
        "The pivot holds at most one of the two, so a wing holds one, and the cell that it sees "
        "the other." + FIREWORK_WHY,
    ),
}

SECTOR_WHY = (
    "A digit occurs once in a house. There are as many such sectors as cells, and they cover all "
    "candidates of the cells, so each sector has its digit in one of these cells."
)
SECTORS = {
    "sk-loop": Lesson(
        "Two rows and two columns cross in four boxes. Their other cells in these boxes form a "
        "loop, in which lines and boxes link each part to the next; the links need no more digits "
        "than the loop has cells: each link's digits are eliminated elsewhere in its house.",
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

EXOCETS = {
    "junior-exocet": Lesson(
        "Two cells of a line in a box, the base, have three or four candidates. Each of the other "
        "boxes of the band has a target off that line; the cell next to it on its cross-line has "
        "none of these digits. The three cross-lines, through the targets and the third cell of "
        "the line in the box, have no room for any of the digits three times outside the band: "
        "base and targets hold the same two digits. What no filling of them has is eliminated: the "
        "cross-lines must have room for each digit twice, and the cells that mirror a target must "
        "have its digit.",
        "Each cross-line needs both digits of the base. In the band only the targets can hold "
        "them, and outside there is room for each only twice, so each is in a target.",
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

LESSONS = {**ALS, **FIREWORKS, **SECTORS, **EXOCETS, **TEMPLATES}
"""The lesson on each, by its slug."""
