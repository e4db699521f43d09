"""Problems as responses, with those that only HTTP knows."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from lowbit.errors import LowbitError
from lowbit.web import problems
from lowbit.web.errors import NotReadyError, RequestError
from lowbit.web.problems import MEDIA_TYPE, STATUSES, problem_of

if TYPE_CHECKING:
    from starlette.requests import Request

RETRY_AFTER: Final[dict[type[Exception], int]] = {NotReadyError: 5}
"""Seconds after which to ask again, where that is not at once."""

KINDS_OF_HTTP: Final = {408: "too-slow", 413: "too-large", 421: "unknown-host"}
"""The titles of the HTTP statuses that a user of the page may meet."""


def problem(error: Exception) -> dict[str, Any]:
    """Return the problem that describes an error."""
    if isinstance(error, RequestValidationError):
        return problems.problem(RequestError.of(error.errors()))
    if isinstance(error, HTTPException):
        kind = KINDS_OF_HTTP.get(error.status_code, "")
        return problem_of(HTTPStatus(error.status_code), error.detail, kind)
    return problems.problem(error)


def problem_response(error: Exception) -> Response:
    """Return the response for an error."""
    response = problem(error)
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    if response["status"] == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = str(RETRY_AFTER.get(type(error), 1))
    return Response(json.dumps(response), response["status"], headers, MEDIA_TYPE)


def handle(_request: Request, error: Exception) -> Response:
    """Answer a request with its error."""
    return problem_response(error)


HANDLED: Final[tuple[type[Exception], ...]] = (
    LowbitError,
    RequestValidationError,
    HTTPException,
    NotReadyError,
    *STATUSES,
)
"""The errors that are the client's; all others are the server's."""
