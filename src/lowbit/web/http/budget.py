"""One budget of memory for all requests in flight: their bodies, their files and their answers.

Where more is needed than is left, the client that holds most gives way. If it needs more itself,
the request that does is refused, otherwise its largest. So who sends much, or sends slowly what is
large, keeps out nobody but itself.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from lowbit.web.errors import FullError

if TYPE_CHECKING:
    from collections.abc import Callable


class Holding:
    """The memory that one request holds of a budget.

    Parameters
    ----------
    budget : MemoryBudget
    client : str
        The client whose request it is.
    refuse : callable
        Called if another request needs its memory; it has to be closed soon after.
    """

    def __init__(self, budget: MemoryBudget, client: str, refuse: Callable[[], object]) -> None:
        self._budget = budget
        self.client = client
        self.refuse = refuse
        self.n_bytes = 0
        self.is_refused = False

    def grow(self, n_bytes: int) -> None:
        """Hold more, or less if the number is negative.

        Raises
        ------
        FullError
            If there is no room for it.
        """
        if not self.is_refused:
            self._budget.grow(self, n_bytes)
        if self.is_refused:
            raise FullError

    def close(self) -> None:
        """Hold nothing any more."""
        if not self.is_refused:
            self._budget.grow(self, -self.n_bytes)


class MemoryBudget:
    """The bytes that requests may hold together.

    Parameters
    ----------
    most : int
        The bytes.

    Attributes
    ----------
    n_bytes : int
        The number of bytes held.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: dict[str, dict[Holding, None]] = {}
        self._n_of: Counter[str] = Counter()
        self.n_bytes = 0

    def grow(self, holding: Holding, n_bytes: int) -> None:
        """Give a holding so much more, and refuse others, or itself, until there is room."""
        self._change(holding, n_bytes)
        while self.n_bytes > self._most:
            refused = self._gives_way(holding)
            self._change(refused, -refused.n_bytes)
            refused.is_refused = True
            if refused is not holding:
                refused.refuse()

    def _gives_way(self, holding: Holding) -> Holding:
        client = max(self._n_of, key=self._n_of.__getitem__)
        if client == holding.client:
            return holding
        return max(self._of[client], key=lambda each: each.n_bytes)

    def _change(self, holding: Holding, n_bytes: int) -> None:
        holding.n_bytes += n_bytes
        self.n_bytes += n_bytes
        self._n_of[holding.client] += n_bytes
        if holding.n_bytes:
            self._of.setdefault(holding.client, {})[holding] = None
            return
        self._of.get(holding.client, {}).pop(holding, None)
        if not self._of.get(holding.client):
            self._of.pop(holding.client, None)
            del self._n_of[holding.client]
