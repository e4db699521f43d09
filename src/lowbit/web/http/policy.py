"""Security headers, which tell browsers how they may use responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

SOURCES: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' blob:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}


OF_HEADERS: Final = {"frame-ancestors"}
"""The directives that a page cannot give itself: only a header can."""


def policy(more: Mapping[str, str], *, in_page: bool = False) -> str:
    """Return the content policy.

    Parameters
    ----------
    more : mapping of str to str
        Sources to allow in addition, by directive.
    in_page : bool, default False
        Whether the page has it in an element, not in a header.

    Examples
    --------
    >>> policy({"style-src": "'sha256-...'"})[:73]
    "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-...'; img"
    """
    return "; ".join(
        f"{name} {sources} {more[name]}" if name in more else f"{name} {sources}"
        for name, sources in SOURCES.items()
        if not (in_page and name in OF_HEADERS)
    )


HEADERS: Final = {
    "Content-Security-Policy": policy({}),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""The security headers."""
