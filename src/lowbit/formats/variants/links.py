"""Links: the parts of a web address that describe a puzzle."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit


def is_link(text: str) -> bool:
    """Return whether a text is a web address.

    Examples
    --------
    >>> is_link("https://example.org/?q=1"), is_link("1....2....3....4")
    (True, False)
    """
    if not text.startswith(("http://", "https://")):
        return False
    try:
        urlsplit(text)
    except ValueError:  # where a host looks like a number that is none
        return False
    return True


def host(link: str) -> str:
    """Return the host of a web address, in lower case and without ``www.``.

    Examples
    --------
    >>> host("https://www.F-Puzzles.com/?load=N4Ig")
    'f-puzzles.com'
    """
    return (urlsplit(link).hostname or "").removeprefix("www.")


def parameter(link: str, name: str) -> str | None:
    """Return a parameter of a web address, after its ``?`` or its ``#``; None if it is missing.

    A plus sign stands for itself: it is a digit of base 64.

    Examples
    --------
    >>> parameter("https://example.org/?load=a+b%2Fc%3D", "load")
    'a+b/c='
    >>> parameter("https://example.org/#m=edit&p=x", "p")
    'x'
    """
    parts = urlsplit(link)
    for pair in f"{parts.query}&{parts.fragment}".split("&"):
        key, _, value = pair.partition("=")
        if key == name:
            return unquote(value)
    return None
