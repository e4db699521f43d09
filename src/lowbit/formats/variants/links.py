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


def unknown_link(link: str) -> str:
    """Return what to do with a web address that no format reads.

    Examples
    --------
    >>> print(unknown_link("https://example.org/?q=1")[:34])
    links to example.org are not known
    """
    return (
        f"links to {host(link)} are not known: open it, and export the puzzle as a link for "
        "f-puzzles or SudokuPad; if it leads on to another page, copy the link from there"
    )


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
