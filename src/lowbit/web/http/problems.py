"""Errors as problem+json (RFC 9457), in lowbit's own words."""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from lowbit.errors import EffortSpentError, LowbitError, MissingPackageError, WrongStepError
from lowbit.web.errors import (
    BusyError,
    ClosedError,
    FullError,
    LostError,
    NotReadyError,
    RequestError,
    TimedOutError,
)

if TYPE_CHECKING:
    from starlette.requests import Request

MEDIA_TYPE: Final = "application/problem+json"

STATUSES: Final[dict[type[Exception], tuple[HTTPStatus, str, str]]] = {
    BusyError: (HTTPStatus.SERVICE_UNAVAILABLE, "too many requests wait; try again soon", "busy"),
    FullError: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        "too much is sent to this server at once; try again soon",
        "busy",
    ),
    LostError: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        "the worker that searched was lost; ask again",
        "lost",
    ),
    ClosedError: (HTTPStatus.SERVICE_UNAVAILABLE, "the server shuts down", "closed"),
    TimedOutError: (
        HTTPStatus.GATEWAY_TIMEOUT,
        "the time limit ended the search; nothing is known",
        "timed-out",
    ),
}
"""The errors of the pool, and their meaning for the client."""

FAULTS: Final[dict[type[LowbitError], HTTPStatus]] = {
    MissingPackageError: HTTPStatus.NOT_IMPLEMENTED,
    WrongStepError: HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""Errors of lowbit's that the client did not cause."""

RETRY_AFTER: Final[dict[type[Exception], int]] = {NotReadyError: 5}
"""Seconds after which to ask again, where that is not at once."""

KINDS_OF_HTTP: Final = {408: "too-slow", 413: "too-large", 421: "unknown-host"}
"""The titles of the HTTP statuses that a user of the page may meet."""


def problem(error: Exception) -> dict[str, Any]:
    """Return the problem that describes an error."""
    if isinstance(error, LowbitError):
        status = FAULTS.get(type(error), HTTPStatus.UNPROCESSABLE_ENTITY)
        response = _problem(status, str(error), _kind(error))
        return response | _place(error) | _found(error)
    if isinstance(error, RequestValidationError):
        return problem(RequestError.of(error.errors()))
    if isinstance(error, HTTPException):
        kind = KINDS_OF_HTTP.get(error.status_code, "")
        return _problem(HTTPStatus(error.status_code), error.detail, kind)
    if isinstance(error, NotReadyError):
        response = _problem(HTTPStatus.SERVICE_UNAVAILABLE, str(error), "not-ready")
        return response | {"compiled": error.n_kept, "kernels": error.n}
    if type(error) in STATUSES:
        return _problem(*STATUSES[type(error)])
    return _problem(
        HTTPStatus.INTERNAL_SERVER_ERROR, "the server failed; its log says why", "failed"
    )


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


def _problem(status: HTTPStatus, detail: str, kind: str = "") -> dict[str, Any]:
    type_ = f"urn:lowbit:{kind}" if kind else "about:blank"
    return {"type": type_, "title": status.phrase, "status": status.value, "detail": detail}


def _kind(error: LowbitError) -> str:
    """Return the name of an error's class with hyphens: ``grid-error``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", type(error).__name__).lower()


def _place(error: LowbitError) -> dict[str, int]:
    found = {name: getattr(error, name, None) for name in ("line", "column")}
    return {name: number for name, number in found.items() if number is not None}


def _found(error: LowbitError) -> dict[str, list[str]]:
    if not isinstance(error, EffortSpentError) or error.found is None:
        return {}
    return {"found": error.found.to_strings()}
