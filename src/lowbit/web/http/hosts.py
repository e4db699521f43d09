"""The names by which a server is known, so that no page of another site speaks to it in its name.

A page can have its own name lead to another machine's address, and its browser then takes both for
one site (DNS rebinding). The browser says the name, though, and the server does not know it. What
needs no name cannot be led elsewhere: an address.
"""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from starlette.exceptions import HTTPException

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.datastructures import Headers

AUTHORITY: Final = re.compile(
    r"(?:(https?)://)?(\[[0-9a-f:.%]+\]|[^][:/@\s]+)(?::([0-9]{1,5}))?", re.IGNORECASE
)
PORTS: Final = {"http": 80, "https": 443}

UNKNOWN: Final = (
    "the request names a host by which this server is not known; whoever starts it can allow more, "
    "such as that of a proxy"
)
OTHER_PAGE: Final = (
    "pages of other sites must not send requests here; behind a proxy, whoever starts the server "
    "has to allow its host"
)


class Site(NamedTuple):
    """A host and its port, as a browser names the page that asks and the server that is asked."""

    name: str
    port: int | None

    @classmethod
    def of(cls, text: str, scheme: str = "") -> Self | None:
        """Return the site of a Host or an Origin; None if there is none.

        Examples
        --------
        >>> Site.of("[::1]:8000"), Site.of("https://Example.org"), Site.of("null@")
        (Site(name='::1', port=8000), Site(name='example.org', port=443), None)
        """
        found = AUTHORITY.fullmatch(text.strip())
        if found is None:
            return None
        usual = PORTS.get((found[1] or scheme).lower())
        name = found[2].lower().strip("[]").removesuffix(".")
        return cls(name, int(found[3]) if found[3] else usual)


class Hosts:
    """The names of a server.

    Parameters
    ----------
    bound : str
        The address that it listens at, or a name of it.
    named : iterable of str
        Its further names, without ports.
    """

    def __init__(self, bound: str, named: Iterable[str] = ()) -> None:
        self._named = {site.name for name in named if (site := Site.of(_bracketed(name)))}
        self._known = {"localhost", bound.lower(), socket.gethostname().lower(), *self._named}

    def require(self, headers: Headers, *, is_api: bool) -> None:
        """Raise unless a request is sent to one of these hosts, and by no page of another.

        Who names no host is no browser; so is who asks the API without an origin.
        """
        host = headers.get("host")
        if host is not None and not self._knows(Site.of(host)):
            raise HTTPException(421, UNKNOWN)
        origin = headers.get("origin")
        if is_api and origin is not None and not self._may_ask(origin, host or ""):
            raise HTTPException(403, OTHER_PAGE)

    def _knows(self, site: Site | None) -> bool:
        return site is not None and (site.name in self._known or _is_address(site.name))

    def _may_ask(self, origin: str, host: str) -> bool:
        """Whether a page is one of this server: it has the host asked, or one named for it."""
        site = Site.of(origin)
        scheme = origin.partition(":")[0]
        return site is not None and (site.name in self._named or site == Site.of(host, scheme))


def _bracketed(name: str) -> str:
    return f"[{name}]" if _is_address(name) and ":" in name else name


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
