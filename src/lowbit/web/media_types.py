"""The media types of requests and of their answers."""

from typing import Final

JSON: Final = "application/json"
"""Of questions, and of most answers."""

NDJSON: Final = "application/x-ndjson"
"""Of answers line by line."""

BYTES: Final = "application/octet-stream"
"""Of texts and files that are sent as they are. No page of another site can send it unasked."""

TEXT: Final = "text/plain"

PICTURES: Final = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
"""Of pictures, by their formats."""
