"""The effort that generating may take, and the error when it was not enough."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final

from lowbit.arguments import integer_or_none
from lowbit.errors import EffortSpentError
from lowbit.limits import Limits
from lowbit.verbs.minimize.large import FEW_CELLS, takes_seconds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.verbs.generate.request import GenerationRequest

MAX_TRIES: Final = 3_000_000
"""The number of puzzles tried in vain, one after another, after which the search gives up."""


MAX_RATED: Final = 30_000
"""The same if a difficulty is requested, which takes longer to check."""


MAX_LARGE: Final = 32
"""The same for minimal puzzles with a pattern on large boards: a try takes seconds."""

MAX_LARGE_SYMMETRIC: Final = 8
"""The same with a symmetry: of the 269 givens that are left of 25x25 with a half-turn, 40 can go
alone."""

MAX_SYMMETRIC: Final = 4096
"""The same on others with more than `FEW_CELLS`: on 16x16 some 13 can go, and one try in 400,000
would do."""

HARDLY_ANY: Final = (
    "; hardly any puzzle with a symmetry is minimal on so large a board, since of two givens that "
    "cannot go together one can go alone as a rule; puzzles that need not be minimal are found, "
    "of which no given can go together with its mirror images"
)


SHARE_OF_TIME: Final = 0.1
"""The share of the time left up to which more are made side by side: what these give comes last,
or not at all."""


def sizes_of_rounds(fewest: int, most: int, limits: Limits) -> Iterator[int]:
    """Yield how many puzzles to make side by side next: `most`, which takes least time for each.

    If time is limited, these are few at first, and more as long as the last ones took little of it.
    """
    size = most if limits.deadline == inf else min(fewest, most)
    while True:
        began = monotonic()
        yield size
        if monotonic() - began < SHARE_OF_TIME * (limits.seconds_left or 0.0):
            size = min(2 * size, most)


def effort_for(
    request: GenerationRequest, max_tries: int | None, time_limit: float | None = None
) -> GenerationEffort:
    """Return the effort that may be spent: the user's limits, or those that suit the request."""
    most = MAX_RATED if request.target is not None else None
    hint = ""
    if request.may_have_redundant and request.board.n_cells > FEW_CELLS:
        if request.symmetry != "none":
            most = MAX_LARGE_SYMMETRIC if takes_seconds(request.board) else MAX_SYMMETRIC
            hint = HARDLY_ANY
        elif takes_seconds(request.board):
            most = MAX_LARGE
    return GenerationEffort(most if max_tries is None else max_tries, time_limit, hint)


class GenerationEffort:
    """The number of tries so far, and the limits on tries and time.

    Parameters
    ----------
    max_tries : int, optional
        The most tries since a puzzle was found last; `MAX_TRIES` by default.
    time_limit : float, optional
        Seconds for everything; with 0 nothing is tried.
    hint : str, default ""
        Why all tries may be in vain.

    Attributes
    ----------
    limits : Limits
        The time that is left.
    """

    def __init__(
        self, max_tries: int | None = None, time_limit: float | None = None, hint: str = ""
    ) -> None:
        max_tries = integer_or_none("max_tries", max_tries, 1)
        self._max_tries = MAX_TRIES if max_tries is None else max_tries
        self._time_limit = time_limit
        self._hint = hint
        self.limits = Limits.of(time_limit=time_limit)
        self._in_vain = 0
        self._is_begun = False
        self.tries = 0

    @property
    def tries_left(self) -> int:
        """The tries that may still be made, if all of them are in vain."""
        return self._max_tries - self._in_vain

    @property
    def is_late(self) -> bool:
        """Whether time is over; with any time at all there is a round, since loading takes some."""
        return self.limits.is_late and (self._is_begun or self._time_limit == 0)

    def round_up(self, unit: int) -> None:
        """Let the limit on tries be one on whole units of so many, which end together."""
        self._max_tries = -(-self._max_tries // unit) * unit

    def spend(self, tries: int, places: Iterable[int]) -> int:
        """Record a round of tries, no more than the budget allows.

        Parameters
        ----------
        tries : int
            The number of tries.
        places : iterable of int
            The numbers of the tries that found a puzzle, in order.

        Returns
        -------
        int
            How many of these came before too many in a row were in vain.
        """
        self._is_begun = True
        last, n_counted = -1 - self._in_vain, 0
        for place in places:
            if place - last > self._max_tries:
                break
            last, n_counted = place, n_counted + 1
        end = min(tries, last + 1 + self._max_tries)
        self.tries += end
        self._in_vain = end - 1 - last
        return n_counted

    def require_more(self, n_found: int, wanted: int) -> None:
        """Raise if no more may be tried and fewer puzzles were found than wanted.

        Raises
        ------
        EffortSpentError
            If no more may be tried; it counts the tries, and the puzzles found.
        """
        if self._in_vain >= self._max_tries:
            tries = "try" if self._in_vain == 1 else f"{self._in_vain} tries"
            reason = f"the last {tries} found no such puzzle"
        elif self.is_late:
            reason = f"the time limit of {self._time_limit:g} s ended the search"
        else:
            return
        raise EffortSpentError(reason + self._hint, n_found, wanted, self.tries)
