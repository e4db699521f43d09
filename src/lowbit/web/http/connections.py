"""Time-outs of connections, and how many a client may have.

A connection is idle until the headers of a request have arrived, and again after the response. If
it is idle for too long it is closed, whether the client is silent or sends its headers byte by
byte; so is one whose client does not read. If a client has too many connections, or all clients
together, the one that has been idle longest is closed, so that silent ones keep nobody out. If none
is idle, the newcomer gets a response that asks it to try again.

A little is read of each in turn, and a body in many chunks of a few bytes is refused: it takes a
thousand times as long to take apart as one that is whole.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import h11
from starlette.exceptions import HTTPException
from uvicorn.protocols.http.h11_impl import H11Protocol

from lowbit.web.errors import BusyError, ClosedError
from lowbit.web.http.clients import client_of
from lowbit.web.http.policy import HEADERS
from lowbit.web.http.problems import problem_response

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Collection

    from starlette.responses import Response

    from lowbit.web.limits import ServerLimits


READ: Final = 1 << 14
"""Bytes that are read of a connection at a time."""


MANY_CHUNKS: Final = 256
"""Chunks of a body after which they have to be of some size."""

LEAST_CHUNK: Final = 16
"""Bytes that these chunks have to have, on average."""

ANSWERED: Final = {h11.SEND_BODY, h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.ERROR}
"""The states of a connection whose request has an answer, or the beginning of one."""


class Register:
    """The connections of a server.

    Parameters
    ----------
    limits : ServerLimits
        The limits on their number and idle time.
    proxies : collection of str
        Clients that forward requests of others, and are not limited themselves.
    """

    def __init__(self, limits: ServerLimits, proxies: Collection[str] = ()) -> None:
        self.limits = limits
        self._proxies = frozenset(map(client_of, proxies))
        self._n_of: Counter[str] = Counter()
        self._idle: dict[Connection, None] = {}
        self._idle_of: dict[str, dict[Connection, None]] = {}

    def add(self, connection: Connection) -> None:
        """Record a new connection, which is idle, and make room for it."""
        owner = connection.owner
        self._n_of[owner] += 1
        self.rest(connection)
        if owner not in self._proxies and self._n_of[owner] > self.limits.max_client_connections:
            self._make_room(self._idle_of[owner], connection)
        elif self._n_of.total() > self.limits.max_connections:
            self._make_room(self._idle, connection)

    def remove(self, connection: Connection) -> None:
        """Forget a connection that is closed."""
        self.work(connection)
        self._n_of[connection.owner] -= 1
        if not self._n_of[connection.owner]:
            del self._n_of[connection.owner]

    def rest(self, connection: Connection) -> None:
        """Record that a connection is idle."""
        self._idle[connection] = None
        self._idle_of.setdefault(connection.owner, {})[connection] = None

    def work(self, connection: Connection) -> None:
        """Record that a connection is not idle."""
        self._idle.pop(connection, None)
        of_owner = self._idle_of.get(connection.owner, {})
        of_owner.pop(connection, None)
        if not of_owner:
            self._idle_of.pop(connection.owner, None)

    @staticmethod
    def _make_room(idle: dict[Connection, None], newcomer: Connection) -> None:
        longest = next(iter(idle))
        if longest is newcomer:
            newcomer.refuse()
        else:
            longest.end()


class Connection(H11Protocol):
    """A connection that does not wait for its client forever.

    Parameters
    ----------
    register : Register
        The register of all connections.
    **given
        The arguments that uvicorn passes to a protocol.
    """

    owner = ""

    def __init__(self, register: Register, **given: Any) -> None:  # noqa: ANN401 - uvicorn's
        super().__init__(**given)
        self._register = register
        self._limits = register.limits
        self._until_request: asyncio.TimerHandle | None = None
        self._until_read: asyncio.TimerHandle | None = None
        self._is_known = False
        self._n_chunks = self._n_bytes = 0
        self._next_event = self.conn.next_event
        self.conn.next_event = self._counted_event  # type: ignore[method-assign]

    def _counted_event(self) -> Any:  # noqa: ANN401 - h11's
        """Return the data that has arrived; RemoteProtocolError if that is in too many chunks."""
        event = self._next_event()
        if isinstance(event, h11.Request):
            self._n_chunks = self._n_bytes = 0
        elif isinstance(event, h11.Data):
            self._n_chunks += event.chunk_end
            self._n_bytes += len(event.data)
            if self._n_chunks > MANY_CHUNKS and self._n_bytes < LEAST_CHUNK * self._n_chunks:
                raise h11.RemoteProtocolError("the chunks of the body are too small")
        return event

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        """Begin to wait for a request."""
        super().connection_made(transport)
        with suppress(AttributeError):  # of loops that are not asyncio's own
            transport.max_size = READ  # type: ignore[attr-defined] # of its transports
        self.owner = client_of(self.client[0]) if self.client else ""
        self._is_known = True
        self._register.add(self)
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Stop waiting once there is a request."""
        super().data_received(data)
        if self._until_request and not self._is_idle:
            self._until_request.cancel()
            self._until_request = None
            self._register.work(self)

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it is there already."""
        super().on_response_complete()
        if self._is_known and self._is_idle:
            self._register.rest(self)
            self._wait_for_request()

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that are no request, or too long an address or headers, as h11 finds."""
        if self.conn.our_state in ANSWERED:
            self.end()  # in the middle of an answer
            return
        status = getattr(sys.exception(), "error_status_hint", 400)
        self._refuse(problem_response(HTTPException(status, msg)))

    def shutdown(self) -> None:
        """Close the connection once it is answered, and at once if its request still arrives."""
        if self._is_idle or not self.cycle.more_body or self.conn.our_state in ANSWERED:
            super().shutdown()
        else:
            self._refuse(problem_response(ClosedError()))

    def _refuse(self, answer: Response) -> None:
        """Send an answer in place of the application's, and close the connection."""
        answer.headers.update({**HEADERS, "Connection": "close"})
        status = answer.status_code
        reason = HTTPStatus(status).phrase.encode()
        for event in (
            h11.Response(status_code=status, headers=answer.raw_headers, reason=reason),
            h11.Data(data=bytes(answer.body)),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event))
        self.transport.close()

    def pause_writing(self) -> None:
        """Begin to wait for the client to read."""
        super().pause_writing()
        self._until_read = self.loop.call_later(self._limits.send_patience, self.end)

    def resume_writing(self) -> None:
        """Stop waiting, for it has read."""
        super().resume_writing()
        if self._until_read:
            self._until_read.cancel()
        self._until_read = None

    def refuse(self) -> None:
        """Answer every request of the client with the advice to try again."""
        answer = problem_response(BusyError())
        answer.headers["Connection"] = "close"
        self.app = answer  # which a response is, too

    def end(self) -> None:
        """Close the connection, and drop the data that the client does not read."""
        self._forget()
        self.transport.abort()

    @property
    def _is_idle(self) -> bool:
        return getattr(self.cycle, "response_complete", True)  # there is none before a request

    def _wait_for_request(self) -> None:
        if self._until_request:
            self._until_request.cancel()
        self._until_request = self.loop.call_later(self._limits.header_patience, self.end)

    def _forget(self) -> None:
        if self._is_known:
            self._register.remove(self)
        self._is_known = False
        for timer in (self._until_request, self._until_read):
            if timer:
                timer.cancel()
        self._until_request = self._until_read = None
