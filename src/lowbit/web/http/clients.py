"""Clients: an IPv4 address, or an IPv6 network of the size that providers assign."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

PREFIX = 64
"""Bits of an IPv6 address that all machines of one client share."""


def client_of(address: str) -> str:
    """Return the client that an address belongs to.

    Parameters
    ----------
    address : str
        As the server sees it; anything but an IP address stands for itself.

    Examples
    --------
    >>> client_of("192.0.2.7"), client_of("2001:db8::7"), client_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(ip_network((int(known), PREFIX), strict=False))
