"""The texts of records, which a kernel puts together from the words of sentences about steps."""

from __future__ import annotations

from functools import cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.kernels.hodoku.spelling import (
    MOST_LETTERS,
    TOLD_BY_CELLS,
    TOLD_BY_CHOICE,
    TOLD_BY_LACK,
    TOLD_BY_LINES,
    TOLD_BY_PLACE,
    Vocabulary,
    new_sheet,
    spell,
)
from lowbit.kernels.hodoku.steps import ROLES, TECHNIQUES
from lowbit.techniques.registry import TECHNIQUES as ALL_TECHNIQUES
from lowbit.techniques.wording.description import name_of
from lowbit.techniques.wording.words import house_name, words_of
from lowbit.verbs.trace.replaying import ARROW, BACK, DEAD_END, GUESS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.verbs.trace.results import Records

AT_ONCE: Final = 1 << 10
"""Puzzles whose texts are written at a time: some 2 MB."""

WAY_OF: Final = {"singles": TOLD_BY_PLACE, "fish": TOLD_BY_LINES}
"""The ways in which families of techniques tell their reasons; all others by cells."""


def texts_of(records: Records, firsts: NDArray[np.int64], counts: NDArray[np.int64]) -> list[str]:
    """Return the steps of some puzzles as text, a line a step: ``naked single: r1c1 => r1c1=5``.

    A step whose record lacks its evidence is told by its name and effect: ``xy-chain => r1c1<>5``.

    Parameters
    ----------
    records : Records
    firsts, counts : int64[n]
        The first step of each puzzle, and how many there are.
    """
    texts = []
    for first in range(0, firsts.size, AT_ONCE):
        part = slice(first, first + AT_ONCE)
        texts += _texts(records, np.ascontiguousarray(firsts[part]), counts[part])
    return texts


def _texts(records: Records, firsts: NDArray[np.int64], counts: NDArray[np.int64]) -> list[str]:
    words, ends = records
    n_words = int((ends[firsts + counts] - ends[firsts]).sum())
    sheet, text_ends = new_sheet(MOST_LETTERS * n_words), np.empty_like(firsts)
    counts = np.ascontiguousarray(counts)
    spell(words, ends, firsts, counts, _vocabulary(), ord("\n"), sheet, text_ends)
    text = sheet.text[: text_ends[-1]].tobytes().decode("ascii")
    return [text[begin:end] for begin, end in pairwise([0, *text_ends.tolist()])]


@cache
def _vocabulary() -> Vocabulary:
    """Return the words of texts; an event's name has a colon where the arrow follows it at once."""
    names = ["", *map(name_of, TECHNIQUES[1:]), _bare(GUESS), _bare(DEAD_END), BACK]
    houses = [house_name(CLASSIC, house, "en") for house in range(len(CLASSIC.houses))]
    said = words_of("en")
    phrases = [
        said["colon"], f" {ARROW} ", said["comma"], said["in"], "<>", "no ", "no candidate",
        " (", ")",
    ]  # fmt: skip
    words = [word.encode("ascii") for word in (*names, *ROLES, *houses, *phrases)]
    families = [ALL_TECHNIQUES[slug].family for slug in TECHNIQUES[1:]]
    ways = [WAY_OF.get(family, TOLD_BY_CELLS) for family in families]
    return Vocabulary(
        np.frombuffer(b"".join(words), np.uint8),
        np.array([*accumulate(map(len, words), initial=0)], np.int64),
        np.array([TOLD_BY_CELLS, *ways, TOLD_BY_CHOICE, TOLD_BY_LACK, TOLD_BY_CELLS], np.int64),
    )


def _bare(said: str) -> str:
    return said.removesuffix(":")
