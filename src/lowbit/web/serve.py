"""Starting the server, and ending it."""

from __future__ import annotations

import logging
import socket
import subprocess
import sys
import webbrowser
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Final

import uvicorn

from lowbit.children import python_that_runs
from lowbit.web.app import new_app
from lowbit.web.http.connections import Connection, Register
from lowbit.web.http.hosts import Hosts
from lowbit.web.http.logs import log, log_to_stderr
from lowbit.web.workers.worker import start_ahead

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lowbit.web.limits import ServerLimits


COMPILE: Final = "from lowbit.kernels.at_hand import compile_missing; compile_missing()"
"""The program of the process that compiles what is missing while the server already answers."""

ROUNDS: Final = 4
"""The rounds of accepted connections until those of the first round are counted, or closed."""

LEAST_WAITING: Final = 16
"""Connections that may wait to be accepted, however few there may be."""

OPEN_FILES: Final = 100
"""Descriptors of files that the server needs, beside those of connections and workers."""

OF_A_WORKER: Final = 10
"""The most descriptors that a worker takes here, while it is made."""

GRACE: Final = 5
"""Seconds for which the answers of ended searches may take to reach their clients; most take none,
but for a machine that is very busy."""


class Host(uvicorn.Server):
    """A server that ends its workers before it waits for its connections."""

    def __init__(
        self,
        config: uvicorn.Config,
        limits: ServerLimits,
        started: Callable[[], None],
        is_compiling: Callable[[], bool],
        hosts: Hosts,
    ) -> None:
        super().__init__(config)
        self._app = config.app = new_app(limits, is_compiling, hosts)
        self._started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the searches, so that their clients get an answer, and then the rest."""
        await self._app.state.server.pool.close()
        await super().shutdown(sockets)
        log("stopped")


def serve(  # noqa: PLR0913 - by name
    host: str,
    port: int,
    limits: ServerLimits,
    *,
    proxies: Sequence[str] = (),
    names: Sequence[str] = (),
    opens: bool,
    say: Callable[[str], None],
) -> None:
    """Serve the page and the API until SIGTERM or Ctrl-C arrives.

    Parameters
    ----------
    host : str
        The address to listen at.
    port : int
        The port; 0 for any that is free.
    limits : ServerLimits
        The limits of requests.
    proxies : sequence of str, optional
        The addresses of proxies, whose headers say which client a request comes from.
    names : sequence of str, optional
        Further hosts that requests may be sent to, beside this machine's, such as that of a proxy.
    opens : bool
        Whether to show the page in the user's browser.
    say : callable
        Called with the address of the page once it is served.

    Raises
    ------
    OSError
        If the server cannot listen at the address.
    """
    log_to_stderr()
    limits = within_descriptors(limits)
    listener = _listen(host, port)
    where = f"http://{_name(host)}:{listener.getsockname()[1]}/"

    def started() -> None:
        say(where)
        log("started", address=where)
        if opens:
            webbrowser.open(where)

    config = uvicorn.Config(
        "",
        log_config=None,
        log_level=logging.WARNING,
        access_log=False,
        server_header=False,
        http=partial(Connection, Register(limits, proxies)),  # type: ignore[arg-type] # it is called
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        backlog=max(LEAST_WAITING, limits.max_connections // ROUNDS),
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=ceil(limits.header_patience),
        ws="none",
    )
    start_ahead()
    with compiling_aside() as is_compiling:
        Host(config, limits, started, is_compiling, Hosts(host, names)).run(sockets=[listener])


def within_descriptors(limits: ServerLimits) -> ServerLimits:
    """Return limits with no more connections than this process may open, and as many again.

    These are for files that are sent, and for connections that are accepted at once.
    """
    if sys.platform == "win32":
        return limits
    others = OPEN_FILES + OF_A_WORKER * (2 * limits.workers + limits.slow_workers)
    wanted = others + 2 * limits.max_connections
    given, most = (
        sys.maxsize if n == resource.RLIM_INFINITY else n
        for n in resource.getrlimit(resource.RLIMIT_NOFILE)
    )
    if given < min(wanted, most):
        with suppress(OSError, ValueError):  # of a system with a limit of its own
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, most), most))
            given = min(wanted, most)
    if given >= wanted:
        return limits
    fewer = max(1, (given - others) // 2)
    log("few descriptors", logging.WARNING, descriptors=given, max_connections=fewer)
    return replace(limits, max_connections=fewer)


@contextmanager
def compiling_aside() -> Iterator[Callable[[], bool]]:
    """Compile meanwhile, in a process aside, what takes minutes on a machine's first start.

    Give what tells whether that still goes on. Until then plain Python answers, and requests that
    it cannot answer in time are told to come back.
    """
    quiet = subprocess.DEVNULL
    with subprocess.Popen(  # noqa: S603 - the program is lowbit's own
        python_that_runs(COMPILE), stdout=quiet, stderr=quiet
    ) as compiling:
        try:
            yield lambda: compiling.poll() is None
        finally:
            compiling.terminate()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, asyncio sends what it has at once; else each answer waits 40 ms for another.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener


def _name(host: str) -> str:
    """Return an address in the form that a browser takes."""
    named = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104 - as it was given
    return f"[{named}]" if ":" in named and "[" not in named else named
