"""lowbit's own rule book: the techniques in the order in which a person sees them.

Singles come first, hidden before naked ones, because the last place in a house is easier to see
than the last candidate of a cell. Patterns of one digit come before chains, small patterns before
large ones, common before rare ones. There is no guessing. Multi-sector locked sets are left out:
trying all rows and columns takes longer than a hint may.
"""

from __future__ import annotations

from lowbit.techniques.books.rule import book_of

ORDER: tuple[str | tuple[str, ...], ...] = (
    "full-house",
    "hidden-single",
    "naked-single",
    "pointing",
    "claiming",
    "locked-pair",
    "naked-pair",
    "hidden-pair",
    "locked-triple",
    "naked-triple",
    "hidden-triple",
    "x-wing",
    "skyscraper",
    "two-string-kite",
    "turbot-fish",
    "empty-rectangle",
    "xy-wing",
    "w-wing",
    "unique-rectangle-1",
    "bug-plus-1",
    "xyz-wing",
    "almost-locked-pair",
    "swordfish",
    "naked-quadruple",
    "finned-x-wing",
    "sashimi-x-wing",
    "remote-pair",
    "unique-rectangle-2",
    "unique-rectangle-4",
    "hidden-rectangle",
    "avoidable-rectangle-1",
    "unique-rectangle-3",
    "unique-rectangle-5",
    "unique-rectangle-6",
    "avoidable-rectangle-2",
    "hidden-quadruple",
    ("simple-colours-wrap", "simple-colours-trap"),
    "jellyfish",
    "finned-swordfish",
    "sashimi-swordfish",
    "x-chain",
    "xy-chain",
    "wxyz-wing",
    (
        "extended-rectangle-1",
        "extended-rectangle-2",
        "extended-rectangle-4",
        "extended-rectangle-3",
    ),
    "almost-locked-triple",
    ("continuous-nice-loop", "discontinuous-nice-loop", "aic"),
    "sue-de-coq",
    "almost-locked-quadruple",
    "vwxyz-wing",
    "firework-triple",
    "firework-quadruple",
    "firework-pair",
    "tridagon",
    "als-xz",
    "als-xy-wing",
    (
        "grouped-continuous-nice-loop",
        "grouped-discontinuous-nice-loop",
        "grouped-aic",
        "continuous-nice-loop",
        "discontinuous-nice-loop",
        "aic",
    ),
    "als-chain",
    "sk-loop",
    "junior-exocet",
    ("forcing-chain-contradiction", "forcing-chain-verity"),
    ("forcing-net-contradiction", "forcing-net-verity"),
)

BOOK = book_of("human", ORDER)
