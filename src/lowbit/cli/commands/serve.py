"""``lowbit serve``: the page and the API."""

from __future__ import annotations

import re
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any, Final

import click

from lowbit.cli.examples import examples
from lowbit.cli.options import Seconds
from lowbit.cli.run.report import FAILED, OK, print_error

LABEL: Final = "[a-z0-9_-]+"
HOST_NAME: Final = re.compile(rf"{LABEL}(\.{LABEL})*\.?", re.IGNORECASE)


def _require_address(_ctx: click.Context, _option: click.Parameter, host: str) -> str:
    if not host:  # which the system takes for all addresses
        raise click.BadParameter("an address is needed; 0.0.0.0 for all of this machine's")
    return host


def _require_hosts(
    _ctx: click.Context, _option: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    for name in names:
        if not HOST_NAME.fullmatch(name) and not _is_address(name):
            raise click.BadParameter(f"{name!r} is no name of a host, such as sudoku.example")
    return names


def _require_addresses(
    _ctx: click.Context, _option: click.Parameter, proxies: tuple[str, ...]
) -> tuple[str, ...]:
    for proxy in proxies:
        if not _is_address(proxy):
            raise click.BadParameter(f"{proxy!r} is no address, such as 127.0.0.1 or ::1")
    return proxies


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


@click.command("serve", epilog=examples("lowbit serve --open", "lowbit serve --port 0"))
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    callback=_require_address,
    help="The address to listen on.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    metavar="N",
    help="The port, 8000 by default; 0 for any that is free.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Search N requests at once, and N more that take long; one per CPU by default.",
)
@click.option(
    "--time-limit",
    type=Seconds(min=0, min_open=True),
    metavar="S",
    help="Give up on a request after S seconds; 10 by default.",
)
@click.option(
    "--long-time-limit",
    type=Seconds(min=0, min_open=True),
    metavar="S",
    help="The same for maximize and for booklets; 120 by default.",
)
@click.option(
    "--max-nodes",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop a search after N nodes; time alone bounds it by default.",
)
@click.option(
    "--max-puzzles",
    type=click.IntRange(min=1),
    metavar="N",
    help="The most puzzles in a batch; a million by default.",
)
@click.option(
    "--max-connections",
    "max_client_connections",
    type=click.IntRange(min=1),
    metavar="N",
    help="The most connections per client; 500 by default.",
)
@click.option(
    "--max-memory",
    type=click.IntRange(min=1),
    metavar="MIB",
    help="Hold at most so many MiB of requests and answers at once; 256 by default.",
)
@click.option(
    "--allow-host",
    "names",
    multiple=True,
    metavar="NAME",
    callback=_require_hosts,
    help="Answer requests sent to this host, too, such as that of a proxy or of this machine on "
    "its network; may be given several times. Addresses and this machine's name need none.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    callback=_require_addresses,
    help="Believe this proxy who its clients are, and let it have any number of connections; "
    "may be given several times.",
)
def command(  # noqa: PLR0913 - click passes options by name
    host: str,
    port: int,
    *,
    proxies: tuple[str, ...],
    names: tuple[str, ...],
    opens: bool,
    workers: int | None,
    max_memory: int | None,
    **bounds: Any,  # noqa: ANN401 - click's
) -> int:
    """Serve the page and its JSON API.

    No request is stored. Each request is searched in its own process, which ends when its limit
    is reached or its client disconnects. Ctrl-C or SIGTERM stops the server. Needs the extra
    lowbit[web]; for more, see docs/guide/programmer/server.md.
    """
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        print_error("the page needs more packages: pip install 'lowbit[web]'")
        return FAILED
    from lowbit.web.limits import ServerLimits  # loads the web stack
    from lowbit.web.serve import serve

    given = {name: value for name, value in bounds.items() if value is not None}
    if workers is not None:
        given |= {"workers": workers, "slow_workers": workers}
    if max_memory is not None:
        given["max_memory"] = max_memory << 20
    serve(
        host,
        port,
        ServerLimits(**given),
        proxies=proxies,
        names=names,
        opens=opens,
        say=lambda where: click.echo(f"lowbit: {where}", err=True),
    )
    return OK
