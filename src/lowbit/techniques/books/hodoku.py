"""HoDoKu 2.2's rule book: its order, and only the steps that it has switched on."""

from __future__ import annotations

from lowbit.techniques.books.rule import book_of

ORDER: tuple[str | tuple[str, ...], ...] = (
    "full-house",
    "naked-single",
    "hidden-single",
    "locked-pair",
    "locked-triple",
    "pointing",
    "claiming",
    "naked-pair",
    "naked-triple",
    "hidden-pair",
    "hidden-triple",
    "naked-quadruple",
    "hidden-quadruple",
    "x-wing",
    "swordfish",
    "jellyfish",
    "remote-pair",
    "bug-plus-1",
    "skyscraper",
    "two-string-kite",
    "turbot-fish",
    "empty-rectangle",
    "w-wing",
    "xy-wing",
    "xyz-wing",
    "unique-rectangle-1",
    "unique-rectangle-2",
    "unique-rectangle-3",
    "unique-rectangle-4",
    "unique-rectangle-5",
    "unique-rectangle-6",
    "hidden-rectangle",
    "avoidable-rectangle-1",
    "avoidable-rectangle-2",
    "finned-x-wing",
    "sashimi-x-wing",
    "finned-swordfish",
    "sashimi-swordfish",
    "finned-jellyfish",
    "sashimi-jellyfish",
    ("simple-colours-trap", "simple-colours-wrap"),
    ("multi-colours-1", "multi-colours-2"),
    "x-chain",
    "xy-chain",
)

BOOK = book_of("hodoku", ORDER)
