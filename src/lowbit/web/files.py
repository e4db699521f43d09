"""How do the files of the page get to the browser: packed once, and asked for again only if new."""

from __future__ import annotations

import gzip
import hashlib
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

from starlette.responses import Response

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from starlette.requests import Request

MEDIA_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


class File(NamedTuple):
    """A file of the page: as it is, packed, and named by its content."""

    content: bytes
    packed: bytes
    media_type: str
    tag: str

    def response(self, request: Request) -> Response:
        """Answer a request for it."""
        headers = {"ETag": self.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if request.headers.get("If-None-Match") == self.tag:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.packed, headers=headers, media_type=self.media_type)
        return Response(self.content, headers=headers, media_type=self.media_type)


def page_files() -> dict[str, File]:
    """Return the files of the page by their paths; ``/`` is the page itself."""
    folder = files("lowbit.web") / "static"
    found = {f"/{entry.name}": _file(entry) for entry in folder.iterdir()}
    return {"/": found.pop("/index.html"), **found}


def _file(entry: Traversable) -> File:
    content = entry.read_bytes()
    suffix = entry.name[entry.name.rindex(".") :]
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    return File(content, gzip.compress(content, mtime=0), MEDIA_TYPES[suffix], tag)
