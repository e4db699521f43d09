"""The limits of the server."""

from __future__ import annotations

from dataclasses import dataclass, field

from lowbit.kernels.core.threads import n_cpus

MIN_RATE = 1000
"""The lowest rate of a request's body, in bytes per second."""

MAX_QUERY = 12 << 10
"""Bytes of the options in an address."""

MAX_OPTIONS = 20
"""The most options in an address."""


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """The limits of a server; ``/api/v1/about`` reports all of them.

    Parameters
    ----------
    workers : int
        The most quick tasks that run at once, and the most that are neither quick nor slow; one per
        CPU by default.
    slow_workers : int
        The most tasks in addition that turned out to be slow.
    waiting : int
        The most requests that wait to start, and in each later lane to continue. With one more, the
        client that has the most loses one.
    wait_limit : float
        Seconds that a request may wait in a lane.
    time_limit : float
        Seconds that a search may take.
    long_time_limit : float
        The same for `maximize`, which reports its bounds meanwhile, for a book, and for a file.
    max_nodes : int or None
        Nodes of its tree that a search may visit; None for any number.
    max_body : int
        Bytes of a request about one puzzle, or of a text to be parsed.
    max_batch : int
        Bytes of a batch, or of a file.
    max_memory : int
        Bytes of requests in flight and of their answers, all together.
    max_puzzles : int
        Puzzles of a batch, or of a file.
    max_solutions : int
        Solutions that one request returns.
    max_offset : int
        The greatest offset of a request into the list of solutions.
    max_generated : int
        Puzzles that one request makes.
    header_patience : float
        Seconds until the headers of a request have arrived, from the start of the connection or the
        last response.
    body_patience : float
        Seconds that its body may keep the server waiting. Each `MIN_RATE` bytes make up for one.
    send_patience : float
        Seconds to wait for a client to read.
    max_connections : int
        Connections at once.
    max_client_connections : int
        Connections of one client at once, unless it is a proxy.
    """

    workers: int = field(default_factory=n_cpus)
    slow_workers: int = field(default_factory=n_cpus)
    waiting: int = 1000
    wait_limit: float = 60.0
    time_limit: float = 10.0
    long_time_limit: float = 120.0
    max_nodes: int | None = None
    max_body: int = 2 << 20
    max_batch: int = 128 << 20
    max_memory: int = 256 << 20
    max_puzzles: int = 1_000_000
    max_solutions: int = 1000
    max_offset: int = 100_000
    max_generated: int = 1000
    header_patience: float = 15.0
    body_patience: float = 15.0
    send_patience: float = 30.0
    max_connections: int = 2000
    max_client_connections: int = 500

    def nodes_of(self, asked: int | None) -> int | None:
        """Return the nodes that a search may visit for which so many are asked; None for any."""
        return min((nodes for nodes in (asked, self.max_nodes) if nodes), default=None)
