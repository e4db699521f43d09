"""Turns for tasks that run side by side, fair to all clients.

Clients take turns, however many tasks each of them has, and so do the kinds of tasks of a client,
because tasks of a kind tend to take equally long: two hundred counts keep a solve waiting for only
one of them. If turns are short, the newest task of a kind goes first: otherwise a quick one behind
a burst of slow ones would wait until each of those has had its turn. If turns are long, the oldest
goes first. When too many wait, the client with the most loses a task: of its most frequent kind,
the one that would come last.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from math import inf
from typing import TypeAlias

from lowbit.web.errors import BusyError

Places: TypeAlias = "OrderedDict[asyncio.Future[None], None]"
"""The waiting tasks of a kind, the oldest first."""

Kinds: TypeAlias = "OrderedDict[str, Places]"
"""The waiting tasks of a client, the kind whose turn it is first."""


class Lane:
    """Tasks that run side by side, and those that wait for a turn.

    Parameters
    ----------
    turns : int
        The number that run at a time.
    waiting : int
        The number that may wait.
    patience : float
        Seconds that one may wait.
    seconds : float
        The length of a turn; unlimited by default.
    """

    def __init__(self, turns: int, waiting: int, patience: float, seconds: float = inf) -> None:
        self._n_free = turns
        self._most_waiting = waiting
        self._patience = patience
        self._clients: OrderedDict[str, Kinds] = OrderedDict()
        self.seconds = seconds
        self.n_waiting = 0
        self.n = 0

    @property
    def has_turn(self) -> bool:
        """Whether a turn is free."""
        return self._n_free > 0

    async def enter(self, client: str, kind: str) -> None:
        """Wait for a turn.

        Parameters
        ----------
        client : str
            The client.
        kind : str
            The kind of task.

        Raises
        ------
        BusyError
            If too many wait, or this one has waited for too long.
        """
        if self.has_turn:
            self._n_free -= 1
        else:
            await self._wait(client, kind)
        self.n += 1

    def leave(self) -> None:
        """Let the next one have its turn."""
        self.n -= 1
        self._pass_on()

    async def _wait(self, client: str, kind: str) -> None:
        turn = asyncio.get_running_loop().create_future()
        kinds = self._clients.setdefault(client, OrderedDict())
        kinds.setdefault(kind, OrderedDict())[turn] = None
        self.n_waiting += 1
        if self.n_waiting > self._most_waiting:
            self._turn_one_away()
        try:
            async with asyncio.timeout(self._patience):
                await turn
        except BaseException as error:
            if self._forget(client, kind, turn):
                self.n_waiting -= 1
            elif not turn.cancelled() and not turn.exception():
                self._pass_on()  # it was given a turn while it was ended
            if isinstance(error, TimeoutError):
                raise BusyError from None
            raise

    def _pass_on(self) -> None:
        while self._clients:
            client, kinds = next(iter(self._clients.items()))
            kind = next(iter(kinds))
            turn = self._take(client, kind, newest=self.seconds < inf)
            if kind in kinds:
                kinds.move_to_end(kind)
            if client in self._clients:
                self._clients.move_to_end(client)
            if not turn.cancelled():  # the waiting task may have been ended already
                turn.set_result(None)
                return
        self._n_free += 1

    def _turn_one_away(self) -> None:
        """Refuse a task of the client with the most: the last one of its most frequent kind."""
        client, kinds = max(self._clients.items(), key=lambda item: sum(map(len, item[1].values())))
        kind = max(kinds, key=lambda name: len(kinds[name]))
        turn = self._take(client, kind, newest=self.seconds == inf)
        if not turn.cancelled():
            turn.set_exception(BusyError())

    def _take(self, client: str, kind: str, *, newest: bool) -> asyncio.Future[None]:
        turn = next((reversed if newest else iter)(self._clients[client][kind]))
        self._forget(client, kind, turn)
        self.n_waiting -= 1
        return turn

    def _forget(self, client: str, kind: str, turn: asyncio.Future[None]) -> bool:
        """Remove a waiting task; False if it is no longer waiting."""
        kinds: Kinds = self._clients.get(client, OrderedDict())
        places = kinds.get(kind, OrderedDict())
        if turn not in places:
            return False
        del places[turn]
        if not places:
            del kinds[kind]
        if not kinds:
            del self._clients[client]
        return True
