"""Lessons on steps by the constraints of a puzzle: cages, lines, dots and others."""

from __future__ import annotations

from lowbit.techniques.lessons.lesson import Lesson

LESSONS = {
    "constraint": Lesson(
        "A constraint has no room for a digit in one of its cells, whatever the others hold: the "
        "digit goes. A cage of two cells that makes 4 holds 1 and 3; the bulb of a thermometer of "
        "four cells is 6 at most; no cell of a German whisper is 5.",
        "With the digit there, each way to fill the other cells breaks the constraint: the sum "
        "does not come out, the line cannot rise any more, a dot has no partner. It must be kept, "
        "so the digit is not there.",
        ("cage combinations", "killer combinations"),
    ),
    "rule-of-45": Lesson(
        "The cages in a row, column or box cover all of its cells but a few: these make what is "
        "missing to 45. Or cages cover all of it and reach beyond: the cells beyond make what is "
        "more than 45. A single cell is just that digit.",
        "A row, column or box has each digit from 1 to 9 once, and these add up to 45. The sums "
        "of the cages are given, so what they have too little or too much is in the cells that "
        "they leave over, or add.",
        ("law of 45", "innie", "outie"),
    ),
    "constraint-locked": Lesson(
        "However a constraint is filled with what is still possible, it has some digit in one of a "
        "few cells. No cell that sees all of these can hold the digit.",
        "The constraint has the digit in one of these cells. A second one in a cell that sees all "
        "of them would be twice in a row, column or box, wherever the first stands.",
        ("killer pair", "locked candidates of a cage"),
    ),
    "innies-and-outies": Lesson(
        "Some rows, columns or boxes add up to 45 each. Take away the cages that lie in them, or "
        "mostly: that leaves the sum of the cells that no cage covers, the innies, less that of "
        "the cells where cages reach beyond, the outies. Digits that cannot make it go.",
        "No two of these houses share a cell, so their sum is known. The cages count their outies, "
        "too, which are not in the houses, and do not count the innies, which are: nothing else "
        "makes the difference.",
        ("rule of 45 over several houses",),
    ),
    "shared-house": Lesson(
        "Several sums lie in one row, column or box. No digit is in two of them, so ways to make "
        "one sum go that take what another needs, and with them the digits that only they have.",
        "The house has each digit once. If all ways to make one sum were left that share a digit "
        "with every way to make the other, the digit would be there twice.",
        ("combined cages",),
    ),
    "constraint-contradiction": Lesson(
        "Assume that a cell holds a digit, and note what follows through houses and constraints. "
        "If a cell is left without a digit, a house without a place for one, or a constraint "
        "cannot be filled any more, the digit goes.",
        "If the digit were right, all that follows from it would be, too. Nothing impossible "
        "follows from what is right.",
        ("trial and error", "bifurcation"),
    ),
    "constraint-cases": Lesson(
        "A cell has a few candidates, or a row, column or box a few places for a digit. Assume "
        "each of them in turn, and note what follows through houses and constraints. A candidate "
        "that all of them take away goes.",
        "One of the cases is true, nobody needs to know which: in each of them the candidate is "
        "gone.",
        ("case distinction",),
    ),
    "constraint-nested": Lesson(
        "Assume that a cell holds a digit. Some other candidates cannot be together with it: each "
        "of them, assumed as well, leads to something impossible. Take these away; if what "
        "follows now is impossible, too, the first digit goes.",
        "Each of the candidates that were taken away was shown to be wrong if the assumption is "
        "right. So all that followed was right, if the assumption was; as that is impossible, it "
        "is wrong.",
        ("contradiction within a contradiction",),
    ),
}
