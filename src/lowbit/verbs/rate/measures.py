"""What can be measured of a puzzle, and the names of the answers.

::

    rules     explainer   er, ep, ed      Sudoku Explainer's ratings
              hodoku      score, level    HoDoKu's
    measures  techniques  for each of these rules: how many steps of each, and the hardest
              search      guesses, nodes  of the plain search, to the proof of uniqueness
              backdoor    backdoor        the fewest cells after which singles solve the rest
              redundant   redundant       how many givens can go, each alone
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from lowbit.arguments import unknown
from lowbit.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Names: TypeAlias = "str | Iterable[str]"
"""One name, or several."""

FIELDS_OF_RULES: Final = {"explainer": ("er", "ep", "ed"), "hodoku": ("score", "level")}
"""The fields of each rule book's rating."""

FIELDS_OF_MEASURES: Final = {
    "techniques": (),
    "search": ("guesses", "nodes"),
    "backdoor": ("backdoor",),
    "redundant": ("redundant",),
}
"""The fields that each measure adds; `techniques` adds two for each rule book."""

HARDEST, TECHNIQUES = "hardest", "techniques"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be measured.

    Parameters
    ----------
    rules : tuple of str
        The rule books whose ratings are requested.
    measures : tuple of str
        The measures requested in addition.
    """

    rules: tuple[str, ...]
    measures: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the answers, in order."""
        names: list[str] = []
        for book in self.rules:
            names += FIELDS_OF_RULES[book]
            if TECHNIQUES in self.measures:
                names += (f"{book}_{HARDEST}", f"{book}_{TECHNIQUES}")
        for measure in self.measures:
            names += FIELDS_OF_MEASURES[measure]
        return tuple(names)

    def without(self, unwanted: str) -> Wish:
        """Return the wish without some rules or a measure."""
        rules = tuple(name for name in self.rules if name != unwanted)
        return Wish(rules, tuple(name for name in self.measures if name != unwanted))


ANSWERS: Final = frozenset(Wish(tuple(FIELDS_OF_RULES), tuple(FIELDS_OF_MEASURES)).fields)
"""The names of all answers."""


def wish_of(rules: Names, measures: Names = ()) -> Wish:
    """Return what is to be measured, from the user's arguments.

    Raises
    ------
    InputError
        If there is no such rule book or measure, or nothing is requested.

    Examples
    --------
    >>> wish_of("hodoku", "search").fields
    ('score', 'level', 'guesses', 'nodes')
    """
    wish = Wish(
        _chosen(rules, FIELDS_OF_RULES, "rating by"),
        _chosen(measures, FIELDS_OF_MEASURES, "measure"),
    )
    if not wish.fields:
        raise InputError("nothing is to be measured: name rules, or measures beside techniques")
    return wish


def counts_text(counts: Mapping[str, int]) -> str:
    """Return how many steps of each technique there are, on a line.

    Examples
    --------
    >>> counts_text({"full-house": 18, "hidden-single": 27})
    'full-house:18 hidden-single:27'
    """
    return " ".join(f"{slug}:{n}" for slug, n in counts.items())


def _chosen(names: Names, known: Iterable[str], kind: str) -> tuple[str, ...]:
    """Return names, each once, in the order of the known names."""
    chosen: Sequence[str] = (names,) if isinstance(names, str) else tuple(names)
    for name in chosen:
        if name not in known:
            raise InputError(unknown(kind, name, known))
    return tuple(name for name in known if name in chosen)
