"""The items that the kernel of texts knows, as the readers of the format read them."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, cast

import numpy as np

from lowbit.errors import FormatError
from lowbit.formats.variants.iss.grammar import items_of
from lowbit.formats.variants.iss.items import READERS
from lowbit.formats.variants.iss.places import Places, cell_name
from lowbit.geometry import CLASSIC
from lowbit.kernels.variants.encoding import encoded_constraint, encoded_houses
from lowbit.kernels.variants.layout import N_ENCODED
from lowbit.kernels.variants.texts import (
    ARROW,
    CAGE,
    DIAGONAL,
    GIVENS,
    LINE,
    PAIR,
    WHOLE,
    Vocabulary,
    read_texts,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.constraints import Constraint
    from lowbit.constraints.operations import InRelation
    from lowbit.geometry import Geometry
    from lowbit.kernels.variants.layout import Words

ON_THE_BOARD = ("AntiKnight", "AntiKing", "Windoku", "DisjointSets", "Diagonal~1", "Diagonal~-1")
"""Items that mean the same for the whole board each time."""

LINES, PAIRS = ("Thermo", "Whisper"), ("WhiteDot", "BlackDot", "X", "V", "GreaterThan")
"""Items on the cells of a line, and on two cells that share a side: a relation each."""

KINDS = {
    "": GIVENS,
    "Cage": CAGE,
    "Arrow": ARROW,
    "LittleKiller": DIAGONAL,
    **dict.fromkeys(LINES, LINE),
    **dict.fromkeys(PAIRS, PAIR),
    **dict.fromkeys(ON_THE_BOARD, WHOLE),
}
"""What each item means."""

WORDS_OF_LETTER = 6
"""No item takes more words for a letter, but those of the whole board."""


def encode_texts(texts: Sequence[str]) -> tuple[Words, Words, Words, Words]:
    """Encode those of some texts that the kernel reads.

    Returns the encodings, where that of each puzzle begins and ends, the candidates of each, and
    the numbers of their texts.
    """
    known = vocabulary()
    of_texts = [text.encode() for text in texts]
    n_texts, n_letters = len(texts), sum(map(len, of_texts))
    text = np.frombuffer(b"".join(of_texts), np.uint8)
    ends = np.array([*accumulate(map(len, of_texts))], np.int64)
    n_fixed = N_ENCODED + known.relations.size + len(known.relations) + len(known.words)
    encoded = np.empty(n_texts * n_fixed + WORDS_OF_LETTER * n_letters, np.int64)
    places, rows = np.empty(n_texts + 1, np.int64), np.empty(n_texts, np.int64)
    roots = np.empty((n_texts + 1, CLASSIC.n_cells), np.int64)
    n_read = read_texts(text, ends, known, encoded, places, roots, rows)
    return encoded, places[: n_read + 1], roots[:n_read], rows[:n_read]


@cache
def vocabulary() -> Vocabulary:
    """Return the items that are known."""
    names = [name.encode() for name in KINDS]
    on_board = (encoded_constraint(*_whole(item)) for item in ON_THE_BOARD)
    wholes = [encoded_houses(CLASSIC), *(waiting for waiting, _ in on_board)]
    numbers = {name: at for at, name in enumerate(ON_THE_BOARD, 1)}
    numbers |= {name: at for at, name in enumerate((*LINES, *PAIRS))}
    return Vocabulary(
        np.array([[*name.ljust(max(map(len, names)))] for name in names], np.uint8),
        np.array([len(name) for name in names]),
        np.array([*KINDS.values()]),
        np.array([numbers.get(name, 0) for name in KINDS]),
        np.array([_relation(name) for name in (*LINES, *PAIRS)]),
        np.array([word for whole in wholes for word in whole.words]),
        np.array([0, *accumulate(len(whole.words) for whole in wholes)]),
        np.array([whole.number for whole in wholes]),
        np.array([_diagonal(cell) for cell in range(CLASSIC.n_cells)]),
    )


def _whole(item: str) -> tuple[Constraint, Geometry]:
    """Return the constraint of an item on the whole board."""
    (read,) = items_of(f".{item}")
    (constraint,) = READERS[read.name](Places(CLASSIC), *read.args)
    return constraint, CLASSIC


def _relation(name: str) -> tuple[int, ...]:
    """Return the relation between two cells of an item."""
    (constraint,) = READERS[name](Places(CLASSIC), "R1C1", "R1C2")
    (operation,) = constraint.operations(CLASSIC)
    return cast("InRelation", operation).relation


def _diagonal(cell: int) -> list[int]:
    """Return the length of the diagonal that begins at a cell, and its cells."""
    try:
        cells = Places(CLASSIC).diagonal(cell_name(CLASSIC, cell))
    except FormatError:
        cells = ()
    return [len(cells), *cells, *[0] * (CLASSIC.size - len(cells))]
