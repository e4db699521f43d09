"""The files of the page: compressed once, and sent again only if they changed."""

from __future__ import annotations

import gzip
import hashlib
from typing import TYPE_CHECKING, Final, NamedTuple

from starlette.responses import Response

from lowbit.web.http.bundle import bundle, page_texts
from lowbit.web.http.policy import policy

if TYPE_CHECKING:
    from starlette.requests import Request

MEDIA_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}


class PageFile(NamedTuple):
    """A file of the page: plain and compressed, with headers that identify its content."""

    content: bytes
    packed: bytes
    media_type: str
    headers: dict[str, str]

    def response(self, request: Request) -> Response:
        """Answer a request for it."""
        headers = dict(self.headers)
        if request.headers.get("If-None-Match") == self.headers["ETag"]:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.packed, headers=headers, media_type=self.media_type)
        return Response(self.content, headers=headers, media_type=self.media_type)


def page_files() -> dict[str, PageFile]:
    """Return the files of the page by their paths; ``/`` is the page itself."""
    texts = page_texts()
    page = bundle(texts.pop("index.html"), texts)
    own_policy = {"Content-Security-Policy": policy(page.sources)}
    return {
        "/": _file("index.html", page.html, own_policy),
        **{f"/{name}": _file(name, text, {}) for name, text in texts.items()},
    }


def _file(name: str, text: str, more: dict[str, str]) -> PageFile:
    content = text.encode()
    headers = {
        "ETag": f'"{hashlib.sha256(content).hexdigest()[:16]}"',
        "Cache-Control": "no-cache",
        "Vary": "Accept-Encoding",
    }
    media_type = MEDIA_TYPES[name.rpartition(".")[2]]
    return PageFile(content, gzip.compress(content, mtime=0), media_type, headers | more)
