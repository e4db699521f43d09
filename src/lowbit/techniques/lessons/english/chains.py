"""Lessons on colouring and chains."""

from __future__ import annotations

from lowbit.techniques.lessons.lesson import Lesson

COLOUR_WHY = (
    "Colour the places of a digit in two colours, by turns: where a house has just two places, one "
    "gets the one colour, the other the other. Then one colour is right everywhere, and the other "
    "wrong everywhere. "
)
COLOURS = {
    "simple-colours-trap": Lesson(
        "Look at one digit and at the houses that have just two places for it. Colour these "
        "places by turns, in two colours. The digit cannot be in a cell that sees both colours.",
        COLOUR_WHY + "Whichever is right, the cell sees the digit there.",
    ),
    "simple-colours-wrap": Lesson(
        "Look at one digit and at the houses that have just two places for it. Colour these "
        "places by turns, in two colours. If two places of the same colour see each other, no "
        "place of that colour has the digit.",
        COLOUR_WHY + "It cannot be the one that would put the digit twice into a house.",
    ),
    "multi-colours-1": Lesson(
        "The places of a digit are coloured in two separate pairs of colours. A place of one pair "
        "sees a place of the other: a cell that sees both of the opposite colours loses the digit.",
        COLOUR_WHY + "Of the two colours that see each other, one at least is wrong, so one of the "
        "opposite colours is right.",
    ),
    "multi-colours-2": Lesson(
        "The places of a digit are coloured in two separate pairs of colours. If one colour sees "
        "both colours of the other pair, no place of it has the digit.",
        COLOUR_WHY + "One colour of the other pair is right, and the colour that sees it is wrong.",
    ),
}

CHAINS = {
    "remote-pair": Lesson(
        "A chain of cells that all have the same two candidates, each in sight of the next. A cell "
        "that sees two of them, with an even number of others between these, cannot be either "
        "digit.",
        "Along the chain the two digits take turns. So the two cells hold different ones: "
        "both digits are taken.",
    ),
    "xy-chain": Lesson(
        "A chain of cells with two candidates each, every one sharing a digit with the next, which "
        "it sees. It begins and ends with the same digit z, which is not used to go on. A cell "
        "that sees both ends cannot be z.",
        "If the first cell is not z, it is its other digit; so the second is not that, but its "
        "other; and so on, up to the last, which then is z. So the first or the last is z.",
    ),
}
LINKS = (
    " In such a chain, what is not so in one place makes it so in the next (a cell with two "
    "candidates left, a house with two places left), and what is so there rules out the one after."
)
GROUPED = (
    " Here some links go through several cells of a line in a box, which count as one place: one "
    "of them holds the digit, or none does."
)
LOOP_LESSONS = {
    "continuous-nice-loop": Lesson(
        "A ring of conclusions: if this is not so, then that is; if that is so, then the next is "
        "not; and so on, round to the start. In each pair of neighbours that cannot both be so, "
        "one is: what sees both is eliminated, and so are further candidates where both are in one "
        "cell.",
        "The ring can be read both ways. Begin with a candidate that is right, or with one that is "
        "wrong: all others follow, by turns. So of any two neighbours exactly one is right."
        + LINKS,
    ),
    "discontinuous-nice-loop": Lesson(
        "A chain of conclusions that starts with a candidate and comes back to its cell with the "
        "opposite: if it is so, then it is not, or the other way round. So the start is wrong.",
        "Whatever leads to its own opposite cannot be right: either it is not so, or it is."
        + LINKS,
    ),
    "aic": Lesson(
        "A chain of conclusions between two candidates: if the first is wrong, the last is right. "
        "What both of them would rule out is eliminated.",
        "Either the first candidate is right, or, by the chain, the last one is. In both cases "
        "what sees both, or is incompatible with both, is wrong." + LINKS,
        ("alternating inference chain",),
    ),
}
CHAINS |= LOOP_LESSONS
CHAINS |= {
    f"grouped-{slug}": Lesson(says + GROUPED, why, others)
    for slug, (says, why, others) in LOOP_LESSONS.items()
}

CYCLE_WHY = "The cycle can be read both ways, so one of any two neighbours on it is true."
CHAIN_WHY = "What implies its own opposite is false, so the opposite holds."
CYCLES = {
    "generalized-x-wing": Lesson(
        "A cycle of one digit through four cells: what sees two neighbours is eliminated.",
        CYCLE_WHY,
    ),
    "x-cycle": Lesson("A cycle of one digit: what sees two neighbours is eliminated.", CYCLE_WHY),
    "y-cycle": Lesson(
        "A cycle of cells with two candidates: what sees two neighbours of a digit is eliminated.",
        CYCLE_WHY,
    ),
    "xy-cycle": Lesson(
        "A cycle through cells and houses: what sees two neighbours is eliminated.", CYCLE_WHY
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

SOME_CASE = (
    "One of the cases is the one in the solution, and whichever it is, the conclusion holds."
)
ABSURD = "What leads to something impossible cannot be right."
IMPOSSIBLE = (
    " Impossible is a digit twice in a house, a house without a place for a digit, a cell without "
    "a candidate, or a candidate both right and wrong."
)
FORCING = {
    "nishio-forcing-chains": Lesson(
        "A candidate leads, through houses alone, to a contradiction: it is eliminated.", ABSURD
    ),
    "forcing-chain-contradiction": Lesson(
        "Suppose that a candidate is right, and follow what must be so then, link by link. If it "
        "ends in something impossible, the candidate is eliminated. If the impossible follows from "
        "its being wrong, it is placed.",
        ABSURD + IMPOSSIBLE,
    ),
    "forcing-chain-verity": Lesson(
        "Follow all cases one by one: every candidate of a cell, or every place of a digit in a "
        "house, or a candidate that is right or wrong. If chains lead from each of them to the "
        "same conclusion, it holds.",
        SOME_CASE,
    ),
    "forcing-net-contradiction": Lesson(
        "Suppose that a candidate is right, and fill in what must be so then, as far as it goes: "
        "what follows may rest on several earlier conclusions. If it ends in something impossible, "
        "the candidate is eliminated. If it does so when the candidate is wrong, it is placed.",
        ABSURD + IMPOSSIBLE,
    ),
    "forcing-net-verity": Lesson(
        "Follow all cases one by one, as far as it goes: every candidate of a cell, or every place "
        "of a digit in a house, or a candidate that is right or wrong. If each of them leads to "
        "the same conclusion, it holds.",
        SOME_CASE,
    ),
    "braid": Lesson(
        "Suppose that a candidate is right, and go through some cells and some digits in houses, "
        "one after another. In each, the candidate supposed and those found so far leave just one "
        "candidate; in the last, none. So the first one is wrong. Their number is the length of "
        "the braid, and the shortest come first: the longest that a puzzle takes is its B.",
        ABSURD + IMPOSSIBLE,
        ("zt-braid",),
    ),
}
DYNAMIC = (
    "",
    " On the way, locked candidates, pairs and X-wings eliminate candidates, too.",
    " On the way, cycles and forcing chains eliminate candidates, too.",
    " On the way, cycles and forcing chains with several starts eliminate candidates, too.",
    " On the way, dynamic forcing chains eliminate candidates, too.",
    " On the way, dynamic forcing chains that themselves have forcing chains eliminate candidates.",
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

LESSONS = {**COLOURS, **CHAINS, **CYCLES, **FORCING}
"""The lesson on each, by its slug."""
