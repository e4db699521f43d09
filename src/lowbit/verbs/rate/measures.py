"""The measures of a puzzle, and the names of the answers.

::

    rules     explainer   er, ep, ed      Sudoku Explainer's ratings
              hodoku      score, level    HoDoKu's
    measures  techniques  for each of these rules: how many steps of each, and the hardest
              search      guesses, nodes  of a search, to the proof of uniqueness: the plain one; on
                                          other boards that of the lanes
              backdoor    backdoor        the fewest cells after which singles solve the rest
              redundant   redundant       how many givens can go, each alone
              difficulty  difficulty,     the rating of the hardest step of lowbit's own rule book,
                          hardest         constraints included, and its technique
              depth       depth           how deep trial and error has to go
              B           B               the length of braids that solves the puzzle, BxB that of
              BxB, BxBB   BxB, BxBB       braids within one trial, BxBB within two
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from lowbit.arguments import unknown
from lowbit.errors import GridError, InputError
from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lowbit.geometry import Geometry

Names: TypeAlias = "str | Iterable[str]"
"""One name, or several."""

FIELDS_OF_RULES: Final = {"explainer": ("er", "ep", "ed"), "hodoku": ("score", "level")}
"""The fields of each rule book's rating."""

FIELDS_OF_MEASURES: Final = {
    "techniques": (),
    "search": ("guesses", "nodes"),
    "backdoor": ("backdoor",),
    "redundant": ("redundant",),
    "difficulty": ("difficulty", "hardest"),
    "depth": ("depth",),
    "B": ("B",),
    "BxB": ("BxB",),
    "BxBB": ("BxBB",),
}
"""The fields that each measure adds; `techniques` adds two for each rule book."""

EXPLAINER_FORM: Final = "%.1f %.1f %.1f"
"""The format of ER, EP and ED in text."""

SCORE_FORM: Final = "%d %s"
"""The format of HoDoKu's score and level in text."""

NOTHING: Final = "nothing is to be measured: name rules, or measures beside techniques"

TRIALS: Final = ("depth", "B", "BxB", "BxBB")
"""The measures by trial and error, on boards without constraints; isomorphic puzzles share them."""

HARDEST, TECHNIQUES = "hardest", "techniques"
EXPLAINER, HODOKU, SEARCH = "explainer", "hodoku", "search"


@dataclass(frozen=True, slots=True)
class Selection:
    """The rule books and measures that are requested.

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

    def is_for(self, geometry: Geometry) -> bool:
        """Return whether everything can be measured on a board: of rules, on the classic one."""
        return geometry.is_classic or not (self.rules or TECHNIQUES in self.measures)

    @property
    def trials(self) -> tuple[str, ...]:
        """The measures by trial and error."""
        return tuple(name for name in self.measures if name in TRIALS)

    def without(self, *unwanted: str) -> Selection:
        """Return the selection without some rules or measures."""
        rules = tuple(name for name in self.rules if name not in unwanted)
        return Selection(rules, tuple(name for name in self.measures if name not in unwanted))


EXPLAINER_ALONE: Final = Selection((EXPLAINER,))
"""The selection if nothing is named."""

ANSWERS: Final = frozenset(Selection(tuple(FIELDS_OF_RULES), tuple(FIELDS_OF_MEASURES)).fields)
"""The names of all answers."""


def selection_of(
    rules: Names | None = None, measures: Names = (), geometry: Geometry = CLASSIC
) -> Selection:
    """Return the selection of ratings and measures on a board, from the user's arguments.

    Without rules that is Sudoku Explainer's rating on the classic board; on others it is the
    measures named, and the search if there are none.

    Raises
    ------
    GridError
        If only programs for the classic board define the ratings requested.
    InputError
        If there is no such rule book or measure, or nothing is requested.

    Examples
    --------
    >>> selection_of("hodoku", "search").fields
    ('score', 'level', 'guesses', 'nodes')
    """
    if rules is None:
        rules = EXPLAINER if geometry.is_classic else ()
        measures = measures if geometry.is_classic else measures or SEARCH
    selection = Selection(
        _chosen(rules, FIELDS_OF_RULES, "rules"),
        _chosen(measures, FIELDS_OF_MEASURES, "measure"),
    )
    if not selection.is_for(geometry):
        raise GridError(
            "Sudoku Explainer and HoDoKu rate puzzles on the classic board alone, and this lies on "
            f"{geometry}; name no rules, and as measures difficulty, search, backdoor, redundant, "
            f"{', '.join(TRIALS[:-1])} or {TRIALS[-1]}"
        )
    if not selection.fields:
        raise InputError(NOTHING)
    return selection


def selection_with_constraints(rules: Names | None = None, measures: Names = ()) -> Selection:
    """Return the selection of measures for puzzles with constraints: by default the search.

    Raises
    ------
    GridError
        If ratings, techniques or trial and error are asked for.
    InputError
        If there is no such rule book or measure, or nothing is requested.

    Examples
    --------
    >>> selection_with_constraints(measures="redundant").fields
    ('redundant',)
    """
    selection = Selection(
        _chosen(rules or (), FIELDS_OF_RULES, "rules"),
        _chosen(measures or (SEARCH if rules is None else ()), FIELDS_OF_MEASURES, "measure"),
    )
    if selection.rules or TECHNIQUES in selection.measures:
        raise GridError(
            "Sudoku Explainer and HoDoKu do not rate puzzles with constraints or on other boards; "
            "name no rules, and as measures difficulty, search, backdoor or redundant"
        )
    if selection.trials:
        raise GridError(
            f"{selection.trials[0]} is measured without constraints; with them, name difficulty, "
            "search, backdoor or redundant"
        )
    if not selection.fields:
        raise InputError(NOTHING)
    return selection


def counts_text(counts: Mapping[str, object]) -> str:
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
