"""Lessons on colouring and chains."""

from __future__ import annotations

from lowbit.techniques.lessons.lesson import Lesson

COLOURS = {
    "simple-colours-trap": Lesson(
        "Strong links of a digit are coloured alternately: what sees both colours is eliminated.",
        "One colour is true throughout, the other false.",
    ),
    "simple-colours-wrap": Lesson(
        "Two candidates of the same colour see each other: all of that colour are eliminated.",
        "A colour is true throughout or nowhere, and here it cannot be true.",
    ),
    "multi-colours-1": Lesson(
        "A candidate of one cluster of colours sees a candidate of another: what sees both of the "
        "opposite colours is eliminated.",
        "The two colours that see each other are not both true, so one of the opposite ones is.",
    ),
    "multi-colours-2": Lesson(
        "A colour sees both colours of another cluster: all of it is eliminated.",
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
        "If the first cell does not have the digit, each cell in turn forces the next, and the "
        "last one has it.",
    ),
}
GROUPED = " Some nodes are several cells of a line in a box; they are on if one holds the digit."
LOOP_LESSONS = {
    "continuous-nice-loop": Lesson(
        "A ring of alternating strong and weak links: each weak link eliminates what sees both of "
        "its ends.",
        "The ring can be read both ways, so exactly one end of each link is true.",
    ),
    "discontinuous-nice-loop": Lesson(
        "A chain of links that returns to its first cell and contradicts its start, or confirms "
        "it: the start is eliminated, or placed.",
        "What implies its own opposite is false.",
    ),
    "aic": Lesson(
        "Alternating links, strong first and last: what both ends would eliminate is eliminated.",
        "If the first end is false, each link in turn forces the next, and the last end is true.",
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

SOME_CASE = "One of the cases is true, and whichever it is, the conclusion holds."
ABSURD = "What implies a contradiction is false."
FORCING = {
    "nishio-forcing-chains": Lesson(
        "A candidate leads, through houses alone, to a contradiction: it is eliminated.", ABSURD
    ),
    "forcing-chain-contradiction": Lesson(
        "Chains lead from a candidate to a contradiction: it is eliminated. If they do so from its "
        "being off, it is placed.",
        ABSURD,
    ),
    "forcing-chain-verity": Lesson(
        "From each candidate of a cell, each place of a digit in a house, or both states of a "
        "candidate, chains lead to the same conclusion.",
        SOME_CASE,
    ),
    "forcing-net-contradiction": Lesson(
        "What follows from a candidate, with singles that rest on several candidates, leads to a "
        "contradiction: it is eliminated. If its being off does so, it is placed.",
        ABSURD,
    ),
    "forcing-net-verity": Lesson(
        "From each candidate of a cell, each place of a digit in a house, or both states of a "
        "candidate, singles lead to the same conclusion.",
        SOME_CASE,
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
