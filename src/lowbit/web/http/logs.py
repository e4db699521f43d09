"""The log: an object per line on standard error, and nothing about puzzles."""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Any, Final

LOG: Final = logging.getLogger("lowbit.web")


class JsonLines(logging.Formatter):
    """Writes a record as an object: time, level, event and further fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        response: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            response["traceback"] = self.formatException(record.exc_info)
        return json.dumps(response, ensure_ascii=False)


def log(event: str, level: int = logging.INFO, **fields: object) -> None:
    """Log an event with further fields."""
    LOG.log(level, event, extra={"fields": fields})


def log_failure() -> None:
    """Log the unexpected exception that is being handled."""
    log("failure", logging.ERROR, traceback=traceback.format_exc())


def log_to_stderr() -> None:
    """Send the logs of the server and of its libraries to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name, level in (("lowbit.web", logging.INFO), ("uvicorn.error", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
